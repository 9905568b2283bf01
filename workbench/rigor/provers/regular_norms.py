"""Mean squares of sums of centred steps, in a norm whose square is smooth, and in one beside it.

With |x + y|^2 <= |x|^2 + <grad |x|^2, y> + kappa |y|^2 the middle term has mean zero for a step y
that is centred given the past; so the mean squares of martingale differences add up.
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Said, Theorem, Vec

P, S, G = th.convex("P"), th.convex("S"), th.mapping("G")
small, large = th.number("kappa_plus", above=0), th.number("kappa", above=0)
n, i, j, k = th.integer("n", at_least=1), *(th.integer(c) for c in "ijk")


def sums(
    *, norm: Many = P, constant: Num = small, centre: int | None = 0, without: int = -1
) -> Proof:
    """E |xi_0 + .. + xi_(n-1)|^2 <= constant sum E |xi_j|^2, in |.|_+ = P or in |.|_* = S."""
    xi = th.draws("xi", j, mean=centre)

    def walked(count: Num) -> Vec:
        return th.total(j, 0, count - 1, xi[j])

    def claimed(count: Num, left: Many) -> Said:
        squares = constant * th.mean(norm.square(xi[j]))
        return th.mean(left.square(walked(count))), "<=", th.total(j, 0, count - 1, squares)

    smooth = P.square(walked(k)) + G(walked(k)) @ xi[k] + small * P.square(xi[k])
    every: list[Any] = [
        (k, 0, (P.square(walked(k) + xi[k]), "<=", smooth)),
        (k, 0, (S.square(walked(k)), "<=", P.square(walked(k)))),
        (k, 0, (P.square(xi[k]), "<=", large / small * S.square(xi[k]))),
    ]
    more = () if norm is P else (S, large)
    given = [g for place, g in enumerate(every[: 1 + len(more)]) if place != without]
    p = Proof(Theorem((P, G, small, n, xi, *more), given=given, concludes=claimed(n, norm)))
    step_is, lower, upper = map(p.given, every)
    here = p.induction(i, 0, claimed(i, P), p.gram(claimed(0 * n, P), []))
    step = [(1, here), (1, p.expect(p.at(step_is, i))), (1, p.centred(xi[i], G(walked(i))))]
    p.gram(claimed(i + 1, P), [*step, *((small, p.expect(p.at(upper, i))) for _ in more[:1])])
    last = p.at(p.close(), n)
    if more:
        p.gram(claimed(n, S), [(1, last), (1, p.expect(p.at(lower, n)))])
    return p
