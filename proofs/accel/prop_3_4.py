"""Certified bound of noisy heavy ball (Proposition 3.4): false as printed, true after one sign.

Whoever finds rho < 1, P >= 0 and c_0, c >= 0 with

    c_0 X_0 + c [X_1 + (1 - rho^2) X_2]  >=  Phi(A, B, P, rho)                              (22)

has a bound on E F(x_t) - F*.  Phi contains B, which is printed (alpha, 0), the step of gradient
ascent.  With it (22) has solutions for rates at which heavy ball does not converge: at mu = 4/5,
L = alpha = 1, beta = 1/2 a rational solution exists for rho^2 = 9/20 < beta, and on F = x^2/2 the
bound is broken after 13 steps.  The noise of that run is 0; the printed bound is continuous in its
noise term, so that a little noise does not mend it.

With B = (-alpha, 0) the proof is one identity.  Let V be the energy of `accel.lyapunov-function`,

    rho^2 V_t + alpha^2 (P11 + c L/2)|w|^2 - V_{t+1} - (a term linear in w)
        = e^T [(22), left minus right] e - c_0 e^T X_0 e + c (s_1 + (1 - rho^2) s_2),

where e^T X_0 e <= 0 is cocoercivity, and s_1, s_2 >= 0 are the slacks of `accel.lemma-b1`.  An
induction over the number of steps unrolls it, and V_T >= kappa (F(x_T) - F*) ends the proof.

Two more things are better than printed: the first term is divided by kappa, not by c (which may be
0, and is close to 0 in good certificates), and the factor d goes, as E_T bounds the whole trace.
"""

from fractions import Fraction
from typing import Any

import sympy as sp

from proofs.accel._heavy_ball import (
    P11,
    P12,
    P22,
    X0,
    X1,
    X2,
    L,
    Phi,
    alpha,
    beta,
    c,
    c0,
    form,
    g,
    i,
    mu,
    p,
    total,
    w,
    x,
)  # fmt: skip
from workbench.claims import Claim, Outcome, all_of
from workbench.rigor import counterexample, identity, induction, inequality
from workbench.symbolic import Relation, relation

_HYPOTHESES = (
    r"F \in \mathcal{S}_{\mu,L}(\mathbb{R}^d)",
    r"\mathbb{E}[w_t \mid x_t, x_{t-1}] = 0,\; \mathbb{E} \lVert w_t \rVert^2 \le \mathcal{E}_T",
    r"0 < \rho < 1,\; P \succeq 0,\; c_0, c \ge 0",
    r"c_0 X_0 + c\, [X_1 + (1-\rho^2) X_2] \succeq \Phi(A, B, P, \rho) = \begin{bmatrix}"
    r" A^\top P A - \rho^2 P & A^\top P B \\ B^\top P A & B^\top P B \end{bmatrix}",
)

CLAIM = Claim(
    "accel.prop-3-4",
    kind="proposition",
    title="Certified bound of DP-SHB, as printed (with B = (alpha, 0))",
    source="Proposition 3.4, eqs. (22)-(23), with (18)",
    provenance="printed",
    statement=r"""\mathbb{E}[F(x_t) - F^\ast] \le \rho^{2t} \frac1c V_{P,c}(\xi_0)
        + \frac{1-\rho^{2t}}{1-\rho^2} \frac{L d \alpha^2}{2} \mathcal{E}_T
        \Bigl( 1 + \frac{2 P_{12}^2}{P_{22} c L + 2 \lvert P \rvert} \Bigr), \quad
        B = \begin{bmatrix} \alpha \\ 0 \end{bmatrix}""",
    hypotheses=_HYPOTHESES,
    uses=("accel.dynamical-system", "accel.lemma-b1"),
    note="The counterexample has no noise: all records have the same gradient, so that S_1 = 0."
    " (23) also allows c = 0, where it divides by 0.",
)

