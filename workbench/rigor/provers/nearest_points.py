"""Nearest points of the 1-norm ball, found by sorting, and of its intersection with a 2-norm ball.

y is a point of R^d, z the nearest one, and w any point of the set.  For sorting, e is 1 for the k
largest entries of y, `last` is the least of these, and `following` is the largest other one, or 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

R, L, t, mu, d, k = declare("R L > 0, theta mu >= 0, integer d k > 0")
level, y, z, w, e, S, K, Y, Z1, Z2, W1, W2, NEAR, FAR = declare(
    "real theta y z w e S K Y Z_1 Z_2 W_1 W_2 NEAR FAR"
)
last, following = declare("last following >= 0")
SUMS = {Z1: sp.Abs(z), Z2: z**2, W1: sp.Abs(w), W2: w**2, NEAR: (y - z) ** 2, FAR: (y - w) ** 2,
        Y: sp.Abs(y), S: e * sp.Abs(y), K: e}  # fmt: skip
OTHER = ((W1, "<=", R), (W2, "<=", L**2))
TIGHT = ((t * (R - Z1), "=", 0), (mu * (L**2 - Z2), "=", 0))
KEPT, REFUSED = (k * last, ">", S - R), ((k + 1) * following, "<=", S + following - R)
LEVEL = (level, "=", (S - R) / k)
ORDER = [[(e, "=", 1), (sp.Abs(y), ">=", last)], [(e, "=", 0), (sp.Abs(y), "<=", following)]]


def cut(at: sp.Expr, factor: sp.Expr = sp.S.One) -> list[Any]:
    """The entries z = sign(y) (|y| - at)_+ factor."""
    return [[(y, ">", at), (z, "=", (y - at) * factor)],
            [(y, "<", -at), (z, "=", (y + at) * factor)],
            [(y, ">=", -at), (y, "<=", at), (z, "=", 0)]]  # fmt: skip


def about(left: Any, right: Any, where: Sequence[Any], sure: Sequence[Any],  # noqa: ANN401
          names: Sequence[Any]) -> LawStatement:  # fmt: skip
    """Make left <= right a statement about sums over the coordinates of these names."""
    means = {name: SUMS[name] for name in names}
    random = [v for v in (y, z, w, e) if any(v in of.free_symbols for of in means.values())]
    return LawStatement((left, "<=", right), random=random, means=means, where=where, sure=sure,
                        over=d)  # fmt: skip


def sorted_nearest(*, where: Sequence[Any] = (REFUSED, LEVEL), other: Sequence[Any] = OTHER[:1],
                   at: sp.Expr = level) -> LawStatement:  # fmt: skip
    """No point w of the ball is nearer to y than z."""
    return about(NEAR, FAR, [*other, *where, (K, "=", k)], [cut(at), ORDER],
                 (Z1, W1, NEAR, FAR, S, K))  # fmt: skip


def sorted_inside(*, where: Sequence[Any] = (KEPT, REFUSED, LEVEL)) -> LawStatement:
    """The point z is in the ball."""
    return about(Z1, R, [*where, (K, "=", k)], [cut(level), ORDER], (Z1, S, K))


def itself() -> LawStatement:
    """A point y of the ball is its own projection."""
    return about(NEAR, FAR, [(Y, "<=", R), *OTHER[:1]], [(z, "=", y)], (Y, W1, NEAR, FAR))


def two_balls(*, tight: Sequence[Any] = TIGHT, other: Sequence[Any] = OTHER,
              factor: sp.Expr = 1 / (1 + mu)) -> LawStatement:  # fmt: skip
    """No point w of both balls is nearer to y than z."""
    where = [(Z1, "<=", R), (Z2, "<=", L**2), *tight, *other]
    return about(NEAR, FAR, where, [cut(t, factor)], (Z1, Z2, W1, W2, NEAR, FAR))


QUOTIENT = parse("z >= 0", where="z = q/m, q > 0, m > 0")
ABOVE, BELOW = parse("abs(z) <= z", where="z >= 0"), parse("abs(z) >= z")
OWN, SMALL = (
    parse("abs(y) <= y", where="y > t, t >= 0"),
    parse("abs(y) <= t", where="y <= t, y >= -t"),
)
OUTER = parse("0 <= (y-w)^2 - (y-z)^2 - 2*t*a + 2*t*b - n*z^2 + n*w^2",
              where="t >= 0, n >= 0, y = (1+n)*z + t, a <= z, b >= w")  # fmt: skip
INNER = parse("2*t*b - 2*y*w >= 0", where="y <= t, y >= -t, b >= w, b >= -w")
ADDED = parse("0 <= (y-w)^2 - (y-z)^2 - r + s - n*z^2 + n*w^2",
              where="z = 0, r <= 0, s - 2*y*w >= 0, n >= 0")  # fmt: skip
PRODUCT, APART = (
    parse("t*g >= 0", where="t >= 0, g >= 0"),
    parse("t*r <= t*a", where="t*(r-a) <= 0"),
)
NEXT, FIRST = (parse(f"t >= {low}", where="t = f + g/k, f >= 0, g >= 0, k > 0") for low in "0f")
THIS = parse("a > t", where="t = a - g/k, g > 0, k > 0")
KEEPS = parse("0 <= a - s*b + t*s", where="s = 1, a >= c, b <= c + t")
CUTS = parse("0 <= s*b - a - t*s", where="s = 1, a <= c, c + t <= b")
LOW = parse("a <= 0", where="a <= c, c + t <= b, b <= f, f <= t")
GONE = parse("0 <= s*b - a - t*s", where="s = 0, a <= 0")
LAST = parse("x <= y", where="0 <= y - x - 2*a + 2*b - g + f, c - a <= 0, h - g <= 0, c - b >= 0,"
             " h - f >= 0")  # fmt: skip
LIGHT, LINEAR = ("sign", "identity", "cases", "products", "sos"), ("sign", "identity", "products")
GAP = {"t": level, "f": following, "k": k, "g": S - R - k * following}
ENTRY = {"s": e, "a": sp.Abs(z), "b": sp.Abs(y), "t": level}


def pointwise(p: LawProof, at: sp.Expr, n: sp.Expr, uses: Sequence[int], each: int = 1) -> None:
    """(y - z)^2 + 2 at |z| + n z^2 <= (y - w)^2 + 2 at |w| + n w^2 for each entry."""

    def outside(way: int) -> list[Any]:
        return [(QUOTIENT, {"m": 1 + n, "q": way * y - at, "z": way * z}), (ABOVE, {"z": way * z}),
                (OUTER, {"y": way * y, "z": way * z, "w": way * w, "t": at, "a": sp.Abs(z),
                         "b": sp.Abs(w), "n": n})]  # fmt: skip

    inside = [(INNER, {"t": at, "b": sp.Abs(w), "y": y, "w": w}),
              (ADDED, {"y": y, "w": w, "z": z, "n": n, "r": 2 * at * sp.Abs(z),
                       "s": 2 * at * sp.Abs(w)})]  # fmt: skip
    kinds = [one for one in (outside(1), outside(-1), inside) for _ in range(each)]
    ends = [(-n, Z2), (n, W2)] if n else []
    p.integrate("<=", (1, FAR), (-1, NEAR), (-2 * at, Z1), (2 * at, W1), *ends, uses=uses,
                methods=LIGHT, facts=dict(enumerate(kinds)))  # fmt: skip


def by_sorting(**changes: Any) -> Outcome:  # noqa: ANN401
    """|y - z|^2 + 2 theta |z|_1 is least at z, and |w|_1 <= R <= |z|_1.

    theta >= 0 as k + 1 does not qualify; |z| >= |y| - theta adds up to R over the k largest.
    """
    p = LawProof(sorted_nearest(**changes))
    first = len(p.statement.tree["where"])
    p.fact((level, ">=", 0), methods=LINEAR, facts=[(NEXT, GAP)])
    pointwise(p, changes.get("at", level), sp.S.Zero, [first], 2)

    def big(way: int) -> list[Any]:
        return [(BELOW, {"z": way * z}), (OWN, {"y": way * y, "t": level}),
                (KEEPS, ENTRY | {"c": way * y - level})]  # fmt: skip

    small = [(SMALL, {"y": y, "t": level}), (KEEPS, ENTRY | {"c": sp.S.Zero})]
    p.integrate("<=", (1, Z1), (-1, S), (level, K), uses=[first], methods=LIGHT,
                facts={0: big(1), 2: big(-1), 4: small})  # fmt: skip
    size = parse("z >= r", where="0 <= z - s + g, g <= s - r")
    last = parse("x <= y", where="0 <= y - x - 2*a + 2*b, a - c >= 0, c - b >= 0")
    near, far = first + 1, first + 2
    p.fact((level * K, "<=", S - R), uses=[first - 2, first - 1], methods=LINEAR)
    p.fact((Z1, ">=", R), uses=[far, first + 3], methods=LINEAR,
           facts=[(size, {"z": Z1, "s": S, "g": level * K, "r": R})])  # fmt: skip
    p.fact((NEAR, "<=", FAR), uses=[0, first, near, first + 4], methods=LINEAR, facts=[
        (PRODUCT, {"t": level, "g": Z1 - R}), (PRODUCT, {"t": level, "g": R - W1}),
        (last, {"x": NEAR, "y": FAR, "a": level * Z1, "b": level * W1, "c": level * R}),
    ])  # fmt: skip
    return p.outcome(methods=("sign",))


def of_the_ball() -> Outcome:
    """A point of the ball is as near to itself as can be."""
    p = LawProof(itself())
    p.integrate("<=", (-1, NEAR), uses=[], methods=LINEAR)
    p.integrate("<=", (1, FAR), uses=[], methods=LINEAR)
    last = parse("x <= y", where="x <= 0, 0 <= y")
    return p.outcome(methods=LINEAR, facts=[(last, {"x": NEAR, "y": FAR})])


def inside_by_sorting(**changes: Any) -> Outcome:  # noqa: ANN401
    """The result has |z| = |y| - theta for the k largest entries, and 0 elsewhere."""
    p = LawProof(sorted_inside(**changes))
    first = len(p.statement.tree["where"])
    p.fact((following, "<=", level), methods=LINEAR, facts=[(FIRST, GAP)])
    top = {"t": level, "a": last, "k": k, "g": k * last - S + R}
    p.fact((last, ">", level), methods=LINEAR, facts=[(THIS, top)])

    def kept(way: int) -> list[Any]:
        return [(QUOTIENT, {"m": sp.S.One, "q": way * y - level, "z": way * z}),
                (ABOVE, {"z": way * z}), (BELOW, {"z": way * y})]  # fmt: skip

    def either(way: int) -> list[Any]:
        here = {name: of for name, of in ENTRY.items() if name != "s"} | {"c": way * y - level}
        return [[*kept(way), (CUTS, here | {"s": e})],
                [*kept(way), (LOW, here | {"f": following}), (GONE, ENTRY)]]  # fmt: skip

    middle = parse("0 <= s*b - a - t*s", where="s = 1, a <= 0, b >= l, l >= t")
    cases = [*either(1), *either(-1), [(middle, ENTRY | {"l": last})], [(GONE, ENTRY)]]
    p.integrate("<=", (1, S), (-1, Z1), (-level, K), uses=[first, first + 1], methods=LIGHT,
                facts=dict(enumerate(cases)))  # fmt: skip
    fits = parse("z <= r", where="0 <= s - z - g, s - r <= g")
    return p.outcome(methods=LINEAR, facts=[
        (level * K, "=", S - R), (fits, {"z": Z1, "s": S, "g": level * K, "r": R})])  # fmt: skip


def by_two_multipliers(**changes: Any) -> Outcome:  # noqa: ANN401
    """|y - z|^2 + 2 theta |z|_1 + mu |z|^2 is least at z, and w is in both balls."""
    p = LawProof(two_balls(**changes))
    pointwise(p, t, mu, [])
    balls = ((t, R, Z1, W1), (mu, L**2, Z2, W2))
    facts = [fact for m, size, own, other in balls for fact in (
        (PRODUCT, {"t": m, "g": size - other}), (APART, {"t": m, "r": size, "a": own})
    )]  # fmt: skip
    (a, c, b), (g, h, f) = [(m * own, m * size, m * other) for m, size, own, other in balls]
    values = {"x": NEAR, "y": FAR, "a": a, "b": b, "c": c, "g": g, "f": f, "h": h}
    return p.outcome(methods=LINEAR, facts=[*facts, (LAST, values)])
