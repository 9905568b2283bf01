"""Gradients at averages of vertices, by differences of a function that is smooth nearby.

P(u) has the entries F(u + r e_j), and K(u) has F(u - r e_j): each is a function of u, L_0-Lipschitz
and L_1-smooth, and (P - K)/(2r) is the gradient of F up to L_1 r/2 in each entry.  Where it is near
its value at the average of the means, so is the gradient, up to L_1 r; and the best r gives

    E max_j (d_jF(Xh) - d_jF(xb))^2 <= 4 L_1 Q,    Q = L_1/N + L_0 sqrt((2 ln(2d) + 2)/N) = L_1 r^2.
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
    G,
    L,
    P,
    S_x,
    S_y,
    Told,
    _ends,
    near,
    x_s,
)
from workbench.rigor.provers.fine_walks import Bent
from workbench.rigor.provers.paired_walks import X, d_x, x
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

r, K = th.number("r", above=0), th.mapping("K")


@dataclass(frozen=True)
class Halves(Told):
    """(P - K)/(2r), of which P and K are told how they bend and grow."""

    def parts(self) -> list[Told]:
        """P, with derivatives S, and K, with S_2."""
        told = ((P, S_x), (K, S_y))
        return [Told(self.blocks, z, lambda _i, e, u, s=s: s(u, *e), L0, L1, along=self.along)
                for z, s in told]  # fmt: skip

    def grown(self, p: Proof, place: int, points: Sequence[Vec]) -> list[Any]:
        """Of P from q to p, and of K from p to q."""
        at, first, last, *more = points
        up, down = self.parts()
        facts = up.grown(p, place, points) + down.grown(p, place, [at, last, first, *more])
        return [(1 / (2 * r), fact) for _, fact in facts]

    def curve(self, place: int, others: Sequence[Vec]) -> Bent:
        """It bends as half of P and K together do."""
        own = Told.curve(self, place, others)
        up, down = (part.curve(place, others) for part in self.parts())

        def bound(p: Proof, sign: int, to: Vec, at: Vec) -> int:
            model = sign * own.value(at) + sign * own.slope(at) @ (to - at)
            said = (sign * own.value(to), "<=", model + HALF * self.L * X.square(to - at))
            both = up.bound(p, sign, to, at), down.bound(p, -sign, to, at)
            return p.gram(said, [(1 / (2 * r), one) for one in both])

        return Bent(own.value, own.slope, bound)


def _apart(which: Many, sign: int, side: int) -> Num:
    """How far the entries are from F + side r d_jF, less what smoothness allows."""
    at, way = th.point("at_X", X), th.point("way", X)
    gap = which(at) @ way - G(at) - side * r * (G.grad(at) @ way)
    return th.supremum([at, way], sign * gap - HALF * L1 * r**2)


_SIDES = ((P, 1), (K, -1))
ALL: Sequence[str] = ("growth", "bend", "apart")


def shifted_partials(
    *, drawn: Many = x_s, share: Fraction | int = 1, kept: Sequence[str] = ALL
) -> Proof:
    """E of the largest square is at most 4 share L_1 Q."""
    half = 1 / (2 * r)
    of = Halves(
        [Drawn(X, x, drawn)],
        lambda u: half * (P(u) - K(u)),
        lambda _, e, u: half * (S_x(u, *e) - S_y(u, *e)),
        L0 / r,
        L1 / r,
        along=X,
    )
    w = th.root(L0**2 / N * (2 * th.ln(2 * d_x) + 2))
    given: list[Any] = [(w, "=", L1 * r**2 - L1 / N)]
    given += [fact for part in of.parts() for fact in part.given(kept)]
    bent = [(_apart(z, sign, side), "<=", 0) for z, side in _SIDES for sign in (1, -1)]
    given += bent if "apart" in kept else []
    (middle,), (sampled,) = _ends(of)
    said = (th.mean(X.peak(G.grad(sampled) - G.grad(middle))), "<=", 4 * share * L1 * (L1 / N + w))
    p = Proof(
        Theorem((d_x, X, L, L0, L1, N, r, G, P, K, S_x, S_y, x, drawn), given=given, concludes=said)
    )
    hole = FIRST.point("hole")
    u, e = th.point("there", X), th.point("entry", X)

    def gap(at: Vec) -> Vec:
        return G.grad(at) - G.grad(middle) - (of.term(at) - of.term(middle))

    for sign in (1, -1):
        claimed = (sign * (gap(u) @ e), "<=", L1 * r)
        p.over([u, e], claimed)
        facts = []
        for at, way in ((u, sign), (middle, -sign)):
            for z, side in _SIDES:
                bound = _apart(z, -way * side, side)
                facts += [
                    (1 / (2 * r), p.under(bound, [at, e])),
                    (1 / (2 * r), p.given((bound, "<=", 0))),
                ]
        p.gram(claimed, facts)
        p.close()
    shown = near(p, of, seen=G.grad(hole) - G.grad(middle), off=L1 * r)
    squared(p, of, said, shown, L1 * r, w / r, given[0])
    return p


def squared(
    p: Proof, of: Told, said: Any, shown: int, off: Num, wide: Num, known: Any  # noqa: ANN401
) -> None:  # fmt: skip
    """The bound from what the bounded differences show: the root there is `wide`, as is known."""
    size, level = 2 * of.steep / N, 1 + th.ln(2 * d_x)
    spread = th.num(0) + N * size**2
    own = Num(["root", 2, ["*", th.num(HALF).tree, spread.tree, level.tree]])
    for low, high in ((own, wide), (wide, own)):
        told = {"kind": "powers", "power": 2, "lower": low.tree, "upper": high.tree}
        same = p.scalar(
            (low, "<=", high), {**told, "sign": {"kind": "sign"}, "proof": {"kind": "sign"}}
        )
    turned = p.rewrite((said[0], "<=", (of.L / N + off + wide) ** 2), shown, same - 1)
    p.rewrite(said, turned, p.given(known))
