"""Noisy heavy ball as theorems with proofs: one step, its energy, and t steps.

    x[t+1] = x[t] + beta (x[t] - x[t-1]) - alpha (grad F(x[t]) + w[t])

with fresh w in each step.  A 3x3 matrix M stands for M (x) I_d: its form at vectors e_1, e_2, e_3
is sum_jk M_jk <e_j, e_k>.  The matrices are those of `_heavy_ball`, so that the scalar checks and
the theorems speak of the same ones.
"""

from collections.abc import Callable
from typing import Any

import sympy as sp

from workbench.rigor.provers.cocoercivity import cocoercive
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.freezer import Freezer
from workbench_papers.accel import _heavy_ball as matrices

mu, L, alpha = (th.number(name, above=0) for name in ("mu", "L", "alpha"))
beta, rho, rho2 = th.number("beta"), th.number("rho", above=0), th.number("rho2", above=0)
s, x, p, w = th.vector("s"), th.draw("x", mean=None), th.draw("p", mean=None), th.draw("w")
F = th.function("F", strong=mu, smooth=L, minimiser=s)
ORDERED = (mu, "<=", L)


def term(expression: sp.Expr) -> th.Num:
    """An expression of sympy as a number of a theorem."""
    return th.Num(Freezer()(expression).tree)


def form(matrix: sp.Matrix, *vectors: th.Vec) -> th.Num:
    """sum_jk M_jk <e_j, e_k>."""
    size = range(len(vectors))
    parts = [term(matrix[j, k]) * (vectors[j] @ vectors[k]) for j in size for k in size]
    return sum(parts[1:], parts[0])


def step(now: th.Vec, before: th.Vec, error: th.Vec) -> th.Vec:
    """The next point."""
    return now + beta * (now - before) - alpha * (F.grad(now) + error)


def seen(now: th.Vec, before: th.Vec) -> tuple[th.Vec, th.Vec, th.Vec]:
    """The three parts of e: x_t - x*, x_{t-1} - x* and grad F(x_t)."""
    return now - s, before - s, F.grad(now)


# Lemma B.1 ----------------------------------------------------------------------------------------


def dissipation(
    *, descent: sp.Matrix = matrices.X1(), convexity: sp.Matrix = matrices.X2(),
    noise: th.Num = L * alpha**2 / 2, error: th.Vec = w, objective: th.Many = F,
    given: tuple[Any, ...] = (ORDERED, (rho, "<=", 1)),
) -> Proof:  # fmt: skip
    """Lemma B.1: the forms of X_1 and X_2 are what smoothness and strong convexity leave."""
    new, e = step(x, p, error), seen(x, p)
    supplied = form(descent, *e) + (1 - rho**2) * form(convexity, *e)

    def bound(of: Callable[[th.Num], th.Num]) -> th.Num:
        return rho**2 * of(F(x) - F(s)) - of(F(new) - F(s)) + noise * of(th.square(error))

    claimed = th.mean(supplied), "<=", bound(th.mean)
    proof = Proof(th.Theorem((mu, L, alpha, beta, rho, s, objective, x, p, error), given=given,
                             concludes=claimed))  # fmt: skip
    proof.visible((rho**2, "<=", 1), gap=(1 - rho) * (1 + rho))
    past = alpha * F.grad(x) + L * alpha * (beta * (x - p) - alpha * F.grad(x))
    both = [(1, proof.descent(F, new, x)), (1 - rho**2, proof.convexity(F, s, x))]
    whatever = proof.gram((supplied + error @ past, "<=", bound(lambda a: a)), both)
    proof.gram(claimed, [(1, proof.expect(whatever)), (-1, proof.centred(error, past))])
    return proof


# X_0 ----------------------------------------------------------------------------------------------

here, old = th.vector("x"), th.vector("p")


