"""What the Frank-Wolfe methods over vertices share: the noisy choice, its loss, and its error.

A step releases the index of the vertex of the smallest noisy score, and nothing else:

    v = argmin over v in V of (<g, v> + Z_v),    Z_v ~ Laplace(scale), afresh for every vertex.

If replacing a record moves every score by at most s, the choice is (2 s / scale)-DP, and the score
of v is above the least one by at most scale H_M in expectation, H_M = 1 + 1/2 + .. + 1/M.
"""

from typing import Any, Protocol

import numpy as np
from scipy.special import digamma

from workbench.algorithms.mirror.vertex_sampling import SHAVE, check_budget, strong_loss
from workbench.errors import ParameterError, require
from workbench.privacy import AccountingCurator, Curator, Query, Secret, Statistic
from workbench.privacy.arrays import Array, Ints
from workbench.privacy.queries.secrets import revealed
from workbench.problems.feasible_sets import FeasibleSet, L1Ball, VertexSet


class ConstrainedProblem(Protocol):
    """Smooth losses over a feasible set; constants hold for every record, in the set's norm."""

    @property
    def feasible(self) -> FeasibleSet:
        """The feasible set."""
        ...

    @property
    def convex(self) -> bool:
        """Whether every record's loss is convex."""
        ...

    @property
    def L0(self) -> float:
        """Bound on the dual norm of a record's gradient."""
        ...

    @property
    def L1(self) -> float:
        """Lipschitz constant of a record's gradient."""
        ...

    def mean_gradient(self, x: Array) -> Query:
        """The query of the mean gradient at points of shape (trials, d)."""
        ...


def vertex_set(problem: ConstrainedProblem) -> VertexSet:
    """The feasible set, if its vertices are numbered."""
    feasible = problem.feasible
    if not isinstance(feasible, VertexSet):
        raise ParameterError(
            f"problem.feasible = {type(feasible).__name__} has no numbered vertices: a choice "
            "needs finitely many.\n  Use L1Ball, Simplex or Polytope."
        )
    return feasible


def starts(feasible: VertexSet, curator: Curator, trials: int, start: Array | None) -> Array:
    """The public point to start from, once for every trial; shape (trials, d)."""
    require(trials >= 1, "trials", trials, "is below 1", "Pass at least one trial.")
    point = np.asarray(feasible.start if start is None else start, dtype=np.float64)
    ok = point.shape == (feasible.dimension,) and bool(feasible.contains(point[None])[0])
    require(ok, "start", point, "is no point of the feasible set", "Pass one, of shape (d,).")
    return curator.copies(point, trials)


def choice_loss(epsilon: float, delta: float, *, count: int, sharp: bool = False) -> float:
    """Pure loss of each of `count` choices that are (epsilon, delta)-DP together.

    epsilon / count for delta = 0, else epsilon / sqrt(8 count ln(1 / delta)); `sharp` takes the
    larger one of epsilon / count and `sharp_loss`, for any epsilon.

    >>> round(choice_loss(1.0, 0.0, count=4), 9), round(choice_loss(1.0, 1e-6, count=4), 9)
    (0.25, 0.047559967)
    """
    require(count >= 1, "count", count, "is below 1", "Count the choices that a record is in.")
    if delta != 0 and not sharp:
        return strong_loss(epsilon, delta, count=count)
    ok = 0 < epsilon < np.inf
    require(ok, "epsilon", epsilon, "is not positive and finite", "Choose epsilon > 0.")
    basic = SHAVE * epsilon / count
    return basic if delta == 0 else max(basic, sharp_loss(epsilon, delta, squares=count))


def sharp_loss(epsilon: float, delta: float, *, squares: float) -> float:
    """Loss e of a choice if those that a record is in have squares of sum `squares` e^2.

    epsilon / (sqrt(2 S l) (1 + epsilon / 4 l)) with l = ln(1 / delta): strong composition, in which
    the mean of a loss is at most half its square, spends epsilon (1 + 2 u) / (1 + u)^2 < epsilon.
    """
    check_budget(epsilon, delta)
    ell = float(np.log(1 / delta))
    return float(SHAVE * epsilon / (np.sqrt(2 * squares * ell) * (1 + epsilon / (4 * ell))))


def choose(
    curator: Curator, feasible: VertexSet, g: Secret, *, scale: float, sensitivity: float
) -> Array:
    """Vertices of small noisy score, shape (trials, d); a single vertex releases nothing."""
    if feasible.size == 1:
        one: Any = curator.array(np.zeros(g.trials, dtype=np.int64))
        return feasible.vertices(one)
    chosen = curator.noisy_max(-feasible.scores(g), scale=scale, sensitivity=sensitivity)
    return feasible.vertices(chosen)


def moved(x: Array, v: Array, eta: float) -> Array:
    """(1 - eta) x + eta v."""
    return (1 - eta) * x + eta * v


def harmonic(count: int) -> float:
    """H_M = 1 + 1/2 + .. + 1/M.

    >>> harmonic(4) - 25 / 12 < 1e-15
    True
    """
    return float(digamma(count + 1) + np.euler_gamma)


def check_scale(name: str, value: float) -> None:
    """Refuse what is no scale of noise."""
    require(0 < value < np.inf, name, value, "is not positive and finite", "Choose it > 0.")


class PartialAccountant(AccountingCurator):
    """Accounts neighbours that differ in one of the given rows; all other records are public.

    For methods that claim less for some records than for others: one reading for each kind.
    """

    def __init__(self, *, n: int, rows: np.ndarray) -> None:
        super().__init__(n=n)
        self._changing = np.zeros(n, dtype=bool)
        self._changing[rows] = True

    def _read(self, query: Query | Statistic, rows: Ints | None) -> Secret:
        secret = super()._read(query, np.arange(self.n) if rows is None else rows)
        support = revealed(secret, self)[2]
        assert support is not None
        return Secret(self, (), shape=query.shape, support=support & self._changing)


def log_functionals(feasible: VertexSet) -> float:
    """ln(2 k) for k functionals whose absolute values bound the error of every score.

    The d coordinates where the norm is l1, else the M vertices: if each is a martingale whose steps
    have half-lengths c_i, then the mean of their largest is at most D sqrt(2 ln(2 k) sum c_i^2).
    """
    k = feasible.size
    if isinstance(feasible, L1Ball) or getattr(feasible, "p", None) == 1:
        k = min(k, feasible.dimension)
    return float(np.log(2 * k))
