"""What the methods with a plan or with stages share: scales of the full batch, and their errors.

A plan fixes the number of steps and a scale for every step before it sees data: the cost of step t
is its share of the budget, whatever the batch size.
"""

from collections.abc import Callable

import numpy as np

from workbench.algorithms import MultistageNesterov, Stage, truncated
from workbench.claims import Claim
from workbench.convergence import noise_variances
from workbench.convergence.multistage import expected_multistage_errors, multistage_bound
from workbench.harness import Case
from workbench.privacy.arrays import Array
from workbench.problems import LogisticRegression, Problem, reference_quadratic
from workbench.symbolic.text import parse
from workbench_papers.accel.algorithms import _trials as trials

GUESS = 10.0
"""The guess of E_0 that Section 5 uses for every plan."""

FULL_BATCH = parse(
    "S_1/(n*log(1 + n/n*(exp(e_t) - 1))) = S_1/(n*e_t)", where="S_1 > 0, n > 0, e_t > 0"
)


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
