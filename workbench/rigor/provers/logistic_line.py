"""How far apart the gradients of two records are in logistic regression with one variable.

With a = z u for a record, |a| <= C, its gradient at x is -a/(1 + e^(a x)).  Where C |x| <= 127/100
this rises or falls with a all the way, as e^v (v - 1) <= 1 at v = C x, and so two gradients are at
most C/(1 + e^(C x)) + C/(1 + e^(-C x)) = C apart.  Where C x >= 127/100,

    -a/(1 + e^(a x)) <= C/(1 + e^(-C x)),    a/(1 + e^(a x)) <= m/x,    m = 27847/100000,

as y/(1 + e^y) <= m for all y, and 1/(1 + e^-v) + m/v is at most 1.05165 for v >= 127/100.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor import certify
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import Relation, declare
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.text import parse

C, x, a, b, r, s = declare("C > 0, real x a b r s")
NEAR, PEAK = sp.Rational(127, 100), sp.Rational(27847, 100000)
MOST = sp.Rational("1.05165")
INSIDE = ((a, "<=", C), (-C, "<=", a), (b, "<=", C), (-C, "<=", b))
CLOSE = ((C * x, "<=", NEAR), (-NEAR, "<=", C * x))


def slope(of: Any, at: Any = x) -> Any:  # noqa: ANN401 - sympy
    """A gradient, up to its sign."""
    return of / (1 + sp.exp(of * at))


MOVED = sp.Abs(slope(a) - slope(b))


def beyond(side: int) -> Any:  # noqa: ANN401
    """That x is not near the origin, on one side of it."""
    return (NEAR, "<=", side * C * x)


def near(
    factor: Any = 1, inside: Sequence[Any] = INSIDE, close: Sequence[Any] = CLOSE  # noqa: ANN401
) -> MomentStatement:  # fmt: skip
    """Near the origin two gradients are at most C apart."""
    return MomentStatement((MOVED, "<=", factor * C), where=[*inside, *close])


def far(side: int, limit: Any = MOST, inside: Sequence[Any] = INSIDE) -> MomentStatement:  # noqa: ANN401
    """Elsewhere, on one side of it, they are at most 1.05165 C apart."""
    return MomentStatement((MOVED, "<=", limit * C), where=[*inside, beyond(side)])


AT_4 = "({a})/(1 + exp(({a})*(4/C)))"  # the slope at x = 4/C
TWO = f"{AT_4.format(a='317/1000*C')} - {AT_4.format(a='-C')}"


def reached(level: str = "1.05155") -> Relation:
    """At x = 4/C the records a = 317 C/1000 and b = -C are nearly so far apart."""
    return parse(f"{level}*C <= abs({TWO})", where="C > 0")


# proofs -------------------------------------------------------------------------------------------

_TURNS = parse("exp(v)*(v-1) <= 1", where="v <= 127/100")
_TANGENT = parse("exp(w)*(1+u-w) <= exp(u)")
_BELOW = parse("r*(1+k) <= c*(1+k*(1-s*(c-r)))", where="r <= c, k*(c*s-1) <= 1")
_LARGER = parse("r*(1+k) <= c*(1+h)", where="r*(1+k) <= c*(1+g), g <= h, c > 0")
_DIVIDED = parse("r/(1+h) <= c/(1+k)", where="r*(1+k) <= c*(1+h), h > 0, k > 0")
_BELL = parse("y/(1+exp(y)) <= 27847/100000")
_OVER = parse("r/(1+exp(r*s)) <= m/s", where="r*s/(1+exp(r*s)) <= m, s > 0")
_FALLS = parse("-r/(1+exp(r*s)) <= c/(1+exp(-c*s))", where="-c <= r, r <= c, s >= 0, c > 0")
_WIDE = parse("1/(1+exp(-v)) + 27847/100000/v <= 1.05165", where="v >= 127/100")
_APART = parse("abs(p) <= c", where="p <= c, -p <= c")


def either_way(known: Known, bounds: Sequence[int], most: Any, rest: Any = ()) -> None:  # noqa: ANN401
    """A distance from the places of bounds on both slopes, each from above and from below."""
    apart = slope(a) - slope(b)
    for sign, pair in ((1, (bounds[0], bounds[3])), (-1, (bounds[2], bounds[1]))):
        known.adds(dict.fromkeys((*pair, *rest), 1))
        known.fact((sign * apart, "<=", most))
    known.using((_APART, {"p": apart, "c": most}))
    known.by("cases", "sign")


def rising(inside: Known) -> None:
    """r/(1 + e^(r s)) <= C/(1 + e^(C s)) where r <= C, by the tangent of e^v at C s."""
    k, h, g = sp.exp(C * s), sp.exp(r * s), sp.exp(C * s) * (1 + r * s - C * s)
    inside.using(
        (_TURNS, {"v": C * s}), (_TANGENT, {"u": r * s, "w": C * s}),
        (_BELOW, {"r": r, "k": k, "c": C, "s": s}),
        (_LARGER, {"r": r, "k": k, "c": C, "h": h, "g": g}),
        (_DIVIDED, {"r": r, "k": k, "c": C, "h": h}),
    )  # fmt: skip


def close(known: Known) -> None:
    """The steps of `near`."""
    top = known.every(
        [r, s], [(r, "<=", C), (C * s, "<=", NEAR)], (slope(r, s), "<=", slope(C, s)), rising
    )
    for of in (a, b):
        for side in (1, -1):
            known.take(top, {r: side * of, s: side * x})
    first = len(known) - 4
    either_way(known, range(first, first + 4), C)


def near_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Near the origin."""
    return moments_shown(near(**changes), close)


