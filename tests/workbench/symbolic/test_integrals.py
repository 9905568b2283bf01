"""Statements about integrals and draws, as they are written and as they are shown."""

from __future__ import annotations

import pytest
import sympy as sp

from workbench.errors import ClaimError
from workbench.report.shown import formulas
from workbench.rigor.check import check_certificate
from workbench.rigor.provers.integration import IntegralProof, Segment
from workbench.symbolic import declare, relation
from workbench.symbolic.cards import domain_of
from workbench.symbolic.integrals import (
    Distribution,
    IntegralStatement,
    ahead_of,
    integrals_latex,
    largest_of,
    mean_of,
    normal_law,
    over_range,
)

b, t, n, u, x, M, N = declare("b > 0, t >= 0, integer n > 0, real u x M N")
NORMAL = normal_law(x, b)
LAPLACE = Distribution(x, (None, 0, sp.exp(x / b) / 2), (0, None, 1 - sp.exp(-x / b) / 2))


def shown(*means: object) -> str:
    """The formula of 1 = 1 for some means, of which the first is on the left."""
    names = (M, N)[: len(means)]
    stated = IntegralStatement((M, "=", 1), means=dict(zip(names, means, strict=True)))  # type: ignore[arg-type]
    return integrals_latex(stated.tree)[0][1]


def law_of(*means: object, where: object = ()) -> list[str]:
    """What is said of the letters."""
    names = (M, N)[: len(means)]
    stated = IntegralStatement((M, "=", 1), means=dict(zip(names, means, strict=True)), where=where)  # type: ignore[arg-type]
    return [text for label, text in integrals_latex(stated.tree) if label == "random"]


def test_each_mean_is_shown_as_what_it_is() -> None:
    assert shown(over_range(u, u, 0, b)).startswith(r"\int_{0}^{b} u \text{ d}u = 1")
    assert shown(over_range(1 + u, u)).startswith(
        r"\int_{-\infty}^{\infty} \left(1 + u\right) \text{ d}u = 1"
    )
    assert shown(mean_of(LAPLACE, x**2)).startswith(r"\mathbb{E}\left[X^{2}\right] = 1")
    largest = r"\mathbb{E}\left[\max_{1 \le i \le n} X_{i}\right] = 1"
    assert shown(largest_of(n, LAPLACE)).startswith(largest)
    assert r"\max_{1 \le i \le n} \left|X_{i}\right|" in shown(largest_of(n, LAPLACE, size=True))
    square = shown(largest_of(n, LAPLACE, of=x**2))
    assert r"\left(\max_{1 \le i \le n} X_{i}\right)^{2}" in square
    event = r"X_{0} - t \ge X_{i} \text{ for all } 1 \le i \le n"
    assert shown(ahead_of(n, LAPLACE, by=t)) == rf"\Pr\left[{event}\right] = 1"
    assert shown(ahead_of(1, LAPLACE, by=t)) == r"\Pr\left[X_{0} - t \ge X_{1}\right] = 1"
    marked = rf"\left(1 + X_{{0}}\right) \, \mathbf{{1}}\left\{{{event}\right\}}"
    assert marked in shown(ahead_of(n, LAPLACE, by=t, of=1 + x))


@pytest.mark.parametrize(
    ("means", "said"),
    [
        ([over_range(u, u, 0, b)], "the integral exists"),
        ([over_range(u, u, 0, b), over_range(u, u, 0, 1)], "the integrals exist"),
        ([mean_of(LAPLACE, x)], "the mean exists"),
        ([mean_of(LAPLACE, x), largest_of(n, LAPLACE)], "the means exist"),
        ([mean_of(LAPLACE, x), over_range(u, u, 0, b)], "the mean and the integral exist"),
        ([ahead_of(n, LAPLACE, by=t), mean_of(LAPLACE, x)], "the mean exists"),
    ],
)
def test_that_integrals_exist_is_part_of_what_is_claimed(means: list[object], said: str) -> None:
    assert shown(*means).endswith(rf"= 1, \text{{ and {said}}}")


def test_the_law_is_told_of_the_letters_that_occur() -> None:
    """One draw has no index; several are independent, from the one ahead of them to the last."""
    (alone,) = law_of(mean_of(LAPLACE, x))
    assert alone.startswith(r"\Pr\left[X \le x\right] = \begin{cases}")
    assert alone.endswith(r"\end{cases} \text{ for all } x \in \mathbb{R}")
    (several,) = law_of(largest_of(n, LAPLACE, size=True))
    each = r"\text{ independent, each with } \Pr\left[X_{i} \le x\right] = "
    assert several.startswith(rf"X_{{1}}, \dots, X_{{n}} {each}")
    (before,) = law_of(ahead_of(n - 1, LAPLACE, by=t), ahead_of(n - 1, LAPLACE, by=2 * t))
    assert before.startswith(rf"X_{{0}}, X_{{1}}, \dots, X_{{n - 1}} {each}")
    (pair,) = law_of(ahead_of(1, LAPLACE, by=t))
    assert pair.startswith(rf"X_{{0}}, X_{{1}} {each}")
    both = law_of(mean_of(LAPLACE, x), largest_of(n, LAPLACE))
    assert [one.startswith(r"\Pr") for one in both] == [True, False]


