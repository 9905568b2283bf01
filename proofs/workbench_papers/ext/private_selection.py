"""Private selection from private candidates: the best of a random number of runs costs 3 eps.

Run an eps-DP mechanism K times, Pr[K = k] = gamma (1 - gamma)^(k-1), and release the best output.
With F the probability that one run is at most y in the order of quality,

    Pr[all are at most y] = sum_k gamma (1 - gamma)^(k-1) F^k = gamma F/(1 - (1 - gamma) F),

and the released output is y with probability gamma p(y)/(D(F) D(F-)), where F- leaves y out and
D(F) = gamma F + 1 - F.  Each of the three factors changes by e^eps at most between neighbours.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import follows, identity, induction, inequality
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "ext.private-selection",
    title="The best of a geometric number of private runs",
    reconstructed=("theorem", "Liu and Talwar (2019), Private selection from private candidates"),
    statement=r"""\Pr[K = k] = \gamma (1 - \gamma)^{k-1}: \text{ the best of } K \text{ independent
        runs of an } \epsilon\text{-DP mechanism is } 3\epsilon\text{-DP}""",
    hypotheses=r"""0 < \gamma \le 1; \text{ countably many outputs, or densities on a line, \
            totally ordered by quality}
        K \text{ does not depend on the data}""",
    parts=("law", "ratio"),
    note="Proved here in the pure case, with the argument of the reference; its version with delta"
    " is not used. Where the quality has a density, F- is F, and the density of the best output is"
    " the derivative gamma p/D(F)^2 of gamma F/D(F): the same three factors.",
)

F, gamma = declare("F >= 0, gamma > 0")
INSIDE = [(gamma, "<=", 1), (F, "<=", 1)]


@CLAIM.exact(part="law")
@broken("the_two_weights_differ", "With D(F)^2 in the denominator it is another law.", shift=1)
def the_best_output_has_an_explicit_law(*, shift: int = 0) -> Outcomes:
    """The law of the best output is gamma p/(D(F) D(F-)).
    (1 - q) sum_{k <= m} q^(k-1) = 1 - q^m, q = (1 - gamma) F; then the step of F at y.
    The chances to be below, at and above y are a, b and c over their sum.
    """
    q, m, k, a, c, b = declare("q >= 0, integer m >= 0, integer k, a c >= 0, b > 0")

    def weight(below: sp.Expr, above: sp.Expr) -> sp.Expr:
        return (gamma * below + above) / (a + b + c)

    def all_at_most(below: sp.Expr, above: sp.Expr) -> sp.Expr:
        return gamma * below / (a + b + c) / weight(below, above)

    step = all_at_most(a + b, c) - all_at_most(a, b + c)
    told = gamma * b / (a + b + c) / (weight(a + b, c) * weight(a + shift * b, (1 - shift) * b + c))
    yield induction(relation((1 - q) * sp.Sum(q**k, (k, 0, m - 1)), "=", 1 - q**m), "m")
    yield identity(step, told)
    yield "a geometric series, whose remainder q^m tends to 0, and the step of F at y"


@CLAIM.exact(part="ratio")
@broken("two_do_not_follow", power=2)
@because("All three may change at once, as far as these inequalities say.")
def three_factors_change_by_one_epsilon_each(*, power: int = 3) -> Outcomes:
    """The probability of y and the weights at both of its ends.
    p <= x p', D' <= x D at both ends: gamma p/(D E) <= x^3 gamma p'/(D' E'), x = e^eps.
    """
    x, p, own, D, E, Dn, En = declare("x > 0, p p_other >= 0, D E D_other E_other > 0")
    G = declare("F_other >= 0")
    weights = relation(gamma * G + 1 - G, "<=", x * (gamma * F + 1 - F),
                       where=[*INSIDE, (G, "<=", x * F), (1 - G, "<=", x * (1 - F))])  # fmt: skip
    gap = gamma * (x * F - G) + x * (1 - F) - (1 - G)
    first, second, third = gamma * p / (D * E), x * gamma * own / (D * E), Dn * En
    at = {"x": 2, "p": 2, "p_other": 1, "D": 1, "E": 1, "D_other": 2, "E_other": 2, "gamma": 1}
    yield inequality(weights, gap=gap)
    premises = [
        (gamma / (D * E), p, x * own), (second / third * x * E, Dn, x * D),
        (second / third * Dn, En, x * E),
    ]  # fmt: skip
    yield follows(first, x**power * gamma * own / third, premises, at=at)
