"""The simplex, and polytopes given by their vertices (O(M d) per trial)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import ParameterError, require
from workbench.privacy import Secret
from workbench.privacy.arrays import ULP, Array, Ints, like, namespace, unit_rows
from workbench.problems.feasible_sets import G
from workbench.problems.norms import dual_exponent, power_norm


@dataclass(frozen=True, slots=True)
class Simplex:
    """Non-negative points of sum 1; vertices e_1, .., e_d; l1 norm."""

    dimension: int

    def __post_init__(self) -> None:
        """Check the dimension."""
        require(self.dimension >= 1, "dimension", self.dimension, "is below 1", "Use one or more.")

    @property
    def radius(self) -> float:
        """Every point has l1 norm 1."""
        return 1.0

    @property
    def start(self) -> Array:
        """The uniform point."""
        return np.full(self.dimension, 1 / self.dimension)

    @property
    def size(self) -> int:
        """M = d."""
        return self.dimension

    def norm(self, x: Array) -> Array:
        """l1 norms."""
        return power_norm(x, 1.0)

    def dual_norm(self, g: Array) -> Array:
        """Largest absolute entries."""
        return power_norm(g, np.inf)

    def minimise(self, g: Array) -> Array:
        """The vertex of the smallest entry."""
        return self.vertices(namespace(g).argmin(g, axis=1))

    def vertices(self, indices: Ints) -> Array:
        """Unit vectors."""
        return unit_rows(indices, self.dimension)

    def scores(self, g: G) -> G:
        """The gradient itself."""
        return g

    def gap(self, g: Array, x: Array) -> Array:
        """<g, x> - min g."""
        xp = namespace(g)
        return xp.sum(g * x, axis=1) - xp.min(g, axis=1)

    def contains(self, x: Array) -> np.ndarray:
        """Non-negative and of sum 1, up to d + 8 roundings."""
        room = (self.dimension + 8) * ULP
        return (x.min(axis=1) >= -room) & (np.abs(x.sum(axis=1) - 1) <= room)


@dataclass(frozen=True, slots=True, eq=False)
class Polytope:
    """The convex hull of `corners`, shape (M, d), with the l_p norm.

    >>> square = Polytope([[1, 1], [1, -1], [-1, 1], [-1, -1]], p=np.inf)
    >>> square.radius, square.minimise(np.array([[2.0, -3.0]])).tolist()
    (1.0, [[-1.0, 1.0]])
    """

    corners: Array
    p: float

    def __init__(self, corners: ArrayLike, *, p: float = 2.0) -> None:
        points = np.array(corners, dtype=np.float64)
        if points.ndim != 2 or points.size == 0 or not np.isfinite(points).all():
            raise ParameterError(
                f"corners has shape {points.shape}: finite vertices, one per row, are needed.\n"
                "  Pass an array of shape (M, d)."
            )
        require(p >= 1, "p", p, "is below 1: that is no norm", "Choose 1 <= p <= inf.")
        points.setflags(write=False)
        object.__setattr__(self, "corners", points)
        object.__setattr__(self, "p", float(p))

    @property
    def dimension(self) -> int:
        """Number of variables d."""
        return int(self.corners.shape[1])

    @property
    def size(self) -> int:
        """Number M of vertices."""
        return int(self.corners.shape[0])

    @property
    def radius(self) -> float:
        """Norm of the longest vertex."""
        return float(self.norm(self.corners).max())

    @property
    def start(self) -> Array:
        """The mean of the vertices."""
        return np.asarray(self.corners.mean(axis=0))

    def norm(self, x: Array) -> Array:
        """l_p norms."""
        return power_norm(x, self.p)

    def dual_norm(self, g: Array) -> Array:
        """l_q norms with 1/p + 1/q = 1."""
        return power_norm(g, dual_exponent(self.p))

    def minimise(self, g: Array) -> Array:
        """The vertex of the smallest score."""
        return self.vertices(namespace(g).argmin(self.scores(g), axis=1))

    def vertices(self, indices: Ints) -> Array:
        """Rows of `corners`."""
        return namespace(indices).take(like(self.corners, indices), indices, axis=0)

    def scores(self, g: G) -> G:
        """<g, v> for every vertex."""
        if isinstance(g, Secret):
            return g @ self.corners.T
        return g @ like(self.corners.T, g)

    def gap(self, g: Array, x: Array) -> Array:
        """<g, x> minus the smallest score."""
        xp = namespace(g)
        return xp.sum(g * x, axis=1) - xp.min(self.scores(g), axis=1)

    def contains(self, x: Array) -> np.ndarray:
        """By a linear program for each point, with its tolerance of 1e-7 (not O(d)).

        What is longer than the radius is outside, whatever the tolerance: steps rely on that.
        """
        from scipy.optimize import linprog

        system = np.vstack([self.corners.T, np.ones(self.size)])
        found = [
            linprog(np.zeros(self.size), A_eq=system, b_eq=[*row, 1.0]).status == 0
            for row in np.asarray(x)
        ]
        roundings = self.dimension + 8 + (4 * self.p if self.p < np.inf else 0)
        return np.array(found) & (self.norm(x) <= self.radius * (1 + roundings * ULP))
