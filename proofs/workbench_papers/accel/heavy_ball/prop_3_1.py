"""How much noise T private heavy-ball steps need (Proposition 3.1, eqs. (12)-(13)).

A step that releases the mean over a hidden batch of m of n records, with Laplace noise of scale b,
costs  eps(S, b, n, m) = ln(1 + (m/n) (e^(S/(b m)) - 1))  of the budget (eq. (11)).  The
proposition turns this around: with

    b_t = S_1(x_t) / (m eps_0),     eps_0 = ln(1 + (n/m) (e^(eps/T) - 1)),

every step costs eps/T, whatever the sensitivity S_1(x_t) at the current iterate is, and T steps
cost eps by adaptive composition.  The scale may depend on x_t because x_t is itself a released
value: it is a constant once the past is given.  Where S_1(x_t) = 0 all records have the same
gradient, nothing about them is released, and the step is free.

For the full batch the price is exact: `accel.prop-3-1.tight` names outputs whose log-likelihood
ratio is eps, so no smaller claim would be true.
"""

from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.algorithms import HeavyBall
from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers import spent_budgets as outputs
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import Relation, declare, relation
from workbench_papers.accel.algorithms import _trials as trials

eps, eps0, n, m, T = declare("epsilon epsilon_0 > 0, integer n m T > 0")


def full_batch(steps: sp.Expr = T) -> tuple[Relation, Relation]:
    """For m = n: eps_0 = eps/T, and the scale S/(m eps_0) is S `steps`/(n eps)."""
    S = declare("S_1 > 0")
    share = eps0, "=", sp.log(1 + (sp.exp(eps / T) - 1) * n / m)
    full = [(m, "=", n), share]
    return (
        relation(eps0, "=", eps / T, where=full),
        relation(S / (m * eps0), "=", S * steps / (n * eps), where=full),
    )


CLAIM = Claim(
    "accel.prop-3-1",
    title="State-dependent Laplace scale that makes DP-SHB eps-private",
    printed=("proposition", "Proposition 3.1, eqs. (12)-(13)"),
    statement=r"""b_t(x_t) = \frac{S_1(x_t)}{m \epsilon_0},\quad
        \epsilon_0 = \ln\left[1 + (e^{\epsilon/T} - 1) \frac nm\right]
        \;\Longrightarrow\; \text{the release of } (x_1, \dots, x_T) \text{ is } \epsilon\text{-DP};
        \qquad m = n:\ \epsilon_0 = \frac{\epsilon}{T},\ b_t = \frac{S_1(x_t) T}{n \epsilon}""",
    hypotheses=r"""x_{t+1} = x_t - \alpha (\nabla f_{B_t}(x_t) + w_t) + \beta (x_t - x_{t-1}), \
            w_t \sim \operatorname{Lap}(b_t(x_t))^d; \; x_0, \alpha > 0, \beta \in (0, 1), T, m \
            \text{ independent of the data}
        S_1(x) = \sup_{y, y' \in \mathcal{Y}} \lVert \nabla f(x;y) - \nabla f(x;y') \rVert_1 > 0
        B_t \text{ hidden, without replacement, fresh at every step}
        \epsilon > 0,\ 1 \le m \le n""",
    parts=("privacy", "full batch"),
    encoded={"privacy": (trials.source_of(HeavyBall, named=True, varying=True),),
             "full batch": full_batch()},
    uses=(
        "accel.dp-shb-update", "accel.laplace-mechanism", "accel.subsampling", "accel.eps-function",
        "accel.composition",
    ),
    note="As encoded, S_1 is what the sensitivity is at the point of a step, any number that the"
    " points released before may choose; the step is that of the method. Where S_1(x) ="
    " 0 no noise is needed: all records have the same gradient. A step size or smoothness constant"
    " computed from the data voids the hypotheses.",
)  # fmt: skip

TIGHT = Claim(
    "accel.prop-3-1.tight",
    title="Full batch: the budget of Proposition 3.1 is spent to the last bit",
    ours=("remark", "Section 3, after Proposition 3.1: not in the paper"),
    statement=r"""m = n,\ g_{t,k} - g'_{t,k} = \sigma_k \delta_{t,k},\ \sigma_k = \pm 1,\;
        \sum_k \delta_{t,k} = \frac{S_1(x_t)}{n}:\qquad
        \sum_{t=0}^{T-1} \sum_{k=1}^{d} \frac{|o_{t,k} - g'_{t,k}| - |o_{t,k} - g_{t,k}|}{b_t}
        = \epsilon \quad\text{whenever } \sigma_k o_{t,k} \ge \sigma_k g_{t,k}""",
    hypotheses=r"""b_t = \frac{S_1(x_t) T}{n \epsilon}, \; S_1(x_t) > 0; \; \delta_{t,k} \ge 0
        g_t, g'_t \text{ are the mean gradients at } x_t \text{ on two data sets, which differ in \
            one record, } y \text{ or } y'; \; \
            o_t = (x_t - x_{t+1} + \beta (x_t - x_{t-1}))/\alpha, \; \alpha > 0
        \text{the sum is the logarithm of the ratio of the densities of } (x_1, \dots, x_T) \text{ \
            on the two data sets}
        \text{one pair } y, y' \text{ attains } S_1(x) \text{ at every } x
        \nabla f(x;y) - \nabla f(x;y') \text{ has the signs } \sigma_k \text{ for every } x""",
    encoded=(outputs.spent().theorem,),
    uses=("accel.prop-3-1",),
    note="o_t is the noisy gradient of step t, which has the density"
    " prod_k exp(-|o_tk - g_tk|/b_t)/(2 b_t) given the past, so the logarithms of the ratios add up"
    " to the sum. A consequence, which is not encoded: the outputs beyond both means form a set of"
    " positive probability, so eps cannot be lowered. Mean-type quadratics f(x;y) = x'Qx/2 - y'x"
    " satisfy the hypotheses if two records have the largest distance |y - y'|_1, and it is not 0,"
    " as in a compact domain of more than one point. As encoded h is g', what has the indices t, k"
    " stands at t d + k, k = 0, ..., d - 1, and delta is s (g - h) for the sign s; S_t is S_1(x_t),"
    " and b_t the scale of Proposition 3.1 for m = n.",
)

trials.register_source(CLAIM, HeavyBall, named=True, varying=True)


@CLAIM.exact(part="full batch", uses=())
@broken("forgetting_the_number_of_steps", steps=sp.Integer(1))
@because("With S/(n eps), the scale of one step, in place of that of T steps.")
def full_batch_formulas(*, steps: sp.Expr = T) -> Outcome:
    """For m = n: eps_0 = eps/T and b = S T/(n eps)."""
    return certify(full_batch(steps))


@TIGHT.proof
@broken("half_of_the_budget", "Half of the budget is not what is spent.", share=Fraction(1, 2))
@dropped("given", outputs.FULL, {
    0: "All s = 2: half of the budget.",
    1: "d = 2, all s = 1, g - h in proportion to (3, -2), o = g: five times the budget.",
    2: "o = h: minus the budget.", 3: "The means may be equal.", 4: "b may be any number.",
})  # fmt: skip
def outputs_beyond_both_means_have_ratio_eps(**changes: Any) -> Outcome:  # noqa: ANN401
    """T steps, d coordinates: the exact log-likelihood ratio is eps.
    Per coordinate |o - g'| - |o - g| = delta on the far side; summed over k and t it is eps.
    """
    return proved(outputs.spent(**changes))
