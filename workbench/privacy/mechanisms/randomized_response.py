"""Randomized response over k answers: the truth with odds e^epsilon : 1 against each other answer.

    truth   e^epsilon / (e^epsilon + k - 1),     another answer   1 / (e^epsilon + k - 1)

Two records that differ give the exact curve delta(e) = (e^epsilon - e^e) / (e^epsilon + k - 1) for
0 <= e <= epsilon, since only the one true answer speaks for its record.  With two answers it
dominates every epsilon-DP mechanism (Kairouz, Oh, Viswanath 2015).
"""

import math
from dataclasses import dataclass

import numpy as np
from flint import arb
from numpy.typing import ArrayLike

from workbench.errors import DataError, require
from workbench.privacy.arrays import Array, Ints
from workbench.privacy.composition.balls import Bounds, enclose, largest
from workbench.privacy.composition.checks import (
    check_count,
    check_delta,
    check_epsilon,
    check_positive,
)
from workbench.privacy.composition.conversions import pure_to_zcdp, renyi_of_pure
from workbench.privacy.composition.release import DominatingPair, Release
from workbench.privacy.mechanisms.cards import MechanismCard


@dataclass(frozen=True, slots=True)
class RandomizedResponse(MechanismCard):
    """Report one of `answers` values, 0 to answers - 1.

    >>> round(RandomizedResponse(math.log(3)).truth, 12)
    0.75
    """

    odds: float
    """Logarithm of the odds of the truth against another answer: the pure privacy loss."""

    answers: int = 2

    def __post_init__(self) -> None:
        """Check the parameters."""
        check_positive("odds", self.odds)
        check_count("answers", self.answers)
        require(self.answers >= 2, "answers", self.answers, "leaves no choice", "Use at least 2.")

    @property
    def truth(self) -> float:
        """Probability of the true answer."""
        return 1 / (1 + (self.answers - 1) * math.exp(-self.odds))

    def sample(self, rng: np.random.Generator, values: ArrayLike, *, trials: int) -> Ints:
        """Answers to `values`, shape (trials, *values.shape)."""
        truth = self._values(values)
        shape = (trials, *truth.shape)
        other = rng.integers(1, self.answers, shape)
        lie = rng.random(shape) >= self.truth
        return np.where(lie, (truth + other) % self.answers, truth)

    def log_probability(self, answer: ArrayLike, value: ArrayLike) -> Array:
        """Logarithm of the chance of an answer to a value, entry by entry."""
        rest = math.log1p((self.answers - 1) * math.exp(-self.odds))
        same = self._values(answer) == self._values(value)
        return np.where(same, -rest, -rest - self.odds)

    def delta_bounds(self, epsilon: float) -> Bounds:
        """Rigorous bracket of the exact privacy curve between two different values."""
        check_epsilon(epsilon)
        if epsilon >= self.odds:
            return Bounds(0.0, 0.0)

        def curve() -> arb:
            fade = (-arb(self.odds)).exp()
            return -(arb(epsilon) - arb(self.odds)).expm1() / (1 + (self.answers - 1) * fade)

        return enclose(curve, low=0.0, high=1.0)

    def delta(self, epsilon: float) -> float:
        """The exact privacy curve, rounded up."""
        return self.delta_bounds(epsilon).upper

    def release(self, *, neighbouring: str) -> Release:
        """Everything proven about one answer to a record.

        With more than two answers the pair is that of two answers, which dominates.
        """
        return Release(
            neighbouring=neighbouring,
            epsilon=self.odds,
            rho=pure_to_zcdp(self.odds),
            renyi=renyi_of_pure(self.odds),
            pair=DominatingPair("randomized-response", self.odds, attained=self.answers == 2),
        )

    @classmethod
    def calibrate(
        cls, epsilon: float, delta: float = 0.0, *, answers: int = 2
    ) -> "RandomizedResponse":
        """The most truthful answer that is (epsilon, delta)-DP; read back.

        >>> RandomizedResponse.calibrate(1.0).odds
        1.0
        """
        check_epsilon(epsilon)
        check_delta(delta, zero=True)
        if delta == 0:
            return cls(epsilon, answers)
        guess = (
            epsilon + math.log1p(delta * (answers - 1) * math.exp(-epsilon)) - math.log1p(-delta)
        )
        return cls(largest(lambda x: cls(x, answers).delta(epsilon) <= delta, start=guess), answers)

    def _values(self, values: ArrayLike) -> Ints:
        array = np.asarray(values)
        whole = array.astype(np.int64)
        if not ((whole == array) & (whole >= 0) & (whole < self.answers)).all():
            raise DataError(
                f"values leave the answers 0..{self.answers - 1}.\n"
                "  Number the possible answers from zero."
            )
        return whole
