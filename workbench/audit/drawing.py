"""What a likelihood-ratio audit draws: transcripts of both orders, and the battery's residuals.

None of it follows from the claimed epsilon, so one set of draws can be held against several.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from workbench.audit.conformance import Conformance, check_residuals
from workbench.audit.observed import Observed, constant_dataset
from workbench.audit.tilted import TiltedDraws, tilted_draws
from workbench.audit.transcripts import CuratedRun, MakeRun, Transcripts, Wrap
from workbench.errors import PrivacyError
from workbench.privacy import Curator, Dataset, TrustedCurator

STEERED = 16
"""Transcripts of each steered search."""

PROBE = 10
"""Transcripts that are drawn before the audit of a delta > 0, from each dataset."""


@dataclass(frozen=True, slots=True, eq=False)
class SharedDraws:
    """The audited code with its pair, and the battery: `alpha` and the most trials of a run."""

    make_run: MakeRun
    pair: tuple[Dataset, Dataset]
    wrap: Wrap | None
    alpha: float
    battery: int

    def conformance(self, trials: int, streams: Sequence[np.random.Generator]) -> Conformance:
        """The battery on the residuals of two runs."""
        constant = constant_dataset(self.pair[0])
        calls = []
        for stream in streams:
            curator: Curator = TrustedCurator(constant, stream)
            inner = curator if self.wrap is None else self.wrap(curator)
            observed = Observed(inner, constant, rng=stream.spawn(1)[0])
            self.make_run(observed, trials)
            calls.append(observed.residuals)
        return check_residuals(calls[0], calls[1], alpha=self.alpha)


@dataclass(frozen=True, slots=True, eq=False)
class Pure(SharedDraws):
    """Honest transcripts in both orders, then `steered` ones to either side."""

    steered: int

    def __call__(
        self, rng: np.random.Generator, trials: int
    ) -> tuple[list[Transcripts], Conformance, str | None]:
        """The transcripts, the battery, and the false claim of a sensitivity, if there is one."""
        streams = rng.spawn(6)
        plan = [
            ("first", 0, trials, streams[0]),
            ("second", 0, trials, streams[1]),
            ("first", 1, self.steered, streams[2]),
            ("first", -1, self.steered, streams[3]),
        ]
        source = CuratedRun(self.make_run, self.pair, self.wrap)
        false_sensitivity: str | None = None
        found: list[Transcripts] = []
        for order, steer, size, stream in plan:
            try:
                if false_sensitivity is None:
                    found.append(source.draw(order, size, stream, steer=steer))
                    continue
            except PrivacyError as error:
                false_sensitivity = str(error)
            found.append(source.draw(order, size, stream, steer=steer, check_sensitivity=False))
        tests = self.conformance(min(trials, self.battery), streams[4:])
        return found, tests, false_sensitivity


@dataclass(frozen=True, slots=True, eq=False)
class AtDelta(SharedDraws):
    """A few honest transcripts, then those of a bound at `delta`."""

    delta: float

    def __call__(
        self, rng: np.random.Generator, samples: int
    ) -> tuple[Transcripts, TiltedDraws, Conformance, str | None]:
        """As `Pure`, with `samples` transcripts in all."""
        probe, rest, *streams = rng.spawn(4)
        false_sensitivity = None
        source = CuratedRun(self.make_run, self.pair, self.wrap)
        try:
            few = source.draw("first", PROBE, probe)
        except PrivacyError as error:
            false_sensitivity = str(error)
            source = CuratedRun(self.make_run, self.pair, self.wrap, check_sensitivity=False)
            few = source.draw("first", PROBE, probe)
        tilted = tilted_draws(source, delta=self.delta, samples=samples - PROBE, rng=rest)
        return few, tilted, self.conformance(self.battery, streams), false_sensitivity
