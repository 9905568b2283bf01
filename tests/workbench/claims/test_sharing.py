"""A mutant says something about its check only if both go through the same code."""

import functools

from tests.workbench.runner.arithmetic import equal, no, yes
from workbench.claims import Claim, Grade, Outcome, fails, holds
from workbench.claims.sharing import shared


def argument(value: int) -> Outcome:
    return equal(str(value), "1")


def through_argument() -> Outcome:
    return argument(1)


def constant() -> Outcome:
    return fails("m", "it is false", grade=Grade.DERIVED)


def constant_with_words() -> Outcome:
    """It mentions argument(2) in words, and calls only what makes outcomes and sentences."""
    text = "argument " + str(len("argument"))
    return fails("m", text, grade=Grade.SUPPORTED)


def other_road() -> Outcome:
    return no()


def test_a_false_variant_through_the_same_functions_shares_them():
    assert shared(through_argument, lambda: argument(2))
    assert shared(lambda: equal("1", "1"), no)
    assert shared(functools.partial(argument, 1), functools.partial(argument, 2))


def test_a_constant_shares_nothing():
    assert not shared(through_argument, constant)
    assert not shared(through_argument, constant_with_words)
    assert not shared(lambda: holds("m", "s", grade=Grade.DERIVED), constant)
    assert shared(through_argument, other_road) == {"tests.workbench.runner.arithmetic:equal"}


def test_a_function_that_is_imported_inside_counts():
    def check() -> Outcome:
        from tests.workbench.runner.arithmetic import equal as same

        return same("1", "1")

    assert "tests.workbench.runner.arithmetic:equal" in shared(check, no)


def test_the_property_of_a_sampled_check_is_what_counts():
    from hypothesis import strategies as st

    c = Claim("t.a", title="", statement="", ours=("lemma", ""))

    def judged(x: int, limit: int) -> None:
        assert x < limit

    @c.sampled(x=st.integers(0, 9))
    def small(x: int) -> None:
        judged(x, 10)

    @small.mutant
    def smaller(x: int) -> None:
        judged(x, 5)

    @small.mutant
    def void(x: int) -> None:
        raise AssertionError

    assert shared(small.body, smaller.body)
    assert not shared(small.body, void.body)


def test_what_makes_outcomes_is_no_common_ground():
    assert not shared(lambda: yes, constant)
