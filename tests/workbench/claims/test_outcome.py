"""Outcomes survive the trip through JSON; joining them loses nothing that matters."""

import contextlib
import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from workbench.claims import (
    Claim,
    Counterexample,
    Encoded,
    Figure,
    Grade,
    Obligation,
    Outcome,
    Plot,
    Run,
    all_of,
    argued,
    holds,
    inconclusive,
    refused,
)
from workbench.errors import ClaimError, EvidenceError

TEXT = st.text(st.characters(codec="utf-8"), max_size=8)
NUMBER = st.one_of(
    st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.fractions().map(str)
)
LEAF = st.none() | st.booleans() | st.integers() | TEXT
TREE = st.recursive(LEAF, lambda x: st.lists(x, max_size=3) | st.dictionaries(TEXT, x, max_size=3))


ORDER = ["error", "fails", "refused", "inconclusive", "holds"]


def many(kind, *fields):
    return st.lists(st.builds(kind, *fields), max_size=3).map(tuple)


@st.composite
def outcomes(draw) -> Outcome:
    decision = draw(st.sampled_from(ORDER))
    alpha = draw(st.sampled_from([Fraction(0), Fraction(1, 20000), Fraction(1, 3)]))
    grade = draw(st.sampled_from([g for g in Grade if g < Grade.PROVED]))
    certificate = draw(st.none() | st.dictionaries(TEXT, TREE, max_size=3))
    if alpha:
        grade = min(grade, Grade.SUPPORTED)
    elif certificate is None:
        grade = min(grade, Grade.DERIVED)
    joints = ()
    if grade == Grade.ARGUED and decision != "holds":
        grade = Grade.DERIVED
    if grade == Grade.ARGUED:
        joints = ("so it holds for all n", *draw(st.lists(TEXT, max_size=1)))
    return Outcome(
        decision=decision,
        grade=grade,
        method=draw(TEXT),
        summary=draw(TEXT),
        reason=draw(TEXT) + ("!" if decision in ("inconclusive", "refused") else ""),
        encoded=draw(many(Encoded, TEXT, TEXT)),
        figures=draw(many(Figure, TEXT, NUMBER, TEXT, TEXT)),
        counterexample=draw(
            st.none()
            | st.builds(
                Counterexample, st.lists(st.tuples(TEXT, TEXT), max_size=2).map(tuple), TEXT
            )
        ),
        certificate=certificate,
        obligations=draw(many(Obligation, TEXT, st.sampled_from(["discharged", "open"]), TEXT)),
        alpha=alpha,
        looks=draw(st.none() | st.integers(0, 9)),
        power=draw(TEXT),
        assumes=tuple(draw(st.lists(TEXT, max_size=2))),
        trust=tuple(draw(st.lists(TEXT, max_size=2))),
        joints=joints,
        plots=draw(many(Plot, TEXT, TEXT, TEXT)),
    )


@given(outcomes())
def test_json_and_back_is_the_same(outcome: Outcome):
    assert Outcome.from_json(json.loads(json.dumps(outcome.to_json()))) == outcome


@given(outcomes(), st.data())
def test_a_missing_or_strange_field_is_an_evidence_error(outcome: Outcome, data):
    document = outcome.to_json()
    key = data.draw(st.sampled_from(sorted(document)))
    del document[key]
    with pytest.raises(EvidenceError, match="workbench verify --fresh"):
        Outcome.from_json(document)
    for key, value in (("decision", "maybe"), ("grade", "BEST"), ("alpha", "x"), ("figures", 3)):
        with pytest.raises(EvidenceError):
            Outcome.from_json(outcome.to_json() | {key: value})


@given(st.lists(outcomes(), min_size=1, max_size=4))
def test_all_of_is_the_meet(several: list[Outcome]):
    joined = all_of(*several)
    assert joined.decision == min((o.decision for o in several), key=ORDER.index)
    if joined.decision == "holds":
        assert joined.grade == min(o.grade for o in several)
    if joined.counterexample is not None:
        assert joined.counterexample in [o.counterexample for o in several]
    if joined.decision == "fails":  # an exact counterexample needs no luck
        assert joined.grade == max(o.grade for o in several if o.decision == "fails")
    if joined.decision != "fails" or joined.grade <= Grade.SUPPORTED:
        assert joined.alpha == min(1, sum(o.alpha for o in several))
    else:
        assert joined.alpha == 0
    assert set(joined.trust) == {t for o in several for t in o.trust}
    own = {j for o in several for j in o.joints}
    assert set(joined.joints) == (own if joined.decision == "holds" else set())
    assert set(joined.assumes) == {a for o in several for a in o.assumes}
    assert len(joined.figures) == sum(len(o.figures) for o in several)


def test_what_is_argued_says_what_joins_it_and_is_never_more():
    certified = holds("m", "s", certificate={"kind": "identity"})
    told = argued(certified, "The sum over t is this one.", "w is centred.")
    assert (told.grade, told.joints[1]) == (Grade.ARGUED, "w is centred.")
    assert argued(told, "w is centred.").joints == told.joints
    assert all_of(certified, told).grade == Grade.ARGUED
    derived = argued(holds("m", "s", grade=Grade.DERIVED), "w is centred.")
    assert all_of(told, derived).grade == Grade.DERIVED
    assert argued(refused("m", "step 3"), "w is centred.") == refused("m", "step 3")
    for joints in ((), (" ",)):
        with pytest.raises(EvidenceError, match="each joint is a sentence"):
            argued(certified, *joints)


