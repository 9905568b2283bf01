"""A mechanism that sees a hidden batch: m of the n records, drawn without replacement.

Replace one record.  It is in the batch with chance q = m / n, and otherwise the output has the
same law on both datasets, so for e^(eps') = 1 + q (e^eps - 1)

    delta'(eps') = q delta(eps)                            (Balle, Barthe, Gaboardi 2018)

where delta is the curve of the mechanism for the sensitivity of a batch.  It is an equality: where
all other records equal the one put in, the second law is one component of the first, and the
hockey-stick divergence of such a pair is q times that of the components.  So the bracket of the
mechanism, taken through this map, brackets the truth.

A batch that is hidden never costs more than one that is not (Renyi divergences are jointly
quasi-convex): rho and Renyi of a release are those of the mechanism, or those of its amplified
pure loss where that is smaller.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from flint import arb

from workbench.errors import require
from workbench.privacy.composition.balls import Bounds, enclose
from workbench.privacy.composition.checks import check_delta, check_epsilon, same_relation
from workbench.privacy.composition.conversions import amplified, pure_to_zcdp, renyi_of_pure
from workbench.privacy.composition.release import DominatingPair, Release, sampled
from workbench.privacy.mechanisms.cards import MechanismCard
from workbench.privacy.queries.datasets import NEIGHBOURING


class Curved(Protocol):
    """A mechanism with a privacy curve."""

    def delta_bounds(self, epsilon: float, *, sensitivity: float) -> Bounds:
        """Rigorous bracket of the worst-case privacy curve."""
        ...

    def epsilon_at(self, delta: float, *, sensitivity: float) -> float:
        """Proven epsilon at delta."""
        ...

    def release(self, *, sensitivity: float, neighbouring: str) -> Release:
        """Everything proven about one release."""
        ...


@dataclass(frozen=True, slots=True)
class Subsampled(MechanismCard):
    """`mechanism` applied to a hidden uniform batch of m of n records (replace-one).

    Sensitivities are those of a batch: of the mean over m records, not over n.

    >>> from workbench.privacy import Laplace
    >>> round(Subsampled(Laplace(0.7), n=4, m=2).epsilon_at(0.0, sensitivity=0.5), 10)
    0.4196069953
    """

    mechanism: Curved
    n: int
    m: int

    def __post_init__(self) -> None:
        """Check the batch."""
        ok = 1 <= self.m <= self.n
        require(ok, "m", self.m, f"is outside 1..n = {self.n}", "Choose 1 <= m <= n.")

    @property
    def share(self) -> Fraction:
        """Chance m / n of a record to be in the batch."""
        return Fraction(self.m, self.n)

    def _share(self) -> arb:
        return arb(self.m) / self.n

    def delta_bounds(self, epsilon: float, *, sensitivity: float) -> Bounds:
        """Bracket of the curve; exact where the mechanism's is.

        The inner loss log(1 + (e^eps' - 1) / q) is rounded down for the upper end and up for the
        lower, since curves fall.
        """
        check_epsilon(epsilon)
        if self.m == self.n:
            return self.mechanism.delta_bounds(epsilon, sensitivity=sensitivity)
        inner = enclose(lambda: self._inner(epsilon), low=0.0)
        above = self.mechanism.delta_bounds(inner.lower, sensitivity=sensitivity).upper
        below = self.mechanism.delta_bounds(inner.upper, sensitivity=sensitivity).lower
        return Bounds(
            enclose(lambda: self._share() * arb(below), low=0.0).lower,
            enclose(lambda: self._share() * arb(above), high=1.0).upper,
        )

    def _inner(self, epsilon: float) -> arb:
        """log(1 + (e^eps' - 1) / q), from the side that does not overflow."""
        e, q = arb(epsilon), self._share()
        if epsilon < 1:
            return (e.expm1() / q).log1p()
        return e - q.log() + ((q - 1) * (-e).exp()).log1p()

    def delta(self, epsilon: float, *, sensitivity: float) -> float:
        """Proven delta at epsilon: the upper end of the bracket."""
        return self.delta_bounds(epsilon, sensitivity=sensitivity).upper

    def epsilon_at(self, delta: float, *, sensitivity: float) -> float:
        """Proven epsilon at delta: log(1 + q (e^eps - 1)) at the mechanism's eps(delta / q)."""
        check_delta(delta, zero=True)
        if self.m == self.n:
            return self.mechanism.epsilon_at(delta, sensitivity=sensitivity)
        if delta >= self.share:
            return 0.0
        rest = enclose(lambda: arb(delta) / self._share(), low=0.0).lower
        if rest >= 1:
            return 0.0
        inner = self.mechanism.epsilon_at(rest, sensitivity=sensitivity)
        return amplified(inner, 0.0, n=self.n, m=self.m)[0] if inner > 0 else 0.0

    def release(self, *, sensitivity: float, neighbouring: str = NEIGHBOURING) -> Release:
        """Everything proven about one release; replace-one only."""
        same_relation(NEIGHBOURING, neighbouring)
        one = self.mechanism.release(sensitivity=sensitivity, neighbouring=neighbouring)
        if self.m == self.n:
            return one
        if one.epsilon is None or one.delta > 0:
            known = one.pair is not None and one.pair.kind == "gaussian"
            pair = sampled(one.pair, "fixed", self.share) if known else None
            return Release(neighbouring=neighbouring, rho=one.rho, renyi=one.renyi, pair=pair)
        epsilon = self.epsilon_at(0.0, sensitivity=sensitivity)
        whole, pure = one.renyi, renyi_of_pure(epsilon)

        def renyi(order: arb) -> arb:
            hidden = pure(order)
            return hidden if whole is None else hidden.min(whole(order))

        rho = pure_to_zcdp(epsilon)
        return Release(
            neighbouring=neighbouring,
            epsilon=epsilon,
            rho=min(rho, math.inf if one.rho is None else one.rho),
            renyi=renyi,
            pair=DominatingPair("randomized-response", epsilon, attained=False),
        )
