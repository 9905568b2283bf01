"""The bias of a gradient at averages of sampled vertices, where its components are smooth.

A component G(u) = <grad F(u), h> is a function as any other one: its value at the average of the
points is in the mean that at the average of the means, up to what a walk from there costs.
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.provers import paired_walks as two
from workbench.rigor.provers.averaged_walks import N
from workbench.rigor.provers.fine_walks import (
    CENTRE,
    MEANS,
    VERTICES,
    D,
    curve,
    d,
    ends,
    spread,
    walk_in_parts,
)  # fmt: skip
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

L1, L2 = th.number("L_1", at_least=0), th.number("L_2", at_least=0)
h, k = th.vector("h"), th.vector("h_2")
F = th.function("F", smooth=L1, on=D)


def same(bound: tuple[Vec, ...], G: Num, component: Num) -> list[tuple[Num, str, int]]:
    """The hypotheses that two numbers are equal at all points."""
    return [(th.supremum(bound, sign * (G - component)), "<=", 0) for sign in (1, -1)]


def _weight(_: Num) -> Num:
    return th.num(1) / N


def component_bias(
    *, sign: int = 1, less: int = 1, smooth: Num | None = L2, kept: bool = True,
    x: Many = MEANS, X: Many = VERTICES,
) -> Proof:  # fmt: skip
    """Sign <E grad F(Xh) - grad F(xb), h> <= (L_2/N)(1 - less/d), for <grad F, h> L_2-smooth.

    kept: whether it is known that G is this component
    """
    G, u = th.function("G", smooth=smooth, on=D), th.point("u", D)
    centre, sampled = ends(_weight, X, x)
    equal = same((u,), G(u), F.grad(u) @ h)
    given = equal if kept else []
    left = sign * th.mean((F.grad(sampled) - F.grad(centre)) @ h)
    said = (left, "<=", L2 / N * (1 - less / d))
    p = Proof(Theorem((d, D, L1, L2, N, h, F, G, CENTRE, x, X), given=given, concludes=said))
    walked = walk_in_parts(p, curve(G), D, _weight, X=X, x=x, sign=sign, apart="vertices", L=L2)
    long = p.by(spread(), {"d": d, "Delta": D, "L_1": th.num(1), "N": N, "x": x, "c": CENTRE})
    facts: list[Any] = [(1, walked), (L2, long)]
    for up, at in ((sign, sampled), (-sign, centre)):
        bound = equal[up == 1]
        facts += [(1, p.expect(p.under(bound[0], (at,)))), (1, p.given(bound))]
    p.gram(said, facts)
    return p


def pair_bias(
    *, sign: int = 1, share: int = 2, smooth: str = "xy", kept: bool = True, first: Many = two.x_s
) -> Proof:
    """The same of <grad_x F, h> + <grad_y F, k> for points of two simplices: share L_2/N.

    smooth: the points in which it is known how this component bends
    """
    F, G = two.F, th.pair("G", two.X, two.Y)
    u, w = th.point("u", two.X), th.point("w", two.Y)

    def component(*at: Vec) -> Num:
        return F.slope("x", *at) @ h + F.slope("y", *at) @ k

    equal = same((u, w), G(u, w), component(u, w))
    (x, x_h), (y, y_h) = ends(_weight, first, two.x), ends(_weight, two.y_s, two.y)
    left = sign * th.mean(component(x_h, y_h) - component(x, y))
    said = (left, "<=", share * L2 / N)
    given = [*two.smooth(G, (L2, L2), smooth), *(equal if kept else [])]
    symbols = (two.d_x, two.d_y, two.X, two.Y, L2, N, h, k, F, G, two.x, two.y, two.y_s, first)
    p = Proof(Theorem(symbols, given=given, concludes=said))
    walked = two.walk_both(p, G, (L2, L2), (first, two.y_s), (two.x, two.y), sign)
    facts: list[Any] = [(1, one) for one in walked]
    for up, at in ((sign, (x_h, y_h)), (-sign, (x, y))):
        bound = equal[up == 1]
        facts += [(1, p.expect(p.under(bound[0], at))), (1, p.given(bound))]
    p.gram(said, facts)
    return p
