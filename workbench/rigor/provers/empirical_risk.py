"""What a mean of N losses has of theirs, and what clipping does to the distance of two vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

G, L, a, b = (th.number(name, at_least=0) for name in ("G", "L", "a", "b"))
N, i, k, t = th.integer("N", at_least=1), *map(th.integer, "ikt")


def mean(
    *,
    changes: bool = False,
    share: Any = 1,  # noqa: ANN401 - a number
    told: Sequence[int] = (0,),
) -> Proof:
    """The mean of N gradients u_i is as short as they are, or that of changes u_i - v_i.

    changes: whether it is the changes between two points, at most L |w - w_2| each, or at most G
    share, told: a factor at the bound, and the places of the hypotheses that are kept
    """
    u, v = (th.draws(name, i, mean=None) for name in "uv")
    w, w_2 = th.vector("w"), th.vector("w_2")
    size = L * abs(w - w_2) if changes else G

    def one(at: Num) -> Any:  # noqa: ANN401 - a vector
        return u[at] - v[at] if changes else u[at]

    def summed(m: Num) -> th.Said:
        return abs(th.total(i, 0, m - 1, one(i))), "<=", m * size

    p = Proof(Theorem(
        (L, N, w, w_2, u, v) if changes else (G, N, u),
        given=[[(t, 0, (abs(one(t)), "<=", size))][place] for place in told],
        concludes=(abs(1 / N * th.total(i, 0, N - 1, one(i))), "<=", share * size),
    ))  # fmt: skip
    here = p.induction(k, 0, summed(k), p.gram(summed(0 * N), []))
    both = p.triangle((1, th.total(i, 0, k - 1, one(i))), (1, one(k)))
    p.gram(summed(k + 1), [(1, here), (1, both), (1, p.at(0, k))])
    all_of_them = p.at(p.close(), N)
    whole = p.triangle((1 / N, th.total(i, 0, N - 1, one(i))))
    p.gram(p.theorem.concludes, [(1, whole), (1 / N, all_of_them)])
    return p


def clipped(*, both: bool = True, factor: Any = 1, told: Sequence[int] = (0,)) -> Proof:  # noqa: ANN401
    """|e - f|^2 <= |(1 + a) e - (1 + b) f|^2 where |e| = |f| = G, or b = 0 and |f| <= |e| = G.

    both: whether both vectors are longer than G
    factor, told: a factor at the bound, and the places of the hypotheses that are kept
    """
    e, f = th.vector("e"), th.vector("f")
    long = (1 + a) * e - ((1 + b) if both else th.num(1)) * f
    given = [[(f @ f, "=" if both else "<=", e @ e)][place] for place in told]
    p = Proof(Theorem((a, *((b,) if both else ()), e, f), given=given,
                      concludes=(th.square(e - f), "<=", factor * th.square(long))))  # fmt: skip
    if both:
        p.gram(p.theorem.concludes, [((1 + b) * (a - b), 0)],
               squares=[((a - b) ** 2, e), (a + b + a * b, e - f)])  # fmt: skip
    else:
        p.gram(p.theorem.concludes, [(a, 0)], squares=[(a**2, e), (a, e - f)])
    return p
