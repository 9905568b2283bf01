"""How far one s-sparse record of norm at most L moves the mean of n of them, in both norms.

z is the old record, z_new the new one, `others` the sum of the n - 1 others; h and h_new count the
entries that are not 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.run import METHODS
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement, indicator
from workbench.symbolic.text import parse

d, s, n, L = declare("integer d s n > 0, L > 0")
a, b, r, p, q, e = declare("real z z_new others h h_new e")
A, B, P, Q, E, D1, D2 = declare("real A B P Q E D_1 D_2")
MOVED = (r + a) / n - (r + b) / n
SUMS = {A: a**2, B: b**2, P: p, Q: q, D1: sp.Abs(MOVED), D2: MOVED**2, E: e}
SPARSE, SHORT = ((P, "<=", s), (Q, "<=", s)), ((A, "<=", L**2), (B, "<=", L**2))
COUNTED = (indicator(p, (sp.Abs(a), ">", 0)), indicator(q, (sp.Abs(b), ">", 0)))
ENTRY = L / sp.sqrt(s)

LIGHT = ("sign", "identity", "factors", "quadratic", "products")
QUICK = tuple(m for m in METHODS if m not in ("cover", "taylor", "boxes", "between", "sos"))
MOVE = parse("abs((r+a)/n-(r+b)/n) <= abs(a-b)/n", where="n > 0")
APART = parse("abs(a-b) <= abs(a)+abs(b)")
TIMES = parse("n*m <= w", where="m <= w/n, n > 0")
ONE = parse("2*abs(x) <= t*h + v*x^2", where="h = 1, t > 0, v = 1/t")
NONE = parse("2*abs(x) <= t*h + v*x^2", where="h = 0, abs(x) <= 0, v >= 0")
ADDED = parse("0 <= i+f+g+h-2*n*m", where="n*m <= c, c <= u+v, 2*u <= i+g, 2*v <= f+h")
WHOLE = parse("n*m <= 2*v", where="0 <= w+x+y+z-2*n*m, w <= v, x <= v, y <= v, z <= v")
DIVIDED = parse("m <= v/n", where="n*m <= v, n > 0")
OUTER = parse("2*l/n <= abs((r+a)/n-(r+b)/n)", where="a = l, b = -l, n > 0")
CLOSED = parse("0 <= -k*i+m", where="i = 1, k <= m")
EMPTY = parse("0 <= -k*i+m", where="i = 0, m >= 0")
SQUARES = parse("d <= 2*w*l", where="0 <= w*a+w*b-d, a <= l, b <= l, w > 0")
ROOT = parse("sqrt(b) <= c", where="b <= c^2, b >= 0, c >= 0")


def about(left: Any, op: str, right: Any, where: Sequence[Any], sure: Sequence[Any],  # noqa: ANN401
          *names: Any) -> LawStatement:  # noqa: ANN401  # fmt: skip
    """A statement about sums over the coordinates of two records and of the two means."""
    random = [v for v in (a, b, r, p, q, e) if any(v in SUMS[m].free_symbols for m in names)]
    return LawStatement((left, op, right), random=random, means={m: SUMS[m] for m in names},
                        where=where, sure=sure, over=d)  # fmt: skip


def bounds(share: Any = 1, sparse: Sequence[Any] = SPARSE,  # noqa: ANN401
           short: Sequence[Any] = SHORT) -> Iterator[LawStatement]:  # fmt: skip
    """Both sensitivities, times `share`."""
    where, names = [*sparse, *short], (A, B, P, Q)
    yield about(D1, "<=", share * 2 * sp.sqrt(s) * L / n, where, COUNTED, *names, D1)
    yield about(sp.sqrt(D2), "<=", share * 2 * L / n, where, COUNTED, *names, D2)


def attained(entry: Any = ENTRY) -> Iterator[LawStatement]:  # noqa: ANN401
    """The records with `entry` at s coordinates and with -entry are allowed, and reach both."""
    counted = [[(e, "=", 1), (a, "=", entry), (b, "=", -entry)],
               [(e, "=", 0), (a, "=", 0), (b, "=", 0)]]  # fmt: skip
    most = (2 * sp.sqrt(s) * L / n, 4 * L**2 / n**2)
    told = [*zip((D1, D2), (">=", ">="), most, strict=True), (A, "<=", L**2), (B, "<=", L**2)]
    for name, op, value in told:
        yield about(name, op, value, [(E, "=", s)], [counted], name, E)


def by_the_triangle(**changes: Any) -> Iterator[Outcome]:  # noqa: ANN401
    """2 |x| <= t + x^2/t for each entry but 0, t = L/sqrt(s); |x - y|^2 <= 2 (x^2 + y^2)."""
    one, other = bounds(**changes)
    proof, t, v = LawProof(one), ENTRY, sp.sqrt(s) * L
    records = ((a, p), (b, q))
    moved = [
        (MOVE, {"n": n, "r": r, "a": a, "b": b}), (APART, {"a": a, "b": b}),
        (TIMES, {"n": n, "m": sp.Abs(MOVED), "w": sp.Abs(a - b)}),
    ]  # fmt: skip
    end = {"i": t * p, "f": t * q, "g": a**2 / t, "h": b**2 / t, "n": n, "m": sp.Abs(MOVED),
           "c": sp.Abs(a - b), "u": sp.Abs(a), "v": sp.Abs(b)}  # fmt: skip
    cases = [(ONE, ONE), (ONE, NONE), (NONE, ONE), (NONE, NONE)]
    facts = {
        k: [*moved, *((fact, {"x": x, "h": h, "v": 1 / t, "t": t})
                      for fact, (x, h) in zip(case, records, strict=True)), (ADDED, end)]
        for k, case in enumerate(cases)
    }  # fmt: skip
    proof.integrate("<=", (t, P), (t, Q), (1 / t, A), (1 / t, B), (-2 * n, D1), uses=[],
                    facts=facts, methods=QUICK)  # fmt: skip
    parts = (t * P, t * Q, A / t, B / t)
    yield proof.outcome(methods=LIGHT, facts=[
        *((part, "<=", v) for part in parts),
        (WHOLE, {"m": D1, "v": v, "n": n} | dict(zip("wxyz", parts, strict=True))),
        (DIVIDED, {"m": D1, "v": 2 * v, "n": n}),
    ])  # fmt: skip
    proof = LawProof(other)
    proof.integrate("<=", (1, D2), uses=[])
    proof.integrate("<=", (2 / n**2, A), (2 / n**2, B), (-1, D2), uses=[])
    yield proof.outcome(facts=[
        (SQUARES, {"d": D2, "w": 2 / n**2, "l": L**2, "a": A, "b": B}),
        (ROOT, {"b": D2, "c": 2 * L / n}),
    ])  # fmt: skip


def by_opposite_signs(entry: Any = ENTRY) -> Iterator[Outcome]:  # noqa: ANN401
    """Each sum is s times its term, or less."""
    values = {A: entry**2, B: entry**2, D1: 2 * entry / n, D2: 4 * entry**2 / n**2}
    far = {0: [(OUTER, {"l": entry, "r": r, "a": a, "b": b, "n": n}),
               (CLOSED, {"k": 2 * entry / n, "i": e, "m": sp.Abs(MOVED)})],
           1: [(EMPTY, {"k": 2 * entry / n, "i": e, "m": sp.Abs(MOVED)})]}  # fmt: skip
    for statement in attained(entry):
        name, op, _ = statement.claims
        proof, way = LawProof(statement), 1 if op == "<=" else -1
        proof.integrate("<=", (way * values[name], E), (-way, name), uses=[],
                        facts=far if name == D1 else ())  # fmt: skip
        yield proof.outcome()
