"""What an algorithm, an audit and an experiment may ask of a problem.

A problem is public: loss, declared domain of the records, starting point and the constants that
follow from them.  It holds no data.  What depends on data (objective, minimiser) takes the dataset
as an argument, so that an algorithm, which has none, cannot use it.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from workbench.privacy.arrays import Array
from workbench.privacy.queries.datasets import Dataset
from workbench.privacy.queries.query import Query


@dataclass(frozen=True, slots=True, eq=False)
class Minimiser:
    """A minimiser x, its value F(x), and a bound on how far the value is above the optimum."""

    x: Array
    value: float
    gap: float


class Problem(Protocol):
    """Smooth, strongly convex finite sum with data-independent constants."""

    @property
    def start(self) -> Array:
        """Public starting point, shape (d,)."""
        ...

    @property
    def strong_convexity(self) -> float:
        """mu, for every dataset of the domain."""
        ...

    @property
    def smoothness(self) -> float:
        """L, for every dataset of the domain."""
        ...

    @property
    def l1_sensitivity(self) -> float:
        """S_1: l1 sensitivity of one record's gradient, for every point; not divided by m."""
        ...

    def mean_gradient(self, x: Array) -> Query:
        """The query of the mean gradient at points of shape (trials, d)."""
        ...

    def objective(self, x: Array, dataset: Dataset) -> Array:
        """F at points of shape (trials, d); shape (trials,)."""
        ...

    def random_pair(self, rng: np.random.Generator, n: int) -> tuple[Dataset, Dataset]:
        """Random neighbours of n records each."""
        ...

    def extremal_pair(self, n: int) -> tuple[Dataset, Dataset]:
        """Neighbours far apart in a common direction; all other records equal the second's."""
        ...

    def minimise(self, dataset: Dataset) -> Minimiser:
        """Minimiser of F with a verified gap."""
        ...
