"""False bounds on what a private answer errs under hard priors: all are turned down."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.workbench.rigor.build import add, idx, mul, neg, power, q, v
from workbench.report.shown import formulas
from workbench.rigor.check import check_certificate, conclusions
from workbench.rigor.provers import hard_prior_rates, hard_priors, private_answers

Certificate = dict[str, Any]


def _bare(outcome: Any) -> Certificate:
    assert outcome.decision == "holds", outcome.reason
    return {key: value for key, value in outcome.certificate.items() if key != "digest"}


@pytest.fixture(scope="module")
def blocks() -> Certificate:
    """Parts of any size."""
    return _bare(hard_priors.blocks_shown())


def _said(c: Certificate) -> Any:
    return c["moments"]


def _answer(c: Certificate) -> Any:
    return c["moments"]["answer"]


def _step(c: Certificate) -> Any:
    return c["steps"][0]


def test_what_is_proved_is_the_statement(blocks: Certificate) -> None:
    assert check_certificate(blocks).accepted
    said = {"says": "moments", "statement": blocks["moments"]}
    assert conclusions(blocks) == [said]
    told = " ".join(one.latex for one in formulas(said))
    assert r"(\epsilon, \delta)\text{-DP mechanism" in told
    assert r"(\epsilon, \delta)\text{-DP estimator" in told
    assert r"independent of the other parts; all else is 0" in told


PLACE = add(mul(add(v("k"), q(-1)), v("t")), v("i"))
SHARE = ["/", idx("m", v("k")), v("n")]


def _errors(share: Any = SHARE, place: Any = PLACE, last: Any = None) -> Any:
    off = power(add(idx("a", place), neg(mul(share, idx("w", PLACE)))), 2)
    return ["sum", "k", q(1), last or v("K"), ["sum", "i", q(1), v("t"), off]]


@pytest.mark.parametrize(
    ("of", "accepted"),
    [
        (_errors(), True), (add(_errors(), q(1)), True),
        (add(_errors(), power(idx("w", q(1)), 2)), True),
        (add(_errors(), q(-1)), False), (mul(q("1/2"), _errors()), False),
        (add(_errors(), neg(power(idx("a", q(1)), 2))), False), (_errors(q(1)), False),
        (_errors(place=add(PLACE, v("t"))), False), (_errors(place=v("i")), False),
        (_errors(last=v("n")), False), (_errors(last=v("t")), False), (neg(_errors()), False),
        (add(_errors(), idx("w", q(1))), False), (idx("a", q(1)), False), (q(0), False),
        (["/", _errors(), idx("w", q(1))], False), (power(_errors(), 2), False),
    ],
)  # fmt: skip
def test_a_mean_is_at_least_the_errors_of_all_blocks(
    of: Any, accepted: bool, blocks: Certificate
) -> None:
    """Other blocks, other words, other shares and less than all blocks are no such mean."""
    c = copy.deepcopy(blocks)
    _said(c)["means"][0]["of"] = of
    assert check_certificate(c).accepted == accepted


CHANGES: dict[str, Callable[[Certificate], Any]] = {
    "no room": lambda c: _said(c)["where"].pop(0),
    "room for the first part": lambda c: _said(c)["where"][0][0].__setitem__(3, q(1)),
    "room for later parts": lambda c: _said(c)["where"][0][0].__setitem__(2, q(2)),
    "room for other parts": lambda c: _said(c)["where"][0][0].__setitem__(4, idx("B", v("k"))),
    "room for one size": lambda c: _said(c)["where"][0][0].__setitem__(4, idx("m", v("n"))),
    "room in other records": lambda c: _said(c)["where"][0].__setitem__(2, v("d")),
    "room the other way": lambda c: _said(c)["where"][0].__setitem__(1, ">="),
    "no size": lambda c: _answer(c).update(sizes="x"),
    "sizes of no sign": lambda c: _answer(c).update(sizes="B"),
    "sizes that are the errors": lambda c: _answer(c).update(least="m"),
    "errors that are a number": lambda c: _answer(c).update(least="K"),
    "errors that are the answer": lambda c: _answer(c).update(least="a"),
    "errors that are the means": lambda c: _answer(c).update(least="w"),
    "errors that are a tree": lambda c: _answer(c).update(least=idx("a", q(1))),
    "sizes that are the means": lambda c: _answer(c).update(sizes="w"),
    "no delta": lambda c: _answer(c).pop("delta"),
    "a negative delta": lambda c: _answer(c).update(delta=q(-1)),
    "a delta of no sign": lambda c: _answer(c).update(delta=idx("B", q(1))),
    "a delta that is random": lambda c: _answer(c).update(delta=power(idx("w", q(1)), 2)),
    "a budget that is random": lambda c: _answer(c).update(epsilon=power(idx("a", q(1)), 2)),
    "a negative budget": lambda c: _answer(c).update(epsilon=q(-1)),
    "half a part": lambda c: _answer(c).update(parts=q("1/2")),
    "more parts": lambda c: _answer(c).update(parts=v("d")),
    "no entry": lambda c: _answer(c).update(length=q(0)),
    "other blocks": lambda c: _answer(c).update(length=v("d")),
    "a length of each part": lambda c: _answer(c).update(length=idx("m", q(1))),
    "fewer records": lambda c: _answer(c).update(size=v("K")),
    "one name for both": lambda c: _answer(c).update(words="a"),
    "the name of a number": lambda c: _answer(c).update(name="K"),
    "means with the name of the sizes": lambda c: _answer(c).update(words="m"),
    "another key": lambda c: _answer(c).update(count=v("K")),
    "no errors": lambda c: _answer(c).pop("least"),
    "a word in a condition": lambda c: _said(c)["where"].append([idx("w", q(1)), "=", q(1)]),
    "errors that know the answer": lambda c: _said(c)["where"].append(
        [idx("B", q(1)), "=", idx("a", q(1))]),
    "errors that contradict each other": lambda c: _said(c)["where"].extend(
        [[idx("B", q(1)), ">=", q(2)], [idx("B", q(1)), "<=", q(1)]]),
    "the sizes contradict their sign": lambda c: _said(c)["where"].append(
        [idx("m", q(1)), "=", q(-1)]),
    "a bound that knows the means": lambda c: _said(c).update(left=idx("w", q(1))),
    "not bounded": lambda c: c["steps"].clear(),
    "bounded twice": lambda c: c["steps"].append(copy.deepcopy(c["steps"][0])),
    "a guess": lambda c: _step(c).update(rule="guess"),
    "a mistake": lambda c: _step(c).update(rule="mistake"),
    "a gain": lambda c: _step(c).update(gain=q(1)),
    "a rate": lambda c: _step(c).update(rate=q(2)),
    "an index with the name of a number": lambda c: _step(c).update(at="n"),
    "an index with the name of an entry": lambda c: _step(c).update(word="a"),
    "an index with the name of the errors": lambda c: _step(c).update(at="B"),
    "an index that is bound": lambda c: _step(c).update(at="i"),
    "an index twice": lambda c: _step(c).update(word=_step(c)["at"]),
    "nothing is shown": lambda c: _step(c).update(shown=[]),
    "more is shown": lambda c: _step(c)["shown"].append(_step(c)["shown"][0]),
    "a larger bound": lambda c: _said(c).update(left=mul(q(2), _said(c)["left"])),
    "shares that are not squared": lambda c: _said(c).update(
        left=["sum", "k", q(1), v("K"), mul(SHARE, idx("B", v("k")))]),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_answer_is_refused(change: str, blocks: Certificate) -> None:
    c = copy.deepcopy(blocks)
    CHANGES[change](c)
    assert not check_certificate(c).accepted


@pytest.mark.parametrize("name", ["i0", "i1", "part", "entry", "j", "k"])
def test_no_index_takes_the_name_of_a_number(name: str, blocks: Certificate) -> None:
    """A number or a sequence with a name that the checker or a step makes is no index."""
    c = _renamed(blocks, "B", name)
    assert _answer(c)["least"] == name
    assert check_certificate(c).accepted == (name in {"i0", "i1"})


def _renamed(tree: Any, old: str, new: str) -> Any:
    if isinstance(tree, dict):
        return {key: _renamed(one, old, new) for key, one in tree.items()}
    if isinstance(tree, list):
        return [_renamed(one, old, new) for one in tree]
    return new if tree == old else tree


def test_a_prior_is_no_rule_for_words(blocks: Certificate) -> None:
    """Random words have no hard prior, though the step has the same keys."""
    c = _bare(private_answers.opposite_shown())
    c["steps"][-1]["rule"] = "prior"
    assert not check_certificate(c).accepted
    c = _bare(private_answers.opposite_shown())
    c["moments"]["answer"] = _answer(blocks)
    assert not check_certificate(c).accepted


def test_the_rows_hold_and_not_more() -> None:
    assert hard_priors.even_shown(factor=2).decision == "refused"
    assert hard_priors.few_shown(power=2).decision == "refused"
    for block in ("one_block", "many_blocks", "all_blocks"):
        shown = getattr(hard_prior_rates, f"{block}_shown")
        assert check_certificate(_bare(shown())).accepted
