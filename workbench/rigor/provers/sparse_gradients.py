"""Gradients with few entries: their 1-norm, and the loss along the largest coordinate.

g and g_y are (sub)gradients of a convex loss at x and y, h and h_y count their entries that are not
0, and no |x_j - y_j| exceeds M.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.projections import ABOVE, PAIRED, WITHIN
from workbench.rigor.provers.run import METHODS
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement, indicator
from workbench.symbolic.text import parse

d, s, L, M = declare("integer d s > 0, L > 0, M >= 0")
x, y, g, g_y, h, h_y = declare("real x y g g_y h h_y")
A, B, P, Q, G1, G2, J, K, f_x, f_y = declare("real A B P Q G_1 G_2 J K f_x f_y")
SUMS = {A: g**2, B: g_y**2, P: h, Q: h_y, G1: sp.Abs(g), G2: sp.Abs(g_y), J: g * (x - y),
        K: g_y * (y - x)}  # fmt: skip
SPARSE, SHORT = ((P, "<=", s), (Q, "<=", s)), ((A, "<=", L**2), (B, "<=", L**2))
CONVEX = (f_x - f_y, "<=", J), (f_y - f_x, "<=", K)
CLOSE = ((sp.Abs(x - y), "<=", M),)
COUNTED = indicator(h, (sp.Abs(g), ">", 0)), indicator(h_y, (sp.Abs(g_y), ">", 0))
BOUND, ENTRY = L * sp.sqrt(s), L / sp.sqrt(s)
LIGHT = ("sign", "identity", "cases", "products", "symmetry")
SMALL = parse("abs(u) <= 1 + u^2")
QUICK = tuple(m for m in METHODS if m not in ("cover", "taylor", "boxes", "between", "sos"))
ONE = parse("2*abs(x) <= t*h + v*x^2", where="h = 1, t > 0, v = 1/t")
NONE = parse("2*abs(x) <= t*h + v*x^2", where="h = 0, abs(x) <= 0, v >= 0")
HALVES = parse("g <= b", where="0 <= u + v - 2*g, u <= b, v <= b")
PASSED = parse("u <= b*m", where="u <= j, 0 <= m*g - j, g <= b, m >= 0")
BOTH = parse("abs(w) <= b", where="w <= b, -w <= b")


def one_norm(share: Any = 1, sparse: Sequence[Any] = SPARSE[:1],  # noqa: ANN401
             short: Sequence[Any] = SHORT[:1]) -> LawStatement:  # fmt: skip
    """|g|_1 <= share s^(1/2) L."""
    return LawStatement(
        (G1, "<=", share * BOUND), random=(g, h), means={m: SUMS[m] for m in (A, P, G1)},
        where=[*sparse, *short], sure=COUNTED[:1], over=d,
    )  # fmt: skip


def lipschitz(share: Any = 1, sparse: Sequence[Any] = SPARSE, short: Sequence[Any] = SHORT,  # noqa: ANN401
              convex: Sequence[Any] = CONVEX, close: Sequence[Any] = CLOSE
              ) -> LawStatement:  # fmt: skip
    """|f(x) - f(y)| <= share s^(1/2) L M."""
    return LawStatement(
        (sp.Abs(f_x - f_y), "<=", share * BOUND * M), random=(x, y, g, g_y, h, h_y),
        means={m: SUMS[m] for m in (A, B, P, Q, J, K)}, over=d,
        where=[*sparse, *short, *convex], sure=[*close, *COUNTED],
    )  # fmt: skip


def _short(p: LawProof, entry: Any, known: Sequence[Any], names: tuple[Any, Any, Any]) -> int:  # noqa: ANN401
    """The 1-norm by 2 |u| <= t h + u^2/t where u is not 0, t = L/s^(1/2); its place."""
    one, count, square = names
    places = [k for k, one in enumerate(p.statement.where) if one in known]
    law, count_at = p.law, {g: h, g_y: h_y}[entry]
    cases = [] if law is None else law.cases(["q", "0"], "<=", ["q", "0"], uses=[])
    at = {"x": entry, "h": count_at, "v": 1 / ENTRY, "t": ENTRY}
    told = {k: [(fact, at)] for k, fact in enumerate(_which(entry, len(list(cases))))}
    p.exists(one, (1 + 0 * d, 1), (1, square), of=SUMS[one], uses=[], facts=[(SMALL, {"u": entry})])
    p.integrate("<=", (ENTRY, count), (1 / ENTRY, square), (-2, one), uses=[], facts=told,
                methods=QUICK)  # fmt: skip
    p.fact((one, "<=", BOUND), uses=[*places, p.known - 1], methods=LIGHT, facts=[
        (ENTRY * count, "<=", BOUND), (square / ENTRY, "<=", BOUND),
        (HALVES, {"g": one, "u": ENTRY * count, "v": square / ENTRY, "b": BOUND}),
    ])  # fmt: skip
    return p.known - 1


def _which(entry: Any, cases: int) -> list[Any]:  # noqa: ANN401
    """In which cases the entry is not 0: the first half, or every other one."""
    if entry == g:
        return [ONE if k < cases / 2 else NONE for k in range(cases)]
    return [ONE if k % 2 == 0 else NONE for k in range(cases)]


def by_few_entries(share: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """2 |g_j| <= t + g_j^2/t for each entry that is not 0, t = L/s^(1/2)."""
    p = LawProof(one_norm(share, **changes), seconds=2)
    told = {0: [(ONE, {"x": g, "h": h, "v": 1 / ENTRY, "t": ENTRY})],
            1: [(NONE, {"x": g, "h": h, "v": 1 / ENTRY, "t": ENTRY})]}  # fmt: skip
    p.integrate("<=", (ENTRY, P), (1 / ENTRY, A), (-2, G1), uses=[], facts=told, methods=QUICK)
    return p.outcome(methods=LIGHT, facts=[
        (ENTRY * P, "<=", share * BOUND), (A / ENTRY, "<=", share * BOUND),
        (HALVES, {"g": G1, "u": ENTRY * P, "v": A / ENTRY, "b": share * BOUND}),
    ])  # fmt: skip


def _hoelder(entry: Any, gap: Any) -> list[Any]:  # noqa: ANN401
    """Steps to entry * gap <= M |entry|."""
    return [
        *((ABOVE, {"x": way * (x - y)}) for way in (1, -1)),
        *((WITHIN, {"x": way * (x - y), "b": sp.Abs(x - y), "m": M}) for way in (1, -1)),
        *((ABOVE, {"x": way * entry}) for way in (1, -1)),
        (PAIRED, {"m": M, "x": gap, "a": sp.Abs(entry), "h": entry}),
    ]  # fmt: skip


def by_both_gradients(share: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """f(x) - f(y) <= <g, x - y> <= M |g|_1, and the reverse."""
    p = LawProof(lipschitz(share, **changes), seconds=2)
    told = len(p.statement.where)
    first = _short(p, g, (SPARSE[0], SHORT[0]), (G1, P, A))
    other = _short(p, g_y, (SPARSE[1], SHORT[1]), (G2, Q, B))
    for norm, slope, entry, gap in ((G1, J, g, x - y), (G2, K, g_y, y - x)):
        p.integrate("<=", (M, norm), (-1, slope), uses=[], methods=LIGHT,
                    facts=_hoelder(entry, gap))  # fmt: skip
    known = p.known
    pairs = ((f_x - f_y, J, G1, first, known - 2), (f_y - f_x, K, G2, other, known - 1))
    for place, (fall, slope, norm, at, paired) in enumerate(pairs):
        values = {"u": fall, "b": share * BOUND, "m": M, "j": slope, "g": norm}
        p.fact((fall, "<=", share * BOUND * M), uses=[told - 2 + place, at, paired], methods=LIGHT,
               facts=[(PASSED, values)])  # fmt: skip
    p.fact((sp.Abs(f_x - f_y), "<=", share * BOUND * M), uses=[known, known + 1], methods=LIGHT,
           facts=[(BOTH, {"w": f_x - f_y, "b": share * BOUND * M})])  # fmt: skip
    return p.outcome(methods=LIGHT)


u, v, E_u, E_v = declare("real f_x f_y F_x F_y")
NEAR = ((sp.Abs(u - v), "<=", BOUND * M),)


def risks(share: Any = 1, sure: Sequence[Any] = NEAR) -> LawStatement:  # noqa: ANN401
    """|F(x) - F(y)| <= share s^(1/2) L M for means F of losses for which this holds."""
    return LawStatement((sp.Abs(E_u - E_v), "<=", share * BOUND * M), random=(u, v),
                        means={E_u: u, E_v: v}, sure=sure)  # fmt: skip


def by_the_mean(share: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """A mean of differences is no larger than they are."""
    p = LawProof(risks(share, **changes), seconds=2)
    most = share * BOUND * M
    for way in (1, -1):
        gap = way * (u - v)
        p.integrate("<=", (most, 1), (-way, E_u), (way, E_v), methods=LIGHT, facts=[
            (ABOVE, {"x": gap}), (WITHIN, {"x": gap, "b": sp.Abs(u - v), "m": most})])  # fmt: skip
    return p.outcome(methods=LIGHT, facts=[(BOTH, {"w": E_u - E_v, "b": most})])
