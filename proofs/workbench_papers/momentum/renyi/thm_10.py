"""Adaptive privacy of tree aggregation (Algorithm 5, Theorem 10).

    y_i = f_i(D on S_i; y_1, ..., y_(i-1)) + N(0, sigma_i^2 I),      i = 1..k

The sets S_i of record indices do not depend on the data, and f_i may depend on all earlier noisy
outputs.  Replacing record s changes only the outputs with s in S_i, and each of those, given the
outputs before it, is a Gaussian mechanism: (lambda, lambda Delta_i^2/(2 sigma_i^2))-RDP.  They add
up.  A random order that does not depend on the data is covered by conditioning on it.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import certify, identity, inequality, visible
from workbench.symbolic import declare, relation
from workbench.symbolic.text import parse

MECHANISM = Claim(
    "momentum.alg5",
    title="Aggregation over a family of index sets",
    reconstructed=("mechanism", "Algorithm 5, Appendix C.1"),
    statement=r"""y_i = f_i(D|_{S_i};\, y_1, \dots, y_{i-1}) + \mathcal{N}(0, \sigma_i^2 I), \quad
        \mathrm{IN}(s) = \{ i : s \in S_i \}; \quad
        \text{replacing } s \text{ changes } f_i \text{ only for } i \in \mathrm{IN}(s)""",
    hypotheses=r"""f_i(D; y) = f_i(D'; y) \text{ whenever } D|_{S_i} = D'|_{S_i}
        S_i \text{ does not depend on } D""",
    note="For Algorithm 1: nodes ordered by their right end; S is the set of records scheduled"
    " inside the node.",
)

CLAIM = Claim(
    "momentum.thm-10",
    title="Renyi privacy of Algorithm 5",
    reconstructed=("theorem", "Theorem 10"),
    statement=r"""\text{Algorithm 5 is } \Big( \lambda, \lambda \max_s
        \sum_{i \in \mathrm{IN}(s)} \frac{\Delta_i(s)^2}{2 \sigma_i^2} \Big)\text{-RDP}
        \;\text{for all } \lambda > 1; \quad
        \sigma_i = \sigma, \Delta_i = \Delta, V = \max_s |\mathrm{IN}(s)|: \;
        \Big( \lambda, \frac{\lambda V \Delta^2}{2 \sigma^2} \Big)""",
    hypotheses=r"""\Delta_i(s) \ge \lVert f_i(D; y) - f_i(D'; y) \rVert \text{ for all } y \text{ \
            and } D, D' \text{ that differ in record } s
        \Delta_i(s), \sigma_i \text{ are fixed in advance}""",
    parts=("one output", "sum", "uniform", "random order"),
    uses=("momentum.alg5", "momentum.gaussian-renyi", "ext.rdp-composition"),
)

lam, sigma, Delta, V, n, i = declare("lambda sigma Delta > 0, integer V n > 0, integer i")
reach, scale = sp.IndexedBase("Delta_s", nonnegative=True), sp.IndexedBase("s", positive=True)


@MECHANISM.exact
@broken("outputs_inside_do_cost", moved="f + Delta")
@because("A difference of Delta has a positive divergence.")
def outputs_outside_in_s_cost_nothing(*, moved: str = "f") -> Outcome:
    """f_i(D; y) = f_i(D'; y) for s not in S_i, whatever the earlier outputs are.
    Outputs outside IN(s) have the same mean under both datasets: divergence 0.
    """
    given = f"lam > 0, sigma > 0, Delta > 0, g = {moved}"
    return certify(parse("lam*(f - g)^2/(2*sigma^2) = 0", where=given))


@CLAIM.exact(part="one output")
@broken("half_of_it_is_too_little", bound=lam * Delta**2 / (4 * sigma**2))
@because("lambda Delta^2/(4 sigma^2) is exceeded.")
def each_output_is_a_gaussian_mechanism(
    *, bound: sp.Expr = lam * Delta**2 / (2 * sigma**2)
) -> Outcome:
    """Given the earlier outputs, D_lambda <= lambda Delta^2/(2 sigma^2).
    lambda |difference|^2/(2 sigma^2) <= bound for |difference| <= Delta.
    """
    moved = declare("r >= 0")
    return visible(lam * moved**2 / (2 * sigma**2), "<=", bound, where=[(moved, "<=", Delta)])


@CLAIM.exact(part="sum")
@broken("it_is_linear_in_the_order", "A budget with lambda^2 is another function.", power=2)
def budgets_of_in_s_add_up(*, power: int = 1) -> Outcome:
    """sum_i lambda Delta_i^2/(2 sigma_i^2); the maximum over s covers every pair of neighbours.
    The sum of the budgets is lambda times a number that does not depend on lambda.
    """
    budgets = sp.Sum(lam * reach[i] ** 2 / (2 * scale[i] ** 2), (i, 1, n))
    return identity(budgets, lam**power * sp.Sum(reach[i] ** 2 / (2 * scale[i] ** 2), (i, 1, n)))


@CLAIM.exact(part="uniform")
@broken("the_two_in_the_denominator_stays", "lambda V Delta^2/sigma^2 is another number.", factor=1)
def equal_terms_give_v_times_one(*, factor: int = 2) -> Outcome:
    """V equal terms add up to lambda V Delta^2/(2 sigma^2)."""
    total = sp.Sum(lam * Delta**2 / (2 * sigma**2), (i, 1, V))
    return identity(total, lam * V * Delta**2 / (factor * sigma**2))


@CLAIM.exact(part="random order")
@broken("nor_less", factor=sp.S.Half)
@because("Half of the worst moment is too small when all orders are alike.")
def a_random_order_costs_no_more_than_the_worst(*, factor: sp.Expr = sp.Integer(1)) -> Outcome:
    """With the order released, the moment is the mean of the moments given the order.
    sum_k p_k M_k <= factor B (sum p) for moments M_k = B - s_k of each order.
    """
    p, s = sp.IndexedBase("p", nonnegative=True), sp.IndexedBase("d", nonnegative=True)
    B = declare("B > 0")
    mean = sp.Sum(p[i] * (B - s[i]), (i, 1, n))
    mass = sp.Sum(p[i], (i, 1, n))
    gap = sp.Sum(p[i] * s[i], (i, 1, n)) + (factor - 1) * B * mass
    return visible(mean, "<=", factor * B * mass, gap=gap)


@CLAIM.exact(part="sum", corner="two steps, the second scaled by a factor chosen after the first")
@broken("half_the_cap_is_exceeded", "e^((D_1 + D_2)/2) is too small.", share=sp.S.Half)
def an_adaptive_second_step_costs_at_most_its_cap(*, share: sp.Expr = sp.Integer(1)) -> Outcome:
    """e^(D_1 + h^2 D_2) <= e^(D_1 + D_2) for every value that h may take.
    D_1 + h^2 D_2 <= share (D_1 + D_2): the exponents for h^2 = 1 - s chosen after step one.
    """
    s, first, second = declare("s D_1 D_2 >= 0")
    claimed = relation(first + second * (1 - s), "<=", share * (first + second),
                       where=[(s, "<=", 1)])  # fmt: skip
    return inequality(claimed)
