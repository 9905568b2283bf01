"""Gradient descent, in closed form: the LMI certifies its exact rate for every step size.

At beta = 0 take P = diag(1, 0), c = 0 and one multiplier c_0.  The form of (22) is a single square:

    alpha <= 2/(mu+L):   rho = 1 - alpha mu,  c_0 = alpha (1 - alpha mu)/(L - mu),  (g - mu x)^2,
    alpha >= 2/(mu+L):   rho = alpha L - 1,   c_0 = alpha (alpha L - 1)/(L - mu),   (g - L x)^2,

times alpha |2 - alpha (mu + L)| / (L - mu).  These are the rates of gradient descent on mu x^2/2
and on L x^2/2, so that no certificate can be faster.  Here kappa = 2/L and R = L/2 (P22 = 0).
"""

from typing import Any, Literal

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import certify, identity, visible
from workbench.symbolic import declare
from workbench.symbolic.text import parse
from workbench_papers.accel._heavy_ball import X0, L, alpha, form, g, mu, x

CLAIM = Claim(
    "accel.lmi-gd-closed-form",
    title="Exact certificates of gradient descent (no momentum)",
    ours=("lemma", "not in the paper; Proposition 3.4 at beta = 0"),
    statement=r"""\beta = 0:\; P = \begin{bmatrix} 1 & 0 \\ 0 & 0 \end{bmatrix},\; c = 0
        \text{ and } c_0 = \frac{\alpha \rho}{L - \mu} \text{ solve (22) with }
        \rho = \max(1 - \alpha\mu,\; \alpha L - 1), \text{ so } E_t \le \rho^{2t} \frac L2
        \lVert x_0 - x^\ast \rVert^2 + \frac{1 - \rho^{2t}}{1 - \rho^2}
        \frac{L \alpha^2}{2} \mathcal{E}_T""",
    hypotheses=r"""0 < \mu < L
        0 < \alpha < 2/L""",
    parts=("short steps", "long steps", "best", "constants"),
    uses=("accel.prop-3-4.repaired", "accel.lmi-lower-bound"),
    note="P22 = 0 here, so that kappa is c + 2 P11/L. No faster rate is certified: gradient descent"
    " on the two extreme parabolas has exactly these rates.",
)

u = declare("u > 0")  # L - mu


def slack(rate: sp.Expr, first: sp.Expr) -> sp.Expr:
    """c_0 X_0 - Phi at P = diag(1, 0): c_0 e^T X_0 e - (x - alpha g)^2 + rho^2 x^2."""
    e = (x[1], sp.Integer(0), g[1])
    return form(first * X0(), e) - (x[1] - alpha * g[1]) ** 2 + rate**2 * x[1] ** 2


def one_square(
    rate: sp.Expr, curvature: sp.Expr, size: sp.Expr, inside: list[tuple[Any, str, Any]]
) -> Outcome:
    """The form is size / (L - mu) times (g - curvature x)^2, and size >= 0 for these steps."""
    first = alpha * rate / (L - mu)
    square = size / (L - mu) * (g[1] - curvature * x[1]) ** 2
    width = [(L, "=", mu + u)]
    same = identity(slack(rate, first), square, where=width)
    if same.decision != "holds":
        return same
    return all_of(same, visible(0, "<=", size, where=inside), visible(0, "<=", rate, where=inside))


def sized(which: Literal["short", "long"], rate: sp.Expr) -> Outcome:
    """The step size as its distance from 2/(mu + L)."""
    excess = 2 - alpha * (mu + L)
    if which == "short":
        return one_square(
            rate, mu, alpha * excess, [(L, "=", mu + u), (alpha, "<=", 2 / (2 * mu + u))]
        )
    return one_square(rate, L, -alpha * excess, [(L, "=", mu + u), (alpha, ">=", 2 / (2 * mu + u))])


@CLAIM.exact(part="short steps", uses=("accel.prop-3-4.repaired",))
@broken("rate_of_the_other_end", rate=1 - alpha * L)
@because("With 1 - alpha L, the rate of the other end, in place of 1 - alpha mu: it is too fast.")
def short_steps_contract_by_one_minus_alpha_mu(*, rate: sp.Expr = 1 - alpha * mu) -> Outcome:
    """The form is alpha (2 - alpha (mu + L))/(L - mu) (g - mu x)^2."""
    return sized("short", rate)


@CLAIM.exact(part="long steps", uses=("accel.prop-3-4.repaired",))
@broken("slow_end_is_rejected_for_long_steps", rate=1 - alpha * mu)
@because("With 1 - alpha mu in place of alpha L - 1: for long steps it is too fast.")
def long_steps_contract_by_alpha_l_minus_one(*, rate: sp.Expr = alpha * L - 1) -> Outcome:
    """The form is alpha (alpha (mu + L) - 2)/(L - mu) (g - L x)^2."""
    return sized("long", rate)


def ends(curvature: sp.Expr, rate: sp.Expr) -> Outcome:
    """On curvature x^2/2 one step multiplies x by +-rate: the squares agree."""
    return identity((1 - alpha * curvature) ** 2, rate**2)


@CLAIM.exact(part="best")
@broken("parabola_of_the_mean_is_another_one", curvature=(mu + L) / 2)
@because("The parabola of curvature (mu + L)/2, in place of mu, is faster.")
def parabolas_are_not_faster(*, curvature: sp.Expr = mu) -> Outcomes:
    """Factor 1 - alpha mu on mu x^2/2, and 1 - alpha L on L x^2/2."""
    yield ends(curvature, 1 - alpha * mu)
    yield ends(L, alpha * L - 1)


@CLAIM.exact(part="constants", uses=())
@broken("constant_l", "With L in place of L/2 the constants are others.", half="L")
def both_constants_are_half_of_l(*, half: str = "L/2") -> Outcomes:
    """For P = diag(1, 0), c = 0 they are V_0/kappa = (L/2)|x_0 - x*|^2 and R = L/2.
    kappa = c + 2 P11/L, V_0 = P11 x_0^2 and R = P11/kappa, at P11 = 1.
    """
    given = "L > 0, P11 = 1, kappa = 2*P11/L"
    yield certify(parse(f"P11*x^2/kappa = ({half})*x^2", where=given))
    yield certify(parse(f"P11/kappa = {half}", where=given))
