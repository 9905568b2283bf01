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
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from flint import arb

from workbench.errors import OutOfReachError, require
from workbench.privacy.composition.checks import (
    check_delta,
    check_epsilon,
    check_relation,
    same_relation,
)
from workbench.privacy.composition.conversions import pure_to_zcdp, renyi_of_pure

Kind = Literal[
    "gaussian",
    "laplace",
    "discrete-gaussian",
    "discrete-laplace",
    "randomized-response",
    "approximate",
]
Sampling = Literal["", "poisson", "fixed"]


@dataclass(frozen=True, slots=True)
class DominatingPair:
    """A dominating pair of laws, `attained` where some pair of neighbours has exactly these laws.

    gaussian, laplace      noise of scale `scale` on a number that moves by `size`
    discrete-gaussian, discrete-laplace
                           mass ~ exp(-x^2 / (2 scale^2)) or exp(-|x| / scale) on the integers, and
                           a whole size
    randomized-response    a bit reported truly with odds e^size : 1
    approximate            a bit as above, and with probability `delta` the secret in clear

    With `sampling` a record is met with the chance `chance` only: "poisson" (every record on its
    own, add or remove one) or "fixed" (a uniform batch of fixed size, replace one).
    """

    kind: Kind
    size: float
    scale: float = 1.0
    delta: float = 0.0
    attained: bool = True
    sampling: Sampling = ""
    chance: Fraction = Fraction(1)

    def data(self, way: str) -> dict[str, str]:
        """The pair as the small checker reads it; `way` is "remove" or "add" under sampling."""
        found = {"kind": str(self.kind), "size": str(Fraction(self.size))}
        if self.kind == "approximate":
            found["delta"] = str(Fraction(self.delta))
        elif self.kind != "randomized-response":
            found["scale"] = str(Fraction(self.scale))
        if self.sampling and self.chance < 1:
            found["sampling"] = way if self.sampling == "poisson" else "fixed"
            found["chance"] = str(self.chance)
        return found


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
    def dominated(cls, pair: DominatingPair, *, neighbouring: str) -> "Release":
        """A release of which a dominating pair is known, and nothing else is used."""
        return cls(neighbouring=neighbouring, pair=pair)

    def poisson(self, chance: Fraction | float) -> "Release":
        """The release on a batch that each record joins on its own with this chance.

        For "add-or-remove-one" only: the pairs are (mixture, noise) and (noise, mixture), which
        dominate for Gaussian and Laplace noise and for randomized response (Zhu, Dong, Wang 2022).
        """
        same_relation("add-or-remove-one", self.neighbouring)
        q = Fraction(chance)
        require(0 < q <= 1, "chance", chance, "is outside (0, 1]", "Choose a probability > 0.")
        return Release.dominated(sampled(self.pair, "poisson", q), neighbouring=self.neighbouring)

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


def sampled(pair: DominatingPair | None, sampling: Sampling, chance: Fraction) -> DominatingPair:
    """The pair seen with a chance; only pairs whose mixtures are known to dominate."""
    if pair is None or pair.sampling or pair.kind not in ("gaussian", "laplace"):
        raise OutOfReachError(
            f"{pair and pair.kind} under sampling: no dominating pair is known here.\n"
            "  Sample Gaussian or Laplace noise, or amplify the pure loss: amplified(...)."
        )
    attained = pair.attained and sampling == "poisson"
    return replace(pair, sampling=sampling, chance=chance, attained=attained)
