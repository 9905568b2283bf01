"""The conditions of a claim are the lines of its text."""

import pytest

from workbench.claims.source import conditions


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