def coercive(matrix: sp.Matrix = matrices.X0()) -> Proof:
    """The form of X_0 is 2 <g - mu x, g - L x>, where x stands for x - x*."""
    g, e = F.grad(here), here - s
    claimed = form(matrix, e, old - s, g), "=", 2 * ((g - mu * e) @ (g - L * e))
    proof = Proof(th.Theorem((mu, L, s, F, here, old), given=[ORDERED], concludes=claimed))
    proof.gram(claimed, [])
    return proof


def negative(matrix: sp.Matrix = matrices.X0(), objective: th.Many = F) -> Proof:
    """It is not positive: cocoercivity between x and x*, where the gradient vanishes."""
    claimed = form(matrix, here - s, old - s, F.grad(here)), "<=", th.num(0)
    proof = Proof(th.Theorem((mu, L, s, objective, here, old), given=[ORDERED], concludes=claimed))
    used = proof.by(cocoercive(), {"mu": mu, "L": L, "s": s, "x": here, "y": s, "F": F})
    proof.gram(claimed, [(2, used)])
    return proof


# the energy ---------------------------------------------------------------------------------------

P11, P12, P22 = th.number("P_11", at_least=0), th.number("P_12"), th.number("P_22", at_least=0)
CORNER = th.number("P_22", above=0)  # the same where it is positive
c, c0 = th.number("c", at_least=0), th.number("c_0", at_least=0)
DET = P11 * P22 - P12**2
SEMIDEFINITE = (P12**2, "<=", P11 * P22)  # with P_11, P_22 >= 0: P is positive semidefinite
KAPPA = c + 2 * DET / (L * P22)  # where P_22 > 0
KAPPA_ALONE = c + 2 * P11 / L  # where P_22 = 0
NONE = (P22, "<=", th.num(0))


def energy(now: th.Vec, before: th.Vec) -> th.Num:
    """V = (xi - xi*)^T (P (x) I_d) (xi - xi*) + c (F(x) - F*) at xi = (now, before)."""
    u, v = now - s, before - s
    squares = P11 * th.square(u) + 2 * P12 * (u @ v) + P22 * th.square(v)
    return squares + c * (F(now) - F(s))


def _energy_theorem(
    kappa: th.Num, given: Any, objective: th.Many, *entries: th.Num  # noqa: ANN401
) -> Proof:  # fmt: skip
    claimed = kappa * (F(here) - F(s)), "<=", energy(here, old)
    symbols = (mu, L, P12, *entries, c, s, objective, here, old)
    return Proof(th.Theorem(symbols, given=given, concludes=claimed))


def complement(
    kappa: th.Num = KAPPA, *, given: tuple[Any, ...] = (SEMIDEFINITE, ORDERED),
    objective: th.Many = F,
) -> Proof:  # fmt: skip
    """P_22 > 0: V - kappa (F - F*) is P_22 |y + (P_12/P_22) u|^2, and smoothness from x* to x."""
    proof = _energy_theorem(kappa, given, objective, P11, CORNER)
    smooth = proof.descent(F, here, s)
    u, v = here - s, old - s
    proof.gram(
        proof.theorem.concludes, [(2 * DET / (L * P22), smooth)], squares=[(P22, v + P12 / P22 * u)]
    )
    return proof


