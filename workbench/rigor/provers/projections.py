"""How far a projected noisy point is from where it was, for every closed convex set of R^d.

z is a point of a convex set K, xi any vector, and h the point of K that is nearest to z + xi.  Of K
the statements say what it does to these points: h is nearer to z + xi than every point of the
segment from h to z, which lies in K.  (The segment itself is such a set, so nothing is lost.)
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

d, t, R, M, c = declare("integer d > 0, real t, R > 0, M c >= 0")
z, h, xi, e, w, p, q, g = declare("real z h xi e w p q g")
L, s, P1, Q1, G = declare("L > 0, integer s > 0, real P_1 Q_1 G")
RADIUS = L * sp.sqrt(s)
U, V, J, X, Z1, H1, W1, E, NEAR, FAR, STEP = declare("real U V J X Z_1 H_1 W_1 E NEAR FAR STEP")
SUMS = {
    U: (h - z) ** 2, J: xi * (h - z), X: xi**2, Z1: sp.Abs(z), H1: sp.Abs(h), W1: sp.Abs(w), E: e,
    P1: sp.Abs(p), Q1: sp.Abs(q), G: g * (p - q),
    V: (h - z) ** 2 - xi * (h - z), NEAR: (z + xi - h) ** 2, FAR: (z + xi - w) ** 2,
}  # fmt: skip
SEGMENT = ((t, ">=", 0), (t, "<=", 1))
IN_BALL, LARGEST = ((Z1, "<=", R), (H1, "<=", R)), ((sp.Abs(xi), "<=", M),)
ADJOINT = ((J, "=", G), (P1, "<=", RADIUS), (Q1, "<=", RADIUS))
CORRELATED = ((sp.Abs(g), "<=", M),)
LIGHT = ("sign", "identity", "products")

CUBE = parse("(p+abs(p))^4 <= 8*p^3*(p+abs(p))")
POSITIVE = parse("2*(1+p^2+u^2)-p*u > 0")
DIVIDED = parse("b <= 0", where="b*g <= 0, g > 0")
TURNED = parse("x <= 0", where="0 <= -m+k-l, k-l <= -x, m >= 0")
BELOW = parse("b <= 0", where="b <= 8*c*a, c <= 0, a >= 0")
FLAT = parse("0 <= p+abs(p)")
ROOTS = parse("a <= sqrt(sqrt(a^4))", where="a >= 0")
NONE = parse("p <= 0", where="p <= a, a <= sqrt(sqrt(b)), b <= 0, b >= 0")
ADDED = parse("u <= i", where="0 <= v-u+i, v <= 0")
ABOVE, WITHIN = parse("x <= abs(x)"), parse("x <= m", where="x <= b, b <= m")
PAIRED = parse("0 <= m*a-x*h", where="x <= m, -x <= m, h <= a, -h <= a")
BOTH = parse("0 <= a+b-(x-y)", where="0 <= a-x, 0 <= b+y")
PASSED = parse("c*i < u", where="c >= 0, c < 1, i <= v, v <= u, v > 0")
HALVED = parse("u <= x", where="0 <= x-2*i+u, u <= i")
TURNED_INTO = parse("j <= h + z", where="j = g, 0 <= h + z - g")
TIMES = parse("m*a <= m*b", where="m*(b-a) >= 0")
SMALL = parse("u <= 2*r", where="u <= i, i <= h + z, h <= r, z <= r")
DIAMETER = parse("u <= 2*r*m", where="u <= i, 0 <= m*h+m*z-i, m*h <= m*r, m*z <= m*r")


def nearest(
    left: Any, right: Any, names: Sequence[Any], segment: Sequence[Any] = SEGMENT,  # noqa: ANN401
    where: Sequence[Any] = (), sure: Sequence[Any] = (), more: Sequence[Any] = (),
) -> LawStatement:  # fmt: skip
    """The claim left <= right of sums, where h is nearest to z + xi among h + t (z - h)."""
    moved = (z + xi - (h + t * (z - h))) ** 2 - (z + xi - h) ** 2
    means = {m: SUMS[m] for m in (U, J, V, *names)}
    return LawStatement(
        (left, "<=", right), random=(z, h, xi, *more), means=means, where=where, sure=sure,
        every=[((t,), moved, ">=", 0, segment)], over=d,
    )  # fmt: skip


def inner(weight: int = 1, segment: Sequence[Any] = SEGMENT) -> LawStatement:
    """weight |h - z|^2 <= <xi, h - z>."""
    return nearest(weight * U, J, (), segment)


def euclidean(weight: int = 1, segment: Sequence[Any] = SEGMENT) -> LawStatement:
    """weight |h - z|^2 <= |xi|^2."""
    return nearest(weight * U, X, (X,), segment)


def largest(share: Any = 1, where: Sequence[Any] = IN_BALL,  # noqa: ANN401
            sure: Sequence[Any] = LARGEST) -> LawStatement:  # fmt: skip
    """|h - z|^2 <= 2 share R M for M >= |xi|_oo, in the 1-norm ball of radius R."""
    return nearest(U, 2 * share * R * M, (Z1, H1), where=where, sure=sure)


def cube_root(v: Any) -> list[Any]:  # noqa: ANN401
    """Steps to v <= 0 from v^3 <= 0."""
    twice = sp.Abs(v) + v
    return [(CUBE, {"p": v}), (FLAT, {"p": v}), (BELOW, {"b": twice**4, "c": v**3, "a": twice}),
            (ROOTS, {"a": twice}), (NONE, {"p": v, "a": twice, "b": twice**4})]  # fmt: skip


def _obtuse(p: LawProof) -> int:
    """V = |h - z|^2 - <xi, h - z> <= 0, by the point at t = V^2/(1 + V^2 + |h - z|^4).

    The step towards z changes the squared distance by t (t U - 2 V) >= 0, U = |h - z|^2; so
    V^3 (2 (1 + V^2 + U^2) - V U) <= 0, and the second factor is positive.
    """
    law = p.law
    first = 0 if law is None else len(law.facts)
    size = 1 + V**2 + U**2
    step, factor = V**2 / size, 2 * size - V * U
    p.integrate("<=", (1, V), (-1, U), (1, J), methods=LIGHT, uses=[])
    p.instance(STEP, 0, {t: step})
    p.integrate("<=", (-(size**2), STEP), (V**4, U), (-2 * V**2 * size, V), uses=[])
    p.fact((V**3 * factor, "<=", 0), uses=[first + 1, first + 2], facts=[
        (size**2 * STEP, ">=", 0),
        (TURNED, {"x": V**3 * factor, "m": size**2 * STEP, "k": V**4 * U, "l": 2 * V**3 * size}),
    ])  # fmt: skip
    p.fact((V, "<=", 0), uses=[first + 3], facts=[
        (POSITIVE, {"u": U, "p": V}), (DIVIDED, {"b": V**3, "g": factor}), *cube_root(V),
    ])  # fmt: skip
    p.fact((U, "<=", J), uses=[first, first + 4], methods=LIGHT,
           facts=[(ADDED, {"u": U, "i": J, "v": V})])  # fmt: skip
    return first + 5


def by_a_small_step(**changes: Any) -> Outcome:  # noqa: ANN401
    """Otherwise a small step from h towards z would come nearer to z + xi."""
    p = LawProof(inner(**changes), seconds=5)
    _obtuse(p)
    return p.outcome(methods=LIGHT)


def by_the_square(**changes: Any) -> Outcome:  # noqa: ANN401
    """|xi|^2 - 2 <xi, u> + |u|^2 >= 0 for u = h - z."""
    p = LawProof(euclidean(**changes), seconds=5)
    _by_the_square(p)
    return p.outcome(methods=LIGHT)


def _by_the_square(p: LawProof) -> None:
    known = _obtuse(p)
    p.integrate("<=", (1, X), (-2, J), (1, U), uses=[])
    p.fact((U, "<=", X), uses=[known, known + 1], methods=LIGHT,
           facts=[(HALVED, {"u": U, "x": X, "i": J})])  # fmt: skip


def by_the_largest(**changes: Any) -> Outcome:  # noqa: ANN401
    """<xi, u> <= M (|h|_1 + |z|_1), coordinate by coordinate."""
    statement = largest(**changes)
    p = LawProof(statement, seconds=5)
    known = _obtuse(p)
    _hoelder(p, (h, z, xi), (H1, Z1), J)
    p.fact((U, "<=", 2 * R * M), methods=LIGHT, facts=[
        (M * H1, "<=", M * R), (M * Z1, "<=", M * R),
        (DIAMETER, {"u": U, "r": R, "m": M, "i": J, "h": H1, "z": Z1}),
    ], uses=[*range(len(statement.tree["where"])), known, known + 1])  # fmt: skip
    return p.outcome(methods=LIGHT)


def _hoelder(p: LawProof, entries: Sequence[Any], sizes: Sequence[Any], product: Any) -> None:  # noqa: ANN401
    """<noise, new - old> <= M (|new|_1 + |old|_1), coordinate by coordinate."""
    new, old, noise = entries
    one = {"m": M, "x": noise, "a": sp.Abs(new), "h": new}
    p.integrate("<=", (M, sizes[0]), (M, sizes[1]), (-1, product), uses=[],
                methods=("cases", *LIGHT), facts=[
        *((ABOVE, {"x": way * noise}) for way in (1, -1)),
        *((WITHIN, {"x": way * noise, "b": sp.Abs(noise), "m": M}) for way in (1, -1)),
        *((ABOVE, {"x": way * v}) for v in (new, old) for way in (1, -1)),
        (PAIRED, one), (PAIRED, one | {"a": sp.Abs(old), "h": -old}),
        (BOTH, {"a": M * sp.Abs(new), "b": M * sp.Abs(old), "x": noise * new, "y": noise * old}),
    ])  # fmt: skip


def decoded(share: Any = 1, where: Sequence[Any] = ADJOINT, sure: Sequence[Any] = CORRELATED,  # noqa: ANN401
            segment: Sequence[Any] = SEGMENT) -> tuple[LawStatement, LawStatement]:  # fmt: skip
    """share |A(zhat - zbar)|^2 is at most |xi|^2, and 2 L sqrt(s) M for M >= |A^T xi|_oo.

    h = A zhat, z = A zbar and xi are in R^m, and p = zhat, q = zbar and g = A^T xi in R^d, with 0
    in further coordinates where there are more of the others.
    """
    return (
        nearest(share * U, X, (X,), segment),
        nearest(share * U, 2 * RADIUS * M, (P1, Q1, G), segment, where, sure, (p, q, g)),
    )  # fmt: skip


def by_the_image(**changes: Any) -> tuple[Outcome, Outcome]:  # noqa: ANN401
    """zbar is feasible, and <xi, A(zhat - zbar)> = <A^T xi, zhat - zbar>."""
    small, statement = decoded(**changes)
    first, proof = LawProof(small, seconds=5), LawProof(statement, seconds=5)
    _by_the_square(first)
    known = _obtuse(proof)
    _hoelder(proof, (p, q, g), (P1, Q1), G)
    where = range(len(statement.tree["where"]))
    proof.fact((J, "<=", M * P1 + M * Q1), uses=[*where, known + 1], methods=LIGHT, facts=[
        (TURNED_INTO, {"j": J, "g": G, "h": M * P1, "z": M * Q1})])  # fmt: skip
    proof.fact((U, "<=", 2 * RADIUS * M), methods=LIGHT, uses=[*where, known, known + 2], facts=[
        *((TIMES, {"m": M, "a": one, "b": RADIUS}) for one in (P1, Q1)),
        (SMALL, {"u": U, "r": RADIUS * M, "i": J, "h": M * P1, "z": M * Q1}),
    ])  # fmt: skip
    return first.outcome(methods=LIGHT), proof.outcome(methods=LIGHT)


def vertices(noise: Any = 2 * R) -> tuple[LawStatement, ...]:  # noqa: ANN401
    """In the ball of radius R, z = -R e and xi = noise e for a unit vector e, and h = R e.

    Both points are in the ball, h is the nearest one, and with a factor c < 1 each bound is passed.
    """
    here = [(e, "=", 1), (z, "=", -R), (xi, "=", noise), (h, "=", R)]
    at = [here, [(one, "=", 0) for one, _, _ in here]]

    def told(left: Any, op: str, right: Any, *names: Any, where: Sequence[Any] = ()) -> Any:  # noqa: ANN401
        return LawStatement(
            (left, op, right), random=(z, h, xi, e, *([w] if W1 in names else [])),
            means={m: SUMS[m] for m in (E, *names)}, where=[(E, "=", 1), *where], sure=[at], over=d,
        )  # fmt: skip

    small = [(c, "<", 1)]
    return (
        told(Z1, "<=", R, Z1), told(H1, "<=", R, H1),
        told(NEAR, "<=", FAR, NEAR, FAR, W1, where=[(W1, "<=", R)]),
        told(c * J, "<", U, U, J, where=small), told(c * X, "<", U, U, X, where=small),
        told(2 * c * R * noise, "<", U, U, where=small),
    )  # fmt: skip


def by_one_entry(noise: Any = 2 * R) -> list[Outcome]:  # noqa: ANN401
    """Each sum is its value at the one entry that is not 0, times the sum of e."""
    found = []
    for statement in vertices(noise):
        p = LawProof(statement)
        names = [m for m in statement.means if m in (Z1, H1, U, J, X)]
        for name in names:
            value = {Z1: R, H1: R, U: 4 * R**2, J: 2 * R * noise, X: noise**2}[name]
            for way in (1, -1):
                p.integrate("<=", (way, name), (-way * value, E))
                p.fact((-way * name, "<=", -way * value))
        if W1 in statement.means:
            p.integrate("<=", (-1, NEAR))
            p.integrate("<=", (1, FAR))
        factor = {"c": c, "u": U, "v": 4 * R**2}
        passed = statement.claims[0] / c
        facts = [(PASSED, factor | {"i": passed})] if U in names else []
        found.append(p.outcome(facts=facts))
    return found
