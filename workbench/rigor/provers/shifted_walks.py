"""The bias of a derivative at sampled vertices, by walks that are shifted along it and against it.

F(u, w) is a function at a point u of a simplex that is moved along a segment, whose ends w = p and
w = q are r = 1/sqrt(N) to one side of u, and to the other one.  F(u, p) - F(u, q) is the derivative
along p - q in the middle, up to how F bends along it, at u = Xh as at u = xb, and the walk from xb
to Xh costs no more at either end than without the shift.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from workbench.rigor.provers.averaged_walks import HALF, L, N, t
from workbench.rigor.provers.fine_walks import ends, walk_in_parts
from workbench.rigor.provers.paired_walks import F, X, Y, along, d_x, d_y, smooth, x
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem

r, p, q = 1 / th.root(N), th.point("p", Y), th.point("q", Y)
DRAWN = th.draws("x_s", t, mean=x[t], of=X)


def _weight(_: Num) -> Num:
    return th.num(1) / N


def shifted(
    *, sign: int = 1, share: Fraction | int = 1, kept: str = "xy", drawn: Many = DRAWN
) -> Proof:
    """Sign <E grad_w F(Xh, m) - grad_w F(xb, m), p - q>/(2r) <= share 2 L/sqrt(N).

    m is between p and q; kept: the points in which it is known how F bends
    """
    middle, sizes = HALF * p + HALF * q, (L, L / N)
    mean, point = ends(_weight, drawn, x)
    slopes = F.slope("y", point, middle) - F.slope("y", mean, middle)
    said = (sign * th.root(N) / 2 * th.mean(slopes @ (p - q)), "<=", share * 2 * L / th.root(N))
    symbols = (d_x, d_y, X, Y, L, N, F, p, q, x, drawn)
    made = Proof(Theorem(symbols, given=smooth(F, sizes, kept), concludes=said))
    facts: list[Any] = []
    for way, end in ((1, p), (-1, q)):
        own = along(F, "x", L, end)
        cost = walk_in_parts(made, own, X, _weight, X=drawn, x=x, sign=way * sign)
        facts.append((1 / (2 * r), cost))
        for side, at in ((sign, point), (-sign, mean)):
            bound = along(F, "y", sizes[1], at).bound(made, -way * side, end, middle)
            facts.append((1 / (2 * r), made.expect(bound)))
            far = made.scaled(Y, way * HALF, p - q, which="sq")
            near = made.diameter(Y, p, q)
            facts += [(r * L / 4, made.expect(far)), (r * L / 16, near)]
    made.gram(said, facts)
    return made
