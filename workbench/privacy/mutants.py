"""Curators with one planted fault: an audit that does not find them proves nothing.

A declared fault changes what is asked of the curator, so the paired log-ratio knows it: the code is
wrong and says so.  An undeclared fault sits in the sampler: the curator still declares the right
density, and only a test of the draws can tell.

    half-scale         the noise has half the scale
    std-as-scale       the scale is taken for a standard deviation: noise of scale b / sqrt(2)
    skip-one-noise     one release (the second) carries no noise
    reuse-noise        one draw of noise serves every step (always undeclared)
    drop-batch-factor  the sum over the batch is released, not the mean (always declared)
"""

from typing import Literal, Protocol, cast, get_args

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import require
from workbench.privacy.arrays import Array
from workbench.privacy.curators import Curator, NoiseWrapper
from workbench.privacy.noise import NoiseSource
from workbench.privacy.queries import Query

Fault = Literal["half-scale", "std-as-scale", "skip-one-noise", "reuse-noise", "drop-batch-factor"]
FAULTS: tuple[Fault, ...] = get_args(Fault)
SHRINK = {"half-scale": 0.5, "std-as-scale": 0.5**0.5}

NO_NOISE = 2.0**-900
"""Scale of a noise that is not there: far below the last digit of anything it is added to."""


class _HasNoise(Protocol):
    def with_noise(self, wrap: NoiseWrapper) -> Curator: ...


class FaultyNoise:
    """A sampler that does not do what its curator declares."""

    def __init__(self, source: NoiseSource, fault: Fault, *, step: int) -> None:
        self._source, self._fault, self._step = source, fault, step
        self._calls = 0
        self._kept: Array | None = None

    def laplace(self, scale: float | Array, shape: tuple[int, int]) -> Array:
        """Faulty noise of the given shape."""
        call, self._calls = self._calls, self._calls + 1
        if self._fault == "reuse-noise":
            if self._kept is None or self._kept.shape != shape:
                self._kept = self._source.laplace(1.0, shape)
            return self._kept * scale
        noise = self._source.laplace(scale, shape)
        if self._fault == "skip-one-noise":
            return np.zeros(shape) if call == self._step else noise
        return noise * SHRINK[self._fault]


class Mutant:
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
        self._curator = curator
        if not self._in_call and hasattr(curator, "with_noise"):
            self._curator = self._plant(cast(_HasNoise, curator))

    def _plant(self, curator: _HasNoise) -> Curator:
        return curator.with_noise(lambda source: FaultyNoise(source, self._fault, step=self._step))

    def laplace(
        self, query: Query, *, scale: ArrayLike, sensitivity: ArrayLike, batch: int
    ) -> Array:
        """Noisy mean with the fault."""
        b = np.asarray(scale, dtype=np.float64)
        call, self._calls = self._calls, self._calls + 1
        if self._in_call:
            match self._fault:
                case "drop-batch-factor":
                    query = query.scaled(float(batch))
                case "skip-one-noise":
                    b = np.full_like(b, NO_NOISE) if call == self._step else b
                case _:
                    b = b * SHRINK[self._fault]
        return self._curator.laplace(query, scale=b, sensitivity=sensitivity, batch=batch)

    def __getattr__(self, name: str) -> object:
        """Readings such as log_ratio and epsilon come from the curator inside."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._curator, name)
