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

import math
from fractions import Fraction

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.privacy import uniform_scale
from workbench.rigor import counterexample, identity, visible
from workbench.symbolic import declare, freeze, relation, substitute

CLAIM = Claim(
    "accel.prop-3-1",
    title="State-dependent Laplace scale that makes DP-SHB eps-private",
    printed=("proposition", "Proposition 3.1, eqs. (12)-(13)"),
    statement=r"""b_t(x_t) = \frac{S_1(x_t)}{m \epsilon_0},\quad
        \epsilon_0 = \ln\left[1 + (e^{\epsilon/T} - 1) \frac nm\right]
        \;\Longrightarrow\; \text{the release of } (x_1, \dots, x_T) \text{ is } \epsilon\text{-DP};
        \qquad m = n:\ \epsilon_0 = \frac{\epsilon}{T},\ b_t = \frac{S_1(x_t) T}{n \epsilon}""",
    hypotheses=r"""x_0, \alpha, \beta, T, m \text{ independent of the data}
        S_1(x) = \sup_{y, y' \in \mathcal{Y}} \lVert \nabla f(x;y) - \nabla f(x;y') \rVert_1 > 0
        B_t \text{ hidden, without replacement, fresh at every step}
        \epsilon > 0,\ 1 \le m \le n""",
    parts=("cost of a step", "cost of all steps", "full batch"),
    uses=(
        "accel.dp-shb-update", "accel.laplace-mechanism", "accel.subsampling", "accel.eps-function",
        "accel.composition",
    ),
    note="The number of steps and the sensitivities met along the way stay symbolic. Where S_1(x) ="
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
    hypotheses=r"""\text{one pair } y, y' \text{ attains } S_1(x) \text{ at every } x
        \nabla f(x;y) - \nabla f(x;y') \text{ has the signs } \sigma_k \text{ for every } x""",
    uses=("accel.prop-3-1",),
    note="The outputs beyond both means form a set of positive probability, so eps cannot be"
    " lowered. Mean-type quadratics f(x;y) = x'Qx/2 - y'x satisfy the hypotheses.",
)

eps, b, eps0, n, m, T, d = declare("epsilon b epsilon_0 > 0, integer n m T d > 0")
t, k = declare("integer t k")
s = sp.IndexedBase("s", positive=True)  # s_t = S_1(x_t), any positive numbers
FEASIBLE = (m, "<=", n)


def cost(sensitivity: sp.Expr, scale: sp.Expr, batch: sp.Expr = m) -> sp.Expr:
    """The privacy loss of one step, eq. (11)."""
    return sp.log(1 + batch / n * (sp.exp(sensitivity / (scale * batch)) - 1))


def per_step(budget: sp.Expr, batch: sp.Expr = m) -> sp.Expr:
    """eps_0 of eq. (13) for the share `budget` of one step."""
    return sp.log(1 + (sp.exp(budget) - 1) * n / batch)


@CLAIM.exact(part="cost of a step")
@broken("dividing_by_n_under_subsampling_overspends", divisor=n)
@because("With S/(n eps_0) in place of S/(m eps_0) the scale is too small when m < n.")
def every_step_costs_its_share(*, divisor: sp.Expr = m) -> Outcome:
    """ln(1 + (m/n)(e^(eps_0) - 1)) = eps/T for every sensitivity.
    eps(S, S/(divisor eps_0), n, m) = eps/T, with the formulas put into each other as trees.
    """
    S = declare("S_1 > 0")
    scale = substitute(freeze(S / (divisor * eps0)), {"epsilon_0": freeze(per_step(eps / T))})
    spent = substitute(freeze(cost(S, b)), {"b": scale})
    return identity(spent, eps / T, where=[FEASIBLE, (S, ">", 0)])


@CLAIM.exact(part="cost of all steps")
@broken("the_whole_budget_in_every_step_overspends", share=eps)
@because("Calibrating each step to eps instead of eps/T spends T eps.")
def shares_add_up_to_the_budget(*, share: sp.Expr = eps / T) -> Outcome:
    """sum_{t<T} eps(s_t, b_t, n, m) = eps, for symbolic T and any positive s_t.
    The costs of T steps with arbitrary sensitivities s_0..s_{T-1} sum to eps.
    """
    total = freeze(sp.Sum(cost(s[t], s[t] / (m * eps0)), (t, 0, T - 1)))
    spent = substitute(total, {"epsilon_0": freeze(per_step(share))})
    return identity(spent, eps, where=[FEASIBLE, (T, ">", 0)])


