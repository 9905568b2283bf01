"""Nearest points in the largest coordinate: how far they are moved, and those of balls.

x is a coordinate of the point xtilde, p of its soft threshold at tau, and y of any other point.
A threshold t is feasible where the sum of (|x| - t)_+, or of its square, is at most that of the
ball; tau is the smallest one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

x, y, p, e, t = declare("real x y p e t")
at, xi, to = declare("real x_j xi_j xhat_j")
N, r, tau, R = declare("N r tau R >= 0")
d, SIZE, LEFT, ONE, FAR = declare("integer d > 0, real SIZE LEFT ONE FAR")
NOISY = (sp.Abs(xi), "<=", N), (sp.Abs(to - (at + xi)), "<=", r), (r, "<=", N)
SOFT = [[(x, ">", tau), (p, "=", x - tau)], [(x, "<", -tau), (p, "=", x + tau)],
        [(sp.Abs(x), "<=", tau), (p, "=", 0)]]  # fmt: skip
CLOSER, NEAR = ((r, "<", tau),), (sp.Abs(x - y), "<=", r)
BELOW = ((t, ">=", 0), (t, "<", tau))
SUM = parse("abs(u + v) <= abs(u) + abs(v)")
ADDED = parse("c <= 2*m", where="c <= a + b, a <= r, b <= m, r <= m")
LESS = parse("a - r <= b", where="a <= c + b, c <= r")
HIGH = parse("(u + abs(u))/2 <= a", where="u <= a, a >= 0")
LOW = parse("0 <= (u + abs(u))/2")
SQUARED = parse("0 <= s - w^2", where="0 <= w, w <= a, a^2 <= s")
SIZED = parse("abs(y)^2 <= y^2")
STRICT = parse("r < m", where="l > r, 0 <= m - l")


def excess(size: Any, least: Any) -> Any:  # noqa: ANN401
    """The positive part of size - least."""
    return (size - least + sp.Abs(size - least)) / 2


def moved(factor: int = 2, known: Sequence[Any] = NOISY) -> Relation:
    """A coordinate of xhat - x is at most factor |xi|_oo."""
    return relation(sp.Abs(to - at), "<=", factor * N, where=list(known))


def by_the_triangle(**changes: Any) -> Outcome:  # noqa: ANN401
    """|xhat - x| <= |xhat - xtilde| + |xi|."""
    off = to - (at + xi)
    return certify(moved(**changes), facts=[
        (SUM, {"u": off, "v": xi}),
        (ADDED, {"c": sp.Abs(to - at), "a": sp.Abs(off), "b": sp.Abs(xi), "r": r, "m": N}),
    ])  # fmt: skip


def inside(power: int, fits: bool = True, soft: Any = SOFT) -> LawStatement:  # noqa: ANN401
    """The soft threshold is in the ball where tau is feasible."""
    means = {SIZE: sp.Abs(p) ** power, LEFT: excess(sp.Abs(x), tau) ** power}
    return LawStatement(
        (SIZE, "<=", R**power), random=(x, p), means=means,
        where=[(LEFT, "<=", R**power)] if fits else [], sure=[soft], over=d,
    )  # fmt: skip


def distance(share: Any = 1, one: bool = True, soft: Any = SOFT) -> LawStatement:  # noqa: ANN401
    """Each coordinate of the soft threshold is within share tau of that of xtilde."""
    return LawStatement(
        (FAR, "<=", share * tau), random=(e, x, p), means={ONE: e, FAR: e * sp.Abs(p - x)},
        where=[(ONE, "=", 1)] if one else [], sure=[[[(e, "=", 0)], [(e, "=", 1)]], soft], over=d,
    )  # fmt: skip


def outside(
    power: int, closer: Sequence[Any] = CLOSER, near: Any = NEAR, *, smallest: bool = True  # noqa: ANN401
) -> LawStatement:  # fmt: skip
    """A point within r < tau is outside of the ball: no t < tau is feasible."""
    smaller = ((t,), excess(sp.Abs(x), t) ** power, ">", R**power, BELOW)
    return LawStatement(
        (R**power, "<", SIZE), random=(x, y), means={SIZE: sp.Abs(y) ** power},
        where=list(closer), sure=[near] if near else [], every=[smaller] * smallest, over=d,
    )  # fmt: skip


def by_the_coordinates(
    power: int, fits: bool = True, soft: Any = SOFT  # noqa: ANN401
) -> Outcome:  # fmt: skip
    """|p| = (|x| - tau)_+ in each case."""
    proof = LawProof(inside(power, fits, soft), seconds=5)
    proof.integrate("<=", (1, LEFT), (-1, SIZE))
    return proof.outcome()


def by_one_coordinate(**changes: Any) -> Outcome:  # noqa: ANN401
    """|p - x| <= tau in each case."""
    proof = LawProof(distance(**changes), seconds=5)
    proof.integrate("<=", (tau, ONE), (-1, FAR))
    return proof.outcome()


def by_a_smaller_one(power: int, **changes: Any) -> Outcome:  # noqa: ANN401
    """|y| >= (|x| - r)_+, and r is not feasible."""
    proof = LawProof(outside(power, **changes), seconds=5)
    kept, size = excess(sp.Abs(x), r), sp.Abs(x)
    proof.instance(LEFT, 0, {t: r})
    squares = [(SIZED, {"y": y}), (SQUARED, {"a": sp.Abs(y), "w": kept, "s": y**2})]
    proof.integrate("<=", (1, SIZE), (-1, LEFT), facts=[
        (SUM, {"u": x - y, "v": y}),
        (LESS, {"a": size, "b": sp.Abs(y), "c": sp.Abs(x - y), "r": r}),
        (HIGH, {"u": size - r, "a": sp.Abs(y)}), (LOW, {"u": size - r}),
        *(squares if power == 2 else []),
    ])  # fmt: skip
    return proof.outcome(facts=[(STRICT, {"r": R**power, "m": SIZE, "l": LEFT})])
