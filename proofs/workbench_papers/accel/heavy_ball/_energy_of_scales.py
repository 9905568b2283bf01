"""Noisy heavy ball with a scale of Laplace noise for each step: the energy after T steps."""

from collections.abc import Callable
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench_papers.accel.heavy_ball._energy import (
    BELOW_ONE,
    CERTIFIED,
    CORNER,
    KAPPA,
    NOISE,
    ORDERED,
    P11,
    P12,
    SEMIDEFINITE,
    F,
    L,
    alpha,
    before,
    beta,
    c,
    c0,
    complement,
    contraction,
    energy,
    i,
    k,
    met,
    mu,
    rho,
    s,
    start,
    step,
    t,
)

T, d, b = th.integer("T", at_least=1), th.integer("d", at_least=1), th.numbers("b", above=0)
etas = th.draws("w", i, laplace=b[i + 1])
STEPS = (CERTIFIED, BELOW_ONE, SEMIDEFINITE, ORDERED)


def weight(step: th.Num, kappa: th.Num = KAPPA) -> th.Num:
    """a_{T,t} = alpha^2 R_P d rho^(2(T - t))."""
    return alpha**2 * ((P11 + c * L / 2) / kappa) * d * rho ** (2 * (T - step))


def bound_of_scales(
    kappa: th.Num = KAPPA, *, given: tuple[Any, ...] = STEPS, corner: th.Num = CORNER,
    first: tuple[Any, ...] = (), used: Callable[..., Proof] = complement, twice: int = 2,
) -> Proof:  # fmt: skip
    """E F(x_T) - F* <= rho^(2T) V(x_0, x_-1)/kappa + the sum over t of a_t (2 b_t^2)."""
    at_start, X = energy(start, before), th.iterates("x", i, before=before, start=start)
    X = th.iterates("x", i, before=before, start=start, following=step(X[i], X[i - 1], etas[i]))

    def limit(steps: th.Num) -> th.Num:
        faded = th.total(t, 1, steps, rho ** (2 * (steps - t)) * (twice * d * b[t] ** 2))
        return rho ** (2 * steps) * at_start + NOISE * faded

    def reached(steps: th.Num) -> Any:  # noqa: ANN401 - a relation
        return th.mean(energy(X[steps], X[steps - 1])), "<=", limit(steps)

    noise = th.total(t, 1, T, weight(t, kappa) * (twice * b[t] ** 2))
    claimed = th.mean(F(X[T])) - F(s), "<=", rho ** (2 * T) / kappa * at_start + noise
    symbols = (
        mu,
        L,
        alpha,
        beta,
        rho,
        P11,
        P12,
        corner,
        c,
        c0,
        d,
        T,
        b,
        s,
        start,
        before,
        F,
        etas,
        X,
    )
    given = ((th.num(0), "<", kappa), *first, *given)
    proof = Proof(th.Theorem(symbols, given=given, dimension=d, concludes=claimed))
    at_rest = proof.gram((th.mean(energy(start, before)), "<=", limit(0 * T)), [])
    known = proof.induction(
        k, 0, reached(k), proof.unfold(reached(0 * T), at_rest, [(X, 0), (X, -1)])
    )
    numbers = {"mu": mu, "L": L, "P_11": P11, "P_12": P12, "P_22": corner, "c": c, "s": s, "F": F}
    values = {**numbers, "alpha": alpha, "beta": beta, "rho": rho, "c_0": c0}
    told = {**values, "x": X[k], "p": X[k - 1], "w": etas[k]}
    one, past = proof.expect(proof.by(contraction(), told)), met(X[k], X[k - 1])
    after = th.mean(energy(X[k + 1], X[k])) + th.mean(etas[k] @ past), "<=", (
        rho**2 * th.mean(energy(X[k], X[k - 1])) + NOISE * th.mean(th.square(etas[k]))
    )  # fmt: skip
    opened = proof.unfold(after, one, [(X, k + 1)])
    proof.gram(reached(k + 1), [
        (1, opened), (rho**2, known), (NOISE, proof.moment(etas[k])),
        (-1, proof.centred(etas[k], past)),
    ])  # fmt: skip
    final = proof.at(proof.close(), T)
    below = proof.expect(proof.by(used(), {**numbers, "x": X[T], "p": X[T - 1]}))
    proof.gram(claimed, [(1 / kappa, final), (1 / kappa, below)])
    return proof
