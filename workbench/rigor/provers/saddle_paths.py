"""Mirror descent on a convex-concave function, along every path: the gap at the average.

g_x and g_y are any vectors, x[t] and y[t] the iterates with steps tau g_x and -tau g_y on two
simplices, from their centres; v and w are ghosts, the iterates with the errors of g for g.  Then

    Gap(average) <= 2 (ln d_x + ln d_y)/(tau T) + tau/(2T) sum of squares of g and of the errors
                    + (1/T) sum of <error, iterate - ghost>.

For two points of which no more is known an induction adds four regrets and the linearised F, two
more are Jensen's inequality at the averages; then the supremum over the points is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

HALF = Fraction(1, 2)
d_x, d_y = th.integer("d_x", at_least=1), th.integer("d_y", at_least=1)
X, Y = th.simplex("X", d_x), th.simplex("Y", d_y)
tau, T, t = th.number("tau", above=0), th.integer("T", at_least=1), th.integer("t")
F = th.saddle("F", X, Y)
x_first, y_first = th.point("x_first", X, inner="centre"), th.point("y_first", Y, inner="centre")
g_x = th.draws("g_x", t, mean=None)
g_y = th.draws("g_y", t, mean=None, together=g_x)
u, w = th.point("u", X), th.point("u_y", Y)  # what the iterates are compared with


def gap_bound(
    *, entropies: int = 2, start: Vec = x_first, against: int = -1, late: int = 0,
    sampled: bool = False,
) -> Proof:  # fmt: skip
    """The gap at the average is at most the bound; the arguments are what mutants change.

    sampled: the gap at the average of points drawn around the iterates, with <g, zh - z> as well
    """
    x = th.prox("x", X, t, start=start, step=tau * g_x[t])
    y = th.prox("y", Y, t, start=y_first, step=(against * tau) * g_y[t])

    x_h = th.draws("x_h", t, mean=x[t], of=X)
    drawn = (x_h, th.draws("y_h", t, mean=y[t], of=Y, together=x_h))
    at_x, at_y = drawn if sampled else (x, y)

    def error(which: str, i: Num) -> Vec:
        slope = F.slope(which, at_x[i], at_y[i])
        return slope - g_x[i] if which == "x" else g_y[i] - slope

    v = th.prox("v", X, t, start=start, step=tau * error("x", t + late))
    ghost = th.prox("w", Y, t, start=y_first, step=tau * error("y", t))
    mean_x, mean_y = th.total(t, 0, T - 1, 1 / T * at_x[t]), th.total(t, 0, T - 1, 1 / T * at_y[t])

    def squares(count: Num) -> Any:  # noqa: ANN401 - a sum
        each = X.dual(g_x[t]) + Y.dual(g_y[t]) + X.dual(error("x", t)) + Y.dual(error("y", t))
        return th.total(t, 0, count - 1, each)

    def rest(count: Num) -> Any:  # noqa: ANN401 - a sum
        each = error("x", t) @ (at_x[t] - v[t]) + error("y", t) @ (at_y[t] - ghost[t])
        if sampled:
            each = each + (g_x[t] @ (at_x[t] - x[t]) - g_y[t] @ (at_y[t] - y[t]))
        return th.total(t, 0, count - 1, each)

    bound = (
        entropies * (th.ln(d_x) + th.ln(d_y)) / (tau * T) + tau / (2 * T) * squares(T) + rest(T) / T
    )
    gap = th.supremum((u, w), F(mean_x, w) - F(u, mean_y))
    symbols = (
        d_x, d_y, X, Y, tau, T, F, start, y_first, *(drawn if sampled else ()), g_x, g_y, x, y, v,
        ghost,
    )  # fmt: skip
    p = Proof(Theorem(symbols, concludes=(gap, "<=", bound)))
    p.over((u, w), (F(mean_x, w) - F(u, mean_y), "<=", bound))
    k, each_x, each_y = th.integer("k"), th.integer("i"), th.integer("j")
    four: tuple[tuple[Many, Many, Vec, Callable[[Num], Vec], int], ...] = (
        (X, x, u, lambda i: g_x[i], 1), (Y, y, w, lambda i: g_y[i], against),
        (X, v, u, lambda i: error("x", i), 1), (Y, ghost, w, lambda i: error("y", i), 1),
    )  # fmt: skip

    def claimed(count: Num) -> Any:  # noqa: ANN401 - a relation
        left = tau * th.total(t, 0, count - 1, F(at_x[t], w) - F(u, at_y[t]))
        for of, steps, other, _, _ in four:
            left = left + of.divergence(other, steps[count])
        right = 2 * X.divergence(u, start) + 2 * Y.divergence(w, y_first)
        return left, "<=", right + tau**2 / 2 * squares(count) + tau * rest(count)

    here = p.induction(k, 0, claimed(k), p.gram(claimed(0 * T), []))
    facts: list[tuple[Any, int]] = [(1, here)]
    for of, steps, other, dual, sign in four:
        facts += [
            (1, p.prox(steps, k, other)), (1, p.strong(of, steps[k + 1], steps[k])),
            (1, p.young(of, (sign * tau) * dual(k), steps[k] - steps[k + 1])),
            (HALF, p.scaled(of, sign * tau, dual(k), which="dual")),
            (HALF, p.scaled(of, -1, steps[k + 1] - steps[k], which="sq")),
        ]  # fmt: skip
    facts += [
        (tau, p.saddle(F, "x", u, (at_x[k], at_y[k]))),
        (tau, p.saddle(F, "y", w, (at_x[k], at_y[k]))),
    ]
    p.gram(claimed(k + 1), facts)
    ends = [(1 / (tau * T), p.at(p.close(), T))]
    for of, steps, other, _, _ in four:
        ends += [
            (1 / (tau * T), p.strong(of, other, steps[T])),
            (1 / (2 * tau * T), p.norm(of, other - steps[T], which="sq")),
        ]
    ends += [(2 / (tau * T), p.entropy(X, u, start)), (2 / (tau * T), p.entropy(Y, w, y_first))]

    def jensen_x(count: Num) -> Any:  # noqa: ANN401 - a relation
        linear = F.slope("x", mean_x, w) @ (th.total(t, 0, count - 1, at_x[t]) - count * mean_x)
        return count * F(mean_x, w) + linear, "<=", th.total(t, 0, count - 1, F(at_x[t], w))

    def jensen_y(count: Num) -> Any:  # noqa: ANN401 - a relation
        linear = F.slope("y", u, mean_y) @ (th.total(t, 0, count - 1, at_y[t]) - count * mean_y)
        return th.total(t, 0, count - 1, F(u, at_y[t])), "<=", count * F(u, mean_y) + linear

    for i, jensen, which, at, both in (
        (each_x, jensen_x, "x", at_x, (mean_x, w)),
        (each_y, jensen_y, "y", at_y, (u, mean_y)),
    ):
        here = p.induction(i, 0, jensen(i), p.gram(jensen(0 * T), []))
        p.gram(jensen(i + 1), [(1, here), (1, p.saddle(F, which, at[i], both))])
        ends.append((1 / T, p.at(p.close(), T)))
    p.gram((F(mean_x, w) - F(u, mean_y), "<=", bound), ends)
    p.close()
    return p
