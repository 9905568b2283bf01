"""Reference saddle problems; tests compare their values with independent solvers.

Indices start at 0.  Atoms are drawn uniformly.  Each has its value and the gap of the uniform pair:

    pennies, rock-paper-scissors, rational game      exact values 0, 0, 1/21
    cosine game         cos((i+1)^2 (j+2)), 8 x 6, two atoms A + D and A - D
    random game         30 x 40, 20 atoms, entries in [-1, 1]
    quadratic game      the cosine game, regularised by squares
    softplus saddle     the cosine payoffs, a softplus for each player and record
    group losses        the largest of 4 logistic losses in 6 variables
    threshold queries   all thresholds on {0..15} and their negatives; value 0
    least squares, squared hinge       convex optimisation, dy = 1
    square norm         |x|^2: vertices sampled from x have the largest bias
"""

from dataclasses import dataclass

import numpy as np

from workbench.privacy.arrays import Array
from workbench.problems.composite_saddle import CompositeSaddle, Ridge, composite_problem
from workbench.problems.group_saddle import GroupSaddle, group_problem
from workbench.problems.losses import (
    SOFTPLUS_LOSS,
    SQUARE_LOSS,
    SQUARED_HINGE_LOSS,
    ScalarLoss,
)

Problem = CompositeSaddle | GroupSaddle


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """A problem, its value and its gap at the uniform pair, where they are known."""

    problem: Problem
    value: float
    uniform_gap: float | None


def _cosines() -> Array:
    i, j = np.arange(8)[:, None], np.arange(6)
    return np.cos((i + 1) ** 2 * (j + 2))


def pennies() -> Instance:
    """Matching pennies."""
    return Instance(composite_problem([[1, -1], [-1, 1]], name="pennies"), 0.0, 0.0)


def rock_paper_scissors() -> Instance:
    """Rock, paper, scissors."""
    table = [[0, 1, -1], [-1, 0, 1], [1, -1, 0]]
    return Instance(composite_problem(table, name="rock-paper-scissors"), 0.0, 0.0)


def rational_game() -> Instance:
    """[[3, -1], [-2, 1]] / 3: value 1/21, x = (3/7, 4/7), y = (2/7, 5/7)."""
    table = np.array([[3, -1], [-2, 1]]) / 3
    return Instance(composite_problem(table, name="rational game"), 1 / 21, 1 / 6 + 1 / 6)


def cosine_game() -> Instance:
    """A + D and A - D with D = sin(i + 2j + 1) / 2: two records that pull apart."""
    i, j = np.arange(8)[:, None], np.arange(6)
    swing = np.sin(i + 2 * j + 1) / 2
    A = _cosines()
    problem = composite_problem(np.stack([A + swing, A - swing]), name="cosine game")
    return Instance(problem, 0.021466839602, 0.5426064342)


def random_game(
    rng: np.random.Generator, *, dx: int = 30, dy: int = 40, atoms: int = 20
) -> Problem:
    """Games with independent entries, uniform on [-1, 1]."""
    return composite_problem(rng.uniform(-1, 1, (atoms, dx, dy)), name="random game")


def quadratic_game() -> Instance:
    """The cosine game plus |x|^2 / 2 - |y|^2 / 2."""
    game = cosine_game().problem
    assert isinstance(game, CompositeSaddle)
    problem = composite_problem(game.payoffs, Q=np.eye(8), R=np.eye(6), name="quadratic game")
    return Instance(problem, 0.0336668313, 0.2252390349)


def softplus_saddle() -> Instance:
    """Five records, each with features sin(3i + j(i+1)) for x and cos(2i + j(i+2)) for y."""
    i = np.arange(5)[:, None]
    problem = composite_problem(
        _cosines(),
        left=Ridge(SOFTPLUS_LOSS, np.sin(3 * i + np.arange(8) * (i + 1)), np.zeros(5)),
        right=Ridge(SOFTPLUS_LOSS, np.cos(2 * i + np.arange(6) * (i + 2)), np.zeros(5)),
        name="softplus saddle",
    )
    return Instance(problem, -0.014083289551, 0.513764554231)


def group_losses() -> Instance:
    """Four groups, six variables, five records."""
    g, i, j = np.arange(4)[:, None, None], np.arange(5)[:, None], np.arange(6)
    features = np.cos(1 + 1.7 * g + 2.3 * i + j * (i + 1))
    labels = np.sign(np.sin(1 + 3 * g + 5 * i))[:, :, 0]
    return Instance(group_problem(features, labels), 0.698780200324, None)


def threshold_law(size: int = 16) -> Array:
    """P(a) ~ exp(-((a - 5) / 3)^2) on 0..size - 1."""
    law = np.exp(-(((np.arange(size) - 5) / 3) ** 2))
    return law / law.sum()


def threshold_queries(size: int = 16) -> Array:
    """Values of the 2 size signed queries 1[a <= j], shape (size, 2 size)."""
    below = (np.arange(size)[:, None] <= np.arange(size)).astype(np.float64)
    return np.hstack([below, -below])


def square_norm(dimension: int) -> Instance:
    """|x|^2, whose mean at K vertices from x exceeds its value by (1 - |x|^2) / K, the most."""
    Q = 2 * np.eye(dimension)
    problem = composite_problem(np.zeros((dimension, 1)), Q=Q, name="square norm")
    return Instance(problem, 1 / dimension, 0.0)


def least_squares() -> Instance:
    """(a_i^T x - b_i)^2 / 2 for 12 records in 10 variables."""
    return Instance(_regression(SQUARE_LOSS, "least squares"), 0.093010668364, None)


def squared_hinge() -> Instance:
    """(a_i^T x - b_i)_+^2 / 2: smooth of first order, not of second."""
    return Instance(_regression(SQUARED_HINGE_LOSS, "squared hinge"), 0.058566059718, None)


def _regression(loss: ScalarLoss, name: str) -> CompositeSaddle:
    i = np.arange(12)[:, None]
    features = np.cos(i * (np.arange(10) + 1) + 0.5)
    ridge = Ridge(loss, features, -np.sin(i[:, 0] + 1))
    return composite_problem(np.zeros((10, 1)), left=ridge, name=name)
