"""The trusted curator: holds the data, answers with noise; the only door to the data.

An algorithm calls

    curator.laplace(query, scale=b, sensitivity=S / m, batch=m)

and gets the mean of the query over a fresh, hidden batch of m of the n records, drawn without
replacement, plus Laplace noise of scale b in every coordinate: a release of shape (trials, d).
It states the l1 sensitivity that it relies on; curators that can check the statement do.  The
same algorithm runs unchanged under every curator of this room.
"""

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import ParameterError, require
from workbench.privacy.arrays import Array, trial_blocks
from workbench.privacy.batches import draw_batches
from workbench.privacy.datasets import Dataset
from workbench.privacy.noise import GenuineNoise, NoiseSource
from workbench.privacy.queries import Query

NoiseWrapper = Callable[[NoiseSource], NoiseSource]


class Curator(Protocol):
    """What an algorithm sees of a curator."""

    def laplace(
        self, query: Query, *, scale: ArrayLike, sensitivity: ArrayLike, batch: int
    ) -> Array:
        """Noisy mean of the query over a hidden batch, shape (trials, d).

        `scale` and `sensitivity` are numbers, or one number per trial where they depend on
        earlier releases.
        """
        ...


def positive(name: str, value: ArrayLike, trials: int) -> float | Array:
    """A positive number, or one per trial as an array of shape (trials, 1)."""
    array = np.asarray(value, dtype=np.float64)
    if array.ndim == 0:
        number = float(array)
        require(
            0 < number < np.inf, name, number, "is not positive and finite", f"Pass {name} > 0."
        )
        return number
    if array.shape not in {(trials,), (trials, 1)}:
        raise ParameterError(
            f"{name} has shape {array.shape}: a number or one number per trial is needed.\n"
            f"  Pass a scalar or an array of shape ({trials},)."
        )
    smallest = float(array.min()) if np.isfinite(array).all() else np.nan
    require(
        smallest > 0, f"min({name})", smallest, "is not positive and finite", f"Pass {name} > 0."
    )
    return array.reshape(trials, 1)


def check_batch(batch: int, n: int) -> None:
    """Refuse a batch that n records cannot fill."""
    require(1 <= batch <= n, "batch", batch, f"is outside 1..n = {n}", "Choose m with 1 <= m <= n.")


def batch_mean(
    query: Query, dataset: Dataset, batch: int, rng: np.random.Generator | None
) -> Array:
    """Mean of the query over a fresh batch per trial, in blocks of bounded memory.

    Without a generator the mean runs over all the records.
    """
    n, k = dataset.records.shape
    if rng is None or batch == n:
        return _over_all(query, dataset)
    answer = np.empty(query.shape)
    gathered = batch * (k + query.shape[1])
    for rows in trial_blocks(query.trials, gathered if 4 * batch <= n else max(n, gathered)):
        part = query.block(rows)
        batches = draw_batches(rng, trials=part.trials, n=n, m=batch)
        answer[rows] = part.evaluate_mean(dataset.records[batches])
    return answer


def _over_all(query: Query, dataset: Dataset) -> Array:
    records = dataset.records[None]
    blocks = list(trial_blocks(query.trials, dataset.n))
    if len(blocks) == 1:
        return query.evaluate_mean(records)
    return np.concatenate([query.block(rows).evaluate_mean(records) for rows in blocks])


class TrustedCurator:
    """Holds one dataset and releases noisy means; batch and noise are fresh at every call."""

    def __init__(
        self, dataset: Dataset, rng: np.random.Generator, *, noise: NoiseSource | None = None
    ) -> None:
        self._dataset = dataset
        self._rng = rng
        self._noise: NoiseSource = GenuineNoise(rng) if noise is None else noise

    def with_noise(self, wrap: NoiseWrapper) -> "TrustedCurator":
        """The same curator with another source of noise, for planting faults."""
        return TrustedCurator(self._dataset, self._rng, noise=wrap(self._noise))

    def laplace(
        self, query: Query, *, scale: ArrayLike, sensitivity: ArrayLike, batch: int
    ) -> Array:
        """Noisy mean of the query over a hidden batch, shape (trials, d)."""
        b = positive("scale", scale, query.trials)
        positive("sensitivity", sensitivity, query.trials)
        check_batch(batch, self._dataset.n)
        noise = self._noise.laplace(b, query.shape)
        return batch_mean(query, self._dataset, batch, self._rng) + noise


class NoiselessCurator:
    """Answers exactly: the non-private baseline, not to be used on data worth protecting.

    Without a generator every answer is the mean over all the records; with one, the mean over a
    fresh batch, so that the error of subsampling can be looked at alone.
    """

    def __init__(self, dataset: Dataset, *, rng: np.random.Generator | None = None) -> None:
        self._dataset = dataset
        self._rng = rng

    def laplace(
        self, query: Query, *, scale: ArrayLike, sensitivity: ArrayLike, batch: int
    ) -> Array:
        """Mean of the query without noise, shape (trials, d)."""
        positive("scale", scale, query.trials)
        positive("sensitivity", sensitivity, query.trials)
        check_batch(batch, self._dataset.n)
        return batch_mean(query, self._dataset, batch, self._rng)
