"""The claims about runs of the momentum algorithms: what holds, what is caught, and the helpers."""

import math
from fractions import Fraction

import pytest

from workbench.algorithms.momentum.difference_sums import UniformWindow
from workbench.algorithms.momentum.tree_momentum import tree_charge
from workbench.claims import Run, load
from workbench.harness import accounted_zcdp
from workbench.privacy import tiles
from workbench.problems.nonconvex_instances import linear_problem
from workbench_papers.momentum.algorithms import _runs as runs
from workbench_papers.momentum.algorithms import _scaling as scaling
from workbench_papers.momentum.algorithms import (
    alg_1,
    alg_2,
    alg_2_repairs,
    alg_2p_utility,
    error_split,
)
from workbench_papers.momentum.algorithms import alg_1_scaling as scaling_alg_1
from workbench_papers.momentum.algorithms import alg_2p as alg_2p_run
from workbench_papers.momentum.algorithms import alg_2t_scaling as scaling_alg_2t
from workbench_papers.momentum.algorithms import comparisons as comparisons_run
from workbench_papers.momentum.algorithms import utility as utility_runs

CLAIMS = [
    alg_1.CLAIM, alg_2.CLAIM, alg_2_repairs.WINDOW, alg_2_repairs.TREE, alg_2p_run.CLAIM,
    comparisons_run.CLAIM, error_split.CLAIM, alg_2p_utility.CLAIM,
]  # fmt: skip
LONG = [
    utility_runs.THEOREM_6, utility_runs.THEOREM_9, utility_runs.WINDOW, scaling_alg_1.CLAIM,
    scaling_alg_2t.CLAIM,
]  # fmt: skip
CHECKS = [
    pytest.param(
        check,
        marks=pytest.mark.slow if claim in LONG or check.part in {"utility", "runs"} else (),
    )
    for claim in CLAIMS + LONG
    for check in claim.checks
]


def test_the_claims_are_collected_and_what_they_use_is_there():
    library = load().claims
    for claim in CLAIMS + LONG:
        assert library[claim.id] is claim
        assert set(claim.uses) <= set(library)


@pytest.mark.parametrize("check", CHECKS, ids=lambda c: c.name)
def test_every_check_holds_and_rejects_its_mutants(check):
    """At the error level of one check among a thousand; seeds follow from names."""
    run = Run(alpha=Fraction(1, 10**6))
    assert check(run).decision == "holds"
    for mutant in check.mutants:
        assert mutant(run).decision == "fails", mutant.name


def test_exact_charges_of_the_reference_figures():
    """All-node figures of T = 4N are known; prefix nodes are about half of them."""
    third = 1 - Fraction(1, 3)
    exact = runs.worst_charge(3, 9, third, repeated_order=True)
    assert exact == Fraction(23801251, 4782969)
    charge = tree_charge(n=3, steps=9, alpha=1 / 3, order="fixed")
    assert exact <= Fraction(charge) <= 3 * exact


def test_a_false_rho_is_read_as_such():
    method = alg_1.method("fixed")
    problem = linear_problem(d=2)
    assert accounted_zcdp(method.cost(problem, n=6, steps=27), rho=0.1).decision == "fails"


def test_the_explicit_bound_is_the_sum_of_its_parts():
    """Written out for n = 2, T = 4: one bit at s = 1 and at s = 2."""
    problem = linear_problem(d=4)
    method = alg_2_repairs.TelescopingTree(eta=0.5, sigma_base=3.0, sigma_node=4.0, order="fixed")
    found = alg_2_repairs.explicit_bound(problem, method, gap=2.0, n=2, steps=4)
    assert found == pytest.approx(2.0 / (0.5 * 2) + 2 * 2.0 * 5.0 / 2)


def test_the_bound_of_theorem_6_is_the_sum_of_its_parts():
    """R/(eta T) + eta L/2 + 2 [GN/T + 3 eta L (N-1) + G/sqrt(2N-1) + sigma/N sqrt(d B)]; B = 2."""
    found = utility_runs.theorem_6(R=2.0, L=0.5, G=3.0, d=8, n=2, steps=10, eta=0.1, sigma=4.0)
    parts = (3 * 2 / 10, 3 * 0.1 * 0.5, 3 / math.sqrt(3), 4 / 2 * math.sqrt(8 * 2))
    assert found == pytest.approx(2 / (0.1 * 10) + 0.1 * 0.5 / 2 + 2 * sum(parts))


def test_the_bound_of_theorem_9_is_the_sum_of_its_parts():
    """N = 4, T = 8, a = 1/2, so K = 2, eta = sqrt(1/16) and gamma = 1: nothing is saved."""
    found = utility_runs.theorem_9(R=4.0, L=0.5, G=0.5, d=1, n=4, steps=8, a=0.5, rho=2.0)
    eta = 0.25
    noise = math.sqrt(3) * 2 * 0.5 * math.sqrt(3) + math.sqrt(2) * math.sqrt(1.5) * 2 * 0.5
    errors = (
        0.5 * 4 / (0.5 * 8) + eta * 0.5 * 4 / 0.5 + 0.5 * 0.5 / 2 + 1.5 / 4 * math.sqrt(2) * noise
    )
    assert found == pytest.approx(4 / (eta * 8) + eta * 0.5 / 2 + 2 * errors)


@pytest.mark.parametrize("n", [1, 2, 5, 8, 12])
def test_deviations_of_the_window_are_those_of_its_tiles(n):
    method = UniformWindow(gamma=0.2, eta=0.1, sigma_a=2.0, sigma_b=3.0, order="fixed")
    longest = 1 << (n.bit_length() - 1)
    found = utility_runs.window_deviations(method, n=n, steps=6 * n + 1)
    for t, deviation in zip(range(n + 1, 6 * n + 2), found, strict=True):
        turns = (t - 1) // n
        total = 4 * 0.8 ** (2 * turns)
        for back in range(turns):
            end = t - back * n
            total += 9 * 0.8 ** (2 * back) * len(tiles(end - n + 1, end, longest=longest))
        assert deviation**2 == pytest.approx(total / n**2, rel=1e-12)


def test_derived_exponents():
    half, third = Fraction(1, 2), Fraction(1, 3)
    assert scaling.exponents("algorithm 1") == {"N": -half, "d": half / 2, "rho": -half / 2}
    assert scaling.exponents("differences") == {"N": -2 * third, "d": third, "rho": -third}
