"""From sympy to the frozen tree: nothing is lost, nothing is guessed, floats never pass."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from tests.workbench.rigor.trees import by_sympy
from workbench.errors import ClaimError
from workbench.rigor import identity, same
from workbench.symbolic import Expr, Variable, freeze, relation, substitute, to_sympy

x, y = sp.symbols("x y", positive=True)
r, s = sp.symbols("r s", real=True)
i, k = sp.symbols("i k", integer=True)
n = sp.Symbol("n", integer=True, nonnegative=True)
a = sp.IndexedBase("a", positive=True)


@pytest.mark.parametrize(
    "value",
    [0.5, sp.Float("0.1"), x + 0.1, x ** sp.Float("2.0"), 1j, "x", None, np.float64(1), [1]],
)
def test_inexact_values_are_refused(value: object) -> None:
    with pytest.raises(ClaimError):
        freeze(value)


@pytest.mark.parametrize("value", [True, x < y, sp.true, sp.Le(x, x + y), sp.And(x < y, r < s)])
def test_truth_values_are_refused(value: object) -> None:
    """Le(x, x + y) is already `True`: the claim would be gone."""
    with pytest.raises(ClaimError, match="truth value"):
        freeze(value)


@pytest.mark.parametrize("value", [sp.oo, sp.zoo, sp.nan, x / 0, sp.I * x])
def test_what_is_no_real_number_is_refused(value: object) -> None:
    with pytest.raises(ClaimError):
        freeze(value)


@pytest.mark.parametrize(
    "value",
    [
        sp.Max(x, y),
        sp.sin(x),
        sp.Function("f")(x),
        sp.Integral(x, x),
        sp.Piecewise((x, x < 1), (y, True)),
    ],
)
def test_what_has_no_frozen_form_is_refused(value: object) -> None:
    with pytest.raises(ClaimError):
        freeze(value)


def test_two_symbols_of_one_name_are_refused() -> None:
    with pytest.raises(ClaimError, match="two symbols"):
        freeze(sp.Symbol("x", real=True) - x)
    with pytest.raises(ClaimError, match="two"):
        freeze(sp.Dummy("x", positive=True) + sp.Dummy("x", positive=True))
    with pytest.raises(ClaimError, match="two symbols"):
        freeze(a[1] + sp.Symbol("a", positive=True))
    with pytest.raises(ClaimError, match="two symbols"):
        relation(x, "<=", 1, where=[(sp.Symbol("x", real=True), "<=", 1)])


def test_what_was_frozen_before_still_meets_the_others() -> None:
    """An expression is frozen once; its symbols are compared with those of each new reader."""
    one, other = sp.Symbol("z", positive=True) + 1, sp.Symbol("z", real=True) + 1
    assert freeze(one) == freeze(other)
    with pytest.raises(ClaimError, match="two symbols are called 'z'"):
        relation(one, "<=", other)
    relation(one, "<=", one + 1)
    for exact, inexact in ((x + 1, x + 1.0), (x**2, x ** sp.Float(2)), (sp.S.One, sp.Float(1))):
        freeze(exact)
        with pytest.raises(ClaimError):
            freeze(inexact)


def test_an_index_with_other_assumptions_is_another_symbol() -> None:
    """For sympy the i of the body is free; in print it would be the index."""
    other = sp.Symbol("i", positive=True)
    with pytest.raises(ClaimError, match="not the sum's index"):
        freeze(sp.Sum(a[i] * other, (i, 1, n)))


@pytest.mark.parametrize(
    "assumption", ["even", "odd", "prime", "irrational", "nonzero", "imaginary"]
)
def test_an_assumption_that_an_interval_cannot_say_is_refused(assumption: str) -> None:
    with pytest.raises(ClaimError, match=r"assumed to be|declared real"):
        freeze(sp.Symbol("x", **{assumption: True}) + 1)


def test_names_that_could_be_mistaken_are_refused() -> None:
    for name in ("x'", "a b", "x~", "#1", "a_{t}", "1x"):
        with pytest.raises(ClaimError, match="plain word"):
            freeze(sp.Symbol(name))
    with pytest.raises(ClaimError, match="commute"):
        freeze(sp.Symbol("A", commutative=False))


def test_domains_are_read_off_the_assumptions() -> None:
    made = relation(x + r + n + a[1], "<=", sp.Symbol("m", integer=True, positive=True))
    found = {v.name: v for v in made.variables}
    assert found["x"] == Variable("x", "real", "0", True)
    assert found["r"] == Variable("r", "real")
    assert found["n"] == Variable("n", "int", "0")
    assert found["m"] == Variable("m", "int", "1")
    assert found["a"] == Variable("a", "seq", "0", True)


def test_the_sides_stay_where_they_were_written() -> None:
    made = relation(1, ">=", x)  # sympy turns 1 >= x round
    assert (made.left.tree, made.op, made.right.tree) == (["q", "1"], ">=", ["v", "x"])
    assert relation(x, "<=", x + y).op == "<="  # sympy makes True of it


def test_conditions_are_triples() -> None:
    with pytest.raises(ClaimError, match="triple"):
        relation(x, "<=", 1, where=[x < 1])
    with pytest.raises(ClaimError, match="op ="):
        relation(x, "==", 1)
    with pytest.raises(ClaimError, match="triple"):
        relation(x, "<=", 1, where=[(x, "!=", 1)])


def test_cancelled_denominators_are_stated_as_nonzero() -> None:
    made = relation(r / r, "=", 1, nonzero=[r])
    assert [(o.kind, o.expr.tree) for o in made.requires] == [("nonzero", ["v", "r"])]


def test_every_partial_operation_yields_an_obligation() -> None:
    expr = sp.log(r) + sp.sqrt(s) + 1 / (r - s) + (1 - r) ** n + sp.Sum(1 / (r + i), (i, 1, n))
    found = {(o.kind, o.expr.latex()) for o in relation(expr, "<=", 1).requires}
    kinds = sorted(kind for kind, _ in found)
    assert kinds == ["nonnegative", "nonzero", "nonzero", "positive", "power"]
    inside = next(o for o in relation(expr, "<=", 1).requires if o.bound)
    assert inside.bound[0][0] == "i"


def test_an_obligation_keeps_the_ranges_that_its_range_needs() -> None:
    j = sp.Symbol("j", integer=True)
    nested = sp.Sum(sp.Sum(1 / (j + r), (j, 1, i)), (i, 1, n))
    (duty,) = relation(nested, "<=", 1).requires
    assert [b[0] for b in duty.bound] == ["i", "j"]


def test_trees_survive_json_and_digests_do_not_move() -> None:
    made = relation(sp.Sum(a[i] ** sp.Rational(1, 3), (i, 1, n)), "<=", sp.exp(-x) / 3,
                    where=[(x, "<", 1)])  # fmt: skip
    for side in (made.left, made.right):
        assert Expr.from_tree(json.loads(json.dumps(side.tree))) == side
    again = relation(sp.Sum(a[i] ** sp.Rational(1, 3), (i, 1, n)), "<=", sp.exp(-x) / 3,
                     where=[(x, "<", 1)])  # fmt: skip
    assert made.digest == again.digest
    assert relation(x, "<=", 1).digest == "2eccc5be5653dcf8"  # certificates refer to it
    assert made.digest != relation(made.left, "<=", made.right, variables=made.variables).digest
    with pytest.raises(ClaimError, match="operator"):
        Expr.from_tree(["tan", ["v", "x"]])


def test_frozen_trees_carry_no_domains() -> None:
    with pytest.raises(ClaimError, match="no declared domain"):
        relation(freeze(x), "<=", 1)
    made = relation(freeze(x), "<=", 1, variables=[Variable("x", "real", "0", True)])
    assert made.variables[0].low == "0"


def test_sympy_and_back() -> None:
    for expr in (x**3 / (1 + y), sp.sqrt(x * y) - 2, sp.exp(-x) * sp.log(1 + y), sp.Abs(r - s)):
        symbols = {str(v): v for v in expr.free_symbols}
        assert sp.simplify(to_sympy(freeze(expr), symbols) - expr) == 0
        assert sp.simplify(by_sympy(freeze(expr).tree, symbols) - expr) == 0


def test_powers_become_roots_and_integer_powers() -> None:
    assert freeze(x ** sp.Rational(-2, 3)).tree == [
        "/", ["q", "1"], ["^", ["root", 3, ["v", "x"]], 2]
    ]  # fmt: skip
    assert freeze((1 - x) ** n).op == "npow"
    assert freeze(x**y).tree == ["exp", ["*", ["v", "y"], ["ln", ["v", "x"]]]]
    assert freeze(2 ** sp.Symbol("q", real=True)).op == "exp"


def test_substitution_into_a_statement_keeps_its_domain_as_conditions() -> None:
    made = relation(sp.log(x), "<=", x - 1, where=[(x, "<", 2)], nonzero=[x - 3])
    at_two = made.at(x=freeze(2))
    assert {c.latex() for c in at_two.where} == {"2 < 2", "0 < 2"}
    assert at_two.variables == ()
    assert all("x" not in o.expr.free() for o in at_two.requires)
    with pytest.raises(ClaimError, match="remaining"):
        made.at(x=freeze(y))


def test_substitution_does_not_capture() -> None:
    tree = freeze(sp.Sum(i * x, (i, 1, 3)))
    made = substitute(tree, {"x": freeze(i)})
    assert made.free() == {"i"}
    assert made(i=5.0) == 30
    assert substitute(tree, {"i": freeze(7)}) == tree


def test_floating_point_values() -> None:
    assert freeze(sp.Sum(a[i] * i, (i, 1, 2)))(a=np.array([9.0, 1.0, 10.0])) == 21
    grid = np.array([0.0, 1.0])
    assert np.allclose(freeze(sp.exp(r) - 1)(r=grid), np.expm1(grid))
    assert freeze(sp.Sum(x, (i, 1, 0)) + sp.Product(x, (i, 1, 0)))(x=3.0) == 1
    assert freeze(r**k)(r=np.int64(2), k=-1) == 0.5
    with pytest.raises(ClaimError, match="no value"):
        freeze(x)()


# sympy's wrong answers do not reach a verdict ---------------------------------------------------


def test_empty_ranges_have_the_meaning_of_the_paper() -> None:
    t = sp.Symbol("t", integer=True)
    empty = sp.Sum(t, (t, 1, -3))
    assert empty.doit() == 3  # sympy
    assert identity(empty, 0).decision == "holds"
    assert identity(empty, 3).decision == "fails"
    product = sp.Product(1 - x, (t, 6, 2))
    assert same(product, 1)
    assert not same(product, product.doit())


def test_sympy_zero_tests_are_not_used() -> None:
    """The zero is exact, sympy says so in one way and denies it in another; we decide ourselves."""
    nested = sp.sqrt(2) + sp.sqrt(3) - sp.sqrt(5 + 2 * sp.sqrt(6))
    assert (nested == 0) is False
    assert identity(nested, 0).decision != "fails"
    assert identity(sp.Rational(1, 10), Fraction(1, 10)).decision == "holds"
    with pytest.raises(ClaimError, match="float"):
        identity(sp.Float("0.1", 50), sp.Rational(1, 10))


@pytest.mark.parametrize(
    "value",
    [
        sp.Symbol("z"), sp.Symbol("z", complex=True), sp.Symbol("z", extended_real=True),
        sp.IndexedBase("z")[1], sp.IndexedBase("z", complex=True)[1],
        sp.Sum(sp.Symbol("z") * i, (i, 1, n)), sp.Sum(i, (i, 1, sp.Symbol("z"))),
    ],
)  # fmt: skip
def test_what_may_be_complex_is_refused(value: sp.Expr) -> None:
    """z^2 >= 0 is false for z = i, and sympy takes a plain z for any complex number."""
    with pytest.raises(ClaimError, match=r"declare.* real.* Declare .*real=True"):
        relation(value**2, ">=", 0)


@pytest.mark.parametrize(
    "assumption",
    [{"noninteger": True}, {"zero": False}, {"zero": True}, {"rational": True},
     {"integer": False}, {"even": False, "integer": True}],
)  # fmt: skip
def test_no_assumption_is_lost(assumption: dict[str, bool]) -> None:
    with pytest.raises(ClaimError, match="assumed to be"):
        freeze(sp.Symbol("z", real=True, **assumption) + 1)


@pytest.mark.parametrize(
    ("assumptions", "low", "high", "kept"),
    [
        ({}, 0, n, True), ({"integer": True}, -3, n, True), ({"positive": True}, 1, n, True),
        ({"positive": True}, 0, n, False), ({"nonnegative": True}, n, 9, True),
        ({"nonnegative": True}, k, n, False), ({"negative": True}, k, -1, True),
        ({"even": True}, 0, n, False), ({"nonzero": True, "real": True}, 0, n, False),
    ],
)  # fmt: skip
def test_an_index_assumes_no_more_than_its_range_says(
    assumptions: dict[str, bool], low: object, high: object, kept: bool
) -> None:
    """For a positive i sympy makes 0 of 0^i, which is 1 at i = 0."""
    index = sp.Symbol("j", **assumptions)
    made = sp.Sum(x**2 + index, (index, low, high))
    if kept:
        freeze(made)
    else:
        with pytest.raises(ClaimError, match="index j is assumed to be"):
            freeze(made)


def test_what_stands_for_an_integer_is_an_integer() -> None:
    made = relation(k**2, ">=", k)  # false at k = 1/2
    half = freeze(sp.Rational(1, 2))
    with pytest.raises(ClaimError, match="not visibly an integer"):
        made.at(k=half)
    with pytest.raises(ClaimError, match="not visibly an integer"):
        relation(k, "<=", x).at(k=freeze(x))
    assert relation(k, "<=", n).at(k=freeze(n**2 + 1)).left == freeze(n**2 + 1)
    with pytest.raises(ClaimError, match="sequence"):
        relation(a[1], "<=", x).at(a=freeze(x))


def test_ends_that_are_open_stay_open_when_a_variable_is_replaced() -> None:
    (condition,) = relation(x, "<=", y + 1).at(x=freeze(y - 1)).where
    assert (condition.op, condition.left.tree) == ("<", ["q", "0"])


def test_a_variable_is_not_declared_in_two_ways() -> None:
    with pytest.raises(ClaimError, match="declared as"):
        relation(r, "<=", 1, variables=(Variable("r", "int", "0"),))
    assert relation(r, "<=", 1, variables=(Variable("r"),)).variables == (Variable("r"),)
