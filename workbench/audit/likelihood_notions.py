"""Claims of every notion about code under a curator, judged by exact likelihood ratios.

A claim with the trade-off curve f allows delta(e) = sup over x of 1 - f(x) - e^e x, and no more, at
every e: f-DP and mu-GDP are refuted where the delta of the transcripts is above that (Dong, Roth,
Su 2022).  Renyi divergences need no event at all: with L the log-ratio of a transcript,

    exp((a - 1) D_a) = E e^((a - 1) L) = E_tilted weight e^((a - 1) L)

and under the tilt a - 1 the variable on the right varies little; for Gaussian noise on a full batch
it is a constant.  Cut off at a level that a pilot chose, its mean has a lower confidence bound by
betting, and that of D_a follows.  rho of zCDP is at least D_a / a.

The pair says what neighbours are: one record replaced; one put in place of a blank one (zero out,
add or remove); where a record is all that one user gave, the user level.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar

from workbench.audit.curves import Approximate, Concentrated, NotionClaim, Renyi
from workbench.audit.likelihood_finding import LikelihoodRatioAudit, LikelihoodVerdict
from workbench.audit.likelihood_ratio import likelihood_ratio
from workbench.audit.transcripts import CuratedRun, MakeRun, Wrap
from workbench.errors import require
from workbench.privacy import Dataset, zcdp_epsilon
from workbench.privacy.confidence import betting_lower

ORDERS = (1.5, 2.0, 4.0)
"""Renyi orders of which a pilot chooses one for zCDP."""

PILOT = 100
"""Transcripts of the pilot, in each order of the pair."""

_FAR = 1e-3  # the delta at which a curve is tested, unless it allows less everywhere
_HEAD = 4.0  # the cut lies so many times above the largest value of the pilot


@dataclass(frozen=True, slots=True, kw_only=True)
class LikelihoodNotion:
    """What the transcripts say about a claim of any notion, at one pair of neighbours.

    `inner` is the audit of (epsilon, delta), where the claim was judged by its curve, and that of
    the sampler in any case; `lower` bounds the Renyi divergence, or rho, where it was judged so.
    """

    claim: NotionClaim
    neighbouring: str
    inner: LikelihoodRatioAudit
    order: float | None = None
    lower: float | None = None
    confidence: float = 0.99

    @property
    def verdict(self) -> LikelihoodVerdict:
        """A violation where the claim is refuted; else what the audit of the sampler says."""
        if self.lower is None:
            return self.inner.verdict
        bound = self.claim.rho if isinstance(self.claim, Concentrated) else self._bound
        if self.lower > bound:
            return LikelihoodVerdict.VIOLATION
        mismatch = self.inner.verdict is LikelihoodVerdict.MODEL_MISMATCH
        return self.inner.verdict if mismatch else LikelihoodVerdict.NO_VIOLATION_FOUND

    @property
    def _bound(self) -> float:
        assert isinstance(self.claim, Renyi)
        return self.claim.bound

    def __str__(self) -> str:
        """One line for a person."""
        if self.lower is None:
            return f"{self.verdict}: {self.claim} for {self.neighbouring}; {self.inner}"
        what = "rho" if isinstance(self.claim, Concentrated) else "the Renyi divergence"
        return (
            f"{self.verdict}: {self.claim} for {self.neighbouring}; {what} >= {self.lower:.6g} at "
            f"order {self.order:g}, confidence {self.confidence:g}"
        )


def likelihood_notion(
    run: MakeRun,
    pair: tuple[Dataset, Dataset],
    claim: NotionClaim,
    *,
    samples: int = 5_000,
    confidence: float = 0.99,
    seed: int = 0,
    neighbouring: str = "the given pair",
    wrap: Wrap | None = None,
) -> LikelihoodNotion:
    """Audit a claim of any notion by the exact likelihood ratios of transcripts.

    Args:
        run: run(curator, trials) runs the code under audit.
        pair: two datasets that differ in one record.
        claim: Approximate, GaussianPrivacy, Renyi, Concentrated or TradeOff.
        samples: transcripts, at least 1,000.
        confidence: probability that all bounds are right.
        seed: of the draws.
        neighbouring: the relation of the pair, in words: replace one, zero out, all of one user.
        wrap: puts something between the code and the curator, such as a planted fault.

    Raises:
        ParameterError: too few samples.
    """
    require(samples >= 1000, "samples", samples, "is below 1000", "Draw more transcripts.")
    moments = isinstance(claim, Renyi | Concentrated)
    level = (1 - confidence) / (2 if moments else 1)
    epsilon, delta = _point(claim)
    inner = likelihood_ratio(
        run, pair, epsilon=epsilon, delta=delta, samples=samples // (2 if moments else 1),
        confidence=1 - level, seed=seed, wrap=wrap,
    )  # fmt: skip
    common: dict[str, Any] = {
        "claim": claim, "neighbouring": neighbouring, "inner": inner, "confidence": confidence,
    }  # fmt: skip
    if not moments:
        return LikelihoodNotion(**common)
    source = CuratedRun(run, pair, wrap, check_sensitivity=False)
    rng = np.random.default_rng([seed, 0x2E9])
    orders = (claim.order,) if isinstance(claim, Renyi) else ORDERS
    pilots = {
        (order, side): _logs(source, side, order, PILOT, rng)
        for order in orders
        for side in ("first", "second")
    }
    told = {key: np.logaddexp.reduce(logs) - math.log(PILOT) for key, logs in pilots.items()}
    order, side = max(told, key=lambda key: told[key] / (key[0] - 1) / _per(claim, key[0]))
    cut = float(pilots[order, side].max()) + math.log(_HEAD)
    logs = _logs(source, side, order, samples // 2, rng)
    mean = betting_lower(np.exp(np.minimum(0.0, logs - cut)), alpha=level)
    found = (math.log(mean) + cut) / (order - 1) / _per(claim, order) if mean > 0 else 0.0
    return LikelihoodNotion(**common, order=order, lower=max(0.0, found))


def _per(claim: NotionClaim, order: float) -> float:
    """What a Renyi divergence of this order is divided by to be held against the claim."""
    return order if isinstance(claim, Concentrated) else 1.0


def _logs(
    source: CuratedRun, side: str, order: float, size: int, rng: np.random.Generator
) -> np.ndarray:
    """Logarithms of weight e^((order - 1) L), rounded down, of transcripts under that tilt."""
    found = source.draw(side, size, rng, tilt=order - 1)
    return np.asarray(found.log_weight + (order - 1) * (found.log_ratio - found.rounding))


def allowed_delta(claim: NotionClaim, epsilon: float) -> float:
    """The delta that a claim allows at epsilon: the largest 1 - f(x) - e^epsilon x.

    claim: gives the curve f
    epsilon: 0 or more

    >>> round(allowed_delta(Approximate(1.0, 0.01), 1.0), 6)
    0.01
    """
    odds = math.exp(epsilon)

    def shortfall(log_x: float) -> float:
        x = math.exp(log_x)
        return -(1 - claim.curve(x) - odds * x)

    grid = np.linspace(-30.0, 0.0, 121)
    values = [shortfall(float(g)) for g in grid]
    k = int(np.argmin(values))
    ends = float(grid[max(0, k - 1)]), float(grid[min(len(grid) - 1, k + 1)])
    best = minimize_scalar(shortfall, bounds=ends, method="bounded", options={"xatol": 1e-10})
    return max(0.0, 1 - claim.curve(0.0), -min(float(best.fun), *values))


def _point(claim: NotionClaim) -> tuple[float, float]:
    """An (epsilon, delta) that the claim promises: its own, or one near delta = 1/1000.

    What a search finds of the largest value may be too low by its tolerance: the delta that is
    tested is a millionth larger.
    """
    match claim:
        case Approximate(epsilon, delta):
            return epsilon, delta
        case Concentrated(rho):
            return zcdp_epsilon(rho, _FAR), _FAR
        case Renyi(order, bound):
            return bound + math.log(1 / _FAR) / (order - 1), _FAR
    low, high = 1e-3, 100.0
    for _ in range(30):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if allowed_delta(claim, middle) > _FAR else (low, middle)
    return high, allowed_delta(claim, high) * (1 + 1e-6) + 1e-12