def test_nothing_is_not_a_proof():
    with pytest.raises(EvidenceError, match="checks nothing"):
        all_of()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"decision": "true"}, "decision = 'true' is not one of"),
        ({"decision": "inconclusive"}, "reason is empty"),
        ({"decision": "refused"}, "that is refused says where"),
        ({"grade": Grade.ARGUED}, "ARGUED with 0 joints"),
        ({"joints": ("so it holds",)}, "CERTIFIED with 1 joints"),
        (
            {"joints": ("so it holds",), "grade": Grade.ARGUED, "decision": "fails"},
            "what is argued",
        ),
        ({"certificate": None, "joints": ("so",), "grade": Grade.ARGUED}, "without a certificate"),
        ({"alpha": Fraction(1, 9)}, "statistical evidence is at most SUPPORTED"),
        ({"alpha": Fraction(1, 9), "decision": "fails"}, "statistical evidence is at most"),
        ({"alpha": Fraction(10, 9)}, r"alpha = 10/9 is outside \[0, 1\]"),
        ({"certificate": None}, "grade = CERTIFIED without a certificate"),
        ({"grade": Grade.PROVED}, "grade = PROVED is the word of a proof assistant's kernel"),
    ],
)
def test_an_impossible_outcome_is_refused(options, words: str):
    with pytest.raises(EvidenceError, match=words):
        Outcome(
            **(
                {"decision": "holds", "grade": Grade.CERTIFIED, "method": "", "summary": ""}
                | {"certificate": {"kind": "identity"}}
                | options
            )
        )


def test_small_changes_leave_the_rest():
    start = holds("m", "s", certificate={"kind": "identity"}, assumes=("b",))
    assert start.grade == Grade.CERTIFIED
    end = start.because("t").modulo("a", "b").with_figures(Figure("n", 1))
    assert (end.summary, end.assumes, end.figures) == ("t", ("a", "b"), (Figure("n", 1),))
    assert end.with_plots(Plot("t", "a", "s")).plots == (Plot("t", "a", "s"),)
    assert inconclusive("m", "why").reason == "why"


# ------------------------------------------------------------------------------ sampled checks


def sampled(prop, **given_) -> Outcome:
    c = Claim("t.a", title="", statement="", ours=("lemma", ""))
    return c.sampled(**given_)(prop)(Run(seed=3))


def test_a_property_that_survives_is_supported_with_its_number_of_instances():
    def fine(x: int) -> None:
        assert x * x >= 0

    found = sampled(fine, x=st.integers(), examples=30)
    assert (found.decision, found.grade) == ("holds", Grade.SUPPORTED)
    assert found.figures == (Figure("instances", 30),)


def test_instances_that_are_turned_away_are_not_counted():
    tested = []

    def half(x: int) -> None:
        assume(x % 2 == 0)
        tested.append(x)
        assert x >= 0

    found = sampled(half, x=st.integers(0, 100), examples=30)
    assert found.figures == (Figure("instances", len(tested)),)


def test_a_property_that_fails_shows_the_smallest_instance_found_and_refutes_nothing():
    def wrong(x: int) -> None:
        assert x < 1000

    found = sampled(wrong, x=st.integers(), examples=300)
    assert found.decision == "fails"
    assert found.grade == Grade.SUPPORTED
    assert found.counterexample.point == (("x", "1000"),)


def test_instances_do_not_depend_on_the_modules_that_happen_to_be_loaded(tmp_path, monkeypatch):
    def instances() -> list:
        seen = []

        def noted(x: int, y: float) -> None:
            seen.append((x, y))
            assert seen

        sampled(noted, x=st.integers(), y=st.floats(), examples=200)
        return [repr(s) for s in seen]

    first = instances()
    (tmp_path / "full_of_constants.py").write_text("A = [123456789, 31337.25, 777777, 2.5e17]\n")
    monkeypatch.syspath_prepend(tmp_path)
    __import__("full_of_constants")
    assert instances() == first


def test_a_property_that_never_asserts_is_an_error():
    def early(x: int) -> None:
        if x * x >= 0:
            return
        assert x == 0

    def rare(x: int) -> None:
        if x > 10**30: assert x == 0  # fmt: skip # noqa: E701

    for prop in (early, rare, lambda x: None):
        with pytest.raises(ClaimError, match="reached no assertion in any of 20 instances"):
            sampled(prop, x=st.integers(-9, 9), examples=20)


def test_a_property_that_swallows_its_assertion_is_an_error():
    def helper(x: int) -> None:
        assert x < 5

    def deaf(x: int) -> None:
        with contextlib.suppress(AssertionError):
            assert x < 5

    def deafer(x: int) -> None:
        try:
            helper(x)
        except AssertionError:
            return

    def deafest(x: int) -> None:
        with contextlib.suppress(AssertionError):
            np.testing.assert_array_less(x, 5)

    for prop in (deaf, deafer, deafest):
        with pytest.raises(ClaimError, match="swallows an assertion that failed, at"):
            sampled(prop, x=st.integers(0, 100), examples=50)


def test_an_assertion_of_a_helper_or_of_a_library_counts():
    def helper(x: int) -> None:
        assert (
            x
            >= 0
        )  # fmt: skip

    def by_helper(x: int) -> None:
        helper(x)

    def by_library(x: int) -> None:
        np.testing.assert_array_less(-1, x)

    for prop in (by_helper, by_library):
        assert sampled(prop, x=st.integers(0, 9), examples=9).figures == (Figure("instances", 9),)
