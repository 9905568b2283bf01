"""DP-NAG-opt: Nesterov's method with its number of steps and its noise chosen from the bound.

For every tau up to T the bound of Theorem 4.1, corrected and at the optimal scales (31), is

    bound(tau) = 2 (1 - q)^tau E_guess + d S_1^2/(n eps)^2 (sum_t a_{tau,t}^(1/3))^3.

T' minimises it; the budget is split in proportion to a_{T',t}^(1/3), and each share is converted to
a scale by the exact inverse of the cost of a step.  Everything is fixed before the data is seen,
with a guess for E_0, so the run costs eps at every batch size.  With the full batch its error obeys
the bound, with the true E_0 in place of the guess.

The paper's (32) has (1 - q)^tau without the factor 2, which is false; a plan made from it is still
private, but it stops too early: after 106 steps instead of 121 at the constants of Section 5.
"""

from typing import Any

from workbench.algorithms import Nesterov, plan_multistage, plan_nesterov
from workbench.claims import Claim, Outcome, all_of, because, broken, dropped
from workbench.harness import Case, examine
from workbench.problems import Problem, reference_quadratic
from workbench.rigor import certify
from workbench.rigor.provers.nesterov_scales import GIVEN, bound
from workbench.rigor.provers.theorems import proved
from workbench_papers.accel.algorithms import _planned as planned
from workbench_papers.accel.algorithms import _trials as trials

CLAIM = Claim(
    "accel.alg-dp-nag-opt",
    title="DP-NAG-opt: privacy, and the bound behind its plan",
    ours=("algorithm", "Proposition 4.2, Remarks 4.1 and 4.2, Section 5; as corrected"),
    statement=r"""T' = \operatorname{argmin}_{\tau \le T} 2 (1-q)^\tau E_{\text{guess}}
        + \frac{d S_1^2}{n^2\epsilon^2} \Bigl( \sum_{t=1}^\tau a_{\tau,t}^{1/3} \Bigr)^3, \quad
        \epsilon_t = \epsilon \frac{a_{T',t}^{1/3}}{\sum_j a_{T',j}^{1/3}}, \quad
        b_t = \frac{S_1}{m \ln\left( 1 + \frac{n}{m} (e^{\epsilon_t} - 1) \right)}
        \text{ is } \epsilon\text{-DP, and for } m = n \;
        E_{T'} \le 2 (1-q)^{T'} E_0 + \frac{d S_1^2}{n^2\epsilon^2}
        \Bigl( \sum_{t=1}^{T'} a_{T',t}^{1/3} \Bigr)^3""",
    hypotheses=(
        r"F \in \mathcal S_{\mu,L}(\mathbb{R}^d),\; E_t = \mathbb{E} F(x_t) - F^\ast,\;"
        r" a_{\tau,t} = (1-q)^{\tau-t} \alpha (1 + \alpha L)",
        r"0 < \alpha \le 1/L,\ q = \sqrt{\alpha\mu} < 1,\ \beta = \frac{1-q}{1+q},\; x_{-1} = x_0",
        *trials.PRIVACY,
        r"\mu, L, S_1, d, \alpha, \beta, m, T, E_{\text{guess}}, x_0 \text{ do not depend on the"
        r" data}",
    ),
    parts=("privacy", "convergence"),
    encoded={
        "privacy": (trials.source_of(Nesterov, shares=True),),
        "convergence": (bound().theorem, planned.FULL_BATCH),
    },
    uses=(
        "accel.dp-nag-update", "accel.erratum-27.repaired", "accel.prop-4-2",
        "accel.remark-4-1.repaired", "accel.erratum-19.repaired",
    ),
    note="The plan minimises the bound with E_guess in the place of E_0. Neither part asks that T'"
    " is the best number of steps: they hold for every number that does not depend on the data, as"
    " T' does not if mu, L, S_1 and d are known without them; as encoded it is T. There r_t is"
    " a_{T,t}^(1/3), and the scale that of step i in the part about privacy, where any r_t > 0 will"
    " do. With m = n the batch error v is 0, and b_t = S_1/(n eps_t). Entries of r and b after T"
    " are of no step. The plan at the constants of Section 5 stops after 121 steps at the step size"
    " 1/L, or 349 at a tenth of it, for every T that allows it (accel.remark-4-1.steps). With m < n"
    " the same plan is private; for its noise term see accel.allocation-subsampled.",
)  # fmt: skip


def _plan(problem: Problem, n: int, m: int, epsilon: float) -> trials.Plan:
    alpha = 1 / problem.smoothness
    return plan_nesterov(
        problem, alpha=alpha, epsilon=epsilon, n=n, m=m, gap=planned.GUESS, steps=trials.STEPS
    )


trials.register_source(CLAIM, Nesterov, shares=True)
trials.examine_privacy(CLAIM, _plan)


@CLAIM.proof(part="convergence", uses=("accel.erratum-19.repaired",))
@broken("the_error_at_the_start_alone", "E_0 in place of V_0, as printed in (32).", factor=1)
@broken("square_of_the_root_sum", power=2)
@because("T = 1 from x*, alpha = 8 = 1/L: E_1 = 8 d b^2, and (2 alpha)^(2/3) = 6.35.")
@dropped("given", GIVEN, {
    0: "alpha mu = 1: any r meets the equation, and the bound falls with r.",
    2: "F = L x^2/2, alpha L = 3, mu and S_1 small: E_1 = 4 E_0.",
    3: "E |v|^2 is any number.",
    4: "The scales do not change with the size of r, and the bound does.",
    5: "The scales may be any."})  # fmt: skip
def noise_term_is_the_cube_of_the_root_sum(**changes: Any) -> Outcome:  # noqa: ANN401
    """Theorem 4.1 with a_t d b_t^2 = d S^2/(n eps)^2 (sum_j r_j)^2 r_t; mu > L has no F."""
    return all_of((proved(bound(**changes)), certify(planned.FULL_BATCH)))


@examine(CLAIM, errors="mean_error_stays_below_the_bound", part="convergence")
@broken("a_twentieth_of_the_noise_is_disputed", terms={"noise": 0.05})
@because("The same bound with a twentieth of the noise term is exceeded.")
def quadratic() -> Case:
    """Instance R1, T <= 20.

    Mean of F(x_T') - F* over trials, with a finite-sample lower confidence bound.
    """
    problem, _ = reference_quadratic()
    plan = plan_multistage(
        problem, planned.one_stage(problem, trials.STEPS), epsilon=trials.EPSILON,
        n=trials.RECORDS, m=trials.RECORDS, gap=planned.GUESS,
    )  # fmt: skip
    return planned.staged_case(plan.method, "DP-NAG-opt", steps=plan.steps)


planned.examine_on_logistic(
    CLAIM,
    lambda problem, n: plan_multistage(
        problem, planned.one_stage(problem, 100), epsilon=trials.EPSILON, n=n, m=n, gap=1000.0
    ).method,
    steps="T <= 100, a guess of 1000",
)  # fmt: skip
