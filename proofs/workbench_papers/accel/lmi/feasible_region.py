"""Where Proposition 3.4 is silent: no rate is certified if alpha (L - mu) >= 2 (1 - beta).

Put u = alpha mu / (2 beta) and evaluate the form S of (22), left minus right, at two vectors,

    v_1 = (1, 1 - u, (1 + beta) u / alpha),        v_2 = (0, 1, (1 - beta) / alpha),

the real and the imaginary part of a response of frequency w with 1 - cos w = u.  Then for every P,
with h = 1 - rho^2 and D = 2 (1 - beta) - alpha (L - mu),

    S(v_1) + u (2 - u) S(v_2) = (mu D / beta) (c_0 (1 - beta)/alpha + c/2)
                                - h [c mu / (2 beta) + P(1, 1 - u) + u (2 - u) P(0, 1)].

If D <= 0, h > 0 and 0 < u < 2 nothing on the right is positive, and S >= 0 makes everything vanish:
c = 0, then P22 = 0, so P12 = 0, and P11 = 0.  Nothing is left of the energy.  That u < 2 is part of
the assumption that heavy ball converges on L x^2/2: alpha L < 2 (1 + beta).

Two choices of the paper are beyond this border: Polyak's parameters if L/mu >= 3 + 2 sqrt 2 = 5.83,
and alpha = 1/L with Nesterov's momentum if L/mu >= 11.5 (the experiments have L/mu = 255).

The converse, that on the other side some rho < 1 is certified, has no proof here.  It was not
refuted at random points, where an exact certificate was found each time; for beta < mu/L and
alpha L > 2 it is false.
"""

from fractions import Fraction
from typing import Any

import sympy as sp
from hypothesis import assume
from hypothesis import strategies as st

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity, visible
from workbench.solvers import heavy_ball_certificate
from workbench.symbolic import declare
from workbench_papers.accel._heavy_ball import ENERGY, METHOD, X0, X1, X2, P, Phi, form, lmi_outcome

mu, L, alpha, beta = METHOD
P11, P12, P22, c, c0 = ENERGY

_SETTING = (r"0 < \mu < L,\; \alpha > 0,\; 0 < \beta < 1", r"\alpha L < 2(1+\beta)")

CLAIM = Claim(
    "accel.lmi-feasible-region",
    title="No rate is certified where alpha (L - mu) >= 2 (1 - beta)",
    ours=("theorem", "not in the paper; about Proposition 3.4"),
    statement=r"""\alpha (L - \mu) \ge 2 (1 - \beta) \;\Longrightarrow\;
        (22) \text{ has no solution with } (P, c) \ne 0 \text{ for any } \rho < 1; \quad
        \text{so for Polyak's parameters if } \kappa \ge 3 + 2\sqrt2, \text{ and for }
        \alpha = \tfrac1L,\; \beta = \tfrac{\sqrt\kappa - 1}{\sqrt\kappa + 1}
        \text{ if } s^3 - 3s^2 - s - 1 \ge 0,\; s = \sqrt\kappa \;(\kappa \ge 11.5)""",
    hypotheses=(*_SETTING, r"P \succeq 0,\; c_0, c \ge 0"),
    parts=("frequency", "nothing left", "polyak", "nesterov momentum"),
    uses=("accel.prop-3-4.repaired",),
    note="That the LMI has no solution says nothing against heavy ball: only that Proposition 3.4"
    " gives no bound there.",
)

CONVERSE = Claim(
    "accel.lmi-feasible-region.converse",
    title="Some rate is certified where alpha (L - mu) < 2 (1 - beta)",
    ours=("theorem", "not in the paper; about Proposition 3.4"),
    statement=r"""\alpha (L - \mu) < 2 (1 - \beta) \text{ and }
        (\beta \ge \mu/L \text{ or } \alpha L \le 2) \;\Longrightarrow\;
        (22) \text{ has a solution with } \kappa_P > 0 \text{ for some } \rho < 1""",
    hypotheses=_SETTING,
    uses=("accel.prop-3-4.repaired", "accel.lmi-scaling"),
    note="Supported by exact certificates at random points; no proof. A frequency argument shows"
    " that some P exists, but not that it may be taken positive semidefinite.",
)

u = declare("u > 0")
h = declare("h > 0")  # 1 - rho^2
D = 2 * (1 - beta) - alpha * (L - mu)


@CLAIM.exact(part="frequency", uses=())
@broken("another_imaginary_part", slope=1 + beta)
@because("With (1 + beta)/alpha in v_2 the forms of P do not cancel.")
@broken("printed_sign_of_b", sign=1)
@because("For B = (alpha, 0) the two vectors are no response of the system.")
def one_frequency_sees_no_supply(*, slope: sp.Expr = 1 - beta, sign: int = -1) -> Outcome:
    """S(v_1) + u (2 - u) S(v_2) in terms of D, for all P, c_0, c, rho.
    The identity at the two vectors, where `slope` is the entry for g of the second one.
    """
    value = alpha * mu / (2 * beta)
    S = c0 * X0() + c * (X1() + h * X2()) - Phi(1 - h, sign)
    one, zero = sp.Integer(1), sp.Integer(0)
    first = form(S, (one, 1 - value, (1 + beta) * value / alpha))
    second = form(S, (zero, one, slope / alpha))
    supplied = mu * D / beta * (c0 * (1 - beta) / alpha + c / 2)
    energy = form(P, (one, 1 - value)) + value * (2 - value) * form(P, (zero, one))
    right = supplied - h * (c * mu / (2 * beta) + energy)
    known = declare("beta > 0")
    left = (first + value * (2 - value) * second).subs(beta, known)
    return identity(left, right.subs(beta, known))