def two_sides(known: Known, side: int, limit: Any = MOST) -> None:  # noqa: ANN401
    """The steps of `far`: from below by the longest record, from above by the bell y/(1 + e^y)."""
    least = known.every(
        [r, s], [(-C, "<=", r), (r, "<=", C), (0, "<=", s)], (-slope(r, s), "<=", slope(C, -s)),
        lambda inside: inside.using((_FALLS, {"r": r, "s": s, "c": C})),
    )  # fmt: skip
    most = known.every(
        [r, s], [(0, "<", s)], (slope(r, s), "<=", PEAK / s),
        lambda inside: inside.using((_BELL, {"y": r * s}), (_OVER, {"r": r, "s": s, "m": PEAK})),
    )  # fmt: skip
    known.adds({known.place(beyond(side)): 1 / C}, NEAR / C)
    known.fact((0, "<", side * x))
    for of in (a, b):
        for place in (most, least)[::side]:
            known.take(place, {r: side * of, s: side * x})
    at = side * C * x
    known.using((_WIDE, {"v": at}))
    known.fact((1 / (1 + sp.exp(-at)) + PEAK / at, "<=", MOST))
    known.adds({-1: C})
    known.fact((PEAK / (side * x) + slope(C, -side * x), "<=", limit * C))
    first = len(known) - 6
    either_way(known, range(first, first + 4), limit * C, (len(known) - 1,))


def far_shown(side: int, limit: Any = MOST, **changes: Any) -> Outcome:  # noqa: ANN401
    """Elsewhere."""
    return moments_shown(far(side, limit, **changes), lambda known: two_sides(known, side, limit))


SPREAD = "1/(1+exp(-4)) + 317/1000/(1+exp(317/250))"  # of both slopes, in units of C
_SCALED = parse("r*c <= c*k", where="c > 0, r <= k")
_SIZE = parse("p <= abs(p)")


def reached_shown(level: str = "1.05155") -> Outcome:
    """One number, and C times it."""
    number = parse(f"{level} <= {SPREAD}")
    apart = parse(f"0 <= {TWO}", where="C > 0")
    scaled = {"r": number.left, "k": number.right, "c": C}
    facts = [(number, {}), (_SCALED, scaled), (_SIZE, {"p": apart.right})]
    return certify(reached(level), facts=facts, methods=("sign", "boxes", "cases"))
