"""Linear functions <g, h> of vectors of d entries: on the ball of the 1-norm, and on a simplex.

    |<g, h>| <= L |h|_1 where |g_i| <= L;  <c, w> <= best for weights w where c_j <= best;
    <g + c 1, u - v> = <g, u - v> where u and v have the same sum

Each bound is reached at a vertex.  A sum over the entries is a sum over coordinates.
"""

from __future__ import annotations

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement

d, L = declare("integer d > 0, L >= 0")
g, h, u, v, c = declare("real g h u v c")
inner, size, shifted, mass_u, mass_v = declare("real inner size shifted mass_u mass_v")
k, c_j, w_j = declare("integer k > 0, real c_j, w_j >= 0")
best, value, mass = declare("real best value mass")
PAIR = {inner: g * h, size: sp.Abs(h)}
WEIGHTED = {value: c_j * w_j, mass: w_j}


def largest(sign: int = 1, constant: sp.Expr = L, below: bool = True) -> LawStatement:
    """<g, h> <= L |h|_1, and >= -L |h|_1 for the sign -1, where |g_i| <= L."""
    entries = [(-L, "<=", g), (g, "<=", L)] if below else []
    return LawStatement((sign * inner, "<=", constant * size), random=(g, h), means=PAIR,
                        sure=entries, over=d)  # fmt: skip


def attained(length: int = 1, signed: bool = True) -> LawStatement:
    """<g, h> = L for the h of length 1 that is the sign of an entry +-L, and 0 elsewhere."""
    vertex = [[(h, "=", 0)], [(h, "=", 1), (g, "=", L)],
              [(h, "=", -1), (g, "=", -L if signed else L)]]  # fmt: skip
    return LawStatement((inner, "=", L), random=(g, h), means=PAIR, where=[(size, "=", length)],
                        sure=[vertex], over=d)  # fmt: skip


def invisible(total: int = 1) -> LawStatement:
    """<g + c 1, u - v> = <g, u - v> for u and v whose entries add up to 1."""
    means = {shifted: (g + c) * (u - v), inner: g * (u - v), mass_u: u, mass_v: v}
    return LawStatement((shifted, "=", inner), random=(g, u, v), means=means,
                        where=[(mass_u, "=", 1), (mass_v, "=", total)], over=d)  # fmt: skip


def dual_norm(
    *, constant: sp.Expr = L, below: bool = True, length: int = 1, signed: bool = True
) -> Outcome:
    """|g_i h_i| <= L |h_i| in each coordinate, with equality at the vertex."""
    found = []
    for sign in (1, -1):
        proof = LawProof(largest(sign, constant, below))
        proof.integrate("<=", (L, size), (-sign, inner))
        found.append(proof.outcome())
    proof = LawProof(attained(length, signed))
    proof.integrate("=", (L, size), (-1, inner))
    proof.fact((inner, "=", L), multiples={0: L, 1: 1})
    return all_of([*found, proof.outcome()])


def constants_cancel(total: int = 1) -> Outcome:
    """The entries of u - v add up to 0."""
    proof = LawProof(invisible(total))
    proof.integrate("=", (1, shifted), (-1, inner), (-c, mass_u), (c, mass_v))
    proof.fact((shifted, "=", inner), multiples={0: c, 1: -c, 2: -1})
    return proof.outcome()


def extreme(sign: int = 1, total: int = 1, inside: bool = True) -> LawStatement:
    """<c, w> <= best for weights w of sum `total` where c <= best; or >=, for the sign -1."""
    return LawStatement(
        (sign * value, "<=", sign * best), random=(c_j, w_j), means=WEIGHTED,
        where=[(mass, "=", total)], sure=[(sign * c_j, "<=", sign * best)] if inside else [],
        over=k,
    )  # fmt: skip


def reached(count: int = 1, at_best: bool = True) -> LawStatement:
    """<c, w> = best at a vertex w, whose one coordinate is an entry best of c."""
    vertex = [[(w_j, "=", 0)], [(w_j, "=", 1), *([(c_j, "=", best)] if at_best else [])]]
    return LawStatement((value, "=", best), random=(c_j, w_j), means=WEIGHTED,
                        where=[(mass, "=", count)], sure=[vertex], over=k)  # fmt: skip


def at_vertices(
    *, total: int = 1, inside: bool = True, count: int = 1, at_best: bool = True
) -> Outcome:
    """The sum of w_j (best - c_j) is >= 0, and 0 at the vertex."""
    found = []
    for sign in (1, -1):
        proof = LawProof(extreme(sign, total, inside))
        proof.integrate("<=", (sign * best, mass), (-sign, value))
        found.append(proof.outcome())
    proof = LawProof(reached(count, at_best))
    proof.integrate("=", (best, mass), (-1, value))
    proof.fact((value, "=", best), multiples={0: best, 1: 1})
    return all_of([*found, proof.outcome()])
