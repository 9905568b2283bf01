"""The mean loss of logistic regression: its gradient, that it is convex, and where it is added.

The loss l(v) = ln(1 + e^-v) of a record is above its tangents, so that it is convex, and at most
(w - v)^2/8 above them: so what is printed as the gradient is the gradient.  It is between 0 and
ln 2 + |v|.  So the printed objective, -(1/n) sum_i l(v_i(x)) + lambda |x|^2, is at most
lambda |x|^2 at x, and at a point s r with |r| = 1 at least lambda s^2 - ln 2 - s M, where no
v_i(r) is below -M: no point is best.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.batches import of_all
from workbench.rigor.provers.logistic_losses import (
    HERE,
    LINE,
    ODDS,
    THERE,
    Point,
    X,
    Y,
    a,
    b,
    convex_sum,
    coordinates_outside,
    d,
    i,
    k,
    lam,
    loss,
    losses,
    margin,
    n,
    parabola,
    penalty,
    remainder,
    tangent,
    x,
    y,
)  # fmt: skip
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import declare
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.text import parse

p, q, M = declare("p q M >= 0")
s = q + (M + 1 + lam) / lam
r = sp.IndexedBase("r", real=True)


def between(index: Any) -> Any:  # noqa: ANN401 - sympy
    """A point between x and y."""
    return (1 - p) * x[index] + p * y[index]


def far(index: Any) -> Any:  # noqa: ANN401
    """The point s r."""
    return s * r[index]


def apart(index: Any) -> Any:  # noqa: ANN401
    """y - x."""
    return y[index] - x[index]


def direction(index: Any) -> Any:  # noqa: ANN401
    """r."""
    return r[index]


BENDS = (margin(Y) - margin(X)) ** 2
SQUARES = sp.Sum(BENDS, (i, 1, n)) / (8 * n) + penalty(apart)


def above(odds: Any = ODDS) -> MomentStatement:  # noqa: ANN401
    """F is its tangent up to multiples of squares of y - x, so this is its gradient."""
    return MomentStatement((remainder(odds), "<=", SQUARES))


def below(odds: Any = ODDS) -> MomentStatement:  # noqa: ANN401
    """The other side."""
    return MomentStatement((-SQUARES, "<=", remainder(odds)))


WITHIN = (p, "<=", 1)


def convex(where: Sequence[Any] = (WITHIN,)) -> MomentStatement:
    """F - lambda |.|^2, the mean loss, is convex."""
    mean = (1 - p) * losses(X) + p * losses(Y)
    return MomentStatement((losses(between), "<=", mean), where=where)


def positive(least: Any = 0) -> MomentStatement:  # noqa: ANN401
    """And not negative."""
    return MomentStatement((least, "<=", losses(X)))


UNIT, LENGTH = (sp.Sum(r[k] ** 2, (k, 1, d)), "=", 1), (sp.Sum(x[k] ** 2, (k, 1, d)), "=", q**2)
LENGTHS = (UNIT, LENGTH)
LOW = ((i,), of_all(i), (-margin(direction), "<=", M))


def beaten(
    sign: int = 1, where: Sequence[Any] = LENGTHS, every: Sequence[Any] = (LOW,)
) -> MomentStatement:
    """As printed, with + lambda |x|^2, every point x is beaten by s r."""

    def printed(at: Point) -> Any:  # noqa: ANN401
        return -losses(at) + sign * penalty(at)

    return MomentStatement((printed(X), "<", printed(far)), where=where, every=every)


# proofs -------------------------------------------------------------------------------------------

_BELOW_1 = parse("log(2) < 1")


def under_the_parabola(known: Known) -> None:
    """The steps of `above`."""
    place = parabola(known)

    def one(inside: Known) -> None:
        inside.take(place, {a: margin(X), b: margin(Y)})
        inside.adds({-1: 1})

    known.add(known.every([i], of_all(i), (THERE - HERE - BENDS / 8, "<=", LINE), one))
    coordinates_outside(known)
    known.weaken(">=")
    known.adds({-3: 1 / n, -1: 1 / n})


def over_the_tangent(known: Known) -> None:
    """The steps of `below`: the remainder is not negative."""
    convex_sum(known, sp.Sum(BENDS, (i, 1, n)) / (8 * n) + 2 * penalty(apart))


def below_the_chord(known: Known) -> None:
    """The steps of `convex`: two tangents at the point between."""
    place = tangent(known)

    def one(inside: Known) -> None:
        for end in (X, Y):
            inside.take(place, {a: margin(between), b: margin(end)})
        inside.adds({-2: 1 - p, -1: p})

    chord = (1 - p) * HERE + p * THERE
    known.add(known.every([i], of_all(i), (loss(margin(between)), "<=", chord), one))
    known.adds({-1: 1 / n})


def at_least_0(known: Known) -> None:
    """The steps of `positive`."""
    known.add(known.every([i], of_all(i), (0, "<=", HERE)))
    known.adds({-1: 1 / n})


def far_away(known: Known) -> None:
    """The steps of `beaten`: losses at s r are at most ln 2 + s M, and those at x at least 0."""
    for multiple, there, square in ((lam * s**2, far, s**2), (lam, X, q**2)):
        known.equals({int(there is X): multiple})
        known.fact((penalty(there), "=", lam * square))
        known.weaken(">=" if there is far else "<=")
    place, v = tangent(known), margin(far)

    def one(inside: Known) -> None:
        inside.take(0, {i: i})
        inside.adds({-1: s})
        inside.fact((-v, "<=", s * M))
        inside.take(place, {a: v, b: 0})
        odds = 1 / (1 + sp.exp(v))
        inside.adds({-1: 1, -2: odds}, s * M * sp.exp(v) * odds)

    known.add(known.every([i], of_all(i), (loss(v), "<=", sp.log(2) + s * M), one))
    known.add(known.every([i], of_all(i), (0, "<=", HERE)))
    known.using((_BELOW_1, {}))
    known.by("boxes", "sign")
    known.fact((sp.log(2), "<", 1))
    known.adds({-1: 1}, q * (2 + 2 * lam + M) + (M + lam) * (1 + 1 / lam) + 1 / lam)
    known.fact((lam * q**2, "<", lam * s**2 - sp.log(2) - s * M))
    known.adds({6: 1 / n, 7: 1 / n, 3: 1, 5: 1, 9: 1})


def above_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The gradient, from above."""
    return moments_shown(above(**changes), under_the_parabola)


def below_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The gradient, from below."""
    return moments_shown(below(**changes), over_the_tangent)


def convex_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The mean loss is convex."""
    return moments_shown(convex(**changes), below_the_chord)


def positive_shown(least: Any = 0) -> Outcome:  # noqa: ANN401
    """It is not negative."""
    return moments_shown(positive(least), at_least_0)


def beaten_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """No point is best with the printed sign."""
    return moments_shown(beaten(**changes), far_away)
