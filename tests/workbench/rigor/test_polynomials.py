"""Polynomials: Bernstein coefficients, sums of squares, linear matrix inequalities."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from tests.workbench.rigor.domains import on
from workbench.claims import Grade
from workbench.errors import ParameterError
from workbench.rigor import matrix_inequality
from workbench.rigor.check import check_certificate
from workbench.rigor.check.bernstein import coefficients
from workbench.rigor.check.polynomials import Polynomials
from workbench.rigor.provers.attempts import Unfit
from workbench.rigor.provers.bernstein import bernstein_tree
from workbench.rigor.provers.squares import sum_of_squares
from workbench.symbolic import Relation, relation

x, y, z = sp.symbols("x y z", real=True)
p = sp.Symbol("p", nonnegative=True)
R = sp.Rational


# Bernstein -------------------------------------------------------------------------------------


def bounded(made: Relation) -> bool:
    tree, _, _ = bernstein_tree(made.tree, boxes=300, seconds=20)
    certificate = {"kind": "bernstein", "statement": made.tree, "tree": tree}
    return tree is not None and check_certificate(certificate).accepted


def test_polynomials_on_boxes() -> None:
    box = {"x": "[0, 1]", "y": "[-1, 1]"}
    assert bounded(on(relation(x * (1 - x), "<", R(26, 100)), **box))
    assert bounded(on(relation(x**3 - x * y + y**3, ">", R(-21, 10)), **box))
    assert bounded(on(relation(x**2 * y, "<=", 1), **box))  # equality at a corner
    assert not bounded(on(relation(x * (1 - x), "<", R(1, 4)), **box))  # equality inside
    assert not bounded(on(relation(x * (1 - x), "<=", R(24, 100)), **box))


def test_a_corner_of_the_wrong_sign_is_a_point() -> None:
    made = on(relation(x**3 - x * y + y**3, ">", R(-1, 2)), x="[0, 1]", y="[-1, 1]")
    point = bernstein_tree(made.tree, boxes=10, seconds=5)[1]
    certificate = {"kind": "counterexample", "statement": made.tree, "point": point}
    assert check_certificate(certificate).accepted
    with pytest.raises(Unfit):
        bernstein_tree(on(relation(sp.exp(x), ">", 0), x="[0, 1]").tree, boxes=10, seconds=5)
    with pytest.raises(Unfit):
        bernstein_tree(relation(x**2, ">=", 0).tree, boxes=10, seconds=5)


@given(st.randoms(use_true_random=False))
def test_the_bernstein_form_is_the_polynomial(rng: random.Random) -> None:
    """sum_k b_k C(d, k) t^k (1 - t)^(d - k) in both variables gives every value back."""
    made = sum(rng.randint(-5, 5) * x**i * y**j for i in range(4) for j in range(3))
    low, high = Fraction(-1, 2), Fraction(4, 3)
    r = on(relation(0, "<=", made + x * y), x=f"[{low}, {high}]", y="[0, 2]")
    polynomials = Polynomials(r.tree)
    table = coefficients(polynomials.gap(), polynomials,
                         {"x": (low, high), "y": (Fraction(0), Fraction(2))})  # fmt: skip
    degrees = [max(at[k] for at in table) for k in (0, 1)]
    s, t = Fraction(rng.randint(0, 6), 6), Fraction(rng.randint(0, 6), 6)
    total = sp.Integer(0)
    for at, value in table.items():
        weight = sp.Integer(1)
        for k, d, v in zip(at, degrees, (s, t), strict=True):
            weight *= sp.binomial(d, k) * sp.Rational(v) ** k * sp.Rational(1 - v) ** (d - k)
        total += sp.Rational(str(value)) * weight
    point = {x: sp.Rational(low + (high - low) * s), y: sp.Rational(2 * t)}
    assert total == (made + x * y).subs(point)


# sums of squares -------------------------------------------------------------------------------


def squared(made: Relation) -> bool:
    found, _ = sum_of_squares(made.tree)
    certificate = {"kind": "sos", "statement": made.tree, **(found or {})}
    return found is not None and check_certificate(certificate).accepted


@pytest.mark.parametrize(
    "made",
    [
        relation(x**2 + y**2, ">=", 2 * x * y),
        relation(x**4 + y**4 + z**4 + 1, ">", R(39, 10) * x * y * z),
        relation(2 * p**3 + 1, ">", p),  # odd degree on a half line
        on(relation(x * (1 - x), "<", R(26, 100)), x="[0, 1]"),
        relation(x * y, "<=", R(26, 100), where=[(x + y, "<=", 1), (x, ">=", 0), (y, ">=", 0)]),
        on(relation(x**3, "<", x + R(1, 2)), x="[0, 1]"),
    ],
    ids=Relation.latex,
)
def test_inequalities_with_room_are_sums_of_squares(made: Relation) -> None:
    assert squared(made)


@pytest.mark.parametrize(
    "made",
    [
        relation(x**2 + y**2, ">=", R(21, 10) * x * y),
        relation(x**4 * y**2 + x**2 * y**4 + 1, ">=", 3 * x**2 * y**2),  # true, no squares
        relation(p**3 + 2, ">", 3 * p),  # equality at 1
        on(relation(x * (1 - x), "<", R(24, 100)), x="[0, 1]"),
        relation(x * y, "<=", R(24, 100), where=[(x + y, "<=", 1), (x, ">=", 0), (y, ">=", 0)]),
    ],
    ids=Relation.latex,
)
def test_what_is_false_or_no_sum_of_squares_is_not_certified(made: Relation) -> None:
    assert not squared(made)


# matrices --------------------------------------------------------------------------------------


def test_a_matrix_inequality_is_solved_or_excluded() -> None:
    solved = matrix_inequality([[0, 1], [1, 0]], [[[1, 0], [0, 0]], [[0, 0], [0, 1]]])
    assert (solved.decision, solved.grade) == ("holds", Grade.CERTIFIED)
    assert check_certificate(solved.certificate).accepted
    # the mutant: one sign turned, and y_1 (1, -1) cannot make both diagonal entries positive
    excluded = matrix_inequality([[0, 1], [1, 0]], [[[1, 0], [0, -1]]])
    assert (excluded.decision, excluded.grade) == ("fails", Grade.CERTIFIED)
    assert check_certificate(excluded.certificate).accepted
    assert matrix_inequality([[2, 1], [1, 1]], []).decision == "holds"
    assert matrix_inequality([[1, 2], [2, 1]], []).decision == "fails"


def test_a_lyapunov_matrix_for_a_stable_system() -> None:
    """P - A^T P A >= 0 and P >= I for the block-diagonal sum, A = [[1/2, 1], [0, 1/2]]."""
    a = sp.Matrix([[R(1, 2), 1], [0, R(1, 2)]])
    for scale, decision in ((1, "holds"), (R(21, 10), "fails")):  # spectral radius 1/2, 1.05
        units = [sp.Matrix([[1, 0], [0, 0]]), sp.Matrix([[0, 1], [1, 0]]),
                 sp.Matrix([[0, 0], [0, 1]])]  # fmt: skip
        blocks = [sp.diag(u, u - scale**2 * a.T * u * a).tolist() for u in units]
        constant = sp.diag(-sp.eye(2), sp.zeros(2)).tolist()
        outcome = matrix_inequality(constant, blocks)
        assert outcome.decision == decision, outcome.reason
        assert check_certificate(outcome.certificate).accepted


def test_only_symmetric_matrices_of_one_size() -> None:
    for data in (([[1, 2], [3, 4]], []), ([[1]], [[[1, 0], [0, 1]]]), ([], [])):
        with pytest.raises(ParameterError, match="symmetric"):
            matrix_inequality(*data)


def test_a_problem_with_an_irrational_solution_only_stays_open() -> None:
    """[[2, y], [y, 1]] >= 0 means |y| <= sqrt 2, and [[y, 1], [1, y/2]] >= 0 means y >= sqrt 2."""
    constant = sp.diag(sp.Matrix([[2, 0], [0, 1]]), sp.Matrix([[0, 1], [1, 0]])).tolist()
    slope = sp.diag(sp.Matrix([[0, 1], [1, 0]]), sp.Matrix([[1, 0], [0, R(1, 2)]])).tolist()
    outcome = matrix_inequality(constant, [slope])
    assert outcome.decision == "inconclusive"
    assert "boundary" in outcome.reason
