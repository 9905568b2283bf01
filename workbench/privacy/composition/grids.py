"""Where to round losses to a grid: its ends, its step, the least mass that is kept.

All of it is a search; a bad choice makes a bracket wide.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from flint import arb

from workbench.rigor.check.losses import LossLaw, SumLoss

_SAME = Fraction(1, 10**12)


def ends_of(law: LossLaw, tiny: float, top: float) -> tuple[float, float]:
    """Losses beyond which a law has next to nothing, or which cannot matter."""

    def above(y: float) -> bool:
        return float(law.profile(arb(y).exp())[0].mid()) <= tiny

    def below(y: float) -> bool:
        t = arb(-y).exp()
        return float((law.profile(t)[0] - (1 - law.infinite) * (1 - t)).mid()) <= max(tiny, 1e-20)

    return -_first(below, 700.0), _first(above, top)


def through(laws: list[LossLaw], step: float) -> Fraction | None:
    """A step close to the given one whose grid meets the losses that have a mass of their own.

    A profile bends there, and a bend between two points costs the step, not its square.
    """
    sharp = [law for law in laws if not (isinstance(law, SumLoss) and law.lines and not law.atoms)]
    marks = [abs(x) for law in sharp for x in law.lattice or (law.top,) if x]
    if not marks:
        return None
    common, *others = sorted(marks, reverse=True)
    for mark in others:
        while mark > _SAME * marks[0]:  # floats written as fractions: equal to 16 digits only
            common, mark = mark, abs(common - round(common / mark) * mark)
    pieces = math.ceil(common / Fraction(step))
    return common / pieces if common / pieces > step / 2 else None


def beside(laws: list[LossLaw], step: float) -> Fraction | None:
    """A smaller step with log(1 - q) of a sampled law, where losses pile up, amid two points.

    A lower end is told by tangents there.
    """
    qs = (float(line.q) for law in laws if isinstance(law, SumLoss) for line in law.lines)
    place = next((-math.log1p(-q) for q in qs if q < 1), 0.0)
    return Fraction(place / (math.ceil(place / step - 0.5) + 0.5)) if place > step else None


def _first(enough: Callable[[float], bool], most: float) -> float:
    """About the least y > 0 from which on it is enough, or the most that is allowed."""
    low, high = 0.0, min(1e-6, most)
    while high < most and not enough(high):
        low, high = high, min(2 * high, most)
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def power_of_two(log: float) -> Fraction:
    """About e^log, or less."""
    return Fraction(1, 2 ** max(0, math.ceil(-log / math.log(2))))


def short(x: float) -> Fraction:
    """A number close to x that is short to write."""
    return Fraction(f"{x:.6g}")
