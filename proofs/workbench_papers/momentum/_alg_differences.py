"""The checks that every algorithm on differences has: sensitivities, accountant, audit, descent."""

from collections.abc import Callable, Iterator

import sympy as sp

from workbench.algorithms.momentum.normalised import Order
from workbench.claims import Claim, Outcome, Run, all_of
from workbench.privacy import Fault
from workbench.problems.nonconvex import SmoothProblem
from workbench.problems.nonconvex_instances import (
    cosine_problem,
    linear_problem,
    reference_points,
    triangle_problem,
)
from workbench.rigor import identity
from workbench_papers.momentum import _alg_runs as runs

RHO, ETA, RECORDS, STEPS = 0.5, 0.03, 6, 27

Build = Callable[[SmoothProblem, Order, int, int, float, bool], runs.Method]
"""Makes the method for a problem, an order, n, T, rho; the last says whether it is checked."""


def register(claim: Claim, build: Build, *, linear: bool) -> None:
    """Parts "sensitivity", "privacy" and "descent" of a claim; `linear`: it runs with L = 0."""

    def problems() -> list[SmoothProblem]:
        smooth = [cosine_problem(d=1), cosine_problem(d=3), triangle_problem(G=1.0, L=0.5)]
        return [linear_problem(d=1), *smooth] if linear else smooth

    def movement(trial: Run, orders: tuple[Order, ...], *, check: bool) -> Outcome:
        def cases() -> Iterator[tuple[str, runs.Method, SmoothProblem, int, int]]:
            for order in orders:
                for problem in problems():
                    for n, steps in ((1, 5), (3, 14), (4, 20), (6, 27)):
                        name = f"{problem.name}, {order} order, N = {n}"
                        made = build(problem, order, n, steps, RHO, check)
                        yield name, made, problem, n, steps

        return runs.sensitivities(cases, trial)

    @claim.statistical(part="sensitivity", corner="four losses, N up to 6, pairs that pull apart")
    def no_release_moves_by_more_than_is_claimed(run: Run) -> Outcome:
        """Every release of paired runs, for the orders fixed and single."""
        return movement(run, ("fixed", "single"), check=True)

    @no_release_moves_by_more_than_is_claimed.mutant
    def fresh_orders_are_caught(run: Run) -> Outcome:
        """With reshuffled epochs a difference holds two different records."""
        return movement(run, ("fresh",), check=False)

    def budget(half: sp.Expr) -> Outcome:
        G, V_A, V_B, Delta, rho = sp.symbols("G V_A V_B Delta rho", positive=True)
        first = 2 * G * sp.sqrt(V_A / (2 * half * rho))
        second = Delta * sp.sqrt(V_B / (2 * half * rho))
        spent = V_A * (2 * G) ** 2 / (2 * first**2) + V_B * Delta**2 / (2 * second**2)
        return identity(spent, rho)

    @claim.exact(part="privacy")
    def each_tree_spends_half_of_the_budget() -> Outcome:
        """V_A (2G)^2/(2 sigma_A^2) + V_B Delta^2/(2 sigma_B^2) = rho at the stated deviations."""
        return budget(sp.Rational(1, 2))

    @each_tree_spends_half_of_the_budget.mutant
    def the_whole_budget_twice_is_too_much() -> Outcome:
        """With rho for each tree, 2 rho are spent."""
        return budget(sp.Integer(1))

    def reading(factor: float) -> Outcome:
        found = []
        for order in ("fixed", "single"):
            problem = cosine_problem(d=2)
            made = build(problem, order, RECORDS, STEPS, factor * RHO, True)
            found.append(runs.accounted(made, problem, n=RECORDS, steps=STEPS, rho=RHO))
        return all_of(*found)

    @claim.exact(part="privacy", corner="N = 6, T = 27", uses=())
    def the_accountant_reads_the_budget() -> Outcome:
        """The iterations that run on data, run by the accountant, cost at most rho."""
        return reading(1.0)

    @the_accountant_reads_the_budget.mutant
    def three_times_the_budget_is_overspent() -> Outcome:
        """Noise for 3 rho is not accounted as rho."""
        return reading(3.0)

    def attack(trial: Run, fault: Fault | None) -> Outcome:
        problem = triangle_problem(G=1.0, L=0.5) if not linear else linear_problem(d=2)
        made = build(problem, "single", RECORDS, STEPS, RHO, True)
        pair = problem.extremal_pair(RECORDS)
        return runs.audited(made, problem, pair, trial, steps=STEPS, rho=RHO, fault=fault)

    @claim.statistical(part="privacy", corner="one pair that pulls apart, N = 6, T = 27", uses=())
    def audit_finds_no_violation(run: Run) -> Outcome:
        """Log-ratios of whole transcripts, and the sampler, with one permutation per trial."""
        return attack(run, None)

    @audit_finds_no_violation.mutant
    def audit_catches_half_the_noise(run: Run) -> Outcome:
        """Half the standard deviations are caught."""
        return attack(run, "half-scale")

    def descent(trial: Run, errors: float) -> Outcome:
        problem, n = cosine_problem(d=2), 16
        made = build(problem, "fixed", n, 8 * n, 200.0, True)
        dataset = problem.dataset(reference_points())
        return runs.descends(made, problem, dataset, trial, eta=ETA, steps=8 * n, errors=errors)

    @claim.statistical(part="descent", corner="the cosine instance, 20 runs, rho = 200")
    def every_run_obeys_the_descent_lemma(run: Run) -> Outcome:
        """The mean gradient norm of a run against its own gain and errors."""
        return descent(run, 2.0)

    @every_run_obeys_the_descent_lemma.mutant
    def without_the_errors_the_bound_fails(run: Run) -> Outcome:
        """Gain and step length alone do not bound the gradients of a noisy run."""
        return descent(run, 0.0)
