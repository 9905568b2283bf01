"""Mirror descent on a convex-concave function with biased gradients, and an output of fresh points.

The gradients of round t have the means P(x, y) and Q(x, y) given all before, which are within b of
those of F at the iterates: for F at averages of K vertices b is their bias.  Along every path the
bound of `saddle_paths` holds; round by round, in the mean, the squares are at most 5 L_0^2 in
each block together with those of the errors, and an error against an iterate less its ghost is at
most 2 b.  The output is the average of points of means x[t], y[t] that are drawn when all is over:
what it costs is in `saddle_outputs`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from workbench.rigor.provers.saddle_means import (
    ENTROPY,
    L0,
    SIZES,
    Player,
    SampledRounds,
    a,
    b,
    batches,
    k,
    squares,
)
from workbench.rigor.provers.saddle_outputs import (
    SMOOTH,
    L,
    N,
    averages,
    beta,
    gap,
    joint,
    price,
    sampled_output,
)
from workbench.rigor.provers.saddle_paths import (
    HALF,
    F,
    X,
    Y,
    d_x,
    d_y,
    gap_bound,
    t,
    tau,
    x_first,
    y_first,
)  # fmt: skip
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

BIAS = th.number("b_K", above=0)
P, Q = th.mapping("P"), th.mapping("Q")
NEAR = (
    th.supremum((a, b), X.dual(F.slope("x", a, b) - P(a, b))),
    th.supremum((a, b), Y.dual(Q(a, b) - F.slope("y", a, b))),
)


def biased_rounds(*, unbiased: bool = True) -> SampledRounds:
    """The method; unbiased: whether the gradients have the means P and Q."""
    named = [th.draws(name, t, mean=None) for name in ("g_x", "g_y")]
    x = th.prox("x", X, t, start=x_first, step=tau * named[0][t])
    y = th.prox("y", Y, t, start=y_first, step=(-1 * tau) * named[1][t])
    means = [one(x[t], y[t]) if unbiased else None for one in (P, Q)]
    g_x = th.draws("g_x", t, mean=means[0])
    g_y = th.draws("g_y", t, mean=means[1], together=g_x)
    first, second = (F.slope(which, x[t], y[t]) for which in "xy")
    v = th.prox("v", X, t, start=x_first, step=tau * (first - g_x[t]))
    w = th.prox("w", Y, t, start=y_first, step=tau * (g_y[t] - second))
    return SampledRounds(
        Player("x", X, x, x, g_x, v, 1), Player("y", Y, y, y, g_y, w, -1), sampled=False
    )


def bias_along(p: Proof, of: SampledRounds, place: int, i: Num, bias: Num) -> int:
    """E <gradient of F less its mean P or Q, iterate less ghost> <= 2 b, by Young's inequality.

    place: of the player among the two; i: the round
    bias: b; a hypothesis says that its square bounds what is in `NEAR`
    """
    one, at = of.blocks[place], of.at(i)
    slope, away = one.slope(*at), one.exact[i] - one.ghost[i]
    off = slope - P(*at) if place == 0 else Q(*at) - slope
    inner = [
        (2 * bias, p.young(one.of, 1 / bias * off, HALF * away)),
        (bias, p.scaled(one.of, 1 / bias, off, which="dual")),
        (1 / bias, p.under(NEAR[place], at)), (1 / bias, p.given((NEAR[place], "<=", bias**2))),
        (bias, p.scaled(one.of, HALF, away, which="sq")),
        (bias / 4, p.diameter(one.of, one.exact[i], one.ghost[i])),
    ]  # fmt: skip
    return p.expect(p.gram((off @ away, "<=", 2 * bias), inner))


def fresh_output(
    *, share: Fraction | int = 1, biases: int = 4, kept: str = "gsnabcd", unbiased: bool = True,
    late: bool = True,
) -> Proof:  # fmt: skip
    """E Gap <= 2 l/(tau N) + 5 tau L_0^2 + 4 b + beta l + 2 (L + L^2/beta)/N.

    share: of the whole bound; biases: of b in it
    kept: the hypotheses that are: on the batches, the gradients of F, the bias, and the four
    unbiased: whether the bias is known; late: whether the output is drawn when all is over
    """
    of = biased_rounds(unbiased=unbiased)
    x, y = (one.exact for one in of.blocks)
    out_x = th.draws("x_o", t, mean=x[t], of=X, late=late)
    out_y = th.draws("y_o", t, mean=y[t], of=Y, late=late, together=out_x)
    given: list[Any] = batches(of, L0) if "g" in kept else []
    sizes, near = [(one, "<=", L0**2) for one in SIZES], [(one, "<=", BIAS**2) for one in NEAR]
    given += sizes if "s" in kept else []
    given += [(joint(*one), "<=", 0) for one, n in zip(SMOOTH, "abcd", strict=True) if n in kept]
    given += near if "n" in kept else []
    ghosts = [one.ghost for one in of.blocks]
    drawn: tuple[Any, ...] = (of.x.g, of.y.g, x, y, *ghosts, out_x, out_y)
    symbols = (d_x, d_y, X, Y, tau, N, L0, L, BIAS, beta, F, P, Q, x_first, y_first, *drawn)
    each = 5 * tau * L0**2 + biases * BIAS
    whole = 2 * ENTROPY / (tau * N) + each + price()
    said = (th.mean(gap(averages((out_x, out_y)))), "<=", share * whole)
    p = Proof(Theorem(symbols, given=given, concludes=said))
    path, own = gap_bound(), {one.symbol["name"]: one for one in symbols}
    values = {s["name"]: own.get(s["name"], N) for s in path.theorem.tree["symbols"]}
    along = p.expect(p.by(path, values))

    def term(i: Num) -> Num:
        total: Any = 0 * tau
        for one in of.blocks:
            error = of.error(one, i)
            total = total + tau / 2 * (one.of.dual(one.g[i]) + one.of.dual(error))
            total = total + error @ (one.exact[i] - one.ghost[i])
        return th.mean(total)

    def claimed(count: Num) -> Any:  # noqa: ANN401 - a relation
        return th.total(t, 0, count - 1, term(t)), "<=", count * each

    here = p.induction(k, 0, claimed(k), p.gram(claimed(0 * N), []))
    facts: list[Any] = [(1, here)]
    for place, one in enumerate(of.blocks):
        facts += squares(p, of, one, tau, (place, p.given(sizes[place])))
        facts.append((-one.sign, p.centred(one.g[k], one.exact[k] - one.ghost[k])))
        facts.append((1, bias_along(p, of, place, k, BIAS)))
    p.gram(claimed(k + 1), facts)
    rounds = p.at(p.close(), N)
    output = sampled_output(p, (out_x, out_y), (x, y), 4)  # last: it takes most of the time
    p.gram(said, [(1, output), (1, along), (1 / N, rounds)])
    return p
