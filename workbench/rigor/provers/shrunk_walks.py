"""The bias of a gradient at vertices of a simplex, by walks that are shrunk towards a point.

u -> (1 - r) u + r p stays in the simplex, and F differs at its ends by r <grad F(u), p - u> up to
2 L r^2.  Both for p and for q, at the sampled average and at that of the means, it gives
r <E grad F(Xh) - grad F(xb), p - q> <= 2 L/N + 8 L r^2.
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.provers.averaged_walks import HALF, L, N, t
from workbench.rigor.provers.fine_walks import MEANS, D, d, fine_walk
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem

p_, q_, r = th.point("p", D), th.point("q", D), th.number("r", above=0)
DRAWN = th.draws("X", t, mean=MEANS[t], of=D)


def shrunk(sign: int, *, X: Many = DRAWN) -> Proof:
    """Sign (E F(r p + (1 - r) Xh) - F(r p + (1 - r) xb)) <= (1 - r)^2 L/N."""
    return fine_walk(
        D, (d, D, L, N, r, p_), lambda _: (1 - r) / N, X=X, x=MEANS, sign=sign, apart="diameter",
        given=[(r, "<=", HALF)], beside=r * p_,
    )  # fmt: skip


def _between(drawn: Many, smooth: Num | None) -> tuple[Many, Num]:
    """A function, and <E grad F(Xh) - grad F(xb), p - q>."""
    F = th.function("F", smooth=smooth, on=D)
    mean, point = (th.total(t, 0, N - 1, 1 / N * z[t]) for z in (MEANS, drawn))
    return F, th.mean((F.grad(point) - F.grad(mean)) @ (p_ - q_))


def _bias(drawn: Many, smooth: Num | None) -> Proof:
    """It is at most 2 L/(N r) + 8 L r for 0 < r <= 1/2."""
    F, left = _between(drawn, smooth)
    said = (left, "<=", 2 * L / (N * r) + 8 * L * r)
    symbols = (d, D, L, N, r, p_, q_, MEANS, drawn, F)
    p = Proof(Theorem(symbols, given=[(r, "<=", HALF)], concludes=said))
    facts: list[Any] = []
    for sign, to in ((1, p_), (-1, q_)):
        same = {"d": d, "Delta": D, "L_1": L, "N": N, "r": r, "p": to, "x": MEANS}
        facts.append((1 / r, p.by(shrunk(sign), {**same, "X": drawn, "F": F})))
        for moved, z in ((sign, drawn), (-sign, MEANS)):
            at = th.total(t, 0, N - 1, 1 / N * z[t])
            bound = p.ascent if moved == 1 else p.descent
            facts.append((1 / r, p.expect(bound(F, r * to + (1 - r) * at, at))))
            long = p.expect(p.scaled(D, r, to - at, which="sq"))
            near = p.expect(p.diameter(D, to, at))
            facts += [(HALF * L / r, long), (HALF * L * r, near)]
    p.gram(said, facts)
    return p


def bias(*, factor: int = 8, drawn: Many = DRAWN, smooth: Num | None = L) -> Proof:
    """<E grad F(Xh) - grad F(xb), p - q> <= 8 L/sqrt(N) for points p, q of a simplex."""
    (F, left), root = _between(drawn, smooth), th.root(N)
    said = (left, "<=", factor * L / root)
    p = Proof(Theorem((d, D, L, N, p_, q_, MEANS, drawn, F), concludes=said))
    size = 1 / (2 * root)
    p.visible((size, "<=", HALF), gap=(N - 1) / (2 * root * (root + 1)))
    same = {"d": d, "Delta": D, "L_1": L, "N": N, "r": size, "p": p_, "q": q_, "x": MEANS}
    p.gram(said, [(1, p.by(_bias(drawn, smooth), {**same, "X": drawn, "F": F}))])
    return p
