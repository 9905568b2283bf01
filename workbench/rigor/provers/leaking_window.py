"""A window over one epoch that is kept by differences: its error, and the variance of its noise.

The record that was used j steps ago was evaluated at W_j, the newest point being W_0, at distance
at most j eta: so the error of the mean of N gradients is at most (1/N) sum eta L j = eta L (N-1)/2.
The noise Z_1 of the first window is Y_0, and Z_(k+1) = kappa Z_k + Y_k with new noise Y_k: the
variances obey V_(k+1) <= kappa^2 V_k + 2 K s, and stay below A + 2 K s/(1 - kappa^2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

N, K, m = (th.integer(name, at_least=1) for name in ("N", "K", "m"))
L, eta = th.number("L", at_least=0), th.number("eta", at_least=0)
i, j, k, s = (th.integer(name) for name in "ijks")
W, u, v = (th.draws(name, j, mean=None) for name in "Wuv")
NEAR: tuple[Any, ...] = (
    (j, 0, (abs(W[j + 1] - W[j]), "<=", eta)),
    (j, 0, (abs(u[j] - v[j]), "<=", L * abs(W[j] - W[0]))),
)


def error(*, given: Sequence[Any] = NEAR, divisor: int = 2) -> Proof:
    """|(1/N) sum u_j - (1/N) sum v_j| <= eta L (N - 1)/divisor."""
    means = 1 / N * th.total(j, 0, N - 1, u[j]) - 1 / N * th.total(j, 0, N - 1, v[j])
    p = Proof(Theorem((N, L, eta, W, u, v), given=given,
                      concludes=(abs(means), "<=", eta * L * (N - 1) / divisor)))  # fmt: skip

    near, smooth = p.places(NEAR)

    def moved(age: Num) -> th.Said:
        return abs(W[age] - W[0]), "<=", age * eta

    here = p.induction(i, 0, moved(i), p.gram(moved(0 * N), []))
    both = p.triangle((1, W[i + 1] - W[i]), (1, W[i] - W[0]))
    p.gram(moved(i + 1), [(1, here), (1, both), (1, p.at(near, i))])
    far = p.close()

    def summed(count: Num) -> th.Said:
        return abs(th.total(j, 0, count - 1, u[j] - v[j])), "<=", eta * L * count * (count - 1) / 2

    here = p.induction(s, 0, summed(s), p.gram(summed(0 * N), []))
    both = p.triangle((1, th.total(j, 0, s - 1, u[j] - v[j])), (1, u[s] - v[s]))
    p.gram(summed(s + 1), [(1, here), (1, both), (1, p.at(smooth, s)), (L, p.at(far, s))])
    last = p.at(p.close(), N)
    whole = p.triangle((1 / N, th.total(j, 0, N - 1, u[j] - v[j])))
    p.gram(p.theorem.concludes, [(1, whole), (1 / N, last)])
    return p


gamma = th.number("gamma", above=0)
old, new = (th.number(name, at_least=0) for name in ("sigma_A", "sigma_B"))
n, none = th.numbers("n", at_least=0), Vec(["zero"])


def drawn(mean: int | None = 0) -> Many:
    """The new noise of each window."""
    return th.draws("Y", k, mean=mean)


Y = drawn()
NOISE: tuple[Any, ...] = (
    (gamma, "<=", 1), (th.mean(th.square(Y[0])), "<=", old**2),
    (k, 1, (th.mean(th.square(Y[k])), "<=", n[k] * new**2)), (k, 1, (n[k], "<=", 2 * K)),
)  # fmt: skip


def variance(*, given: Sequence[Any] = NOISE, pieces: int = 2, of: Many = Y) -> Proof:
    """E |Z_m/N|^2 <= (sigma_A^2 + pieces K sigma_B^2/(gamma (2 - gamma)))/N^2 for every m >= 1."""
    leak = 1 - gamma
    bare = th.iterates("Z", k, before=none, start=none)
    Z = th.iterates("Z", k, before=none, start=none, following=leak * bare[k] + of[k])
    most = old**2 + 2 * K * new**2 / (gamma * (2 - gamma))
    claimed = (old**2 + pieces * K * new**2 / (gamma * (2 - gamma))) / N**2
    p = Proof(Theorem((N, K, m, gamma, old, new, n, of, Z), given=given,
                      concludes=(th.mean(th.square(1 / N * Z[m])), "<=", claimed)))  # fmt: skip
    _, first_noise, new_noise, few = p.places(NOISE)
    rest = 2 * K * new**2 / (gamma * (2 - gamma))
    p.visible((0, "<=", rest))

    def said(u: Vec) -> th.Said:
        return th.mean(th.square(u)), "<=", most

    first = p.gram(said(leak * none + of[0]), [(1, first_noise)])
    first = p.unfold(said(leak * Z[0] + of[0]), first, [(Z, 0)])
    here = p.induction(i, 1, said(Z[i]), p.unfold(said(Z[1]), first, [(Z, 1)]))
    across = p.centred(of[i], Z[i])
    count = p.at(few, i)
    grown = p.gram(said(leak * Z[i] + of[i]), [
        (leak**2, here), (2 * leak, across), (1, p.at(new_noise, i)), (new**2, count),
    ])  # fmt: skip
    p.unfold(said(Z[i + 1]), grown, [(Z, i + 1)])
    last = p.at(p.close(), m)
    p.gram(p.theorem.concludes, [(1 / N**2, last)])
    return p
