import itertools

import pytest
import sympy as sp

from workbench_papers.accel._line import in_every_order, orders

S, T = sp.symbols("s t", nonnegative=True)


def test_the_six_orders_reach_every_triple_of_a_grid_with_its_distances():
    triples = set(itertools.product(range(4), repeat=3))
    seen = set()
    for distance in orders("oab"):
        for s, t in itertools.product(range(4), repeat=2):
            found = tuple(distance(p, q).subs({S: s, T: t}) for p, q in ("oa", "ob", "ab"))
            seen.add(found)
    assert {(abs(o - a), abs(o - b), abs(a - b)) for o, a, b in triples} <= seen


def test_distances_are_symmetric_and_zero_on_the_diagonal():
    for distance in orders("xyz"):
        assert distance("x", "y") == distance("y", "x")
        assert distance("x", "x") == 0


@pytest.mark.parametrize(("factor", "decision"), [(1, "holds"), (sp.Rational(99, 100), "fails")])
def test_the_reverse_triangle_inequality_is_sharp(factor, decision):
    outcome = in_every_order(
        "oab", lambda d: d("o", "b") - d("o", "a"), lambda d: factor * d("a", "b")
    )
    assert outcome.decision == decision
