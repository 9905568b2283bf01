"""The error of a momentum whose records come in a new uniform order in each epoch.

The sums of what is drawn deviate by G sqrt(alpha/(2 - alpha)) in the mean
(`workbench.rigor.provers.reshuffled_draws`).  The rest of the error is bounded along every path:
the start, the lag of the momentum, and the move of both gradients since the epoch began.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.rigor.provers.reshuffled_draws import (
    NONE,
    F,
    G,
    Given,
    L,
    N,
    Reshuffled,
    T,
    alpha,
    b,
    drawn,
    e,
    eta,
    f,
    h,
    left,
    n,
    not_negative,
    power,
    u,
    v,
    w_0,
)
from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_levels import ZERO
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem, Vec


def followed(run: Reshuffled) -> Proof:
    """|M_(T+1) - grad F(w_T) - S_(T+1)| is at most what is not drawn, along every path."""
    w, s, P, Z, y, M, S = run.w, run.s, run.P, run.Z, run.y, run.M, run.S
    p = Proof(Theorem((alpha, eta, G, L, N, T, b, n, *run.symbols), given=run.given, concludes=(
        abs(M[T + 1] - F.grad(w[T]) - S[T + 1]), "<=", rest(T))))  # fmt: skip
    _, bit, one, full, fewer, _, short, begins, far, near = p.places(run.given)

    # grad F(w_0) is the mean of y_0, and so no longer than G
    first, most = F.grad(w_0), p.at(short, ZERO)
    square = p.expect(p.gram((th.square(y[0]), "<=", G**2), [
        (1, p.cauchy(most, y[0])), (G, most)]))  # fmt: skip
    mean = p.unfold((th.mean((y[0] - first) @ first), "=", 0), p.centred(y[0], P[0]),
                    [(Z, 0), (P, 0)])  # fmt: skip
    length = p.gram((th.square(first), "<=", G**2), [(1, square), (-2, mean)],
                    mean_squares=[(1, y[0] - first)])  # fmt: skip
    low = p.gram((abs(first), "<=", G), [(1, p.middle(first, G)), (1 / (2 * G), length)])

    all_left = p.gram((n[0], "=", N), [(1, p.at(full, ZERO)), (N - n[0], begins)])

    def long(at: Num, scale: Any, apart: Callable[[Num], Vec]) -> th.Said:  # noqa: ANN401
        return abs(apart(at)), "<=", (N - n[at]) * scale

    def grown(at: Num, scale: Any, apart: Callable[[Num], Vec], moved: Callable[[Vec], Vec],  # noqa: ANN401
              shift: Callable[[], list[Any]]) -> int:  # fmt: skip
        """What is apart by `scale` more in each step of an epoch."""
        base = p.unfold(long(ZERO, scale, apart), p.gram((abs(NONE), "<=", (N - n[0]) * scale), [
            (scale, all_left)]), [(w, 0), (s, 0), (P, 0)])  # fmt: skip
        here = p.induction(at, 0, long(at, scale, apart), base)
        keeps = 1 - b[at + 1]
        not_negative(p, keeps, p.at(bit, at + 1))
        step = moved(apart(at)) - apart(at)
        both = p.triangle((keeps, apart(at)), (keeps, step))
        told = abs(keeps * moved(apart(at))), "<=", (N - n[at + 1]) * scale
        found = p.gram(told, [(keeps, here), (1, both), *((keeps * a, x) for a, x in shift()),
                              (scale, left(p, full, fewer, at))])  # fmt: skip
        p.unfold(long(at + 1, scale, apart), found, [(w, at + 1), (s, at + 1), (P, at + 1)])
        return p.close()

    moves = grown(e, eta, lambda at: w[at] - s[at], lambda d: d + run.move(e),
                  lambda: [(1, p.at(far, e))])  # fmt: skip

    def turned(gap: Vec) -> Vec:
        return gap + F.grad(w[f] + run.move(f)) - F.grad(w[f])

    turns = grown(f, eta * L, lambda at: F.grad(w[at]) - P[at], turned, lambda: [
        (1, p.lipschitz(F, w[f] + run.move(f), w[f])), (L, p.at(far, f))])  # fmt: skip

    def fresh(at: Num) -> tuple[Vec, int]:
        """The new momentum against the last gradient, and how long that is at most."""
        gap = M[at] - F.grad(w[at]) - S[at]
        now = (1 - alpha) * gap + alpha * (u[at] - y[at]) - alpha * (F.grad(w[at]) - P[at])
        both = p.triangle((1 - alpha, gap), (alpha, u[at] - y[at]), (-alpha, F.grad(w[at]) - P[at]))
        return now, both

    def said(at: Num) -> th.Said:
        return (abs(M[at] - F.grad(w[at]) - S[at]), "<=",
                power(alpha, at) * G + eta * L / alpha + 2 * eta * L * (N - 1))  # fmt: skip

    def known(at: Num, here: int, both: int) -> list[Any]:
        return [(1 - alpha, here), (1, both), (alpha, p.at(near, at)), (alpha * L, p.at(moves, at)),
                (alpha, p.at(turns, at)), (2 * alpha * eta * L, p.at(one, at))]  # fmt: skip

    twice = 2 * eta * L
    begun = p.gram((abs(NONE - F.grad(w_0) - NONE), "<=", said(ZERO)[2]), [
        (1, p.triangle((-1, F.grad(w_0)))), (1, low), (twice, p.at(one, ZERO)),
        (twice, all_left)])  # fmt: skip
    here = p.induction(h, 0, said(h), p.unfold(said(ZERO), begun, [(w, 0), (M, 0), (S, 0)]))
    now, both = fresh(h)
    moved = F.grad(w[h] + run.move(h)) - F.grad(w[h])
    found = p.gram((abs(now - moved), "<=", said(h + 1)[2]), [
        *known(h, here, both), (1, p.triangle((1, now), (-1, moved))),
        (1, p.lipschitz(F, w[h] + run.move(h), w[h])), (L, p.at(far, h))])  # fmt: skip
    p.unfold(said(h + 1), found, [(w, h + 1), (M, h + 1), (S, h + 1)])
    here = p.at(p.close(), T)
    now, both = fresh(T)
    found = p.gram((abs(now), "<=", rest(T)), known(T, here, both))
    p.unfold(p.theorem.concludes, found, [(M, T + 1), (S, T + 1)])
    return p


def drifts(a: Num = alpha, *, drift: Any = 2, lag: Any = 1) -> Num:  # noqa: ANN401 - numbers
    """eta L (1 - alpha)/alpha + 2 eta L (N - 1)."""
    if a is not alpha and lag == 1:  # (1 - alpha)/alpha is N - 1
        return (drift + lag) * eta * L * (N - 1)
    return lag * eta * L * (1 - a) / a + drift * eta * L * (N - 1)


def rest(at: Num, a: Num = alpha, **changes: Any) -> Num:  # noqa: ANN401
    """The same and (1 - alpha)^(t + 1) G in step t."""
    return power(a, at + 1) * G + drifts(a, **changes)


def named(run: Reshuffled) -> dict[str, Any]:
    """The symbols of a run by their names."""
    told = {"eta": eta, "G": G, "L": L, "N": N, "b": b, "n": n}
    free = {"alpha": alpha} if run.a is alpha else {}
    return told | free | {one.symbol["name"]: one for one in run.symbols}


def deviation(run: Reshuffled) -> Num:
    """G sqrt(alpha/(2 - alpha)), which is G/sqrt(2 N - 1) at alpha = 1/N."""
    return G * th.root(alpha / (2 - alpha)) if run.a is alpha else G / th.root(2 * N - 1)


def moved(a: Num = alpha, *, fresh: bool = True) -> Reshuffled:
    """A run whose point moves in any way."""
    return Reshuffled(lambda at: v[at], (v,), a=a, fresh=fresh)


def error(
    run: Reshuffled, *, given: Given | None = None, share: Any = 1, drift: Any = 2, lag: Any = 1  # noqa: ANN401
) -> Proof:  # fmt: skip
    """E |M_(T+1) - grad F(w_T)| is at most that and the deviation.

    share, drift, lag: how often this, and two of the other terms, are taken
    """
    a, most, gap, S = run.a, deviation(run), run.M[T + 1] - F.grad(run.w[T]), run.S[T + 1]
    bound = rest(T, a, drift=drift, lag=lag) + share * most
    known = run.given if a is alpha else run.given[1:]
    free = () if a is not alpha else (alpha,)
    p = Proof(Theorem((*free, eta, G, L, N, T, b, n, *run.symbols),
                      given=known if given is None else given,
                      concludes=(th.mean(abs(gap)), "<=", bound)))  # fmt: skip
    spread = p.by(drawn(run.free), {**named(run), "alpha": a, "T": T + 1})
    path = p.by(followed(run.free), {**named(run), "alpha": a, "T": T})
    both = p.triangle((1, gap - S), (1, S))
    sure = p.gram((abs(gap), "<=", rest(T, a) + abs(S)), [(1, path), (1, both)])
    square = p.visible((G**2 * a / (2 - a), "<=", most**2))
    p.gram(p.theorem.concludes, [
        (1, p.expect(sure)), (1, p.expect(p.middle(S, most))), (1 / (2 * most), spread),
        (1 / (2 * most), square)])  # fmt: skip
    return p


RUN, AT_ONE_OVER_N = moved(), moved(1 / N)
