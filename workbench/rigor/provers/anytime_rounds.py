"""Anytime mirror descent with biased gradients: the mean error of the average that it runs at.

The steps are (t + 1) tau g[t], from the centre w[0] of a simplex; x[t] is the average of w[0] to
w[t] with the weights 1 to t + 1, and A[t] the sum of these.  Given all before, g[t] has the mean
P(x[t]), which is within b of the gradient of F at x[t].  In one induction the regret of the steps
and that of the averages, by convexity, are added up, in the mean:

    E A[t] (F(x[t]) - F(u)) + D(u, w[t+1])/tau
        <= D(u, w[0])/tau + sum over i <= t of (i + 1)^2 tau L_0^2/2 + (i + 1) 2 b.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from workbench.rigor.provers import running_averages
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec, num

HALF = Fraction(1, 2)
d, T = th.integer("d", at_least=1), th.integer("T", at_least=1)
t, k = th.integer("t"), th.integer("k")
X = th.simplex("X", d)
tau, L0, L = (th.number(name, above=0) for name in ("tau", "L_0", "L_1"))
b, c = th.number("b_K", above=0), th.number("c_K", at_least=0)
OUT = th.draw("out", mean=None, of=X)
F, P = th.function("F", strong=0, smooth=L, on=X), th.mapping("P")
u, a, centre = th.point("u", X), th.point("a", X), th.point("w_first", X, inner="centre")
NEAR = (th.supremum((a,), X.dual(P(a) - F.grad(a))), "<=", b**2)


def mass(last: Num) -> Any:  # noqa: ANN401 - a number
    """A[t]."""
    return running_averages.mass(lambda n: n + 1, last)


def average(points: Many, last: Num) -> Any:  # noqa: ANN401 - a vector
    """x[t]."""
    return running_averages.average(lambda n: n + 1, points, last)


def anytime_error(
    *, share: Fraction | int = 1, kept: str = "gno", unbiased: bool = True, convex: bool = True
) -> Proof:
    """E F(out) - F(u) <= 2 ln d/(tau T (T + 1)) + tau L_0^2 (2T + 1)/6 + 2 b + c.

    share: of the whole bound; kept: the hypotheses on gradients, bias and output that are
    unbiased: whether the mean of the gradients is known; convex: whether F is
    """
    of = F if convex else th.function("F", smooth=L, on=X)
    named = th.draws("g", t, mean=None)
    w = th.prox("w", X, t, start=centre, step=(t + 1) * tau * named[t])
    g = th.draws("g", t, mean=P(average(w, t))) if unbiased else named
    told = {"g": small(g), "n": NEAR, "o": output(of, w)}
    bound = 2 * th.ln(d) / (tau * T * (T + 1)) + tau * L0**2 * (2 * T + 1) / 6 + 2 * b + c
    said = (th.mean(of(OUT)) - of(u), "<=", share * bound)
    symbols = (d, X, tau, T, L0, L, b, c, of, P, centre, u, g, w, OUT)
    p = Proof(Theorem(symbols, given=[told[one] for one in kept], concludes=said))

    def near(n: Num) -> int:
        return p.expect(biased(p, of, average(w, n), w[n]))

    added_up(p, said, of, w, g, lambda n: P(average(w, n)), near, (num(0), 2 * b, num(0)))
    return p


def biased(p: Proof, of: Many, x: Vec, to: Vec) -> int:
    """The bias costs 2 b between two points: `to` and u."""
    away, off = to - u, of.grad(x) - P(x)
    inner = [
        (2 * b, p.young(X, 1 / b * off, HALF * away)),
        (b, p.scaled(X, -1 / b, P(x) - of.grad(x), which="dual")),
        (1 / b, p.under(NEAR[0], (x,))), (1 / b, p.given(NEAR)),
        (b, p.scaled(X, HALF, away, which="sq")), (b / 4, p.diameter(X, to, u)),
    ]  # fmt: skip
    return p.gram((off @ away, "<=", 2 * b), inner)


def small(g: Many) -> Any:  # noqa: ANN401 - a relation
    """Gradients are at most L_0."""
    return t, 0, (X.dual(g[t]), "<=", L0**2)


def output(of: Many, w: Many) -> Any:  # noqa: ANN401 - a relation
    """What the output costs."""
    return th.mean(of(OUT)), "<=", th.mean(of(average(w, T - 1))) + c


def added_up(
    p: Proof, said: Any, of: Many, w: Many, g: Many, mean: Callable[[Num], Vec],  # noqa: ANN401
    near: Callable[[Num], int], costs: tuple[Num, Num, Num],
) -> None:  # fmt: skip
    """Regret and averages, and the costs c_0 + c_1 (n + 1) + c_2 (n + 1)^2 of all rounds.

    mean: of g[n], given all before
    near: the place of what the difference of both gradients costs, in the mean, in round n
    costs: c_0, c_1 and c_2: of this, with the weight n + 1
    """

    def x(last: Num) -> Any:  # noqa: ANN401 - a vector
        return average(w, last)

    def each(n: Num) -> Any:  # noqa: ANN401 - a number
        squares = tau * L0**2 / 2 + costs[2]
        return (n + 1) ** 2 * squares + costs[1] * (n + 1) + costs[0]

    def claimed(n: Num) -> Any:  # noqa: ANN401 - a relation
        left = th.mean(mass(n) * (of(x(n)) - of(u)) + X.divergence(u, w[n + 1]) / tau)
        return left, "<=", X.divergence(u, centre) / tau + th.total(t, 0, n, each(t))

    def round_(n: Num) -> list[Any]:
        """What a round adds to the mean, beside what convexity says."""
        away, weight = w[n] - u, n + 1
        step = [
            (1 / tau, p.prox(w, n, u)), (1 / tau, p.strong(X, w[n + 1], w[n])),
            (1 / tau, p.young(X, (weight * tau) * g[n], w[n] - w[n + 1])),
            (HALF / tau, p.scaled(X, weight * tau, g[n], which="dual")),
            (HALF / tau, p.scaled(X, -1, w[n + 1] - w[n], which="sq")),
            (weight**2 * tau / 2, p.at(p.given(small(g)), n)),
        ]  # fmt: skip
        moved = (
            weight * (g[n] @ away) + X.divergence(u, w[n + 1]) / tau, "<=",
            X.divergence(u, w[n]) / tau + weight**2 * tau * L0**2 / 2,
        )  # fmt: skip
        return [(1, p.expect(p.gram(moved, step))), (-1 * weight, p.centred(g[n], away)),
                (weight, near(n))]  # fmt: skip

    zero = 0 * T
    base = p.gram(claimed(zero), [*round_(zero), (1, p.expect(p.convexity(of, u, x(zero))))])
    here = p.induction(k, 0, claimed(k), base)
    now, before = p.convexity(of, u, x(k + 1)), p.convexity(of, x(k), x(k + 1))
    facts = [(1, here), *round_(k + 1), (k + 2, p.expect(now)), (mass(k), p.expect(before))]
    p.gram(claimed(k + 1), facts)
    last = p.at(p.close(), T - 1)

    def sums(n: Num) -> Any:  # noqa: ANN401 - a relation
        return mass(n), "=", (n + 1) * (n + 2) / 2

    def squares(n: Num) -> Any:  # noqa: ANN401 - a relation
        return th.total(t, 0, n, (t + 1) ** 2), "=", (n + 1) * (n + 2) * (2 * n + 3) / 6

    counted = []
    for count, claim in ((th.integer("m"), sums), (th.integer("n"), squares)):
        known = p.induction(count, 0, claim(count), p.gram(claim(zero), []))
        p.gram(claim(count + 1), [(1, known)])
        counted.append(p.at(p.close(), T - 1))
    end = T * (T + 1) / 2
    closed = (
        th.mean(end * (of(x(T - 1)) - of(u)) + X.divergence(u, w[T]) / tau), "<=",
        X.divergence(u, centre) / tau + th.total(t, 0, T - 1, each(t)),
    )  # fmt: skip
    p.gram((mass(T - 1) / end, "=", num(1)), [(1 / end, counted[0])])  # so averages are as before
    known = p.rewrite(closed, last, counted[0])
    whole = [
        (1 / end, known), ((tau * L0**2 / 2 + costs[2]) / end, counted[1]),
        (costs[1] / end, counted[0]), (1 / (end * tau), p.entropy(X, u, centre)),
        (1 / (end * tau), p.expect(p.strong(X, u, w[T]))),
        (HALF / (end * tau), p.expect(p.norm(X, u - w[T], which="sq"))),
        (1, p.given(output(of, w))),
    ]  # fmt: skip
    p.gram(said, whole)
