"""Anytime mirror descent whose gradients are taken at points that were sampled some rounds ago.

The rounds, t = 0, 1, ... of weight t + 1, are those of `anytime_rounds`, and the mean of g[t] is
the gradient at the point that was sampled last.  What this costs in a round is a hypothesis of the
first theorem, and the last one shows it, for round t, counted from one, and a point that was
sampled in round s, up to k - 1 rounds ago, around the average x of that round.  It is drawn after
all that was before it, and after the batches, of which it is independent: y is the gradient of F
there, of mean P(x), and r and r_x are the gradients of the batches of the rounds s to t - 1, with
the weights of these rounds, there and at x.  By the second theorem, with S = s + ... + (t - 1),

    w = prox(tau (G + S r)),     v = prox(tau (G + S r_x)),     |w - v| <= tau S |r - r_x|.

v knows nothing of the sampling: there the error of y costs the bias 2 b, and what is left costs

    <error, w - v> <= tau k t/2 |error|^2 + |w - v|^2/(2 tau k t).

Since round s the average has moved from x by at most 2k/t of the way to a point q of the simplex.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from workbench.rigor.provers import anytime_rounds as rounds
from workbench.rigor.provers.anytime_rounds import (
    L0,
    OUT,
    F,
    L,
    P,
    T,
    X,
    b,
    c,
    centre,
    d,
    t,
    tau,
    u,
)
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Theorem, num

kappa = th.integer("kappa", at_least=1)
V = th.number("V_K", at_least=0)
R = th.mapping("R")


def stale_error(
    *, share: Fraction | int = 1, kept: str = "gno", unbiased: bool = True, convex: bool = True
) -> Proof:
    """E F(out) - F(u) is at most the six terms.

    share: of the whole bound; kept: the hypotheses on gradients, their means and the output
    unbiased: whether p is the mean of the gradients; convex: whether F is
    """
    of = F if convex else th.function("F", smooth=L, on=X)
    named, sampled = th.draws("g", t, mean=None), th.draws("x_h", t, mean=None, of=X)
    w = th.prox("w", X, t, start=centre, step=(t + 1) * tau * named[t])
    g = th.draws("g", t, mean=R(sampled[t])) if unbiased else named
    off = th.mean((of.grad(rounds.average(w, t)) - R(sampled[t])) @ (w[t] - u))
    price = 2 * b + 8 * L * kappa / (t + 1) + tau * kappa * (t + 1) * V
    near = (t, 0, (off, "<=", price))
    told = {"g": rounds.small(g), "n": near, "o": rounds.output(of, w)}
    bound = (2 * th.ln(d) / (tau * T * (T + 1)) + tau * L0**2 * (2 * T + 1) / 6 + 2 * b
             + 16 * L * kappa / T + tau * kappa * (2 * T + 1) / 3 * V + c)  # fmt: skip
    said = (th.mean(of(OUT)) - of(u), "<=", share * bound)
    symbols = (d, X, tau, T, kappa, L0, L, b, V, c, of, R, centre, u, sampled, g, w, OUT)
    p = Proof(Theorem(symbols, given=[told[one] for one in kept], concludes=said))
    costs = 8 * L * kappa, 2 * b, tau * kappa * V
    rounds.added_up(
        p, said, of, w, g, lambda n: R(sampled[n]), lambda n: p.at(p.given(near), n), costs
    )
    return p


s, now = th.integer("s", at_least=1), th.integer("t", at_least=1)
x, unmoved = th.draw("x", mean=None, of=X), th.draw("v", mean=None, of=X)
S = th.number("S", at_least=0)
r, before, other = th.vector("r"), th.vector("G"), th.vector("r_x")
unsampled = th.draw("r_x", mean=None)
Y = th.draw("y", mean=P(x))
BATCHES, END = th.draw("r", mean=None), th.draw("w", mean=None, of=X)
AFTER = th.draw("q", mean=None, of=X)
WEIGHT, SHARE = (now - s) * (now + s - 1) / 2, s * (s + 1) / (now * (now + 1))
ERROR, AWAY = F.grad(x) - Y, BATCHES - unsampled
MOMENTS = (th.mean(X.dual(ERROR)), "<=", V), (th.mean(X.dual(AWAY)), "<=", V)
COUPLED = (X.square(END - unmoved), "<=", (tau * WEIGHT) ** 2 * X.dual(AWAY))
GIVEN: tuple[Any, ...] = (
    (s, "<=", now), (now - s, "<=", kappa - 1), rounds.NEAR, *MOMENTS, COUPLED
)  # fmt: skip


def coupled(*, share: Fraction | int = 1) -> Proof:
    """|w - v| <= tau S |r - r_x| for steps tau (G + S r) and tau (G + S r_x) from the centre.

    share: of the square of the right side
    """
    w = th.prox("w", X, t, start=centre, step=tau * (before + S * r))
    v = th.prox("v", X, t, start=centre, step=tau * (before + S * other))
    end, mate, away, zero = w[num(1)], v[num(1)], r - other, num(0)
    said = (X.square(end - mate), "<=", share * (tau * S) ** 2 * X.dual(away))
    p = Proof(Theorem((d, X, tau, S, centre, before, r, other, w, v), concludes=said))
    p.gram(said, [
        (2, p.prox(w, zero, mate)), (2, p.prox(v, zero, end)),
        (2, p.strong(X, end, mate)), (2, p.strong(X, mate, end)),
        (2, p.young(X, -tau * S * away, end - mate)),
        (1, p.scaled(X, -tau * S, away, which="dual")),
        (-1, p.scaled(X, -1, end - mate, which="sq")),
    ])  # fmt: skip
    return p


def stale_point(
    *, biases: int = 2, drift: int = 8, share: Fraction | int = 1, given: Sequence[Any] = GIVEN,
    unbiased: bool = True,
) -> Proof:  # fmt: skip
    """E <grad F(average) - y, w - u> <= 2 b + 8 L k/t + tau k t V, for y of the sampled point.

    biases, drift, share: the factors of the three terms; given: the hypotheses
    unbiased: whether P(x) is the mean of y
    """
    y = Y if unbiased else th.draw("y", mean=None)
    average = SHARE * x + (1 - SHARE) * AFTER
    left = th.mean((F.grad(average) - Y) @ (END - u))
    price = biases * b + drift * L * kappa / now + share * tau * kappa * now * V
    said = (left, "<=", price)
    symbols = (d, X, tau, s, now, kappa, L, b, V, F, P, u, x, unmoved, unsampled, y, BATCHES, END,
               AFTER)  # fmt: skip
    p = Proof(Theorem(symbols, given=given, concludes=said))
    cost, apart = tau * kappa * now, END - unmoved
    # tau k t/2 |error|^2 and |apart|^2/(2 tau k t)
    moved = (tau * WEIGHT) ** 2 / (2 * cost)
    met = p.gram(
        (ERROR @ apart, "<=", cost / 2 * X.dual(ERROR) + moved * X.dual(AWAY)),
        [(1 / cost, p.young(X, cost * ERROR, apart)), (1 / (2 * cost), p.given(COUPLED)),
         (1 / (2 * cost), p.scaled(X, cost, ERROR, which="dual"))],
    )  # fmt: skip
    # the average has moved by at most 2k/t of the way
    turned, far = F.grad(average) - F.grad(x), END - u
    rate = L * 2 * kappa / now
    part = p.visible(((1 - SHARE) ** 2, "<=", (2 * kappa / now) ** 2))
    shifted = p.gram((turned @ far, "<=", 8 * L * kappa / now), [
        (rate, p.young(X, 1 / rate * turned, far)),
        (rate / 2, p.scaled(X, 1 / rate, turned, which="dual")),
        (1 / (2 * rate), p.lipschitz(F, average, x)),
        (L**2 / (2 * rate), p.scaled(X, 1 - SHARE, AFTER - x, which="sq")),
        (L**2 / (2 * rate) * (1 - SHARE) ** 2, p.diameter(X, AFTER, x)),
        (4 * L**2 / (2 * rate), part), (rate / 2, p.diameter(X, END, u)),
    ])  # fmt: skip
    p.gram(said, [
        (1, p.expect(shifted)), (1, p.expect(met)), (-1, p.centred(Y, unmoved - u)),
        (1, p.expect(rounds.biased(p, F, x, unmoved))), (cost / 2, p.given(MOMENTS[0])),
        (moved, p.given(MOMENTS[1])),
    ])  # fmt: skip
    return p
