"""Gradients at averages of vertices, by differences of a function that is smooth on the simplex.

P(u) has the entries F((1 - r) u + r e_j), each a function of u that is L_0-Lipschitz and smooth as
F is, and V(u) has v_j(u) = <grad F(u), e_j - u> + F(u)/r: this is P/r up to 2 L_1 r, as e_j is 2 at
most from u.  Where P is near its value at the average of the means, so is V; the best r gives

    E max_j (v_j(Xh) - v_j(xb))^2 <= 16 L_1 Q,  Q = L_1/N + L_0 sqrt((2 ln(2d) + 2)/N) = 4 L_1 r^2.

The derivatives d_jF(Xh) - d_jF(xb) are v_j(Xh) - v_j(xb) and one number, so half of their range is
no larger.  For r > 1 it is at most 2 L_1, as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from workbench.rigor.provers.averaged_walks import HALF, N
from workbench.rigor.provers.bounded_differences import (
    FIRST,
    L0,
    L1,
    Drawn,
    P,
    S_x,
    Told,
    _ends,
    near,
    x_s,
)  # fmt: skip
from workbench.rigor.provers.fine_walks import Bent
from workbench.rigor.provers.paired_walks import X, d_x, x
from workbench.rigor.provers.shifted_differences import r, squared
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Relation
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

V, F = th.mapping("V"), th.function("F", smooth=L1, on=X)
TIED = ("apart", "entries")
ALL: Sequence[str] = ("growth", "bend", *TIED)


@dataclass(frozen=True)
class Scaled(Told):
    """P/r, of which P is told how it bends and grows."""

    def part(self) -> Told:
        """P, with derivatives S."""
        return Told(self.blocks, P, lambda _i, e, u: S_x(u, *e), L0, L1, along=self.along)

    def grown(self, p: Proof, place: int, points: Sequence[Vec]) -> list[Any]:
        """As P grows."""
        return [(1 / r, fact) for _, fact in self.part().grown(p, place, points)]

    def curve(self, place: int, others: Sequence[Vec]) -> Bent:
        """As P bends."""
        own, inner = Told.curve(self, place, others), self.part().curve(place, others)

        def bound(p: Proof, sign: int, to: Vec, at: Vec) -> int:
            model = sign * own.value(at) + sign * own.slope(at) @ (to - at)
            said = (sign * own.value(to), "<=", model + HALF * self.L * X.square(to - at))
            return p.gram(said, [(1 / r, inner.bound(p, sign, to, at))])

        return Bent(own.value, own.slope, bound)


def _apart(sign: int) -> Num:
    """How far the entries of P are from F + r <grad F, e_j - u>, less what smoothness allows."""
    at, way = th.point("at_X", X), th.point("way", X)
    model = F(at) + r * (F.grad(at) @ (way - at))
    return th.supremum([at, way], sign * (P(at) @ way - model) - 2 * L1 * r**2)


def _entries(sign: int) -> Num:
    """What the entries of V are."""
    at, way = th.point("at_X", X), th.point("way", X)
    entry = F.grad(at) @ (way - at) + F(at) / r
    return th.supremum([at, way], sign * (V(at) @ way - entry))


def inner_partials(
    *, drawn: Many = x_s, share: Fraction | int = 1, kept: Sequence[str] = ALL
) -> Proof:
    """E of the largest square of an entry of V(Xh) - V(xb) is at most 16 share L_1 Q."""
    of = Scaled([Drawn(X, x, drawn)], lambda u: 1 / r * P(u), lambda _, e, u: 1 / r * S_x(u, *e),
                L0 / r, L1 / r, along=X)  # fmt: skip
    w = th.root(L0**2 / N * (2 * th.ln(2 * d_x) + 2))
    given: list[Any] = [(w, "=", 4 * L1 * r**2 - L1 / N), *of.part().given(kept)]
    given += [(_apart(sign), "<=", 0) for sign in (1, -1) if "apart" in kept]
    given += [(_entries(sign), "<=", 0) for sign in (1, -1) if "entries" in kept]
    (middle,), (sampled,) = _ends(of)
    said = (th.mean(X.peak(V(sampled) - V(middle))), "<=", 16 * share * L1 * (L1 / N + w))
    symbols = (d_x, X, L0, L1, N, r, F, P, V, S_x, x, drawn)
    p = Proof(Theorem(symbols, given=given, concludes=said))
    u, e = th.point("there", X), th.point("entry", X)
    for sign in (1, -1):
        claimed = (
            sign * ((V(u) - V(middle) - (of.term(u) - of.term(middle))) @ e),
            "<=",
            4 * L1 * r,
        )
        p.over([u, e], claimed)
        facts: list[Any] = []
        for at, way in ((u, sign), (middle, -sign)):
            for scale, bound in ((1, _entries(way)), (1 / r, _apart(-way))):
                facts += [(scale, p.under(bound, [at, e])), (scale, p.given((bound, "<=", 0)))]
        p.gram(claimed, facts)
        p.close()
    shown = near(p, of, seen=V(FIRST.point("hole")) - V(middle), off=4 * L1 * r)
    squared(p, of, said, shown, 4 * L1 * r, w / r, given[0])
    return p


def far_apart(*, share: Fraction | int = 1, smooth: Num | None = L1) -> Proof:
    """|grad F(u) - grad F(v)|_*^2 <= share 4 L_1^2 for points u, v of the simplex."""
    u, v, own = th.point("u", X), th.point("v", X), th.function("F", smooth=smooth, on=X)
    said = (X.dual(own.grad(u) - own.grad(v)), "<=", share * 4 * L1**2)
    p = Proof(Theorem((d_x, X, L1, own, u, v), concludes=said))
    p.gram(said, [(1, p.lipschitz(own, u, v)), (L1**2, p.diameter(X, u, v))])
    return p


def half_ranges(least: str = "4*L_1", sides: str = "g + c <= w, -w <= k + c") -> list[Relation]:
    """Of numbers g and k that are at most w with c added, and of what is always so."""
    known = f"w >= 0, {sides}"
    trivial = parse("4*L_1^2 <= 16*L_1*Q", where=f"L_1, Q > 0, {least} <= Q")
    return [parse("(g - k)/2 <= w", where=known), trivial]
