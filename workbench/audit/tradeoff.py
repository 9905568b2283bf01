"""Claims of every notion, judged by the trade-off curve that each of them promises (curves).

Events come from two black-box audits of half the draws each, one that looks for rare and telling
events and one that looks near the middle; each has half of the error level.  Renyi and concentrated
claims are judged by the two events of a rule and what is left, which tell more than one event.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.audit.black_box import black_box
from workbench.audit.coins import SEEN
from workbench.audit.curves import Concentrated, NotionClaim, Renyi, refuted
from workbench.audit.draws import Sampler
from workbench.audit.finding import BlackBoxAudit
from workbench.audit.judging import JudgeVerdict
from workbench.audit.notions import Notions, notions, rates, share_of, sizes_of
from workbench.errors import require
from workbench.privacy.confidence import clopper_pearson_lower

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_GUARD = 1e-9  # relative: what doubles may err in a curve, many times over


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
        """A violation where a point lies below the curve, or a divergence is above its bound."""
        if refuted(self.claim, self.said):
            return "violation"
        return "no violation found" if self._least else "underpowered"

    @property
    def _least(self) -> list[tuple[float, float]]:
        """For each event that could refute the claim: the rates that would, and what they show."""
        return [least for one in self.audits for least in _detectable(one, self.claim)]

    @property
    def power(self) -> str:
        """What these draws could have shown, for events such as were chosen."""
        if not self._least:
            return "Even if every guess had been right, these draws could not refute the claim."
        ones = [Notions((least,), 0.0) for least in self._least]
        one = min(ones, key=lambda one: _measure(self.claim, one)[1])
        what, value = _measure(self.claim, one)
        p, q = one.points[0]
        return (
            f"An event like those chosen, of probability {p:.4g} on one side and {q:.4g} on the "
            f"other, would have refuted the claim with probability {SEEN}: {what} of {value:.4g} "
            "in one event. What is spread over more events, or lies in others, is not seen."
        )

    def __str__(self) -> str:
        """The verdict, the claim, the lower bounds, and what could have been seen."""
        place = self.neighbouring or "the given pair; no relation is declared"
        draws = sum(one.used for one in self.audits)
        what, value = _measure(self.claim, self.said)
        also = f", {what} >= {value:.4g}" if isinstance(self.claim, Renyi) else ""
        return (
            f"{self.verdict}: {self.claim} for {place}, {draws} draws, confidence "
            f"{1 - self.said.alpha:g}\n  mu >= {self.said.mu:.4g}, rho >= {self.said.rho:.4g}{also}"
            f"\n  {self.power}"
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

    >>> from workbench.audit import GaussianPrivacy
    >>> def release(x, size, rng):
    ...     return x + rng.normal(size=size)
    >>> audit_notion(release, 0, 1, GaussianPrivacy(0.8), samples=40_000).verdict
    'violation'
    >>> audit_notion(release, 0, 1, GaussianPrivacy(1.0), samples=40_000).verdict
    'no violation found'
    """
    rule, way_out = "is no claim of a notion", "Pass one, such as GaussianPrivacy(1.0)."
    require(callable(getattr(claim, "curve", None)), "claim", claim, rule, way_out)
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
    apart = tuple(two for one in both for two in one.apart)
    said = Notions(points, sum(one.alpha for one in both), apart)
    return NotionAudit(claim, said, found, neighbouring)


def _measure(claim: NotionClaim, said: Notions) -> tuple[str, float]:
    """What a claim bounds, and how much of it is there."""
    if isinstance(claim, Renyi):
        return f"the Renyi divergence of order {claim.order:g}", said.renyi(claim.order)
    return ("rho", said.rho) if isinstance(claim, Concentrated) else ("mu", said.mu)


def _detectable(found: BlackBoxAudit, claim: NotionClaim) -> Iterator[tuple[float, float]]:
    """For each event the least probability on its side that would be seen, beside that observed."""
    from scipy.stats import binom  # slow to import

    sizes, share = sizes_of(found), share_of(found)
    for event in found.witness:
        _, above = rates(event, sizes, share)
        dataset = event.guess == "dataset"
        draws, others = (sizes["dataset"], sizes["neighbour"])[:: 1 if dataset else -1]
        q = (event.on_neighbour if dataset else event.on_dataset) / others

        def seen(p: float, n: int = draws, above: float = above) -> bool:
            count = int(binom.ppf(1 - SEEN, n, p))
            lower = clopper_pearson_lower(count, n, alpha=share)
            return refuted(claim, Notions(((lower, above),), 0.0))

        low, high = q, 1.0
        if seen(high):
            while high - low > 1e-6:
                middle = (low + high) / 2
                low, high = (low, middle) if seen(middle) else (middle, high)
            yield high, q


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
