"""The privacy that an accountant proves for a run, against the privacy that is claimed."""

from collections.abc import Callable, Sequence
from typing import Any

from workbench.claims import Figure, Grade, Outcome, argued, fails, holds
from workbench.errors import require
from workbench.harness.levels import TRUST, number
from workbench.privacy import Accountant, AccountingCurator, PLDAccountant, ZCDPAccountant

_JOINT = (
    "The releases in the certificate are those that the method made when it ran under the "
    "accounting curator; their pairs dominate every pair of neighbours at the stated sensitivities."
)

Readings = AccountingCurator | Sequence[AccountingCurator]


def accounted(
    readings: Readings,
    *,
    epsilon: float,
    delta: float = 0.0,
    using: Callable[..., Accountant] = PLDAccountant,
    more: Sequence[Figure] = (),
) -> Outcome:
    """What the accountant read while the method ran stays within the claimed (epsilon, delta).

    `readings` are the curators that the method ran under; several of them stand for several kinds
    of records, and the worst one counts.  With delta = 0 the pure losses are added up; else `using`
    bounds delta at the claimed epsilon.  All readings are upper bounds.  What PLDAccountant reads
    has a certificate, and words say that the releases in it are those of the method.

    more: figures that the outcome shows besides
    """
    every = _listed(readings)
    pure = max(one.epsilon for one in every)
    figures = [Figure("claimed epsilon", epsilon), Figure("claimed delta", delta)]
    shown = None
    if delta:
        name, claimed = "delta", delta
        accounts = [account for one in every for account in one.accountants(using)]
        reading = max((account.delta(epsilon) for account in accounts), default=0.0)
        if using is PLDAccountant and reading <= delta:
            shown = _certificate(accounts, epsilon, delta)
        at = f" at epsilon = {epsilon:g}"
        proven = max((account.epsilon(delta) for account in accounts), default=0.0)
        figures += [Figure("accounted delta", reading), number("accounted epsilon", proven)]
    else:
        name, claimed, reading, at = "epsilon", epsilon, pure, ""
    figures.append(number("sum of the pure losses", pure))
    return _compared(name, reading, claimed, at, every, (*figures, *more), certificate=shown)


def accounted_zcdp(readings: Readings, *, rho: float, more: Sequence[Figure] = ()) -> Outcome:
    """What the accountant read while the method ran stays within the claimed rho of zCDP."""
    every = _listed(readings)
    accounts = (account for one in every for account in one.accountants(ZCDPAccountant))
    reading = max((float(account.rho) for account in accounts), default=0.0)  # type: ignore[attr-defined]
    figures = (Figure("claimed rho", rho), Figure("accounted rho", reading), *more)
    return _compared("rho", reading, rho, "", every, figures)


def _certificate(
    accounts: Sequence[Accountant], epsilon: float, delta: float
) -> dict[str, Any] | None:
    """The certificates of all kinds of records of all curators, or None where one has none."""
    members = []
    for account in accounts:
        found = account.certificate(epsilon, delta)  # type: ignore[attr-defined]
        if found is None:
            return None
        members.append(found)
    return {"kind": "all", "members": members} if members else None


def _listed(readings: Readings) -> list[AccountingCurator]:
    every = [readings] if isinstance(readings, AccountingCurator) else list(readings)
    require(bool(every), "readings", readings, "is empty", "Pass the curator of a run.")
    return every


def _compared(
    name: str,
    reading: float,
    claimed: float,
    at: str,
    every: Sequence[AccountingCurator],
    figures: tuple[Figure, ...],
    *,
    certificate: dict[str, Any] | None = None,
) -> Outcome:
    calls = Figure("calls of a mechanism", max(len(one.steps) for one in every))
    common: dict[str, Any] = {"figures": (*figures, calls), "trust": ("python-flint", *TRUST)}
    found = f"the accountant reads {name} = {reading:.6g}"
    if reading > claimed:
        said = f"{found}, above {claimed:g}{at}"
        return fails("accountant", said, grade=Grade.DERIVED, **common)
    said = f"{found} of {claimed:g}{at}"
    if certificate is None:
        return holds("accountant", said, grade=Grade.DERIVED, **common)
    return argued(holds("accountant", said, certificate=certificate, **common), _JOINT)
