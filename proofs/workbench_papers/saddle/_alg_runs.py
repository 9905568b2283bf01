"""The accountant's reading as in the paper, by strong composition, or by bounded range."""

from collections.abc import Sequence

from workbench.claims import Figure, Outcome
from workbench.harness import accounted
from workbench.privacy import AccountingCurator, AdvancedAccountant, ZCDPAccountant


def spends(
    accountant: AccountingCurator,
    *,
    epsilon: float,
    delta: float,
    by: str = "strong",
    more: Sequence[Figure] = (),
) -> Outcome:
    """What the accountant read while the method ran, against the claimed (epsilon, delta).

    `by` is "strong" (composition of pure losses, as in the paper) or "zcdp" (bounded range); the
    outcome shows both readings.
    """
    concentrated = accountant.epsilon_at(delta, using=ZCDPAccountant)
    return accounted(
        accountant,
        epsilon=epsilon,
        delta=delta,
        using=AdvancedAccountant if by == "strong" else ZCDPAccountant,
        more=(
            Figure("epsilon by strong composition",
                   accountant.epsilon_at(delta, using=AdvancedAccountant)),
            Figure("epsilon by bounded range", concentrated),
            Figure("claimed / epsilon by bounded range", epsilon / concentrated),
            *more,
        ),
    )  # fmt: skip
