"""Real numbers as certified brackets of floats, and searches that return the certified side.

A privacy curve is a formula in ball arithmetic.  `enclose` evaluates it at growing precision until
its digits are known and rounds outwards: the truth lies in [lower, upper], however much the
formula cancels.  `smallest` and `largest` walk over the floats themselves, so that the answer of a
calibration passes its own test, and the neighbouring float (within the asked width) does not.
"""

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass

from flint import arb, ctx

from workbench.errors import OutOfReachError, require
from workbench.privacy.calibration import PRECISION, round_up

MAX_PRECISION = 1 << 14
"""Bits after which a formula that still has no digits is given up."""

DIGITS = 64
"""Relative accuracy in bits asked of a ball before it is rounded to a float of 53."""

NEGLIGIBLE = -1080
"""A ball of radius below two to this power is known as well as a float can say it."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The truth lies in [lower, upper].

    >>> Bounds(0.25, 0.5).contains(0.3)
    True
    """

    lower: float
    upper: float

    def __post_init__(self) -> None:
        """Refuse an empty bracket, NaN included."""
        ok = self.lower <= self.upper
        require(ok, "lower", self.lower, f"is not below upper = {self.upper}", "Swap the ends.")

    @property
    def width(self) -> float:
        """How far the ends are apart."""
        return self.upper - self.lower

    def contains(self, value: float) -> bool:
        """Whether the bracket holds the value."""
        return self.lower <= value <= self.upper


def up(ball: arb) -> float:
    """Smallest float that is at least every number of the ball."""
    if bool(ball.is_finite()):
        return round_up(ball)
    if bool(ball < 0):  # minus infinity, exactly
        return -math.inf
    return math.inf


def down(ball: arb) -> float:
    """Largest float that is at most every number of the ball."""
    return 0.0 - up(-ball)  # no negative zero


def enclose(
    formula: Callable[[], arb], *, low: float = -math.inf, high: float = math.inf
) -> Bounds:
    """Bracket of a formula in balls, moved into [low, high], where the truth is known to lie."""
    precision = PRECISION
    while True:
        with ctx.workprec(precision):
            ball = formula()
            known = ball.is_finite() and (
                ball.rel_accuracy_bits() >= DIGITS or bool(ball.rad() < arb(2) ** NEGLIGIBLE)
            )
            if known:
                return Bounds(*(min(max(x, low), high) for x in (down(ball), up(ball))))
        precision *= 2
        if precision > MAX_PRECISION:
            raise OutOfReachError(
                f"a formula has no digits left at {MAX_PRECISION} bits: it cancels or overflows.\n"
                "  Choose less extreme parameters."
            )


def _to_int(x: float) -> int:
    return int(struct.unpack("<q", struct.pack("<d", x))[0])


def _to_float(i: int) -> float:
    return float(struct.unpack("<d", struct.pack("<q", i))[0])


def smallest(ok: Callable[[float], bool], *, start: float = 1.0, relative: float = 0.0) -> float:
    """Smallest positive float with ok(x), for an ok that stays true once it is true.

    The answer passes; a float below it by `relative` (0: the next float) fails, or the answer is
    the smallest positive float.

    >>> smallest(lambda x: x * x >= 2)
    1.4142135623730951
    """
    return _bisect(ok, start=start, relative=relative, grow=2.0)


def largest(ok: Callable[[float], bool], *, start: float = 1.0, relative: float = 0.0) -> float:
    """Largest positive float with ok(x), for an ok that stays false once it is false.

    >>> largest(lambda x: x * x <= 2)
    1.414213562373095
    """
    return _bisect(ok, start=start, relative=relative, grow=0.5)


def _bisect(ok: Callable[[float], bool], *, start: float, relative: float, grow: float) -> float:
    """Walk by `grow` towards where ok is true, then bisect between a true and a false float."""
    good = start
    while not ok(good):
        good *= grow
        if good in {0.0, math.inf}:
            raise OutOfReachError(
                "no floating-point number meets the budget.\n  Ask for a less extreme budget."
            )
    bad = good / grow
    while bad not in {0.0, math.inf} and ok(bad):
        good, bad = bad, bad / grow
    if bad in {0.0, math.inf}:
        return good
    a, b = _to_int(good), _to_int(bad)
    while abs(a - b) > 1 and abs(good - bad) > relative * good:
        middle = (a + b) // 2
        value = _to_float(middle)
        if ok(value):
            a, good = middle, value
        else:
            b, bad = middle, value
    return good