REPAIRED = Claim(
    "accel.prop-3-4.repaired",
    kind="proposition",
    title="Certified bound of DP-SHB",
    source="Proposition 3.4, eqs. (22)-(23), corrected",
    provenance="ours",
    statement=r"""\mathbb{E}[F(x_t) - F^\ast] \le \frac{\rho^{2t}}{\kappa_P} V_{P,c}(\xi_0)
        + \frac{1-\rho^{2t}}{1-\rho^2}\, \alpha^2 R_P\, \mathcal{E}_T, \quad
        R_P = \frac{P_{11} + cL/2}{\kappa_P}
        = \frac L2 \Bigl( 1 + \frac{2 P_{12}^2}{P_{22} c L + 2 \lvert P \rvert} \Bigr), \quad
        B = \begin{bmatrix} -\alpha \\ 0 \end{bmatrix}""",
    hypotheses=(
        *_HYPOTHESES,
        r"\kappa_P = c + 2 \lvert P \rvert / (L P_{22}) > 0 \; (c + 2 P_{11}/L \text{ if }"
        r" P_{22} = 0)",
    ),
    parts=("contraction", "unrolled", "constant", "sharper"),
    uses=("accel.lemma-b1", "accel.lyapunov-function", "ext.smooth-strongly-convex-inequalities"),
    repairs=("accel.prop-3-4",),
    note="For every dimension and every value of the noise, up to one term that is linear in w_t"
    " with a factor known before w_t is drawn. E_T is a bound on E |w|^2, such as that of"
    " Proposition 3.3. It is at most 1/d (noise) and kappa/c >= 1 (start) of the printed bound.",
)

r = sp.Symbol("rho2", positive=True)
pos = sp.IndexedBase("y", real=True)  # y_1, y_2, ... = x_{-1}, x_0, x_1, ... in one variable
_STEPS = 13


def minors(matrix: sp.Matrix) -> list[sp.Expr]:
    """Leading principal minors: all positive exactly when the matrix is positive definite."""
    return [matrix[:k, :k].det() for k in range(1, matrix.shape[0] + 1)]


def bound_on_a_parabola(sign: int) -> Relation:
    """The printed bound after 13 noise-free steps on F = L y^2 / 2, and all that it supposes."""
    weight, mixed = sp.Symbol("c", positive=True), sp.Symbol("c_0", positive=True)
    slack = mixed * X0() + weight * (X1() + (1 - r) * X2()) - Phi(r, sign)
    conditions: list[Any] = [(minor, ">", 0) for minor in minors(slack)]
    conditions += [(minor, ">", 0) for minor in minors(sp.Matrix([[P11, P12], [P12, P22]]))]
    conditions += [(mu, "<=", L), (r, "<", 1)]
    for t in range(_STEPS):
        now, old = pos[t + 2], pos[t + 1]
        conditions.append((pos[t + 3], "=", now - alpha * L * now + beta * (now - old)))
    start = P11 * pos[2] ** 2 + 2 * P12 * pos[2] * pos[1] + P22 * pos[1] ** 2
    start += weight * L / 2 * pos[2] ** 2
    last = L / 2 * pos[_STEPS + 2] ** 2
    return relation(last, "<=", r**_STEPS / weight * start, where=conditions)


def trajectory() -> list[Fraction]:
    """Heavy ball on y^2 / 2 from rest at 1, alpha = 1, beta = 1/2."""
    path = [Fraction(1), Fraction(1)]
    for _ in range(_STEPS):
        path.append(path[-1] - path[-1] + Fraction(1, 2) * (path[-1] - path[-2]))
    return path


POINT: dict[str, Any] = {"mu": "4/5", "L": 1, "alpha": 1, "beta": "1/2", "y": trajectory()}
FALSE_RATE: dict[str, Any] = {
    "P_11": "103/87", "P_12": "-22/9", "P_22": "106/21", "c_0": "31/68", "c": 1, "rho2": "9/20",
}  # fmt: skip
TRUE_RATE: dict[str, Any] = {
    "P_11": "435/512", "P_12": "-173/512", "P_22": "345/512", "c_0": "183/256", "c": "73/256",
    "rho2": "4/5",
}  # fmt: skip


