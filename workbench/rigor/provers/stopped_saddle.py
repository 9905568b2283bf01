"""Mirror descent on a convex-concave function that stops at random, with an output of fresh points.

Along every path of T rounds, whatever the vectors g are that the steps are made with, the gap at
the average of fresh points times T is in the mean at most

    2 (ln d_x + ln d_y)/tau + sum of a_t + T beta (ln d_x + ln d_y) + 2 (L_1 + L_1^2/beta),

where a_t is tau/2 times the squares of g and of its errors, and the errors against the iterates
less their ghosts.  A round has a mean of a_t of at most tau (3 G_2 + 2 L_0^2) + 4 b, given what was
before, if the g have second moments of at most G_2 and a bias of at most b.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from workbench.rigor.provers.saddle_fresh_outputs import NEAR, P, Q, bias_along
from workbench.rigor.provers.saddle_means import (
    ENTROPY,
    L0,
    SIZES,
    Player,
    SampledRounds,
)
from workbench.rigor.provers.saddle_outputs import (
    SMOOTH,
    L,
    N,
    averages,
    beta,
    gap,
    joint,
    sampled_output,
)
from workbench.rigor.provers.saddle_paths import (
    F,
    X,
    Y,
    d_x,
    d_y,
    g_x,
    g_y,
    gap_bound,
    t,
    tau,
    x_first,
    y_first,
)  # fmt: skip
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem


def rounds() -> SampledRounds:
    """The method and its ghosts."""
    x = th.prox("x", X, t, start=x_first, step=tau * g_x[t])
    y = th.prox("y", Y, t, start=y_first, step=(-1 * tau) * g_y[t])
    first, second = (F.slope(which, x[t], y[t]) for which in "xy")
    v = th.prox("v", X, t, start=x_first, step=tau * (first - g_x[t]))
    w = th.prox("w", Y, t, start=y_first, step=tau * (g_y[t] - second))
    return SampledRounds(
        Player("x", X, x, x, g_x, v, 1), Player("y", Y, y, y, g_y, w, -1), sampled=False
    )


def cost(of: SampledRounds, i: Num) -> Num:
    """What a round costs, a_t."""
    total: Any = 0 * tau
    for one in of.blocks:
        error = of.error(one, i)
        total = total + tau / 2 * (one.of.dual(one.g[i]) + one.of.dual(error))
        total = total + error @ (one.exact[i] - one.ghost[i])
    return total


def output_after(
    *, entropies: int = 2, share: Fraction | int = 1, kept: str = "abcd", late: bool = True
) -> Proof:
    """T E Gap <= 2 l/tau + the sum of E a_t + T beta l + 2 (L + L^2/beta), for N = T."""
    of = rounds()
    x, y = (one.exact for one in of.blocks)
    out_x = th.draws("x_o", t, mean=x[t], of=X, late=late)
    out_y = th.draws("y_o", t, mean=y[t], of=Y, late=late, together=out_x)
    given = [(joint(*one), "<=", 0) for one, n in zip(SMOOTH, "abcd", strict=True) if n in kept]
    ghosts = [one.ghost for one in of.blocks]
    drawn: tuple[Any, ...] = (g_x, g_y, x, y, *ghosts, out_x, out_y)
    symbols = (d_x, d_y, X, Y, tau, N, L, beta, F, x_first, y_first, *drawn)
    costs = th.total(t, 0, N - 1, th.mean(cost(of, t)))
    output = share * (N * beta * ENTROPY + 2 * (L + L**2 / beta))
    said = (
        N * th.mean(gap(averages((out_x, out_y)))),
        "<=",
        entropies * ENTROPY / tau + costs + output,
    )
    p = Proof(Theorem(symbols, given=given, concludes=said))
    path, own = gap_bound(), {one.symbol["name"]: one for one in symbols if one.symbol}
    values = {s["name"]: own.get(s["name"], N) for s in path.theorem.tree["symbols"]}
    along = p.expect(p.by(path, values))
    last = sampled_output(p, (out_x, out_y), (x, y), 0)
    p.gram(said, [(N, last), (N, along)])
    return p


M, G2, L2 = th.integer("M", at_least=0), th.number("G_2", above=0), th.number("L_2", above=0)
i = th.integer("i", at_least=0)
BIAS = L2 / th.num(2) ** M


def one_round(*, unbiased: bool = True) -> SampledRounds:
    """A round with iterates and ghosts that are fixed; unbiased: whether P and Q are the means."""
    x, y = th.points("x", X), th.points("y", Y)
    g = th.draws("g_x", t, mean=P(x[t], y[t]) if unbiased else None)
    h = th.draws("g_y", t, mean=Q(x[t], y[t]) if unbiased else None, together=g)
    return SampledRounds(
        Player("x", X, x, x, g, th.points("v", X), 1),
        Player("y", Y, y, y, h, th.points("w", Y), -1), sampled=False,
    )  # fmt: skip


def mean_cost(
    *, moments: int = 3, biases: int = 4, kept: str = "gsn", unbiased: bool = True
) -> Proof:
    """E a_t <= tau (3 G_2 + 2 L_0^2) + 4 L_2/2^M.

    moments, biases: the 3 and the 4
    kept: the hypotheses on second moments of g, sizes of the gradients of F, and the bias
    """
    of = one_round(unbiased=unbiased)
    limits = [(t, 0, (th.mean(one.of.dual(one.g[t])), "<=", G2)) for one in of.blocks]
    sizes = [(one, "<=", L0**2) for one in SIZES]
    near = [(one, "<=", BIAS**2) for one in NEAR]
    told: dict[str, list[Any]] = {"g": list(limits), "s": list(sizes), "n": list(near)}
    given: list[Any] = [fact for n in kept for fact in told[n]]
    said = (th.mean(cost(of, i)), "<=", tau * (moments * G2 + 2 * L0**2) + biases * BIAS)
    x, y = of.blocks
    symbols = (d_x, d_y, X, Y, tau, M, L0, L2, G2, F, P, Q, i, x.exact, y.exact, x.ghost, y.ghost,
               x.g, y.g)  # fmt: skip
    p = Proof(Theorem(symbols, given=given, concludes=said))
    facts: list[Any] = []
    for place, one in enumerate(of.blocks):
        at = (x.exact[i], y.exact[i])
        slope, g, sign = one.slope(*at), one.g[i], one.sign
        both = p.expect(p.parallel(one.of, sign * slope, -sign * g, which="dual"))
        turned = p.expect(p.scaled(one.of, -1, g if sign == 1 else slope, which="dual"))
        top = p.under(SIZES[place], at)
        facts += [(tau * Fraction(3, 2), p.at(p.given(limits[place]), i)), (tau, top),
                  (tau, p.given(sizes[place])), (tau / 2, both), (tau, turned)]  # fmt: skip
        facts.append((-sign, p.centred(g, one.exact[i] - one.ghost[i])))
        facts.append((1, bias_along(p, of, place, i, BIAS)))
    p.gram(said, facts)
    return p


def least_cost(*, least: int = 4) -> Proof:
    """-4/tau <= a_t, for each outcome."""
    of = one_round(unbiased=False)
    x, y = of.blocks
    said = (-1 * least / tau, "<=", cost(of, i))
    symbols = (d_x, d_y, X, Y, tau, F, i, x.exact, y.exact, x.ghost, y.ghost, x.g, y.g)
    p = Proof(Theorem(symbols, concludes=said))
    facts: list[Any] = []
    for one in of.blocks:
        error, away = of.error(one, i), one.exact[i] - one.ghost[i]
        facts += [
            (1 / tau, p.young(one.of, -tau * error, away)),
            (1 / (2 * tau), p.scaled(one.of, -tau, error, which="dual")),
            (1 / (2 * tau), p.diameter(one.of, one.exact[i], one.ghost[i])),
            (tau / 2, p.norm(one.of, one.g[i], which="dual")),
        ]
    p.gram(said, facts)
    return p
