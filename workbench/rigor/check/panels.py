"""Integrals of density(x) r(x)^z over a line, r = 1 - q + q e^l(x), with l linear in x.

    gaussian  density exp(-x^2 / 2) / sqrt(2 pi) on R,   l = a x - a^2 / 2
    laplace   density e^-x / 2 on (0, a),                l = 2 x - a

Cut into panels, each with Gauss and Legendre's rule: 24 points, weights > 0, exact to degree 47.
Where |f| <= B on the ellipse of Bernstein of parameter p around a panel of half-width w, the rule
errs by at most (64/15) w B p^-48 / (1 - p^-2).  On x + iy, with |slope y| < pi,

    |density| grows by e^(y^2 / 2) (gaussian) or not,
    |arg r| <= |slope y| and <= |slope y| w / cos(slope y / 2), w = q e^l / r at x,
    r(x) cos(slope y / 2) <= |r(x + iy)| <= r(x).

The argument of v = 1 - w + w e^(iu), u = slope y, has the derivative Re w e^(iu) / v in u, and
|v| >= cos(u / 2).

So M is a sum with few terms, for all |Im z| <= t at once.  For larger |Im z| the path is moved
into the complex plane, where arg r > 0 damps: |r^z| = |r|^Re z e^(-Im z arg r).
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TypeVar

from flint import acb, arb, ctx

from workbench.rigor.check.fuel import spend
from workbench.rigor.check.trees import Malformed

_POINTS = 24
_MOST_PANELS = 1200
_CELLS = 160
_RISES = 40
_PATHS = 4
Term = tuple[arb, arb]
_Cell = tuple[arb, arb, arb]  # length times |density|, |r| and arg r
Number = TypeVar("Number", arb, acb)


@cache
def _rule(precision: int) -> list[tuple[arb, arb]]:
    """Points of (-1, 1) and weights; `precision` is that of the context."""
    assert precision == ctx.prec
    return [arb.legendre_p_root(_POINTS, k, weight=True) for k in range(_POINTS)]


class LossLine:
    """The part of the law of sign * log r that has a density.

    sign = +1: M(s) = integral of density r^(s + 1), under the mixture; -1: of density r^-s.
    """

    def __init__(self, kind: str, ratio: arb, q: arb, sign: int, *, above_zero: bool) -> None:
        self.gaussian, self.ratio, self.q, self.sign = kind == "gaussian", ratio, q, sign
        self.slope = ratio if self.gaussian else arb(2)
        self.low = ratio / 2 if above_zero else (None if self.gaussian else arb(0))
        self.high = None if self.gaussian else ratio
        self._known: dict[int, list[_Cell]] = {}

    def mass(self) -> arb:
        """M(0)."""
        terms, error = self._terms(arb(1 if self.sign > 0 else 0), arb(0))
        return sum((w for w, _ in terms), arb(0, error.abs_upper()))

    def cost(self, c: arb, t: arb) -> int:
        """How many terms `terms` has, whether it allows as many or not."""
        a = self._power(c)
        low, high, _ = self._ends(a)
        return _POINTS * self._panels(low, high, a, t)

    def _panels(self, low: arb, high: arb, a: arb, t: arb) -> int:
        slope = float(self.slope)
        turn = 1.6 * slope * float(self._share(high)) * (float(t) + float(abs(a)))
        half = min(0.75, 0.6 / slope, _POINTS / (turn + 1))
        return int(float(high - low) / (2 * half)) + 1

    def _share(self, x: arb) -> arb:
        """What of r is q e^l: the slope of log r in l, which rises with x."""
        return 1 - (1 - self.q) / self._odds(x)

    def terms(self, c: arb, t: arb) -> tuple[list[Term], arb]:
        """Weights w and losses l with M(s) = sum of w exp(i Im s l), up to an error.

        For Re s = c and |Im s| <= t.
        """
        return self._terms(self._power(c), t)

    def _power(self, c: arb) -> arb:
        return c + 1 if self.sign > 0 else -c

    def _odds(self, x: Number) -> Number:
        loss = self.ratio * (x - self.ratio / 2) if self.gaussian else 2 * x - self.ratio
        return 1 - self.q + self.q * loss.exp()

    def _density(self, x: arb) -> arb:
        return (-x * x / 2).exp() / (2 * arb.pi()).sqrt() if self.gaussian else (-x).exp() / 2

    def _ends(self, a: arb) -> tuple[arb, arb, arb]:
        """Where to cut the line, and a bound on what is cut off."""
        lost, reach = arb(0), arb(10)
        low, high = self.low, self.high
        if low is None:  # r <= 1 below ratio / 2, and r >= 1 - q everywhere
            low = (self.ratio / 2).min(arb(0)) - reach
            left = _beyond(-low)
            if not a >= 0:  # log r is convex: below `low` it falls at most as fast as there
                m = -a * self.slope * self._share(low)
                steep = (m * low + m * m / 2).exp() * _beyond(-low - m) * self._odds(low) ** a
                left = (left * (1 - self.q) ** a).min(steep)
            lost += left
        if high is None:  # above: 1 <= r <= (q + (1 - q) e^-l(high)) e^l
            moved = a * self.ratio if a > 0 else arb(0)
            high = moved.max(self.ratio / 2) + reach
            most = self._odds(high) / ((self.ratio * (high - self.ratio / 2)).exp())
            lost += _beyond(high - moved) * (
                (moved * (moved - self.ratio) / 2).exp() * most**a if a > 0 else 1
            )
        return low, high, lost

    def _terms(self, a: arb, t: arb) -> tuple[list[Term], arb]:
        low, high, error = self._ends(a)
        count = self._panels(low, high, a, t)
        if count > _MOST_PANELS:
            raise Malformed(f"{count} panels: more than {_MOST_PANELS}")
        width = (high - low) / (2 * count)
        rule = _rule(ctx.prec)
        spend(12 * _POINTS * count, "points of an integral")
        found = []
        for k in range(count):
            middle = low + (2 * k + 1) * width
            for point, weight in rule:
                x = middle + width * point
                loss = self._odds(x).log()
                found.append((width * weight * self._density(x) * (a * loss).exp(), loss))
            error += self._wrong(middle, width, a, t)
        return [(w, self.sign * loss) for w, loss in found], error

    def _wrong(self, middle: arb, width: arb, a: arb, t: arb) -> arb:
        """A bound on the error of the rule on one panel."""
        best = arb("inf")
        for p in (arb(2), arb(3), arb(4), arb(6), arb(9)):
            x, y = width * (p + 1 / p) / 2, width * (p - 1 / p) / 2
            turn = self.slope * y
            if not turn < 3:
                break
            left, right = middle - x, middle + x
            argument = turn * (self._share(right) / (turn / 2).cos()).min(arb(1))
            bound = self._largest(left, right, y, a) * (t * argument).exp()
            best = best.min(arb(64) / 15 * width * bound * p ** (-2 * _POINTS) / (1 - 1 / p**2))
        return best

    def _largest(self, left: arb, right: arb, y: arb, a: arb) -> arb:
        """A bound on |density r^a| over [left, right] + i [-y, y].

        log r is convex.  With its slope k at the middle, r e^(-k x) is least there and largest at
        an end; what is left, density e^(a k x), is a Gaussian or an exponential.
        """
        middle = (left + right) / 2
        k = self.slope * self._share(middle)
        if a >= 0:
            ends = [self._odds(x).log() - k * x for x in (left, right)]
            powers = (a * ends[0].max(ends[1])).exp()
        else:
            powers = (a * (self._odds(middle).log() - k * middle)).exp()
            powers *= (self.slope * y / 2).cos() ** a
        if not self.gaussian:
            return powers * ((a * k - 1) * left).exp().max(((a * k - 1) * right).exp()) / 2
        top = (a * k).max(left).min(right)
        return powers * self._density(top) * (a * k * top + y * y / 2).exp()

    def tail(self, c: arb, t: arb) -> arb:
        """A bound on |M(c + iu)| for all |u| >= t: the least over a few paths."""
        a = self._power(c)
        return min((self._path(a, t, k) for k in range(_PATHS)), key=float)

    def _path(self, a: arb, t: arb, number: int) -> arb:
        """A bound on the integral of |density r^z| over low -> low + iy -> high + iy -> high."""
        y = (arb(2.5) / self.slope).min(arb(8)) / 2**number
        low, high, lost = self._ends(a)
        total = lost * (y * y / 2).exp()
        if not a >= 0:
            total *= (self.slope * y / 2).cos() ** a
        spend(40 * _CELLS, "cells of a path")
        for size, modulus, turn in self._cells(low, high, y, number):
            total += (size * modulus**a * (-t * turn).exp()).abs_upper()
        return total.upper()

    def _cells(self, low: arb, high: arb, y: arb, number: int) -> list[_Cell]:
        """The pieces of a path; where both ends are given they are the same for all a and t."""
        if number in self._known:
            return self._known[number]
        wide = (high - low) / (2 * _CELLS)
        middles = (low + (2 * k + 1) * wide for k in range(_CELLS))
        found = [self._cell(2 * wide, acb(x + arb(0, wide.upper()), y)) for x in middles]
        cuts = [y * (arb(k) / _RISES) ** 3 for k in range(_RISES + 1)]
        for end in (self.low, self.high):
            if end is not None:
                found += [
                    self._cell(above - below, acb(end, below.union(above)))
                    for below, above in pairwise(cuts)
                ]
        if self.low is not None and self.high is not None:
            self._known[number] = found
        return found

    def _cell(self, length: arb, z: acb) -> _Cell:
        """What |density r^(a + it)| is computed from on a piece that is in the ball z."""
        x, y = z.real, z.imag
        density = self._density(x)
        if self.gaussian:
            density *= (y * y / 2).exp()
        odds = self._odds(z)
        return length * density, abs(odds), odds.arg()


def _beyond(x: arb) -> arb:
    """The mass of a normal law beyond x."""
    return (x / arb(2).sqrt()).erfc() / 2
