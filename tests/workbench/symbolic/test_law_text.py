"""What a statement about means looks like: sums over coordinates have an index of their own."""

import sympy as sp

from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement, law_latex

d, x, S, j = declare("integer d > 0, real x S j")


def shown(statement: LawStatement) -> list[tuple[str, str]]:
    return law_latex(statement.tree)


def test_coordinates_are_written_with_an_index() -> None:
    of = LawStatement((S, "<=", d), random=(x,), sure=[(x, "<=", 1)], means={S: sp.exp(x)}, over=d)
    told = [text for _, text in shown(of)]
    assert told[0].startswith(r"\sum_{j=1}^{d} e^{x_{j}}")
    assert r"x_{j} \in \mathbb{R}, j = 1, \dots, d" in told
    assert r"x_{j} \le 1" in told


def test_the_index_is_a_letter_that_is_free() -> None:
    of = LawStatement((S, "<=", d + j), random=(x,), means={S: x}, over=d)
    assert shown(of)[0][1].startswith(r"\sum_{i=1}^{d} x_{i}")


def test_random_numbers_have_none() -> None:
    of = LawStatement((S, "<=", d), random=(x,), means={S: x})
    assert shown(of)[0][1].startswith(r"\mathbb{E}\left[x\right]")
