"""Lower confidence bound for epsilon at a small delta, from few weighted transcripts.

    delta(e) = E w (1 - exp(e - L))_+ ,    w = (honest density) / (density drawn from),

for transcripts drawn where the loss L is large.  Pilot runs choose the tilt, the order of the pair
and a guess of epsilon; they are not used again.  On fresh transcripts, for a level e,

    W(e) = product over i of (1 + bet (X_i - delta)),    0 <= bet < 1 / delta,  fixed beforehand,

has mean at most 1 at any time if delta(e) <= delta: X_i >= 0 needs no upper end.  So W reaches
1 / alpha with probability at most alpha (Ville).  The levels are tried in increasing order until
the first that is not refuted: as delta(e) falls, "delta(e) <= delta" is true for all e from some e*
on, and only its own test can go wrong (testing in a fixed sequence; no multiplicity is paid).
"""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.special import log_ndtr

from workbench.audit.transcripts import Transcripts
from workbench.errors import require
from workbench.privacy.arrays import Array

SEEN = 0.95
"""Probability that goes with every statement of power."""

LOG_UNSEEN = math.log1p(-SEEN)

LEVELS = np.concatenate(
    [
        [0.25, 0.5, 0.7, 0.8, 0.85, 0.9, 0.92, 0.94, 0.95, 0.96, 0.965, 0.97, 0.975, 0.98],
        np.arange(0.981, 1.0205, 0.001),
        [1.025, 1.03, 1.04, 1.05],
    ]
)
"""Levels of epsilon that are tried, as multiples of the pilot's guess."""

FEWEST = 100
"""Fewest transcripts that can be split into pilots and a test."""

WEIGHT_ERROR = 1e-9
"""Weights are taken this much smaller, relatively: far above the rounding of their logarithms."""


class TranscriptSource(Protocol):
    """Draws transcripts."""

    def draw(
        self, order: str, size: int, rng: np.random.Generator, *, tilt: float = 0.0
    ) -> Transcripts:
        """`size` transcripts on one of the datasets."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TiltedBound:
    """Certified: epsilon >= `epsilon` at `delta`, unless an event of probability `alpha` happened.

    `guess` is what the pilot expected, `samples` counts all transcripts, pilots included, and
    `log_wealth` is that of the test at the certified level.
    """

    epsilon: float
    delta: float
    alpha: float
    order: str
    tilt: float
    guess: float
    samples: int
    log_wealth: float = 0.0

    @property
    def refuted(self) -> bool:
        """Whether the wealth at the certified level reaches 1 / alpha."""
        return self.log_wealth >= math.log(1 / self.alpha)

    @property
    def could_refute(self) -> bool:
        """Whether a violation would have been noticed at all.

        It would where something is certified, so that weights and stakes are good for something, or
        where honest draws are so many that an event of probability delta is likely among them.
        """
        return self.epsilon > 0 or (self.tilt == 0 and self.samples * self.delta > -LOG_UNSEEN)

    @property
    def power(self) -> str:
        """What would have been found, in words."""
        if not self.could_refute:
            return (
                f"{self.samples} transcripts certify nothing at delta = {self.delta:g}: no "
                "violation would have been found. Draw more."
            )
        seen = f"A loss of {self.guess:.6g} at delta = {self.delta:g} was expected"
        if not self.epsilon:
            return f"{seen}, and nothing is certified."
        return (
            f"{seen}; {self.epsilon:.6g} is certified, so a violation by a factor of "
            f"{max(1.0, self.guess / self.epsilon):.4g} would have been about enough; a leak of "
            f"mass delta that the tilt does not favour is seen from {-LOG_UNSEEN / self.delta:.2g} "
            "transcripts on."
        )


def excess(transcripts: Transcripts, epsilon: float) -> Array:
    """Weighted (1 - exp(epsilon - L))_+, rounded down."""
    known = np.isfinite(transcripts.log_ratio)
    loss = transcripts.log_ratio - np.where(known, transcripts.rounding, 0.0)
    gain = -np.expm1(np.minimum(0.0, epsilon - loss))
    return np.exp(np.minimum(transcripts.log_weight, 600.0)) * (1 - WEIGHT_ERROR) * gain


def guess_epsilon(transcripts: Transcripts, delta: float) -> float:
    """Level at which the mean excess is delta; 0 if it is never above."""
    if excess(transcripts, 0.0).mean() <= delta:
        return 0.0
    finite = transcripts.log_ratio[np.isfinite(transcripts.log_ratio)]
    low, high = 0.0, float(finite.max(initial=1.0)) + 1.0
    for _ in range(50):
        middle = (low + high) / 2
        above = excess(transcripts, middle).mean() > delta
        low, high = (middle, high) if above else (low, middle)
    return low


def normal_epsilon(mean: float, variance: float, delta: float) -> float:
    """Level at which a normal loss of this mean and variance has the given delta."""
    s = math.sqrt(variance)

    def curve(e: float) -> float:
        z = (mean - e) / s
        other = e - mean + variance / 2 + float(log_ndtr(z - s))
        return math.exp(float(log_ndtr(z))) - math.exp(min(other, 0.0))

    low, high = mean - 10 * s, mean + 40 * s
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if curve(middle) > delta else (low, middle)
    return low


def _tilt(level: float, mean: float, variance: float) -> float:
    """Tilt under which a loss of this mean and variance has its mean near the level."""
    ok = math.isfinite(level + mean + variance) and variance > 1e-12 * (1 + mean * mean)
    return max(0.0, (level - mean) / variance) if ok else 0.0


def _aimed(pilot: Transcripts, tilt: float, guess: float, delta: float) -> float:
    """Newton's step towards the tilt whose mean loss is the guess.

    Where the tilt overshot and nothing small was seen, the guess is that of a normal loss.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        mean, variance = float(pilot.log_ratio.mean()), float(pilot.log_ratio.var())
    mean -= tilt * variance
    if not (math.isfinite(mean) and 0 < variance < math.inf):
        return tilt
    level = guess if guess > 0 else normal_epsilon(mean, variance, delta)
    return min(max(_tilt(level, mean, variance), tilt / 4), 4 * tilt)


