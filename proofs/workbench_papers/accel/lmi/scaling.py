"""The heavy-ball LMI has two parameters beside beta: mu/L and alpha L.

Measuring gradients in units of L, g = L g', turns the LMI at (mu, L, alpha, beta) into the one at
(mu/L, 1, alpha L, beta): a congruence by diag(1, 1, L) multiplies X_0, X_1, X_2, Phi of the latter
by L^2, L, L, 1, and the multipliers take up the factors,

    P' = P,   c' = c L,   c_0' = c_0 L^2.

So both have solutions for the same rho.  The constants of the bound keep their units: kappa' = L
kappa and R' = R / L.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.rigor import certify
from workbench.symbolic import Relation, declare, relation
from workbench_papers.accel._heavy_ball import ENERGY, METHOD, X0, X1, X2, Phi, form, g, p, x

mu, L, alpha, beta = METHOD
P11, P12, P22, c, c0 = ENERGY

r = declare("rho_squared > 0")
here = (x[1], p[1], g[1])
scaled = (x[1], p[1], g[1] / L)


def slack(e: tuple[sp.Expr, ...], *parameters: sp.Expr) -> sp.Expr:
    """The form of (22), left minus right, at (mu, L, alpha, c0, c)."""
    low, size, step, first, weight = parameters
    matrix = first * X0(low, size) + weight * (X1(size, step) + (1 - r) * X2(low))
    return form(matrix - Phi(r, step=step), e)


def congruence(first: sp.Expr) -> Relation:
    """(22) at e and (22) of the scaled problem at (x, y, g/L) are the same number."""
    original = slack(here, mu, L, alpha, c0, c)
    return relation(original, "=", slack(scaled, mu / L, sp.Integer(1), alpha * L, first, c * L))


def constants(weight: sp.Expr) -> tuple[Relation, Relation]:
    """Kappa and R of the scaled problem, P22 > 0, D = |P|."""
    corner, det = declare("P_22 D > 0")
    first = (det + P12**2) / corner

    def kappa(factor: sp.Expr, size: sp.Expr) -> sp.Expr:
        return factor + 2 * det / (size * corner)

    def noise(factor: sp.Expr, size: sp.Expr) -> sp.Expr:
        return (first + factor * size / 2) / kappa(factor, size)

    one = sp.Integer(1)
    return (
        relation(kappa(weight, one), "=", L * kappa(c, L)),
        relation(noise(weight, one), "=", noise(c, L) / L),
    )


CLAIM = Claim(
    "accel.lmi-scaling",
    title="Solutions of (22) depend on mu/L, alpha L and beta only, up to their scale",
    ours=("lemma", "not in the paper; about Proposition 3.4"),
    statement=r"""\langle e, M e \rangle = \langle e', M' e' \rangle
        \text{ for } e = (x, y, g),\; e' = (x, y, g/L): \quad
        M \text{ of (22) at } (\mu, L, \alpha, \beta; P, c_0, c),\;
        M' \text{ at } (\mu/L, 1, \alpha L, \beta; P, c_0 L^2, c L); \quad
        \kappa' = L \kappa,\; R' = R/L""",
    hypotheses=r"""0 < \mu, L;\; \alpha > 0;\; \beta \ge 0;\; c_0, c \ge 0
        \kappa = c + 2 D/(L P_{22}),\; R = (P_{11} + cL/2)/\kappa \text{ with } P_{22} > 0,\; \
            D = P_{11} P_{22} - P_{12}^2 > 0""",
    uses=("accel.prop-3-4.repaired",),
    encoded=(congruence(c0 * L**2), *constants(c * L)),
    note="M is the left side of (22) minus the right, with B = (-alpha, 0), and kappa and R are"
    " those of (23), both as in accel.prop-3-4.repaired. One form is non-negative where the other"
    " is, so the same rates are certified, and nothing is lost by solving at L = 1.",
)


@CLAIM.exact(uses=())
@broken("one_power_of_l_is_rejected", "X_0 is quadratic in gradients: L^2, not L.", first=c0 * L)
@broken("unscaled_multiplier_is_rejected", "c' = c belongs to another energy.", weight=c)
def both_problems_are_one(*, first: sp.Expr = c0 * L**2, weight: sp.Expr = c * L) -> Outcome:
    """The forms agree for all P, c_0, c, rho, x, y, g, and kappa' = L kappa, R' = R / L."""
    return certify((congruence(first), *constants(weight)))
