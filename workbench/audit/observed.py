"""A curator that measures what another one adds to the truth.

It knows the dataset, so it can compare every release with the exact answer: residuals that must be
independent Laplace(1) draws if the noise is what it is declared to be (module `residuals`; for
Laplace noise simply (release - exact) / scale).  A hidden batch is hidden from it too; so the
dataset consists of copies of one record, and every batch has the same mean.  The sum over a Poisson
batch is still random: such a query is asked times zero.
"""

from dataclasses import replace

import numpy as np

from workbench.audit.residuals import laplace_residuals
from workbench.errors import DataError, ParameterError
from workbench.privacy import Curator, Dataset, Query, Secret
from workbench.privacy.arrays import Array
from workbench.privacy.curators.calls import Call
from workbench.privacy.curators.passing import PassingCurator
from workbench.privacy.queries.secrets import owner_of, revealed

SEED = 0x0B5E
"""Stream of the coins that break ties in discrete residuals; no mechanism shares it."""


def constant_dataset(dataset: Dataset) -> Dataset:
    """N copies of the first record."""
    return Dataset(np.repeat(dataset.records[:1], dataset.n, axis=0))


class Observed(PassingCurator):
    """Passes every call on and keeps the residuals of each step."""

    def __init__(
        self, curator: Curator, dataset: Dataset, *, rng: np.random.Generator | None = None
    ) -> None:
        if not bool((dataset.records == dataset.records[0]).all()):
            raise DataError(
                "dataset has records that differ: the mean over a hidden batch is unknown then.\n"
                "  Observe the curator on constant_dataset(dataset)."
            )
        super().__init__(curator)
        self.n = dataset.n
        self._record = dataset.records[:1]
        self._aside = np.random.default_rng(SEED) if rng is None else rng
        self._residuals: list[Array] = []

    def answer(self, call: Call) -> Array:
        """The other curator's release."""
        if call.chance is not None and isinstance(call.source, Query):
            call = replace(call, source=call.source.scaled(0.0))
        release = call.send(self._curator)
        if release.shape != call.shape:
            raise ParameterError(
                f"release has shape {release.shape} at step {len(self._residuals)}: the query has "
                f"shape {call.shape}.\n  A curator answers with one row per trial."
            )
        residuals = laplace_residuals(call, release, self._exact(call), self._aside)
        self._residuals.append(residuals)
        return release

    def _exact(self, call: Call) -> Array:
        if isinstance(call.source, Query):
            return call.source.evaluate_mean(self._record[None])
        if isinstance(call.source, Secret):
            return revealed(call.source, owner_of(call.source))[0][0]
        return call.source

    @property
    def residuals(self) -> Array:
        """Residuals of all steps: shape (steps, trials, d), or (numbers, trials, 1) if d varies."""
        if len({part.shape for part in self._residuals}) == 1:
            return np.stack(self._residuals)
        return np.concatenate(self._residuals, axis=1).T[:, :, None]
