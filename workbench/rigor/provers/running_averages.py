"""Anytime online-to-batch: gradients at running averages, and how slowly these move.

Of points w[i] with weights a[i] > 0 the average x[t] has the mass A[t] = a[0] + ... + a[t]; as
a[t] (x[t] - w[t]) = A[t-1] (x[t-1] - x[t]), convexity at x[t-1] and at u is enough.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

C, K, T = th.convex("C"), th.convex("K"), th.integer("T", at_least=0)
t, i, j, k = (th.integer(name) for name in ("t", "i", "j", "k"))
alpha, w, u = th.numbers("alpha", above=0), th.points("w", C), th.point("u", C)
F = th.function("F", strong=0, on=C)


def mass(weight: Callable[[Num], Num], last: Num) -> Any:  # noqa: ANN401 - a number
    """A, up to an index."""
    return th.total(j, 0, last, weight(j))


def average(weight: Callable[[Num], Num], points: Many, last: Num) -> Any:  # noqa: ANN401 - a vector
    """x, at an index."""
    return th.total(i, 0, last, weight(i) / mass(weight, last) * points[i])


def conversion(
    *, of: Many = F, plays: Many = w, against: Vec = u, weights: Many = alpha, ahead: int = 0
) -> Proof:
    """F(x_T) - F(u) <= (1/A_T) sum of alpha_t <grad F(x_t), w_t - u>, over t <= T."""

    def x(last: Num) -> Any:  # noqa: ANN401 - a vector
        return average(lambda n: weights[n], plays, last)

    def A(last: Num) -> Any:  # noqa: ANN401 - a number
        return mass(lambda n: weights[n], last)

    def regret(last: Num) -> Any:  # noqa: ANN401 - a number
        return th.total(t, 0, last, weights[t] * (of.grad(x(t)) @ (plays[t + ahead] - against)))

    def claimed(last: Num) -> Any:  # noqa: ANN401 - a relation
        return A(last) * (of(x(last)) - of(against)), "<=", regret(last)

    conclusion = (of(x(T)) - of(against), "<=", 1 / A(T) * regret(T))
    sets = (C,) if plays is w else (C, K)
    p = Proof(Theorem((*sets, T, weights, of, plays, against), concludes=conclusion))
    first = p.gram(claimed(0 * T), [(weights[0 * T], p.convexity(of, against, x(0 * T)))])
    here = p.induction(k, 0, claimed(k), first)
    now, before = p.convexity(of, against, x(k + 1)), p.convexity(of, x(k), x(k + 1))
    p.gram(claimed(k + 1), [(1, here), (weights[k + 1], now), (A(k), before)])
    p.gram(conclusion, [(1 / A(T), p.at(p.close(), T))])
    return p


d, s = th.integer("d", at_least=1), th.integer("t", at_least=1)
D = th.simplex("Delta", d)


def slowly(*, limit: int = 4, of: Many = D) -> Proof:
    """|x_{t+1} - x_t|^2 <= (limit/(t+2))^2 for the weights 1, 2, ... of the points w_0, w_1, ..."""
    points = th.points("w", of)

    def x(last: Num) -> Any:  # noqa: ANN401 - a vector
        return average(lambda n: n + 1, points, last - 1)

    conclusion = (of.square(x(s + 1) - x(s)), "<=", (limit / (s + 2)) ** 2)
    p = Proof(Theorem((d, of, s, points), concludes=conclusion))

    def A(last: Num) -> Any:  # noqa: ANN401 - a number
        return mass(lambda n: n + 1, last - 1)

    def counted(last: Num) -> Any:  # noqa: ANN401 - a relation
        return A(last), "=", last * (last + 1) / 2

    p.gram(counted(k + 1), [(1, p.induction(k, 0, counted(k), p.gram(counted(0 * s), [])))])
    known = p.at(p.close(), s + 1)
    rate, share = (s + 1) / A(s + 1), 2 / (s + 2)
    equal = p.gram((rate, "=", share), [(-2 / (A(s + 1) * (s + 2)), known)])
    moved = p.scaled(of, rate, points[s] - x(s), which="sq")
    near = p.diameter(of, points[s], x(s))
    p.gram(conclusion, [(1, moved), (rate**2, near), (4 * (rate + share), equal)])
    return p
