"""What one release is known to cost: the common currency of mechanisms and accountants.

A mechanism that is told the sensitivity of its query answers with a `Release`: every proven
statement about the pair of output laws on any two neighbours, each rounded towards more loss.  An
accountant takes from it what it can add up.  Which datasets are neighbours is part of the cost: an
accountant refuses a release that speaks about another relation.

    epsilon, delta    (epsilon, delta)-differential privacy
    rho               zero-concentrated: Renyi divergence of every order a is at most a rho
    renyi             order -> bound on the Renyi divergence of that order, as a ball
    pair              a pair of laws that dominates every pair of neighbours, for exact accounting
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from flint import arb

from workbench.errors import require
from workbench.privacy.composition.checks import check_delta, check_epsilon, check_relation
from workbench.privacy.composition.conversions import pure_to_zcdp, renyi_of_pure

Kind = Literal["gaussian", "laplace", "randomized-response", "approximate"]


@dataclass(frozen=True, slots=True)
class DominatingPair:
    """A dominating pair of laws, `attained` where some pair of neighbours has exactly these laws.

    gaussian, laplace      noise of scale `scale` on a number that moves by `size`
    randomized-response    a bit reported truly with odds e^size : 1
    approximate            a bit as above, and with probability `delta` the secret in clear
    """

    kind: Kind
    size: float
    scale: float = 1.0
    delta: float = 0.0
    attained: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """Every proven statement about the cost of one release, for neighbours in one relation."""

    neighbouring: str
    epsilon: float | None = None
    delta: float = 0.0
    rho: float | None = None
    renyi: Callable[[arb], arb] | None = None
    pair: DominatingPair | None = None

    def __post_init__(self) -> None:
        """Check the relation and the numbers."""
        check_relation(self.neighbouring)
        check_delta(self.delta, zero=True)
        for name, value in (("epsilon", self.epsilon), ("rho", self.rho)):
            ok = value is None or 0 <= value < math.inf
            require(ok, name, value, "is not a finite cost", "Leave out what is not known.")

    @classmethod
    def pure(cls, epsilon: float, *, neighbouring: str) -> "Release":
        """Any mechanism that is epsilon-DP and of which nothing else is known.

        It costs rho = epsilon^2 / 2 (Bun, Steinke 2016), and randomized response dominates it
        (Kairouz, Oh, Viswanath 2015).
        """
        return cls.approximate(epsilon, 0.0, neighbouring=neighbouring)

    @classmethod
    def approximate(cls, epsilon: float, delta: float, *, neighbouring: str) -> "Release":
        """Any mechanism that is (epsilon, delta)-DP and of which nothing else is known."""
        check_epsilon(epsilon)
        check_delta(delta, zero=True)
        if delta > 0:
            pair = DominatingPair("approximate", epsilon, delta=delta, attained=False)
            return cls(neighbouring=neighbouring, epsilon=epsilon, delta=delta, pair=pair)
        return cls(
            neighbouring=neighbouring,
            epsilon=epsilon,
            rho=pure_to_zcdp(epsilon),
            renyi=renyi_of_pure(epsilon),
            pair=DominatingPair("randomized-response", epsilon),
        )
