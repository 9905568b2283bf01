"""Regularised logistic regression: its gradient, its convexity, and how fast the gradient changes.

With records (u_i, z_i), margins v_i(x) = z_i <u_i, x> and l(v) = ln(1 + e^-v), of the slope
l'(v) = -1/(1 + e^v), everything is one fact about numbers,

    0  <=  l(w) - l(v) - l'(v) (w - v)  <=  (w - v)^2/8,

summed over the records: F(x) = (1/n) sum_i l(v_i(x)) + lambda |x|^2 has the remainder

    R = F(y) - F(x) - <grad F(x), y - x>,
    lambda |y - x|^2  <=  R  <=  (1/(8n)) sum_i <u_i, y - x>^2 + lambda |y - x|^2.

An entry u[(i - 1) d + k] is coordinate k of record i.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.batches import of_all
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import declare
from workbench.symbolic.moments import MomentStatement

n, d, i, j, k = declare("integer n d > 0, integer i j k")
lam, L, C = declare("lambda L > 0, C_2 >= 0")
a, b = declare("real v w")
x, y, z, u = (sp.IndexedBase(name, real=True) for name in "xyzu")
Point = Callable[[Any], Any]
move = y[k] - x[k]
DISTANCE = sp.Sum(move**2, (k, 1, d))
EIGHTH = sp.Rational(1, 8)
LABELS = ((i,), of_all(i), (z[i] ** 2, "=", 1))


def entry(record: Any, coordinate: Any) -> Any:  # noqa: ANN401 - sympy
    """A coordinate of the features of a record."""
    return u[(record - 1) * d + coordinate]


def X(index: Any) -> Any:  # noqa: ANN401
    """The point x, by its coordinates."""
    return x[index]


def Y(index: Any) -> Any:  # noqa: ANN401
    """The point y."""
    return y[index]


def margin(at: Point, index: Any = k) -> Any:  # noqa: ANN401
    """z_i <u_i, x> of record i at a point."""
    return z[i] * sp.Sum(entry(i, index) * at(index), (index, 1, d))


def loss(v: Any) -> Any:  # noqa: ANN401
    """-ln p of a record of this margin."""
    return sp.log(1 + sp.exp(-v))


def losses(at: Point) -> Any:  # noqa: ANN401
    """Their mean over all records."""
    return sp.Sum(loss(margin(at)), (i, 1, n)) / n


def penalty(at: Point) -> Any:  # noqa: ANN401
    """lambda |x|^2."""
    return lam * sp.Sum(at(k) ** 2, (k, 1, d))


def along(vector: Any) -> Any:  # noqa: ANN401
    """The inner product of the features of record i with a vector, from its entry k."""
    return sp.Sum(entry(i, k) * vector, (k, 1, d))


ODDS = 1 / (1 + sp.exp(margin(X, j)))
"""1 - p of record i at x: its loss has the slope -(1 - p)."""


def remainder(odds: Any = ODDS) -> Any:  # noqa: ANN401
    """F(y) - F(x) - <grad F(x), y - x>, with the gradient as printed."""
    gradient = -sp.Sum(z[i] * entry(i, k) * odds, (i, 1, n)) / n + 2 * lam * x[k]
    value = losses(Y) + penalty(Y) - losses(X) - penalty(X)
    return value - sp.Sum(gradient * move, (k, 1, d))


def curved(constant: Any = EIGHTH) -> Any:  # noqa: ANN401
    """(1/(8n)) |U (y - x)|^2 + lambda |y - x|^2."""
    return constant * sp.Sum(along(move) ** 2, (i, 1, n)) / n + lam * DISTANCE


# statements ---------------------------------------------------------------------------------------


def strong(factor: Any = 1) -> MomentStatement:  # noqa: ANN401
    """F is 2 lambda-strongly convex."""
    return MomentStatement((factor * lam * DISTANCE, "<=", remainder()))


def smooth(
    constant: Any = EIGHTH, every: Sequence[Any] = (LABELS,)  # noqa: ANN401
) -> MomentStatement:  # fmt: skip
    """The gradient changes at most as the records allow."""
    return MomentStatement((remainder(), "<=", curved(constant)), every=every)


ABOVE = (2 * curved(sp.S.Half), "<=", L * DISTANCE)
"""L is at least the largest eigenvalue of U'U/n + 2 lambda I, as far as it is seen in y - x."""


def eigenvalue(factor: Any = 1, where: Sequence[Any] = (ABOVE,)) -> MomentStatement:  # noqa: ANN401
    """So it changes at most as the printed constant says."""
    return MomentStatement((curved(), "<=", factor * L / 2 * DISTANCE), where=where)


