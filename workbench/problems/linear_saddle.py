"""Linear losses for two players who do not meet: the slowest case of exponential weights.

    f(x, y; z) = b_z^T x - c_z^T y

No matrix is stored, so that simplices may be large.  The planted vertex is the instance that the
bounds of mirror descent have in mind: the average of the iterates is late by ln(d)/(tau T).
"""

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import require
from workbench.privacy.arrays import Array, like, namespace
from workbench.problems.simplex_saddle import SimplexSaddleProblem


class LinearSaddle(SimplexSaddleProblem):
    """Lines b of shape (atoms, dx) and c of shape (atoms, dy)."""

    Lxx = Lyy = L1 = L2 = 0.0
    """Nothing is curved."""

    def __init__(self, b: ArrayLike, c: ArrayLike, *, name: str = "linear") -> None:
        self.name = name
        self.b, self.c = np.array(b, dtype=np.float64), np.array(c, dtype=np.float64)
        ok = self.b.ndim == 2 == self.c.ndim and len(self.b) == len(self.c) and self.b.size > 0
        rule = f"and c have shapes {self.b.shape}, {self.c.shape}"
        require(ok, "b", "given", rule, "Pass (atoms, dx) and (atoms, dy).")
        finite = bool(np.isfinite(self.b).all() and np.isfinite(self.c).all())
        require(finite, "b", "given", "or c has an entry that is not finite", "Remove nan, inf.")
        self.atoms, self.dx = self.b.shape
        self.dy = self.c.shape[1]

    @cached_property
    def L0(self) -> float:
        """Largest entry."""
        return float(max(np.abs(self.b).max(), np.abs(self.c).max()))

    def mean_x(self, weights: Array, x: Array, y: Array) -> Array:
        """The line b, the same at every point."""
        line = weights @ like(self.b, weights)
        return namespace(x).broadcast_to(line, (x.shape[0], self.dx))

    def mean_y(self, weights: Array, x: Array, y: Array) -> Array:
        """The line -c."""
        line = -(weights @ like(self.c, weights))
        return namespace(y).broadcast_to(line, (y.shape[0], self.dy))

    def value(self, weights: Array, x: Array, y: Array) -> Array:
        """Two sums, shape (trials,)."""
        b, c = weights @ like(self.b, weights), weights @ like(self.c, weights)
        xp = namespace(x)
        return xp.sum(b * x, axis=1) - xp.sum(c * y, axis=1)


def planted(size: int) -> LinearSaddle:
    """Vertex 0 is best for both players, by 1/2; size vertices each, two records that disagree.

    >>> planted(4).L0
    0.5
    """
    require(size >= 2, "size", size, "is below 2", "Leave the players a choice.")
    j = np.arange(size)
    best = np.where(j == 0, -0.25, 0.25)
    swing = np.where(np.cos(1 + j) > 0, 0.25, -0.25)
    pull = np.stack([best + swing, best - swing])
    return LinearSaddle(pull, pull, name="planted vertex")
