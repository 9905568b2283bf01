"""Transcripts with a known likelihood ratio.

They come from code that is run against a curator, or from a mechanism that declares its density:

    sample(dataset, size, rng)               `size` independent outputs
    log_ratio(outputs, dataset, other)       exact log p(o | dataset) / p(o | other), shape (size,)
    sample_tilted(dataset, other, theta, size, rng)     outputs of the law p e^(theta L), or any
                                             other, and log p / (their density): optional
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from workbench.errors import DataError, ParameterError
from workbench.privacy import Curator, Dataset, PairedCurator
from workbench.privacy.arrays import Array

MakeRun = Callable[[Curator, int], object]
"""Runs the audited code against a curator, with a number of trials."""

Wrap = Callable[[Curator], Curator]
"""Puts something between the audited code and the curator, such as a planted fault."""

GUARD = 1e-9
"""A declared log-ratio may be off by this much, relative to 1 + |log-ratio|."""


@dataclass(frozen=True, slots=True, eq=False)
class Transcripts:
    """Log-ratios of the dataset drawn on to the other one, their rounding, and weights in logs."""

    order: str
    steer: int
    log_ratio: Array
    rounding: Array
    log_weight: Array


@dataclass(frozen=True, slots=True, eq=False)
class CuratedRun:
    """Code run against paired curators."""

    make_run: MakeRun
    pair: tuple[Dataset, Dataset]
    wrap: Wrap | None = None
    check_sensitivity: bool = True

    def draw(
        self,
        order: str,
        size: int,
        rng: np.random.Generator,
        *,
        steer: int = 0,
        tilt: float = 0.0,
        check_sensitivity: bool | None = None,
    ) -> Transcripts:
        """Transcripts of one run with `size` trials."""
        pair = self.pair if order == "first" else self.pair[::-1]
        check = self.check_sensitivity if check_sensitivity is None else check_sensitivity
        paired = PairedCurator(*pair, rng, steer=steer, tilt=tilt, check_sensitivity=check)
        curator: Curator = paired if self.wrap is None else self.wrap(paired)
        self.make_run(curator, size)
        # a wrapper may have replaced the paired curator by a copy: it then shows its readings
        reading = cast(PairedCurator, curator) if hasattr(curator, "log_ratio") else paired
        ratio, rounding = reading.log_ratio, reading.rounding
        if np.isnan(ratio).any():
            raise DataError(
                f"log-ratio of trial {int(np.flatnonzero(np.isnan(ratio))[0])} is not a number.\n"
                "  The iterates overflowed; choose a smaller step size or fewer steps."
            )
        return Transcripts(order, steer, ratio, rounding, reading.log_weight)


@dataclass(frozen=True, slots=True, eq=False)
class DeclaredDensity:
    """A mechanism that knows its own log-ratio."""

    mechanism: Any
    pair: tuple[Any, Any]

    def draw(
        self, order: str, size: int, rng: np.random.Generator, *, tilt: float = 0.0
    ) -> Transcripts:
        """`size` outputs and their declared log-ratios."""
        data, other = self.pair if order == "first" else self.pair[::-1]
        tilted = getattr(self.mechanism, "sample_tilted", None)
        weight = np.zeros(size)
        if tilt and tilted is not None:
            outputs, weight = tilted(data, other, tilt, size, rng)
            weight = np.asarray(weight, dtype=np.float64)
        else:
            outputs = self.mechanism.sample(data, size, rng)
        with np.errstate(divide="ignore", over="ignore"):
            ratio = np.asarray(self.mechanism.log_ratio(outputs, data, other), dtype=np.float64)
        if ratio.shape != (size,) or weight.shape != (size,):
            raise ParameterError(
                f"log_ratio has shape {ratio.shape} for {size} outputs: one number per output is "
                f"needed.\n  Return an array of shape ({size},)."
            )
        if np.isnan(ratio).any():
            raise DataError(
                f"log_ratio of output {int(np.flatnonzero(np.isnan(ratio))[0])} is not a number.\n"
                "  An output that is possible on one dataset only has log-ratio inf."
            )
        return Transcripts(order, 0, ratio, GUARD * (1 + np.abs(ratio)), weight)
