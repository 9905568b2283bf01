"""The bias of a derivative at sampled vertices of two simplices, by walks shifted along it.

P(u, v) has the entries F(u + r e_j, v), and K(u, v) has F(u - r e_j, v), for r = sqrt(2/N): each
bends by L_1 in either point at most, and (P - K)/(2r) is the gradient of F in the first point up to
L_1 r/2 in each entry, at the averages of the points as at those of the means.  The walks from these
to those cost no more at either end than without the shift, 2 L_1/N, so

    |E d_jF(Xh, Yh) - d_jF(xb, yb)| <= 2 L_1/(N r) + L_1 r = 2 sqrt(2) L_1/sqrt(N).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from workbench.rigor.provers.averaged_walks import HALF, L, N
from workbench.rigor.provers.bounded_differences import PAIR, Drawn, P, S_x, S_y, Told
from workbench.rigor.provers.fine_walks import ends, walk_in_parts
from workbench.rigor.provers.paired_walks import X, Y, d_x, d_y, x, x_s, y, y_s
from workbench.rigor.provers.shifted_differences import K
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem

Q_x, Q_y, e = th.mapping("Q"), th.mapping("Q_2"), th.point("end", X)
r = th.root(2) / th.root(N)
SIDES = ((P, (S_x, S_y), 1), (K, (Q_x, Q_y), -1))
ALL: Sequence[str] = ("x", "y", "apart")


def _weight(_: Num) -> Num:
    return th.num(1) / N


def _apart(which: Many, sign: int, side: int) -> Num:
    """How far the entries are from F + side r d_jF, less what smoothness allows."""
    at, beside, way = th.point("at_X", X), th.point("at_Y", Y), th.point("way", X)
    slope = PAIR.slope("x", at, beside)
    gap = which(at, beside) @ way - PAIR(at, beside) - side * r * (slope @ way)
    return th.supremum([at, beside, way], sign * gap - HALF * L * r**2)


def shifted_of_two(
    *, sign: int = 1, share: Fraction | int = 1, kept: Sequence[str] = ALL, first: Many = x_s,
    second: Many = y_s,
) -> Proof:  # fmt: skip
    """Sign <E grad_x F(Xh, Yh) - grad_x F(xb, yb), e> <= share 2 sqrt(2) L_1/sqrt(N).

    kept: the points in which it is known how P and K bend, and that they are near F
    """
    blocks = [Drawn(X, x, first), Drawn(Y, y, second)]
    told = [Told(blocks, z, lambda i, end, *at, s=s: s[i](*at, *end), L, L, along=X)
            for z, s, _ in SIDES]  # fmt: skip
    given = [(of.bend(place, way), "<=", 0)
             for of in told for place, which in enumerate("xy") if which in kept
             for way in (1, -1)]  # fmt: skip
    near = [(_apart(z, way, side), "<=", 0) for z, _, side in SIDES for way in (1, -1)]
    given += near if "apart" in kept else []
    (x_, x_h), (y_, y_h) = (ends(_weight, one.drawn, one.means) for one in blocks)
    moved = PAIR.slope("x", x_h, y_h) - PAIR.slope("x", x_, y_)
    said = (sign * th.mean(moved @ e), "<=", share * 2 * th.root(2) * L / th.root(N))
    maps = (P, K, S_x, S_y, Q_x, Q_y)
    symbols = (d_x, d_y, X, Y, L, N, e, PAIR, *maps, x, y, second, first)
    p = Proof(Theorem(symbols, given=given, concludes=said))
    facts: list[Any] = []
    shifts = th.num(0)
    for z, _, side in SIDES:
        shifts = shifts + sign * side * th.mean((z(x_h, y_h) - z(x_, y_)) @ e)
        for points, way in (((x_h, y_h), -sign * side), ((x_, y_), sign * side)):
            bound = _apart(z, way, side)
            facts += [p.given((bound, "<=", 0)), p.expect(p.under(bound, [*points, e]))]
    differ = (sign * 2 * r * th.mean(moved @ e), "<=", shifts + 2 * L * r**2)
    facts = [p.gram(differ, [(1, fact) for fact in facts])]
    for of, (_, _, side) in zip(told, SIDES, strict=True):
        for place, (block, beside) in enumerate(zip(blocks, (y_h, x_), strict=True)):
            bent = of.curve(place, [beside])
            facts.append(walk_in_parts(p, bent, block.of, _weight, X=block.drawn, x=block.means,
                                       sign=sign * side, L=L))  # fmt: skip
    p.gram(said, [(1 / (2 * r), fact) for fact in facts])
    return p
