"""Maps at averages of independent points, against the errors of these averages.

xh and yh are averages of K points, independent of one another, of means x and y.  One of the points
is exchanged for a copy of it, which moves the average by 1/K of their distance, at most 2: so for
maps that are Lipschitz from the norm to the dual norm, with constants L_xx and L_yy, each in its
own point,

    |E <P(xh, yh), xh - x> + E <Q(xh, yh), yh - y>| <= 2 (L_xx + L_yy)/K.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.rigor.provers.saddle_means import K, L_xx, L_yy, a, a_2, b, b_2
from workbench.rigor.provers.saddle_paths import X, Y, d_x, d_y
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

P, Q, t = th.mapping("P"), th.mapping("Q"), th.integer("t")
k = th.integer("k", at_least=0)
x, y = th.points("x", X), th.points("y", Y)
LIPSCHITZ = (
    th.supremum((a, a_2, b), X.dual(P(a, b) - P(a_2, b)) - L_xx**2 * X.square(a - a_2)),
    th.supremum((a, b, b_2), Y.dual(Q(a, b) - Q(a, b_2)) - L_yy**2 * Y.square(b - b_2)),
)


def left_out(
    *, sign: int = 1, blocks: int = 2, count: Num | None = K, together: bool = True,
    kept: str = "xy", vertex: bool = False, same: bool = True,
) -> Proof:  # fmt: skip
    """The bound for one sign, in any round k of independent averages.

    blocks: the constant, 2 of it; count: the points of an average, where they are told
    together: whether the averages of a round are independent; kept: the hypotheses that are
    vertex: whether the points are vertices, with 2 (L_xx (1 - |x|^2) + L_yy (1 - |y|^2))/K;
    same: whether they are where this bound is claimed
    """
    law: Any = {"average": count, "vertex": vertex and same}
    x_h = th.draws("x_h", t, mean=x[t], of=X, **law)
    y_h = th.draws("y_h", t, mean=y[t], of=Y, **law, together=x_h if together else None)
    values = P(x_h[k], y_h[k]) @ (x_h[k] - x[k]) + Q(x_h[k], y_h[k]) @ (y_h[k] - y[k])
    given = [(one, "<=", 0) for one, n in zip(LIPSCHITZ, "xy", strict=True) if n in kept]
    whole = L_xx + L_yy
    if vertex:
        whole = L_xx * (1 - x[k] @ x[k]) + L_yy * (1 - y[k] @ y[k])
    says = (th.mean(sign * values), "<=", blocks * whole / K)
    symbols = (d_x, d_y, X, Y, K, k, L_xx, L_yy, P, Q, x, y, x_h, y_h)
    p = Proof(Theorem(symbols, given=given, concludes=says))

    def block(place: int, of: Many, drawn: Vec, constant: Num, met: Callable[[Vec], Vec]) -> int:
        points = tuple(th.point(f"{name}_{place}", of) for name in ("r", "p", "q"))
        near, far, wanted = p.exchange(drawn, met, points, K, 2 * constant / K)
        moved, scale = met(near) - met(far), K / constant
        others = (near, far, y_h[k]) if place == 0 else (x_h[k], near, far)
        facts: list[Any] = [
            (constant / (2 * K), p.young(of, scale * moved, points[1] - points[2])),
            (constant / (4 * K), p.scaled(of, scale, moved, which="dual")),
            (scale / 4, p.scaled(of, sign, sign * moved, which="dual")),
            (scale / 4, p.under(LIPSCHITZ[place], others)), (scale / 4, place),
            (K * constant / 4, p.scaled(of, 1 / K, points[1] - points[2], which="sq")),
            (constant / (2 * K), p.diameter(of, points[1], points[2])),
        ]  # fmt: skip
        p.gram(wanted, facts)
        return p.close()

    first = block(0, X, x_h[k], L_xx, lambda at: sign * P(at, y_h[k]))
    second = block(1, Y, y_h[k], L_yy, lambda at: sign * Q(x_h[k], at))
    p.gram(says, [(1, first), (1, second)])
    return p


X_t, one = th.draws("V", t, mean=th.point("p", X), of=X, vertex=True), th.point("p", X)


def twice_the_average(*, drawn: Many = X_t, scale: int = 2) -> Proof:
    """E <2 xh, xh - p> = (scale/K)(1 - |p|^2) for K vertices V of mean p, of the sum S."""
    zero, nothing = th.num(0), Vec(["zero"])
    bare = th.iterates("S", t, before=nothing, start=nothing)
    S = th.iterates("S", t, before=nothing, start=nothing, following=bare[t] + drawn[t])

    def summed(i: Num, claimed: Callable[..., Any], step: Callable[[int], list[Any]]) -> int:
        start = p.gram(claimed(zero, nothing), [])
        start = p.unfold(claimed(zero, S[zero]), start, [(S, zero)])
        here = p.induction(i, 0, claimed(i, S[i]), start)
        grown = p.gram(claimed(i + 1, S[i] + drawn[i]), step(here))
        p.unfold(claimed(i + 1, S[i + 1]), grown, [(S, i + 1)])
        return p.close()

    average = 1 / K * S[K]
    said = (th.mean((2 * average) @ (average - one)), "=", scale / K * (1 - one @ one))
    p = Proof(Theorem((d_x, X, K, one, drawn, S), concludes=said))
    i, j = th.integer("i"), th.integer("j")
    first = summed(i, lambda count, s: (th.mean(s @ one), "=", count * (one @ one)),
                 lambda here: [(1, here), (1, p.centred(drawn[i], one))])  # fmt: skip
    second = summed(
        j, lambda count, s: (th.mean(s @ (s - count * one)), "=", count * (1 - one @ one)),
        lambda here: [
            (1, here), (2, p.centred(drawn[j], S[j])), (0 * j - j - 1, p.centred(drawn[j], one)),
            (1, p.at(first, j)), (1, p.expect(p.vertex(drawn[j]))),
        ],
    )  # fmt: skip
    p.gram(said, [(2 / K**2, p.at(second, K))])
    return p
