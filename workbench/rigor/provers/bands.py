"""How far a banded factor moves: rows x_{t+1} + c x_t, of which no row sees two contributions.

    |x_0|^2 + sum_{t < N} |x_{t+1} + c x_t|^2 = sum_{t <= N} |x_t|^2 + c^2 sum_{t < N} |x_t|^2

where <x_t, x_{t+1}> = 0, by induction over N.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

K, N, t, k = th.convex("K"), th.integer("N", at_least=1), th.integer("t"), th.integer("k")
x = th.points("x", K)
APART = ((t, 0, (x[t] @ x[t + 1], "=", 0)),)
LAST_IS_FREE = ((th.square(x[N]), "=", 0),)


def size(last: Num) -> Num:
    """The sum of the squared lengths of the contributions."""
    return th.total(t, 0, last, th.square(x[t]))


FIVE = ((size(N), "<=", 5),)


def rows(last: Num, second: Fraction) -> Num:
    """|C x|^2, of N + 1 rows."""
    return th.square(x[0 * N]) + th.total(t, 0, last - 1, th.square(x[t + 1] + second * x[t]))


def moved(
    second: Fraction = Fraction(1, 2), apart: Sequence[Any] = APART, times: Sequence[Any] = FIVE,
    free: Sequence[Any] = LAST_IS_FREE,
) -> tuple[Proof, Proof]:  # fmt: skip
    """|C x|^2 <= (5/2)^2; and it is 5/4 of the sum of |x_t|^2 where x_N = 0."""
    weight = Fraction(5, 4)
    most = (rows(N, second), "<=", Fraction(5, 2) ** 2)
    equal = (rows(N, second), "=", weight * size(N - 1))
    proofs = []
    for conclusion, given in ((most, times), (equal, free)):
        p = Proof(Theorem((K, N, x), given=(*apart, *given), concludes=conclusion))

        def claimed(j: Num) -> Any:  # noqa: ANN401 - a relation
            return rows(j, second), "=", size(j) + second**2 * size(j - 1)

        here = p.induction(k, 0, claimed(k), p.gram(claimed(0 * N), []))
        p.gram(claimed(k + 1), [(1, here), (2 * second, p.at(0, k))])
        whole = (1, p.at(p.close(), N))
        if conclusion is most:
            p.gram(most, [whole, (weight, 1)], squares=[(second**2, x[N])])
        else:
            p.gram(equal, [whole, (1, 1)])
        proofs.append(p)
    return proofs[0], proofs[1]