@CLAIM.refutation
def certified_rate_is_broken_after_13_steps() -> Outcome:
    """rho^2 = 9/20, F = x^2/2: F(x_13) = 2025/33554432 = 6.04e-5 > 5.72e-5; (22) is strict."""
    return counterexample(
        bound_on_a_parabola(1),
        note="the printed B certifies rho^2 = 9/20; on x^2/2 heavy ball with alpha = 1, beta = 1/2"
        " has F(x_13) = 6.04e-5, and the bound is 5.72e-5",
        **POINT,
        **FALSE_RATE,
    )


@certified_rate_is_broken_after_13_steps.mutant
def right_sign_certifies_a_rate_that_holds_there() -> Outcome:
    """With B = (-alpha, 0), rho^2 = 4/5 is certified, and the same run obeys its bound."""
    return counterexample(bound_on_a_parabola(-1), **POINT, **TRUE_RATE)


F_x, F_next, F_star = sp.symbols("F_x F_next F_star", real=True)
s_1, s_2, h = sp.symbols("s_1 s_2 h", nonnegative=True)  # h = 1 - rho^2


def energy(value: sp.Expr, now: sp.Expr, old: sp.Expr) -> sp.Expr:
    """V at a value of F, a point and its predecessor."""
    return total(P11 * now**2 + 2 * P12 * now * old + P22 * old**2) + c * (value - F_star)


def contraction(sign: int, noise: sp.Expr) -> Outcome:
    """The inequality of one step from (22) with the given sign of B."""
    move = beta * (x[i] - p[i]) - alpha * (g[i] + w[i])
    calm = beta * (x[i] - p[i]) - alpha * g[i]
    slack = c0 * X0() + c * (X1() + h * X2()) - Phi(r, sign)
    supplied, coercive = total(form(slack)), total(form(X0()))
    hypotheses = [
        (r, "=", 1 - h),
        (F_next, "=", F_x + total(g[i] * move) + L / 2 * total(move**2) - s_1),
        (F_star, "=", F_x - total(g[i] * x[i]) + mu / 2 * total(x[i] ** 2) + s_2),
        (supplied, ">=", 0),
        (coercive, "<=", 0),
    ]
    linear = c * (alpha * g[i] + L * alpha * calm)
    linear += 2 * alpha * (P11 * (x[i] + calm) + P12 * x[i])
    left = energy(F_next, x[i] + move, x[i]) + total(w[i] * linear)
    right = r * energy(F_x, x[i], p[i]) + noise * total(w[i] ** 2)
    gap = supplied - c0 * coercive + c * (s_1 + h * s_2)
    same = identity(right - left, gap, where=hypotheses[:3])
    if same.decision != "holds":
        return same
    return inequality(relation(left, "<=", right, where=hypotheses), gap=gap, methods=("sign",))


NOISE = alpha**2 * (P11 + c * L / 2)


@REPAIRED.exact(part="contraction")
def one_step_contracts_the_energy() -> Outcome:
    """The gap is (22) at e, minus c_0 e^T X_0 e, plus c (s_1 + (1 - rho^2) s_2)."""
    return contraction(-1, NOISE)


@one_step_contracts_the_energy.mutant
def printed_sign_of_b_is_rejected() -> Outcome:
    """With B = (alpha, 0), (22) says nothing about heavy ball."""
    return contraction(1, NOISE)


@one_step_contracts_the_energy.mutant
def noise_of_f_alone_is_rejected() -> Outcome:
    """c L alpha^2 / 2 forgets that the noise moves the quadratic part of V too."""
    return contraction(-1, alpha**2 * c * L / 2)


V, lost = sp.IndexedBase("V", nonnegative=True), sp.IndexedBase("l", nonnegative=True)
t, T = sp.Symbol("t", integer=True), sp.Symbol("T", positive=True, integer=True)
step_noise, gap_T, rest = sp.symbols("N G_T u", nonnegative=True)


