"""The duality gap of a convex-concave function of points of two simplices.

    Gap(x, y) = sup over (v, w) of F(x, w) - F(v, y)

What it inherits follows from F(v, y) >= F(x, y) + <grad_x F(x, y), v - x>, from the same for -F in
y, and from <g, h> <= L |h|_1 where the entries of g are at most L.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

d_x, d_y = th.integer("d_x", at_least=1), th.integer("d_y", at_least=1)
X, Y = th.simplex("Delta_x", d_x), th.simplex("Delta_y", d_y)
L, a, b = (th.number(name, above=0) for name in ("L_0", "a", "b"))
s = th.number("s", at_least=0)
x, x_2, v, p, q = (th.point(name, X) for name in ("x", "x_2", "v", "p", "q"))
y, y_2, w, r, t = (th.point(name, Y) for name in ("y", "y_2", "w", "r", "t"))
F = th.saddle("F", X, Y)
TURNED = th.saddle("F", Y, X)  # concave in x and convex in y
SLOPES = {"x": (X, th.supremum((q, t), X.dual(F.slope("x", q, t)))),
          "y": (Y, th.supremum((q, t), Y.dual(F.slope("y", q, t))))}  # fmt: skip
BOUNDS = tuple((most, "<=", L**2) for _, most in SLOPES.values())
MOST = ((s, "<=", 1),)
NEAR = ((X.square(x - x_2), "<=", a**2), (Y.square(y_2 - y), "<=", b**2))


def gain(u: Vec, z: Vec, v: Vec, w: Vec, of: Many = F) -> Num:
    """F(u, w) - F(v, z)."""
    return F(u, w) - F(v, z) if of is F else of(w, u) - of(z, v)


def gap(u: Vec, z: Vec, of: Many = F) -> Num:
    """Gap(u, z)."""
    return th.supremum((v, w), gain(u, z, v, w, of))


def shown(
    bound: Num, u: Vec, z: Vec, named: tuple[Any, ...], given: Sequence[Any],
    steps: Callable[[Proof], list[Any]], of: Many = F,
) -> Proof:  # fmt: skip
    """Gap(u, z) <= bound, which is shown at all points p and r by the combination of steps."""
    symbols, inside = (d_x, d_y, X, Y, *named, of, x, y), (gain(u, z, p, r, of), "<=", bound)
    proof = Proof(Theorem(symbols, given=given, concludes=(gap(u, z, of), "<=", bound)))
    proof.over((p, r), inside)
    proof.gram(inside, steps(proof))
    proof.close()
    return proof


def slope(
    proof: Proof, which: str, at: tuple[Vec, Vec], h: Vec, size: Num | int, near: int
) -> list[Any]:
    """<grad F, h> <= L size, where |h|^2 <= size^2 is the fact `near`."""
    (of, most), g, ratio = SLOPES[which], F.slope(which, *at), size / L
    return [
        (1 / ratio, proof.young(of, ratio * g, h)), (ratio / 2, proof.under(most, at)),
        (1 / (2 * ratio), proof.scaled(of, ratio, g, which="dual")), (1 / (2 * ratio), near),
        (ratio / 2, "xy".index(which)),
    ]  # fmt: skip


def properties(
    *, floor: Num | int = 0, limit: int = 4, given: Sequence[Any] = BOUNDS, share: Num = s,
    most: Sequence[Any] = MOST, constant: Fraction | int = 1, near: Sequence[Any] = NEAR,
    of: Many = F,
) -> tuple[Proof, ...]:  # fmt: skip
    """Gap >= 0; Gap <= 4 L; convexity, of the function `of`; Gap(z) <= Gap(z') + L |z - z'|."""
    concludes = (floor, "<=", gap(x, y))
    positive = Proof(Theorem((d_x, d_y, X, Y, L, F, x, y), concludes=concludes))
    positive.gram(concludes, [(1, positive.under(gap(x, y), (x, y)))])

    def bounded(proof: Proof) -> list[Any]:
        return [
            (1, proof.saddle(F, "x", p, (x, y))), (1, proof.saddle(F, "y", r, (x, y))),
            *slope(proof, "x", (x, y), x - p, 2, proof.diameter(X, x, p)),
            *slope(proof, "y", (x, y), r - y, 2, proof.diameter(Y, r, y)),
        ]  # fmt: skip

    u, z = (1 - s) * x + s * x_2, (1 - s) * y + s * y_2

    def convex(proof: Proof) -> list[Any]:
        return [(c, fact) for c, to, at in ((1 - s, x, y), (s, x_2, y_2)) for fact in (
            proof.saddle(of, "x", to, (u, r)) if of is F else proof.saddle(of, "y", to, (r, u)),
            proof.saddle(of, "y", at, (p, z)) if of is F else proof.saddle(of, "x", at, (z, p)),
            proof.under(gap(to, at, of), (p, r)),
        )]  # fmt: skip

    def lipschitz(proof: Proof) -> list[Any]:
        return [
            (1, proof.saddle(F, "x", x_2, (x, r))), (1, proof.saddle(F, "y", y_2, (p, y))),
            (1, proof.under(gap(x_2, y_2), (p, r))), *slope(proof, "x", (x, r), x - x_2, a, 2),
            *slope(proof, "y", (p, y), y_2 - y, b, 3),
        ]  # fmt: skip

    near_by = gap(x_2, y_2) + constant * L * (a + b)
    average = (1 - s) * gap(x, y, of) + share * gap(x_2, y_2, of)
    return (
        positive, shown(limit * L, x, y, (L,), given, bounded),
        shown(average, u, z, (s, x_2, y_2), most, convex, of),
        shown(near_by, x, y, (L, a, b, x_2, y_2), (*given, *near), lipschitz),
    )  # fmt: skip
