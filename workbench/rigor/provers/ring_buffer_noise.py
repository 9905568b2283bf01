"""The noise of a momentum that ring buffers keep, and its second moment in every epoch.

X_t is the noise of the momentum M_t, t = eN + r, and Y_t that of the last window of N steps:

    X_(t+N) = rho X_t + Y_(t+N),    Y_(t+2N) = kappa Y_(t+N) + Z_(t+2N),    kappa = 1 - gamma,

from the second epoch on, with Z_t the noise of a new window, uncorrelated with the Y before it.
So E |Y_t|^2 <= Q = 2 K d (s^2 + u^2/(gamma (2 - gamma))), and E |X_t|^2 <= Q/(1 - rho)^2, as the
square of a mean is at most the mean of squares: |rho X + Y|^2 <= rho |X|^2 + |Y|^2/(1 - rho).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_counts import falling
from workbench.rigor.provers.tree_levels import FALLS, z
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem, Vec

N, d = th.integer("N", at_least=1), th.integer("d", at_least=1)
rho, K = th.number("rho", at_least=0), th.number("K", at_least=0)
gamma = th.number("gamma", above=0)
s, u = th.number("sigma_A", at_least=0), th.number("sigma_B", at_least=0)
e, r = th.integer("e", at_least=0), th.integer("r", at_least=0)
i, k, n, t = (th.integer(name) for name in "iknt")
X, Y, Z = (th.draws(name, n, mean=None) for name in "XYZ")
ONE_EPOCH: tuple[Any, ...] = (FALLS, (z[N - 1], "=", 1))


def moments(rho: Num, gamma: Num) -> tuple[Any, ...]:
    """What is told of the noise, for these numbers."""
    return (
        (t, 0, (abs(X[t + N] - rho * X[t] - Y[t + N]), "<=", 0)),
        (t, 0, (abs(Y[t + 2 * N] - (1 - gamma) * Y[t + N] - Z[t + 2 * N]), "<=", 0)),
        (t, 0, (z[t] * th.mean(th.square(X[t])), "<=", d * K * s**2)),
        (t, 0, (z[t] * th.mean(th.square(Y[t + N])), "<=", 2 * d * K * s**2)),
        (t, 0, (th.mean(th.square(Z[t + 2 * N])), "<=", 2 * d * K * u**2)),
        (t, 0, (th.mean(Y[t + N] @ Z[t + 2 * N]), "=", 0)),
    )


NOISE: tuple[Any, ...] = (
    (rho, "<", 1), (gamma, "<=", 1), (r, "<=", N - 1), *ONE_EPOCH, *moments(rho, gamma)
)  # fmt: skip


def second_moment(rho: Num) -> Num:
    """The bound on E |X_t|^2."""
    return d * K * (3 * s**2 + 2 * u**2 / (gamma * (1 + (1 - gamma)))) / (1 - rho) ** 2


def kept(*, given: Sequence[Any] = NOISE) -> Proof:
    """E |X_(r+eN)|^2 is at most that for r < N."""
    kappa, full = 1 - gamma, gamma * (1 + (1 - gamma))
    most = 2 * d * K * (s**2 + u**2 / full)  # Q
    p = Proof(Theorem((rho, gamma, s, u, K, N, d, e, r, z, X, Y, Z), given=given, concludes=(
        th.mean(th.square(X[r + e * N])), "<=", second_moment(rho))))  # fmt: skip
    _, _, _, _, one, adds, leaks, first, window, new, apart = p.places(NOISE)
    low = p.by(falling(), {"n": r, "r": N - 1 - r, "z": z})
    p.gram((0, "<=", z[r] - 1), [(1, low), (-1, one)])

    def at_first(place: int, u: Vec, said: Any) -> int:  # noqa: ANN401 - a number
        """What z_r counts, where z_r is at least 1."""
        return p.gram((th.mean(th.square(u)), "<=", said), [(1, p.at(place, r))],
                      mean_squares=[(z[r] - 1, u)])  # fmt: skip

    def noise(at: Num) -> th.Said:  # of Y, from the second epoch on
        return th.mean(th.square(Y[r + at * N + N])), "<=", most

    rest = p.visible((0, "<=", 2 * d * K * u**2 / full))
    begin = at_first(window, Y[r + N], 2 * d * K * s**2)
    here = p.induction(i, 0, noise(i), p.gram(noise(th.num(0)), [(1, begin), (1, rest)]))
    at = r + i * N
    square = p.expect(p.cauchy(p.at(leaks, at), Y[at + 2 * N] + kappa * Y[at + N] + Z[at + 2 * N]))
    p.gram(noise(i + 1), [(1, square), (kappa**2, here), (1, p.at(new, at)),
                          (2 * kappa, p.at(apart, at)),
                          (1, p.visible((0, "<=", 2 * d * K * s**2 * full)))])  # fmt: skip
    windows, whole = p.close(), 1 / (1 - rho) ** 2

    def told(at: Num) -> th.Said:
        return th.mean(th.square(X[r + at * N])), "<=", most * whole

    begin = at_first(first, X[r], d * K * s**2)
    long = p.visible((d * K * s**2, "<=", most * whole))
    here = p.induction(k, 0, told(k), p.gram(told(th.num(0)), [(1, begin), (1, long)]))
    at = r + k * N
    old, fresh = X[at], Y[at + N]
    both = p.expect(p.cauchy(p.at(adds, at), X[at + N] + rho * old + fresh))
    p.gram(told(k + 1), [(1, both), (rho, here), (1 / (1 - rho), p.at(windows, k))],
           mean_squares=[(rho * (1 - rho), old - 1 / (1 - rho) * fresh)])  # fmt: skip
    every = p.at(p.close(), e)
    p.gram(p.theorem.concludes, [(1, every), (1, p.visible((0, "<=", d * K * s**2 * whole)))])
    return p
