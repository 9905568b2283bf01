"""Chains with logarithms: Sturm counts, exact sums, and inequalities of the literature."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy as sp
from flint import fmpq, fmpq_poly
from hypothesis import given
from hypothesis import strategies as st

from tests.workbench.rigor.domains import on
from workbench.rigor.check import check_certificate, decide
from workbench.rigor.check.line import signs_inside
from workbench.rigor.check.logsum import LogSumReader
from workbench.rigor.provers.attempts import Unfit
from workbench.rigor.provers.chains import logchain_steps
from workbench.symbolic import Relation, freeze, relation

x = sp.Symbol("x", real=True)
ln, half = sp.log, sp.Rational(1, 2)


def chained(made: Relation) -> bool:
    steps, _ = logchain_steps(made.tree)
    certificate = {"kind": "logchain", "statement": made.tree, "steps": steps}
    return steps is not None and check_certificate(certificate).accepted


TRUE = [
    (ln(1 + x), "<=", x, "[0, oo)"),
    (ln(1 + x), "<", x, "(0, oo)"),
    (ln(1 + x), ">=", x - x**2 / 2, "[0, oo)"),
    (ln(1 + x), ">=", 2 * x / (2 + x), "[0, oo)"),
    (ln(x), "<=", x - 1, "(0, 1]"),
    (ln(1 + 1 / x), "<=", 1 / x, "(0, oo)"),  # from infinity, where both sides vanish
    (ln(1 + 1 / x), ">=", 1 / (1 + x), "(0, oo)"),
    (x * ln(x), ">=", x - 1, "(0, 1]"),  # x ln x tends to 0
    ((1 + x) * ln(1 + x) - x, ">=", x**2 / (2 + 2 * x / 3), "[0, oo)"),
    (2 * x / (2 - x), "<=", -ln(1 - x), "(0, 1)"),
    (x * ln(2 * x) + (1 - x) * ln(2 - 2 * x), ">=", 2 * (x - half) ** 2, "[1/2, 1)"),
    (x**2 + 1, ">=", 2 * x, "(-oo, oo)"),
    (ln(4), "=", 2 * ln(2), "[0, 1]"),
]


@pytest.mark.parametrize("claim", TRUE[:-1], ids=str)
def test_true_inequalities(claim: tuple) -> None:
    left, op, right, interval = claim
    assert chained(on(relation(left, op, right), x=interval))


FALSE = [
    (ln(1 + x), ">=", x - x**2 / 3, "[0, oo)"),
    (ln(1 + x), "<", x, "[0, oo)"),  # equality at 0
    (ln(1 + x), "<=", x * sp.Rational(99, 100), "[0, oo)"),
    (ln(1 + x), "<=", 2 * x / (2 + x), "[0, oo)"),
    (x * ln(x), ">=", x - sp.Rational(9, 10), "(0, 1]"),
    (x * ln(2 * x) + (1 - x) * ln(2 - 2 * x), ">=", sp.Rational(21, 10) * (x - half) ** 2,
     "[1/2, 1)"),
    (x**2 + 1, ">", 2 * x, "(-oo, oo)"),
    (x**3, ">=", x, "[0, oo)"),
]  # fmt: skip


@pytest.mark.parametrize("claim", FALSE, ids=str)
def test_nearby_false_inequalities_have_no_chain(claim: tuple) -> None:
    left, op, right, interval = claim
    assert not chained(on(relation(left, op, right), x=interval))


def test_equal_logarithms_cancel() -> None:
    read = LogSumReader("x")
    total = read(freeze(ln(6 * x) - ln(2) - ln(3) - ln(x)).tree)
    assert total.plain.zero
    assert not total.logs


def test_statements_of_another_shape_are_left_to_others() -> None:
    for claim in ((sp.exp(x), ">=", 1), (ln(x) ** 2, ">=", 0), (ln(x), "=", 0)):
        with pytest.raises(Unfit):
            logchain_steps(on(relation(*claim), x="(0, 1)").tree)
    assert "argument" in logchain_steps(on(relation(ln(x), "<=", 1), x="[-1, 1]").tree)[1]
    assert "denominator" in logchain_steps(on(relation(1 / x, "<=", 9), x="[-1, 1]").tree)[1]


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=6), st.integers(-3, 2), st.integers(1, 4))
def test_signs_agree_with_the_roots_of_sympy(roots: list[int], low: int, width: int) -> None:
    """A product of (x - r): its signs between its roots are known by counting."""
    p = fmpq_poly([1])
    for r in roots:
        p = p * fmpq_poly([-r, 1])
    high = low + width
    expected = set()
    for k in range(4 * width + 1):
        at = sp.Rational(4 * low + k, 4)
        if low < at < high:
            expected.add(int(sp.sign(sp.prod([at - r for r in roots]))))
    got = signs_inside(p, (fmpq(low), fmpq(high)))
    assert got == expected or (got == {-1, 0, 1} and {-1, 1} <= expected)


@given(st.randoms(use_true_random=False))
def test_irrational_roots_are_counted(rng: random.Random) -> None:
    """x^4 - a x^2 + b, whose positive roots are known in closed form."""
    a, b = rng.randint(1, 9), rng.randint(1, 9)
    p = fmpq_poly([b, 0, -a, 0, 1])
    low, high = fmpq(rng.randint(-3, 2)), fmpq(rng.randint(3, 5))
    z = sp.Symbol("z", real=True)
    inside = sp.Poly(z**4 - a * z**2 + b, z).count_roots(int(low.p), int(high.p))
    got = signs_inside(p, (low, high))
    if inside == 0 and p(low) != 0:
        assert len(got) == 1


@given(st.randoms(use_true_random=False))
def test_no_accepted_chain_is_contradicted(rng: random.Random) -> None:
    c = [sp.Rational(rng.randint(-4, 4), rng.randint(1, 3)) for _ in range(4)]
    gap = (c[0] + c[1] * x) * ln(1 + x) + c[2] * x + c[3] * x**2 / (1 + x)
    made = on(relation(0, "<=", gap), x="[0, oo)")
    if gap.has(x) and chained(made):
        for k in range(-6, 6):
            assert decide(made.tree, {"x": str(Fraction(2) ** k)}) is True
