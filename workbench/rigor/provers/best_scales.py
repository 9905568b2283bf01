"""Of all scales of Laplace noise that spend a budget, those that follow a_t^(-1/3) cost least.

A step of scale b_t spends S/(n b_t) of the budget eps and costs a_t b_t^2.  With c_t = a_t^(1/3),
A = c_1 + ... + c_T and G = A S/(n eps) the best scales are b_t = G/c_t, and for any others y_t

    c^3 y^2 - 3 G^2 c + 2 G^3/y = (c y - G)^2 (c y + 2 G)/y >= 0.

Summed up, the cost is at least 3 G^2 A - 2 G^3 n eps/S = G^2 A, which is what the b_t cost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workbench.rigor.provers import nesterov_stages as stages
from workbench.rigor.provers.nesterov_energies import L
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

i, k, t = (th.integer(name) for name in "ikt")
T, n = th.integer("T", at_least=1), th.integer("n", at_least=1)
S, eps = th.number("S_1", above=0), th.number("eps", above=0)
b, c, y = (th.numbers(name, above=0) for name in "bcy")
ROOTS = th.total(t, 1, T, c[t])
BEST = (i, 0, (b[i + 1], "=", S * ROOTS / (n * eps * c[i + 1])))
LEVEL = S * ROOTS / (n * eps)
Weight = Callable[[Num], Num]


def roots(weight: Weight, *, power: int = 3) -> Any:  # noqa: ANN401 - a hypothesis
    """c_t = a_t^(1/3)."""
    return (i, 0, (c[i + 1] ** power, "=", weight(i + 1)))


def spends(scale: Any) -> th.Said:  # noqa: ANN401 - numbers
    """The scales spend the budget."""
    return th.total(t, 1, T, S / (n * scale[t])), "=", eps


def feasible(symbols: Sequence[Any], given: Sequence[Any]) -> Proof:
    """The best scales spend the budget."""
    proof = Proof(Theorem((*symbols, T, n, S, eps, b, c), given=tuple(given), concludes=spends(b)))

    def said(of: Num) -> th.Said:
        return th.total(t, 1, of, S / (n * b[t])), "=", eps / ROOTS * th.total(t, 1, of, c[t])

    base = proof.gram(said(0 * T), [])
    here, now = proof.induction(k, 0, said(k), base, last=T), k + 1
    scale = proof.at(proof.given(BEST), k)
    proof.gram(said(now), [(1, here), (-(eps * c[now]) / (ROOTS * b[now]), scale)])
    proof.gram(proof.theorem.concludes, [(1, proof.close())])
    return proof


def optimal(symbols: Sequence[Any], weight: Weight, given: Sequence[Any]) -> Proof:
    """sum_t a_t b_t^2 <= sum_t a_t y_t^2 for any y that spends the budget.

    symbols, given: what the weights a_t are made of, and what is known of all numbers
    """

    def cost(scale: Any, of: Num) -> Num:  # noqa: ANN401 - numbers
        return th.total(t, 1, of, weight(t) * scale[t] ** 2)

    proof = Proof(Theorem((*symbols, T, n, S, eps, b, c, y), given=tuple(given),
                          concludes=(cost(b, T), "<=", cost(y, T))))  # fmt: skip
    root, best, rest = proof.given(roots(weight)), proof.given(BEST), proof.given(spends(y))

    def said(of: Num) -> th.Said:
        least = 3 * LEVEL**2 * th.total(t, 1, of, c[t]) - 2 * LEVEL**3 * th.total(
            t, 1, of, 1 / y[t]
        )
        return least, "<=", cost(y, of)

    def own(of: Num) -> th.Said:
        return cost(b, of), "=", LEVEL**2 * th.total(t, 1, of, c[t])

    zero = 0 * T
    base = proof.gram(own(zero), [])
    here, now = proof.induction(k, 0, own(k), base, last=T), k + 1
    cube, scale = proof.at(root, k), proof.at(best, k)
    proof.gram(own(now), [
        (1, here), (-(b[now] ** 2), cube), (c[now] ** 3 * (b[now] + LEVEL / c[now]), scale),
    ])  # fmt: skip
    attained = proof.close()
    base = proof.gram(said(zero), [])
    here = proof.induction(k, 0, said(k), base, last=T)
    each = 3 * LEVEL**2 * c[now] - 2 * LEVEL**3 / y[now], "<=", c[now] ** 3 * y[now] ** 2
    above = proof.visible(
        each, gap=(c[now] * y[now] - LEVEL) ** 2 * (c[now] * y[now] + 2 * LEVEL) / y[now]
    )
    proof.gram(said(now), [(1, here), (1, above), (y[now] ** 2, proof.at(root, k))])
    below = proof.close()
    proof.gram(proof.theorem.concludes, [
        (1, attained), (1, below), (-(2 * LEVEL**3 * n / S), rest),
    ])  # fmt: skip
    return proof


def stage_weight(step: Num) -> Num:
    """a_{T,t} = (P_T/P_t) alpha_t (1 + alpha_t L) of multi-stage Nesterov."""
    size = stages.alpha[step]
    return stages.P[T] * (size * (1 + size * L)) / stages.P[step]


STAGES = L, stages.alpha, stages.P
SPLIT = roots(stage_weight), BEST, spends(y)


def stage_scales(given: Sequence[Any] = SPLIT) -> tuple[Proof, Proof]:
    """The scales spend the budget, and no others that do have a smaller noise term."""
    return feasible(STAGES, given[:-1]), optimal(STAGES, stage_weight, given)
