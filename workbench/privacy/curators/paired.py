"""The paired curator: runs on one dataset and knows how likely its neighbour was to do the same.

It draws every release from the first dataset and adds up, along the whole adaptive transcript,

    log_ratio = sum over steps of log p(release | past, first) / p(release | past, second),

exactly: noise on a full batch or on a secret, the two finite mixtures of a hidden batch, chances of
a choice.  Any transcript with log_ratio above epsilon refutes pure epsilon-DP; no statistics enter.
It also measures how far the source really moves between the two datasets and raises where an
algorithm claimed less.  What it cannot see is a sampler that does not follow its declared
density: that is the business of the conformance audit.

Positions are kept as noise and differences of records, never as differences of answers, so that
the ratio keeps its digits when the iterates are far away.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from workbench.errors import ParameterError, require
from workbench.privacy.arrays import ULP, Array, Ints, to_numpy, trial_blocks
from workbench.privacy.curators.base import Curator
from workbench.privacy.curators.calls import Call
from workbench.privacy.curators.choices import SoftmaxLaw, WinnerLaw
from workbench.privacy.curators.claimed import check_sensitivity
from workbench.privacy.curators.laws import NoiseLaw, huge
from workbench.privacy.curators.noise import GenuineNoise, NoiseSource, one_hot
from workbench.privacy.curators.spending import Budget
from workbench.privacy.curators.trusted import NoiseWrapper, rows_mean
from workbench.privacy.curators.vector_law import VectorLaw
from workbench.privacy.queries.datasets import Dataset, changed_record
from workbench.privacy.queries.halves import Halved
from workbench.privacy.queries.hidden_batch import HiddenBatch
from workbench.privacy.queries.mixtures import LIMIT
from workbench.privacy.queries.query import Query, Statistic
from workbench.privacy.queries.secrets import Secret, revealed


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    """One release with its log-ratio, the error bound of that, and the size of what was summed."""

    release: Array
    log_ratio: Array
    rounding: Array
    size: Array
    log_weight: Array | float = 0.0


class PairedCurator(Curator):
    """Draws from `first`, accumulates the log-likelihood ratio against its neighbour `second`.

    Attributes:
        log_ratio: accumulated log-ratio of every trial, shape (trials,).
        rounding: bound on the floating-point error of each entry of log_ratio.
        log_weight: log of (honest density) / (density drawn from); zero without a tilt.

    With steer = +1 (-1) each release is pushed to the side where it speaks for `first` (`second`).
    A steered transcript is not a draw, but it is a possible output, and its log-ratio is a valid
    lower bound on the worst case: a search, not a sample.

    With tilt = theta > 0 releases are drawn from the law p^(1+theta) q^(-theta), normalised, where
    the loss is large: E f(log_ratio) = E_tilted exp(log_weight) f(log_ratio).  Hidden batches stay
    as they are.
    """

    def __init__(
        self,
        first: Dataset,
        second: Dataset,
        rng: np.random.Generator,
        *,
        noise: NoiseSource | None = None,
        steer: int = 0,
        tilt: float = 0.0,
        check_sensitivity: bool = True,
        limit: int = LIMIT,
        budget: Budget | None = None,
    ) -> None:
        require(steer in {-1, 0, 1}, "steer", steer, "is not -1, 0 or 1", "Use 0 for honest draws.")
        ok = 0 <= tilt < np.inf and (steer == 0 or tilt == 0)
        require(ok, "tilt", tilt, "is negative, or meets steer", "Tilt honest draws, by >= 0.")
        self.n, self._example, self._pair = first.n, first.records, (first, second)
        first, second = first.in_numpy, second.in_numpy  # likelihoods are computed in numpy
        self._index = index = changed_record(first, second)
        self._first, self._second, self._rng, self._coins = first, second, rng, rng
        self._noise: NoiseSource = GenuineNoise(rng) if noise is None else noise
        self._steer, self._tilt, self._check, self._limit = steer, tilt, check_sensitivity, limit
        self._budget, self._step = budget, 0
        self._take(budget)
        self._old, self._new = first.records[index], second.records[index]
        self._hidden: dict[tuple[int | Fraction, bool], HiddenBatch] = {}
        self._log_ratio: Array | None = None
        self._rounding: Array | None = None
        self._size, self._log_weight = np.zeros(0), np.zeros(0)

    def with_noise(self, wrap: NoiseWrapper) -> "PairedCurator":
        """A fresh paired curator on the same pair with another source of noise."""
        return PairedCurator(
            *self._pair,
            self._rng,
            noise=wrap(self._noise),
            steer=self._steer,
            tilt=self._tilt,
            check_sensitivity=self._check,
            limit=self._limit,
            budget=self._budget,
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
    def log_weight(self) -> Array:
        """Log of honest density over drawn density, shape (trials,)."""
        self._started(self._log_ratio)
        return self._log_weight

    @property
    def steps(self) -> int:
        """Number of releases so far."""
        return self._step

    def _local(self, query: Query) -> Query:
        return query.in_numpy

    def answer(self, call: Call) -> Array:
        """The release on the first dataset; adds its log-ratio."""
        self._begin(call.trials)
        difference, error = self._difference(call)
        if self._check:
            check_sensitivity(call, difference, error, step=self._step)
        law, query = call.law, call.source
        if isinstance(law, SoftmaxLaw | WinnerLaw):
            step = self._choose(law, self._value(call), difference, error)
        elif isinstance(query, Query) and (call.batch != self.n or isinstance(query, Halved)):
            step = self._subsampled(query, law, call.chance or call.batch or self.n)
        else:
            step = self._noisy(law, self._value(call), difference, error)
        self._add(call, step)
        self._step += 1
        return self.array(call.masked(step.release))

    def _read(self, query: Query | Statistic, rows: Ints | None) -> Secret:
        value = rows_mean(query, self._first, rows)
        if isinstance(query, Statistic):
            difference = rows_mean(query, self._second, rows) - value
            error = 2 * query.rounding + ULP * np.abs(difference).sum(axis=1)
            return Secret(self, (value, difference), shape=query.shape, error=error)
        share: Array | float = 1 / self.n
        if rows is not None:
            each = np.atleast_2d(rows)
            hits = (each == self._index).sum(axis=1, keepdims=True)
            share = hits / np.maximum((each >= 0).sum(axis=1, keepdims=True), 1)
        difference = query.evaluate_difference(self._old, self._new) * share
        error = query.evaluate_difference_error(self._old, self._new) * np.max(share)
        error = error + 2 * ULP * np.abs(difference).sum(axis=1)
        return Secret(
            self,
            (value, np.broadcast_to(difference, query.shape)),
            shape=query.shape,
            error=np.broadcast_to(error, query.shape[:1]),
        )

    def _value(self, call: Call) -> Array:
        """The source on the first dataset; full batch."""
        if isinstance(call.source, Query):
            return rows_mean(call.source, self._first, None)
        if isinstance(call.source, Secret):
            return revealed(call.source, self)[0][0]
        return to_numpy(call.source)

    def _difference(self, call: Call) -> tuple[Array, Array]:
        """How far the source moves, (trials or 1, d), and the l1 error of that, (trials or 1,)."""
        source = call.source
        if isinstance(source, Secret):
            views, error, _ = revealed(source, self)
            return views[1], np.asarray(error)
        if isinstance(source, Query):
            m = call.batch or float((call.chance or 1) * self.n)
            shift = source.evaluate_difference(self._old, self._new) / m
            return shift, source.evaluate_difference_error(self._old, self._new) / m
        return np.zeros((1, call.shape[1])), np.zeros(1)

    def _noisy(self, law: NoiseLaw, value: Array, shift: Array, error: Array) -> _Step:
        weight: Array | float = 0.0
        shape = (value.shape[0], value.shape[1])
        if self._tilt and not huge(law.magnitude(0 * shift, shift), self._tilt):
            noise, weight = law.tilted(self._rng, shift, self._tilt, shape)
        else:
            noise = law.draw(self._noise, shape)
        if self._steer:
            noise = self._push(law, noise, shift)
        size = law.magnitude(noise, shift)
        rounding = (shape[1] + 8) * ULP * size + error * law.slope(noise, shift)
        return _Step(value + noise, law.log_ratio(noise, shift), rounding, size, weight)

    def _push(self, law: NoiseLaw, noise: Array, shift: Array) -> Array:
        if isinstance(law, VectorLaw):  # along the shift: no coordinate has its own loss
            ahead = law.law.size(noise) / np.maximum(law.law.size(shift), 2.0**-500)
            return -self._steer * shift * (ahead[:, None] + (self._steer < 0))
        reach = np.abs(shift) if self._steer < 0 else 0.0
        return -self._steer * np.where(shift < 0, -1.0, 1.0) * (np.abs(noise) + reach)

    def _choose(
        self, law: SoftmaxLaw | WinnerLaw, scores: Array, difference: Array, error: Array
    ) -> _Step:
        difference = np.broadcast_to(difference, scores.shape)
        losses, rounding = law.losses(scores, difference)
        moved = (difference != 0).any(axis=1)  # the rest is public, and its loss exactly zero
        losses, rounding = losses * moved[:, None], rounding * moved
        weight: Array | float = 0.0
        if self._steer:
            best = (self._steer * losses).argmax(axis=1)
            hits = law.count * one_hot(best, scores.shape[1])
        elif self._tilt and not huge(np.abs(losses), self._tilt):
            tilted = law.log_chances(scores) + self._tilt * losses
            total = np.logaddexp.reduce(tilted, axis=1, keepdims=True)
            hits = self._noise.counts(tilted - total, law.count)
            weight = law.count * total[:, 0] - self._tilt * (hits * losses).sum(axis=1)
        else:
            hits = law.draw(self._noise, scores)
        size = (hits * np.abs(losses)).sum(axis=1)
        each = rounding + error * law.slope()
        total_error = law.count * each + (scores.shape[1] + 8) * ULP * size
        with np.errstate(invalid="ignore"):
            loss = np.where(hits > 0, hits * losses, 0.0).sum(axis=1)
        return _Step(hits.astype(np.float64), loss, total_error, size, weight)

    def _subsampled(self, query: Query, law: NoiseLaw, batch: int | Fraction) -> _Step:
        noise = law.draw(self._noise, query.shape)
        halved = isinstance(query, Halved)
        hidden = self._hidden.get((batch, halved)) or self._hide(batch, halved)
        drawn = hidden.draw(self._rng, query.trials)
        release = np.empty(query.shape)
        parts = np.empty((3, query.trials))
        for rows in trial_blocks(query.trials, query.shape[1] * hidden.floats_per_trial):
            part = query.block(rows)
            part = part.plain() if isinstance(part, Halved) else part
            found = hidden.compare(
                part,
                new=self._new,
                noise=noise[rows],
                law=law.block(rows),
                drawn=drawn[rows],
                steer=self._steer,
            )
            parts[:, rows] = found.log_ratio, found.rounding, found.size
            release[rows] = hidden.mean(part, drawn[rows]) + found.noise
        return _Step(release, parts[0], parts[1], parts[2])

    def _hide(self, batch: int | Fraction, halved: bool) -> HiddenBatch:
        """The law of a hidden batch: kinds of records, the changed one first."""
        others = np.delete(self._first.records, self._index, axis=0)
        kinds, numbers = np.unique(others, axis=0, return_counts=True)
        sizes = np.concatenate([[1], numbers]).astype(np.int64)
        stack = np.vstack([self._old, kinds])
        hidden = HiddenBatch.of(stack, sizes, batch, halved=halved, limit=self._limit)
        self._hidden[batch, halved] = hidden
        return hidden

    def _begin(self, trials: int) -> None:
        if self._log_ratio is None:
            self._log_ratio = np.zeros(trials)
            self._rounding, self._size = np.zeros(trials), np.zeros(trials)
            self._log_weight = np.zeros(trials)
        elif self._log_ratio.size != trials:
            raise ParameterError(
                f"trials = {trials} after {self._step} steps with {self._log_ratio.size} trials: "
                "one curator follows one run.\n  Make a new PairedCurator for a new run."
            )

    def _add(self, call: Call, step: _Step) -> None:
        """Add a step; the running sum is at most the sum of the sizes, and rounds once per step."""
        parts = [step.size, step.log_ratio, step.rounding, step.log_weight]
        if call.active is not None:
            parts = [np.where(call.active, part, 0.0) for part in parts]
        size, log_ratio, rounding, log_weight = parts
        self._size += size
        self.log_ratio[...] += log_ratio
        self.rounding[...] += rounding + ULP * self._size
        if self._tilt:
            self._log_weight += log_weight

    @staticmethod
    def _started(values: Array | None) -> Array:
        if values is None:
            raise ParameterError(
                "log_ratio = None: no release has been made.\n  Run the algorithm first."
            )
        return values
