"""What the claims on running the methods with noise in a norm share: errors of the population."""

from workbench.algorithms import Method
from workbench.harness import Case
from workbench.privacy.arrays import Array
from workbench.problems.ball_problems import BallProblem


def population(
    method: Method[BallProblem, Array], problem: BallProblem, *, n: int, bound: float
) -> Case:
    """Excess risk of runs, each on a sample of its own, against the bound.

    The row shows the excess of the start: a bound below it is one that idling would violate.
    """
    return Case(
        method, problem, n=n, error=problem.excess, start=problem.start,
        terms={"excess": bound}, trivial=problem.trivial,
    )  # fmt: skip
