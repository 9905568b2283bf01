"""A dataset of its own for every trial: many runs on fresh samples as one program.

    pooled = problem.sample(rng, trials * n)
    x = method.run(problem, SeparateCurator(pooled, rng, trials=trials), trials=trials)

An error against a population is a mean over samples too; with one dataset per curator each sample
would be a run of its own.
"""

from dataclasses import replace

import numpy as np

from workbench.errors import require
from workbench.privacy.arrays import BLOCK, Array, Ints, like, namespace
from workbench.privacy.curators.calls import Call
from workbench.privacy.curators.trusted import TrustedCurator
from workbench.privacy.queries.datasets import Dataset
from workbench.privacy.queries.query import Query, Statistic
from workbench.privacy.queries.secrets import Secret


class SeparateCurator(TrustedCurator):
    """Trusted; trial r holds the records r n, .., (r + 1) n - 1 of `pooled`, n = pooled.n / trials.

    Hidden batches are not offered, and a statistic of the records is not either.
    """

    def __init__(self, pooled: Dataset, rng: np.random.Generator, *, trials: int) -> None:
        ok = trials >= 1 and pooled.n % trials == 0
        rule = f"does not divide the {pooled.n} records"
        require(ok, "trials", trials, rule, "Pool equally many records for every trial.")
        super().__init__(pooled, rng)
        self.n = pooled.n // trials
        self._first = self.n * np.arange(trials)[:, None]

    def answer(self, call: Call) -> Array:
        """The noisy source, or the choice."""
        if isinstance(call.source, Query):
            ok = call.batch in {None, self.n} and call.chance is None
            hidden = call.batch or call.chance
            require(ok, "batch", hidden, "is hidden", "Ask for rows, or for all the records.")
            call = replace(call, source=self.secret(call.source), batch=None)
        return super().answer(call)

    def _read(self, query: Query | Statistic, rows: Ints | None) -> Secret:
        trials, asked = len(self._first), query.shape[0]
        require(asked == trials, "trials", asked, f"is not the {trials} of the data", "Pass those.")
        if rows is not None and rows.ndim == 2:
            return super()._read(query, np.where(rows < 0, -1, rows + self._first))
        index = np.arange(self.n) if rows is None else rows
        records = self._dataset.records
        if not isinstance(query, Query) or trials * index.size * records.shape[1] > BLOCK:
            return super()._read(query, self._first + index)
        xp = namespace(records)  # the same rows of all: no numbers for each trial
        own = xp.reshape(records, (trials, self.n, records.shape[1]))
        if rows is not None:
            own = xp.take(own, like(rows, own), axis=1)
        return Secret(self, (query.evaluate_mean(own),), shape=query.shape)
