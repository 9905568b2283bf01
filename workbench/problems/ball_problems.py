"""Stochastic problems on l_p balls: minimise F(x) = E f(x, z) over |x|_p <= D.

    |grad f(x, z)|_q <= lipschitz = L0,   |grad f(x, z) - grad f(y, z)|_q <= smoothness |x - y|_p

for every record of the declared domain and all points of the ball, 1/p + 1/q = 1; so a replaced
record moves the mean gradient of m records by at most 2 L0 / m.  The population is known exactly.
Named instances are in module `ball_instances`.
"""

import math
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import ParameterError, require
from workbench.privacy.arrays import Array
from workbench.privacy.queries.datasets import Dataset
from workbench.privacy.queries.query import Query
from workbench.problems.feasible_sets import LpBall
from workbench.problems.nonconvex import RecordLoss, SmoothProblem


class Population(RecordLoss, Protocol):
    """A record loss whose `draw` follows the population, with F and its gradient."""

    def risk(self, x: Array) -> Array:
        """F at points of shape (trials, d), shape (trials,)."""
        ...

    def slope(self, x: Array) -> Array:
        """The gradient of F, shape (trials, d)."""
        ...


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BallProblem:
    """A loss with its population, the ball, and constants in the norm of the ball.

    `euclidean` are L0 and L1 in l2 norm, which bound rounding errors (for a loss with kinks, L1 of
    its pieces); `optimum` is the least F on the ball, nan where it is not known; F +
    weak_convexity |x|_2^2 / 2 is convex, for every record (0: the losses are convex).
    """

    name: str
    loss: Population
    ball: LpBall
    lipschitz: float
    smoothness: float
    euclidean: tuple[float, float]
    optimum: float = math.nan
    weak_convexity: float = 0.0
    start: Array = field(default_factory=lambda: np.zeros(0))

    def __post_init__(self) -> None:
        """Check the constants; by default the centre is the start."""
        start = np.array(self.start if self.start.size else self.ball.start, dtype=np.float64)
        if start.shape != (self.ball.dimension,) or not self.ball.contains(start[None]).all():
            raise ParameterError(
                f"start = {start} is not a point of the ball of {self.name!r}.\n"
                f"  Pass {self.ball.dimension} numbers of l_{self.ball.p:g} norm at most "
                f"{self.ball.radius:g}."
            )
        start.setflags(write=False)
        object.__setattr__(self, "start", start)
        ok = 0 < self.lipschitz < np.inf
        require(ok, "lipschitz", self.lipschitz, "is not positive and finite", "Pass L0 > 0.")
        require(self.smoothness >= 0, "smoothness", self.smoothness, "is negative", "Pass L1 >= 0.")

    @property
    def convex(self) -> bool:
        """Whether the loss of every record is convex."""
        return self.weak_convexity == 0

    @property
    def dimension(self) -> int:
        """Number of variables d."""
        return self.ball.dimension

    @property
    def trivial(self) -> float:
        """2 L0 D: no point of the ball has a larger excess or a larger gap."""
        return 2 * self.lipschitz * self.ball.radius

    @property
    def base(self) -> SmoothProblem:
        """The record loss alone: queries, domain and neighbours."""
        return SmoothProblem(
            name=self.name,
            loss=self.loss,
            start=self.start,
            lipschitz=self.euclidean[0],
            smoothness=self.euclidean[1],
        )

    def dataset(self, records: ArrayLike) -> Dataset:
        """Dataset of these rows, checked against the declared domain."""
        return self.base.dataset(records)

    def sample(self, rng: np.random.Generator, n: int) -> Dataset:
        """Draw n independent records of the population."""
        return self.dataset(self.loss.draw(rng, n))

    def extremal_pair(self, n: int, *, index: int = -1) -> tuple[Dataset, Dataset]:
        """Neighbours whose record `index` points apart; the other records equal the second's."""
        return self.base.extremal_pair(n, index=index)

    def mean_gradient(self, x: Array) -> Query:
        """The query of the mean gradient at points of shape (trials, d)."""
        return self.base.mean_gradient(x)

    def excess(self, x: Array) -> Array:
        """F - min F at points of shape (trials, d), shape (trials,)."""
        return self.loss.risk(x) - self.optimum

    def gap(self, x: Array) -> Array:
        """The Frank-Wolfe gap max over y of <grad F(x), x - y>, shape (trials,)."""
        return self.ball.gap(self.loss.slope(x), x)