def test_a_letter_has_one_meaning() -> None:
    """Another law in the same variable, a number X, and a number i get letters of their own."""
    first, second = law_of(mean_of(LAPLACE, x), mean_of(NORMAL, x))
    assert r"\Pr\left[X \le x" in first
    assert r"\Pr\left[X' \le x" in second
    X, i = declare("real X, integer i > 0")
    (law,) = law_of(largest_of(i, LAPLACE), where=[(X, "<=", 1)])
    assert law.startswith(r"X'_{1}, \dots, X'_{i} \text{ independent, each with } \Pr\left[X'_{j}")


def test_a_law_is_shown_by_its_pieces() -> None:
    size = declare("real size")
    told = Distribution(size, (None, 0, 0), (0, None, 1 - sp.exp(-size)))
    stated = IntegralStatement((M, "<=", 1), means={M: mean_of(told, size)}, where=[(b, "<=", t)])
    said = list(formulas({"says": "integration", "statement": stated.tree}))
    assert [(one.label, one.latex) for one in said] == integrals_latex(stated.tree)
    assert r"0 & \text{if } \mathrm{size} \le 0 \\" in said[-1].latex
    assert r"\Pr\left[\mathrm{Size} \le \mathrm{size}\right]" in said[-1].latex
    assert r"b \le t" in stated.latex()
    assert said[-1].latex in stated.latex()
    assert said[0].latex in stated.latex()


def test_a_law_of_one_piece_has_no_cases() -> None:
    (law,) = law_of(mean_of(NORMAL, x))
    assert "cases" not in law
    assert r"\mathbb{E}\left[\left|X\right|\right] = 1" in shown(largest_of(1, NORMAL, size=True))


def test_what_is_integrated_over_has_no_interval() -> None:
    s = declare("s > 0")
    with pytest.raises(ClaimError, match="Declare it as a real symbol"):
        IntegralStatement((M, "=", 1), means={M: over_range(s, s, 0, 1)})


def test_a_proof_that_fails_says_where() -> None:
    stated = IntegralStatement((M, "=", 1), means={M: over_range(u, u, 0, 1)})
    proof = IntegralProof(stated)
    proof.evaluate(M, [Segment(u)])
    proof.evaluate(M, [Segment(u**2 / 2)])  # after a fault nothing is taken
    outcome = proof.outcome()
    assert outcome.decision == "refused"
    assert "step 0: u = 1 is false" in outcome.reason
    assert IntegralProof(stated).outcome().decision == "refused"  # of which nothing is shown
    wrong = Distribution(x, (None, None, 1))
    lost = IntegralProof(IntegralStatement((M, "=", 1), means={M: mean_of(wrong, 1)}))
    lost.evaluate(M, [Segment(0, (0,))])
    assert "tend to 0 and 1" in lost.outcome().reason


def test_a_bound_is_shown_from_above() -> None:
    c, s, v = declare("c sigma > 0, real v")
    bell = sp.exp(-(v**2) / (2 * s**2))
    mills = IntegralStatement(
        (M, "<=", s**2 / c * sp.exp(-(c**2) / (2 * s**2))), means={M: over_range(bell, v, c)}
    )
    proof = IntegralProof(mills)
    proof.evaluate(M, [Segment(-(s**2) / c * bell, facts=[(1, "<=", v / c)])], op="<=")
    outcome = proof.outcome()
    assert outcome.decision == "holds"
    assert check_certificate(outcome.certificate).accepted


def test_the_moments_of_a_normal_number_are_those_of_its_distribution() -> None:
    """E X = 0 needs a cut at 0, where the integrand changes its sign; E X^2 is the variance."""
    s, y = declare("sigma > 0, real y")
    chance = sp.erfc(-y / (s * sp.sqrt(2))) / 2
    normal, bell = Distribution(y, (None, None, chance)), s * sp.exp(-(y**2) / (2 * s**2))
    density = bell / sp.sqrt(2 * sp.pi)
    mean = IntegralProof(IntegralStatement((M, "=", 0), means={M: mean_of(normal, y)}))
    mean.evaluate(M, [Segment(-density, (0,), sign="-"), Segment(-density, (0,))], cuts=[0])
    assert mean.outcome().decision == "holds"
    square = IntegralProof(IntegralStatement((M, "=", s**2), means={M: mean_of(normal, y**2)}))
    square.evaluate(M, [Segment(s**2 * chance - y * density, (0,))])
    assert square.outcome().decision == "holds"
    above = IntegralProof(
        IntegralStatement((M, "=", sp.S.Half), means={M: ahead_of(1, normal, by=0)})
    )
    above.evaluate(M, [Segment(chance**2 / 2, (0, 0))])
    assert above.outcome().decision == "holds"


def test_the_entries_of_a_sequence_have_an_interval() -> None:
    """A condition on a sequence is one on each of its entries, and is written with an index."""
    j, entry = declare("integer j"), sp.IndexedBase("q", nonnegative=True)
    stated = relation(sp.Sum(entry[j], (j, 1, n)), ">=", 0)
    assert r"0 \le q_{\cdot}" in domain_of(stated)
    assert r"0 \le q" not in domain_of(stated)
