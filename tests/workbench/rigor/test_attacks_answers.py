"""False bounds on what a private answer errs, dressed up as proofs: all are turned down."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from typing import Any

import pytest

from tests.workbench.rigor.build import add, idx, mul, neg, power, q, sub, v
from workbench.report.shown import formulas
from workbench.rigor.check import check_certificate, conclusions
from workbench.rigor.provers import private_answer_rates, private_answers

Certificate = dict[str, Any]


def _bare(outcome: Any) -> Certificate:
    assert outcome.decision == "holds", outcome.reason
    return {key: value for key, value in outcome.certificate.items() if key != "digest"}


@pytest.fixture(scope="module")
def opposite() -> Certificate:
    """Opposite points in K coordinates: a mistake, of a square and of squares beyond."""
    return _bare(private_answers.opposite_shown())


@pytest.fixture(scope="module")
def signs() -> Certificate:
    """Signs in K blocks: a guess."""
    return _bare(private_answers.signs_shown())


def test_what_is_proved_is_the_statement(opposite: Certificate, signs: Certificate) -> None:
    for c in (opposite, signs):
        assert check_certificate(c).accepted
        assert conclusions(c) == [{"says": "moments", "statement": c["moments"]}]
        told = " ".join(
            one.latex for one in formulas({"says": "moments", "statement": c["moments"]})
        )
        assert r"\epsilon\text{-DP mechanism" in told
        assert r"\text{ independent, uniform on } 1, \dots, 2" in told


def test_no_bound_exceeds_what_a_randomised_sign_errs() -> None:
    """One point L or -L, told with the odds e^eps: the best answer errs by 1/cosh^2(eps/2)."""
    for epsilon in (0.0, 0.01, 0.5, 1.0, 3.0, 10.0):
        least = 1 / math.cosh(epsilon / 2) ** 2
        assert 2 / (1 + math.exp(epsilon)) <= least + 1e-12
        assert 1 - 2 * epsilon <= least


def test_no_bound_exceeds_what_a_named_place_errs() -> None:
    """The exponential mechanism names one of q places, and the answer is the mean given it."""
    for places in (2, 3, 10, 1000):
        for epsilon in (0.0, 0.5, 2.0, math.log(places)):
            right = math.exp(epsilon) / (math.exp(epsilon) + places - 1)
            wrong = (1 - right) / (places - 1)
            error = 1 - right**2 - (places - 1) * wrong**2
            assert (math.log(places / 2) - epsilon) / math.log(places) / 2 <= error


A, W, BEYOND = idx("a", v("b")), idx("c", v("b")), power(idx("a", v("i")), 2)
OFF = power(sub(A, W), 2)


def _over(body: Any, low: Any = 1, high: str = "K") -> Any:
    return ["sum", "b", q(low), v(high), body]


@pytest.mark.parametrize(
    "of",
    [
        OFF, power(idx("a", q(1)), 2), _over(power(sub(A, idx("c", add(v("b"), 1))), 2)),
        _over(power(sub(A, idx("c", q(1))), 2)), _over(OFF, low=2), _over(OFF, high="n"),
        add(_over(OFF), _over(OFF)), mul(q(2), _over(OFF)), power(_over(sub(A, W)), 2),
        add(_over(OFF), W), add(_over(OFF), power(idx("c", q(1)), 2)),
        _over(mul(OFF, idx("c", idx("c", v("b"))))), _over(_over(OFF)),
        _over(["sum", "i", q(1), W, BEYOND]), _over(add(OFF, ["sum", "b", q(1), v("K"), W])),
        _over(["/", OFF, sub(W, 2)]), ["sum", "b", q(1), W, A], neg(_over(OFF)),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_sum_over_all_words_is_no_mean_of_an_answer(
    of: Any, opposite: Certificate
) -> None:
    c = copy.deepcopy(opposite)
    c["moments"]["means"][0]["of"] = of
    assert not check_certificate(c).accepted


def _said(c: Certificate) -> Any:
    return c["moments"]


def _step(c: Certificate) -> Any:
    return c["steps"][-1]


CHANGES: dict[str, Callable[[Certificate], Any]] = {
    "no room": lambda c: _said(c)["where"].pop(0),
    "room for other records": lambda c: _said(c)["answer"].update(records=v("n")),
    "more parts": lambda c: _said(c)["answer"].update(parts=v("d")),
    "a negative budget": lambda c: _said(c)["answer"].update(epsilon=q(-1)),
    "a budget of no sign": lambda c: _said(c)["answer"].update(epsilon=idx("v", q(1))),
    "a budget that is random": lambda c: _said(c)["answer"].update(epsilon=idx("a", q(1))),
    "half a word": lambda c: _said(c)["answer"].update(of=q("3/2")),
    "no word": lambda c: _said(c)["answer"].update(of=q(0)),
    "three words": lambda c: _said(c)["answer"].update(of=q(3)),
    "no integer of words": lambda c: _said(c)["answer"].update(count=v("L")),
    "more words": lambda c: _said(c)["answer"].update(count=v("n")),
    "one name for both": lambda c: _said(c)["answer"].update(words="a"),
    "the name of a number": lambda c: _said(c)["answer"].update(name="L"),
    "another key": lambda c: _said(c)["answer"].update(delta=q(0)),
    "no answer": lambda c: _said(c).pop("answer"),
    "an answer of the bound": lambda c: _said(c).update(left=idx("a", q(1))),
    "an answer in a condition": lambda c: _said(c)["where"].append([idx("a", q(1)), "=", q(9)]),
    "a word in a condition": lambda c: _said(c)["where"].append([idx("c", q(1)), "=", q(1)]),
    "a mean of a batch": lambda c: c["steps"].insert(0, {"rule": "mean", "mean": "R"}),
    "bounded twice": lambda c: c["steps"].append(copy.deepcopy(c["steps"][-1])),
    "not bounded": lambda c: c["steps"].pop(),
    "a gain that knows the answer": lambda c: _step(c).update(gain=idx("a", v("at"))),
    "a gain that knows the place": lambda c: _step(c).update(gain=v("at")),
    "a larger gain": lambda c: _step(c).update(gain=mul(q(2), _step(c)["gain"])),
    "a rate that knows the answer": lambda c: _step(c).update(rate=power(idx("a", q(1)), 2)),
    "no rate": lambda c: _step(c).update(rate=q(0)),
    "a negative rate": lambda c: _step(c).update(rate=q(-1)),
    "a place with the name of a number": lambda c: _step(c).update(at="n"),
    "a word with the name of an index": lambda c: _step(c).update(word="b"),
    "one name for place and word": lambda c: _step(c).update(word=_step(c)["at"]),
    "the other rule": lambda c: _step(c).update(
        rule="guess" if _step(c)["rule"] == "mistake" else "mistake"),
    "nothing is shown": lambda c: _step(c).update(shown=[]),
    "less is shown": lambda c: _step(c)["shown"].pop(),
    "more is shown": lambda c: _step(c)["shown"].append(_step(c)["shown"][0]),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("rule", ["opposite", "signs"])
def test_a_changed_answer_is_refused(
    change: str, rule: str, request: pytest.FixtureRequest
) -> None:
    c = copy.deepcopy(request.getfixturevalue(rule))
    if (change, rule) == ("a larger gain", "signs"):
        c["moments"]["left"] = mul(q(2), c["moments"]["left"])
    CHANGES[change](c)
    assert not check_certificate(c).accepted


def test_terms_of_any_sign_are_no_other_errors(opposite: Certificate) -> None:
    """Without what an answer errs beyond its words the bound is the same; less than that is not."""
    means = opposite["moments"]["means"]
    (words,) = (one for one in means[0]["of"][1:] if "c" in str(one))
    for of, accepted in ((words, True), (add(words, neg(power(idx("a", q(1)), 2))), False),
                         (add(words, idx("a", q(1))), False)):  # fmt: skip
        c = copy.deepcopy(opposite)
        c["moments"]["means"][0]["of"] = of
        assert check_certificate(c).accepted == accepted


def test_a_mistake_is_asked_for_errors_that_are_not_negative(opposite: Certificate) -> None:
    """The error (a - w)^2 less a number: its sum may be large while one of a word is negative."""
    c = copy.deepcopy(opposite)
    of = c["moments"]["means"][0]["of"]
    words = next(one for one in of[1:] if "c" in str(one))
    words[4] = add(words[4], neg(power(idx("v", idx("c", v("b"))), 2)))
    assert not check_certificate(c).accepted


def test_what_is_forgotten_is_not_known() -> None:
    c = _bare(private_answers.groups_shown())
    assert check_certificate(c).accepted
    for keep in ([-1], [99], ["0"], []):
        changed = copy.deepcopy(c)
        inner = changed["steps"][0]["steps"]
        assert inner[0]["rule"] == "forget"
        inner[0]["keep"] = keep
        assert not check_certificate(changed).accepted


@pytest.mark.parametrize("block", ["one_block", "many_blocks"])
def test_the_rate_is_read_with_its_blocks(block: str) -> None:
    shown = getattr(private_answer_rates, f"{block}_shown")
    assert check_certificate(_bare(shown())).accepted
    assert shown(parts=1).decision == "refused"
