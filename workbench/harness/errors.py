"""The mean error of trials against an explicit bound, as an outcome."""

import math
from collections.abc import Sequence
from typing import Any

from workbench.claims import Figure, Grade, Outcome, Run, fails, holds
from workbench.convergence import mean_error_against_bound
from workbench.convergence.experiments import Errors
from workbench.harness.draws import once
from workbench.harness.levels import TRUST, error_level, number


def mean_is_below(
    errors: Errors,
    trial: Run,
    *,
    bound: float,
    trivial: float = math.inf,
    share: int = 1,
    trials: int = 60,
    stream: str = "trials",
    resolution: float = 1e-8,
    more: Sequence[Figure] = (),
) -> Outcome:
    """The mean of independent non-negative errors is at most an explicit bound.

    It spends 1/share of the error level of the check; no moment of the errors is assumed.
    `trivial` is what no feasible point exceeds: where the bound does, the row says that it is
    vacuous.  `resolution` says how accurately an error is computed.

    errors: draws the errors of so many independent trials, shape (trials,)
    trial: gives the generators and the error level of the check
    trials: how many errors are drawn
    stream: the name of the generator that draws them
    more: figures that the outcome shows besides
    """
    found = mean_error_against_bound(
        once(errors),
        bound=bound,
        rng=trial.rng(stream),
        trials=trials,
        alpha=error_level(trial, share),
        resolution=resolution,
    )
    common: dict[str, Any] = {
        "figures": (
            Figure("bound", bound),
            *((Figure("trivial bound", trivial),) if trivial < math.inf else ()),
            Figure("mean error", found.mean),
            number("bound / mean", bound / found.mean if found.mean else math.inf),
            Figure("lower confidence bound", found.lower),
            number("smallest mean that would be disputed", found.detectable),
            Figure("trials", found.trials),
            *more,
        ),
        "grade": Grade.SUPPORTED,
        "alpha": trial.alpha / share,
        "looks": 1,
        "power": f"a mean of {found.detectable:.4g} would have been disputed",
        "trust": TRUST,
    }
    decide = fails if found.disputed else holds
    vacuous = ", and that is vacuous" if bound >= trivial else ""
    return decide("mean of trials", f"{found}{vacuous}", **common)
