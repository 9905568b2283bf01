"""Claims of every notion, each with the trade-off curve that it promises.

A claim promises that no test of the one dataset against its neighbour with error of the first kind
x errs less than f(x) in the second.  An event with probability at least p on one side and at most q
on the other is such a test: the claim is refuted where f(q) > 1 - p.

    Approximate(epsilon, delta)   f(x) = max(0, 1 - delta - e^epsilon x, e^-epsilon (1 - delta - x))
    GaussianPrivacy(mu)           f(x) = Phi(Phi^-1(1 - x) - mu)
    Renyi(order, bound)           f(x) = least y with D(1 - y || x) and D(x || 1 - y) <= bound
    Concentrated(rho)             the same for all orders a at once, bound = a rho
    TradeOff(curve)               any curve that falls
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from scipy.special import ndtr, ndtri

from workbench.audit.notions import Notions
from workbench.errors import require
from workbench.privacy.composition.checks import check_delta, check_epsilon, check_positive

_GUARD = 1e-9  # relative: what doubles may err in a curve, many times over


class NotionClaim(Protocol):
    """What a notion promises, as a curve of error probabilities."""

    def curve(self, x: float) -> float:
        """Least error of the second kind that is allowed at x of the first; falls in x."""
        ...


@dataclass(frozen=True, slots=True)
class Approximate:
    """(epsilon, delta)-differential privacy."""

    epsilon: float
    delta: float = 0.0

    def __post_init__(self) -> None:
        """Check the numbers."""
        check_epsilon(self.epsilon)
        check_delta(self.delta, zero=True)

    def curve(self, x: float) -> float:
        """The larger of two lines.

        >>> round(Approximate(math.log(3)).curve(0.25), 9)
        0.25
        """
        odds = math.exp(min(self.epsilon, 700.0))
        return max(0.0, 1 - self.delta - odds * x, (1 - self.delta - x) / odds)


@dataclass(frozen=True, slots=True)
class GaussianPrivacy:
    """mu-GDP: as hard to tell as two normal laws mu standard deviations apart."""

    mu: float

    def __post_init__(self) -> None:
        """Check mu."""
        check_positive("mu", self.mu)

    def curve(self, x: float) -> float:
        """The curve of two normal laws.

        >>> round(GaussianPrivacy(1.0).curve(0.5), 4)
        0.1587
        """
        return float(ndtr(ndtri(1 - x) - self.mu))


@dataclass(frozen=True, slots=True)
class Renyi:
    """(order, bound)-Renyi differential privacy, in both directions."""

    order: float
    bound: float

    def __post_init__(self) -> None:
        """Check the order and the bound."""
        rule = "is not in (1, infinity)"
        require(1 < self.order < math.inf, "order", self.order, rule, "Pass an order such as 2.")
        check_positive("bound", self.bound)

    def curve(self, x: float) -> float:
        """By bisection: data processing of a test, both ways round."""
        return _least(lambda said: said.renyi(self.order) <= self.bound, x)


@dataclass(frozen=True, slots=True)
class Concentrated:
    """rho-zCDP: Renyi divergence of every order a at most a rho."""

    rho: float

    def __post_init__(self) -> None:
        """Check rho."""
        check_positive("rho", self.rho)

    def curve(self, x: float) -> float:
        """By bisection, over all orders."""
        return _least(lambda said: said.rho <= self.rho, x)


@dataclass(frozen=True, slots=True)
class TradeOff:
    """f-DP with a curve of one's own: falling, convex, and at most 1 - x."""

    function: Callable[[float], float]

    def __str__(self) -> str:
        """The name of the curve: two runs of one audit print the same."""
        name = getattr(self.function, "__name__", type(self.function).__name__)
        return f"TradeOff({'a lambda' if name == '<lambda>' else name})"

    def curve(self, x: float) -> float:
        """The given curve, which must lie between 0 and 1 - x."""
        y = float(self.function(x))
        require(0 <= y <= 1 - x + _GUARD, "function", y, f"is no error at x = {x:g}", "Correct it.")
        return y


def refuted(claim: NotionClaim, said: Notions) -> bool:
    """Whether bounds that hold together contradict the claim."""
    if isinstance(claim, Renyi):
        return said.renyi(claim.order) > claim.bound
    if isinstance(claim, Concentrated):
        return said.rho > claim.rho
    return any(1 - p < claim.curve(q) - _GUARD for p, q in said.points)


def _least(allowed: Callable[[Notions], bool], x: float) -> float:
    """The least y for which the test with errors x and y is allowed, both ways round."""
    low, high = 0.0, 1 - x
    if not 0 < x < 1:
        return max(0.0, high)
    for _ in range(50):
        y = (low + high) / 2
        ways = Notions(((1 - y, x), (1 - x, y)), 0.0)
        low, high = (low, y) if allowed(ways) else (y, high)
    return low
