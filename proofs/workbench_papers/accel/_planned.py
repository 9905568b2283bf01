"""What the two planned methods share: shares converted to scales, audits of the plan, its error.

A plan fixes the number of steps and a scale for every step before it sees data: the cost of step t
is its share of the budget, whatever the batch size.
"""

from collections.abc import Callable

import numpy as np
import sympy as sp

from workbench.algorithms import MultistageNesterov, Stage, truncated
from workbench.claims import Claim, Figure, Outcome, Run, all_of
from workbench.convergence import noise_variances
from workbench.convergence.multistage import expected_multistage_errors, multistage_bound
from workbench.harness import mean_is_below
from workbench.privacy import Fault
from workbench.problems import LogisticRegression, Problem, random_logistic, reference_quadratic
from workbench.rigor import identity
from workbench_papers.accel import _trials as trials
from workbench_papers.accel.notation import symbols

GUESS = 10.0
"""The guess of E_0 that Section 5 uses for every plan."""

Plan = tuple[trials.Algorithm, int]
Planner = Callable[[Problem, int, int, float], Plan]
"""The method and its number of steps, from problem, n, m and epsilon."""

T, m, n, d, S, eps = symbols("T", "m", "n", "d", "S_1", "epsilon")
t, j = sp.symbols("t j", integer=True)
weight = sp.IndexedBase("a", positive=True)
roots = sp.Sum(sp.cbrt(weight[j]), (j, 1, T))
share = eps * sp.cbrt(weight[t]) / roots


def spends_its_shares(divisor: sp.Expr) -> Outcome:
    """Scales S / (divisor ln(1 + n/m (e^(eps_t) - 1))) cost eps in all, for any weights and T."""
    scale = S / (divisor * sp.log(1 + n / m * (sp.exp(share) - 1)))
    cost = sp.log(1 + m / n * (sp.exp(S / (scale * m), evaluate=False) - 1))
    return identity(sp.Sum(cost, (t, 1, T)), eps, where=[(m, "<=", n)])


def noise_term(power: int) -> Outcome:
    """With m = n the scales are S/(n eps_t), and sum a d b^2 = d (S/(n eps))^2 (sum a^(1/3))^3."""
    e = sp.Symbol("e", positive=True)
    full = S / (n * sp.log(1 + n / n * (sp.exp(e, evaluate=False) - 1)))
    best = S / (n * share)
    spent = sp.Sum(weight[t] * d * best**2, (t, 1, T))
    return all_of(
        identity(full, S / (n * e)), identity(spent, d * (S / (n * eps)) ** 2 * roots**power)
    )


def register_privacy(claim: Claim, plan: Planner) -> None:
    """The checks of the part "privacy", with their mutants, for one planned method."""

    @claim.exact(part="privacy", uses=trials.PREMISES)
    def converted_shares_spend_the_budget() -> Outcome:
        """sum_t ln(1 + m/n (e^(S/(b_t m)) - 1)) = eps for shares eps_t that follow a_t^(1/3)."""
        return spends_its_shares(m)

    @converted_shares_spend_the_budget.mutant
    def dividing_by_n_is_rejected() -> Outcome:
        """Scales with n in place of m overspend when m < n."""
        return spends_its_shares(n)

    def reading(shrink: float) -> Outcome:
        problem, _ = reference_quadratic()
        found = []
        for size in (trials.RECORDS, 10):
            method, steps = plan(problem, trials.RECORDS, size, trials.EPSILON / shrink)
            found.append(
                trials.accounted(
                    method, problem, n=trials.RECORDS, steps=steps, epsilon=trials.EPSILON
                )
            )
        return all_of(*found)

    @claim.exact(
        part="privacy", corner="instance R1, at most 20 steps, m = 100 and m = 10 of 100", uses=()
    )
    def accountant_reads_the_budget() -> Outcome:
        """The planned method, run by the accountant, costs at most epsilon."""
        return reading(1.0)

    @accountant_reads_the_budget.mutant
    def a_plan_for_twice_the_budget_overspends() -> Outcome:
        """A plan for epsilon = 2 is not accounted as 1."""
        return reading(0.5)

    def attack(run: Run, size: int, fault: Fault | None, *, logistic: bool = False) -> Outcome:
        problem: trials.Measured
        if logistic:
            problem = trials.extreme_logistic()
            pair = problem.sharp_pair(trials.RECORDS)
        else:
            problem, _ = reference_quadratic()
            pair = problem.extremal_pair(trials.RECORDS)
        method, steps = plan(problem, trials.RECORDS, size, trials.EPSILON)
        return trials.audited(
            method, problem, pair, run, steps=steps, epsilon=trials.EPSILON,
            fault=fault,
        )  # fmt: skip

    @claim.statistical(part="privacy", corner="the extremal pair of R1, full batch", uses=())
    def audit_finds_no_violation(run: Run) -> Outcome:
        """Largest log-ratio of whole transcripts, both orders, against epsilon = 1."""
        return attack(run, trials.RECORDS, None)

    @audit_finds_no_violation.mutant
    def audit_catches_the_published_sampler(run: Run) -> Outcome:
        """A sampler that takes the scale for a standard deviation is caught."""
        return attack(run, trials.RECORDS, "std-as-scale")

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
        return attack(run, trials.RECORDS, None, logistic=True)

    @audit_on_logistic_regression_finds_no_violation.mutant
    def audit_catches_half_the_noise(run: Run) -> Outcome:
        """Half the Laplace scale is caught."""
        return attack(run, trials.RECORDS, "half-scale", logistic=True)


