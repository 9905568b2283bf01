"""A curator without noise that plays through every batch, halves and single record, one per trial.

With it the code of the multilevel estimator is averaged exactly over all that it draws: trial r is
one outcome (level, O, E, i), and `weights` holds its probability.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from workbench.algorithms.sparse.multilevel_gradient import level_chances, top_level
from workbench.errors import OutOfReachError
from workbench.privacy import Curator, Dataset, Query, Secret, Statistic
from workbench.privacy.arrays import Array, Ints
from workbench.privacy.curators.calls import Call
from workbench.privacy.queries.halves import Halved


class Enumerated(Curator):
    """Every outcome of one call of the estimator; `levels` restricts them."""

    def __init__(self, dataset: Dataset, *, levels: Sequence[int] | None = None) -> None:
        self.n = dataset.n
        self._dataset = dataset
        top = top_level(self.n)
        chances = level_chances(top)
        kept = range(top + 1) if levels is None else levels
        total = sum(chances[k] for k in kept)
        self._halves: dict[int, tuple[Ints, Ints]] = {}
        level, single, weights, rows = [], [], [], []
        for k in kept:
            splits = [
                (odd, tuple(j for j in batch if j not in odd))
                for batch in combinations(range(self.n), 2 ** (k + 1))
                for odd in combinations(batch, 2**k)
            ]
            outcomes = [(split, i) for split in splits for i in range(self.n)]
            level += [k] * len(outcomes)
            single += [i for _, i in outcomes]
            weights += [chances[k] / total / len(outcomes)] * len(outcomes)
            rows.append((k, outcomes))
        self.level = np.array(level)
        self.weights = np.array(weights)
        self._single = np.array(single)
        for k, outcomes in rows:
            pair = np.zeros((2, len(level), 2**k), dtype=np.int64)
            pair[:, self.level == k] = np.array([split for split, _ in outcomes]).swapaxes(0, 1)
            self._halves[k] = (pair[0], pair[1])

    def answer(self, call: Call) -> Array:
        """The exact means over the batches of the outcomes."""
        assert isinstance(call.source, Query)
        records = self._dataset.records
        if not isinstance(call.source, Halved):
            return call.masked(call.source.evaluate_mean(records[self._single[:, None]]))
        odd, even = self._halves[(call.batch or 0).bit_length() - 2]
        question = call.source.plain()
        a, b = (question.evaluate_mean(records[rows]) for rows in (odd, even))
        return call.masked(np.hstack([a + b, a, b]))

    def _read(self, query: Query | Statistic, rows: Ints | None) -> Secret:
        """Refuse: an outcome is a release, and the estimator asks for nothing else."""
        raise OutOfReachError(
            "Enumerated plays through releases and holds no secrets.\n"
            "  Enumerate the calls of MultilevelGradient.estimate; use TrustedCurator otherwise."
        )
