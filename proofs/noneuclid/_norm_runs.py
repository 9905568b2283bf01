"""What the claims on running the methods with noise in a norm share: zCDP read, zCDP attacked."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from workbench.claims import Figure, Grade, Outcome, Run, all_of, fails, holds
from workbench.harness import Pair, Runs, audited, mean_is_below, sensitivity_is_attained
from workbench.privacy import (
    AccountingCurator,
    Curator,
    Fault,
    Gaussian,
    ZCDPAccountant,
    zcdp_epsilon,
)
from workbench.privacy.arrays import Array
from workbench.privacy.separate import SeparateCurator
from workbench.problems.ball_problems import BallProblem

DELTA = 1e-3


def concentrated(accountant: AccountingCurator, *, rho: float) -> Outcome:
    """What the accountant read while the method ran, against the claimed rho."""
    accounts = accountant.accountants(ZCDPAccountant)
    reading = max(float(account.rho) for account in accounts)  # type: ignore[attr-defined]
    common: dict[str, Any] = {
        "grade": Grade.DERIVED,
        "figures": (
            Figure("claimed rho", rho),
            Figure("rho read", reading),
            Figure("releases", len(accountant.steps)),
            Figure("kinds of records", len(accounts)),
        ),
        "trust": ("python-flint", "numpy", "floating point"),
    }
    decide = holds if reading <= rho else fails
    return decide("accountant", f"the accountant reads {reading:.6g} of {rho:g}", **common)


def attacked(
    runs: Runs,
    pair: Pair,
    trial: Run,
    *,
    rho: float,
    gaussian: bool,
    share: float = 1.0,
    fault: Fault | None = None,
) -> Outcome:
    """Log-ratios of whole transcripts against rho, as an epsilon at delta = 1e-3, times `share`.

    For Gaussian noise that is the exact curve of mu^2 = 2 rho; otherwise the conversion of zCDP.
    """
    if gaussian:
        claimed = Gaussian(1.0).epsilon_at(DELTA, sensitivity=(2 * rho) ** 0.5)
    else:
        claimed = zcdp_epsilon(rho, DELTA)
    return audited(
        runs, pair, trial, epsilon=share * claimed, delta=DELTA, fault=fault, trials=3000
    )


def both_attained(
    runs: Callable[[BallProblem], Runs],
    cases: tuple[tuple[BallProblem, int], tuple[BallProblem, int]],
    trial: Run,
    *,
    n: int,
    factor: float,
) -> Outcome:
    """Claims times `factor` on two problems, each with the record that is turned round."""
    half = replace(trial, alpha=trial.alpha / 2)
    return all_of(
        *(
            sensitivity_is_attained(
                runs(problem), problem.extremal_pair(n, index=row), half, factor=factor
            )
            for problem, row in cases
        )
    )


def population_error(
    runs: Callable[[Curator, int], Array],
    problem: BallProblem,
    trial: Run,
    *,
    n: int,
    bound: float,
    share: int = 1,
    trials: int = 60,
) -> Outcome:
    """Mean excess risk of runs, each on a sample of its own, against the bound.

    The row shows the excess of the start: a bound below it is one that idling would violate.
    """

    def errors(rng: np.random.Generator, size: int) -> Array:
        curator = SeparateCurator(problem.sample(rng, size * n), rng, trials=size)
        return problem.excess(runs(curator, size))

    trivial = 2 * problem.lipschitz * problem.ball.radius
    idle = Figure("excess of the start", float(problem.excess(problem.start[None])[0]))
    return mean_is_below(
        errors, trial, bound=bound, trivial=trivial, share=share, trials=trials, more=(idle,)
    )
