"""What the claims on running the algorithms share: accountant, audits, errors of trials.

Each function returns an outcome, and takes what its mutants change as an argument.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from workbench.audit import (
    LikelihoodRatioAudit,
    Verdict,
    likelihood_ratio,
    likelihood_ratio_audit,
)
from workbench.claims import Figure, Grade, Outcome, Run, fails, holds, inconclusive
from workbench.convergence import mean_error_against_bound
from workbench.privacy import (
    Accountant,
    AccountingCurator,
    Curator,
    Dataset,
    Fault,
    Mutant,
    PLDAccountant,
)

TRUST = ("numpy", "floating point")

Runs = Callable[[Curator, int], object]


def share_of(trial: Run, parts: int = 1) -> float:
    """An equal part of the error probability of a check, rounded down."""
    return float(trial.alpha / parts) * (1 - 2.0**-40)


def spends(
    accountant: AccountingCurator,
    *,
    epsilon: float,
    delta: float = 0.0,
    using: Callable[..., Accountant] = PLDAccountant,
    more: Sequence[Figure] = (),
) -> Outcome:
    """What the accountant read while the method ran, against the claimed (epsilon, delta).

    Pure losses are added up; otherwise `using` bounds delta at the claimed epsilon.
    """
    if delta == 0:
        name, claimed, reading = "epsilon", epsilon, accountant.epsilon
    else:
        name, claimed = "delta", delta
        reading = accountant.delta_at(epsilon, using=using)
    figures = (
        Figure("claimed epsilon", epsilon),
        Figure("claimed delta", delta),
        Figure(f"accounted {name}", reading),
        Figure("calls of a mechanism", len(accountant.steps)),
        *more,
    )
    common: dict[str, Any] = {
        "grade": Grade.DERIVED,
        "figures": figures,
        "trust": ("python-flint", *TRUST),
    }
    found = f"the accountant reads {name} = {reading:.6g}"
    at = "" if delta == 0 else f" at epsilon = {epsilon:g}"
    if reading <= claimed:
        return holds("accountant", f"{found} of {claimed:g}{at}", **common)
    return fails("accountant", f"{found}, above {claimed:g}{at}", **common)


def audited(
    runs: Runs,
    pair: tuple[Dataset, Dataset],
    trial: Run,
    *,
    epsilon: float,
    delta: float = 0.0,
    fault: Fault | None = None,
    trials: int = 300,
    samples: int = 3000,
) -> Outcome:
    """Exact log-ratios of whole transcripts against the claim, and tests of the sampler.

    `trials` transcripts per order where delta = 0, `samples` weighted ones where it is not.
    """

    def wrap(curator: Curator) -> Curator:
        return curator if fault is None else Mutant(curator, fault)

    if delta == 0:
        return judged(
            likelihood_ratio_audit(
                runs,
                pair,
                epsilon=epsilon,
                rng=trial.rng("audit"),
                trials=trials,
                alpha=share_of(trial),
                wrap=wrap,
            ),
            trial,
        )
    return judged(
        likelihood_ratio(
            runs,
            pair,
            epsilon=epsilon,
            delta=delta,
            samples=samples,
            confidence=1 - share_of(trial),
            seed=int(trial.rng("audit").integers(2**63)),
            wrap=wrap,
        ),
        trial,
    )


def judged(audit: LikelihoodRatioAudit, trial: Run) -> Outcome:
    """The finding of an audit as an outcome."""
    looks = 1 if audit.delta else 0
    looks += 0 if audit.conformance is None else len(audit.conformance.rows)
    common: dict[str, Any] = {
        "figures": (
            Figure("claimed epsilon", audit.epsilon),
            Figure("claimed delta", audit.delta),
            Figure("observed epsilon, lower bound", audit.epsilon_lower),
            Figure("observed / claimed", audit.ratio),
        ),
        "grade": Grade.SUPPORTED,
        "alpha": trial.alpha,
        "looks": looks,
        "power": audit.power,
        "trust": TRUST,
    }
    if audit.verdict is Verdict.UNDERPOWERED:
        del common["grade"]
        return inconclusive("likelihood-ratio audit", f"more transcripts: {audit.power}", **common)
    decide = holds if audit.verdict is Verdict.NO_VIOLATION_FOUND else fails
    return decide("likelihood-ratio audit", str(audit), **common)


def mean_is_below(
    errors: Callable[[np.random.Generator, int], np.ndarray],
    trial: Run,
    *,
    bound: float,
    share: int = 1,
    trials: int = 60,
    stream: str = "trials",
    more: Sequence[Figure] = (),
) -> Outcome:
    """The mean of independent non-negative errors against an explicit bound.

    It spends 1/share of the error probability; no moment of the errors is assumed.
    """
    found = mean_error_against_bound(
        errors,
        bound=bound,
        rng=trial.rng(stream),
        trials=trials,
        alpha=share_of(trial, share),
        resolution=1e-9,
    )
    common: dict[str, Any] = {
        "figures": (
            Figure("bound", bound),
            Figure("mean", found.mean),
            Figure("bound / mean", bound / found.mean if found.mean else float("inf")),
            Figure("lower confidence bound", found.lower),
            Figure("runs", found.trials),
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
