"""Report noisy max: add noise to every score, release only the index of the largest.

For scores that move by at most S each the pure loss is exactly 2 S / b in the worst case, for
Laplace, Gumbel and exponential noise of scale b, and S / b where all scores move in one direction
(monotone): the winner's noise must clear a bar that moved by that much, and its tail falls by at
most e per b.  The scale S / b for general scores, sometimes printed, gives twice the epsilon.

The chance of an index is an integral over the common level v = score + noise,

    P(j) = integral of f(v - s_j) prod over i != j of F(v - s_i) dv,

a softmax for Gumbel noise.  `log_probability` computes it by Gauss-Legendre panels between the
kinks in the log domain; `probability_bounds` encloses it in balls (module noisy_max_law).
"""

import math
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
from flint import arb
from numpy.typing import ArrayLike

from workbench.errors import require
from workbench.privacy.arrays import Array, Ints, trial_blocks
from workbench.privacy.composition.balls import Bounds, enclose, smallest
from workbench.privacy.composition.checks import (
    check_count,
    check_delta,
    check_epsilon,
    check_positive,
)
from workbench.privacy.composition.classical import optimal_delta
from workbench.privacy.composition.release import Release
from workbench.privacy.mechanisms.cards import MechanismCard
from workbench.privacy.mechanisms.noisy_max_law import log_law, rigorous_law
from workbench.privacy.mechanisms.selection import (
    checked_scores,
    log_softmax,
    range_curve,
    range_release,
)

Noise = Literal["laplace", "gumbel", "exponential"]

NOISES: tuple[Noise, ...] = ("laplace", "gumbel", "exponential")