SHORT = ((i,), of_all(i), (sp.Sum(entry(i, k) ** 2, (k, 1, d)), "<=", C**2))


def domain(power: Any = 2, every: Sequence[Any] = (SHORT,)) -> MomentStatement:  # noqa: ANN401
    """And as records of a bounded length allow."""
    largest = C**power / 4 + 2 * lam
    return MomentStatement((curved(), "<=", largest / 2 * DISTANCE), every=every)


# proofs -------------------------------------------------------------------------------------------

HERE, THERE, LINE = loss(margin(X)), loss(margin(Y)), -z[i] * ODDS * along(move)


def around_a_point(inside: Known) -> None:
    """By the Taylor polynomial at v, whose rest is a square times a sign."""
    inside.by("taylor", "factors", "sign")


def tangent(known: Known) -> int:
    """l(w) is not below the tangent of l at v, for all v, w: the place of this."""
    line = -(b - a) / (1 + sp.exp(a))
    return known.every([a, b], [], (line, "<=", loss(b) - loss(a)), around_a_point)


def parabola(known: Known) -> int:
    """And at most (w - v)^2/8 above it."""
    bent = loss(b) - loss(a) - (b - a) ** 2 / 8
    line = -(b - a) / (1 + sp.exp(a))
    return known.every([a, b], [], (bent, "<=", line), around_a_point)


def coordinates_outside(known: Known) -> None:
    """The sum over records of their lines, as the inner product with the gradient has it."""
    term = -z[i] * ODDS * entry(i, k) * move
    known.swap(sp.Sum(sp.Sum(term, (i, 1, n)), (k, 1, d)))


def convex_sum(known: Known, rest: Any = 0) -> None:  # noqa: ANN401
    """The steps of `strong`, where a rest that is not negative may be left over."""
    place = tangent(known)

    def one(inside: Known) -> None:
        inside.take(place, {a: margin(X), b: margin(Y)})
        inside.adds({-1: 1})

    known.add(known.every([i], of_all(i), (LINE, "<=", THERE - HERE), one))
    coordinates_outside(known)
    known.weaken("<=")
    known.adds({-3: 1 / n, -1: 1 / n}, rest)


def bent_sum(known: Known) -> None:
    """The steps of `smooth`."""
    place, square = parabola(known), along(move) ** 2

    def one(inside: Known) -> None:
        inside.take(place, {a: margin(X), b: margin(Y)})
        inside.take(0, {i: i})
        inside.equals({-1: square})
        inside.fact((z[i] ** 2 * square, "=", square))
        inside.weaken("<=")
        inside.adds({-4: 1, -1: EIGHTH})

    known.add(known.every([i], of_all(i), (THERE - HERE - square / 8, "<=", LINE), one))
    coordinates_outside(known)
    known.weaken(">=")
    known.adds({-3: 1 / n, -1: 1 / n})


def printed_constant(known: Known) -> None:
    """The steps of `eigenvalue`: the first term of U'U/n is four times what is needed."""
    square = 0, "<=", along(move) ** 2
    known.add(known.every([i], of_all(i), square))
    known.adds({0: sp.S.Half, -1: sp.Rational(3, 8) / n})


def lagrange(known: Known) -> None:
    """The steps of `domain`: |u|^2 |h|^2 - <u, h>^2 is half the sum of (u_k h_j - u_j h_k)^2."""
    step, here, there = y[j] - x[j], entry(i, k), entry(i, j)

    def one(inside: Known) -> None:
        squares = sp.Sum((here * step - there * move) ** 2, (j, 1, d))

        def outer(within: Known) -> None:
            square = (0, "<=", (here * step - there * move) ** 2)
            within.add(within.every([j], of_all(j, last=d), square))
            within.adds({-1: 1})

        inside.add(inside.every([k], of_all(k, last=d), (0, "<=", squares), outer))
        inside.take(0, {i: i})
        inside.adds({-2: sp.S.Half, -1: DISTANCE})

    known.add(known.every([i], of_all(i), (along(move) ** 2, "<=", C**2 * DISTANCE), one))
    known.adds({-1: EIGHTH / n})


def strong_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Strong convexity."""
    return moments_shown(strong(**changes), convex_sum)


def smooth_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Smoothness, with the matrix of the records."""
    return moments_shown(smooth(**changes), bent_sum)


def eigenvalue_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Smoothness, with the printed number."""
    return moments_shown(eigenvalue(**changes), printed_constant)


def domain_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Smoothness, with the length of records."""
    return moments_shown(domain(**changes), lagrange)
