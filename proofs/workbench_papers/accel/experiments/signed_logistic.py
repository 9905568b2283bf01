"""Logistic regression whose records are stored as v = z u, the features times the label.

    F(x) = mean_i log(1 + exp(-v_i^T x)) + penalty |x|^2

Features and label enter the loss only through v, so nothing is lost, and a gradient of all trials
at once is two matrix products with an elementwise function between them, done in blocks of records
that stay in the cache.  Margins have shape (records, trials): tall products are the faster ones.
The constants are those of the model with labels.
"""

from dataclasses import dataclass, replace

import numpy as np

from workbench.errors import require
from workbench.privacy import Dataset, Query
from workbench.privacy.arrays import Array
from workbench.problems import LogisticRegression
from workbench.problems.base import Minimiser

ROWS = 2000  # records per block: the margins of some dozen trials fit into the cache


@dataclass(frozen=True, eq=False, kw_only=True)
class SignedLogistic:
    """The model with labels, and the smoothness constant in use (at least the model's own)."""

    model: LogisticRegression
    smoothness: float

    def __post_init__(self) -> None:
        """Check that the constant is one for every dataset of the domain."""
        least = self.model.smoothness
        ok = self.smoothness >= least
        require(ok, "smoothness", self.smoothness, f"is below {least}", "Pass a valid constant.")

    @property
    def start(self) -> Array:
        """Public starting point, shape (d,)."""
        return self.model.start

    @property
    def strong_convexity(self) -> float:
        """Mu = 2 penalty."""
        return self.model.strong_convexity

    @property
    def l1_sensitivity(self) -> float:
        """S_1 = 2 C."""
        return self.model.l1_sensitivity

    def dataset(self, features: Array, labels: Array) -> Dataset:
        """Records v = z u, checked against the domain of the model."""
        self.model.dataset(np.column_stack([features, labels]))
        return Dataset(features * labels[:, None])

    def mean_gradient(self, x: Array) -> Query:
        """The query of the mean gradient."""
        query = self.model.mean_gradient(x)
        return replace(
            query, values=lambda x, records: query.values(x, _labelled(records)), mean=self._mean,
            difference=lambda x, old, new: query.difference(x, _labelled(old), _labelled(new)),
            difference_error=lambda x, old, new: query.difference_error(
                x, _labelled(old), _labelled(new)
            ),
        )  # fmt: skip

    def objective(self, x: Array, dataset: Dataset) -> Array:
        """F at points of shape (trials, d); shape (trials,)."""
        total = np.zeros(len(x))
        for begin in range(0, dataset.n, ROWS):
            margins = x @ dataset.records[begin : begin + ROWS].T
            total -= np.minimum(margins, 0.0).sum(axis=1)
            np.abs(margins, out=margins)
            np.negative(margins, out=margins)
            np.exp(margins, out=margins)
            total += np.log1p(margins, out=margins).sum(axis=1)
        return total / dataset.n + self.model.penalty * (x**2).sum(axis=1)

    def minimise(self, dataset: Dataset) -> Minimiser:
        """The minimiser, by the Newton method of the model."""
        return self.model.minimise(Dataset(_labelled(dataset.records)))

    def random_pair(self, rng: np.random.Generator, n: int) -> tuple[Dataset, Dataset]:
        """Random neighbours of the model, with their labels folded in."""
        first, second = self.model.random_pair(rng, n)
        return _folded(first), _folded(second)

    def extremal_pair(self, n: int) -> tuple[Dataset, Dataset]:
        """Extremal neighbours of the model, with their labels folded in."""
        first, second = self.model.extremal_pair(n)
        return _folded(first), _folded(second)

    def _mean(self, x: Array, records: Array) -> Array:
        with np.errstate(over="ignore"):  # exp(margin) = inf gives the right factor, 0
            if records.shape[0] > 1:
                factors = _slopes((records @ x[:, :, None])[..., 0])
                loss = (factors[:, None, :] @ records)[:, 0]
            else:
                points = np.ascontiguousarray(x.T)
                total = np.zeros_like(points)
                for begin in range(0, records.shape[1], ROWS):
                    rows = records[0, begin : begin + ROWS]
                    total += rows.T @ _slopes(rows @ points)
                loss = total.T
        return 2 * self.model.penalty * x - loss / records.shape[1]


def _slopes(margins: Array) -> Array:
    """1 / (1 + exp(margin)), in place."""
    np.exp(margins, out=margins)
    margins += 1.0
    return np.reciprocal(margins, out=margins)


def _labelled(records: Array) -> Array:
    return np.concatenate([records, np.ones((*records.shape[:-1], 1))], axis=-1)


def _folded(data: Dataset) -> Dataset:
    return Dataset(data.records[:, :-1] * data.records[:, -1:])
