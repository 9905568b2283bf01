"""A slower rate is certified whenever a faster one is: bisection on rho is legitimate.

If (P, c_0, c) solves (22) at rho^2 = r, then at r' = r + s, s >= 0, so does

    (P,  c_0 + c s / (2 (mu + L)),  c).

The form of (22) grows by s times

    (x, y) P (x, y)^T + c [ mu (L - mu) / (2 (mu + L)) x^2 + g^2 / (mu + L) ]  >=  0,

because (1/(2 (mu + L))) X_0 - X_2 is diagonal.  With c_0 held fixed this is false: there the set of
feasible rates need not be an interval.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare
from workbench_papers.accel._heavy_ball import (
    X0,
    X1,
    X2,
    L,
    P,
    Phi,
    c,
    c0,
    form,
    g,
    i,
    mu,
    p,
    total,
    x,
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
    note="P and c do not change, and so do not kappa and the noise constant.",
)

r, s = declare("rho2 > 0, s >= 0")


def slack(rate: sp.Expr, first: sp.Expr) -> sp.Expr:
    """The form of (22), left minus right, summed over the coordinates."""
    return total(form(first * X0() + c * (X1() + (1 - rate) * X2()) - Phi(rate)))


@CLAIM.exact(uses=())
@broken("fixed_multiplier", more=sp.Integer(0))
@because("With c_0 held fixed, not raised with the rate, the form may shrink.")
def slack_grows_with_the_rate(*, more: sp.Expr = c * s / (2 * (mu + L))) -> Outcome:
    """By s P(x, y) + s c (diagonal form).
    The form at r + s with c_0 + more is not negative where the one at r is not.
    """
    before, after = slack(r, c0), slack(r + s, c0 + more)
    energy = total(form(P, (x[i], p[i])))
    diagonal = mu * (L - mu) / (2 * (mu + L)) * total(x[i] ** 2) + total(g[i] ** 2) / (mu + L)
    gap = before + s * energy + s * c * diagonal
    same = identity(after, gap)
    if same.decision != "holds":
        return same
    given = [(before, ">=", 0), (energy, ">=", 0), (mu, "<=", L)]
    return visible(0, "<=", after, where=given, gap=gap)
