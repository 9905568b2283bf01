"""Three means over one hidden batch: of the batch, and of two random halves of it.

A hidden batch of 2m records, drawn without replacement, is split at random into halves O and E of m
records.  The answer to a `Halved` query stands side by side,

    (twice the mean over both, the mean over O, the mean over E),

which are the sums over O and E, over O, and over E, all divided by m.  A record that is in the
batch is in the first part and in exactly one of the other two: replacing it moves the answer by
(D, D, 0) / m or (D, 0, D) / m, sqrt(2) |D|_2 / m in l2 norm and 2 |D|_1 / m in l1 norm.  With equal
noise in all parts every part is a noisy mean whose noise is inversely proportional to its batch.

Which records are in the batch, and in which half, is hidden; the split does not look at the order
of the records, so sampling amplifies as it does for one mean.  Rows that are public have no hidden
halves: such a query is not read as a secret.
"""

from dataclasses import dataclass

import numpy as np

from workbench.errors import OutOfReachError
from workbench.privacy.arrays import Array, Ints, namespace, taken, trial_blocks
from workbench.privacy.queries.batches import draw_batches
from workbench.privacy.queries.datasets import Dataset
from workbench.privacy.queries.mixtures import LIMIT, hypergeometric_mixture
from workbench.privacy.queries.query import Query

PARTS = 3


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Halved(Query):
    """A query asked of a batch and of its halves; shape (trials, 3 d)."""

    @classmethod
    def of(cls, query: Query) -> "Halved":
        """The same question, three times."""
        return cls(
            points=query.points,
            values=query.values,
            mean=query.mean,
            difference=query.difference,
            difference_error=query.difference_error,
            factor=query.factor,
        )

    def plain(self) -> Query:
        """The question itself."""
        return Query(
            points=self.points,
            values=self.values,
            mean=self.mean,
            difference=self.difference,
            difference_error=self.difference_error,
            factor=self.factor,
        )

    @property
    def shape(self) -> tuple[int, int]:
        """Shape (trials, 3 d) of an answer."""
        return int(self.points.shape[0]), PARTS * int(self.points.shape[1])

    def evaluate_mean(self, records: Array) -> Array:
        """The answer where both halves have the mean of these records."""
        mean = Query.evaluate_mean(self, records)
        return namespace(mean).concat([2 * mean, mean, mean], axis=1)

    def evaluate_difference(self, old: Array, new: Array) -> Array:
        """Change of the answer, times 2m, by a record of the first half."""
        change = 2 * Query.evaluate_difference(self, old, new)
        return np.hstack([change, change, 0 * change])

    def evaluate_difference_error(self, old: Array, new: Array) -> Array:
        """Bound on its l1 rounding error."""
        return 4 * Query.evaluate_difference_error(self, old, new)


def halved_mean(query: Halved, dataset: Dataset, batch: int, rng: np.random.Generator) -> Array:
    """The answer over a fresh batch and fresh halves per trial, in blocks of bounded memory."""
    n, k = dataset.records.shape
    half = batch // 2
    xp = namespace(query.points)
    answer = xp.zeros(query.shape, dtype=xp.float64, device=query.points.device)
    for rows in trial_blocks(query.trials, max(n, batch * (k + query.points.shape[1]))):
        part = query.block(rows)
        batches = draw_batches(rng, trials=part.trials, n=n, m=batch)
        batches = rng.permuted(batches, axis=1)  # the order inside of a batch carried no meaning
        odd, even = (
            Query.evaluate_mean(part, taken(dataset.records, half_of))
            for half_of in (batches[:, :half], batches[:, half:])
        )
        answer[rows, ...] = xp.concat([odd + even, odd, even], axis=1)
    return answer


def halved_mixture(sizes: Ints, m: int, *, limit: int = LIMIT) -> tuple[Ints, Array]:
    """Counts of every kind in (batch, O, E), shape (components, 3, kinds), and their log-weights.

    >>> counts, log_weights = halved_mixture(np.array([1, 3]), 1)
    >>> counts[:, :, 0].tolist(), np.exp(log_weights).round(3).tolist()
    ([[0, 0, 0], [1, 0, 1], [1, 1, 0]], [0.5, 0.25, 0.25])
    """
    whole = hypergeometric_mixture(sizes, 2 * m, limit=limit)
    parts, logs, number = [], [], 0
    for row, log_weight in zip(whole.counts, whole.log_weights, strict=True):
        split = hypergeometric_mixture(row, m, limit=limit)
        number += len(split.counts)
        if number > limit:
            raise OutOfReachError(
                f"batch = {2 * m} of n = {int(sizes.sum())} records makes more than {limit} "
                "different pairs of halves.\n  Audit a pair whose other records coincide, or at "
                "the two-sample level."
            )
        both = np.broadcast_to(row, split.counts.shape)
        parts.append(np.stack([both, split.counts, row - split.counts], axis=1))
        logs.append(log_weight + split.log_weights)
    return np.concatenate(parts), np.concatenate(logs)


def draw_halves(rng: np.random.Generator, sizes: Ints, m: int, trials: int) -> Ints:
    """Counts of every kind in (batch, O, E) of every trial, shape (trials, 3, kinds)."""
    batch = rng.multivariate_hypergeometric(sizes, 2 * m, size=trials)
    odd = np.zeros_like(batch)
    rest, missing = np.full(trials, 2 * m), np.full(trials, m)
    for g in range(sizes.size):
        rest = rest - batch[:, g]
        odd[:, g] = rng.hypergeometric(batch[:, g], rest, missing)
        missing = missing - odd[:, g]
    return np.stack([batch, odd, batch - odd], axis=1)
