"""The trusted curator: holds the data, answers with noise; the only door to the data.

An algorithm calls

    curator.laplace(query, scale=b, sensitivity=S / m, batch=m)

and gets the mean of the query over a fresh, hidden batch of m of the n records, drawn without
replacement, plus Laplace noise of scale b in every coordinate: a release of shape (trials, d).
It states the l1 sensitivity that it relies on; curators that can check the statement do.  Module
`base` lists everything else that a curator offers.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from workbench.errors import ParameterError
from workbench.privacy.arrays import (
    Array,
    Ints,
    is_numpy,
    like,
    namespace,
    taken,
    to_numpy,
    trial_blocks,
)
from workbench.privacy.curators.base import Curator
from workbench.privacy.curators.calls import Call
from workbench.privacy.curators.choices import SoftmaxLaw, WinnerLaw
from workbench.privacy.curators.noise import GenuineNoise, NoiseSource, one_hot
from workbench.privacy.curators.spending import Budget
from workbench.privacy.queries.batches import draw_batches
from workbench.privacy.queries.datasets import Dataset
from workbench.privacy.queries.halves import Halved, halved_mean
from workbench.privacy.queries.query import Query, Statistic
from workbench.privacy.queries.secrets import Secret, revealed

__all__ = ["Curator", "NoiseWrapper", "NoiselessCurator", "TrustedCurator", "rows_mean"]

NoiseWrapper = Callable[[NoiseSource], NoiseSource]


def batch_mean(
    query: Query, dataset: Dataset, batch: int, rng: np.random.Generator | None
) -> Array:
    """Mean of the query over a fresh batch per trial, in blocks of bounded memory.

    Without a generator the mean runs over all the records.
    """
    n, k = dataset.records.shape
    if rng is not None and isinstance(query, Halved):
        return halved_mean(query, dataset, batch, rng)
    if rng is None or batch == n:
        return rows_mean(query, dataset, None)
    answer = namespace(query.points).zeros_like(query.points)
    gathered = batch * (k + query.shape[1])
    for rows in trial_blocks(query.trials, gathered if 4 * batch <= n else max(n, gathered)):
        part = query.block(rows)
        batches = draw_batches(rng, trials=part.trials, n=n, m=batch)
        answer[rows, ...] = part.evaluate_mean(taken(dataset.records, batches))
    return answer


def poisson_mean(query: Query, dataset: Dataset, chance: float, rng: np.random.Generator) -> Array:
    """The sum over a fresh Poisson batch per trial, divided by chance n; bounded memory."""
    n, k = dataset.records.shape
    xp = namespace(query.points)
    answer = xp.zeros_like(query.points)
    for rows in trial_blocks(query.trials, n * (2 + k + query.shape[1])):
        part = query.block(rows)
        present = rng.random((part.trials, n)) < chance
        width = max(1, int(present.sum(axis=1).max()))
        index = np.argsort(~present, axis=1, kind="stable")[:, :width]  # those present come first
        values = part.evaluate_values(taken(dataset.records, index))
        joined = like(np.take_along_axis(present, index, axis=1) / (chance * n), values)
        answer[rows, ...] = xp.sum(values * joined[..., None], axis=1)
    return answer


def rows_mean(query: Query | Statistic, dataset: Dataset, chosen: Ints | None) -> Array:
    """Mean of the query over chosen rows (None: all), in blocks of bounded memory."""
    if isinstance(query, Statistic):
        if chosen is not None and chosen.ndim == 2:
            raise ParameterError(
                f"rows has shape {chosen.shape}: a statistic sees the same records in all trials.\n"
                "  Pass rows of shape (m,)."
            )
        records = to_numpy(dataset.records if chosen is None else taken(dataset.records, chosen))
        found = np.asarray(to_numpy(query.function(records)), dtype=np.float64)
        return like(np.broadcast_to(found, query.shape), dataset.records)
    n, k = dataset.records.shape
    m = n if chosen is None else chosen.shape[-1]
    whole = chosen is None or int(chosen.item() if chosen.size == 1 else chosen.min()) >= 0
    # records that all trials share stand in memory once: a trial adds a number per record
    shared = whole and (chosen is None or chosen.ndim == 1)
    blocks = list(trial_blocks(query.trials, m if shared else m * k))
    if whole and len(blocks) == 1:  # the common case, which is called at every step
        records = dataset.records if chosen is None else taken(dataset.records, chosen)
        return query.evaluate_mean(records if records.ndim == 3 else records[None, ...])
    parts = []
    for rows in blocks:
        index = chosen if chosen is None or chosen.ndim == 1 else chosen[rows]
        records = dataset.records if index is None else taken(dataset.records, index)
        part = query if len(blocks) == 1 else query.block(rows)
        if chosen is not None and not whole:
            parts.append(_filled_mean(part, records, chosen[rows] >= 0))
        else:
            parts.append(part.evaluate_mean(records if records.ndim == 3 else records[None, ...]))
    return parts[0] if len(parts) == 1 else namespace(parts[0]).concat(parts)


def _filled_mean(query: Query, records: Array, present: NDArray[np.bool_]) -> Array:
    """Mean over the rows that are taken, zero where there is none."""
    values = query.evaluate_values(records)
    xp = namespace(values)
    here = like(present, values)
    values = xp.where(here[..., None], values, xp.zeros_like(values))
    number = like(np.maximum(present.sum(axis=1), 1)[:, None].astype(np.float64), values)
    return xp.sum(values, axis=1) / number


class TrustedCurator(Curator):
    """Holds one dataset and releases noisy means; batch and noise are fresh at every call."""

    def __init__(
        self,
        dataset: Dataset,
        rng: np.random.Generator,
        *,
        noise: NoiseSource | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.n = dataset.n
        self._dataset, self._example = dataset, dataset.records
        self._rng = self._coins = rng
        self._noise: NoiseSource = GenuineNoise(rng) if noise is None else noise
        self._budget = budget
        self._take(budget)

    def with_noise(self, wrap: NoiseWrapper) -> "TrustedCurator":
        """The same curator with another source of noise, for planting faults."""
        return TrustedCurator(
            self._dataset, self._rng, noise=wrap(self._noise), budget=self._budget
        )

    def answer(self, call: Call) -> Array:
        """The noisy source, or the choice."""
        if isinstance(call.law, SoftmaxLaw | WinnerLaw):
            scores = to_numpy(exact(call, self._dataset, None, self))
            return self.array(call.masked(call.law.draw(self._noise, scores)))
        noise = call.law.draw(self._noise, call.shape)
        if not is_numpy(self._example):
            noise = self.array(noise)
        return call.masked(exact(call, self._dataset, self._rng, self) + noise)

    def _read(self, query: Query | Statistic, rows: Ints | None) -> Secret:
        return Secret(self, (rows_mean(query, self._dataset, rows),), shape=query.shape)


def exact(call: Call, dataset: Dataset, rng: np.random.Generator | None, owner: object) -> Array:
    """The source without noise, shape (trials, d)."""
    if isinstance(call.source, Query):
        query, active = call.source, call.active
        if active is None or active.all():
            return _over_a_batch(call, query, dataset, rng)
        xp, points = namespace(query.points), query.points
        answer = xp.zeros(query.shape, dtype=xp.float64, device=points.device)
        if active.any():  # nothing is read where nothing is released
            rows = like(active, points)
            some = replace(query, points=points[rows])
            answer[rows] = _over_a_batch(call, some, dataset, rng)
        return answer
    if isinstance(call.source, Secret):
        return revealed(call.source, owner)[0][0]
    return call.source


def _over_a_batch(
    call: Call, query: Query, dataset: Dataset, rng: np.random.Generator | None
) -> Array:
    if call.chance is not None and rng is not None:
        return poisson_mean(query, dataset, float(call.chance), rng)
    return batch_mean(query, dataset, call.batch or dataset.n, rng)


class NoiselessCurator(Curator):
    """Answers exactly: the non-private baseline, not to be used on data worth protecting.

    Without a generator every answer is the mean over all the records; with one, the mean over a
    fresh batch, so that the error of subsampling can be looked at alone.  A choice is answered by
    its largest score, a mean of vertices by the softmax itself; every step may be paid for.
    """

    def __init__(self, dataset: Dataset, *, rng: np.random.Generator | None = None) -> None:
        self.n = dataset.n
        self._dataset, self._example = dataset, dataset.records
        self._rng = self._coins = rng

    def answer(self, call: Call) -> Array:
        """The source itself, or the expectation of the choice."""
        value = exact(call, self._dataset, self._rng, self)
        if isinstance(call.law, SoftmaxLaw) and call.law.method == "softmax_vertices":
            value = self.array(call.law.count * np.exp(call.law.log_chances(to_numpy(value))))
        elif call.choice:
            best = to_numpy(value).argmax(axis=1)
            value = self.array(one_hot(best, call.shape[1]).astype(np.float64))
        return call.masked(value)

    def may_spend(self, **cost: object) -> np.ndarray:
        """Nothing is protected, so nothing is refused: the trials that are active go on."""
        return np.atleast_1d(np.asarray(to_numpy(cost.get("active", True)), dtype=bool))

    def _read(self, query: Query | Statistic, rows: Ints | None) -> Secret:
        return Secret(self, (rows_mean(query, self._dataset, rows),), shape=query.shape)
