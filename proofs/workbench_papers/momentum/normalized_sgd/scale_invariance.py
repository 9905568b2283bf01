"""Normalised steps see only the direction of the momentum (not in the paper).

The iterates do not change if mhat_t is multiplied by c > 0, so Lemma 5 holds with the smallest
|c mhat_t - grad F(w_t)| in place of |eps_t|.  With c = 1/(1 - (1-alpha)^t) the weights of the
momentum sum to 1, and its start-up bias (1-alpha)^t G is gone; the noise is scaled up by c.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.rigor import certify, induction
from workbench.symbolic import declare, relation
from workbench.symbolic.text import parse

c, T, t = declare("c > 0, integer T >= 0, integer t")

SCALE = Claim(
    "momentum.scale-invariance",
    title="Only the direction of the momentum matters, so its start-up bias can be removed",
    ours=("remark", "Not in the paper"),
    statement=r"""\text{Lemma 5 holds with } \min_{c > 0} \lVert c\, \hat m_t - \nabla F(w_t)
        \rVert \text{ for } \lVert \epsilon_t \rVert; \quad
        c = \frac{1}{1 - (1-\alpha)^t} \text{ makes the weights of } m_t \text{ sum to } 1""",
    hypotheses=r"0 < \alpha \le 1",
    parts=("direction", "weights"),
    uses=("momentum.lem-5-sharp", "momentum.momentum-identity"),
)


@SCALE.exact(part="direction")
@broken("the_norm_is_homogeneous_of_degree_one", "With |c mhat| = c^2 |mhat| it would.", power=2)
def a_positive_factor_changes_no_iterate(*, power: int = 1) -> Outcome:
    """A step uses the direction alone: c mhat/|c mhat| = mhat/|mhat| as |c mhat| = c |mhat|."""
    return certify(parse(f"c*x/(c^{power}*m) = x/m", where="c, m > 0"))


@SCALE.exact(part="weights")
@broken("the_sum_is_not_two", "The weights never exceed 1 in all.", divisor=2)
def dividing_by_the_sum_of_weights_makes_an_average(*, divisor: int = 1) -> Outcome:
    """The weights sum_(i=1..t) alpha (1-alpha)^(t-i) add up to 1 - (1-alpha)^t = 1/c."""
    q = declare("q >= 0")
    total = sp.Sum((1 - q) * q ** (T - t), (t, 1, T))
    return induction(relation(total, "=", divisor - q**T, where=[(q, "<", 1)]), "T", factor=q)