LEADS = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Leads, in units of the noise, of the winner in the pairs that bound a curve from below."""


@dataclass(frozen=True, slots=True)
class NoisyMax(MechanismCard):
    """Index of the largest noisy score.

    >>> NoisyMax.calibrate(1.0, sensitivity=1.0).scale
    2.0
    """

    scale: float
    noise: Noise = "laplace"
    monotone: bool = False

    def __post_init__(self) -> None:
        """Check the parameters."""
        check_positive("scale", self.scale)
        ok = self.noise in NOISES
        require(ok, "noise", repr(self.noise), f"is none of {', '.join(NOISES)}", "Choose one.")

    def sample(self, rng: np.random.Generator, scores: ArrayLike, *, trials: int) -> Ints:
        """Winning indices, shape (trials, *batch) for scores of shape (*batch, choices)."""
        check_count("trials", trials)
        values = checked_scores(scores) / self.scale
        answer = np.empty((trials, *values.shape[:-1]), dtype=np.int64)
        for rows in trial_blocks(trials, values.size):
            size = (rows.stop - rows.start, *values.shape)
            answer[rows] = np.argmax(values + self._draw(rng, size), axis=-1)
        return answer

    def _draw(self, rng: np.random.Generator, size: tuple[int, ...]) -> Array:
        match self.noise:
            case "laplace":
                return rng.laplace(0.0, 1.0, size)
            case "exponential":
                return rng.standard_exponential(size)
            case "gumbel":
                return np.asarray(-np.log(rng.standard_exponential(size)))

    def log_probability(self, scores: ArrayLike) -> Array:
        """Logarithm of the chance of every index; same shape as the scores."""
        with np.errstate(over="ignore"):
            values = checked_scores(scores) / self.scale
            spread = values.max(axis=-1) - values.min(axis=-1)
        rule = "is further apart than floating-point numbers go"
        widest = float(spread.max(initial=0.0))
        require(math.isfinite(widest), "scores", scores, rule, "Pass scores of a common size.")
        if self.noise == "gumbel":
            return log_softmax(values)
        rows = [log_law(row, self.noise) for row in values.reshape(-1, values.shape[-1])]
        return np.asarray(rows).reshape(values.shape)

    def probability_bounds(self, scores: ArrayLike) -> list[Bounds]:
        """Rigorous brackets of the chance of every index, for one vector of scores."""
        values = checked_scores(scores)
        ok = values.ndim == 1
        require(ok, "scores.ndim", values.ndim, "is not 1", "Pass one vector of scores.")
        return rigorous_law(values.tolist(), self.scale, self.noise)

    def loss(self, *, sensitivity: float) -> float:
        """Exact worst-case pure loss, rounded up: 2 S / b, or S / b for monotone scores."""
        check_positive("sensitivity", sensitivity)
        return enclose(lambda: self._loss(sensitivity)).upper

    def _loss(self, sensitivity: float) -> arb:
        return (1 if self.monotone else 2) * arb(sensitivity) / arb(self.scale)

    def delta_between(self, epsilon: float, scores: ArrayLike, other: ArrayLike) -> float:
        """Delta of one pair of score vectors, in floating point: sum of (p - e^eps q)_+."""
        check_epsilon(epsilon)
        p, q = self.log_probability(scores), self.log_probability(other)
        gain = -np.expm1(np.minimum(epsilon + q - p, 0.0))
        return float((np.exp(p) * gain).sum())

    def delta_bounds(self, epsilon: float, *, sensitivity: float) -> Bounds:
        """Bracket of the worst-case curve over all scores.

        Gumbel noise is the exponential mechanism, and its curve exact.  Otherwise: above, the curve
        of randomized response with the same pure loss; below, the best of a few pairs of scores.
        """
        check_epsilon(epsilon)
        loss = self.loss(sensitivity=sensitivity)
        if self.noise == "gumbel":
            return range_curve(lambda: self._loss(sensitivity), epsilon)
        above = optimal_delta(epsilon, step=loss, steps=1).upper
        below = max(self._witness(epsilon, sensitivity, lead) for lead in LEADS)
        return Bounds(min(below, above), above)

    def _witness(self, epsilon: float, sensitivity: float, lead: float) -> float:
        """Proven delta of two scores of which the second leads by `lead` and loses its lead."""
        move = sensitivity * (1 - 2.0**-50)  # respects S in spite of the roundings below
        first = [0.0, lead * self.scale]
        second = [0.0 if self.monotone else move, first[1] - move]
        here, there = self.probability_bounds(first), self.probability_bounds(second)
        laws = [*zip(here, there, strict=True), *zip(there, here, strict=True)]

        def excess(p: Bounds, q: Bounds) -> arb:
            return arb(p.lower) - arb(epsilon).exp() * arb(q.upper)

        return max(enclose(partial(excess, p, q), low=0.0).lower for p, q in laws)

    def delta(self, epsilon: float, *, sensitivity: float) -> float:
        """Proven delta at epsilon: the upper end of the bracket."""
        return self.delta_bounds(epsilon, sensitivity=sensitivity).upper

    def epsilon_at(self, delta: float, *, sensitivity: float) -> float:
        """Proven epsilon at delta; read back."""
        check_delta(delta, zero=True)
        loss = self.loss(sensitivity=sensitivity)
        if delta == 0:
            return loss
        if self._upper(0.0, loss) <= delta:
            return 0.0
        return smallest(lambda e: self._upper(e, loss) <= delta, start=loss)

    def _upper(self, epsilon: float, loss: float) -> float:
        if self.noise == "gumbel":
            return range_curve(loss, epsilon).upper
        return optimal_delta(epsilon, step=loss, steps=1).upper

    def release(self, *, sensitivity: float, neighbouring: str) -> Release:
        """Everything proven about one index."""
        loss = self.loss(sensitivity=sensitivity)
        if self.noise == "gumbel":
            return range_release(loss, neighbouring=neighbouring)
        return Release.pure(loss, neighbouring=neighbouring)

    @classmethod
    def calibrate(
        cls,
        epsilon: float,
        delta: float = 0.0,
        *,
        sensitivity: float,
        noise: Noise = "laplace",
        monotone: bool = False,
    ) -> "NoisyMax":
        """The least scale whose proven curve is within delta at epsilon, read back."""
        check_positive("epsilon", epsilon)
        check_delta(delta, zero=True)
        check_positive("sensitivity", sensitivity)

        def affordable(scale: float) -> bool:
            mechanism = cls(scale, noise, monotone)
            return mechanism._upper(epsilon, mechanism.loss(sensitivity=sensitivity)) <= delta

        guess = (1 if monotone else 2) * sensitivity / epsilon
        return cls(smallest(affordable, start=guess), noise, monotone)
