"""Claims of every notion, judged by the trade-off curve that each of them promises.

A claim promises that no test of the one dataset against its neighbour with error of the first kind
x errs less than f(x) in the second.  An event with probability at least p on one side and at most q
on the other is such a test: the claim is refuted where f(q) > 1 - p.

    Approximate(epsilon, delta)   f(x) = max(0, 1 - delta - e^epsilon x, e^-epsilon (1 - delta - x))
    GaussianPrivacy(mu)           f(x) = Phi(Phi^-1(1 - x) - mu)
    Renyi(order, bound)           f(x) = least y with D(1 - y || x) and D(x || 1 - y) <= bound
    Concentrated(rho)             the same for all orders a at once, bound = a rho
    TradeOff(curve)               any curve that falls

Events come from two black-box audits of half the draws each, one that looks for rare and telling
events and one that looks near the middle; each has half of the error level.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from scipy.special import ndtr, ndtri

from workbench.audit.black_box import black_box
from workbench.audit.draws import Sampler
from workbench.audit.finding import BlackBoxAudit
from workbench.audit.judging import JudgeVerdict
from workbench.audit.notions import Notions, notions
from workbench.errors import require
from workbench.privacy.composition.checks import check_delta, check_epsilon, check_positive

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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

    def curve(self, x: float) -> float:
        """The given curve, which must lie between 0 and 1 - x."""
        y = float(self.function(x))
        require(0 <= y <= 1 - x + _GUARD, "function", y, f"is no error at x = {x:g}", "Correct it.")
        return y


@dataclass(frozen=True, slots=True)
class NotionAudit:
    """The verdict on a claim of any notion, and the points that it rests on.

    With probability at least 1 - alpha all `points` (q, 1 - p) lie on or above the true trade-off
    curve of the pair; the claim is refuted where one of them lies below its curve.
    """

    claim: NotionClaim
    said: Notions
    audits: tuple[BlackBoxAudit, ...]
    neighbouring: str | None

    @property
    def points(self) -> tuple[tuple[float, float], ...]:
        """Errors of the first and second kind that some test does not exceed."""
        return tuple((q, 1 - p) for p, q in self.said.points)

    @property
    def verdict(self) -> JudgeVerdict:
        """A violation where a point lies below the curve of the claim."""
        below = any(y < self.claim.curve(x) - _GUARD for x, y in self.points)
        return "violation" if below else "no violation found"

    def __str__(self) -> str:
        """The verdict, the claim and the lower bounds."""
        place = self.neighbouring or "the given pair; no relation is declared"
        draws = sum(one.used for one in self.audits)
        return (
            f"{self.verdict}: {self.claim} for {place}, {draws} draws, confidence "
            f"{1 - self.said.alpha:g}\n  mu >= {self.said.mu:.4g}, rho >= {self.said.rho:.4g}"
        )

    def picture(self) -> "Figure":
        """What is proven impossible, and what was claimed, in the plane of the two errors."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(4.2, 4.2), layout="constrained")
        axes = figure.subplots()
        xs = np.linspace(0.0, 1.0, 201)
        axes.plot(xs, [self.claim.curve(float(x)) for x in xs], label="claimed: not below")
        corners = np.array(_hull([(0.0, 1.0), *self.points, (1.0, 0.0)]))
        axes.fill_between(
            corners[:, 0], corners[:, 1], 1 - corners[:, 0], alpha=0.3, label="certified: reached"
        )
        axes.plot(*np.array(self.points).T, "o", markersize=4)
        axes.set(xlabel="error of the first kind", ylabel="error of the second kind")
        axes.set_title(self.verdict)
        axes.legend()
        return figure


def audit_notion(
    sample: Sampler,
    dataset: object,
    neighbour: object,
    claim: NotionClaim,
    *,
    samples: int,
    confidence: float = 0.99,
    seed: int = 0,
    neighbouring: str | None = None,
) -> NotionAudit:
    """Audit a claim of any notion on one pair of neighbours.

    Args:
        sample: sample(dataset, size, rng) returns `size` independent outputs of any kind.
        dataset: one of the pair, as the sampler takes it.
        neighbour: the other one.
        claim: Approximate, GaussianPrivacy, Renyi, Concentrated or TradeOff.
        samples: draws on both datasets together, at least 200.
        confidence: probability that all bounds are right.
        seed: of the draws.
        neighbouring: replace-one, add-or-remove-one, zero-out, or words such as "all records of
            one user"; lists of records are held to it.

    Raises:
        ParameterError: too few draws, or a pair that is not in the relation.

    >>> def release(x, size, rng):
    ...     return x + rng.normal(size=size)
    >>> audit_notion(release, 0, 1, GaussianPrivacy(0.8), samples=40_000).verdict
    'violation'
    >>> audit_notion(release, 0, 1, GaussianPrivacy(1.0), samples=40_000).verdict
    'no violation found'
    """
    require(samples >= 200, "samples", samples, "is below 200", "Draw at least 200 times.")
    level = (1 - confidence) / 2
    common: dict[str, Any] = {"samples": samples // 2, "confidence": 1 - level}
    found = tuple(
        black_box(
            sample, dataset, neighbour, epsilon=1.0, delta=delta, seed=2 * seed + k,
            neighbouring=neighbouring, **common,
        )
        for k, delta in enumerate((0.0, 0.1))
    )  # fmt: skip
    both = [notions(one) for one in found]
    points = tuple(point for one in both for point in one.points)
    return NotionAudit(claim, Notions(points, sum(one.alpha for one in both)), found, neighbouring)


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


def _hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The lower convex hull, from left to right."""
    hull: list[tuple[float, float]] = []
    for x, y in sorted(points):
        while len(hull) > 1 and (hull[-1][1] - hull[-2][1]) * (x - hull[-2][0]) >= (
            y - hull[-2][1]
        ) * (hull[-1][0] - hull[-2][0]):
            hull.pop()
        hull.append((x, y))
    return hull