def unrolled(geometric: sp.Expr) -> Outcome:
    """V[t+1] = rho^2 V[t] + N - l[t+1] unrolls to T steps; V_T = kappa G_T + u with u >= 0."""
    faded = sp.Sum(r ** (T - t) * lost[t], (t, 1, T))
    claimed = relation(V[T], "=", r**T * V[0] + geometric * step_noise - faded, where=[(r, "<", 1)])
    body = r * V[t] + step_noise - lost[t + 1]
    by_induction = induction(
        claimed, "T", rules=[{"name": "V", "index": "t", "body": body}], factor=r
    )
    if by_induction.decision != "holds":
        return by_induction
    size = sp.Symbol("kappa", positive=True)
    last = size * gap_T + rest
    final = relation(gap_T, "<=", (last + faded) / size)
    return all_of(by_induction, inequality(final, gap=(rest + faded) / size, methods=("sign",)))


@REPAIRED.exact(part="unrolled")
def contraction_unrolls_to_the_bound() -> Outcome:
    """The sum of rho^(2s) over s < T is (1 - rho^(2T))/(1 - rho^2); then V_T >= kappa G_T."""
    return unrolled((1 - r**T) / (1 - r))


@contraction_unrolls_to_the_bound.mutant
def noise_of_one_step_is_rejected() -> Outcome:
    """The noise adds up over the steps."""
    return unrolled(sp.Integer(1))


corner, lone = sp.symbols("P_22 P_11", positive=True)


def printed_factor(twice: int) -> Outcome:
    """R_P in the form of (23), with P11 = (|P| + P12^2)/P22; kappa > 0 means c > 0 or |P| > 0.

    For P22 = 0, where P12 = 0, R_P is L/2: this is what 0/0 = 0 gives in (23).
    """

    def same(weight: sp.Symbol, det: sp.Symbol) -> Outcome:
        first, size = (det + P12**2) / corner, weight + 2 * det / (L * corner)
        factor = L / 2 * (1 + twice * P12**2 / (corner * weight * L + 2 * det))
        return identity((first + weight * L / 2) / size, factor)

    weights, dets = sp.symbols("c D", positive=True), sp.symbols("c D", nonnegative=True)
    return all_of(
        same(weights[0], dets[1]),
        same(dets[0], weights[1]),
        identity((lone + c * L / 2) / (c + 2 * lone / L), L / 2),
    )


@REPAIRED.exact(part="constant")
def last_factor_of_23_is_right() -> Outcome:
    """(P11 + c L/2)/kappa = (L/2)(1 + 2 P12^2/(P22 c L + 2|P|)), as P11 P22 = |P| + P12^2."""
    return printed_factor(2)


@last_factor_of_23_is_right.mutant
def factor_without_the_two_is_rejected() -> Outcome:
    """P12^2 in place of 2 P12^2."""
    return printed_factor(1)


def compared(divisor: sp.Expr) -> Outcome:
    """V/kappa against V/c, and the noise term with and without d."""
    start, noise = sp.symbols("V_0 N", nonnegative=True)
    size, more = sp.Symbol("c", positive=True), sp.Symbol("k", nonnegative=True)  # d = 1 + k
    return all_of(
        inequality(relation(start / divisor, "<=", start / size), methods=("sign",)),
        inequality(relation(noise, "<=", (1 + more) * noise), methods=("sign",)),
    )


@REPAIRED.exact(part="sharper")
def printed_bound_is_never_smaller() -> Outcome:
    """c <= kappa, and 1 <= d."""
    size, det = sp.Symbol("c", positive=True), sp.Symbol("D", nonnegative=True)
    return compared(size + 2 * det / (L * corner))


@printed_bound_is_never_smaller.mutant
def dividing_by_half_of_c_is_not_sharper() -> Outcome:
    """V / (c/2) is larger than V / c."""
    return compared(sp.Symbol("c", positive=True) / 2)
