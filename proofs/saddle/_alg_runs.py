"""What the claims on running the algorithms share: accountant, audit, and gaps of trials.

Each function returns an outcome, and takes what its mutants change as an argument.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from workbench.audit import Verdict, likelihood_ratio_audit
from workbench.claims import Figure, Grade, Outcome, Run, fails, holds
from workbench.convergence import mean_error_against_bound
from workbench.privacy import (
    AccountingCurator,
    AdvancedAccountant,
    Curator,
    Dataset,
    ZCDPAccountant,
)

TRUST = ("numpy", "floating point")

Runs = Callable[[Curator, int], object]


def spends(
    accountant: AccountingCurator,
    *,
    epsilon: float,
    delta: float,
    by: str = "strong",
    more: Sequence[Figure] = (),
) -> Outcome:
    """What the accountant read while the method ran, against the claimed (epsilon, delta).

    `by` is "strong" (composition of pure losses, as in the paper) or "zcdp" (bounded range).
    """
    strong = accountant.epsilon_at(delta, using=AdvancedAccountant)
    concentrated = accountant.epsilon_at(delta, using=ZCDPAccountant)
    reading = strong if by == "strong" else concentrated
    figures = (
        Figure("claimed epsilon", epsilon),
        Figure("delta", delta),
        Figure("epsilon by strong composition", strong),
        Figure("epsilon by bounded range", concentrated),
        Figure("claimed / epsilon by bounded range", epsilon / concentrated),
        Figure("calls of a mechanism", len(accountant.steps)),
        *more,
    )
    common: dict[str, Any] = {
        "grade": Grade.DERIVED,
        "figures": figures,
        "trust": ("python-flint", *TRUST),
    }
    found = f"the accountant reads {reading:.6g}"
    if reading <= epsilon:
        return holds("accountant", f"{found} of {epsilon:g} at delta = {delta:g}", **common)
    return fails("accountant", f"{found}, above {epsilon:g} at delta = {delta:g}", **common)


def audited(
    runs: Runs,
    pair: tuple[Dataset, Dataset],
    trial: Run,
    *,
    epsilon: float,
    wrap: Callable[[Curator], Curator] | None = None,
    trials: int = 300,
) -> Outcome:
    """Exact log-ratios of whole transcripts against the pure loss, and tests of the sampler."""
    audit = likelihood_ratio_audit(
        runs,
        pair,
        epsilon=epsilon,
        rng=trial.rng("audit"),
        trials=trials,
        alpha=float(trial.alpha) * (1 - 2.0**-40),  # rounded down
        wrap=wrap,
    )
    conformance = audit.conformance
    looks = 0 if conformance is None else len(conformance.rows)
    common: dict[str, Any] = {
        "figures": (
            Figure("claimed pure loss", epsilon),
            Figure("observed, lower bound", audit.epsilon_lower, note="no error probability"),
            Figure("observed / claimed", audit.ratio),
            Figure("transcripts per order", audit.trials),
        ),
        "grade": Grade.SUPPORTED,
        "alpha": trial.alpha,
        "looks": looks,
        "power": audit.power,
        "trust": TRUST,
    }
    decide = holds if audit.verdict is Verdict.NO_VIOLATION_FOUND else fails
    return decide("likelihood-ratio audit", str(audit), **common)


def mean_gap_is_below(
    gaps: Callable[[np.random.Generator, int], np.ndarray],
    trial: Run,
    *,
    bound: float,
    share: int = 1,
    trials: int = 60,
    more: Sequence[Figure] = (),
) -> Outcome:
    """The mean of independent errors against an explicit bound, at 1/share of the error level."""
    found = mean_error_against_bound(
        gaps,
        bound=bound,
        rng=trial.rng("trials"),
        trials=trials,
        alpha=float(trial.alpha / share) * (1 - 2.0**-40),
        resolution=1e-8,
    )
    common: dict[str, Any] = {
        "figures": (
            Figure("bound", bound),
            Figure("mean", found.mean),
            Figure("bound / mean", bound / found.mean if found.mean else float("inf")),
            Figure("lower confidence bound", found.lower),
            Figure("runs, each on data of its own", found.trials),
            *more,
        ),
        "grade": Grade.SUPPORTED,
        "alpha": trial.alpha / share,
        "looks": 1,
        "power": f"a mean of {found.detectable:.4g} would have been disputed",
        "trust": TRUST,
    }
    decide = fails if found.disputed else holds
    return decide("mean of trials", str(found), **common)
