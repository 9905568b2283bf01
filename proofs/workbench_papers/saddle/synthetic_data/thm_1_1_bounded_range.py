"""Synthetic data with bounded-range accounting: the error is halved (Theorem 1.1, our variant).

A choice with weights e^(eps_0 n s/2) of scores with sensitivity 1/n has the range eps_0, so it is
eps_0^2/8-zCDP, and T of them add up.  At the best T the selection error and the regret together are
sqrt(2) (ln d)^(1/4) sqrt(ln(2m)/(n sqrt(rho))), where Corollary 3.6 gives
4 (ln d)^(1/4) sqrt(ln(2m)/P): as sqrt(rho) is eps/(2 sqrt(ln(1/delta))) for small eps, half of it.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "saddle.thm1.1.bounded-range",
    title="Synthetic data by bounded range: half of the error",
    ours=("theorem", "Theorem 1.1, other accounting; the variant is ours"),
    statement=r"""\begin{gathered}
        \epsilon_0 \le \sqrt{8\rho/T}, \;
        \rho = \big( \sqrt{\ln(1/\delta) + \epsilon} - \sqrt{\ln(1/\delta)} \big)^2 \\
        \Longrightarrow\; T \text{ choices are } (\epsilon, \delta)\text{-DP}; \\
        \text{optimum } \sqrt2 (\ln d)^{1/4} \sqrt{\frac{\ln(2m)}{n \sqrt\rho}}
        + \sqrt{\frac{\ln(2m)}{2n}}
        \end{gathered}""",
    hypotheses=r"\text{as in Theorem 1.1, for all } \epsilon > 0",
    parts=("composition", "optimum"),
    uses=("saddle.thm1.1", "saddle.prop3.3.bounded-range", "ext.bounded-range"),
    note="The optimum is over real T; for integers evaluate the bound of `saddle.thm1.1`.",
)

T, rho = declare("T rho > 0")


@CLAIM.exact(part="composition")
@broken("as_pure_choices_they_do_not_fit", share=sp.S.Half)
@because("At eps_0^2/2 each they exceed the budget.")
def choices_are_bounded_ranges(*, share: sp.Rational = sp.Rational(1, 8)) -> Outcome:
    """T choices cost share eps_0^2 each, share = 1/8, and rho in all."""
    loss = declare("eps_0 > 0")
    return visible(T * share * loss**2, "<=", rho, where=[(loss, "<=", sp.sqrt(8 * rho / T))])


@CLAIM.exact(part="optimum")
@broken("one_is_not_reached", "The constant 1 is below the minimum.", square=1)
def best_number_of_rounds(*, square: int = 2) -> Outcomes:
    """The bound is then sqrt(2) (ln d)^(1/4) sqrt(ln(2m)/(n sqrt(rho))).
    a/sqrt(T) + b sqrt(T) >= 2 sqrt(ab), a = sqrt(ln d/2), b sqrt(T) = 2 ln(2m)/(n eps_0).
    """
    n, logs, queries, x, y, root = declare("n log_d log_2m x y root > 0")
    a, b = sp.sqrt(logs / 2), queries / (n * sp.sqrt(2 * rho))
    yield identity(2 * queries / (n * sp.sqrt(8 * rho / T)), b * sp.sqrt(T))
    right = x**2 / root + y**2 * root
    yield visible(2 * x * y, "<=", right, gap=(x / sp.sqrt(root) - y * sp.sqrt(root)) ** 2)
    yield identity((2 * sp.sqrt(a * b)) ** 2, square * sp.sqrt(logs) * queries / (n * sp.sqrt(rho)))
