"""The checks that every algorithm on differences has: sensitivities, accountant, audit, descent."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import sympy as sp

from workbench.algorithms.momentum.normalised import NormalisedDescent, Order
from workbench.claims import Claim, Outcome, Run, because, broken
from workbench.harness import Case, examine
from workbench.problems.nonconvex import SmoothProblem
from workbench.problems.nonconvex_instances import (
    cosine_problem,
    linear_problem,
    reference_points,
    triangle_problem,
)
from workbench.rigor import identity
from workbench.symbolic import declare
from workbench_papers.momentum.algorithms import _runs as runs

RHO, ETA, RECORDS, STEPS = 0.5, 0.03, 6, 27


def register(
    claim: Claim,
    method: Any,  # noqa: ANN401 - a class with its own `calibrated`
    *,
    linear: bool,
    weighted: bool = False,
    **parameters: float,
) -> None:
    """Parts "sensitivity", "privacy" and "descent" of a claim.

    linear:     it runs with L = 0
    weighted:   it has a weight alpha, which is 1/N
    parameters: the others of the method, which is calibrated with them
    """

    def build(
        problem: SmoothProblem, order: Order, n: int, steps: int, rho: float, check: bool
    ) -> NormalisedDescent:
        """Calibrated for rho; with fresh orders the noise of the fixed one."""
        weight = {"alpha": 1 / n} if weighted else {}
        made = method.calibrated(
            problem, n=n, steps=steps, rho=rho, eta=ETA,
            order="fixed" if order == "fresh" else order, **weight, **parameters,
        )  # fmt: skip
        found: NormalisedDescent = replace(made, order=order, check=check)
        return found

    def problems() -> list[SmoothProblem]:
        smooth = [cosine_problem(d=1), cosine_problem(d=3), triangle_problem(G=1.0, L=0.5)]
        return [linear_problem(d=1), *smooth] if linear else smooth

    def movement(trial: Run, orders: tuple[Order, ...], *, check: bool) -> Outcome:
        def cases() -> Iterator[tuple[str, NormalisedDescent, SmoothProblem, int, int]]:
            for order in orders:
                for problem in problems():
                    for n, steps in ((1, 5), (3, 14), (4, 20), (6, 27)):
                        name = f"{problem.name}, {order} order, N = {n}"
                        made = build(problem, order, n, steps, RHO, check)
                        yield name, made, problem, n, steps

        return runs.sensitivities(cases, trial)

    @claim.statistical(part="sensitivity", corner="four losses, N up to 6, pairs that pull apart")
    @broken("fresh_orders_are_caught", reshuffled=True)
    @because("With reshuffled epochs a difference holds two different records.")
    def no_release_moves_by_more_than_is_claimed(run: Run, *, reshuffled: bool = False) -> Outcome:
        """Every release of paired runs, for the orders fixed and single."""
        orders: tuple[Order, ...] = ("fresh",) if reshuffled else ("fixed", "single")
        return movement(run, orders, check=not reshuffled)

    @claim.exact(part="privacy")
    @broken("the_whole_budget_twice_is_too_much", share=sp.Integer(1))
    @because("With rho for each tree, 2 rho are spent.")
    def each_tree_spends_half_of_the_budget(*, share: sp.Rational = sp.S.Half) -> Outcome:
        """V_A (2G)^2/(2 sigma_A^2) + V_B Delta^2/(2 sigma_B^2) = rho at the stated deviations."""
        G, V_A, V_B, Delta, rho = declare("G V_A V_B Delta rho > 0")
        first = 2 * G * sp.sqrt(V_A / (2 * share * rho))
        second = Delta * sp.sqrt(V_B / (2 * share * rho))
        return identity(V_A * (2 * G) ** 2 / (2 * first**2) + V_B * Delta**2 / (2 * second**2), rho)

    def made(problem: SmoothProblem, order: Order, spent: float) -> Case:
        method = build(problem, order, RECORDS, STEPS, spent * RHO, True)
        return runs.case(method, problem, n=RECORDS, steps=STEPS, rho=RHO)

    @examine(claim, accounted="the_accountant_reads_the_budget")
    @broken("three_times_the_budget_is_overspent", spent=3.0)
    @because("Noise for 3 rho is not accounted as rho.")
    def budget(*, spent: float = 1.0) -> tuple[Case, Case]:
        """The cosine loss in the plane, N = 6, T = 27, orders fixed and single.

        The iterations that run on data are those that are read, with noise for `spent` times rho.
        """
        problem = cosine_problem(d=2)
        return made(problem, "fixed", spent), made(problem, "single", spent)

    @examine(claim, audit=True, part="privacy", tight=False)
    def apart() -> Case:
        """One pair that pulls apart, N = 6, T = 27.

        Whole transcripts, with one permutation per trial.
        """
        problem = linear_problem(d=2) if linear else triangle_problem(G=1.0, L=0.5)
        return made(problem, "single", 1.0)

    def descent(trial: Run, errors: float) -> Outcome:
        problem, n = cosine_problem(d=2), 16
        made = build(problem, "fixed", n, 8 * n, 200.0, True)
        dataset = problem.dataset(reference_points())
        return runs.descends(made, problem, dataset, trial, eta=ETA, steps=8 * n, errors=errors)

    @claim.statistical(part="descent", corner="the cosine instance, 20 runs, rho = 200")
    @broken("without_the_errors_the_bound_fails", errors=0.0)
    @because("Gain and step length alone do not bound the gradients of a noisy run.")
    def every_run_obeys_the_descent_lemma(run: Run, *, errors: float = 2.0) -> Outcome:
        """The mean gradient norm of a run against its own gain and errors."""
        return descent(run, errors)
