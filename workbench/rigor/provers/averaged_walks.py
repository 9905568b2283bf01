"""The walk from the average of the means to the average of the points, as a proof.

z_k is the average of X_i up to k and of x_i after it.  A step costs what smoothness says,

    F(z_{k+1}) <= F(z_k) + <grad F(z_k), lam_k (X_k - x_k)> + (L/2) lam_k^2 |X_k - x_k|^2,

and its middle term has mean 0, as z_k is made of earlier points and of fixed means alone.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

HALF = Fraction(1, 2)
L, N = th.number("L_1", above=0), th.integer("N", at_least=1)
LAM = th.numbers("lam", at_least=0)
t, k = th.integer("t"), th.integer("k")


def walk(
    of: Many,
    symbols: tuple[Any, ...],
    weight: Callable[[Num], Num],
    cost: Callable[[Num], Num],
    *,
    sign: int = 1,
    given: Any = (),  # noqa: ANN401 - relations
    means: Many | None = None,
    drawn: Many | None = None,
    smooth: Num | None = L,
    apart: bool = False,
) -> Proof:
    """Sign (E F(Xh) - E F(xb)) <= cost(N): points drawn in the set of `of` around given means.

    symbols: the geometry and the numbers; given: what is known of the weights
    weight, cost: of one step, and of so many steps in all
    means, drawn: other ones than fixed points of the set, and points drawn in it around them
    smooth: the constant of F on the set, None where it is not known
    apart: whether the distances are bounded by 2, as in a simplex
    """
    x = means or th.points("x", of)
    X = drawn or th.draws("X", t, mean=x[t], of=of)
    F = th.function("F", smooth=smooth, on=of)
    centre = th.total(t, 0, N - 1, weight(t) * x[t])

    def reached(count: Num) -> Vec:
        moved = th.total(t, 0, count - 1, weight(t) * (X[t] - x[t]))
        return centre + moved

    def claimed(count: Num) -> Any:  # noqa: ANN401 - a relation
        return sign * th.mean(F(reached(count))), "<=", sign * th.mean(F(centre)) + cost(count)

    sampled = th.total(t, 0, N - 1, weight(t) * X[t])
    theorem = Theorem(
        (*symbols, x, X, F), given=given,
        concludes=(sign * (th.mean(F(sampled)) - th.mean(F(centre))), "<=", cost(N)),
    )  # fmt: skip
    p = Proof(theorem)
    here = p.induction(k, 0, claimed(k), p.gram(claimed(0 * N), []), last=N)
    bound = p.descent if sign == 1 else p.ascent
    step = p.expect(bound(F, reached(k + 1), reached(k)))
    length = p.expect(p.scaled(of, weight(k), X[k] - x[k], which="sq"))
    still = p.centred(X[k], F.grad(reached(k)))
    facts = [(1, here), (1, step), (HALF * L, length), (sign * weight(k), still)]
    if apart:
        facts.append((HALF * L * weight(k) ** 2, p.expect(p.diameter(of, X[k], x[k]))))
    p.gram(claimed(k + 1), facts)
    p.gram(theorem.concludes, [(1, p.close())])
    return p
