"""Private Frank-Wolfe, run: what it costs, what an attack sees, and its error against the bound.

The accountant knows which records are in which node.  A record of the last phase is in all 2^(Tp-1)
leaves, if it is in the root, and in none of the phases before; it reads 2^(Tp-1) choices and not
2^Tp - 1.
"""

import numpy as np

from workbench.algorithms.frank_wolfe.simplex import PrivateFrankWolfe
from workbench.claims import Claim, Figure, Outcome, Run
from workbench.harness import audited, mean_is_below
from workbench.privacy import Fault, TrustedCurator
from workbench.problems import composite_problem
from workbench.problems.saddle_instances import least_squares
from workbench_papers.saddle._alg_runs import spends

CLAIM = Claim(
    "saddle.alg-pvrfw.runs",
    kind="algorithm",
    title="Private Frank-Wolfe, run: accounted, attacked, and its error against the bound",
    source="Cited in Theorem 3.22; constants are not in the paper",
    provenance="ours",
    statement=r"""\begin{gathered}
        \lambda \ge \frac{4 \Delta_0 \sqrt{2^{T_p} \ln(1/\delta)}}{b \epsilon}
        \text{ gives } (\epsilon, \delta)\text{-DP, pure loss} \le 2^{T_p} \Delta_0/(b \lambda); \\
        \mathbb{E} F(x) - F^\ast \le \frac{8 L_1}{2^{T_p}}
        + 2 \sqrt{\frac{2 \ln(2d) (L_0^2 + 16 L_1^2)}{b}} + 2 \lambda (1 + \ln d)
        \end{gathered}""",
    hypotheses=(r"\text{as in } \texttt{saddle.alg-pvrfw}; \; \text{one record replaced}",),
    parts=("privacy", "pure loss", "error"),
    uses=("saddle.alg-pvrfw",),
    note="Instances only.",
)

EPSILON, DELTA = 1.0, 1e-6


@CLAIM.exact(
    part="privacy", corner="least squares, n = 2000, 5 phases, eps = 1, delta = 1e-6", uses=()
)
def accountant_reads_the_budget(*, factor: float = 1.0) -> Outcome:
    """The worst record is in 16 leaves.

    Least squares, 2000 records, 5 phases; the scale divided by `factor`.
    """
    problem = least_squares().problem
    method = PrivateFrankWolfe.calibrated(problem, n=2000, phases=5, epsilon=EPSILON, delta=DELTA)
    other = PrivateFrankWolfe(lam=method.lam / factor, phases=5, b=method.b)
    more = (Figure("records used", method.records),)
    return spends(other.cost(problem, n=2000), epsilon=EPSILON, delta=DELTA, more=more)


accountant_reads_the_budget.broken(
    "a_quarter_of_the_noise_overspends", "Two forgotten factors of two.", factor=4.0
)


@CLAIM.statistical(
    part="pure loss", corner="two vertices, linear losses, 3 phases, b = 8, lambda = 1/4", uses=()
)
def audit_finds_no_violation(
    run: Run, *, share: float = 1.0, fault: Fault | None = None
) -> Outcome:
    """Largest log-ratio of the chosen indices against 4 choices.

    Linear losses: a record of the last root moves all the nodes of its phase.
    """
    pull = composite_problem(np.zeros((2, 1)), b=[[1.0, -1.0], [-1.0, 1.0]], name="pull")
    method = PrivateFrankWolfe(lam=0.25, phases=3, b=8)
    second = pull.dataset(np.zeros(method.records))
    row = method.records - 2 * method.b  # phase 3: a root of 8 records, and 8 more below it
    return audited(
        lambda curator, trials: method.run(pull, curator, trials=trials),
        (second.replace(row, [1.0]), second),
        run,
        epsilon=share * method.cost(pull, n=method.records).epsilon,
        fault=fault,
    )


audit_finds_no_violation.broken(
    "audit_catches_half_the_noise", "Half the scale.", fault="half-scale"
)
audit_finds_no_violation.broken(
    "audit_refutes_half_the_loss", "A record counted in half of its leaves.", share=0.5
)


@CLAIM.statistical(part="error", corner="least squares, 6 phases, b = 8192", uses=())
def mean_error_is_not_above_the_bound(run: Run, *, steps: float = 1.0) -> Outcome:
    """Population error of runs on fresh samples.

    `steps` multiplies the first term of the bound; 40 runs on samples of their own.
    """
    instance = least_squares()
    problem = instance.problem
    method = PrivateFrankWolfe(lam=1e-4, phases=6 if steps else 1, b=8192 if steps else 2**18)

    def errors(rng: np.random.Generator, size: int) -> np.ndarray:
        found = []
        for _ in range(size):
            data = problem.sample(rng, method.records)
            x = method.run(problem, TrustedCurator(data, rng))
            found.append(problem.value(problem.uniform, x, np.ones((1, 1)))[0] - instance.value)
        return np.array(found)

    bound = method.bound(problem) - (1 - steps) * 8 * problem.Lxx / 2**method.phases
    return mean_is_below(errors, run, bound=bound, trials=40)


mean_error_is_not_above_the_bound.broken(
    "a_bound_without_the_steps_is_disputed",
    "One step leaves an error that neither noise nor sampling explains.",
    steps=0.0,
)
