"""Choices as a curator makes them: a softmax, or the winner of a noisy maximum.

A choice is made by scores of shape (trials, d) and answered as numbers of hits, shape (trials, d).
The loss of index j between scores s and s + u is, for a softmax of factor f,

    L_j = log p_j(s) - log p_j(s + u) = -f u_j + log sum_i p_i(s) e^(f u_i),

computed from u, never from two softmaxes, so that it keeps its digits.  Only differences of scores
matter: a shift common to all of them costs nothing and is not seen.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from workbench.privacy.arrays import ULP, Array, Ints
from workbench.privacy.curators.noise import NoiseSource
from workbench.privacy.mechanisms import ExponentialMechanism, NoisyMax, log_softmax

QUADRATURE = 2.0**-30
"""Relative accuracy granted to a float quadrature of the law of a noisy maximum."""

Scale = float | Array


@dataclass(frozen=True, slots=True, eq=False)
class SoftmaxLaw:
    """`count` independent choices with chances proportional to exp(factor score)."""

    factor: Scale
    count: int = 1
    monotone: bool = False
    method: str = "softmax_vertices"
    norm: ClassVar[str] = "linf"

    @property
    def options(self) -> dict[str, object]:
        """Arguments of the curator's method."""
        number = {"count": self.count} if self.method == "softmax_vertices" else {}
        return {"factor": self.factor, "monotone": self.monotone, **number}

    def shrunk(self, factor: float) -> "SoftmaxLaw":
        """Less noise: a larger factor."""
        return replace(self, factor=self.factor / factor)

    def bare(self) -> "SoftmaxLaw":
        """No noise: the largest score wins."""
        return replace(self, factor=self.factor * 0 + 2.0**400)

    def log_chances(self, scores: Array) -> Array:
        """Logarithms of the chances, shape (trials, d)."""
        return log_softmax(self.factor * scores)

    def draw(self, source: NoiseSource, scores: Array) -> Ints:
        """Numbers of hits."""
        return source.counts(self.factor * scores, self.count)

    def losses(self, scores: Array, difference: Array) -> tuple[Array, Array]:
        """Loss of every index, shape (trials, d), and its rounding error, shape (trials,)."""
        scaled = self.factor * scores
        move = self.factor * difference
        here = log_softmax(scaled)
        joint = here + move
        top = joint.max(axis=1, keepdims=True)
        common = top + np.log(np.exp(joint - top).sum(axis=1, keepdims=True))
        digits = np.abs(scaled).max(axis=1) + np.ptp(move, axis=1) + np.abs(move).max(axis=1)
        return common - move, (scores.shape[1] + 16) * ULP * (1 + digits)

    def slope(self) -> Array | float:
        """Change of a loss per unit of change of the scores."""
        return 2 * (self.factor if isinstance(self.factor, float) else self.factor[:, 0])

    def costs(self, sensitivity: Scale) -> tuple[Scale | None, Scale | None]:
        """Loss R = 2 f S (f S if monotone) and zCDP R^2 / 8, of one choice."""
        loss = (1 if self.monotone else 2) * self.factor * sensitivity
        return loss, loss * loss / 8

    def mechanism(self) -> ExponentialMechanism | None:
        """One choice, as data."""
        if isinstance(self.factor, float):
            return ExponentialMechanism(self.factor, self.monotone)
        return None


@dataclass(frozen=True, slots=True, eq=False)
class WinnerLaw:
    """Index of the largest noisy score."""

    law: NoisyMax
    method: ClassVar[str] = "noisy_max"
    norm: ClassVar[str] = "linf"
    count: ClassVar[int] = 1

    @property
    def monotone(self) -> bool:
        """Whether the scores of neighbours move in one direction."""
        return self.law.monotone

    @property
    def options(self) -> dict[str, object]:
        """Arguments of the curator's method."""
        law = self.law
        return {"scale": law.scale, "noise": law.noise, "monotone": law.monotone}

    def shrunk(self, factor: float) -> "WinnerLaw":
        """Scale times the factor."""
        return WinnerLaw(replace(self.law, scale=self.law.scale * factor))

    def bare(self) -> "WinnerLaw":
        """No noise worth the name: a millionth of the scale."""
        return WinnerLaw(replace(self.law, scale=self.law.scale * 1e-6))

    def log_chances(self, scores: Array) -> Array:
        """Logarithms of the chances, each distinct row of scores computed once."""
        rows, place = np.unique(scores, axis=0, return_inverse=True)
        return self.law.log_probability(rows)[place.ravel()]

    def draw(self, source: NoiseSource, scores: Array) -> Ints:
        """One hit per trial."""
        from workbench.privacy.curators.noise import one_hot

        return one_hot(source.winners(scores, self.law), scores.shape[1])

    def losses(self, scores: Array, difference: Array) -> tuple[Array, Array]:
        """Loss of every index, from two quadratures."""
        losses = self.log_chances(scores) - self.log_chances(scores + difference)
        return losses, np.full(len(scores), QUADRATURE)

    def slope(self) -> float:
        """Change of a loss per unit of change of the scores."""
        return 4 / self.law.scale

    def costs(self, sensitivity: Scale) -> tuple[Scale | None, Scale | None]:
        """Loss 2 S / b (S / b if monotone) and its zCDP cost."""
        loss = (1 if self.monotone else 2) * sensitivity / self.law.scale
        return loss, loss * loss / (8 if self.law.noise == "gumbel" else 2)

    def mechanism(self) -> NoisyMax:
        """The mechanism as data."""
        return self.law


ChoiceLaw = SoftmaxLaw | WinnerLaw
