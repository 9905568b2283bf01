"""What the three algorithm claims share: the accountant, the audit, and the mean error of trials.

Each function returns an outcome, and takes what its mutants change as an argument.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
import sympy as sp

from workbench import harness
from workbench.algorithms import run
from workbench.algorithms.parts.runs import Algorithm as AnyAlgorithm
from workbench.algorithms.parts.runs import privacy_cost
from workbench.claims import Claim, Figure, Outcome, Run, all_of
from workbench.convergence import (
    expected_suboptimality,
    noise_variances,
)
from workbench.convergence.plots import Line, line_plot
from workbench.harness import Pair, mean_is_below
from workbench.privacy import Dataset, Fault, TrustedCurator, uniform_scale
from workbench.problems import (
    LogisticRegression,
    Problem,
    Quadratic,
    random_logistic,
    reference_quadratic,
)
from workbench.rigor import identity

Algorithm = AnyAlgorithm[Any]
Measured = Quadratic | LogisticRegression  # problems that know F - F* without cancellation


def accounted(
    method: Algorithm, problem: Problem, *, n: int, steps: int, epsilon: float
) -> Outcome:
    """The accountant's reading of the method's own `step` stays within the budget."""
    reading = privacy_cost(method, problem, n=n, steps=steps)
    return harness.accounted(
        reading, epsilon=epsilon, more=(Figure("steps", steps), Figure("n", n))
    )


def audited(
    method: Algorithm, problem: Problem, pair: Pair, trial: Run, *, steps: int, epsilon: float,
    fault: Fault | None = None, trials: int = 1000,
) -> Outcome:  # fmt: skip
    """The exact log-ratio of whole transcripts, and conformance of the sampler, on one pair."""
    return harness.audited(
        lambda curator, size: run(method, problem, curator, steps=steps, trials=size),
        pair,
        trial,
        epsilon=epsilon,
        fault=fault,
        trials=trials,
    )


def final_errors(
    method: Algorithm, problem: Measured, dataset: Dataset, *, steps: int
) -> Callable[[np.random.Generator, int], np.ndarray]:
    """F(x_T) - F* of fresh trials."""

    def errors(rng: np.random.Generator, trials: int) -> np.ndarray:
        result = run(method, problem, TrustedCurator(dataset, rng), steps=steps, trials=trials)
        return problem.suboptimality(result.x, dataset)

    return errors


def pictured(
    outcome: Outcome,
    method: Algorithm,
    trial: Run,
    *,
    bounds: Sequence[float],
    exact: Sequence[float],
    name: str,
) -> Outcome:
    """The outcome with a picture: 1,000 trials on instance R1, their exact mean and the bound."""
    problem, dataset = reference_quadratic()
    result = run(
        method,
        problem,
        TrustedCurator(dataset, trial.rng("picture")),
        steps=len(bounds) - 1,
        trials=1000,
        observe=lambda x: problem.suboptimality(x, dataset),
    )
    assert result.trace is not None
    low, high = np.quantile(result.trace, (0.1, 0.9), axis=1)
    t = np.arange(len(bounds))
    plot = line_plot(
        f"{name} on instance R1: error against its bound",
        (
            Line("mean of 1,000 trials", t, result.trace.mean(axis=1), "-", low, high,
                 "10 % to 90 % of the trials"),
            Line("exact expected error", t, exact, ":"),
            Line("bound", t, bounds, "--"),
        ),
        alt=f"The mean error of {name} follows its exact value and stays below the bound.",
        x_label="step t",
        y_label="F(x_t) - F*",
        log_y=True,
    )  # fmt: skip
    return outcome.with_plots(plot)


def exact_errors(
    *, alpha: float, beta: float, variance: float, method: Literal["heavy-ball", "nesterov"]
) -> list[float]:
    """E F(x_t) - F* on instance R1 for t = 0..STEPS, noise of the given variance per coordinate."""
    problem, dataset = reference_quadratic()
    offsets = list(problem.start - problem.minimise(dataset).x)
    return [
        expected_suboptimality(
            list(problem.spectrum), offsets, alpha=alpha, beta=beta, variances=[variance] * t,
            method=method,
        )
        for t in range(STEPS + 1)
    ]  # fmt: skip


STEPS, EPSILON, RECORDS = 20, 1.0, 100
"""The instance of the audits: 20 steps for a budget of 1 on 100 records."""


def calibrated(m: int) -> float:
    """Laplace scale at which 20 steps with batches of m cost epsilon = 1 on instance R1."""
    return uniform_scale(EPSILON, 2.0, n=RECORDS, m=m, steps=STEPS)


def spends_its_share(divisor: sp.Expr) -> Outcome:
    """T steps of scale S / (divisor eps_0) cost eps, as an identity in all parameters."""
    S, b, eps = sp.symbols("S_1 b epsilon", positive=True)
    m, n, T = sp.symbols("m n T", positive=True, integer=True)
    t = sp.Symbol("t", integer=True)
    step = sp.log(1 + m / n * (sp.exp(S / (b * m)) - 1))
    scale = S / (divisor * sp.log(1 + n / m * (sp.exp(eps / T) - 1)))
    return identity(sp.Sum(step, (t, 1, T)), eps, where=[(b, "=", scale), (m, "<=", n)])


BATCH, ALL = sp.symbols("m n", positive=True, integer=True)


PRIVACY = (
    r"\lVert \nabla f(x;y) - \nabla f(x;y') \rVert_1 \le S_1 \text{ for all } x, y, y'",
    r"1 \le m \le n,\; B_t \text{ hidden, without replacement, fresh at every step}",
)
"""What the privacy of all three methods needs, beside parameters that do not see the data."""

PREMISES = (
    "accel.noisy-gradient",
    "accel.laplace-mechanism",
    "accel.subsampling",
    "accel.eps-function",
    "accel.composition",
)
"""By which a sum of step costs bounds the loss of released noisy gradients."""


def register_privacy(
    claim: Claim,
    build: Callable[[float, int, float], Algorithm],
    *,
    uses: tuple[str, ...],
) -> None:
    """The checks of the part "privacy", with their mutants, for one method.

    `build(b, m, alpha)` makes the method with Laplace scale b, batch size m and step size alpha;
    `uses` are the claims by which a sum of step costs bounds the loss of the released iterates.
    """

    @claim.exact(part="privacy", uses=uses)
    def each_step_spends_its_share() -> Outcome:
        """ln(1 + m/n (e^(S/(b m)) - 1)) = eps/T at the stated b, and T shares make eps."""
        return spends_its_share(BATCH)

    @each_step_spends_its_share.mutant
    def dividing_by_n_is_rejected() -> Outcome:
        """The scale S/(n eps_0) of the full gradient overspends with a batch of m < n."""
        return spends_its_share(ALL)

    def reading(share: float) -> Outcome:
        problem, _ = reference_quadratic()
        return all_of(
            *(
                accounted(
                    build(share * calibrated(m), m, 1.0),
                    problem,
                    n=RECORDS,
                    steps=STEPS,
                    epsilon=EPSILON,
                )
                for m in (RECORDS, 10)
            )
        )

    @claim.exact(
        part="privacy", corner="instance R1, T = 20, m = 100 and m = 10 of n = 100", uses=()
    )
    def accountant_reads_the_budget() -> Outcome:
        """The step that runs on data, run by the accountant, costs at most epsilon."""
        return reading(1.0)

    @accountant_reads_the_budget.mutant
    def half_the_scale_overspends() -> Outcome:
        """Half the scale is not accounted as epsilon."""
        return reading(0.5)

    def attack(run: Run, m: int, fault: Fault | None, *, logistic: bool = False) -> Outcome:
        problem: Measured
        if logistic:
            problem = extreme_logistic()
            pair = problem.sharp_pair(RECORDS)
        else:
            problem, _ = reference_quadratic()
            pair = problem.extremal_pair(RECORDS)
        scale = uniform_scale(EPSILON, problem.l1_sensitivity, n=RECORDS, m=m, steps=STEPS)
        return audited(
            build(scale, m, 1 / problem.smoothness),
            problem,
            pair,
            run,
            steps=STEPS,
            epsilon=EPSILON,
            fault=fault,
        )

    @claim.statistical(part="privacy", corner="the extremal pair of R1, full batch", uses=())
    def audit_finds_no_violation(run: Run) -> Outcome:
        """Largest log-ratio of whole transcripts, both orders, against epsilon = 1."""
        return attack(run, RECORDS, None)

    @audit_finds_no_violation.mutant
    def audit_catches_the_published_sampler(run: Run) -> Outcome:
        """A sampler that takes the scale for a standard deviation is caught."""
        return attack(run, RECORDS, "std-as-scale")

    @claim.statistical(
        part="privacy", corner="the extremal pair of R1, hidden batches of 10 of 100", uses=()
    )
    def audit_with_hidden_batches_finds_no_violation(run: Run) -> Outcome:
        """The same with subsampling: the log-ratio of the mixture over hidden batches."""
        return attack(run, 10, None)

    @audit_with_hidden_batches_finds_no_violation.mutant
    def audit_catches_a_forgotten_batch_factor(run: Run) -> Outcome:
        """Releasing the sum over the batch instead of its mean is caught."""
        return attack(run, 10, "drop-batch-factor")

    @claim.statistical(
        part="privacy", corner="logistic regression, d = 20, records that pull apart", uses=()
    )
    def audit_on_logistic_regression_finds_no_violation(run: Run) -> Outcome:
        """The paper's loss: the sensitivity S_1 = 2 C is approached far from the origin."""
        return attack(run, RECORDS, None, logistic=True)

    @audit_on_logistic_regression_finds_no_violation.mutant
    def audit_catches_half_the_noise(run: Run) -> Outcome:
        """Half the Laplace scale is caught."""
        return attack(run, RECORDS, "half-scale", logistic=True)


