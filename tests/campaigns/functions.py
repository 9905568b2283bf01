"""Members of the classes that theorems speak of, exact in fractions: functions and maps.

A function is a sum over rotated coordinates of functions of one variable whose gradients are
piecewise linear, with slopes between the two constants of the class: quadratics, halves of
quadratics, those of Huber, and what lies between.  A map is affine, perhaps with absolute values.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tests.campaigns.evaluate import Unknown, Value, product, total

Vector = list[Value]
HALF = Fraction(1, 2)
_KNOTS = tuple(Fraction(t) for t in "-2 -1 -1/2 0 0 1/3 1 2".split())
_TURN = ((Fraction(3, 5), Fraction(-4, 5)), (Fraction(4, 5), Fraction(3, 5)))


def plus(*vectors: Vector) -> Vector:
    """The sum of vectors."""
    return [total(list(entries)) for entries in zip(*vectors, strict=True)]


def times(scale: Value, vector: Vector) -> Vector:
    """A multiple of a vector."""
    return [product([scale, entry]) for entry in vector]


def dot(u: Vector, v: Vector) -> Value:
    """The inner product."""
    return total([product([a, b]) for a, b in zip(u, v, strict=True)])


def turned(vector: Vector, *, back: bool = False) -> Vector:
    """The first two coordinates turned by an angle with rational sine and cosine."""
    if len(vector) < 2:
        return vector
    (a, b), (c, d) = _TURN
    x, y, *rest = vector
    rows = ((a, c), (b, d)) if back else ((a, b), (c, d))
    return [*(total([product([p, x]), product([r, y])]) for p, r in rows), *rest]


@dataclass
class Line:
    """A function of one variable t: value and gradient at 0, and slopes between knots."""

    value: Fraction
    gradient: Fraction
    knots: list[Fraction]
    slopes: list[Fraction]  # one more than knots

    def at(self, t: Value) -> tuple[Value, Value]:
        """Value and gradient; raises Unknown where t is an interval and there are knots."""
        if not self.knots:
            bend = product([self.slopes[0], t])
            rise = total([self.gradient, product([HALF, bend])])
            return total([self.value, product([rise, t])]), total([self.gradient, bend])
        if not isinstance(t, Fraction):
            raise Unknown("on which side of a knot an interval lies")
        value, gradient, now = self.value, self.gradient, Fraction(0)
        inside = [k for k in self.knots if min(t, 0) < k < max(t, 0)]
        for stop in [*(inside if t > 0 else reversed(inside)), t]:
            slope, step = self._slope((now + stop) / 2), stop - now
            value += gradient * step + slope * step**2 / 2
            gradient += slope * step
            now = stop
        return value, gradient

    def _slope(self, t: Fraction) -> Fraction:
        return self.slopes[sum(k < t for k in self.knots)]

    def is_least_at_0(self) -> bool:
        """Whether the gradient has the sign of t everywhere, so that 0 is a minimiser."""
        ends = self.slopes[0] >= 0 and self.slopes[-1] >= 0
        return ends and self.gradient == 0 and all(self.at(k)[1] * k >= 0 for k in self.knots)


@dataclass
class Function:
    """A sum of functions of the turned coordinates of x - centre."""

    centre: Vector
    lines: list[Line]
    is_turned: bool

    def _lines_at(self, x: Vector) -> list[tuple[Value, Value]]:
        offset = plus(x, times(Fraction(-1), self.centre))
        offset = turned(offset) if self.is_turned else offset
        return [line.at(t) for line, t in zip(self.lines, offset, strict=True)]

    def value(self, x: Vector) -> Value:
        """F(x)."""
        return total([value for value, _ in self._lines_at(x)])

    def gradient(self, x: Vector) -> Vector:
        """The gradient of F at x."""
        found = [gradient for _, gradient in self._lines_at(x)]
        return turned(found, back=True) if self.is_turned else found


def ends(value: Value) -> tuple[Fraction, Fraction]:
    """Fractions below and above a value, which are the value itself where it is one."""
    if isinstance(value, Fraction):
        return value, value
    return tuple(_exactly(end) for end in value._mpi_)  # type: ignore[return-value]


def _exactly(end: tuple[int, int, int, int]) -> Fraction:
    """A number of mpmath as a fraction."""
    sign, mantissa, exponent, _ = end
    if not mantissa and exponent:
        raise Unknown("an interval without ends")
    return Fraction(-int(mantissa) if sign else int(mantissa)) * Fraction(2) ** exponent


def function(
    rng: random.Random, dim: int, *, strong: Value | None, smooth: Value,
    minimiser: Vector | None, quadratic: bool,
) -> Function | None:  # fmt: skip
    """A member of the class, often an extremal one; None where the class has none."""
    high = ends(smooth)[0]
    low = -high if strong is None else ends(strong)[1]
    if high < 0 or low > high or (strong is not None and ends(strong)[0] < 0):
        return None
    centre = minimiser or [Fraction(rng.randint(-2, 2)) for _ in range(dim)]

    def slope() -> Fraction:
        share = Fraction(rng.choice((0, 0, 0, 1, 1, 1, 2, 3)), 1)
        return low + (high - low) * (share if share < 2 else share / 4)

    def line() -> Line:
        for _ in range(12):
            count = 0 if quadratic else rng.choice((0, 1, 1, 2))
            made = Line(
                Fraction(rng.randint(-1, 1)),
                Fraction(0) if minimiser is not None else Fraction(rng.choice((0, 0, 1, -2))),
                sorted(rng.choice(_KNOTS) for _ in range(count)),
                [slope() for _ in range(count + 1)],
            )
            if minimiser is None or strong is not None or made.is_least_at_0():
                return made
        return Line(Fraction(0), Fraction(0), [], [high])

    return Function(centre, [line() for _ in range(dim)], rng.random() < 0.4)


def mapping(rng: random.Random, dim: int, *, affine: bool) -> Callable[..., Vector]:
    """A map of some vectors to one."""
    scales = [Fraction(rng.choice((0, 1, -1, 2, "1/2"))) for _ in range(4)]
    constant = [Fraction(rng.choice((0, 0, 1, -1))) for _ in range(dim)]
    bent = not affine and rng.random() < 0.5

    def at(*points: Vector) -> Vector:
        moved = plus(constant, *(times(c, p) for c, p in zip(scales, points, strict=False)))
        return [abs(entry) for entry in moved] if bent else moved

    return at


def noise(dim: int, scale: Value) -> list[tuple[Fraction, Vector]]:
    """A law with mean 0 and covariance 2 b^2: along one axis at a time, 2 b or -2 b."""
    if dim == 3:
        raise Unknown("noise in three dimensions")
    quarter, zero = Fraction(1, 4), [Fraction(0)] * dim
    found = []
    for axis in range(dim):
        for sign in (2, -2):
            value: Vector = list(zero)
            value[axis] = product([Fraction(sign), scale])
            found.append((quarter, value))
    return found if dim == 2 else [*found, (Fraction(1, 2), zero)]
