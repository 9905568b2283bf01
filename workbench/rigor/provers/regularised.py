"""How far minimisers of regularised risks move, over any closed convex set of R^d.

x minimises F_S(v) + (lam/2)|v|^2 over a convex set, and y the same for S', which has the loss g in
place of f; R is the sum of the n - 1 losses that stay.  Of convexity and minimality the statements
say what they do on the segment between x and y, which is in the set: F_S is below its chord, and
nothing on the segment is below x.  (The segment with linear losses is such a set: nothing is lost.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.projections import ABOVE, DIVIDED, POSITIVE, WITHIN, cube_root
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

d, n, lam, L, r, t = declare("integer d n > 0, lambda L > 0, r >= 0, real t")
x, y = declare("real x y")
f_x, f_y, g_x, g_y, R_x, R_y = declare("real f_x f_y g_x g_y R_x R_y")
TWO, ONE, U, V, W, STEP, BACK = declare("real TWO ONE U V W STEP BACK")
SEGMENT, NOWHERE = ((t, ">=", 0), (t, "<=", 1)), ((t, "=", 0),)
DISTANCE = (r**2, "=", TWO)
LIPSCHITZ = ((sp.Abs(f_x - f_y), "<=", L * r), (sp.Abs(g_x - g_y), "<=", L * r))
FALLS = (f_x + R_x - f_y - R_y) / n, (g_y + R_y - g_x - R_x) / n
SUMS = {TWO: (x - y) ** 2, ONE: sp.Abs(x - y), U: lam * (x - y) ** 2,
        V: FALLS[0] / d - lam * x * (y - x), W: FALLS[1] / d - lam * y * (x - y)}  # fmt: skip
BOUND = 2 * L / (lam * n)
LIGHT = ("sign", "identity", "cases", "products", "symmetry", "factors")

TURNED = parse("x <= 0", where="x = 2*l-2*q, m = k-l+q, m >= k")
HALVES = parse("(u+v)/n <= 2*b/n", where="u <= b, v <= b, n > 0")
ADDED = parse("x <= b", where="x = a+v+w, v <= 0, w <= 0, a <= b")
SHORT = parse("b*(s-b) <= 0", where="a*s^2 <= a*b*s, a > 0")
SQUARED = parse("t <= b^2", where="s^2 = t, s <= b, s >= 0")
TANGENT = parse("2*abs(h) <= a + v*h^2", where="a > 0, v = 1/a")
SUMMED = parse("o <= c", where="0 <= a+q-2*o, q <= b, a = c, b = c")
EQUAL = parse("x <= b", where="x = u, u <= b")


def segment(at: Any, to: Any) -> Any:  # noqa: ANN401 - coordinates
    """By how much the regulariser grows from a point to one of the segment."""
    return lam / 2 * ((at + t * (to - at)) ** 2 - at**2)


def moved(
    left: Any, right: Any, names: Sequence[Any] = (), *, where: Sequence[Any] = LIPSCHITZ,  # noqa: ANN401
    minimal: tuple[bool, bool] = (True, True),
) -> LawStatement:  # fmt: skip
    """The claim left <= right about both minimisers.

    minimal: whether x and y are known to be
    """
    ends = ((x, y), FALLS[0], minimal[0]), ((y, x), FALLS[1], minimal[1])
    every = [((t,), segment(*pair), ">=", t * fall, SEGMENT if known else NOWHERE)
             for pair, fall, known in ends]  # fmt: skip
    return LawStatement(
        (left, "<=", right), random=(x, y), means={m: SUMS[m] for m in (TWO, U, V, W, *names)},
        where=[DISTANCE, *where], every=every, over=d,
    )  # fmt: skip


def two_norm(share: Any = 1, **changes: Any) -> LawStatement:  # noqa: ANN401
    """r = |x - y|_2 <= 2 share L/(lam n)."""
    return moved(r, share * BOUND, **changes)


def not_lower(p: LawProof, place: int, name: Any, v: Any, fall: Any, u: Any = U) -> int:  # noqa: ANN401
    """V <= 0 by the point at t = V^2/(1 + V^2 + U^2), U = lam |to - at|^2.

    The step t changes the regulariser by t (fall - V) + t^2 U/2 >= t fall: so
    V^3 (2 (1 + V^2 + U^2) - V U) <= 0, and the second factor is positive.
    """
    law = p.law
    first = 0 if law is None else len(law.facts)
    size = 1 + v**2 + u**2
    factor, k = 2 * size - v * u, v**2 * size * fall
    p.instance(name, place, {t: v**2 / size})
    p.integrate("=", (-(size**2), name), (k / d, 1), (-(v**2) * size, v), (v**4 / 2, u), uses=[])
    p.fact((v**3 * factor, "<=", 0), uses=[first, first + 1], facts=[
        (size**2 * name, ">=", k),
        (TURNED, {"x": v**3 * factor, "m": size**2 * name, "k": k, "l": v**3 * size,
                  "q": v**4 * u / 2}),
    ])  # fmt: skip
    p.fact((v, "<=", 0), uses=[first + 2], facts=[
        (POSITIVE, {"u": u, "p": v}), (DIVIDED, {"b": v**3, "g": factor}), *cube_root(v),
    ])  # fmt: skip
    return first + 3


def by_the_replaced_loss(share: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """lam |x - y|^2 <= (f(y) - f(x) + g(x) - g(y))/n <= 2 L |x - y|/n."""
    p = LawProof(two_norm(share, **changes), seconds=2)
    near(p)
    return p.outcome(methods=LIGHT)


def near(p: LawProof) -> int:
    """r <= 2L/(lam n), and then |x - y|^2 <= (2L/(lam n))^2; the place of the latter."""
    there, back = not_lower(p, 0, STEP, V, FALLS[0]), not_lower(p, 1, BACK, W, FALLS[1])
    gain = (f_y - f_x + g_x - g_y) / n
    p.integrate("=", (-1, U), (1, V), (1, W), (gain / d, 1), uses=[])
    p.integrate("=", (1, U), (-lam, TWO), uses=[])
    p.fact((U, "<=", 2 * L * r / n), uses=[1, 2, there, back, back + 1], methods=LIGHT, facts=[
        (ABOVE, {"x": f_y - f_x}), (ABOVE, {"x": g_x - g_y}),
        (WITHIN, {"x": f_y - f_x, "b": sp.Abs(f_x - f_y), "m": L * r}),
        (WITHIN, {"x": g_x - g_y, "b": sp.Abs(g_x - g_y), "m": L * r}),
        (HALVES, {"u": f_y - f_x, "v": g_x - g_y, "b": L * r, "n": n}),
        (ADDED, {"x": U, "a": gain, "v": V, "w": W, "b": 2 * L * r / n}),
    ])  # fmt: skip
    p.fact((lam * r**2, "=", U), multiples={0: lam, back + 2: 1})
    p.fact((r, "<=", BOUND), uses=[back + 3, back + 4], methods=LIGHT, facts=[
        (EQUAL, {"x": lam * r**2, "u": U, "b": 2 * L * r / n}),
        (SHORT, {"s": r, "b": BOUND, "a": lam}),
        (DIVIDED, {"b": r - BOUND, "g": BOUND}),
    ])  # fmt: skip
    p.fact((TWO, "<=", BOUND**2), uses=[0, back + 5], methods=LIGHT,
           facts=[(SQUARED, {"s": r, "b": BOUND, "t": TWO})])  # fmt: skip
    return back + 6


def one_norm(share: Any = 1, **changes: Any) -> LawStatement:  # noqa: ANN401
    """|x - y|_1 <= 2 share sqrt(d) L/(lam n)."""
    return moved(ONE, share * sp.sqrt(d) * BOUND, (ONE,), **changes)


def by_the_dimension(share: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """2 |h| <= a + h^2/a for each coordinate, a = 2L/(sqrt(d) lam n)."""
    p = LawProof(one_norm(share, **changes), seconds=2)
    near(p)
    a = BOUND / sp.sqrt(d)
    p.integrate("<=", (a, 1), (1 / a, TWO), (-2, ONE), uses=[],
                facts=[(TANGENT, {"h": x - y, "a": a, "v": 1 / a})])  # fmt: skip
    return p.outcome(facts=[
        (TWO / a, "<=", BOUND**2 / a),
        (SUMMED, {"o": ONE, "q": TWO / a, "a": a * d, "b": BOUND**2 / a, "c": sp.sqrt(d) * BOUND}),
    ], methods=LIGHT)  # fmt: skip


D, SQUARE, PULL = declare("D > 0, real SQUARE PULL")
F_x, F_y = declare("real F_lambda F_star")
FOURTH = sp.Rational(1, 4)
QUARTER = parse("f <= l*w/4", where="0 <= l*q/4 + v - f, v <= 0, q <= w, l > 0")


def fitted(
    share: Any = FOURTH, *, near: bool = True, minimal: bool = True  # noqa: ANN401
) -> LawStatement:  # fmt: skip
    """F_S(x) - F_S(y) <= share lam D^2 for the minimiser x, and any y of norm at most D."""
    fall = F_x - F_y
    return LawStatement(
        (fall, "<=", share * lam * D**2), random=(x, y),
        means={SQUARE: y**2, U: SUMS[U], PULL: fall / d - lam * x * (y - x)},
        where=[(SQUARE, "<=", D**2)] if near else [], over=d,
        every=[((t,), segment(x, y), ">=", t * fall, SEGMENT if minimal else NOWHERE)],
    )  # fmt: skip


def by_the_middle(share: Any = FOURTH, **changes: Any) -> Outcome:  # noqa: ANN401
    """F_S(x) - F_S(y) <= lam <x, y - x>, and |y|^2/4 - <x, y - x> = |y/2 - x|^2."""
    p = LawProof(fitted(share, **changes), seconds=2)
    fall = F_x - F_y
    not_lower(p, 0, STEP, PULL, fall)
    p.integrate("<=", (lam / 4, SQUARE), (1, PULL), (-fall / d, 1), uses=[])
    return p.outcome(methods=LIGHT, facts=[
        (QUARTER, {"f": fall, "l": lam, "w": D**2, "q": SQUARE, "v": PULL})])  # fmt: skip