def best_bet(x: Array, delta: float) -> float:
    """Bet that makes the mean logarithm of 1 + bet (x - delta) largest on the pilot."""
    y = x - delta
    if y.mean() <= 0:
        return 0.0
    low, high = 0.0, 0.95 / delta
    for _ in range(30):
        middle = (low + high) / 2
        slope = (y / (1 + middle * y)).mean()
        low, high = (middle, high) if slope > 0 else (low, middle)
    return low


def log_wealth(x: Array, *, delta: float, bet: float) -> float:
    """Log of the largest wealth against "the mean of x >= 0 is at most delta", rounded down."""
    gains = np.log1p(bet * (x - delta))
    rounding = 2.0**-50 * float(np.abs(gains).sum())
    return float(np.cumsum(gains).max()) - rounding


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TiltedDraws:
    """The transcripts of a bound: what they are follows from no claimed epsilon.

    `pilot` is the last of the pilot runs, `fresh` are those of the test, and `samples` counts all.
    """

    delta: float
    order: str
    tilt: float
    guess: float
    samples: int
    pilot: Transcripts
    fresh: Transcripts

    def bound(self, *, epsilon: float, alpha: float) -> TiltedBound:
        """The lower confidence bound; the claim `epsilon` is one of the levels."""
        certified = wealth = 0.0
        for level in sorted({*(self.guess * LEVELS).tolist(), epsilon} - {0.0}):
            if level > 1.5 * self.guess:
                break
            bet = best_bet(excess(self.pilot, level), self.delta)
            reached = log_wealth(excess(self.fresh, level), delta=self.delta, bet=bet)
            if bet == 0 or reached < math.log(1 / alpha):
                break
            certified, wealth = level, reached
        return TiltedBound(
            epsilon=certified,
            delta=self.delta,
            alpha=alpha,
            order=self.order,
            tilt=self.tilt,
            guess=self.guess,
            samples=self.samples,
            log_wealth=wealth,
        )


def tilted_bound(
    source: TranscriptSource,
    *,
    epsilon: float,
    delta: float,
    samples: int,
    alpha: float,
    rng: np.random.Generator,
) -> TiltedBound:
    """Lower confidence bound for epsilon at delta > 0; the claim `epsilon` is one of the levels."""
    found = tilted_draws(source, delta=delta, samples=samples, rng=rng)
    return found.bound(epsilon=epsilon, alpha=alpha)


def tilted_draws(
    source: TranscriptSource, *, delta: float, samples: int, rng: np.random.Generator
) -> TiltedDraws:
    """Pilot runs that choose the tilt and a guess, and the fresh transcripts of the test."""
    require(0 < delta < 1, "delta", delta, "is outside (0, 1)", "Use the pure audit for 0.")
    require(samples >= FEWEST, "samples", samples, f"is below {FEWEST}", "Draw more.")
    streams = rng.spawn(5)
    small, large = samples // 25, samples // 10
    best = (0.0, "first", 0.0, 1.0)
    for order, stream in zip(("first", "second"), streams, strict=False):
        loss = source.draw(order, small, stream).log_ratio
        with np.errstate(over="ignore"):  # a release without noise
            mean, variance = float(loss.mean()), float(loss.var())
        usual = math.isfinite(mean + variance) and variance > 0
        level = normal_epsilon(mean, variance, delta) if usual else math.inf
        best = max(best, (level, order, mean, variance))
    level, order, mean, variance = best
    tilt = _tilt(level, mean, variance)
    pilot = source.draw(order, large, streams[2], tilt=tilt)
    guess = guess_epsilon(pilot, delta)
    used = 2 * small + large
    again = _aimed(pilot, tilt, guess, delta)
    if not 0.7 * tilt <= again <= 1.4 * tilt:  # the loss is not normal, or honest draws misled
        tilt, used = again, used + large
        pilot = source.draw(order, large, streams[3], tilt=tilt)
        guess = guess_epsilon(pilot, delta)
    fresh = source.draw(order, samples - used, streams[4], tilt=tilt)
    return TiltedDraws(
        delta=delta,
        order=order,
        tilt=tilt,
        guess=guess,
        samples=samples,
        pilot=pilot,
        fresh=fresh,
    )
