"""Privacy of Algorithm 1: from one record to one vertex to all vertices (Proposition 3.3).

Given the vertices released before, the score of coordinate j is -tau times the sum of the batch
gradients so far.  Batches are disjoint, so replacing one record changes one batch mean, by at most
2 L_0/B; the score has sensitivity D = 2 tau L_0/B.  A vertex is drawn by the exponential mechanism
with weights e^score: 2D = 4 tau L_0/B of pure privacy.  Both blocks together draw 2TK vertices, so
Corollary 3.6 asks for 4 tau L_0/B <= eps/(2 sqrt(2 (2TK) ln(1/delta))).

Two factors are slack.  The first K vertices of each block are drawn from the uniform law and cost
nothing: T - 1 rounds count.  And a bounded range is worth more than pure privacy: R = 4 tau L_0/B
is R^2/8-zCDP, and 2 (T-1) K of these are affordable for tau <= (B/(2 L_0)) sqrt(rho/((T-1) K)).
"""

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import certify, follows, identity, inequality, visible
from workbench.symbolic import declare, relation
from workbench.symbolic.text import parse

CLAIM = Claim(
    "saddle.prop3.3",
    title="Privacy of Algorithm 1",
    reconstructed=("proposition", "Proposition 3.3, proof 3.7"),
    statement=r"""\tau \le \frac{B \epsilon}{16 L_0 \sqrt{T K \ln(1/\delta)}}
        \;\Longrightarrow\; \text{Algorithm 1 is } (\epsilon, \delta)\text{-DP}""",
    hypotheses=r"""f(\cdot, \cdot; z) \; L_0\text{-Lipschitz}, \; B = \lfloor n/T \rfloor, \text{ \
            disjoint batches}
        0 < \epsilon \le 8 \ln(1/\delta)
        \text{one record replaced}""",
    parts=("sensitivity", "vertex", "composition"),
    uses=("saddle.thm3.4", "saddle.cor3.6", "saddle.def-problem"),
    note="Released are the sampled vertices and nothing else; the output average is computed from"
    " them.",
)

ZCDP = Claim(
    "saddle.prop3.3.bounded-range",
    title="Privacy of Algorithm 1 by bounded range: a larger step size",
    ours=("proposition", "Proposition 3.3, other accounting"),
    statement=r"""\tau \le \frac{B}{2 L_0} \sqrt{\frac{\rho}{(T-1) K}}, \;
        \rho = \big( \sqrt{\ln(1/\delta) + \epsilon} - \sqrt{\ln(1/\delta)} \big)^2
        \;\Longrightarrow\; \text{Algorithm 1 is } (\epsilon, \delta)\text{-DP}""",
    hypotheses=r"""f(\cdot, \cdot; z) \; L_0\text{-Lipschitz}, \; B = \lfloor n/T \rfloor, \text{ \
            disjoint batches}
        \epsilon > 0, \; 0 < \delta < 1, \; T \ge 2""",
    parts=("composition", "conversion", "comparison"),
    uses=("saddle.thm3.4", "ext.bounded-range"),
    note="No bound on epsilon is needed. At eps = 1, delta = 1e-6 the step size may be 3.93 times"
    " larger than in Proposition 3.3.",
)

tau, L0, B, eps, Lambda, rho, T, K = declare("tau L_0 B epsilon Lambda rho > 0, integer T K > 0")


@CLAIM.exact(part="sensitivity")
@broken("replacing_is_not_adding", factor=1)
@because("L_0/B is the change when a record is added, not replaced.")
def one_record_moves_the_score_by_two_lipschitz_constants(*, factor: int = 2) -> Outcome:
    """One batch mean changes, by (g(z) - g(z'))/B.
    tau (g - g')/B <= factor tau L_0/B for gradient entries g, g' in [-L_0, L_0].
    """
    g, h = declare("real g g_other")
    return follows(tau * (g - h) / B, factor * tau * L0 / B, [(tau / B, g, L0), (tau / B, -L0, h)])


@CLAIM.exact(part="vertex")
@broken("the_exponential_mechanism_is_not_free", "2 tau L_0/B forgets the normaliser.", factor=2)
def a_vertex_costs_four(*, factor: int = 4) -> Outcome:
    """The exponential mechanism pays twice the sensitivity: 2D = 4 tau L_0/B."""
    return certify(parse(f"2*(tau*2*L_0/B) = {factor}*tau*L_0/B", where="tau, L_0, B > 0"))


@CLAIM.exact(part="composition")
@broken("four_blocks_would_not_fit", vertices=4 * T * K)
@because("With twice as many vertices the step size is too large.")
def two_blocks_of_vertices_fit_the_budget(*, vertices: sp.Expr = 2 * T * K) -> Outcome:
    """There are 2TK vertices, and each costs 4 tau L_0/B.
    4 tau L_0/B <= eps/(2 sqrt(2 vertices Lambda)) at the stated step size.
    """
    limit = B * eps / (16 * L0 * sp.sqrt(T * K * Lambda))
    right = eps / (2 * sp.sqrt(2 * vertices * Lambda))
    return visible(4 * tau * L0 / B, "<=", right, where=[(tau, "<=", limit)])


@ZCDP.exact(part="composition")
@broken("pure_privacy_is_worth_less", share=sp.S.Half)
@because("Counted as pure mechanisms, R^2/2 each, they do not fit.")
def vertices_add_up_in_concentrated_privacy(*, share: sp.Rational = sp.Rational(1, 8)) -> Outcome:
    """2 (T-1) K share R^2 <= rho, share = 1/8, for R = 4 tau L_0/B at the stated step size."""
    rounds = declare("integer T_minus_1 > 0")
    limit = B / (2 * L0) * sp.sqrt(rho / (rounds * K))
    left = 2 * rounds * K * share * (4 * tau * L0 / B) ** 2
    return visible(left, "<=", rho, where=[(tau, "<=", limit)])


@ZCDP.exact(part="conversion")
@broken("a_smaller_weight_is_another_budget", weight=1)
@because("rho + sqrt(rho ln(1/delta)) is less than eps.")
def the_budget_solves_the_conversion(*, weight: int = 2) -> Outcome:
    """The budget solves
    rho + weight sqrt(rho Lambda) = eps with weight = 2 and Lambda = ln(1/delta).
    """
    root = sp.sqrt(Lambda + eps) - sp.sqrt(Lambda)
    return identity(root**2 + weight * root * sp.sqrt(Lambda), eps)


@ZCDP.exact(part="comparison")
@broken("not_four_times", "It is below 4.", factor=sp.Integer(4))
def the_step_may_be_almost_four_times_larger(
    *, factor: sp.Rational = sp.Rational(392, 100)
) -> Outcome:
    """The ratio of the two limits is at least 3.92 (T - 1 counted as T).
    At eps = 1 and delta = 1e-6: factor eps/(16 sqrt(T K L)) <= (1/2) sqrt(rho/(T K)).
    """
    logs = sp.log(10**6)
    root = sp.sqrt(logs + 1) - sp.sqrt(logs)
    return inequality(relation(factor / (16 * sp.sqrt(logs)), "<=", root / 2))
