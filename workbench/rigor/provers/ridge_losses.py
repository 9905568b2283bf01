"""Losses on the l_1 ball that move a recursive gradient estimate as far as it can be moved.

Ridge functions phi(<u, x>) with u = (1, -1, 1) or (1, -1, -1) in three of the coordinates, whose
slope phi'(s) is L_0 from s_1 = (2 eta - 1) D on, and falls by L_1 a unit below it.  The points of
two runs go from -D e_1 by a step eta to D e_1: there both inner products are -D, and then s_1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.symbolic import Relation
from workbench.symbolic.plain import plain
from workbench.symbolic.text import parse

INSIDE = "L_0 > 0, L_1 > 0, D > 0, eta > 0, eta <= 1"
GENTLE = "eta*L_1*D <= L_0"
FIRST, THEN = "(-D)", "((1-eta)*(-D)+eta*D)"
ALONG = "({0}_1-{0}_2+{0}_3)"


def slope(at: str) -> str:
    """phi'(s) = L_0 + L_1 min(s - s_1, 0)."""
    return f"(L_0+L_1*({at}-(2*eta-1)*D-abs({at}-(2*eta-1)*D))/2)"


def _sizes(of: str) -> str:
    """The coordinates are at most a_1, a_2 and a_3 in absolute value."""
    return ", ".join(f"{of.format(i)} <= a_{i}, 0-a_{i} <= {of.format(i)}" for i in (1, 2, 3))


def in_the_class(
    gentle: str = GENTLE, bend: str = "L_1", more: str = "eta <= 1"
) -> tuple[Relation, ...]:
    """Slopes are at most L_0 and at least -L_0, L_1-Lipschitz in the 1-norm, and do not fall.

    u is (1, -1, 1), and the other one with -x_3 for x_3.  a_1 + a_2 + a_3 is any bound on the
    1-norm of x, or of x - y.
    """
    x, y = slope(ALONG.format("x")), slope(ALONG.format("y"))
    here = f"{INSIDE}, {more}"
    ball = f"{here}, {gentle}, {_sizes('x_{0}')}, a_1+a_2+a_3 <= D"
    return (
        parse(f"{x} <= L_0", where=ball), parse(f"0-L_0 <= {x}", where=ball),
        parse(f"{x}-{y} <= {bend}*(a_1+a_2+a_3)", where=f"{here}, {_sizes('x_{0}-y_{0}')}"),
        parse(f"{slope('s')} <= {slope('r')}", where=f"{here}, s <= r"),
    )  # fmt: skip


def moved(estimate: str, most: str, where: str = INSIDE) -> Relation:
    """D (G - G') is `most` for the third coordinate of an estimate and that of its rival.

    estimate: of the third coordinate; p and q stand for its gradients at s_1 and at -D
    """
    runs = [estimate.replace("p", f"({sign}{slope(THEN)})").replace("q", f"({sign}{slope(FIRST)})")
            for sign in "+-"]  # fmt: skip
    return parse(f"D*(({runs[0]})-({runs[1]})) = {most}", where=where)


_FLAT = parse("l+m*(u-abs(u))/2 <= l", where="m > 0")
_STEEP = parse("0-l <= l+m*(u-abs(u))/2", where="m*u >= 0-2*l, l > 0, m > 0")
_GENTLE = parse("m*u >= 0-2*l", where="u = s-(2*h-1)*d, s >= 0-d, h*m*d <= l, m > 0")
_BEND = parse("u-abs(u)-(v-abs(v)) <= 2*w", where="u-v <= w, w >= 0")
_SCALED = parse("l+m*x/2-(l+m*y/2) <= m*w", where="x-y <= 2*w, m > 0")
_FALL = parse("u-abs(u) <= v-abs(v)", where="u <= v")
_ORDER = parse("l+m*x/2 <= l+m*y/2", where="x <= y, m > 0")
AT = {"eta": 1, "L_0": 1, "D": 1, "a_1": 1, "a_2": 0, "a_3": 0, "x_2": 0, "x_3": 0}
STEEPER = AT | {"L_1": 2, "x_1": -1}  # points that are tried first
BENT = AT | {"L_1": 1, "x_1": 1, "y_1": 0, "y_2": 0, "y_3": 0}


def _put(text: str) -> Any:  # noqa: ANN401 - a number
    return parse(f"{text} <= 1").left


def are_in_the_class(
    gentle: str = GENTLE, bend: str = "L_1", more: str = "eta <= 1"
) -> Iterator[Outcome]:
    """The slope has one kink."""
    flat, steep, smooth, rising = in_the_class(gentle, bend, more)
    kept, whole, D = {"l": _put("L_0"), "m": _put("L_1")}, _put("a_1+a_2+a_3"), _put("D")

    def kink(at: str) -> tuple[Any, Any]:
        u = f"{at}-(2*eta-1)*D"
        return _put(u), _put(f"{u}-abs({u})")

    at, (u, x), (v, y) = _put(ALONG.format("x")), *(kink(ALONG.format(z)) for z in "xy")
    yield certify(steep, at=STEEPER, facts=[
        (_put("0-D"), "<=", at), (_GENTLE, {**kept, "u": u, "s": at, "h": _put("eta"), "d": D}),
        (_STEEP, {**kept, "u": u}),
    ])  # fmt: skip
    yield certify(flat, facts=[(_FLAT, {**kept, "u": u})])
    yield certify(smooth, at=BENT, facts=[
        (_put(f"{plain(u)}-({plain(v)})"), "<=", whole), (whole, ">=", 0),
        (_BEND, {"u": u, "v": v, "w": whole}), (_SCALED, {**kept, "x": x, "y": y, "w": whole}),
    ])  # fmt: skip
    (u, x), (v, y) = kink("s"), kink("r")
    facts: Any = [(_FALL, {"u": u, "v": v}), (_ORDER, {**kept, "x": x, "y": y})]
    yield certify(rising, facts=facts)
