"""A curator that measures what another one adds to the truth.

It knows the dataset, so it can subtract the exact answer from every release and divide by the
scale that the algorithm asked for: residuals that must be independent Laplace(1) draws if the
noise is what it is declared to be.  The batch is hidden from it too; so the dataset consists of
copies of one record, and every batch has the same mean.
"""

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import DataError, ParameterError
from workbench.privacy import Curator, Dataset, Query
from workbench.privacy.arrays import Array


def constant_dataset(dataset: Dataset) -> Dataset:
    """N copies of the first record."""
    return Dataset(np.repeat(dataset.records[:1], dataset.n, axis=0))


class Observed:
    """Passes every call on and keeps (release - exact mean) / scale of each step."""

    def __init__(self, curator: Curator, dataset: Dataset) -> None:
        if not bool((dataset.records == dataset.records[0]).all()):
            raise DataError(
                "dataset has records that differ: the mean over a hidden batch is unknown then.\n"
                "  Observe the curator on constant_dataset(dataset)."
            )
        self._curator, self._record = curator, dataset.records[:1]
        self._residuals: list[Array] = []

    def laplace(
        self, query: Query, *, scale: ArrayLike, sensitivity: ArrayLike, batch: int
    ) -> Array:
        """The other curator's release."""
        release = self._curator.laplace(query, scale=scale, sensitivity=sensitivity, batch=batch)
        if release.shape != query.shape:
            raise ParameterError(
                f"release has shape {release.shape} at step {len(self._residuals)}: the query has "
                f"shape {query.shape}.\n  A curator answers with one row per trial."
            )
        b = np.asarray(scale, dtype=np.float64)
        b = b.reshape(-1, 1) if b.ndim else b
        self._residuals.append((release - query.evaluate_mean(self._record[None])) / b)
        return release

    @property
    def residuals(self) -> Array:
        """Residuals of all steps, shape (steps, trials, d)."""
        return np.stack(self._residuals)
