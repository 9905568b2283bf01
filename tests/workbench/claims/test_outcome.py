"""Outcomes survive the trip through JSON; joining them loses nothing that matters."""

import json
from fractions import Fraction

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
    holds,
    inconclusive,
)
from workbench.errors import EvidenceError

TEXT = st.text(st.characters(codec="utf-8"), max_size=8)
NUMBER = st.one_of(
    st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.fractions().map(str)
)
LEAF = st.none() | st.booleans() | st.integers() | TEXT
TREE = st.recursive(LEAF, lambda x: st.lists(x, max_size=3) | st.dictionaries(TEXT, x, max_size=3))


def many(kind, *fields):
    return st.lists(st.builds(kind, *fields), max_size=3).map(tuple)


@st.composite
def outcomes(draw) -> Outcome:
    decision = draw(st.sampled_from(["holds", "fails", "inconclusive", "error"]))
    alpha = draw(st.sampled_from([Fraction(0), Fraction(1, 20000), Fraction(1, 3)]))
    grade = draw(st.sampled_from(Grade))
    if decision == "holds" and alpha:
        grade = min(grade, Grade.SUPPORTED)
    return Outcome(
        decision=decision,
        grade=grade,
        method=draw(TEXT),
        summary=draw(TEXT),
        reason=draw(TEXT) + ("!" if decision == "inconclusive" else ""),
        encoded=draw(many(Encoded, TEXT, TEXT)),
        figures=draw(many(Figure, TEXT, NUMBER, TEXT, TEXT)),
        counterexample=draw(
            st.none()
            | st.builds(
                Counterexample, st.lists(st.tuples(TEXT, TEXT), max_size=2).map(tuple), TEXT
            )
        ),
        certificate=draw(st.none() | st.dictionaries(TEXT, TREE, max_size=3)),
        obligations=draw(many(Obligation, TEXT, st.sampled_from(["discharged", "open"]), TEXT)),
        alpha=alpha,
        looks=draw(st.none() | st.integers(0, 9)),
        power=draw(TEXT),
        assumes=tuple(draw(st.lists(TEXT, max_size=2))),
        trust=tuple(draw(st.lists(TEXT, max_size=2))),
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


ORDER = ["error", "fails", "inconclusive", "holds"]


@given(st.lists(outcomes(), min_size=1, max_size=4))
def test_all_of_is_the_meet(several: list[Outcome]):
    if any(o.alpha for o in several):  # a certified part must not be joined with a gamble
        assume(all(o.grade <= Grade.SUPPORTED for o in several if o.decision == "holds"))
    joined = all_of(*several)
    assert joined.decision == min((o.decision for o in several), key=ORDER.index)
    if joined.decision == "holds":
        assert joined.grade == min(o.grade for o in several)
    if joined.counterexample is not None:
        assert joined.counterexample in [o.counterexample for o in several]
    assert joined.alpha == min(1, sum(o.alpha for o in several))
    assert set(joined.trust) == {t for o in several for t in o.trust}
    assert set(joined.assumes) == {a for o in several for a in o.assumes}
    assert len(joined.figures) == sum(len(o.figures) for o in several)


def test_nothing_is_not_a_proof():
    with pytest.raises(EvidenceError, match="checks nothing"):
        all_of()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"decision": "true"}, "decision = 'true' is not one of"),
        ({"decision": "inconclusive"}, "reason is empty"),
        ({"alpha": Fraction(1, 9)}, "statistical evidence is at most SUPPORTED"),
    ],
)
def test_an_impossible_outcome_is_refused(options, words: str):
    with pytest.raises(EvidenceError, match=words):
        Outcome(
            **(
                {"decision": "holds", "grade": Grade.CERTIFIED, "method": "", "summary": ""}
                | options
            )
        )


def test_small_changes_leave_the_rest():
    start = holds("m", "s", grade=Grade.CERTIFIED, assumes=("b",))
    end = start.because("t").modulo("a", "b").with_figures(Figure("n", 1))
    assert (end.summary, end.assumes, end.figures) == ("t", ("a", "b"), (Figure("n", 1),))
    assert end.with_plots(Plot("t", "a", "s")).plots == (Plot("t", "a", "s"),)
    assert inconclusive("m", "why").reason == "why"


# ------------------------------------------------------------------------------ sampled checks


def sampled(prop, **given_) -> Outcome:
    c = Claim("t.a", kind="lemma", title="", statement="", source="", provenance="ours")
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
        sampled(lambda x, y: seen.append((x, y)), x=st.integers(), y=st.floats(), examples=200)
        return [repr(s) for s in seen]

    first = instances()
    (tmp_path / "full_of_constants.py").write_text("A = [123456789, 31337.25, 777777, 2.5e17]\n")
    monkeypatch.syspath_prepend(tmp_path)
    __import__("full_of_constants")
    assert instances() == first
