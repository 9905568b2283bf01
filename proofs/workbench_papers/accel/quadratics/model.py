"""The quadratic objective of Section 3.2, and Polyak's parameters without noise.

F(x) = x^T Q x / 2 + a^T x + b with Q > 0 has the minimiser x* = -Q^(-1) a, and completing the
square gives F(x) - F* = (x - x*)^T Q (x - x*) / 2.  In the eigenbasis of Q everything splits into
coordinates: a sum of lam_i (x_i - x*_i)^2 / 2.

Without noise Polyak chose alpha = 4/(sqrt mu + sqrt L)^2 and beta = ((sqrt kappa - 1)/(sqrt kappa +
1))^2, for which the characteristic polynomial has double roots +-sqrt(beta) at both ends of the
spectrum, so that the rate is sqrt(beta) = (sqrt kappa - 1)/(sqrt kappa + 1).
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import identity
from workbench.symbolic import declare
from workbench_papers.accel._heavy_ball import i, total, x

CLAIM = Claim(
    "accel.quadratic-model",
    title="Quadratic objective, and Polyak's parameters",
    printed=("definition", "Section 3.2, eq. (24)"),
    statement=r"""F(x) = \tfrac12 x^\top Q x + a^\top x + b,\quad x^\ast = -Q^{-1} a,\quad
        F(x) - F^\ast = \tfrac12 (x - x^\ast)^\top Q (x - x^\ast); \qquad
        \alpha_{HB} = \frac{4}{(\sqrt\mu + \sqrt L)^2},\;
        \beta_{HB} = \Bigl( \frac{\sqrt\kappa - 1}{\sqrt\kappa + 1} \Bigr)^2 \text{ have rate }
        \sqrt{\beta_{HB}}""",
    hypotheses=r"""Q = Q^\top \succ 0 \text{ with eigenvalues in } [\mu, L]
        \kappa = L/\mu""",
    parts=("square", "polyak"),
    note="Written in the eigenbasis of Q, which an orthogonal change of variables provides; it"
    " leaves noise of covariance sigma^2 I as it is. The letter b is not the Laplace scale here.",
)

lam, a = sp.IndexedBase("lam", positive=True), sp.IndexedBase("a", real=True)
b = declare("real b")
s, root_mu = declare("s m > 0")  # sqrt(kappa) and sqrt(mu)


@CLAIM.exact(part="square", uses=())
@broken("wrong_sign_of_the_minimiser", minimiser=a[i] / lam[i])
@because("With x*_i = a_i / lam_i in place of -a_i / lam_i the point is no minimiser.")
def error_is_a_weighted_square(*, minimiser: sp.Expr = -a[i] / lam[i]) -> Outcomes:
    """F(x) - F(x*) in the eigenbasis, and the gradient at x*, where x*_i = -a_i/lam_i."""

    def value(point: sp.Expr) -> sp.Expr:
        return total(lam[i] * point**2 / 2 + a[i] * point) + b

    yield identity(value(x[i]) - value(minimiser), total(lam[i] * (x[i] - minimiser) ** 2) / 2)
    yield identity(lam[i] * minimiser + a[i], 0)


@CLAIM.exact(part="polyak", uses=())
@broken("step_of_gradient_descent", step=2 / (root_mu**2 + (root_mu * s) ** 2))
@because("alpha = 2/(mu + L) has no double roots with this momentum.")
def polyak_has_double_roots_at_both_ends(
    *, step: sp.Expr = 4 / (root_mu + root_mu * s) ** 2
) -> Outcomes:
    """The discriminant vanishes at mu and at L, so both moduli are sqrt(beta).
    (1 + beta - alpha lam)^2 = 4 beta at lam = mu and lam = L, mu = m^2, L = (m s)^2.
    """
    momentum = ((s - 1) / (s + 1)) ** 2
    for curvature in (root_mu**2, (root_mu * s) ** 2):
        yield identity((1 + momentum - step * curvature) ** 2, 4 * momentum)
