"""Descent along a noisy momentum whose records come in a new uniform order in each epoch.

The steps are w_(t+1) = w_t - eta m_t/|m_t|, where m_t is the momentum M_(t+1) and noise.  Descent
along directions (`workbench.rigor.provers.normalised_steps`) counts every error twice; that of the
momentum is bounded in `workbench.rigor.provers.reshuffled_momentum`:

    (1/T) sum_(t<T) E |grad F(w_t)| <= R/(eta T) + eta L/2 + 2 [G/(alpha T) + eta L (1-alpha)/alpha
        + 2 eta L (N-1) + G sqrt(alpha/(2-alpha)) + alpha sigma sqrt(d B)].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.normalised_steps import descent
from workbench.rigor.provers.reshuffled_draws import (
    F,
    G,
    L,
    N,
    Reshuffled,
    alpha,
    b,
    eta,
    n,
    power,
    w_0,
)
from workbench.rigor.provers.reshuffled_momentum import deviation, drifts, error, named
from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_levels import ZERO
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

sigma = th.number("sigma", above=0)
R = th.number("R", at_least=0)
d, T = (th.integer(name, at_least=1) for name in "dT")
h, i, j, k, t = (th.integer(name) for name in "hijkt")
U, m = th.mapping("U"), th.draws("m", t, mean=None)


def run(a: Num = alpha, *, step: Num = eta, fresh: bool = True) -> Reshuffled:
    """A run along the directions of m; step: how far it goes."""
    return Reshuffled(lambda at: -step * U(m[at]), (U, m), a=a, fresh=fresh)


def level(a: Num = alpha) -> Num:
    """B = 1 + log2(1 + 1/(2 alpha))."""
    return 1 + th.ln(1 + (1 / (2 * a) if a is alpha else N / 2)) / th.ln(2)


def noise(a: Num = alpha) -> Num:
    """alpha sigma sqrt(d B)."""
    return a * sigma * th.root(d * level(a))


def given(of: Reshuffled, scale: Num = sigma) -> tuple[Any, ...]:
    """What is told of the order and the momentum, of U, of the gap and of the noise."""
    apart = th.mean(th.square(m[t] - of.M[t + 1]))
    small, *known, _, near = of.given  # but of how far w moves
    free = (small,) if of.a is alpha else ()
    return (
        *free, *known, near,
        (t, 0, (abs(m[t]), "<=", m[t] @ U(m[t]))), (t, 0, (abs(U(m[t])), "<=", 1)),
        (t, 0, (F(w_0) - F(of.w[t]), "<=", R)),
        (t, 0, (apart, "<=", d * of.a**2 * scale**2 * level(of.a))),
    )  # fmt: skip


RUN = run()
GIVEN = given(RUN)


def utility(
    of: Reshuffled = RUN, *, told: Sequence[Any] | None = None, errors: Any = 2, shuffled: Any = 1  # noqa: ANN401
) -> Proof:  # fmt: skip
    """The mean length of the gradient.

    errors, shuffled: how often each error counts, and the deviation of the order
    """
    w, M = of.w, of.M
    grads = th.total(t, 0, T - 1, th.mean(abs(F.grad(w[t])))) / T
    each = drifts(of.a) + shuffled * deviation(of) + noise(of.a)
    bound = R / (eta * T) + eta * L / 2 + errors * (G / (of.a * T) + each)
    free = (alpha,) if of.a is alpha else ()
    p = Proof(Theorem((*free, eta, sigma, R, G, L, N, d, T, b, n, *of.symbols),
                      given=given(of) if told is None else told,
                      concludes=(grads, "<=", bound)))  # fmt: skip
    *_, unit, gap, apart = p.places(given(of))

    # steps are no longer than eta
    def short(at: Num) -> th.Said:
        return abs(of.move(at)), "<=", eta

    def step(at: Num) -> int:
        return p.gram(short(at), [(1, p.triangle((-eta, U(m[at])))), (eta, p.at(unit, at))])

    p.induction(j, 0, short(j), step(ZERO))
    step(j + 1)
    p.close()
    lemma = p.by(descent(mean=True), {"L": L, "eta": eta, "T": T, "w_0": w_0, "F": F, "U": U,
                                      "m": m, "w": w})  # fmt: skip

    most = noise(of.a)

    def errors_of(count: Num) -> th.Said:
        some = G * th.total(t, 0, count - 1, power(of.a, t + 1)) + count * (
            drifts(of.a) + deviation(of) + most
        )
        return th.total(t, 0, count - 1, th.mean(abs(m[t] - F.grad(w[t])))), "<=", some

    here = p.induction(k, 0, errors_of(k), p.gram(errors_of(ZERO), []))
    momentum = p.by(error(of), named(of) | {"T": k})
    near, off = M[k + 1] - F.grad(w[k]), m[k] - M[k + 1]
    both = p.expect(p.triangle((1, near), (1, off)))
    middle = p.expect(p.middle(off, most))
    p.gram(errors_of(k + 1), [(1, here), (1, both), (1, momentum), (1, middle),
                              (1 / (2 * most), p.at(apart, k))])  # fmt: skip
    every = p.at(p.close(), T)

    # the start
    keeps = 1 - of.a

    def starts(count: Num) -> th.Said:
        some = of.a * th.total(t, 0, count - 1, power(of.a, t + 1))
        return some, "<=", keeps - power(of.a, count + 1)

    here = p.induction(i, 0, starts(i), p.gram(starts(ZERO), []))
    p.gram(starts(i + 1), [(1, here)])
    begun = p.at(p.close(), T)
    here = p.induction(h, 0, (0, "<=", power(of.a, h)), p.gram((0, "<=", power(of.a, ZERO)), []))
    p.gram((0, "<=", power(of.a, h + 1)), [(keeps, here)])
    late = p.at(p.close(), T + 1)
    start = 2 * G / (of.a * T)
    p.gram(p.theorem.concludes, [
        (1, lemma), (1 / (eta * T), p.expect(p.at(gap, T))), (2 / T, every), (start, begun),
        (start, late)])  # fmt: skip
    return p
