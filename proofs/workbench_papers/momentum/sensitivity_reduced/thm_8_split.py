"""What Theorem 8 leaves on the table: the division of the budget, and one query in place of two.

With v_X the factor of sigma_X^2 in the variance, x^2 = v_A V_A Delta_A^2, y^2 = v_B V_B Delta_B^2,
the shares p + u = 2 rho of the budget leave the variance x^2/p + y^2/u >= (x + y)^2/(2 rho).
Releasing H = gamma G + kappa Delta is never worse than releasing both parts at equal budgets, and
three groups of equal budget need sqrt(3/2) times the noise of two.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, broken
from workbench.rigor import identity, visible

SPLIT = Claim(
    "momentum.thm-8.split",
    kind="remark",
    title="Best division of the budget; one query H in place of two",
    source="Not in the paper; waste in Section 4",
    provenance="ours",
    statement=r"""\min_{\sigma_A, \sigma_B} v_A \sigma_A^2 + v_B \sigma_B^2 \text{ at fixed } \rho
        = \frac{(\sqrt{v_A V_A} \Delta_A + \sqrt{v_B V_B} \Delta_B)^2}{2\rho}; \quad
        (\gamma G + \kappa D)^2 \le 2 \big[ (\gamma G)^2 + (\kappa D)^2 \big]""",
    hypotheses=(
        r"\text{three groups of equal budget cost } \sqrt{3/2} \text{ times the scale of"
        r" two}",
    ),
    parts=("division", "one query", "groups"),
    uses=("momentum.thm-8",),
)


@SPLIT.exact(part="division")
@broken("the_roots_add_up", "With a difference of roots the bound is not attained.", sign=-1)
def cauchy_schwarz_divides_the_budget(*, sign: int = 1) -> Outcome:
    """Equality where the shares of the budget are sqrt(v V) Delta.

    (x^2/p + y^2/u)(p + u) >= (x + y)^2; p, u the shares of 2 rho, x^2 = v_A V_A Delta_A^2.
    """
    x, y, p, u = sp.symbols("x y p u", positive=True)  # x = v_A V_A Delta_A^2
    gap = (x * u - sign * y * p) ** 2 / (p * u)
    at_best = identity((x**2 / x + y**2 / y) * (x + y), (x + sign * y) ** 2)
    return all_of(
        visible((x + sign * y) ** 2, "<=", (x**2 / p + y**2 / u) * (p + u), gap=gap), at_best
    )


@SPLIT.exact(part="one query")
@broken("it_is_not_as_good_as_the_sum_of_squares", "(a + b)^2 exceeds a^2 + b^2.", factor=1)
def one_query_is_never_worse_than_two_equal_shares(*, factor: int = 2) -> Outcome:
    """(a + b)^2 <= factor (a^2 + b^2): two queries with half of the budget each cost factor = 2."""
    a, b = sp.symbols("a b", nonnegative=True)
    gap = (a - b) ** 2 + (factor - 2) * (a**2 + b**2)
    return visible((a + b) ** 2, "<=", factor * (a**2 + b**2), gap=gap)


@SPLIT.exact(part="groups")
@broken("the_factor_is_not_the_root_of_two", "Four groups would cost sqrt(2).", more=4)
def three_groups_cost_a_factor(*, more: int = 3) -> Outcome:
    """2/(2 sigma^2) = 3/(2 (3/2) sigma^2).

    sqrt(more/2) with more = 3 is the ratio of scales that give the same budget.
    """
    sigma, scale = sp.symbols("sigma s", positive=True)
    return identity(
        2 / (2 * sigma**2),
        3 / (2 * scale**2),
        where=[(scale, "=", sp.sqrt(more) * sigma / sp.sqrt(2))],
    )
