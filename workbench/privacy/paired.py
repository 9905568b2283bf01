"""The paired curator: runs on one dataset and knows how likely its neighbour was to do the same.

It draws every release from the first dataset and adds up, along the whole adaptive transcript,

    log_ratio = sum over steps of log p(release | past, first) / p(release | past, second),

exactly: for the full batch a sum of Laplace log-ratios, for a hidden batch the ratio of two finite
mixtures.  Any transcript with log_ratio above epsilon refutes pure epsilon-DP; no statistics enter.
It also measures how far the query really moves between the two datasets and raises where an
algorithm claimed less.  What it cannot see is a sampler that does not follow its declared
density: that is the business of the conformance audit.

Positions are kept as noise and differences of records, never as differences of answers, so that
the ratio keeps its digits when the iterates are far away.
"""

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import ParameterError, PrivacyError, require
from workbench.privacy.arrays import Array, trial_blocks
from workbench.privacy.curators import NoiseWrapper, batch_mean, check_batch, positive
from workbench.privacy.datasets import Dataset, changed_record
from workbench.privacy.hidden_batch import ULP, HiddenBatch
from workbench.privacy.mechanisms import laplace_log_ratio
from workbench.privacy.mixtures import LIMIT, hypergeometric_mixture
from workbench.privacy.noise import GenuineNoise, NoiseSource
from workbench.privacy.queries import Query