def alone(
    kappa: th.Num = KAPPA_ALONE, *, given: tuple[Any, ...] = (NONE, SEMIDEFINITE, ORDERED),
    objective: th.Many = F, corner: th.Num = P11,
) -> Proof:  # fmt: skip
    """P_22 = 0: then P_12 = 0, since P_12^2 <= P_11 P_22, and V is P_11 |u|^2 + c (F - F*)."""
    proof = _energy_theorem(kappa, given, objective, corner, P22)
    zero, last = th.num(0), 0
    apart = P11 * (P22 + 1) - (P11 + P12**2)  # that is, P_11 P_22 - P_12^2
    for side, claimed in ((P12, (P12, "<=", zero)), (-P12, (zero, "<=", P12))):
        proof.cases(claimed, claimed[::-2])
        proof.visible(claimed, gap=apart / side + P11 * (-P22) / side)
        proof.otherwise()
        proof.visible(claimed)
        last = proof.close()
    u = here - s
    bare = P11 * th.square(u) + c * (F(here) - F(s))
    crossed = bare + 2 * P12 * (u @ (old - s))
    sure = proof.gram(
        (kappa * (F(here) - F(s)), "<=", bare), [(2 * P11 / L, proof.descent(F, here, s))]
    )
    with_cross = proof.rewrite((kappa * (F(here) - F(s)), "<=", crossed), sure, last - 1)
    proof.visible((zero, "<=", P22))
    proof.rewrite(proof.theorem.concludes, with_cross, 0)
    return proof


# Proposition 3.4 ----------------------------------------------------------------------------------

BELOW_ONE = (rho, "<", 1)
NOISE = alpha**2 * (P11 + c * L / 2)


def linear_matrix_inequality(*, sign: int = -1) -> list[Any]:
    """(22): c_0 X_0 + c [X_1 + (1 - rho^2) X_2] - Phi is positive semidefinite."""
    X0, X1, X2 = matrices.X0(), matrices.X1(), matrices.X2()
    Phi = matrices.Phi(sp.Symbol("rho", positive=True) ** 2, sign)

    def entry(j: int, k: int) -> th.Num:
        supplied = term(X1[j, k]) + (1 - rho**2) * term(X2[j, k])
        return c0 * term(X0[j, k]) + c * supplied - term(Phi[j, k])

    return th.psd([[entry(j, k) for k in range(3)] for j in range(3)])


CERTIFIED, ASCENT = linear_matrix_inequality(), linear_matrix_inequality(sign=1)
noise = th.vector("w")


def contraction(
    *, given: tuple[Any, ...] = (CERTIFIED, BELOW_ONE, ORDERED), paid: th.Num = NOISE
) -> Proof:
    """V(x', x) <= rho^2 V(x, p) + alpha^2 (P_11 + c L/2)|w|^2, up to a term linear in w."""
    new = step(here, old, noise)
    left, right = energy(new, here) + noise @ met(here, old), paid * th.square(noise)
    claimed = left, "<=", rho**2 * energy(here, old) + right
    symbols = (mu, L, alpha, beta, rho, P11, P12, P22, c, c0, s, F, here, old, noise)
    proof = Proof(th.Theorem(symbols, given=given, concludes=claimed))
    proof.visible((rho**2, "<=", 1), gap=(1 - rho) * (1 + rho))
    supplied = proof.form(0, *seen(here, old))
    values = {"mu": mu, "L": L, "s": s, "x": here, "y": s, "F": F}
    coercive_here = proof.by(cocoercive(), values)
    smooth, strong = proof.descent(F, new, here), proof.convexity(F, s, here)
    used = [(1, supplied), (2 * c0, coercive_here), (c, smooth), (c * (1 - rho**2), strong)]
    proof.gram(claimed, used)
    return proof


def met(now: th.Vec, old_point: th.Vec) -> th.Vec:
    """What the noise of a step is multiplied with."""
    u, v, g = seen(now, old_point)
    calm = u + beta * (u - v) - alpha * g
    return 2 * alpha * (P11 * calm + P12 * u) + c * alpha * (g + L * (beta * (u - v) - alpha * g))


i, k, t = th.integer("i"), th.integer("k"), th.integer("t", at_least=0)
start, before, ws = th.vector("x_start"), th.vector("x_before"), th.draws("w", i, mean=None)
E_T = th.number("E_T", at_least=0)


def method(direction: int = 1) -> th.Many:
    """The iterates from x_0 and x_{-1}."""
    xs = th.iterates("x", i, before=before, start=start)
    following = step(xs[i], xs[i - 1], direction * ws[i])
    return th.iterates("x", i, before=before, start=start, following=following)


