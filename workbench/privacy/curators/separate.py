"""A dataset of its own for every trial: many runs on fresh samples as one program.

    pooled = problem.sample(rng, trials * n)
    x = method.run(problem, SeparateCurator(pooled, rng, trials=trials), trials=trials)

An error against a population is a mean over samples too; with one dataset per curator each sample
would be a run of its own.
"""

from dataclasses import replace

import numpy as np

from workbench.errors import require
from workbench.privacy.arrays import Array, Ints
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
        index = np.atleast_2d(np.arange(self.n) if rows is None else rows)
        own = np.where(index < 0, -1, index + self._first)
        return super()._read(query, own)
