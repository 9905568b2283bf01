"""Polyhedral Frank-Wolfe, run: accounted, attacked, its sensitivity attained, and its error.

Two pairs of neighbours attain the sensitivity: linear losses for a record of the first batch, steep
ramps for one of the stream.  The printed sensitivity is refused on both.
"""

from dataclasses import replace

import numpy as np

from workbench.algorithms.frank_wolfe.polyhedral import PolyhedralFrankWolfe
from workbench.algorithms.frank_wolfe.vertex_choice import ConstrainedProblem
from workbench.claims import Claim, because, broken
from workbench.harness import Case, examine
from workbench.privacy import AdvancedAccountant
from workbench.problems.sign_instances import sign_regression, signed_means, steep_pair

CLAIM = Claim(
    "noneuclid.polysfw.runs",
    title="Polyhedral Frank-Wolfe, run: accounted, attacked, and its error against the bound",
    reconstructed=("algorithm", '"Polyhedral Stochastic Frank-Wolfe w/Variance Reduction"'),
    statement=r"""\begin{gathered}
        s_t = \max\left\{\frac{4 L_0 D}{n} (1 - \eta)^t, \;
        2 \eta L_0 D + 4 \eta (1 - \eta) L_1 D^2\right\} \text{ is attained}, \quad
        \epsilon_0 = \frac{\epsilon}{\sqrt{n \ell}\, (1 + \epsilon / 4 \ell)}
        \text{ gives } (\epsilon, \delta)\text{-DP}, \; \ell = \ln(1/\delta); \\
        \mathbb{E} F(x_T) - F^\ast \le 2 L_0 D (1 - \eta)^T
        + 4 \eta T (1 - \eta)^{T-1} L_0 D \left[\sqrt{\frac{\ln 2d}{n}}
        + \frac{2 H_M}{n \epsilon_0}\right]
        + 2 D (2 L_1 D + L_0) \sqrt{\frac{2 \eta \ln 2d}{2 - \eta}}
        + \frac{4 \eta H_M}{\epsilon_0} (L_0 D + 2 L_1 D^2) + 2 \eta L_1 D^2
        \end{gathered}""",
    hypotheses=r"""\text{as in } \texttt{noneuclid.polysfw}; \; \text{one record replaced}
        T = n/2 \text{ steps with noise } \mathrm{Lap}(2 s_t / \epsilon_0)""",
    parts=("privacy", "pure loss", "sensitivity", "error"),
    uses=("noneuclid.polysfw",),
    note="Instances only.",
)

DELTA = 1e-5


class Printed(PolyhedralFrankWolfe):
    """The sensitivity as printed: max(2 L0 D (1 - eta)^t / n, 2 eta (L1 D^2 + L0 D))."""

    def sensitivity(
        self, problem: ConstrainedProblem, t: int, *, n: int, arrival: int | None = None
    ) -> float:
        """Half of the first term, and up to half of the second."""
        D = problem.feasible.radius
        first = 2 * problem.L0 * D * (1 - self.eta) ** t / n
        return max(first, 2 * self.eta * (problem.L1 * D**2 + problem.L0 * D))


@examine(
    CLAIM, accounted="accountant_reads_a_large_budget", epsilon=20.0,
    corner="Sign regression, d = 50, n = 2000, eps = 20, where epsilon / 4 l is not small",
)  # fmt: skip
@broken("the_printed_scale_overspends_it", loss=1 + 20 / (4 * np.log(1 / DELTA)))
@because("epsilon_0 = epsilon / sqrt(n l), without the second factor.")
@examine(CLAIM, accounted=True)
@broken("half_of_the_noise_overspends", "Noisy max without its factor 2.", loss=2.0)
def budget(*, epsilon: float = 1.0, loss: float = 1.0) -> Case:
    """Sign regression, d = 50, n = 2000, eps = 1, delta = 1e-5.

    A record of the first batch is in all of the n/2 choices; `loss` times that of a choice.
    """
    problem = sign_regression(d=50).problem
    method = PolyhedralFrankWolfe.calibrated(problem, n=2000, epsilon=epsilon, delta=DELTA)
    return Case(
        replace(method, loss=loss * method.loss), problem, n=2000, epsilon=epsilon, delta=DELTA,
        using=AdvancedAccountant,
    )  # fmt: skip


