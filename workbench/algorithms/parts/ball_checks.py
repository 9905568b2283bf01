"""What a method on an l_p ball may ask of its problem."""

from workbench.errors import require
from workbench.problems.ball_problems import BallProblem


def check_euclidean(problem: BallProblem) -> None:
    """Projections and Gaussian noise belong to the Euclidean ball."""
    p = problem.ball.p
    require(p == 2, "problem.ball.p", p, "is not 2", "Use a Frank-Wolfe method for other norms.")
