"""The geometries of the judge are what theorems say of them, at many points, exactly."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tests.campaigns.evaluate import NoValue
from tests.campaigns.functions import Vector, dot, plus, times
from tests.campaigns.geometries import NORMS, Bent, Geometry, Steep, geometry

MINUS = Fraction(-1)


def less(u: Vector, v: Vector) -> Vector:
    return plus(u, times(MINUS, v))


@pytest.mark.parametrize("seed", range(3))
def test_what_theorems_use_of_a_geometry_holds(seed: int) -> None:
    rng, norms = random.Random(seed), set()
    for _ in range(150):
        dim = rng.choice((1, 2, 3))
        one = geometry(rng, dim)
        norms.add(one.norm)
        u, v = one.point(rng, inner=False), one.point(rng, inner=True)
        step, other = ([Fraction(rng.randint(-4, 4)) for _ in range(dim)] for _ in "ab")
        then, D = one.nearest(step, v), one.divergence
        assert D(u, v) - D(u, then) - D(then, v) >= dot(step, less(then, u))
        assert D(u, v) >= one.square(less(u, v)) / 2
        assert dot(step, other) <= (one.square(step, dual=True) + one.square(other)) / 2
        assert one.square(times(Fraction(-3), step)) == 9 * one.square(step)
    assert norms == set(NORMS)


def test_a_divergence_is_not_symmetric_and_more_than_half_a_square() -> None:
    one = Geometry("weighted", [Fraction(1)], [Bent(Fraction(2), Fraction(3))], [Fraction(1)])
    there, back = (one.divergence([Fraction(a)], [Fraction(-a)]) for a in (1, -1))
    assert there != back
    assert there > one.square([Fraction(2)]) / 2


def test_omega_has_no_gradient_at_a_border_and_no_value_beyond() -> None:
    steep = Steep(Fraction(1))
    assert steep.value(Fraction(1)) == 2
    with pytest.raises(NoValue):
        steep.slope(Fraction(1))
    with pytest.raises(NoValue):
        steep.value(Fraction(2))
