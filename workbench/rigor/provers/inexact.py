"""What inexact minimisers of regularised risks add to the distance of the exact ones, on R^d.

a and b are near the minimisers x and y of `regularised`; G_a and G_b are the gradients of the
risks there, and |G_a + lam a|_2 <= tau, |G_b + lam b|_2 <= tau.  A convex risk is above its
tangents.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.projections import DIVIDED
from workbench.rigor.provers.regularised import (
    BOUND,
    DISTANCE,
    EQUAL,
    FALLS,
    LIGHT,
    LIPSCHITZ,
    NOWHERE,
    ONE,
    SEGMENT,
    SUMS,
    TANGENT,
    TWO,
    R_x,
    R_y,
    U,
    V,
    W,
    d,
    f_x,
    g_y,
    lam,
    n,
    near,
    not_lower,
    segment,
    t,
    x,
    y,
)  # fmt: skip
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

tau, s = declare("tau > 0, s >= 0")
a, b, G_a, G_b, F_a, F_b = declare("real a b G_a G_b F_a F_b")
GRAD_A, GRAD_B, PAST_A, PAST_B, OFF_A, OFF_B, BOTH, MOVED = declare(
    "real GRAD_A GRAD_B PAST_A PAST_B OFF_A OFF_B BOTH MOVED"
)
U_A, U_B, V_A, V_B, TO_A, TO_B = declare("real U_A U_B V_A V_B TO_A TO_B")
DROPS = (f_x + R_x) / n - F_a, (g_y + R_y) / n - F_b
SMALL = ((GRAD_A, "<=", tau**2), (GRAD_B, "<=", tau**2))
CONVEX = ((PAST_A, "<=", DROPS[0]), (PAST_B, "<=", DROPS[1]))
MEANS = {
    GRAD_A: (G_a + lam * a) ** 2, PAST_A: G_a * (x - a), OFF_A: (a - x) ** 2,
    U_A: lam * (a - x) ** 2, V_A: DROPS[0] / d - lam * x * (a - x),
    GRAD_B: (G_b + lam * b) ** 2, PAST_B: G_b * (y - b), OFF_B: (b - y) ** 2,
    U_B: lam * (b - y) ** 2, V_B: DROPS[1] / d - lam * y * (b - y),
}  # fmt: skip
ERROR = tau / lam


def statement(
    left: Any, right: Any, *names: Any, where: Sequence[Any], ends: Sequence[Any], any_point: int,  # noqa: ANN401
) -> LawStatement:  # fmt: skip
    """The claim left <= right, where nothing on the segments between these ends is lower.

    any_point: the place of a segment of which nothing is known, or -1
    """
    every = [((t,), segment(*pair), ">=", t * fall, NOWHERE if k == any_point else SEGMENT)
             for k, (pair, fall) in enumerate(ends)]  # fmt: skip
    means = {name: (MEANS | SUMS | {BOTH: (a - b) ** 2, MOVED: sp.Abs(a - b)})[name]
             for name in names}  # fmt: skip
    met = [z for z in (x, y, a, b, G_a, G_b) if any(z in of.free_symbols for of in means.values())]
    return LawStatement((left, "<=", right), random=met, means=means, where=where, every=every,
                        over=d)  # fmt: skip


TO_EXACT = (((x, a), DROPS[0]), ((y, b), DROPS[1]))
ALL = tuple(MEANS)


def two_norm(
    share: Any = 1, small: Sequence[Any] = SMALL, convex: Sequence[Any] = CONVEX,  # noqa: ANN401
    lipschitz: Sequence[Any] = LIPSCHITZ, any_point: int = -1,
) -> LawStatement:  # fmt: skip
    """s = |a - b|_2 <= 2L/(lam n) + 2 share tau/lam."""
    where = [DISTANCE, *lipschitz, *small, *convex, (s**2, "=", BOTH)]
    exact = (((x, y), FALLS[0]), ((y, x), FALLS[1]))
    return statement(s, BOUND + 2 * share * ERROR, TWO, U, V, W, *ALL, BOTH, where=where,
                     ends=(*exact, *TO_EXACT), any_point=any_point)  # fmt: skip


def one_norm(share: Any = 1, small: Sequence[Any] = SMALL, convex: Sequence[Any] = CONVEX,  # noqa: ANN401
             any_point: int = -1) -> LawStatement:  # fmt: skip
    """|a - b|_1 <= |x - y|_1 + 2 share sqrt(d) tau/lam."""
    return statement(MOVED, ONE + 2 * share * sp.sqrt(d) * ERROR, ONE, *ALL, MOVED,
                     where=[*small, *convex], ends=TO_EXACT, any_point=any_point)  # fmt: skip


CLOSE = parse("o <= b", where="0 <= u-o+w, u <= b, w <= 0")
PAST = parse("j+v-f <= 0", where="j <= f, v <= 0")
SPLIT = parse("0 <= k", where="k = p+q+s, p >= 0, q >= 0, s >= 0")
ROOT = parse("(s-k)*(s+k) <= 0", where="s^2 <= k^2")
WEIGHTS = parse("s <= c", where="0 <= p+q+w-s, p <= u, q <= u, w <= v, c = 2*u+v")
THREE = parse("abs(p+q+s) <= abs(p)+abs(q)+abs(s)")
ADDED = parse("0 <= 2*h+u+v+2*w-2*m", where="m <= p+w+q, 2*p <= h+u, 2*q <= h+v")
SUMMED = parse("m <= o + 2*c", where="0 <= a+p+q+2*o-2*m, a = 2*c, p <= c, q <= c")


def _close(p: LawProof, place: int, name: Any, which: int, small: int, convex: int) -> int:  # noqa: ANN401
    """|a - x|^2 <= (tau/lam)^2, from <G_a + lam a, x - a> + lam |x - a|^2 <= 0; its place."""
    grad, past, off, u, v = ((GRAD_A, PAST_A, OFF_A, U_A, V_A), (GRAD_B, PAST_B, OFF_B, U_B, V_B))[
        which
    ]
    low = not_lower(p, place, name, v, DROPS[which], u)
    p.integrate("<=", (1 / lam**2, grad), (-1, off), (2 / lam, past), (2 / lam, v),
                (-2 * DROPS[which] / (lam * d), 1), uses=[])  # fmt: skip
    k = past + v - DROPS[which]
    p.fact((off, "<=", ERROR**2), uses=[small, convex, low, low + 1], methods=LIGHT, facts=[
        (PAST, {"j": past, "v": v, "f": DROPS[which]}),
        (2 / lam * k, "<=", 0), (grad / lam**2, "<=", ERROR**2),
        (CLOSE, {"o": off, "b": ERROR**2, "u": grad / lam**2, "w": 2 / lam * k}),
    ])  # fmt: skip
    return low + 2


def by_two_errors(share: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """|a - b| <= |a - x| + |x - y| + |y - b|, as a sum of squares with weights."""
    p = LawProof(two_norm(share, **changes), seconds=2)
    k = 1 + len(changes.get("lipschitz", LIPSCHITZ))  # the place of what is known of a and b
    first, other = _close(p, 2, TO_A, 0, k, k + 2), _close(p, 3, TO_B, 1, k + 1, k + 3)
    exact = near(p)
    whole, h = 2 * share * ERROR + BOUND, [a - x, x - y, y - b]
    terms = whole / ERROR * (h[0] ** 2 + h[2] ** 2) + whole / BOUND * h[1] ** 2 - (a - b) ** 2
    squares = [
        (h[0] - h[2]) ** 2,
        *((BOUND * h[j] - ERROR * h[1]) ** 2 / (ERROR * BOUND) for j in (0, 2)),
    ]
    p.integrate("<=", (whole / ERROR, OFF_A), (whole / ERROR, OFF_B), (whole / BOUND, TWO),
                (-1, BOTH), uses=[], methods=LIGHT,
                facts=[(SPLIT, {"k": terms} | dict(zip("pqs", squares, strict=True)))])  # fmt: skip
    parts = [(whole / ERROR * OFF_A, whole * ERROR), (whole / ERROR * OFF_B, whole * ERROR),
             (whole / BOUND * TWO, whole * BOUND)]  # fmt: skip
    p.fact((BOTH, "<=", whole**2), uses=[first, other, exact, exact + 1], methods=LIGHT, facts=[
        *((value, "<=", most) for value, most in parts),
        (WEIGHTS, dict(zip("pqw", (value for value, _ in parts), strict=True))
         | {"s": BOTH, "c": whole**2, "u": whole * ERROR, "v": whole * BOUND}),
    ])  # fmt: skip
    p.fact((s, "<=", whole), uses=[k + 4, exact + 2], methods=LIGHT, facts=[
        (EQUAL, {"x": s**2, "u": BOTH, "b": whole**2}), (ROOT, {"s": s, "k": whole}),
        (DIVIDED, {"b": s - whole, "g": s + whole})])  # fmt: skip
    return p.outcome(methods=LIGHT)


def by_the_dimension(share: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """2 |a - x| <= c + (a - x)^2/c for each coordinate, c = tau/(sqrt(d) lam)."""
    p = LawProof(one_norm(share, **changes), seconds=2)
    first, other = _close(p, 0, TO_A, 0, 0, 2), _close(p, 1, TO_B, 1, 1, 3)
    c, most = ERROR / sp.sqrt(d), sp.sqrt(d) * ERROR
    p.integrate("<=", (2 * c, 1), (1 / c, OFF_A), (1 / c, OFF_B), (2, ONE), (-2, MOVED), uses=[],
                methods=(*LIGHT, "cases"), facts=[
                    *((TANGENT, {"h": z, "a": c, "v": 1 / c}) for z in (a - x, b - y)),
                    (THREE, {"p": a - x, "q": x - y, "s": y - b}),
                    (ADDED, {"h": c, "u": (a - x) ** 2 / c, "v": (b - y) ** 2 / c,
                             "m": sp.Abs(a - b), "w": sp.Abs(x - y), "p": sp.Abs(a - x),
                             "q": sp.Abs(b - y)}),
                ])  # fmt: skip
    p.fact((MOVED, "<=", ONE + 2 * share * most), uses=[first, other, other + 1], methods=LIGHT,
           facts=[
        (OFF_A / c, "<=", most), (OFF_B / c, "<=", most),
        (SUMMED, {"m": MOVED, "o": ONE, "c": most, "a": 2 * c * d, "p": OFF_A / c, "q": OFF_B / c}),
    ])  # fmt: skip
    return p.outcome(methods=LIGHT)
