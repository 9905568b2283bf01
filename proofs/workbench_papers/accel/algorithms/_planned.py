"""What the two planned methods share: shares converted to scales, audits of the plan, its error.

A plan fixes the number of steps and a scale for every step before it sees data: the cost of step t
is its share of the budget, whatever the batch size.
"""

from collections.abc import Callable

import numpy as np
import sympy as sp

from workbench.algorithms import MultistageNesterov, Stage, truncated
from workbench.claims import Claim, Outcome, broken
from workbench.convergence import noise_variances
from workbench.convergence.multistage import expected_multistage_errors, multistage_bound
from workbench.harness import Case
from workbench.privacy.arrays import Array
from workbench.problems import LogisticRegression, Problem, reference_quadratic
from workbench.rigor import identity
from workbench.symbolic import declare
from workbench.symbolic.text import parse
from workbench_papers.accel.algorithms import _trials as trials
from workbench_papers.accel.notation import symbols

GUESS = 10.0
"""The guess of E_0 that Section 5 uses for every plan."""

T, m, n, d, S, eps = symbols("T", "m", "n", "d", "S_1", "epsilon")
t, j = declare("integer t j")
weight = sp.IndexedBase("a", positive=True)
roots = sp.Sum(sp.cbrt(weight[j]), (j, 1, T))
share = eps * sp.cbrt(weight[t]) / roots


def spends_its_shares(divisor: sp.Expr) -> Outcome:
    """Scales S / (divisor ln(1 + n/m (e^(eps_t) - 1))) cost eps in all, for any weights and T."""
    scale = S / (divisor * sp.log(1 + n / m * (sp.exp(share) - 1)))
    cost = sp.log(1 + m / n * (sp.exp(S / (scale * m), evaluate=False) - 1))
    return identity(sp.Sum(cost, (t, 1, T)), eps, where=[(m, "<=", n)])


FULL_BATCH = parse(
    "S_1/(n*log(1 + n/n*(exp(e_t) - 1))) = S_1/(n*e_t)", where="S_1 > 0, n > 0, e_t > 0"
)


def register_privacy(claim: Claim, plan: trials.Planner) -> None:
    """The checks of the part "privacy", with their mutants, for one planned method."""

    @claim.exact(part="privacy", uses=trials.PREMISES)
    @broken(
        "dividing_by_n_is_rejected", "Scales with n in place of m overspend when m < n.", divisor=n
    )
    def converted_shares_spend_the_budget(*, divisor: sp.Expr = m) -> Outcome:
        """sum_t ln(1 + m/n (e^(S/(b_t m)) - 1)) = eps for shares eps_t that follow a_t^(1/3)."""
        return spends_its_shares(divisor)

    trials.examine_privacy(claim, plan)


def staged_case(method: MultistageNesterov, name: str, *, steps: int) -> Case:
    """The mean error of a staged method on instance R1 against its bound, with a picture."""
    problem, data = reference_quadratic()
    offset = problem.start - problem.minimise(data).x
    gap = float(problem.suboptimality(problem.start[None], data)[0])
    scales = np.broadcast_to(np.asarray(method.b), (steps,))
    stages = truncated(method.stages, steps)

    def bound(upto: int, share: float) -> float:
        if upto == 0:
            return gap
        variances = share * noise_variances(scales[:upto], dimension=2, steps=upto)
        return multistage_bound(
            truncated(stages, upto), gap=gap, mu=0.5, L=1.0, variances=variances
        )

    exact = expected_multistage_errors(
        stages, eigenvalues=list(problem.spectrum), offsets=list(offset), variances=2 * scales**2
    )
    return trials.on_quadratic(method, name, steps=steps, bound=bound, exact=exact)


def examine_on_logistic(
    claim: Claim, plan: Callable[[LogisticRegression, int], MultistageNesterov], *, steps: str
) -> None:
    """The mean error of a staged method on the paper's logistic regression, full batch."""

    def make(problem: LogisticRegression, n: int) -> trials.Scaled:
        method = plan(problem, n)
        return method, method.steps, method.b

    def bound(problem: LogisticRegression, gap: float, offset: Array, variances: Array) -> float:
        del offset
        mu, L = problem.strong_convexity, problem.smoothness
        stages = plan(problem, trials.MANY).stages
        return multistage_bound(stages, gap=gap, mu=mu, L=L, variances=variances)

    trials.examine_on_logistic(claim, "convergence", make, bound, steps=steps)


def one_stage(problem: Problem, steps: int) -> tuple[Stage, ...]:
    """Nesterov's method with step size 1/L as a single stage."""
    alpha = 1 / problem.smoothness
    return (Stage.tuned(alpha=alpha, mu=problem.strong_convexity, steps=steps),)
