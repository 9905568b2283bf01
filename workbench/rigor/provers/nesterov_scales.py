"""Nesterov's method with noise at the scales that cost least: T steps, full gradients.

With r_t = a_{T,t}^(1/3), a_{T,t} = (1 - q)^(T - t) alpha (1 + alpha L), scales that follow 1/r_t
make of the noise term of the error bound the cube of the sum of the roots.  Where rho^3 = 1 - q,
two roots differ by a power of rho, r_t rho^t = r_T rho^T, as they are positive and their cubes
agree; so their sum is r_T (1 - rho^T)/(1 - rho), with r_T^3 = alpha (1 + alpha L).
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.provers import nesterov_energies as nag
from workbench.rigor.provers.nesterov_energies import F, L, alpha, b, d, i, k, mu, q, t
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th

r, n, T = th.numbers("r", above=0), *(th.integer(one, at_least=1) for one in "nT")
S, eps = th.number("S_1", above=0), th.number("eps", above=0)
DOUBLED = nag.doubled()
WEIGHT, ROOTS = alpha * (1 + alpha * L), th.total(t, 1, T, r[t])
GIVEN: tuple[Any, ...] = (
    nag.NOT_AT_ONCE, *nag.SMALL_STEP, (i, 0, (th.mean(th.square(nag.v[i])), "<=", th.num(0))),
    (i, 0, (r[i + 1] ** 3 * (1 - q) ** (i + 1), "=", (1 - q) ** T * WEIGHT)),
    (i, 0, (b[i + 1], "=", S * ROOTS / (n * eps * r[i + 1]))),
)  # fmt: skip


def bound(*, given: tuple[Any, ...] = GIVEN, factor: int = 2, power: int = 3) -> Proof:
    """E F(x_T) - F* <= 2 (1-q)^T (F(x_0) - F*) + d S^2/(n eps)^2 (sum r_t)^3."""
    kept, each = 1 - q, S**2 * ROOTS**2 / (n**2 * eps**2)
    start, end = F(nag.x0) - F(nag.s), th.mean(F(nag.X[T])) - F(nag.s)
    limit = factor * kept**T * start + d * S**2 / (n**2 * eps**2) * ROOTS**power
    symbols = (mu, L, alpha, d, T, n, S, eps, r, b, nag.s, nag.x0, F, nag.v, nag.eta, nag.X)
    proof = Proof(th.Theorem(symbols, given=given, dimension=d, concludes=(end, "<=", limit)))
    whole = proof.by(DOUBLED, {
        "mu": mu, "L": L, "alpha": alpha, "d": d, "T": T, "b": b, "sigma_s": th.num(0), "F": F,
        "s": nag.s, "x_start": nag.x0, "v": nag.v, "eta": nag.eta, "x": nag.X,
    })  # fmt: skip
    proof.visible((q, "<", 1), gap=(1 - alpha * mu) / (1 + q))

    def spent(steps: th.Num) -> th.Said:
        faded = th.total(t, 1, steps, kept ** (T - t) * (WEIGHT * (b[t] ** 2 * d)))
        return faded, "=", d * each * th.total(t, 1, steps, r[t])

    base = proof.gram(spent(0 * T), [])
    here, now = proof.induction(k, 0, spent(k), base, last=T), k + 1
    weight, scale = (proof.at(proof.given(one), k) for one in GIVEN[4:])
    proof.gram(spent(now), [
        (1, here), (-(d * each / (r[now] ** 2 * kept**now)), weight),
        (d * kept ** (T - now) * WEIGHT * (b[now] + S * ROOTS / (n * eps * r[now])), scale),
    ])  # fmt: skip
    proof.gram(proof.theorem.concludes, [(1, whole), (1, proof.close())])
    return proof


WHOLE = bound()
rho, j, N = th.number("rho", above=0), th.integer("j"), th.integer("N", at_least=0)
CUBE: tuple[Any, ...] = (rho**3, "=", 1 - q)
INSIDE: tuple[Any, ...] = (rho, "<", 1)  # as q > 0; so that 1/(1 - rho) has a value


def third_powers() -> Proof:
    """(rho^N)^3 = (1 - q)^N."""
    proof = Proof(th.Theorem((mu, alpha, N, rho), given=(nag.NOT_AT_ONCE, CUBE),
                             concludes=((rho**N) ** 3, "=", (1 - q) ** N)))  # fmt: skip

    def said(steps: th.Num) -> th.Said:
        return (rho**steps) ** 3, "=", (1 - q) ** steps

    base = proof.gram(said(0 * N), [])
    here = proof.induction(k, 0, said(k), base)
    proof.gram(said(k + 1), [(rho**3, here), ((1 - q) ** k, proof.given(CUBE))])
    proof.at(proof.close(), N)
    return proof


POWERS = third_powers()


def roots_in_a_row() -> Proof:
    """(sum_t r_t)^3 = alpha (1 + alpha L) (1 - rho^T)^3/(1 - rho)^3."""
    known = (nag.NOT_AT_ONCE, GIVEN[4], CUBE, INSIDE)
    rest = (1 - rho**T) ** 3 / (1 - rho) ** 3
    proof = Proof(th.Theorem((mu, L, alpha, T, rho, r), given=known,
                             concludes=(ROOTS**3, "=", WEIGHT * rest)))  # fmt: skip
    root, end_root = proof.given(GIVEN[4]), r[T] * rho**T
    proof.visible((q, "<", 1), gap=(1 - alpha * mu) / (1 + q))

    def power(step: th.Num) -> int:
        return proof.by(POWERS, {"mu": mu, "alpha": alpha, "N": step, "rho": rho})

    power_T, weight_T = power(T), proof.at(root, T - 1)

    def same(step: th.Num, before: th.Num) -> int:
        """r_t rho^t = r_T rho^T, at t = step = before + 1."""
        x, y = r[step] * rho**step, end_root
        share = 1 / (x**2 + x * y + y**2)
        return proof.gram((x, "=", y), [
            (share * r[step] ** 3, power(step)), (share, proof.at(root, before)),
            (-(share * r[T] ** 3), power_T), (-share, weight_T),
        ])  # fmt: skip

    def summed(of: th.Num) -> th.Said:
        return (1 - rho) * th.total(t, 1, of + 1, r[t]), "=", r[of + 1] - end_root

    base = proof.gram(summed(0 * T), [(-1, same(th.num(1), 0 * T))])
    here = proof.induction(j, 0, summed(j), base, last=T - 1)
    now, before, share = same(j + 2, j + 1), same(j + 1, j), 1 / rho ** (j + 1)
    proof.gram(summed(j + 1), [(1, here), (share, before), (-share, now)])
    least = r[T] * (1 - rho**T) / (1 - rho)
    roots = proof.gram((ROOTS, "=", least), [(1 / (1 - rho), proof.close())])
    proof.gram(proof.theorem.concludes, [
        (ROOTS**2 + ROOTS * least + least**2, roots), (rest / (1 - q) ** T, weight_T),
    ])  # fmt: skip
    return proof


IN_A_ROW = roots_in_a_row()


def cubic(
    *, given: tuple[Any, ...] = (*GIVEN, CUBE, INSIDE), factor: int = 2, share: int = 1
) -> Proof:
    """E F(x_T) - F* <= E s^3 + K (1 - s)^3/share for s = rho^T, E = factor (F(x_0) - F*)."""
    start, end = F(nag.x0) - F(nag.s), th.mean(F(nag.X[T])) - F(nag.s)
    most = d * S**2 / (n**2 * eps**2) * WEIGHT / (1 - rho) ** 3
    limit = factor * start * (rho**T) ** 3 + most / share * (1 - rho**T) ** 3
    symbols = (mu, L, alpha, d, T, n, S, eps, rho, r, b, nag.s, nag.x0, F, nag.v, nag.eta, nag.X)
    proof = Proof(th.Theorem(symbols, given=given, dimension=d, concludes=(end, "<=", limit)))
    whole = proof.by(WHOLE, {
        "mu": mu, "L": L, "alpha": alpha, "d": d, "T": T, "n": n, "S_1": S, "eps": eps, "r": r,
        "b": b, "F": F, "s": nag.s, "x_start": nag.x0, "v": nag.v, "eta": nag.eta, "x": nag.X,
    })  # fmt: skip
    numbers = {"mu": mu, "alpha": alpha, "rho": rho}
    power = proof.by(POWERS, {**numbers, "N": T})
    roots = proof.by(IN_A_ROW, {**numbers, "T": T, "L": L, "r": r})
    short = proof.gram((end, "<=", 2 * (1 - q) ** T * start + most * (1 - rho**T) ** 3),
                       [(1, whole), (d * S**2 / (n**2 * eps**2), roots)])  # fmt: skip
    proof.rewrite(proof.theorem.concludes, short, power)
    return proof
