"""Levels A, B and C on one pair: what a mechanism declares, against claim and draws.

Conformance (B) rests on identities that hold whatever the mechanism, if the log-ratio L is right:

    E over S of exp(-L) 1{L > t}  =  P over S' of {L > t},        and the same with S, S' exchanged.

Both sides are means in [0, 1].  Rounded at random to 0 or 1 they are two binomials with equal
chances, and Fisher's exact test needs no approximation.  The cut t lies off 0, where atoms of L
are blurred by rounding.  Residuals, where declared, go through the battery of
workbench.audit.conformance.
"""

from typing import Any

import numpy as np

from workbench.audit.conformance import ConformanceRow, check_residuals
from workbench.audit.levels import (
    ORDERS,
    ConformanceFinding,
    ModelFinding,
    RatioFinding,
    delta_lower,
)
from workbench.audit.mechanism import Access
from workbench.privacy.arrays import Array
from workbench.privacy.confidence import plan_cap

CUT = 1e-6
"""Log-ratios are compared with this number instead of 0."""

PILOT = 1_000
"""Draws that choose the tilt and the cap of level C."""

HALVINGS = 50

DatasetPair = tuple[object, object]
"""Two neighbouring datasets, as the mechanism takes them."""


def model(
    mechanism: Access, pair: DatasetPair, number: int, *, epsilon: float, delta: float
) -> list[ModelFinding]:
    """Level A in both directions; nothing is drawn."""
    findings = []
    for side, (data, other) in zip(ORDERS, (pair, pair[::-1]), strict=True):
        curve: Any = mechanism.delta_bounds
        at = curve(epsilon, data, other)

        def above(e: float, curve: Any = curve, data: object = data, other: object = other) -> bool:  # noqa: ANN401
            return bool(curve(e, data, other).lower > delta)

        findings.append(
            ModelFinding(
                pair=number,
                side=side,
                epsilon=epsilon,
                delta=delta,
                lower=float(at.lower),
                upper=float(at.upper),
                epsilon_lower=_largest(above, start=max(epsilon, 1.0)),
            )
        )
    return findings


def _largest(above: Any, *, start: float) -> float:  # noqa: ANN401
    """About the largest number at which a decreasing question is answered yes; 0 if none is."""
    if not above(0.0):
        return 0.0
    low, high = 0.0, start
    while above(high) and high < 1e6:
        low, high = high, 2 * high
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if above(middle) else (low, middle)
        if high - low <= 1e-12 * high:
            break
    return low


def conformance(
    mechanism: Access,
    pair: DatasetPair,
    number: int,
    *,
    size: int,
    alpha: float,
    rng: np.random.Generator,
) -> ConformanceFinding:
    """Level B: all the tests that the mechanism's interface allows, on `size` draws per side."""
    rows: list[ConformanceRow] = []
    residuals = 0
    one, two, three, four, five = rng.spawn(5)
    if mechanism.false_sensitivity is not None:
        false = mechanism.false_sensitivity(*pair, min(size, 500), five)
        name = "claimed sensitivities that are false"
        rows.append(
            ConformanceRow(
                f"{name} ({false})" if false else name,
                float(bool(false)),
                0.0,
                0.0 if false else 1.0,
            )
        )
    if mechanism.losses is not None or mechanism.log_ratio is not None:
        ratios = [
            mechanism.fresh_losses(data, other, size, stream)[0]
            for (data, other), stream in zip((pair, pair[::-1]), (one, two), strict=True)
        ]
        rows += _impossible(ratios)
        rows += _change_of_measure(ratios[0], -ratios[1], three)
        # L of draws on the neighbour counts against the dataset: its sign is turned
    if mechanism.noise is not None:
        calls = [mechanism.noise(pair[0], min(size, 500), stream) for stream in four.spawn(2)]
        rows += check_residuals(*calls, alpha=alpha).rows
        residuals = calls[0].size
    elif mechanism.residuals is not None:
        calls = [_as_laplace(mechanism, pair[0], size, stream) for stream in four.spawn(2)]
        rows += check_residuals(*calls, alpha=alpha).rows
        residuals = calls[0].size
    return ConformanceFinding(pair=number, rows=tuple(rows), alpha=alpha, residuals=residuals)


def _as_laplace(mechanism: Access, dataset: object, size: int, rng: np.random.Generator) -> Array:
    """Uniform residuals as Laplace(1) ones, shape (k, size, 1): the battery knows these exactly."""
    u = mechanism.uniforms(mechanism.draw(dataset, size, rng), dataset)
    smaller = np.maximum(np.minimum(u, 1 - u), 2.0**-1074)
    return (np.sign(u - 0.5) * -np.log(2 * smaller)).T[:, :, None]


def _impossible(ratios: list[Array]) -> list[ConformanceRow]:
    """Draws to which the declared law gives no density on the side that they come from."""
    count = sum(int((np.isnan(r) | (r == -np.inf)).sum()) for r in ratios)
    name = "draws that are impossible under the declared law"
    return [ConformanceRow(name, float(count), 0.0, 0.0 if count else 1.0)]


