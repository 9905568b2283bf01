"""Losses phi(<z, x>) of sparse records z: every gradient is phi' z, as sparse as the record.

F is the mean over n records.  With |phi'| <= P1 and |phi''| <= P2 (module `sparse_links`) and
|z|_2 <= radius, each loss has lipschitz = P1 radius and smoothness = P2 radius^2, on the whole
domain and at every x.

The regularised minimiser is a secret: how far a record moves it is a theorem.  It is computed by
Newton steps and returned with a bound on its distance from the true one, which the theorem needs.
"""

import math
from dataclasses import dataclass

import numpy as np

from workbench.errors import require
from workbench.privacy.arrays import Array, is_numpy, like, to_numpy
from workbench.privacy.queries.datasets import Dataset
from workbench.privacy.queries.query import Query, Statistic
from workbench.problems.sparse_links import LINEAR, SOFTPLUS, SQUARED_SIGMOID, Link
from workbench.problems.sparse_minimisers import Near, minimise
from workbench.problems.sparse_vectors import SparseVectors

UNIT = 2.0**-53


@dataclass(frozen=True, slots=True, kw_only=True)
class SparseProblem:
    """phi(<z, x>) over sparse records; points have shape (trials, d).

    >>> embedding_logistic(d=300, s=3).smoothness
    0.25
    """

    vectors: SparseVectors
    link: Link

    @property
    def dimension(self) -> int:
        """Number of variables d."""
        return self.vectors.d

    @property
    def start(self) -> Array:
        """The origin, shape (d,)."""
        return np.zeros(self.dimension)

    @property
    def lipschitz(self) -> float:
        """L: gradients have l2 norm at most P1 radius."""
        return self.link.top_slope * self.vectors.radius

    @property
    def smoothness(self) -> float:
        """H: gradients are P2 radius^2-Lipschitz in l2 norm."""
        return self.link.top_curvature * self.vectors.radius**2

    def sample(self, rng: np.random.Generator, n: int, *, positive: float = 0.8) -> Dataset:
        """Random supports T with a label: z = y radius 1_T / sqrt(s), P(y = 1) = positive."""
        rows = np.abs(self.vectors.draw(rng, n))
        rows[:, self.vectors.s :] *= np.where(rng.random((n, 1)) < positive, 1.0, -1.0)
        return self.vectors.checked(rows)

    def mean_gradient(self, x: Array) -> Query:
        """The query of the mean gradient at points of shape (trials, d)."""
        return Query(
            points=x,
            values=self._values,
            mean=self._mean,
            difference=self._difference,
            difference_error=self._difference_error,
        )

    def objective(self, x: Array, dataset: Dataset) -> Array:
        """F at points of shape (trials, d); shape (trials,)."""
        margins = self.vectors.matrix(dataset.in_numpy.records) @ to_numpy(x).T
        return np.asarray(self.link.value(margins).mean(axis=0))

    def full_gradient(self, x: Array, dataset: Dataset) -> Array:
        """The gradient of F at points of shape (trials, d); not private."""
        return self._mean(to_numpy(x), dataset.in_numpy.records[None])

    def minimise(
        self, dataset: Dataset, *, lam: float, radius: float | None = None, accuracy: float
    ) -> Near:
        """A point within `accuracy` (l2) of argmin F(x) + lam/2 |x|^2, over |x|_2 <= radius."""
        rule = f"of {self.link.name!r} is not convex: it has no unique minimiser"
        require(self.link.convex, "link", self.link.name, rule, "Use a convex loss.")
        matrix = self.vectors.matrix(dataset.in_numpy.records)
        return minimise(
            matrix,
            self.link,
            lam=lam,
            radius=radius,
            accuracy=accuracy,
            lipschitz=self.lipschitz,
            smoothness=self.smoothness,
        )

    def minimiser(
        self, *, trials: int, lam: float, radius: float | None = None, accuracy: float
    ) -> Statistic:
        """The minimiser as a statistic, for a secret; the same point in all trials.

        Its rounding is 0: what is released is the computed point, and its distance from the true
        minimiser belongs into the sensitivity that a method claims.
        """

        def function(records: Array) -> Array:
            data = Dataset(records)
            return self.minimise(data, lam=lam, radius=radius, accuracy=accuracy).x[None]

        return Statistic(function=function, shape=(trials, self.dimension), rounding=0.0)

    def random_pair(self, rng: np.random.Generator, n: int) -> tuple[Dataset, Dataset]:
        """Random neighbours: n + 1 random records, the last of which replaces the first."""
        rows = self.sample(rng, n + 1).records
        first = self.vectors.checked(rows[:n])
        return first, first.replace(0, rows[n])

    def extremal_pair(self, n: int) -> tuple[Dataset, Dataset]:
        """Neighbours whose first record points apart; the other records equal the second's."""
        return self.vectors.extremal_pair(n)

    def _margins(self, x: Array, records: Array) -> Array:
        """<z, x>, shape (trials, m)."""
        if len(records) == 1:
            return np.asarray((self.vectors.matrix(records[0]) @ x.T).T)
        where, what = self.vectors.split(records)
        found = np.take_along_axis(x, where.reshape(len(x), -1), axis=1)
        return np.asarray((found.reshape(what.shape) * what).sum(axis=-1))

    def _values(self, x: Array, records: Array) -> Array:
        if not is_numpy(x):  # sparse matrices are scipy's: no library shares them
            return like(self._values(to_numpy(x), to_numpy(records)), x)
        slopes = self.link.slope(self._margins(x, records))
        return slopes[..., None] * self.vectors.dense(records)

    def _mean(self, x: Array, records: Array) -> Array:
        if not is_numpy(x):
            return like(self._mean(to_numpy(x), to_numpy(records)), x)
        slopes = self.link.slope(self._margins(x, records))
        m = records.shape[1]
        if len(records) == 1:
            return np.asarray((self.vectors.matrix(records[0]).T @ slopes.T).T / m)
        where, what = self.vectors.split(records)
        places = where + np.arange(len(x))[:, None, None] * self.dimension
        terms = (slopes[..., None] * what).ravel()
        total = np.bincount(places.ravel(), weights=terms, minlength=x.size)
        return np.asarray(total.reshape(x.shape) / m)

    def _difference(self, x: Array, old: Array, new: Array) -> Array:
        a, b = (self._values(x, record[None, None])[:, 0] for record in (old, new))
        return b - a

    def _difference_error(self, x: Array, old: Array, new: Array) -> Array:
        """Products and the difference cost few units; a margin is off by (s + 1) units of |x||z|.

        The l1 norm of a 2s-sparse vector is at most sqrt(2 s) times its l2 norm.
        """
        s, radius = self.vectors.s, self.vectors.radius
        size = np.abs(x).max(axis=1) * self.vectors.l1_radius
        curved = self.link.top_curvature * (s + 8) * size
        return np.asarray(
            2 * UNIT * math.sqrt(2 * s) * radius * (16 * self.link.top_slope + curved)
        )


def embedding_logistic(*, d: int, s: int) -> SparseProblem:
    """Instance S3: logistic loss of s active embeddings of size 1/sqrt(s); L = 1, H = 1/4."""
    return SparseProblem(vectors=SparseVectors(d=d, s=s), link=SOFTPLUS)


def sparse_linear(*, d: int, s: int, radius: float = 1.0) -> SparseProblem:
    """Instance S9: <z, x>, with minimiser -mean(z) / lam; L = radius, H = 0."""
    return SparseProblem(vectors=SparseVectors(d=d, s=s, radius=radius), link=LINEAR)


def sparse_sigmoid(*, d: int, s: int) -> SparseProblem:
    """Squared error of a logistic guess (not convex), started at the origin."""
    return SparseProblem(vectors=SparseVectors(d=d, s=s), link=SQUARED_SIGMOID)