@examine(
    CLAIM, n=20, eta=0.07, T=10, corner="First batch, linear losses, n = 20",
    attained="a_record_of_the_first_batch_moves_a_score_by_four_over_n",
)  # fmt: skip
@broken("the_printed_sensitivity_of_the_first_batch", "max(0.1, 0.14) at t = 0.", kind=Printed)
@examine(CLAIM, audit=True)
@broken("audit_refutes_the_printed_sensitivity", kind=Printed)
@because("The noise that belongs to it does not make the choices epsilon_0-DP.")
def first_batch(
    *, kind: type[PolyhedralFrankWolfe] = PolyhedralFrankWolfe, n: int = 16, eta: float = 0.05,
    T: int = 4,
) -> Case:  # fmt: skip
    """Linear losses, d = 1, n = 16, eta = 0.05, T = 4, eps_0 = 1.

    The changed record is in the first batch: it moves the scores of step t by 4 (1 - eta)^t / n.
    """
    problem = signed_means(means=[1.0]).problem
    data = problem.dataset(np.tile([1.0, 0.0], (n, 1)))
    method = kind(eta=eta, loss=1.0, T=T)
    return Case(method, problem, n=n, pair=(data, data.replace(0, [-1.0, 0.0])))


@examine(CLAIM, attained="a_record_of_the_stream_moves_a_score_by_the_corrected_term")
@broken("the_printed_sensitivity_of_the_stream", "The printed sensitivity is 0.56.", kind=Printed)
def stream(*, kind: type[PolyhedralFrankWolfe] = PolyhedralFrankWolfe) -> Case:
    """Stream, steep ramps with L0 = 1, L1 = 3, n = 20.

    From -e_1 a step of length eta = 0.07 towards e_1: 0.9212 = 0.14 + 0.7812.
    """
    steep = steep_pair(n=20, index=10, eta=0.07)
    return Case(
        kind(eta=0.07, loss=40.0, T=3), steep.problem, n=20, pair=(steep.first, steep.second),
        options={"start": np.array([-1.0, 0, 0])},
    )  # fmt: skip


@examine(
    CLAIM, errors="mean_error_with_curvature_is_not_above_the_bound", curved=True, epsilon=40.0,
    corner="Sign regression, d = 20, n = 4000, eps = 40 (for less the bound exceeds 2 L0 D)",
)  # fmt: skip
@broken(
    "the_steps_alone_are_disputed",
    terms={"start": 0.0, "first batch": 0.0, "stream": 0.0, "choices": 0.0},
)
@because("A bound without estimation and choices is exceeded.")
@examine(CLAIM, errors=True)
@broken("a_bound_without_the_choices_is_disputed", loss=1e-3, terms={"choices": 0.0})
@because("A thousandth of the budget, and no term for it.")
@broken(
    "a_bound_without_the_start_is_disputed", loss=1e6,
    terms={"start": 0.0, "first batch": 0.0, "stream": 0.0},
)  # fmt: skip
@because("Steps and choices only, and hardly any noise: the start fades as (1 - eta)^T.")
def fresh(*, curved: bool = False, epsilon: float = 8.0, loss: float = 1.0) -> Case:
    """Signed means, d = 20, n = 4000, eps = 8, each run on a sample of its own.

    `loss` times that of a choice, in the method and in the bound; or `curved` losses.
    """
    linear = signed_means(means=[0.8, -0.3] + [0.0] * 18)
    instance = sign_regression(d=20) if curved else linear
    problem, n = instance.problem, 4000
    plan = PolyhedralFrankWolfe.calibrated(problem, n=n, epsilon=epsilon, delta=DELTA)
    method = replace(plan, loss=loss * plan.loss)
    return Case(
        method, problem, n=n, error=instance.excess, start=problem.feasible.start,
        terms=dict(zip(TERMS, method.terms(problem, n=n), strict=True)), trivial=2 * problem.L0,
        trials=40,
    )  # fmt: skip


TERMS = ("start", "first batch", "stream", "choices", "curvature")
