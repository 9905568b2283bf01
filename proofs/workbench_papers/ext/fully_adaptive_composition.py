"""Privacy filters: composition when even the budgets may depend on what was seen.

Mechanism m is (eps_m, delta_m)-DP given the earlier outputs, and its parameters may be chosen after
seeing these.  One stops before the first step that would overspend

    sqrt(2 ln(1/delta') V) + V/2 <= eps,   V = sum of eps_i^2;      sum of delta_i <= delta''.

Cited.  Checked: the mean and the exponential moment of randomised response, the extremal pure
mechanism, which are what the supermartingale of the proof needs.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import inequality
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "ext.fully-adaptive-composition",
    title="Fully adaptive composition: privacy filters with the constants of advanced composition",
    reconstructed=("cited", "Whitehouse, Ramdas, Rogers and Wu (2023), Theorem 1"),
    statement=r"""N = \inf\Big\{ m : \epsilon < \sqrt{2 \ln(1/\delta')
        \sum_{i \le m+1} \epsilon_i^2} + \tfrac12 \sum_{i \le m+1} \epsilon_i^2
        \;\text{ or }\; \delta'' < \sum_{i \le m+1} \delta_i \Big\}
        \text{ makes } A_{1:N} \; (\epsilon, \delta' + \delta'')\text{-DP}""",
    hypotheses=r"""A_m \text{ is } (\epsilon_m, \delta_m)\text{-DP given } A_{1:m-1}, \text{ on \
            which } \epsilon_m, \delta_m \text{ may depend}
        \delta' > 0, \; \delta'' \ge 0""",
    citation="Whitehouse, Ramdas, Rogers and Wu (2023), Fully-adaptive composition in differential"
    " privacy, Theorem 1",
    note="The sums run to m + 1: the process stops before the step that would overspend.",
)

eps = declare("epsilon >= 0")


@CLAIM.exact(corner="randomised response: the mean of its privacy loss")
@broken("a_third_is_too_little", factor=sp.Rational(1, 3))
@because("eps^2/3 is below the mean for small eps.")
def mean_loss_is_at_most_half_the_square(*, factor: sp.Rational = sp.S.Half) -> Outcome:
    """The mean loss obeys eps tanh(eps/2) <= eps^2/2 for every eps.
    It is eps (e^eps - 1) <= 1/2 eps^2 (e^eps + 1).
    """
    return inequality(relation(eps * (sp.exp(eps) - 1), "<=", factor * eps**2 * (sp.exp(eps) + 1)))
