"""Statements about what releases cost in delta at an epsilon: random ones, and their judge.

The judge puts the privacy loss of each release on a grid, once rounded up and once down, adds the
releases by fast Fourier transforms, and reads delta of both: no transform is inverted, and nothing
is shared with the checker.  Laws are given by their distribution functions under both ends of the
pair.  A statement is violated where it is off by more than the two roundings, and what floats lose.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.special import ndtr

from tests.campaigns.judge import Judgement
from workbench.privacy.composition.inverting import PlanSearch, written
from workbench.rigor.check.accounting import BITS, InversionPlan, opened, read_composition
from workbench.rigor.check.enclose import precision
from workbench.rigor.check.rounding import RoundingPlan
from workbench.rigor.check.trees import Malformed

Certificate = dict[str, Any]
Distribution = Callable[[np.ndarray], np.ndarray]  # P(loss <= t), for many t
_CELLS = 2**15
_FLOATS = 1e-9  # what sums of floats may lose
_FAR = 9.0  # standard deviations, beyond which less than _FLOATS is left


@dataclass
class Losses:
    """Losses of one release: their distribution under P and under Q, and how far they reach."""

    under_p: Distribution
    under_q: Distribution
    reach: float
    infinite: float = 0.0


def judge_account(c: Certificate, rng: random.Random) -> Judgement:
    """Compare the stated delta with the two that the grid gives."""
    pairs = [(one, sampled(one), int(one["count"])) for one in c["pairs"]]
    epsilon, delta = float(Fraction(c["epsilon"])), float(Fraction(c["delta"]))
    if sum(count for *_, count in pairs) > 400:
        return Judgement(unknown=1)
    # a tenth more, for what is rounded: up to two cells in each release
    reach = 1.1 * sum(one.reach * count for _, one, count in pairs) + epsilon + 0.1
    width = 2 * reach / _CELLS
    low, high = (_delta(pairs, epsilon, width, up) for up in (False, True))
    slack = _FLOATS * (1 + sum(count for *_, count in pairs))
    off = delta < low - slack if c["side"] == "at most" else delta > high + slack
    if off:
        return Judgement(violation=f"delta lies in [{low:.6g}, {high:.6g}]")
    sure = delta >= high if c["side"] == "at most" else delta <= low
    return Judgement(true=int(sure), unknown=int(not sure))


def _delta(pairs: list[Any], epsilon: float, width: float, up: bool) -> float:
    """Delta of the sum of the losses, each rounded to the grid."""
    # the point of cell k is k * width; the middle is cell 0
    ends = (np.arange(_CELLS + 1) - _CELLS // 2) * width
    total, finite = np.ones(_CELLS // 2 + 1, dtype=complex), 1.0
    for _, law, count in pairs:
        below = law.under_p(ends)
        mass = np.diff(below)  # of losses between an end and the next one
        mass[0] += below[0]
        mass[-1] += max(0.0, (1 - law.infinite) - below[-1])
        moved = np.roll(np.maximum(mass, 0), 2 if up else -1)  # a cell more, for rounded ends
        total = total * np.fft.rfft(np.fft.ifftshift(moved)) ** count
        finite *= (1 - law.infinite) ** count
    mass = np.fft.fftshift(np.fft.irfft(total, _CELLS))
    gain = np.maximum(0, -np.expm1(epsilon - ends[:-1]))
    return float((1 - finite) + (np.maximum(mass, 0) * gain).sum())


# laws ---------------------------------------------------------------------------------------------


def plain(one: dict[str, Any]) -> Losses:
    """The losses of a release that every record takes part in."""
    size = float(Fraction(one["size"]))
    kind = one["kind"]
    if kind == "randomized-response":
        return _atoms([(size, 1 / (1 + math.exp(-size))), (-size, 1 / (1 + math.exp(size)))])
    if kind == "approximate":
        lost = float(Fraction(one["delta"]))
        told = _atoms([(size, (1 - lost) / (1 + math.exp(-size))),
                       (-size, (1 - lost) / (1 + math.exp(size)))])  # fmt: skip
        told.infinite = lost
        return told
    b = float(Fraction(one["scale"]))
    a = size / b
    if kind == "gaussian":
        return Losses(
            lambda t: ndtr((t - a * a / 2) / a), lambda t: ndtr((t + a * a / 2) / a),
            a * a / 2 + _FAR * a,
        )  # fmt: skip
    if kind == "laplace":

        def under_p(t: np.ndarray) -> np.ndarray:
            inside = np.exp(-(a - np.clip(t, -a, a)) / 2) / 2
            return np.where(t >= a, 1.0, np.where(t < -a, 0.0, inside))

        def under_q(t: np.ndarray) -> np.ndarray:
            inside = 1 - np.exp(-(a + np.clip(t, -a, a)) / 2) / 2
            return np.where(t >= a, 1.0, np.where(t < -a, 0.0, inside))

        return Losses(under_p, under_q, a)
    xs = np.arange(-int(40 * b) - 3, int(40 * b) + 4)
    power = (lambda x: (x / b) ** 2 / 2) if kind == "discrete-gaussian" else lambda x: abs(x) / b
    mass = np.exp(-power(xs))
    losses = power(xs + size) - power(xs)
    return _atoms(list(zip(losses, mass / mass.sum(), strict=True)))


def _atoms(atoms: list[tuple[float, float]]) -> Losses:
    losses, mass = np.array(sorted(atoms)).T

    def under(share: np.ndarray) -> Distribution:
        sums = np.concatenate([[0.0], np.cumsum(share)])
        return lambda t: sums[np.searchsorted(losses, t, side="right")]

    held = np.flatnonzero(mass > 1e-14)
    reach = float(np.abs(losses[held]).max())
    return Losses(under(mass), under(mass * np.exp(-losses)), reach)


def sampled(one: dict[str, Any]) -> Losses:
    """The losses of a release that a record takes part in with a chance, or always."""
    law = plain(one)
    if "chance" not in one:
        return law
    q, sampling = float(Fraction(one["chance"])), one["sampling"]

    def inner(x: np.ndarray) -> np.ndarray:
        """The loss without sampling at which it is x with it."""
        odds = (np.exp(np.minimum(x, 600)) - (1 - q)) / q
        return np.where(odds > 0, np.log(np.maximum(odds, 1e-300)), -np.inf)

    def mixed(x: np.ndarray) -> np.ndarray:
        t = inner(x)
        return (1 - q) * law.under_q(t) + q * law.under_p(t)

    def other(x: np.ndarray) -> np.ndarray:
        """Minus the loss, under Q, is at most x."""
        return 1 - law.under_q(inner(-x))

    if sampling == "remove":
        return Losses(mixed, law.under_q, law.reach)
    if sampling == "add":
        return Losses(other, mixed, law.reach)
    zero = np.zeros(1)
    above, back = 1 - float(mixed(zero)[0]), 1 - float(law.under_q(zero)[0])

    def fixed(x: np.ndarray) -> np.ndarray:
        """Losses above 0 of the mixture, those of the other side below, and the rest at 0."""
        return np.where(x >= 0, 1 - above + np.maximum(0, mixed(x) - (1 - above)),
                        np.minimum(back, other(x)))  # fmt: skip

    return Losses(fixed, mixed, law.reach)


# maker --------------------------------------------------------------------------------------------


def accounting(rng: random.Random) -> Certificate:
    """Some releases and a bound on their delta, near its value on either side."""
    pairs = list(_pairs(rng))
    epsilon = Fraction(rng.choice(("0", "1/10", "1/2", "1", "2", "4")))
    with precision(BITS):
        total = read_composition(pairs)
        plan = PlanSearch(total).reading(float(epsilon), width=rng.choice((1e-2, 1e-4))).plan
        if rng.random() < 0.5:  # a plan that shows less
            rounded = isinstance(plan, RoundingPlan)
            name = "step" if rounded else rng.choice(("c", "beyond", "span"))
            times = Fraction(rng.choice(("9/10", "2", "10") if rounded else ("1/10", "1/2", "2")))
            plan = replace(plan, **{name: getattr(plan, name) * times})
        if isinstance(plan, InversionPlan) and rng.random() < 0.3:
            plan = replace(plan, nodes=max(2, plan.nodes // rng.choice((2, 8))))
        try:
            low, high = (float(end) for end in opened(total, plan).delta(epsilon))
        except Malformed:  # a plan that asks for too much work
            return accounting(rng)
    side = rng.choice(("at most", "at least"))
    near = (high if side == "at most" else low) * rng.choice((1, 1, 1.2, 0.9, 0.5))
    delta = Fraction(min(1.0, max(0.0, near * (1 + 1e-6 if side == "at most" else 1 - 1e-6))))
    return {
        "kind": "accounting", "side": side, "pairs": pairs, "epsilon": str(epsilon),
        "delta": str(delta), "plan": written(plan),
    }  # fmt: skip


def _pairs(rng: random.Random) -> Iterator[dict[str, Any]]:
    for _ in range(rng.choice((1, 1, 2))):
        kind = rng.choice(("gaussian", "laplace", "randomized-response", "approximate",
                           "discrete-gaussian", "discrete-laplace"))  # fmt: skip
        whole = kind.startswith("discrete")
        one = {"kind": kind, "size": rng.choice(("1", "2") if whole else ("1", "1/2", "2"))}
        if kind == "approximate":
            one["delta"] = rng.choice(("0", "1/1000", "1/10"))
        elif kind != "randomized-response":
            one["scale"] = rng.choice(("1", "2", "3", "5"))
        if kind in ("gaussian", "laplace", "randomized-response") and rng.random() < 0.2:
            one |= {"sampling": rng.choice(("remove", "add", "fixed")),
                    "chance": rng.choice(("1/10", "1/2", "1/100"))}  # fmt: skip
        yield {**one, "count": rng.choice((1, 2, 5, 10, 30))}
