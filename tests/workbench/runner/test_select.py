"""Word expressions mean what Python's own and, or, not mean."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import ParameterError
from workbench.runner import compile_expression, select

IDS = ["accel.noise-bias", "accel.noise-variance", "accel.audit", "ext.noise", "ext.laplace"]
WORDS = st.sampled_from(["noise", "accel", "ext", "audit", "laplace", "zzz", "-"])


def grow(inner):
    """A pair of a text and its meaning on an id, from pairs."""
    return st.one_of(
        inner.map(lambda p: (f"not ({p[0]})", lambda i: not p[1](i))),
        st.tuples(inner, inner).map(
            lambda ps: (f"({ps[0][0]}) and ({ps[1][0]})", lambda i: ps[0][1](i) and ps[1][1](i))
        ),
        st.tuples(inner, inner).map(
            lambda ps: (f"({ps[0][0]}) or ({ps[1][0]})", lambda i: ps[0][1](i) or ps[1][1](i))
        ),
    )


@given(st.recursive(WORDS.map(lambda w: (w, lambda i: w in i)), grow, max_leaves=6))
def test_expressions_mean_what_they_say(case):
    text, meaning = case
    assert select(IDS, expression=text) == [i for i in IDS if meaning(i)]


def test_and_binds_tighter_than_or_and_not_tightest():
    assert select(IDS, expression="audit or noise and ext") == ["accel.audit", "ext.noise"]
    assert select(IDS, expression="not noise and accel") == ["accel.audit"]


@pytest.mark.parametrize("text", ["and", "a or", "(a", "a)", "not", "a b", "()", "a and and b"])
def test_a_broken_expression_is_quoted_with_the_way_out(text: str):
    with pytest.raises(ParameterError, match="Join words by and, or, not") as caught:
        compile_expression(text)
    assert repr(text) in str(caught.value)


def test_prefixes_end_where_a_word_ends():
    assert select(IDS, ["accel.noise"]) == IDS[:2]
    assert select(IDS, ["ext", "accel.audit"]) == ["accel.audit", "ext.noise", "ext.laplace"]
    with pytest.raises(ParameterError, match=r"Did you mean accel\.audit\?"):
        select(IDS, ["accel.audi"])
