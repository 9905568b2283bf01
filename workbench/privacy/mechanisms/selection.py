"""Exponential mechanism and softmax vertex sampling, in the log domain.

Choose r with chance proportional to exp(factor score_r).  The loss of a choice is the change of
factor score_r minus the change of a log-sum-exp, so over all choices it varies by no more than

    R = factor (max - min over r of the change of score)  <=  2 factor S,    factor S if monotone,

for scores that move by at most S each (monotone: all in one direction).  A range R gives exactly

    pure loss R,    zCDP R^2 / 8,    delta(e) = (1 - e^((e - R)/2))^2 / (1 - e^-R)   for |e| <= R,

the last attained by two choices whose losses are (R + e) / 2 and (e - R) / 2 (Dong, Durfee, Rogers
2020): a convex function of a bounded loss is largest at the ends of its range.

Sampling adds Gumbel noise and takes the maximum: no probability is computed, none underflows.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from flint import arb
from numpy.typing import ArrayLike

from workbench.errors import DataError
from workbench.privacy.arrays import Array, Ints, trial_blocks
from workbench.privacy.composition.balls import Bounds, enclose, largest, smallest
from workbench.privacy.composition.checks import (
    check_count,
    check_delta,
    check_epsilon,
    check_positive,
)
from workbench.privacy.composition.classical import optimal_delta
from workbench.privacy.composition.conversions import (
    bounded_range_to_zcdp,
    renyi_of_pure,
    zcdp_delta,
)
from workbench.privacy.composition.release import DominatingPair, Release
from workbench.privacy.mechanisms.cards import MechanismCard


def log_softmax(scores: Array) -> Array:
    """Logarithm of exp(scores) / sum exp(scores) along the last axis.

    >>> log_softmax(np.array([0.0, -1e6])).tolist()
    [0.0, -1000000.0]
    """
    shifted = scores - scores.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


def checked_scores(scores: ArrayLike) -> Array:
    """Scores as floats with the choices along the last axis."""
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim == 0 or values.shape[-1] == 0 or not np.isfinite(values).all():
        raise DataError(
            f"scores of shape {values.shape} are not finite numbers with a choice per entry of the "
            "last axis.\n  Pass finite scores; leave a forbidden choice out for every dataset."
        )
    return values


def gumbel_argmax(rng: np.random.Generator, logits: Array, trials: int) -> Ints:
    """Indices of shape (trials, *batch), each with chance proportional to exp(logit)."""
    answer = np.empty((trials, *logits.shape[:-1]), dtype=np.int64)
    for rows in trial_blocks(trials, logits.size):
        size = (rows.stop - rows.start, *logits.shape)
        answer[rows] = np.argmax(logits - np.log(rng.standard_exponential(size)), axis=-1)
    return answer


def range_curve(width: float | Callable[[], arb], epsilon: float) -> Bounds:
    """Exact curve of the worst mechanism whose loss varies by at most `width`, in balls.

    >>> range_curve(1.0, 1.0)
    Bounds(lower=0.0, upper=0.0)
    """
    check_epsilon(epsilon)

    def curve() -> arb:
        w = width() if callable(width) else arb(width)
        gain = ((arb(epsilon) - w) / 2).min(arb(0)).expm1()
        return gain**2 / -(-w).expm1()

    return enclose(curve, low=0.0, high=1.0)


@dataclass(frozen=True, slots=True)
class ExponentialMechanism(MechanismCard):
    """One choice with chance proportional to exp(factor score).

    >>> ExponentialMechanism.calibrate(1.0, sensitivity=0.5).factor
    1.0
    """

    factor: float
    monotone: bool = False

    def __post_init__(self) -> None:
        """Check the factor."""
        check_positive("factor", self.factor)

    def sample(self, rng: np.random.Generator, scores: ArrayLike, *, trials: int) -> Ints:
        """Chosen indices, shape (trials, *batch) for scores of shape (*batch, choices)."""
        check_count("trials", trials)
        return gumbel_argmax(rng, self.factor * checked_scores(scores), trials)

    def log_probability(self, scores: ArrayLike) -> Array:
        """Logarithm of the chance of every choice; same shape as the scores."""
        return log_softmax(self.factor * checked_scores(scores))

    def log_ratio(self, choice: Ints, scores: ArrayLike, other: ArrayLike) -> Array:
        """Log of the chance of a choice under `scores` over its chance under `other`."""
        table = self.log_probability(scores) - self.log_probability(other)
        return np.asarray(table[..., choice]) if table.ndim == 1 else _pick(table, choice)

    def range(self, *, sensitivity: float) -> float:
        """How much the loss can vary over the choices, rounded up; it is the pure loss."""
        check_positive("sensitivity", sensitivity)
        return enclose(lambda: self._range(sensitivity)).upper

    def _range(self, sensitivity: float) -> arb:
        return (1 if self.monotone else 2) * arb(self.factor) * arb(sensitivity)

    def delta_bounds(self, epsilon: float, *, sensitivity: float) -> Bounds:
        """Bracket of the exact worst-case curve."""
        check_positive("sensitivity", sensitivity)
        return range_curve(lambda: self._range(sensitivity), epsilon)

    def delta(self, epsilon: float, *, sensitivity: float) -> float:
        """The exact worst-case curve, rounded up."""
        return self.delta_bounds(epsilon, sensitivity=sensitivity).upper

    def epsilon_at(self, delta: float, *, sensitivity: float) -> float:
        """Smallest epsilon with delta(epsilon) <= delta; read back."""
        check_delta(delta, zero=True)
        width = self.range(sensitivity=sensitivity)
        if delta == 0:
            return width
        if self.delta(0.0, sensitivity=sensitivity) <= delta:
            return 0.0
        return smallest(lambda e: self.delta(e, sensitivity=sensitivity) <= delta, start=width)

    def rho(self, *, sensitivity: float) -> float:
        """Rho of zCDP: R^2 / 8, rounded up."""
        return bounded_range_to_zcdp(self.range(sensitivity=sensitivity))

    def release(self, *, sensitivity: float, neighbouring: str) -> Release:
        """Everything proven about one choice."""
        return range_release(self.range(sensitivity=sensitivity), neighbouring=neighbouring)

    @classmethod
    def calibrate(
        cls, epsilon: float, delta: float = 0.0, *, sensitivity: float, monotone: bool = False
    ) -> "ExponentialMechanism":
        """The largest factor that is (epsilon, delta)-DP; read back."""
        check_positive("epsilon", epsilon)
        check_delta(delta, zero=True)
        check_positive("sensitivity", sensitivity)

        def affordable(factor: float) -> bool:
            return cls(factor, monotone).delta(epsilon, sensitivity=sensitivity) <= delta

        guess = epsilon / ((1 if monotone else 2) * sensitivity)
        return cls(largest(affordable, start=guess), monotone)


@dataclass(frozen=True, slots=True)
class SoftmaxVertices(MechanismCard):
    """`count` independent choices from one softmax, released together as numbers of hits.

    The average of the chosen vertices of a polytope is counts @ vertices / count.
    """

    factor: float
    count: int
    monotone: bool = False

    def __post_init__(self) -> None:
        """Check the parameters."""
        check_positive("factor", self.factor)
        check_count("count", self.count)

    @property
    def one(self) -> ExponentialMechanism:
        """The law of a single choice."""
        return ExponentialMechanism(self.factor, self.monotone)

    def sample(self, rng: np.random.Generator, scores: ArrayLike, *, trials: int) -> Ints:
        """Numbers of hits, shape (trials, *batch, choices); they add up to `count`."""
        check_count("trials", trials)
        chances = np.exp(self.one.log_probability(scores))
        return rng.multinomial(self.count, chances, size=(trials, *chances.shape[:-1]))

    def log_probability(self, counts: Ints, scores: ArrayLike) -> Array:
        """Logarithm of the chance of the numbers of hits, along the last axis."""
        from scipy.special import gammaln

        orders = gammaln(self.count + 1) - gammaln(np.asarray(counts) + 1).sum(axis=-1)
        return np.asarray(orders + (counts * self.one.log_probability(scores)).sum(axis=-1))

    def log_ratio(self, counts: Ints, scores: ArrayLike, other: ArrayLike) -> Array:
        """Log-likelihood ratio of the numbers of hits; the number of orders cancels."""
        table = self.one.log_probability(scores) - self.one.log_probability(other)
        return np.asarray((counts * table).sum(axis=-1))

    def delta_bounds(self, epsilon: float, *, sensitivity: float) -> Bounds:
        """Bracket of the worst-case curve of all the choices together.

        Above: the better of the zCDP bound and the optimal composition of pure losses.  Below: the
        best of a few two-choice instances, each of which is attained.
        """
        width = self.one.range(sensitivity=sensitivity)
        if self.count == 1:
            return self.one.delta_bounds(epsilon, sensitivity=sensitivity)
        pure = optimal_delta(epsilon, step=width, steps=self.count).upper
        rho = enclose(lambda: self.count * arb(width) ** 2 / 8).upper
        above = min(pure, zcdp_delta(rho, epsilon))
        safe = enclose(lambda: self.one._range(sensitivity)).lower
        shares = [k / 32 for k in range(1, 32)]
        below = max(two_choices(safe, share, epsilon, self.count).lower for share in shares)
        return Bounds(min(below, above), above)

    def delta(self, epsilon: float, *, sensitivity: float) -> float:
        """Proven delta at epsilon: the upper end of the bracket."""
        return self.delta_bounds(epsilon, sensitivity=sensitivity).upper

    def release(self, *, sensitivity: float, neighbouring: str) -> Release:
        """What is proven about ONE of the choices; add it `count` times."""
        return self.one.release(sensitivity=sensitivity, neighbouring=neighbouring)


def range_release(width: float, *, neighbouring: str) -> Release:
    """Everything proven about a choice whose loss varies by at most `width`."""

    def renyi(order: arb) -> arb:
        return renyi_of_pure(width)(order).min(order * arb(width) ** 2 / 8)

    return Release(
        neighbouring=neighbouring,
        epsilon=width,
        rho=bounded_range_to_zcdp(width),
        renyi=renyi,
        pair=DominatingPair("randomized-response", width, attained=False),
    )


def two_choices(width: float, share: float, epsilon: float, count: int) -> Bounds:
    """Curve of `count` choices among two with losses share width and (share - 1) width."""

    def curve() -> arb:
        w, t = arb(width), arb(share) * arb(width)
        p = (t - w).expm1() / (-w).expm1()
        q = p * (-t).exp()
        answer, orders = arb(0), arb(1)
        for hits in range(count, -1, -1):
            here = orders * p**hits * (1 - p) ** (count - hits)
            there = orders * q**hits * (1 - q) ** (count - hits)
            answer += (here - arb(epsilon).exp() * there).max(arb(0))
            orders = orders * hits / (count - hits + 1)
        return answer

    return enclose(curve, low=0.0, high=1.0)


def _pick(table: Array, choice: Ints) -> Array:
    """Entry of the last axis of `table` (*batch, choices) for choices of shape (trials, *batch)."""
    wide = np.broadcast_to(table, (*choice.shape, table.shape[-1]))
    return np.take_along_axis(wide, choice[..., None], axis=-1)[..., 0]
