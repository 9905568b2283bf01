"""What the claims on running the methods with noise in a norm share: zCDP read, zCDP attacked."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from workbench.claims import Claim, Figure, Outcome, Run, all_of
from workbench.harness import Pair, Runs, audited_zcdp, mean_is_below, sensitivity_is_attained
from workbench.privacy import Curator, Fault
from workbench.privacy.arrays import Array
from workbench.privacy.curators.separate import SeparateCurator
from workbench.problems.ball_problems import BallProblem


def register_audit(
    claim: Claim, runs: Runs, pair: Pair, *, rho: float, gaussian: bool, corner: str
) -> None:
    """The audit of a claimed rho, with its two mutants."""

    def attack(trial: Run, *, share: float = 1.0, fault: Fault | None = None) -> Outcome:
        return audited_zcdp(runs, pair, trial, rho=rho, gaussian=gaussian, share=share, fault=fault)

    @claim.statistical(part="audit", corner=corner, uses=())
    def audit_finds_no_violation(run: Run) -> Outcome:
        """Whole transcripts against rho, read as an epsilon at delta = 1e-3."""
        return attack(run)

    @audit_finds_no_violation.mutant
    def audit_catches_half_the_noise(run: Run) -> Outcome:
        """Half the scale."""
        return attack(run, fault="half-scale")

    @audit_finds_no_violation.mutant
    def audit_refutes_half_the_loss(run: Run) -> Outcome:
        """Half the epsilon."""
        return attack(run, share=0.5)


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
