"""The range of the excess risk of a random point of a set in a ball, for any norm.

F is a function of two points with the second one held fixed: convex and continuously
differentiable, and no more.  F* is its least value on the compact set X, which is -sup(-F).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Theorem

D, L0 = th.number("D", above=0), th.number("L_0", above=0)
X, Y = th.geometry("X"), th.geometry("Y")
F, y = th.saddle("F", X, Y), th.point("y", Y)
u, z, q, t = th.point("u", X), th.point("z", X), th.point("q", X), th.point("t", Y)
A = th.draw("A", mean=None, of=X)
SLOPES = th.supremum((q, t), X.dual(F.slope("x", q, t)))
GIVEN: tuple[Any, ...] = (
    (SLOPES, "<=", L0**2), (X.square(u), "<=", D**2), (X.square(A), "<=", D**2),
)  # fmt: skip


def at_most(*, given: Sequence[Any] = GIVEN, points: int = 2) -> Proof:
    """E F(A) - F(u) <= 2 L_0 D for each u of the set."""
    p = Proof(Theorem((D, L0, X, Y, F, y, u, A), given=given,
                      concludes=(th.mean(F(A, y)) - F(u, y), "<=", points * L0 * D)))  # fmt: skip
    slope, scale = F.slope("x", A, y), L0 / D
    convex, steep = p.saddle(F, "x", u, (A, y)), p.under(SLOPES, [A, y])
    parts = []
    for sign, at, size in ((1, A, 2), (-1, u, 1)):
        parts += [
            (1 / scale, p.young(X, slope, sign * scale * at)), (scale / 2, size),
            (1 / (2 * scale), p.scaled(X, sign * scale, at, which="sq")),
            (1 / (2 * scale), steep), (1 / (2 * scale), 0),
        ]  # fmt: skip
    sure = p.gram((F(A, y) - F(u, y), "<=", points * L0 * D), [(1, convex), *parts])
    p.gram(p.theorem.concludes, [(1, p.expect(sure))])
    return p


def at_least(*, inside: bool = True) -> Proof:
    """0 <= E F(A) - F*."""
    at = A if inside else th.draw("A", mean=None)
    least = th.supremum((z,), -1 * F(z, y))
    p = Proof(Theorem((X, Y, F, y, at), concludes=(0, "<=", th.mean(F(at, y)) + least)))
    p.gram(p.theorem.concludes, [(1, p.expect(p.under(least, [at])))])
    return p


L1, eta = th.number("L_1", above=0), th.number("eta", at_least=0)
x, v = th.point("x", X), th.point("v", X)
SHORT: tuple[Any, ...] = ((X.square(v - x), "<=", (2 * D) ** 2), (eta, "<=", 1))


def of_a_step(*, given: Sequence[Any] = SHORT, factor: int = 2, smooth: Any = L1) -> Proof:  # noqa: ANN401
    """F((1 - eta) x + eta v) <= F(x) + eta <grad F(x), v - x> + 2 eta^2 L_1 D^2."""
    H = th.function("F", smooth=smooth, on=X)
    new = (1 - eta) * x + eta * v
    bound = H(x) + eta * (H.grad(x) @ (v - x)) + factor * eta**2 * L1 * D**2
    p = Proof(Theorem((D, L1, eta, X, H, x, v), given=given, concludes=(H(new), "<=", bound)))
    p.gram(p.theorem.concludes, [
        (1, p.descent(H, new, x)), (L1 / 2, p.scaled(X, eta, v - x, which="sq")),
        (L1 * eta**2 / 2, 0),
    ])  # fmt: skip
    return p