def _change_of_measure(
    first: Array, second: Array, rng: np.random.Generator
) -> list[ConformanceRow]:
    """Both identities; L of the draws on the dataset and on the neighbour, one sign for both."""
    rows = []
    for name, here, there in (
        ("exp(-L) on the dataset where L > 0", first, second),
        ("exp(L) on the neighbour where L < 0", -second, -first),
    ):
        weight = np.where(here > CUT, np.exp(-np.maximum(here, 0.0)), 0.0)
        hits = int((rng.random(weight.size) < weight).sum())
        events = int((there > CUT).sum())
        p = fisher(hits, weight.size, events, there.size)
        rows.append(ConformanceRow(name, hits / weight.size, events / there.size, p))
    return rows


def fisher(hits: int, draws: int, others: int, other_draws: int) -> float:
    """Exact p-value of "two binomials have the same chance": twice the smaller tail.

    >>> round(fisher(0, 3, 3, 3), 12)  # 2 / (6 choose 3)
    0.1
    """
    from scipy.stats import hypergeom  # slow to import

    law = hypergeom(draws + other_draws, hits + others, draws)
    return min(1.0, 2 * float(min(law.cdf(hits), law.sf(hits - 1))))


def likelihood(
    mechanism: Access,
    pair: DatasetPair,
    number: int,
    side: int,
    *,
    epsilon: float,
    delta: float,
    size: int,
    alpha: float,
    rng: np.random.Generator,
) -> RatioFinding:
    """Level C in one direction: draws on `side` of the pair (0: dataset)."""
    data, other = pair if side == 0 else pair[::-1]
    pilot_rng, rng, coins = rng.spawn(3)
    if delta == 0:
        ratio, rounding = mechanism.fresh_losses(data, other, size, rng)
        largest = np.abs(ratio) - np.where(np.isinf(ratio), 0.0, rounding)
        return RatioFinding(
            pair=number,
            side=ORDERS[side],
            epsilon=epsilon,
            delta=0.0,
            alpha=0.0,
            trials=size,
            largest=float(np.nanmax(largest, initial=0.0)),
        )
    draws = _Tilted(mechanism, data, other)
    pilot = min(PILOT, max(size // 10, 20))
    draws.aim(epsilon, pilot, pilot_rng)
    weight, ratio = draws(pilot, pilot_rng)
    x = weight * _excess(ratio, epsilon)
    cap = plan_cap(x, alpha=alpha, trials=size) if draws.theta else 1.0
    weight, ratio = draws(size, rng)
    heights = coins.random(size) * cap

    def hits(e: float) -> int:
        return int((heights < weight * _excess(ratio, e)).sum())

    def above(e: float) -> bool:
        return delta_lower(hits(e), size, cap=cap, alpha=alpha) > delta

    at = _largest(above, start=max(epsilon, 1.0))
    return RatioFinding(
        pair=number,
        side=ORDERS[side],
        epsilon=epsilon,
        delta=delta,
        alpha=alpha,
        trials=size,
        largest=float(np.nanmax(np.where(np.isinf(ratio), 0.0, ratio), initial=0.0)),
        hits=hits(at),
        cap=cap,
        tilt=draws.theta,
        at=at,
    )


def _excess(ratio: Array, epsilon: float) -> Array:
    """(1 - exp(epsilon - L))_+, with L rounded down; NaN counts as no loss."""
    down = np.where(np.isfinite(ratio), ratio - 1e-9 * (1 + np.abs(ratio)), ratio)
    gap = np.minimum(epsilon - np.where(np.isnan(down), -np.inf, down), 0.0)
    return -np.expm1(gap)


class _Tilted:
    """Draws with weights: honest ones of weight 1, or tilted towards large losses."""

    def __init__(self, mechanism: Access, data: object, other: object) -> None:
        self.mechanism, self.data, self.other = mechanism, data, other
        self.theta = 0.0

    def aim(self, epsilon: float, size: int, rng: np.random.Generator) -> None:
        """Choose the tilt: (epsilon - mean) / variance of the loss, where that is a gain."""
        declared = self.mechanism.sample_tilted and self.mechanism.log_ratio
        if not declared and self.mechanism.tilted_losses is None:
            return
        _, ratio = self(size, rng)
        mean, variance = float(ratio.mean()), float(ratio.var())
        if np.isfinite(mean) and variance > 0:
            self.theta = max(0.0, (epsilon - mean) / variance)

    def __call__(self, size: int, rng: np.random.Generator) -> tuple[Array, Array]:
        """Weights and log-ratios of fresh draws, shape (size,)."""
        if self.theta == 0.0:
            ratio, rounding = self.mechanism.fresh_losses(self.data, self.other, size, rng)
            return np.ones(size), ratio - np.where(np.isinf(ratio), 0.0, rounding)
        if self.mechanism.tilted_losses is not None:
            tilted_losses: Any = self.mechanism.tilted_losses
            ratio, rounding, log_weight = tilted_losses(
                self.data, self.other, self.theta, size, rng
            )
            return np.exp(log_weight), ratio - rounding
        tilted: Any = self.mechanism.sample_tilted
        outputs, weights = tilted(self.data, self.other, self.theta, size, rng)
        log_weight = np.asarray(weights, dtype=np.float64)
        return np.exp(log_weight), self.mechanism.ratio_of(outputs, self.data, self.other)