@CLAIM.exact(part="nothing left", uses=())
@broken("half_the_border", "For alpha (L - mu) >= 1 - beta alone, D may be positive.", share=1)
def no_energy_is_left(*, share: int = 2) -> Outcomes:
    """D <= 0 and 0 < u < 2, so c, P(0, 1) = P22 and P(1, 1 - u) vanish, the last one being P11.
    Signs on the right, u in (0, 2), and P(1, 1 - u) once P22 = 0 (so P12 = 0, as P >= 0).
    """
    momentum, length = declare("beta M > 0")  # L - mu
    slack = declare("k >= 0")
    gap = 2 * (1 - momentum) - alpha * length
    beyond = [(alpha * length, ">=", share * (1 - momentum)), (momentum, "<", 1)]
    stable = [(alpha * (mu + length), "<", 2 * (1 + momentum)), *beyond]
    scale = [(alpha, "=", (2 * (1 - momentum) + slack) / length), (momentum, "<", 1)]
    supplied = mu * gap / momentum * (c0 * (1 - momentum) / alpha + c / 2)
    yield visible(gap, "<=", 0, where=beyond)
    yield visible(supplied, "<=", 0, where=scale)
    yield visible(alpha * mu / (2 * momentum), "<", 2, where=stable)
    yield identity(form(P.subs({P12: 0, P22: 0}), (sp.Integer(1), 1 - u)), P11)


@CLAIM.exact(part="polyak", uses=())
@broken("polyak_at_kappa_four_is_inside", border=sp.Integer(2))
@because("From L/mu = 4 on, in place of 5.83: at 4 the parameters are inside the border.")
def polyak_is_beyond_the_border_from_5_83_on(*, border: sp.Expr = 1 + sp.sqrt(2)) -> Outcomes:
    """4 (s^2 - 2 s - 1)/(s + 1)^2 >= 0 for s >= 1 + sqrt 2, s = sqrt(L/mu).
    Polyak's parameters with mu = 1, L = s^2: alpha (L - mu) - 2 (1 - beta) >= 0 for s >= border.
    Also alpha L < 2 (1 + beta), the assumption on convergence.
    """
    more = declare("t >= 0")
    s = border + more
    step, momentum = 4 / (1 + s) ** 2, ((s - 1) / (s + 1)) ** 2
    root = declare("s > 0")
    one, two = 4 / (1 + root) ** 2, ((root - 1) / (root + 1)) ** 2
    formula = 4 * (root**2 - 2 * root - 1) / (root + 1) ** 2
    yield identity(one * (root**2 - 1) - 2 * (1 - two), formula)
    yield identity(2 * (1 + two) - one * root**2, 4 / (1 + root) ** 2)
    gap = 4 * (more**2 + 2 * more * (border - 1)) / (s + 1) ** 2
    yield visible(step * (s**2 - 1), ">=", 2 * (1 - momentum), gap=gap)


@CLAIM.exact(part="nesterov momentum", uses=())
@broken("at_kappa_nine_it_is_inside", border=sp.Integer(3))
@because("From kappa = 9 on, in place of 11.5: at sqrt(kappa) = 3 the cubic is -4.")
def nesterov_momentum_is_beyond_the_border_from_11_5_on(
    *, border: sp.Rational = sp.Rational(339, 100)
) -> Outcomes:
    """(s^3 - 3 s^2 - s - 1)/(s^2 (s + 1)), and the cubic is not negative for s >= 339/100.
    alpha = 1/L, beta = (s - 1)/(s + 1), mu = 1, L = s^2, for s >= 339/100.
    """
    root, more = declare("s > 0, t >= 0")
    excess = (1 - 1 / root**2) - 2 * (1 - (root - 1) / (root + 1))
    cubic = root**3 - 3 * root**2 - root - 1
    s = border + more
    yield identity(excess, cubic / (root**2 * (root + 1)))
    yield visible(0, "<=", s**3 - 3 * s**2 - s - 1)


_UNIT = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)
_POINTS: dict[str, Any] = {"low": _UNIT, "momentum": _UNIT, "share": _UNIT}


def certified_below(low: Fraction, momentum: Fraction, step: Fraction) -> None:
    """An exact certificate at some rho < 1, L = 1."""
    assume(step < 2 * (1 + momentum))
    for k in (3, 6, 12, 24, 48):
        found = heavy_ball_certificate(low, 1, step, momentum, 1 - Fraction(1, 2**k))
        if found["side"] == "feasible":
            assert lmi_outcome(found, "feasible").decision == "holds"
            return
    raise AssertionError("not certified")


@CONVERSE.sampled(**_POINTS, examples=30, corner="L = 1, rational points up to 0.95 of the border")
@broken("beyond_the_border_there_are_none", "1 + share in place of share.", beyond=1)
def certificates_are_found_inside(
    low: Fraction, momentum: Fraction, share: Fraction, *, beyond: int = 0
) -> None:
    """At alpha (L - mu) = share 2 (1 - beta)."""
    step = (beyond + share) * 2 * (1 - momentum) / (1 - low)
    assume(beyond or momentum >= low or step <= 2)
    certified_below(low, momentum, step)
