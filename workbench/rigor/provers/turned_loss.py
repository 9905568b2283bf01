"""Two minimisers of regularised risks of linear losses of one coordinate, far from each other.

e is 1 at the first coordinate, and 0 elsewhere.  On R^d n losses L v_1 are held against n - 1 of
them and -L v_1.  On the hyperplane <w, v> = 0, w = (1/sqrt 2)(1, 1/c, ..., 1/c) with c^2 = d - 1,
one loss L v_1 is held against -L v_1, and the other losses are 0.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.regularised import L, lam, n
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

d, x, y, v, w, e = declare("integer d > 0, real x y v w e")
E, MOVED, APART, AT, THERE, NORMAL, FREE = declare("real E MOVED APART AT THERE NORMAL FREE")
c = sp.sqrt(d - 1)
WHOLE, TURNED = L, ((n - 1) * L - L) / n  # the slopes of both risks
ROOT = sp.sqrt(2)


def told(left: Any, op: str, right: Any, means: dict[Any, Any], first: dict[Any, Any],  # noqa: ANN401
         rest: dict[Any, Any], *where: Any) -> LawStatement:  # noqa: ANN401  # fmt: skip
    """A statement about points with these entries at the first coordinate, and at the rest."""
    met = [one for one in (x, y, v, w) if any(one in of.free_symbols for of in means.values())]
    cases = [[(e, "=", k), *((one, "=", at[one]) for one in met if one in at)]
             for k, at in ((1, first), (0, rest))]  # fmt: skip
    return LawStatement((left, op, right), random=(e, *met), means={E: e, **means},
                        where=[*where, (E, "=", 1)], sure=[cases], over=d)  # fmt: skip


def least(point: Any, slope: Any, first: Any, rest: Any, *extra: Any) -> LawStatement:  # noqa: ANN401
    """No v of R^d, or of the hyperplane, has a smaller regularised risk than the point."""
    means = {at: slope * e * one + lam / 2 * one**2 for at, one in ((AT, point), (THERE, v))}
    if extra:
        means[FREE] = w * v
    return told(AT, "<=", THERE, means, first, rest, *extra)


def on_the_line(constant: Any = 2) -> tuple[LawStatement, ...]:  # noqa: ANN401
    """On R^d: x and y are the minimisers, constant L/(lam n) apart."""
    first, rest = {x: -WHOLE / lam, y: -TURNED / lam}, {x: sp.S.Zero, y: sp.S.Zero}
    return (
        least(x, WHOLE, first, rest), least(y, TURNED, first, rest),
        told(APART, "=", (constant * L / (lam * n)) ** 2, {APART: (x - y) ** 2}, first, rest),
    )  # fmt: skip


def on_the_hyperplane(constant: Any = 1, normal: Any = 1 / ROOT) -> tuple[LawStatement, ...]:  # noqa: ANN401
    """On <w, v> = 0: x and y are in it, the minimisers, and constant (1 + c) L/(lam n) apart."""
    size = L / (2 * lam * n)
    first = {x: -size, y: size, w: normal}
    rest = {x: size / c, y: -size / c, w: 1 / (ROOT * c)}
    plane = (2, "<=", d)
    return (
        *(told(NORMAL, "=", 0, {NORMAL: w * one}, first, rest, plane) for one in (x, y)),
        *(least(one, slope, first, rest, plane, (FREE, "=", 0))
          for one, slope in ((x, L / n), (y, -L / n))),
        *(told(MOVED, op, constant * (1 + c) * L / (lam * n), {MOVED: sp.Abs(x - y)}, first, rest,
               plane) for op in ("<=", ">=")),
    )  # fmt: skip


UNDER, OVER = parse("abs(u) <= k", where="u <= k, -u <= k"), parse("k <= abs(u)", where="u = k")
BELOW = parse("k <= abs(u)", where="-u = k")
EQUAL = parse("0 <= a", where="a = b, b >= 0")
LINES = (parse("a <= b", where="0 <= k*i+u*d-u*i-a, i = 1, b = k+u*d-u"),
         parse("b <= a", where="0 <= a-k*i-u*d+u*i, i = 1, b = k+u*d-u"))  # fmt: skip


def _integrate(p: LawProof, facts: Any, *terms: Any) -> None:  # noqa: ANN401
    """0 <= the sum of the terms, each of which is equal to the second part of a pair >= 0.

    facts: by case, steps on the way and the value
    """
    value = sum(k * {**p.statement.means, 1: 1}[name] for k, name in terms)
    told = {case: [*way, (EQUAL, {"a": value, "b": b})] for case, (way, b) in facts.items()}
    p.integrate("<=", *terms, facts=told, methods=("sign", "identity", "cases", "products"))


def by_the_slopes(constant: Any = 2) -> list[Outcome]:  # noqa: ANN401
    """slope v + (lam/2) v^2 is least at v = -slope/lam."""
    *minima, far = on_the_line(constant)
    found = []
    for statement in minima:
        p = LawProof(statement, seconds=2)
        p.integrate("<=", (1, THERE), (-1, AT))
        found.append(p.outcome())
    p, most = LawProof(far, seconds=2), (2 * L / (lam * n)) ** 2
    p.integrate("=", (most, E), (-1, APART))
    p.fact((APART, "=", most), multiples={0: most, 1: 1})
    return [*found, p.outcome(methods=("sign", "identity"))]


def by_the_normal(constant: Any = 1, normal: Any = 1 / ROOT) -> list[Outcome]:  # noqa: ANN401
    """The risk at v, less that at x and a multiple of <w, v - x> = 0, is (lam/2)|v - x|^2."""
    inside, back, low, high, most, least = on_the_hyperplane(constant, normal)
    size, found = L / (2 * lam * n), []
    for statement, sign in ((inside, 1), (back, -1)):
        k, p = sign * size / ROOT, LawProof(statement, seconds=2)
        p.integrate("=", (k, E), (-k / c**2, 1), (k / c**2, E), (1, NORMAL))
        p.fact((NORMAL, "=", 0))
        found.append(p.outcome())
    for statement, sign, one in zip((low, high), (1, -1), (x, y), strict=True):
        m, p = sign * L / (n * ROOT), LawProof(statement, seconds=2)
        k = m * sign * size / ROOT
        square: tuple[list[Any], Any] = [], lam / 2 * (v - one) ** 2
        _integrate(p, {0: square, 1: square}, (1, THERE), (-1, AT), (-m, FREE), (-k, E),
                   (k / c**2, 1), (-k / c**2, E))  # fmt: skip
        found.append(p.outcome())
    k = 2 * size
    ends = {"i": E, "u": k / c, "d": d, "k": k, "a": MOVED, "b": k + k / c * (d - 1)}
    for statement, way, line in zip((most, least), (1, -1), LINES, strict=True):
        p, steps = LawProof(statement, seconds=2), {}
        for case, entry, of in ((0, k, BELOW), (1, k / c, OVER)):
            near = (UNDER if way > 0 else of, {"u": x - y, "k": entry})
            steps[case] = [near], way * (entry - sp.Abs(x - y))
        _integrate(p, steps, (way * k, E), (way * k / c, 1), (-way * k / c, E), (-way, MOVED))
        found.append(p.outcome(facts=[(line, ends)], methods=("sign", "identity")))
    return found
