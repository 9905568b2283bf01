"""Curators with one planted fault: an audit that does not find them proves nothing.

A declared fault changes what is asked of the curator, so the paired log-ratio knows it: the code is
wrong and says so.  An undeclared fault sits in the sampler: the curator still declares the right
density, and only a test of the draws can tell.

    half-scale         the noise has half the scale (a softmax: twice the factor)
    std-as-scale       the scale is taken for a standard deviation: noise of scale b / sqrt(2)
    skip-one-noise     one release (the second) carries no noise
    reuse-noise        one draw of noise serves every step (always undeclared)
    drop-batch-factor  the sum over the batch or the rows is used, not the mean (always declared)
"""

from dataclasses import replace
from typing import Literal, Protocol, cast, get_args

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import require
from workbench.privacy.arrays import Array, Ints
from workbench.privacy.curators.base import Curator
from workbench.privacy.curators.calls import Call, checked_rows
from workbench.privacy.curators.noise import GenuineNoise, NoiseSource, one_hot
from workbench.privacy.curators.passing import PassingCurator
from workbench.privacy.curators.trusted import NoiseWrapper
from workbench.privacy.mechanisms import GeneralizedGaussian, NoisyMax, log_softmax
from workbench.privacy.queries.query import Query, Statistic
from workbench.privacy.queries.secrets import Secret

Fault = Literal["half-scale", "std-as-scale", "skip-one-noise", "reuse-noise", "drop-batch-factor"]
FAULTS: tuple[Fault, ...] = get_args(Fault)
SHRINK = {"half-scale": 0.5, "std-as-scale": 0.5**0.5}


class _HasNoise(Protocol):
    def with_noise(self, wrap: NoiseWrapper) -> Curator: ...


class FaultyNoise:
    """A sampler that does not do what its curator declares."""

    def __init__(self, source: NoiseSource, fault: Fault, *, step: int) -> None:
        self._source, self._fault, self._step = source, fault, step
        self._calls = 0
        self._kept: dict[object, Array] = {}
        self._seed: int | None = None

    def laplace(self, scale: float | Array, shape: tuple[int, int]) -> Array:
        """Faulty Laplace noise."""
        if self._fault == "reuse-noise":
            key = ("laplace", shape)
            if key not in self._kept:
                self._kept[key] = self._source.laplace(1.0, shape)
            return self._kept[key] * scale
        return self._additive(self._source.laplace(scale, shape))

    def gaussian(self, sigma: float | Array, shape: tuple[int, int]) -> Array:
        """Faulty normal noise."""
        if self._fault == "reuse-noise":
            key = ("gaussian", shape)
            if key not in self._kept:
                self._kept[key] = self._source.gaussian(1.0, shape)
            return self._kept[key] * sigma
        return self._additive(self._source.gaussian(sigma, shape))

    def vectors(self, law: GeneralizedGaussian, trials: int) -> Array:
        """Faulty generalized Gaussian noise."""
        if self._fault == "reuse-noise":
            return self._again().vectors(law, trials)
        return self._additive(self._source.vectors(law, trials))

    def counts(self, log_chances: Array, count: int) -> Ints:
        """Faulty choices."""
        if self._fault == "reuse-noise":
            return self._again().counts(log_chances, count)
        if self._skipped():
            return count * one_hot(log_chances.argmax(axis=1), log_chances.shape[1])
        sharp = log_softmax(log_chances / SHRINK.get(self._fault, 1.0))
        return self._source.counts(sharp, count)

    def winners(self, scores: Array, law: NoisyMax) -> Ints:
        """Faulty winners."""
        if self._fault == "reuse-noise":
            return self._again().winners(scores, law)
        if self._skipped():
            return scores.argmax(axis=1)
        return self._source.winners(scores / SHRINK.get(self._fault, 1.0), law)

    def _additive(self, noise: Array) -> Array:
        if self._fault == "skip-one-noise":
            return np.zeros(noise.shape) if self._skipped() else noise
        return noise * SHRINK[self._fault]

    def _skipped(self) -> bool:
        call, self._calls = self._calls, self._calls + 1
        return self._fault == "skip-one-noise" and call == self._step

    def _again(self) -> GenuineNoise:
        """The same generator for every call; seeded once, from the source."""
        if self._seed is None:
            self._seed = int(np.abs(self._source.laplace(1.0, (1, 1))).view(np.uint64)[0, 0])
        return GenuineNoise(np.random.default_rng(self._seed))


class Mutant(PassingCurator):
    """A curator with one fault; everything else is passed on.

    `step` is the index of the release that skip-one-noise leaves bare.
    """

    def __init__(
        self, curator: Curator, fault: Fault, *, declared: bool = True, step: int = 1
    ) -> None:
        require(fault in FAULTS, "fault", fault, "is unknown", f"Choose from {', '.join(FAULTS)}.")
        self._fault, self._step = fault, step
        self._in_call = fault == "drop-batch-factor" or (declared and fault != "reuse-noise")
        self._calls = 0
        if not self._in_call and hasattr(curator, "with_noise"):
            curator = self._plant(cast(_HasNoise, curator))
        super().__init__(curator)

    def _plant(self, curator: _HasNoise) -> Curator:
        return curator.with_noise(lambda source: FaultyNoise(source, self._fault, step=self._step))

    def answer(self, call: Call) -> Array:
        """The release with the fault."""
        index, self._calls = self._calls, self._calls + 1
        return (self._broken(call, index) if self._in_call else call).send(self._curator)

    def _broken(self, call: Call, index: int) -> Call:
        law, source, bound = call.law, call.source, call.bound
        match self._fault:
            case "drop-batch-factor" if isinstance(source, Query):
                size = call.batch or (call.chance or 1) * self.n
                source = source.scaled(float(size))
            case "skip-one-noise" if index == self._step:
                law, bound = law.bare(), None
            case "half-scale" | "std-as-scale":
                factor = SHRINK[self._fault]
                law, bound = law.shrunk(factor), None if bound is None else bound / factor
        return replace(call, law=law, source=source, bound=bound)

    def secret(self, query: Query | Statistic, *, rows: ArrayLike | slice | None = None) -> Secret:
        """The secret of the curator inside; the sum over the rows where that is the fault."""
        secret = self._curator.secret(query, rows=rows)
        if self._fault == "drop-batch-factor":
            index = checked_rows(rows, self.n, query.shape[0])
            if index is None:
                return secret * float(self.n)
            return secret * (np.atleast_2d(index) >= 0).sum(axis=1, keepdims=True).astype(float)
        return secret

    def __getattr__(self, name: str) -> object:
        """Readings such as log_ratio and epsilon come from the curator inside."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._curator, name)