def extreme_logistic() -> LogisticRegression:
    """The loss of Section 5 (d = 20, C = 20, lambda = 0.01), started where S_1 is near."""
    start = np.zeros(20)
    start[:2] = 1.0, -1.0
    return LogisticRegression(radius=20.0, penalty=0.01, start=start)


def logistic_error(
    build: Callable[[float, int, float], Algorithm],
    bound: Callable[[float, np.ndarray, np.ndarray, LogisticRegression], float],
    trial: Run,
    *,
    noise_share: float,
    steps: int = 50,
    n: int = 2000,
) -> Outcome:
    """Mean error on the paper's logistic regression, features uniform on [0, 1]^20.

    `bound(E_0, x_0 - x*, variances, problem)` is the explicit bound under test.
    """
    problem = random_logistic(dimension=20, radius=20.0, penalty=0.01)
    dataset = problem.random_dataset(trial.rng("data"), n)
    scale = uniform_scale(EPSILON, problem.l1_sensitivity, n=n, m=n, steps=steps)
    best = problem.minimise(dataset)
    start = float(problem.suboptimality(problem.start[None], dataset)[0])
    variances = noise_share * noise_variances(scale, dimension=20, steps=steps)
    return mean_is_below(
        final_errors(build(scale, n, 1 / problem.smoothness), problem, dataset, steps=steps),
        trial,
        bound=bound(start, problem.start - best.x, variances, problem),
        trials=200,
    )
