"""What Theorem 8 leaves on the table: the division of the budget, and one query in place of two.

With v_X the factor of sigma_X^2 in the variance, x^2 = v_A V_A Delta_A^2, y^2 = v_B V_B Delta_B^2,
the shares p + u = 2 rho of the budget leave the variance x^2/p + y^2/u >= (x + y)^2/(2 rho).
Releasing H = gamma G + kappa Delta is never worse than releasing both parts at equal budgets, and
three groups of equal budget need sqrt(3/2) times the noise of two.
"""

from workbench.claims import Claim, Outcome, all_of, broken
from workbench.rigor import certify
from workbench.symbolic import Relation
from workbench.symbolic.text import parse

_POSITIVE = "v_A, v_B, V_A, V_B, Delta_A, Delta_B, sigma_A, sigma_B, rho > 0"
_ROOTS = {+1: "(sqrt(v_A*V_A)*Delta_A + sqrt(v_B*V_B)*Delta_B)",
          -1: "(sqrt(v_A*V_A)*Delta_A - sqrt(v_B*V_B)*Delta_B)"}  # fmt: skip
_SPENT = "V_A*Delta_A^2/(2*{}) + V_B*Delta_B^2/(2*{})"  # by queries of these variances


def division(sign: int = 1) -> tuple[Relation, ...]:
    """No division of rho leaves less variance, and the one by roots leaves this and spends rho."""
    least, roots = f"{_ROOTS[sign]}^2/(2*rho)", _ROOTS[1]
    best = [f"(V_{x}*Delta_{x}^2*{roots}/(2*rho*sqrt(v_{x}*V_{x})*Delta_{x}))" for x in "AB"]
    fixed = f"rho = {_SPENT.format('sigma_A^2', 'sigma_B^2')}"
    return (parse(f"{least} <= v_A*sigma_A^2 + v_B*sigma_B^2", where=f"{_POSITIVE}, {fixed}"),
            parse(f"v_A*{best[0]} + v_B*{best[1]} = {least}", where=_POSITIVE),
            parse(f"{_SPENT.format(*best)} = rho", where=_POSITIVE))  # fmt: skip


def one_query(factor: int = 2) -> Relation:
    """(gamma G + kappa D)^2 <= factor ((gamma G)^2 + (kappa D)^2)."""
    return parse(f"(gamma*G + kappa*D)^2 <= {factor}*((gamma*G)^2 + (kappa*D)^2)",
                 where="gamma, G, kappa, D >= 0")  # fmt: skip


def groups(ratio: str = "3/2") -> Relation:
    """Three groups at sqrt(ratio) times the scale spend what two do."""
    return parse(f"3/(2*(sqrt({ratio})*sigma)^2) = 2/(2*sigma^2)", where="sigma > 0")


SPLIT = Claim(
    "momentum.thm-8.split",
    title="Best division of the budget; one query H in place of two",
    ours=("remark", "Not in the paper; waste in Section 4"),
    statement=r"""\min_{\sigma_A, \sigma_B} v_A \sigma_A^2 + v_B \sigma_B^2 \text{ at fixed } \rho
        = \frac{V_A \Delta_A^2}{2 \sigma_A^2} + \frac{V_B \Delta_B^2}{2 \sigma_B^2} \text{ is }
        \frac{(\sqrt{v_A V_A} \Delta_A + \sqrt{v_B V_B} \Delta_B)^2}{2\rho}; \quad
        (\gamma G + \kappa D)^2 \le 2 \big[ (\gamma G)^2 + (\kappa D)^2 \big]; \quad
        \frac{3}{2 (\sqrt{3/2}\, \sigma)^2} = \frac{2}{2 \sigma^2}""",
    hypotheses=r"v, V, \Delta, \rho, \sigma > 0; \; \gamma, G, \kappa, D \ge 0",
    parts=("division", "one query", "groups"),
    encoded={"division": division(), "one query": (one_query(),), "groups": (groups(),)},
    uses=("momentum.thm-8",),
    note="A and B are the trees of Theorem 8: v counts the nodes in an answer, V those that a"
    " record is in, Delta is the sensitivity of a node. G and D bound the windows and their"
    " differences. Three groups of equal budget cost sqrt(3/2) times the scale of two.",
)


@SPLIT.exact(part="division")
@broken("the_roots_add_up", "With their difference: no division attains it.", sign=-1)
def cauchy_schwarz_divides_the_budget(*, sign: int = 1) -> Outcome:
    """Equality where the shares of the budget are as sqrt(v V) Delta."""
    return all_of(map(certify, division(sign)))


@SPLIT.exact(part="one query")
@broken("it_is_not_as_good_as_the_sum_of_squares", "(a + b)^2 exceeds a^2 + b^2.", factor=1)
def one_query_is_never_worse_than_two_equal_shares(*, factor: int = 2) -> Outcome:
    """Two queries with half of the budget each have twice the sum of squares."""
    return certify(one_query(factor))


@SPLIT.exact(part="groups")
@broken("the_factor_is_not_the_root_of_two", "Four groups would cost sqrt(2).", ratio="2")
def three_groups_cost_a_factor(*, ratio: str = "3/2") -> Outcome:
    """2/(2 sigma^2) = 3/(2 (3/2) sigma^2)."""
    return certify(groups(ratio))
