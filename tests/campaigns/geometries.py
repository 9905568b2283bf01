"""Geometries that theorems speak of: a norm and its dual, a box, and a function omega on it.

Omega is a sum over the coordinates of functions of one variable whose gradients, and the inverses
of these, are rational: halves of squares that may bend at 0, and `Steep`, which has a value and no
gradient at the ends of its interval.  Each is 1-strongly convex, and has a multiple for which the
sum is 1-strongly convex in the norm; often it is more than that.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from tests.campaigns.evaluate import NoValue, Unknown, Value, evaluate, inverse, product, total
from tests.campaigns.functions import HALF, Function, Line, Vector, dot, plus, times

ONE = Fraction(1)
NORMS = ("weighted", "largest", "sum")


class Curve(Protocol):
    """A function of one variable on an interval, 1-strongly convex, with its least value at 0."""

    end: Fraction  # of the interval, the other one is its negative

    def value(self, t: Value) -> Value:
        """The value; raises NoValue off the interval."""

    def slope(self, t: Value) -> Value:
        """The gradient; raises NoValue where there is none."""

    def at_slope(self, slope: Value) -> Value:
        """The point of the interval that is least of the function minus `slope` times t."""


@dataclass
class Bent:
    """T^2 / 2 below 0 and `bend` times that above, with a gradient on the whole interval."""

    end: Fraction
    bend: Fraction

    def _bend(self, t: Value) -> Fraction:
        if self.bend == 1:
            return ONE
        return self.bend if _exact(t) > 0 else ONE

    def value(self, t: Value) -> Value:
        """The value; raises NoValue off the interval."""
        if abs(_exact(t)) > self.end:
            raise NoValue("omega off its set")
        return product([HALF, self._bend(t), t, t])

    def slope(self, t: Value) -> Value:
        """The gradient."""
        return product([self._bend(t), t])

    def at_slope(self, slope: Value) -> Value:
        """The point with this gradient, or the end before it."""
        return max(-self.end, min(self.end, _exact(slope) / self._bend(slope)))


@dataclass
class Steep:
    """2 (1 - s)^2 for s = sqrt(1 - |t|), at the scale of its interval: no gradient at the ends."""

    end: Fraction

    def _root(self, t: Value) -> Value:
        inside = ONE - abs(_exact(t)) / self.end
        if inside < 0:
            raise NoValue("omega off its set")
        return evaluate(["root", 2, ["q", str(inside)]], {})

    def value(self, t: Value) -> Value:
        """The value; raises NoValue off the interval."""
        apart = total([ONE, product([-ONE, self._root(t)])])
        return product([2 * self.end**2, apart, apart])

    def slope(self, t: Value) -> Value:
        """The gradient; raises NoValue at the ends."""
        steep = total([inverse(self._root(t)), -ONE])
        return product([2 * self.end * (1 if _exact(t) >= 0 else -1), steep])

    def at_slope(self, slope: Value) -> Value:
        """The point with this gradient."""
        root = 1 / (1 + abs(_exact(slope)) / (2 * self.end))
        return (ONE - root**2) * self.end * (1 if slope >= 0 else -1)


def _exact(t: Value) -> Fraction:
    if not isinstance(t, Fraction):
        raise Unknown("on which side of a point an interval lies")
    return t


@dataclass
class Geometry:
    """A norm with its dual, a box, and a function on the box that is a sum over coordinates."""

    norm: str
    weights: list[Fraction]  # of the squares of the norm, if it is the weighted one
    curves: list[Curve]
    multiples: list[Fraction]  # of the curves in omega

    def square(self, u: Vector, *, dual: bool = False) -> Value:
        """The square of the norm, or of its dual."""
        if self.norm == "weighted":
            weights = [1 / w for w in self.weights] if dual else self.weights
            return total([product([w, a, a]) for w, a in zip(weights, u, strict=True)])
        sizes = [abs(_exact(a)) for a in u]
        return (max(sizes) if (self.norm == "largest") != dual else sum(sizes)) ** 2

    def omega(self, u: Vector) -> Value:
        """The value of omega."""
        return total([product([c, one.value(t)]) for c, one, t in self._each(u)])

    def slope(self, v: Vector) -> Vector:
        """The gradient of omega; raises NoValue where there is none."""
        return [product([c, one.slope(t)]) for c, one, t in self._each(v)]

    def _each(self, u: Vector) -> list[tuple[Fraction, Curve, Value]]:
        return list(zip(self.multiples, self.curves, u, strict=True))

    def divergence(self, u: Vector, v: Vector) -> Value:
        """D(u, v)."""
        moved = dot(self.slope(v), plus(u, times(-ONE, v)))
        return total([self.omega(u), *(product([-ONE, a]) for a in (self.omega(v), moved))])

    def nearest(self, step: Vector, v: Vector) -> Vector:
        """The least point of <step, .> + D(., v) in the box, coordinate by coordinate."""
        ahead = plus(self.slope(v), times(-ONE, step))
        return [one.at_slope(product([1 / c, a])) for c, one, a in self._each(ahead)]

    def member(self, made: Function) -> Function:
        """A function with the same Lipschitz constant from the norm to its dual.

        In each coordinate it is a multiple of one that has it in the Euclidean norm.
        """
        even = Fraction(1, len(self.curves)) if self.norm == "largest" else ONE
        shares = self.weights if self.norm == "weighted" else [even] * len(self.curves)
        lines = [
            Line(c * one.value, c * one.gradient, one.knots, [c * a for a in one.slopes])
            for c, one in zip(shares, made.lines, strict=True)
        ]
        return Function(made.centre, lines, is_turned=False)

    def point(self, rng: random.Random, *, inner: bool) -> Vector:
        """A point of the box; where omega has a gradient, if it has to be an inner one."""
        return [self._coordinate(rng, one, inner=inner) for one in self.curves]

    def _coordinate(self, rng: random.Random, one: Curve, *, inner: bool) -> Fraction:
        at_the_end = isinstance(one, Bent) or not inner
        root = rng.choice((ONE, HALF, Fraction(2, 3), *[Fraction(0)] * (3 * at_the_end)))
        return (1 - root**2) * one.end * rng.choice((1, -1))


def geometry(rng: random.Random, dim: int) -> Geometry:
    """A geometry in which the boundary is often met."""
    norm = rng.choice(NORMS)
    weights = [Fraction(rng.choice(("1", "1", "2", "1/2"))) for _ in range(dim)]
    # (sum of |t|)^2 <= d times the sum of t^2
    least = weights if norm == "weighted" else [Fraction(dim if norm == "sum" else 1)] * dim
    more = [c * rng.choice((1, 1, 1, 2)) for c in least]
    return Geometry(norm, weights, [_curve(rng) for _ in range(dim)], more)


def _curve(rng: random.Random) -> Curve:
    end = Fraction(rng.choice(("1/2", "1", "2", "4")))
    if rng.random() < 0.25:
        return Steep(end)
    return Bent(end, Fraction(rng.choice((1, 1, 3))))
