"""The gap sup_y <g, x - y> of a gradient g over a set, and over a ball, in any norm.

Over the ball |y| <= D it is <g, x> + D |g|_*: Hoelder's inequality is one side; the other one is
y = -D u for each |u| <= 1, as |g|_* is the supremum of <g, u>.  Over a set that holds x it is at
least 0, and at least F(x) - F(w) for each w of the set where g is the gradient of a convex F.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Theorem

D, size = th.number("D", above=0), th.number("a", above=0)
S, X = th.convex("S"), th.geometry("X")
g, x, y, u = (th.vector(name) for name in ("g", "x", "y", "u"))
at, w, z = th.point("x", X), th.point("w", X), th.point("z", X)
BALL: tuple[Any, ...] = ((S.square(y), "<=", D**2), (S.dual(g), "<=", size**2))
UNIT: tuple[Any, ...] = ((S.square(u), "<=", 1),)


def below(*, given: Sequence[Any] = BALL, radius: int = 1) -> Proof:
    """<g, x - y> <= <g, x> + D |g|_* for each y of the ball, a >= |g|_*."""
    p = Proof(Theorem((D, size, S, g, x, y), given=given,
                      concludes=(g @ (x - y), "<=", g @ x + radius * D * size)))  # fmt: skip
    scale = size / D
    p.gram(p.theorem.concludes, [
        (1 / scale, p.young(S, g, -1 * scale * y)), (1 / (2 * scale), 1), (scale / 2, 0),
        (1 / (2 * scale), p.scaled(S, -1 * scale, y, which="sq")),
    ])  # fmt: skip
    return p


def attained(*, given: Sequence[Any] = UNIT, radius: int = 1) -> tuple[Proof, Proof]:
    """At y = -D u it is <g, x> + D <g, u>, and y is in the ball where |u| <= 1."""
    there = -1 * D * u
    value = g @ x + radius * D * (g @ u)
    one = Proof(Theorem((D, g, x, u), concludes=(g @ (x - there), "=", value)))
    one.gram(one.theorem.concludes, [])
    other = Proof(Theorem((D, S, u), given=given, concludes=(S.square(there), "<=", D**2)))
    other.gram(other.theorem.concludes, [(1, other.scaled(S, -1 * D, u, which="sq")), (D**2, 0)])
    return one, other


def gaps(*, convex: bool = True, turned: bool = False) -> tuple[Proof, Proof]:
    """0 <= gap(x), and F(x) - F(w) <= gap(x) for each w in X, for convex F.

    turned: <grad F(x), y - x> in place of <grad F(x), x - y>
    """
    any_one, F = (th.function("F", strong=0 if c else None, on=X) for c in (False, convex))
    gap = th.supremum((z,), (-1 if turned else 1) * (F.grad(at) @ (at - z)))
    one = Proof(Theorem((X, any_one, at), concludes=(0, "<=", gap)))
    one.gram(one.theorem.concludes, [(1, one.under(gap, [at]))])
    other = Proof(Theorem((X, F, at, w), concludes=(F(at) - F(w), "<=", gap)))
    other.gram(
        other.theorem.concludes, [(1, other.under(gap, [w])), (1, other.convexity(F, w, at))]
    )
    return one, other
