"""The claims about runs of the momentum algorithms: what holds, what is caught, and the helpers."""

from fractions import Fraction

import pytest

from proofs.momentum import _alg_runs as runs
from proofs.momentum import alg_1, alg_2, alg_2_repairs
from workbench.algorithms.tree_momentum import tree_charge
from workbench.claims import Run, load
from workbench.problems.nonconvex_instances import linear_problem

CLAIMS = [alg_1.CLAIM, alg_2.CLAIM, alg_2_repairs.WINDOW, alg_2_repairs.TREE]
CHECKS = [
    pytest.param(check, marks=pytest.mark.slow if check.part == "utility" else ())
    for claim in CLAIMS
    for check in claim.checks
]


def test_the_claims_are_collected_and_what_they_use_is_there():
    library = load().claims
    for claim in CLAIMS:
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
    assert runs.accounted(method, problem, n=6, steps=27, rho=0.1).decision == "fails"


def test_the_explicit_bound_is_the_sum_of_its_parts():
    """Written out for n = 2, T = 4: one bit at s = 1 and at s = 2."""
    problem = linear_problem(d=4)
    method = alg_2_repairs.TelescopingTree(eta=0.5, sigma_base=3.0, sigma_node=4.0, order="fixed")
    found = alg_2_repairs.explicit_bound(problem, method, gap=2.0, n=2, steps=4)
    assert found == pytest.approx(2.0 / (0.5 * 2) + 2 * 2.0 * 5.0 / 2)
