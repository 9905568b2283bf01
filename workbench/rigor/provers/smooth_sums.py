"""Means of n smooth, strongly convex functions, and which separable quadratics are such functions.

F is in S(mu, L) if its remainder R = F(x) - F(y) - <grad F(y), x - y> is between (mu/2) |x - y|^2
and (L/2) |x - y|^2 for all x, y.  It is linear in F, so that means of members are members; and of
F(x) = sum_k c_k x_k^2/2 + a_k x_k it is sum_k c_k (x_k - y_k)^2/2.

An entry g[(i - 1) d + k] is coordinate k of the gradient of function i at y.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.batches import at, d, i, j, k, n, of_all
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import declare
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.text import parse

mu, L = declare("mu L > 0")
x, y, p, q, a, c = (sp.IndexedBase(name, real=True) for name in "xypqac")
move = x[k] - y[k]
DISTANCE = sp.Sum(move**2, (k, 1, d))


def within(remainder: Any, *, upper: bool) -> Any:  # noqa: ANN401 - sympy
    """One of the two bounds of the class on a remainder."""
    return (remainder, "<=", L / 2 * DISTANCE) if upper else (mu / 2 * DISTANCE, "<=", remainder)


def of_one(*, upper: bool) -> Any:  # noqa: ANN401
    """That the function of each record is in the class: p_i and q_i are its values at x and y."""
    remainder = p[i] - q[i] - sp.Sum(at(i, k) * move, (k, 1, d))
    return ((i,), of_all(i), within(remainder, upper=upper))


def mean(
    *, upper: bool, every: Sequence[Any] | None = None, divisor: Any = n  # noqa: ANN401
) -> MomentStatement:  # fmt: skip
    """That their mean is in it."""
    slope = sp.Sum(sp.Sum(at(i, k), (i, 1, n)) / divisor * move, (k, 1, d))
    value = (sp.Sum(p[i], (i, 1, n)) - sp.Sum(q[i], (i, 1, n))) / divisor
    every = (of_one(upper=upper),) if every is None else every
    return MomentStatement(within(value - slope, upper=upper), every=every)


def quadratic() -> Any:  # noqa: ANN401
    """The remainder of a separable quadratic function, whose linear part has slopes a."""

    def value(point: Any) -> Any:  # noqa: ANN401
        return sp.Sum(c[k] / 2 * point[k] ** 2 + a[k] * point[k], (k, 1, d))

    return value(x) - value(y) - sp.Sum((c[k] * y[k] + a[k]) * move, (k, 1, d))


def curvature(*, upper: bool) -> Any:  # noqa: ANN401
    """That no curvature is beyond the bound."""
    return ((k,), of_all(k, last=d), (c[k], "<=", L) if upper else (mu, "<=", c[k]))


def inside(*, upper: bool, every: Sequence[Any] | None = None) -> MomentStatement:
    """A quadratic function whose curvatures are in [mu, L] is in the class."""
    every = (curvature(upper=upper),) if every is None else every
    return MomentStatement(within(quadratic(), upper=upper), every=every)


OTHERS = tuple(
    ((k,), of_all(k, first=first, last=last), (x[k], "=", y[k]))
    for first, last in ((1, j - 1), (j + 1, d))
)
ONE_MOVED = ((1, "<=", j), (j, "<=", d), (0, "<", (x[j] - y[j]) ** 2))


def needed(
    *, upper: bool, where: Sequence[Any] = ONE_MOVED, every: Sequence[Any] = OTHERS,
    slack: Any = 0,  # noqa: ANN401
) -> MomentStatement:  # fmt: skip
    """The bound at two points that differ in coordinate j alone says that c_j is in [mu, L]."""
    said = (c[j], "<=", L - slack) if upper else (mu + slack, "<=", c[j])
    return MomentStatement(said, where=[*where, within(quadratic(), upper=upper)], every=every)


# proofs -------------------------------------------------------------------------------------------


def mean_shown(*, upper: bool, **changes: Any) -> Outcome:  # noqa: ANN401
    """The remainders, added up."""

    def steps(known: Known) -> None:
        known.add(0)
        known.swap(sp.Sum(sp.Sum(at(i, k) * move, (i, 1, n)), (k, 1, d)))
        known.weaken(">=" if upper else "<=")
        known.adds({0: 1 / n, -1: 1 / n})

    return moments_shown(mean(upper=upper, **changes), steps)


def inside_shown(*, upper: bool, **changes: Any) -> Outcome:  # noqa: ANN401
    """Coordinate by coordinate."""
    size = (L if upper else mu) / 2 * move**2
    bend = c[k] / 2 * move**2

    def one(inner: Known) -> None:
        inner.take(0, {k: k})
        inner.adds({-1: move**2 / 2})

    def steps(known: Known) -> None:
        said = (bend, "<=", size) if upper else (size, "<=", bend)
        known.add(known.every([k], of_all(k, last=d), said, one))
        known.adds({-1: 1})

    return moments_shown(inside(upper=upper, **changes), steps)


_DIVIDED = parse("0 <= c", where="0 < s, 0 <= c*s")


def needed_shown(*, upper: bool, **changes: Any) -> Outcome:  # noqa: ANN401
    """All other coordinates add nothing; then divide by the square of the step."""
    room = L - c[k] if upper else c[k] - mu
    term, here = room * move**2, room.subs(k, j)

    def steps(known: Known) -> None:
        for place, (first, last) in enumerate(((1, j - 1), (j + 1, d))):

            def nothing(inner: Known, place: int = place) -> None:
                inner.take(place, {k: k})
                inner.equals({-1: room * move})

            of = of_all(k, first=first, last=last)
            known.add(known.every([k], of, (term, "=", 0), nothing))
        known.split(sp.Sum(term, (k, 1, d)), j)
        step = (x[j] - y[j]) ** 2
        known.equals({-1: -1, -2: -1, -3: -1})
        known.fact((here * step, "=", sp.Sum(term, (k, 1, d))))
        known.weaken(">=")
        known.adds({known.place(within(quadratic(), upper=upper)): 2, -1: 1})
        known.fact((0, "<=", here * step))
        known.using((_DIVIDED, {"c": here, "s": step}))

    return moments_shown(needed(upper=upper, **changes), steps)
