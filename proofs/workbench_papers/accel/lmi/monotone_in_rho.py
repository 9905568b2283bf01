"""A slower rate is certified whenever a faster one is: bisection on rho is legitimate.

If (P, c_0, c) solves (22) at rho^2 = r, then at r' = r + s, s >= 0, so does

    (P,  c_0 + c s / (2 (mu + L)),  c).

The form of (22) grows by s times

    (x, y) P (x, y)^T + c [ mu (L - mu) / (2 (mu + L)) x^2 + g^2 / (mu + L) ]  >=  0,

because (1/(2 (mu + L))) X_0 - X_2 is diagonal.  With c_0 held fixed this is false: there the set of
feasible rates need not be an interval.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import certify, identity, inequality
from workbench.symbolic import Relation, declare, relation
from workbench_papers.accel._heavy_ball import ENERGY, MATRICES, METHOD, P, form, g, i, p, total, x

mu, L, alpha, beta = METHOD
P11, P12, P22, c, c0 = ENERGY
X0, X1, X2, Phi = MATRICES

r, s = declare("rho_squared > 0, s >= 0")
RAISE = c * s / (2 * (mu + L))


def slack(rate: sp.Expr, first: sp.Expr) -> sp.Expr:
    """The form of (22), left minus right, summed over the coordinates."""
    return total(form(first * X0() + c * (X1() + (1 - rate) * X2()) - Phi(rate)))


def solved(more: sp.Expr = RAISE) -> tuple[Relation, Relation]:
    """The form at rho^2 + s is not negative where the one at rho^2 is not; nor is c_0."""
    given = [(slack(r, c0), ">=", 0), (total(form(P, (x[i], p[i]))), ">=", 0), (mu, "<=", L)]
    return (
        relation(0, "<=", slack(r + s, c0 + more), where=given),
        relation(0, "<=", c0 + more, where=[(mu, "<=", L)]),
    )


CLAIM = Claim(
    "accel.lmi-monotone-in-rho",
    title="Rates above a certified one are certified",
    ours=("lemma", "not in the paper; about Proposition 3.4"),
    statement=r"""(P, c_0, c) \text{ solves (22) at } \rho \;\Longrightarrow\;
        \Bigl( P,\; c_0 + \frac{c\,(\rho'^2 - \rho^2)}{2(\mu+L)},\; c \Bigr)
        \text{ solves (22) at every } \rho' \ge \rho""",
    hypotheses=r"""P \succeq 0,\; c_0, c \ge 0
        0 < \mu \le L""",
    uses=("accel.prop-3-4.repaired",),
    encoded=solved(),
    note="(22) has B = (-alpha, 0). P and c do not change, so neither do kappa_P and the noise"
    " constant. As encoded, alpha > 0 and beta >= 0, s is the difference of the squares of the"
    " rates, and the matrices are their forms at any vectors.",
)


@CLAIM.exact(uses=())
@broken("fixed_multiplier", more=sp.Integer(0))
@because("With c_0 held fixed, not raised with the rate, the form may shrink.")
def slack_grows_with_the_rate(*, more: sp.Expr = RAISE) -> Outcomes:
    """By s P(x, y) + s c (diagonal form).
    The form at r + s with c_0 + more is not negative where the one at r is not.
    """
    form_stays, multiplier = solved(more)
    energy = total(form(P, (x[i], p[i])))
    diagonal = mu * (L - mu) / (2 * (mu + L)) * total(x[i] ** 2) + total(g[i] ** 2) / (mu + L)
    gap = slack(r, c0) + s * energy + s * c * diagonal
    yield identity(slack(r + s, c0 + more), gap)
    yield inequality(form_stays, gap=gap, methods=("sign",))
    yield certify(multiplier)
