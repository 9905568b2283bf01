"""Feasible sets with the norms in which constants are stated, and their linear minimisation.

    minimise(g)     a minimiser of <g, v> over the set            (trials, d) -> (trials, d)
    gap(g, x)       max over y of <g, x - y>, the Frank-Wolfe gap    -> (trials,)

in closed form, O(d) per trial.  A set with few vertices also numbers them, 0..size - 1, and answers
their `scores` <g, v> for a public g or a secret one: a choice of a vertex by noisy scores depends
on d only through the logarithm of `size`.  Simplex and general polytopes: module `polytopes`.

`radius` is the largest norm of a point, the letter D of most bounds: a diameter can be 2 D.
"""

from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

import numpy as np

from workbench.errors import require
from workbench.privacy import Secret
from workbench.privacy.arrays import ULP, Array, Ints, beside, namespace, unit_rows
from workbench.problems.norms import dual_exponent, norm_gradient, power_norm

G = TypeVar("G", Array, Secret)


class FeasibleSet(Protocol):
    """A compact convex set in d variables and a norm; points have shape (trials, d)."""

    @property
    def dimension(self) -> int:
        """Number of variables d."""
        ...

    @property
    def radius(self) -> float:
        """Largest norm of a point."""
        ...

    @property
    def start(self) -> Array:
        """A public point inside, shape (d,)."""
        ...

    def norm(self, x: Array) -> Array:
        """Norm of every point, shape (trials,)."""
        ...

    def dual_norm(self, g: Array) -> Array:
        """Dual norm of every gradient, shape (trials,)."""
        ...

    def minimise(self, g: Array) -> Array:
        """A minimiser of <g, v> for every row of g, shape (trials, d)."""
        ...

    def gap(self, g: Array, x: Array) -> Array:
        """Largest <g, x - y> over the set, shape (trials,)."""
        ...

    def contains(self, x: Array) -> np.ndarray:
        """Which points are in the set, up to rounding; shape (trials,)."""
        ...


@runtime_checkable
class VertexSet(FeasibleSet, Protocol):
    """A polytope whose vertices are numbered."""

    @property
    def size(self) -> int:
        """Number M of vertices."""
        ...

    def vertices(self, indices: Ints) -> Array:
        """The vertices of these numbers, shape (trials, d)."""
        ...

    def scores(self, g: G) -> G:
        """The products <g, v> with all vertices, shape (trials, M)."""
        ...


def _check(dimension: int, radius: float) -> None:
    require(dimension >= 1, "dimension", dimension, "is below 1", "Use one variable or more.")
    require(0 < radius < np.inf, "radius", radius, "is not positive and finite", "Choose D > 0.")


@dataclass(frozen=True, slots=True)
class L1Ball:
    """|x|_1 <= radius; vertices radius e_1, .., radius e_d, -radius e_1, .., -radius e_d.

    >>> L1Ball(3, 2.0).minimise(np.array([[1.0, -3.0, 2.0]])).tolist()
    [[0.0, 2.0, 0.0]]
    """

    dimension: int
    radius: float

    def __post_init__(self) -> None:
        """Check the parameters."""
        _check(self.dimension, self.radius)

    @property
    def start(self) -> Array:
        """The centre."""
        return np.zeros(self.dimension)

    @property
    def size(self) -> int:
        """M = 2 d."""
        return 2 * self.dimension

    def norm(self, x: Array) -> Array:
        """l1 norms."""
        return power_norm(x, 1.0)

    def dual_norm(self, g: Array) -> Array:
        """Largest absolute entries."""
        return power_norm(g, np.inf)

    def minimise(self, g: Array) -> Array:
        """A vertex along the largest entry."""
        xp = namespace(g)
        best = xp.argmax(xp.abs(g), axis=1)
        largest = xp.take_along_axis(g, best[:, None], axis=1)[:, 0]
        return self.vertices(xp.where(largest > 0, best + self.dimension, best))

    def vertices(self, indices: Ints) -> Array:
        """Signed multiples of unit vectors."""
        both = unit_rows(indices, 2 * self.dimension)
        return self.radius * (both[:, : self.dimension] - both[:, self.dimension :])

    def scores(self, g: G) -> G:
        """Radius g beside -radius g."""
        if isinstance(g, Secret):
            half = g * self.radius
            return half.beside(-half)
        return beside(self.radius * g, -self.radius * g)

    def gap(self, g: Array, x: Array) -> Array:
        """<g, x> + radius |g|_inf."""
        return namespace(g).sum(g * x, axis=1) + self.radius * self.dual_norm(g)

    def contains(self, x: Array) -> np.ndarray:
        """Norm at most the radius, with d + 8 roundings to spare."""
        return self.norm(x) <= self.radius * (1 + (self.dimension + 8) * ULP)


@dataclass(frozen=True, slots=True)
class LpBall:
    """|x|_p <= radius for 1 < p < inf; the dual norm is l_q with 1/p + 1/q = 1.

    >>> LpBall(2, 2.0, 5.0).minimise(np.array([[3.0, -4.0]])).round(12).tolist()
    [[-3.0, 4.0]]
    """

    dimension: int
    p: float
    radius: float

    def __post_init__(self) -> None:
        """Check the parameters."""
        _check(self.dimension, self.radius)
        require(1 < self.p < np.inf, "p", self.p, "is outside (1, inf)", "Use L1Ball for p = 1.")

    @property
    def q(self) -> float:
        """The dual exponent p / (p - 1)."""
        return dual_exponent(self.p)

    @property
    def start(self) -> Array:
        """The centre."""
        return np.zeros(self.dimension)

    def norm(self, x: Array) -> Array:
        """l_p norms."""
        return power_norm(x, self.p)

    def dual_norm(self, g: Array) -> Array:
        """l_q norms."""
        return power_norm(g, self.q)

    def minimise(self, g: Array) -> Array:
        """-radius sign(g) |g|^(q-1), of l_p norm radius; the centre where g = 0."""
        return -self.radius * norm_gradient(g, self.q)[0]

    def gap(self, g: Array, x: Array) -> Array:
        """<g, x> + radius |g|_q."""
        return namespace(g).sum(g * x, axis=1) + self.radius * self.dual_norm(g)

    def contains(self, x: Array) -> np.ndarray:
        """Norm at most the radius, up to the rounding of a d-term sum of powers."""
        return self.norm(x) <= self.radius * (1 + (self.dimension + 8 + 4 * self.p) * ULP)