@CLAIM.exact(part="full batch")
@broken("forgetting_the_number_of_steps", scale=b / (n * eps))
@because("With S/(n eps), the scale of one step, in place of that of T steps.")
def full_batch_formulas(*, scale: sp.Expr = b * T / (n * eps)) -> Outcomes:
    """For m = n: eps_0 = eps/T and b = S T/(n eps).
    For m = n: eps_0 = eps/T, and the given scale is the one of (12).
    """
    S = declare("S_1 > 0")
    full = [(m, "=", n), (eps0, "=", per_step(eps / T))]
    yield identity(eps0, eps / T, where=full)
    yield identity(S / (m * eps0), scale.subs(b, S), where=full)


_SETTINGS = [
    {"epsilon": e, "sensitivity": s1, "n": n, "m": m, "steps": T}
    for e, s1, n, T in (
        (1, 40, 10**5, 100),
        (1, 40, 10**5, 1000),
        (10, 2, 100, 20),
        (1, 2, 100, 50),
    )
    for m in (n, n // 2, n // 100)
]


@CLAIM.exact(part="cost of all steps", corner="the numeric scale of the library at 12 settings")
@broken("scale_for_twice_the_steps_is_larger", steps_counted=2)
@because("The float falls short of the scale that 2T steps would need.")
def library_scale_is_the_formula_rounded_up(*, steps_counted: int = 1) -> Outcomes:
    """uniform_scale(eps, S, n, m, T) >= S/(m eps_0) by at most three floats.
    The float of `uniform_scale` is at least b of (12), and its third predecessor is not.
    """
    found = []
    for one in _SETTINGS:
        total, batch = sp.Integer(one["n"]), sp.Integer(one["m"])
        share = sp.Rational(one["epsilon"], one["steps"] * steps_counted)
        exact = one["sensitivity"] / (batch * sp.log(1 + (sp.exp(share) - 1) * total / batch))
        high = low = uniform_scale(**one)
        for _ in range(3):
            low = math.nextafter(low, 0.0)
        found += [relation(exact, "<=", Fraction(high)), relation(exact, ">=", Fraction(low))]
    for claimed in found:
        yield counterexample(claimed)
    yield f"{len(_SETTINGS)} settings, each within three floats above the formula"


r, g = declare("far >= 0, real g")
delta = sp.IndexedBase("delta", nonnegative=True)


def far_side(output: sp.Expr, here: sp.Expr, there: sp.Expr, gain: sp.Expr) -> Outcome:
    """Neither difference is negative, so |o - g'| - |o - g| is (o - g') - (o - g), and is gain."""
    differences = (output - here, output - there)
    signs = [visible(u, ">=", 0) for u in differences]
    return all_of(*signs, identity(differences[1] - differences[0], gain))


@TIGHT.exact
@broken("half_the_budget_is_not_enough", spent=eps / 2)
@because("With eps/2 in place of eps the claim is refuted by the same outputs.")
def outputs_beyond_both_means_have_ratio_eps(*, spent: sp.Expr = eps) -> Outcomes:
    """T steps, d coordinates: the exact log-likelihood ratio is eps.
    Per coordinate |o - g'| - |o - g| = delta on the far side; summed over k and t it is eps.
    """
    D = declare("delta > 0")
    above = far_side(g + r, g, g - D, D)
    below = far_side(r - g, -g, -g - D, D)  # sigma = -1: the same with all signs turned
    S = declare("S_1 > 0")
    total = sp.Sum(delta[k], (k, 1, d))
    scale = S * T / (n * eps)
    in_a_step = identity(sp.Sum(delta[k] / scale, (k, 1, d)), eps / T, where=[(S, "=", n * total)])
    whole = sp.Sum(s[t] / n / (s[t] * T / (n * eps)), (t, 0, T - 1))
    yield above
    yield below
    yield in_a_step
    yield identity(whole, spent)
