"""Descent with a momentum of few noisy windows, for one order of the records in every epoch.

The steps are w_(t+1) = w_t - eta m_t/|m_t|, m_t = alpha (M_(t+1) + X_(t+1)): the momentum of the
gradients, one record a step in the same order in each epoch of N steps
(`workbench.rigor.provers.steady_momentum`), and the noise that is left in it by ring buffers of
windows of N steps (`workbench.rigor.provers.ring_buffer_noise`).  Descent along directions
(`workbench.rigor.provers.normalised_steps`) counts every error twice:

    (1/T) sum_(t<T) E |grad F(w_t)| <= R/(eta T) + eta L/2 + 2 [G N/(a T) + eta L N/a + a G/2
        + ((1 + a)/N) sqrt(d K) (sqrt 3 sigma_A + sqrt 2 sigma_B/sqrt gamma)],  alpha = a/N.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.normalised_steps import descent
from workbench.rigor.provers.repeated_weights import N, c
from workbench.rigor.provers.ring_buffer_noise import (
    ONE_EPOCH,
    X,
    Y,
    Z,
    kept,
    moments,
    rho,
    second_moment,
)
from workbench.rigor.provers.steady_momentum import BOUNDED, HALF, MOVES, SAME, G, M, V, error
from workbench.rigor.provers.steady_momentum import mean_gradient as of_row
from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_counts import falling
from workbench.rigor.provers.tree_levels import ZERO, grown, z
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

a, gamma, eta, K, s, u = (
    th.number(name, above=0) for name in ("a", "gamma", "eta", "K", "sigma_A", "sigma_B")
)
L, R = th.number("L", at_least=0), th.number("R", at_least=0)
d, E, Q = (th.integer(name, at_least=1) for name in "dEQ")
b, f, h, i, j, k, o, q, r, t = (th.integer(name) for name in "bfhijkoqrt")
w_0, U = th.vector("w_0"), th.mapping("U")
F, m = th.function("F", smooth=L), th.draws("m", t, mean=None)
_bare = th.iterates("w", t, before=w_0, start=w_0)
w = th.iterates("w", t, before=w_0, start=w_0, following=_bare[t] - eta * U(m[t]))
alpha, T = a / N, E * N
_put = {"alpha": alpha, "N": N, "c": c}
POWERS: tuple[Any, ...] = ((c[0], "=", 1), (t, 0, (c[t + 1], "=", (1 - alpha) * c[t])))
STEPS: tuple[Any, ...] = (
    (t, 0, (abs(m[t]), "<=", m[t] @ U(m[t]))), (t, 0, (abs(U(m[t])), "<=", 1)),
    (t, 0, (F(w_0) - F(w[t]), "<=", R)),
)  # fmt: skip
MADE: Any = (t, 0, (abs(m[t] - alpha * (M[t + 1] + X[t + 1])), "<=", 0))
GRADIENTS: tuple[Any, ...] = (
    (t, 0, (abs(F.grad(w[t]) - of_row(t * (N + 1))), "<=", 0)), SAME, MOVES, BOUNDED,
    (abs(M[0]), "<=", 0),
    (t, 0, (abs(M[t + 1] - (1 - alpha) * M[t] - V[t * (N + 1)]), "<=", 0)),
)  # fmt: skip
GIVEN: tuple[Any, ...] = (
    (gamma, "<=", 1), *POWERS, *STEPS, MADE, *GRADIENTS, *ONE_EPOCH,
    *moments(c[N], gamma),
)  # fmt: skip


def noise_level() -> Num:
    """sqrt(d K) (sqrt 3 sigma_A + sqrt 2 sigma_B/sqrt gamma)."""
    return th.root(d * K) * (th.root(3) * s + th.root(2) * u / th.root(gamma))


def bound(*, errors: Any = 2, order: Any = HALF, noise: Any = 1) -> Num:  # noqa: ANN401 - numbers
    """What the mean length of the gradient is at most."""
    wrong = G * N / (a * T) + eta * L * N / a + order * a * G + noise * (1 + a) / N * noise_level()
    return R / (eta * T) + eta * L / 2 + errors * wrong


def noises() -> Proof:
    """sum_(t<T) E |X_(t+1)| is at most T times the level over 1 - rho, epoch by epoch."""
    most = noise_level() / (1 - rho)
    p = Proof(Theorem(
        (rho, gamma, s, u, K, N, d, E, z, X, Y, Z),
        given=[(rho, "<", 1), (gamma, "<=", 1), *ONE_EPOCH, *moments(rho, gamma)],
        concludes=(th.total(i, 0, T - 1, th.mean(abs(X[i + 1]))), "<=", T * most),
    ))  # fmt: skip
    full, kappa = gamma * (1 + (1 - gamma)), 1 - gamma
    product = th.root(3) * s * th.root(2) * u / th.root(gamma)
    more = 2 * u**2 * kappa / full + 2 * product
    squares = p.visible((second_moment(rho), "<=", most**2), gap=d * K * more / (1 - rho) ** 2)

    def length(epoch: Num, of: Num) -> int:
        """E |X_(of + epoch N)| is at most that."""
        moment = p.by(kept(), {"rho": rho, "gamma": gamma, "sigma_A": s, "sigma_B": u, "K": K,
                               "N": N, "d": d, "e": epoch, "r": of, "z": z, "X": X, "Y": Y,
                               "Z": Z})  # fmt: skip
        at = X[of + epoch * N]
        middle = p.expect(p.middle(at, most))
        told = th.mean(abs(at)), "<=", most
        return p.gram(told, [(1, middle), (1 / (2 * most), moment), (1 / (2 * most), squares)])

    def noise(count: Num) -> th.Said:
        """All but the first one of so many."""
        some = th.total(i, 0, count - 1, th.mean(abs(X[i])))
        return some, "<=", th.mean(abs(X[0])) + (count - 1) * most

    def epoch(at: Num, first: int, base: int, index: Num) -> int:
        here = p.induction(index, first, noise(at * N + index), base, last=N)
        p.gram(noise(at * N + index + 1), [(1, here), (1, length(at, index))])
        return p.close()

    begun = epoch(ZERO, 1, p.gram(noise(th.num(1)), []), h)
    here = p.induction(j, 0, noise((j + 1) * N), p.gram(noise(N * 1), [(1, begun)]))
    p.gram(noise((j + 2) * N), [(1, epoch(j + 1, 0, here, r))])
    every = p.at(p.close(), E - 1)

    def later_ones(count: Num) -> th.Said:
        some = th.total(i, 0, count - 1, th.mean(abs(X[i])))
        return (th.total(i, 0, count - 1, th.mean(abs(X[i + 1]))), "=",
                some + th.mean(abs(X[count])) - th.mean(abs(X[0])))  # fmt: skip

    moved_on = grown(p, later_ones, tuple, T, by=o)
    p.gram(p.theorem.concludes, [(1, every), (1, moved_on), (1, length(E, ZERO))])
    return p


def errors(count: Num) -> th.Said:
    """The mean errors of the first steps, by those of the start, of the momentum and of noise."""
    drift = eta * L * (1 - alpha) / alpha + HALF * G * a
    return th.total(i, 0, count - 1, th.mean(abs(m[i] - F.grad(w[i])))), "<=", (
        G * th.total(i, 0, count - 1, c[i + 1]) + count * drift
        + alpha * th.total(i, 0, count - 1, th.mean(abs(X[i + 1]))))  # fmt: skip


def added_errors() -> Proof:
    """Each error is at most that of the momentum and the length of the noise."""
    given = (*POWERS, MADE, *GRADIENTS)
    p = Proof(Theorem((a, eta, G, L, N, Q, c, w_0, F, U, V, M, X, m, w), given=given,
                      concludes=errors(Q)))  # fmt: skip
    one, power, made, mean = range(4)
    drift = eta * L * (1 - alpha) / alpha + HALF * G * a
    p.gram((alpha, "<=", 1), [(1, p.at(power, ZERO)), (1 - alpha, one)])
    here = p.induction(k, 0, errors(k), p.gram(errors(ZERO), []))
    momentum = p.by(error(), {**_put, "G": G, "L": L, "eta": eta, "q": k, "V": V, "M": M})
    row = k * (N + 1)
    both = p.triangle(
        (1, m[k] - alpha * (M[k + 1] + X[k + 1])), (1, alpha * M[k + 1] - of_row(row)),
        (-1, F.grad(w[k]) - of_row(row)), (alpha, X[k + 1]),
    )  # fmt: skip
    sure = p.gram((abs(m[k] - F.grad(w[k])), "<=", c[k + 1] * G + drift + alpha * abs(X[k + 1])), [
        (1, both), (1, p.at(made, k)), (1, momentum), (1, p.at(mean, k))])  # fmt: skip
    p.gram(errors(k + 1), [(1, here), (1, p.expect(sure))])
    p.at(p.close(), Q)
    return p


def utility(*, given: Sequence[Any] = GIVEN, step: Num = eta, **changes: Any) -> Proof:  # noqa: ANN401
    """The mean length of the gradient over T = E N steps; changes: those of `bound`."""
    moved = th.iterates("w", t, before=w_0, start=w_0, following=_bare[t] - step * U(m[t]))
    grads = th.total(t, 0, T - 1, th.mean(abs(F.grad(w[t])))) / T
    p = Proof(Theorem(
        (a, gamma, eta, K, s, u, G, L, R, N, d, E, c, z, w_0, F, U, V, M, X, Y, Z, m, moved),
        given=given, concludes=(grads, "<=", bound(**changes)),
    ))  # fmt: skip
    _, one, power, _, _, gap, *_ = p.places(GIVEN)
    lemma = p.by(descent(mean=True), {"L": L, "eta": eta, "T": T, "w_0": w_0, "F": F, "U": U,
                                      "m": m, "w": w})  # fmt: skip
    p.gram((alpha, "<=", 1), [(1, p.at(power, ZERO)), (1 - alpha, one)])
    base = p.gram((c[1], "<=", c[0]), [(1, p.at(power, ZERO))])
    p.induction(b, 0, (c[b + 1], "<=", c[b]), base)
    p.gram((c[b + 2], "<=", c[b + 1]), [(1, p.at(power, b + 1))])
    p.close()
    later = p.by(falling(), {"n": th.num(1), "r": N - 1, "z": c})
    below = p.gram((c[N], "<=", 1 - alpha), [(1, later), (1, p.at(power, ZERO)), (1 - alpha, one)])
    p.gram((0, "<=", 1 - c[N]), [(1, below)])
    p.visible((0, "<", 1 - c[N]), gap=1 - alpha - c[N] + alpha)
    p.visible((c[N], "<", 1), gap=1 - alpha - c[N] + alpha)

    # alpha/(1 - c_N) <= (1 + a)/N, as (1 + alpha t) c_t <= 1

    def shrinks(at: Num) -> th.Said:
        return (1 + alpha * at) * c[at], "<=", 1

    here = p.induction(q, 0, shrinks(q), p.gram(shrinks(ZERO), [(1, one)]))
    more = 1 + alpha * (q + 1)
    p.gram(shrinks(q + 1), [(1, here), (more, p.at(power, q)),
                            (1, p.visible((0, "<=", alpha**2 * (q + 1) * c[q])))])  # fmt: skip
    whole = 1 / (1 - c[N])
    lead = p.gram((alpha * whole, "<=", (1 + a) / N), [(whole / N, p.at(p.close(), N))])
    noise = p.by(noises(), {"rho": c[N], "gamma": gamma, "sigma_A": s, "sigma_B": u, "K": K,
                            "N": N, "d": d, "E": E, "z": z, "X": X, "Y": Y, "Z": Z})  # fmt: skip
    wrong = p.by(added_errors(), {
        "a": a, "eta": eta, "G": G, "L": L, "N": N, "Q": T, "c": c, "w_0": w_0, "F": F, "U": U,
        "V": V, "M": M, "X": X, "m": m, "w": w})  # fmt: skip

    # the start
    def starts(count: Num) -> th.Said:
        return th.total(i, 0, count - 1, c[i + 1]), "<=", N / a * (c[1] - c[count + 1])

    begun = grown(p, starts, lambda: [(N / a, p.at(power, f + 1))], T, by=f)
    begin = p.gram((th.total(i, 0, T - 1, c[i + 1]), "<=", N / a), [
        (1, begun), (N / a, p.at(power, ZERO)), (N / a * (1 - alpha), one),
        (1, p.visible((0, "<=", N / a * c[T + 1])))])  # fmt: skip

    p.gram(p.theorem.concludes, [
        (1, lemma), (1 / (eta * T), p.expect(p.at(gap, T))), (2 / T, wrong), (2 * G / T, begin),
        (2 * alpha / T, noise), (2 * noise_level(), lead),
    ])  # fmt: skip
    return p