X = method()
UNCORRELATED = tuple((i, 0, (th.mean(ws[i] @ u), "=", th.num(0))) for u in seen(X[i], X[i - 1]))
BOUNDED = (i, 0, (th.mean(th.square(ws[i])), "<=", E_T))
ALWAYS = (CERTIFIED, BELOW_ONE, SEMIDEFINITE, ORDERED, BOUNDED, *UNCORRELATED)


def bound(
    kappa: th.Num = KAPPA, *, given: tuple[Any, ...] = ALWAYS, corner: th.Num = CORNER,
    first: tuple[Any, ...] = (), used: Callable[..., Proof] = complement,
    all_steps: th.Num = 1 / (1 - rho**2), paid: th.Num = NOISE,
) -> Proof:  # fmt: skip
    """E F(x_t) - F* <= rho^(2t) V(x_0, x_-1)/kappa + (1 - rho^(2t))/(1 - rho^2) alpha^2 R E_T."""
    at_start = energy(start, before)
    given = ((th.num(0), "<", kappa), *first, *given)

    def limit(steps: th.Num) -> th.Num:
        faded = rho ** (2 * steps)
        return faded * at_start + (1 - faded) * all_steps * (paid * E_T)

    claimed = th.mean(F(X[t]) - F(s)), "<=", limit(t) / kappa
    symbols = (mu, L, alpha, beta, rho, P11, P12, corner, c, c0, t, E_T, s, start, before, F, ws, X)
    proof = Proof(th.Theorem(symbols, given=given, concludes=claimed))

    def reached(steps: th.Num) -> Any:  # noqa: ANN401 - a relation
        return th.mean(energy(X[steps], X[steps - 1])), "<=", limit(steps)

    zero = 0 * t
    at_rest = proof.gram((th.mean(energy(start, before)), "<=", limit(zero)), [])
    base = proof.unfold(reached(zero), at_rest, [(X, 0), (X, -1)])
    known = proof.induction(k, 0, reached(k), base)
    numbers = {"mu": mu, "L": L, "P_11": P11, "P_12": P12, "P_22": P22, "c": c, "s": s, "F": F}
    values = {**numbers, "alpha": alpha, "beta": beta, "rho": rho, "c_0": c0}
    expected = proof.expect(
        proof.by(contraction(), {**values, "x": X[k], "p": X[k - 1], "w": ws[k]})
    )
    after = th.mean(energy(X[k + 1], X[k])) + th.mean(ws[k] @ met(X[k], X[k - 1])), "<=", (
        rho**2 * th.mean(energy(X[k], X[k - 1])) + NOISE * th.mean(th.square(ws[k]))
    )  # fmt: skip
    opened = proof.unfold(after, expected, [(X, k + 1)])
    told = (proof.at(proof.given(one), k) for one in (BOUNDED, *UNCORRELATED))
    loud, at_u, at_v, at_g = told
    u_part = 2 * alpha * (P11 * (1 + beta) + P12) + c * alpha * L * beta
    v_part = -2 * alpha * beta * P11 - c * alpha * L * beta
    g_part = -2 * alpha**2 * P11 + c * alpha * (1 - L * alpha)
    none = [(-u_part, at_u), (-v_part, at_v), (-g_part, at_g)]
    proof.gram(reached(k + 1), [(1, opened), (rho**2, known), (NOISE, loud), *none])
    final = proof.at(proof.close(), t)
    below = proof.expect(proof.by(used(), {**numbers, "x": X[t], "p": X[t - 1]}))
    proof.gram(claimed, [(1 / kappa, final), (1 / kappa, below)])
    return proof


def bound_alone(kappa: th.Num = KAPPA_ALONE, **changes: Any) -> Proof:  # noqa: ANN401
    """The same where P_22 = 0."""
    return bound(kappa, first=(NONE,), corner=P22, used=alone, **changes)
