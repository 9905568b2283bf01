"""The conditions of a claim are the lines of its text."""

import pytest

from workbench.claims.source import conditions
from workbench.errors import ClaimError


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("", ()),
        (r"a > 0,\; b > 0", (r"a > 0,\; b > 0",)),
        ("a > 0\n        b > 0", ("a > 0", "b > 0")),
        ("a \\\n            > 0\n        b > 0\n        ", ("a > 0", "b > 0")),
        (r"a \\ b", (r"a \\ b",)),
        (("a > 0", "b > 0"), ("a > 0", "b > 0")),
    ],
)
def test_each_line_is_a_condition_and_a_backslash_continues_it(said, found):
    assert conditions(said) == found


def test_a_condition_that_goes_on_without_a_backslash_is_refused() -> None:
    with pytest.raises(ClaimError, match="End the line with a backslash"):
        conditions("x \\text{ in a\nball}")
    assert conditions(r"x \in \{0, 1\}") == (r"x \in \{0, 1\}",)
