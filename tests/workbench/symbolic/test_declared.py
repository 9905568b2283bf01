"""A line of text declares symbols with exactly the assumptions that it states."""

import pytest
import sympy as sp

from workbench.errors import ClaimError
from workbench.symbolic import declare


def test_each_group_gives_its_assumptions_to_its_names_and_to_no_other():
    assert declare("real x y_1, lambda > 0, integer n >= 0, integer k, integer m > 0, s >= 0") == (
        sp.Symbol("x", real=True),
        sp.Symbol("y_1", real=True),
        sp.Symbol("lambda", positive=True),
        sp.Symbol("n", integer=True, nonnegative=True),
        sp.Symbol("k", integer=True),
        sp.Symbol("m", integer=True, positive=True),
        sp.Symbol("s", nonnegative=True),
    )
    assert declare("u > 0") == sp.Symbol("u", positive=True)


@pytest.mark.parametrize("text", ["x", "", "x > 1", "x < 0", "real", "x > 0,", "> 0", "x = 0"])
def test_a_group_that_says_nothing_or_something_else_is_refused(text):
    with pytest.raises(ClaimError, match="does not say what its names are"):
        declare(text)
