"""Adaptive boxes: what derivatives save, where a search ends, and the slopes themselves."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from tests.workbench.rigor.domains import on
from tests.workbench.rigor.trees import random_tree
from workbench.rigor.boxes import BoxSearch, split_until_certain
from workbench.rigor.check import check_certificate
from workbench.rigor.check.derivative import derivative
from workbench.rigor.check.enclose import Interval, NoEnclosure, enclose, precision
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.slopes import slopes
from workbench.symbolic import Relation, relation

q, w, eps, log = sp.symbols("q w epsilon l", positive=True)
x, y = sp.symbols("x y", real=True)
NARROW = Fraction(1, 2**40)


def searched(made: Relation, *, boxes: int = 20_000, derivatives: bool = True) -> BoxSearch:
    found = split_until_certain(
        made.tree, boxes=boxes, seconds=30, narrowest=NARROW, derivatives=derivatives
    )
    if found.tree is not None:
        certificate = {"kind": "boxes", "statement": made.tree, "tree": found.tree, "bits": 64}
        assert check_certificate(certificate).accepted
    return found


def leaves(tree: object) -> list[str]:
    return (
        [leaf for part in tree[1:] for leaf in leaves(part)] if isinstance(tree, list) else [tree]
    )


def subsampled(slack: sp.Rational) -> Relation:
    bound = q * w + w**2 / 8 + slack
    return on(relation(sp.log(1 + q * (sp.exp(w) - 1)), "<=", bound), q="[1/10, 1]", w="[1/10, 1]")


def test_the_mean_value_form_saves_most_boxes() -> None:
    """Published prototype: 4371 boxes without derivatives, 179 with them, for slack 1/50."""
    made = subsampled(sp.Rational(1, 50))
    plain, finer = searched(made, derivatives=False), searched(made)
    assert plain.tree is not None
    assert finer.boxes * 20 < plain.boxes
    assert "m" in leaves(finer.tree)
    assert searched(subsampled(sp.Rational(1, 200))).boxes < 600  # 38253 and 485


def test_monotone_corners_settle_what_bare_enclosures_cannot() -> None:
    made = on(relation(x**3 - x**2 + x, "<=", 1), x="[0, 1]")  # equality at the corner x = 1
    assert "c" in leaves(searched(made).tree)
    assert "limit reached" in searched(made, derivatives=False, boxes=500).reason


def classical(constant: sp.Expr) -> Relation:
    """delta(eps) <= e^-l for the Gaussian mechanism with eps sigma = sqrt(2 (l + constant))."""
    root = sp.sqrt(2 * (log + constant))

    def tail(z: sp.Expr) -> sp.Expr:
        return sp.erfc(-z / sp.sqrt(2)) / 2

    delta = tail(eps / (2 * root) - root) - sp.exp(eps) * tail(-eps / (2 * root) - root)
    return relation(delta, "<=", sp.exp(-log))


RULE = classical(sp.log(sp.Rational(5, 4)))


def test_the_classical_gaussian_rule_holds_up_to_its_known_end() -> None:
    """Anchor: certifiable up to eps = 4.78125 for delta in [e^-25, e^-1], false by 4.8027."""
    assert searched(on(RULE, epsilon="[1/10, 153/32]", l="[1, 25]")).tree is not None
    assert searched(on(RULE, epsilon="[0, 1]", l="[0, 100]")).tree is not None


@pytest.mark.parametrize(
    ("made", "ends"),
    [(RULE, {"epsilon": "[1/10, 48027/10000]", "l": "[1, 25]"}),
     (RULE, {"epsilon": "[12, 13]", "l": "[1, 25]"}),
     (classical(sp.Integer(0)), {"epsilon": "[9, 10]", "l": "[12, 14]"})],
)  # fmt: skip
def test_gaussian_rules_beyond_their_range_are_refuted_at_a_midpoint(
    made: Relation, ends: dict[str, str]
) -> None:
    made = on(made, **ends)
    found = searched(made)
    certificate = {"kind": "counterexample", "statement": made.tree, "point": found.point}
    assert check_certificate(certificate).accepted


def test_conditions_cut_pieces_away() -> None:
    made = on(relation(x * y, "<=", sp.Rational(3, 10), where=[(x + y, "<=", 1)]),
              x="[0, 1]", y="[0, 1]")  # fmt: skip
    tree = searched(made).tree
    assert "o" in leaves(tree)
    assert searched(on(relation(x, "<=", 5, where=[(x, ">=", 2)]), x="[0, 3]")).tree == "n"
    empty = on(relation(x, "<=", 0, where=[(x, ">=", 2)]), x="[1/2, 1]")
    vacuous = {"kind": "boxes", "statement": empty.tree, "tree": "o", "bits": 64}
    assert "no value of 'x' meets the conditions" in check_certificate(vacuous).message
    hidden = on(relation(x, "<=", 0, where=[(sp.exp(x), ">=", 3)]), x="[1/2, 1]")
    vacuous = {"kind": "boxes", "statement": hidden.tree, "tree": "o", "bits": 64}
    assert "exclude the whole domain" in check_certificate(vacuous).message


def test_a_definition_is_put_in() -> None:
    made = on(relation(w, "<", 3, where=[(w, "=", sp.exp(x))]), x="[0, 1]")
    assert searched(made).tree is not None


def test_where_both_sides_touch_the_width_ends_the_search() -> None:
    reason = searched(on(relation(2 * x * y, "<=", x**2 + y**2), x="[-1, 2]", y="[-1, 2]")).reason
    assert "narrowest side" in reason
    assert len(reason) < 250  # no kilobytes of digits


# slopes ----------------------------------------------------------------------------------------

NAMES = ("x", "y")


@given(st.randoms(use_true_random=False))
def test_partials_hold_the_symbolic_derivative_at_all_points(rng: random.Random) -> None:
    tree = random_tree(rng, 3, NAMES)
    ends = {n: sorted(Fraction(rng.randint(1, 24), 8) for _ in range(2)) for n in NAMES}
    box = {n: Interval.of(a, b) for n, (a, b) in ends.items()}
    at = {n: Interval.of(a + (b - a) * Fraction(rng.randint(0, 4), 4))
          for n, (a, b) in ends.items()}  # fmt: skip
    with precision(128):
        try:
            found = slopes(tree, box, NAMES)
            exact = [enclose(derivative(tree, n), at) for n in NAMES]
        except (NoEnclosure, NotReducible):
            return
        for partial, value in zip(found.partials, exact, strict=True):
            held = partial or Interval.of(0)
            assert held.low <= value.high
            assert value.low <= held.high


@pytest.mark.parametrize(
    "formula",
    [sp.exp(x * y), sp.log(2 + x * y), sp.sqrt(3 + x + y), sp.erfc(x - y), x / (3 + y),
     (x - y) ** 5, sp.exp(-x) * sp.log(3 + x) / sp.sqrt(2 + y)],
)  # fmt: skip
def test_the_symbolic_derivative_agrees_with_sympy(formula: sp.Expr) -> None:
    from workbench.symbolic import Expr, freeze

    for name, symbol in (("x", x), ("y", y)):
        own = Expr.from_tree(derivative(freeze(formula).tree, name))
        other = sp.lambdify((x, y), sp.diff(formula, symbol), "scipy")
        for a, b in ((0.3, 0.7), (1.1, -0.4)):
            assert own(x=a, y=b) == pytest.approx(float(other(a, b)), rel=1e-12)


def test_a_kink_has_all_slopes_between_its_two() -> None:
    found = slopes(["abs", ["v", "x"]], {"x": Interval.of(-1, 1)}, ["x"])
    assert (found.partials[0].low, found.partials[0].high) == (-1, 1)
    with pytest.raises(NoEnclosure):
        slopes(["root", 2, ["v", "x"]], {"x": Interval.of(0, 1)}, ["x"])


def test_the_index_of_a_sum_hides_its_namesake() -> None:
    tree = ["sum", "x", ["q", "1"], ["q", "3"], ["*", ["v", "x"], ["v", "y"]]]
    found = slopes(tree, {"x": Interval.of(0, 1), "y": Interval.of(0, 1)}, ["x", "y"])
    assert found.partials[0] is None
    assert found.partials[1].low == 6