class PairedCurator:
    """Draws from `first`, accumulates the log-likelihood ratio against its neighbour `second`.

    Attributes:
        log_ratio: accumulated log-ratio of every trial, shape (trials,).
        rounding: bound on the floating-point error of each entry of log_ratio.

    With steer = +1 (-1) the noise is pushed, in every coordinate, to the side where the release
    speaks for `first` (`second`).  A steered transcript is not a draw, but it is a possible
    output, and its log-ratio is a valid lower bound on the worst case: a search, not a sample.
    """

    def __init__(
        self,
        first: Dataset,
        second: Dataset,
        rng: np.random.Generator,
        *,
        noise: NoiseSource | None = None,
        steer: int = 0,
        check_sensitivity: bool = True,
        limit: int = LIMIT,
    ) -> None:
        require(steer in {-1, 0, 1}, "steer", steer, "is not -1, 0 or 1", "Use 0 for honest draws.")
        index = changed_record(first, second)
        self._first, self._second, self._rng = first, second, rng
        self._noise: NoiseSource = GenuineNoise(rng) if noise is None else noise
        self._steer, self._check, self._limit = steer, check_sensitivity, limit
        self._index = index
        self._old, self._new = first.records[index], second.records[index]
        self._hidden: dict[int, HiddenBatch] = {}
        self._log_ratio: Array | None = None
        self._rounding: Array | None = None
        self._size: Array = np.zeros(0)
        self._step = 0

    def with_noise(self, wrap: NoiseWrapper) -> "PairedCurator":
        """A fresh paired curator on the same pair with another source of noise."""
        return PairedCurator(
            self._first,
            self._second,
            self._rng,
            noise=wrap(self._noise),
            steer=self._steer,
            check_sensitivity=self._check,
            limit=self._limit,
        )

    @property
    def log_ratio(self) -> Array:
        """Log-likelihood ratio of every transcript so far, shape (trials,)."""
        return self._started(self._log_ratio)

    @property
    def rounding(self) -> Array:
        """Bound on the floating-point error of log_ratio, shape (trials,)."""
        return self._started(self._rounding)

    @property
    def steps(self) -> int:
        """Number of releases so far."""
        return self._step

    def laplace(
        self, query: Query, *, scale: ArrayLike, sensitivity: ArrayLike, batch: int
    ) -> Array:
        """Noisy mean over a hidden batch of the first dataset, shape (trials, d)."""
        b = positive("scale", scale, query.trials)
        claimed = positive("sensitivity", sensitivity, query.trials)
        check_batch(batch, self._first.n)
        self._begin(query.trials)
        shift = query.evaluate_difference(self._old, self._new) / batch
        error = query.evaluate_difference_error(self._old, self._new) / batch
        self._check_sensitivity(shift, error, claimed)
        noise = self._noise.laplace(b, query.shape)
        if batch == self._first.n:
            release = self._full(query, noise, shift, error, b)
        else:
            release = self._subsampled(query, noise, b, batch)
        self._step += 1
        return release

    def _full(
        self, query: Query, noise: Array, shift: Array, error: Array, b: float | Array
    ) -> Array:
        if self._steer:
            reach = np.abs(shift) if self._steer < 0 else 0.0
            noise = -self._steer * np.where(shift < 0, -1.0, 1.0) * (np.abs(noise) + reach)
        step = laplace_log_ratio(noise, shift, b) @ np.ones(query.shape[1])
        size = (np.abs(shift) / b).sum(axis=1)
        error = error / (b if isinstance(b, float) else b[:, 0])
        self._add(slice(None), step, (query.shape[1] + 8) * ULP * size + error, size)
        return batch_mean(query, self._first, self._first.n, None) + noise

    def _subsampled(self, query: Query, noise: Array, b: float | Array, batch: int) -> Array:
        hidden = self._hidden.get(batch) or self._hide(batch)
        drawn = hidden.draw(self._rng, query.trials)
        scale = np.broadcast_to(np.asarray(b), (query.trials, 1))
        release = np.empty(query.shape)
        for rows in trial_blocks(query.trials, query.shape[1] * hidden.floats_per_trial):
            part = query.block(rows)
            found = hidden.compare(
                part,
                new=self._new,
                noise=noise[rows],
                scale=scale[rows],
                drawn=drawn[rows],
                steer=self._steer,
            )
            self._add(rows, found.log_ratio, found.rounding, found.size)
            release[rows] = hidden.mean(part, drawn[rows]) + found.noise
        return release

    def _hide(self, batch: int) -> HiddenBatch:
        """The law of a hidden batch: kinds of records, the changed one first."""
        others = np.delete(self._first.records, self._index, axis=0)
        kinds, numbers = np.unique(others, axis=0, return_counts=True)
        sizes = np.concatenate([[1], numbers]).astype(np.int64)
        mixture = hypergeometric_mixture(sizes, batch, limit=self._limit)
        self._hidden[batch] = HiddenBatch(np.vstack([self._old, kinds]), sizes, mixture, batch)
        return self._hidden[batch]

    def _check_sensitivity(self, shift: Array, error: Array, claimed: float | Array) -> None:
        """Compare the claimed l1 sensitivity with the actual change of the mean."""
        if not self._check:
            return
        actual = np.abs(shift).sum(axis=1)
        bound = np.ravel(claimed)
        bound, actual, error = np.broadcast_arrays(bound, actual, error)
        # d + 8 roundings of a d-term sum, of the division by m and of the claim itself
        excess = actual - error - bound * (1 + (shift.shape[1] + 8) * ULP)
        worst = int(np.argmax(excess))
        if excess[worst] > 0:
            raise PrivacyError(
                f"sensitivity = {bound[worst]:.12g} is claimed at step {self._step}: the two "
                f"datasets differ by {actual[worst]:.12g} in l1 norm (trial {worst}).\n"
                "  Claim the sensitivity of the mean over the batch, S / m, for the whole declared "
                "domain, or clip the records."
            )

    def _begin(self, trials: int) -> None:
        if self._log_ratio is None:
            self._log_ratio = np.zeros(trials)
            self._rounding, self._size = np.zeros(trials), np.zeros(trials)
        elif self._log_ratio.size != trials:
            raise ParameterError(
                f"trials = {trials} after {self._step} steps with {self._log_ratio.size} trials: "
                "one curator follows one run.\n  Make a new PairedCurator for a new run."
            )

    def _add(self, rows: slice, step: Array, rounding: Array, size: Array) -> None:
        """Add a step; the running sum is at most the sum of the sizes, and rounds once per step."""
        self._size[rows] += size
        self.log_ratio[rows] += step
        self.rounding[rows] += rounding + ULP * self._size[rows]

    @staticmethod
    def _started(values: Array | None) -> Array:
        if values is None:
            raise ParameterError(
                "log_ratio = None: no release has been made.\n  Run the algorithm first."
            )
        return values