def staged_error(
    method: MultistageNesterov, run: Run, *, noise_share: float, name: str, steps: int
) -> Outcome:
    """Mean error of a staged method on instance R1 against its bound, with a picture."""
    problem, data = reference_quadratic()
    offset = problem.start - problem.minimise(data).x
    gap = float(problem.suboptimality(problem.start[None], data)[0])
    scales = np.broadcast_to(np.asarray(method.b), (steps,))
    stages = truncated(method.stages, steps)

    def bound(upto: int) -> float:
        if upto == 0:
            return gap
        variances = noise_share * noise_variances(scales[:upto], dimension=2, steps=upto)
        return multistage_bound(
            truncated(stages, upto), gap=gap, mu=0.5, L=1.0, variances=variances
        )

    exact = expected_multistage_errors(
        stages, eigenvalues=list(problem.spectrum), offsets=list(offset), variances=2 * scales**2
    )
    found = mean_is_below(
        trials.final_errors(method, problem, data, steps=steps),
        run,
        bound=bound(steps),
        trials=2000,
        more=(Figure("steps", steps), Figure("exact expected error", exact[-1])),
    )
    if noise_share < 1:
        return found
    bounds = [bound(upto) for upto in range(steps + 1)]
    return trials.pictured(found, method, run, bounds=bounds, exact=exact, name=name)


def staged_logistic_error(
    plan: Callable[[LogisticRegression, int], MultistageNesterov],
    run: Run,
    *,
    noise_share: float,
    n: int = 2000,
) -> Outcome:
    """Mean error on the paper's logistic regression, features uniform on [0, 1]^20, full batch."""
    problem = random_logistic(dimension=20, radius=20.0, penalty=0.01)
    dataset = problem.random_dataset(run.rng("data"), n)
    method = plan(problem, n)
    gap = float(problem.suboptimality(problem.start[None], dataset)[0])
    variances = noise_share * noise_variances(
        np.asarray(method.b), dimension=20, steps=method.steps
    )
    mu, L = problem.strong_convexity, problem.smoothness
    return mean_is_below(
        trials.final_errors(method, problem, dataset, steps=method.steps),
        run,
        bound=multistage_bound(method.stages, gap=gap, mu=mu, L=L, variances=variances),
        trials=200,
        more=(Figure("steps", method.steps),),
    )


def one_stage(problem: Problem, steps: int) -> tuple[Stage, ...]:
    """Nesterov's method with step size 1/L as a single stage."""
    alpha = 1 / problem.smoothness
    return (Stage.tuned(alpha=alpha, mu=problem.strong_convexity, steps=steps),)
