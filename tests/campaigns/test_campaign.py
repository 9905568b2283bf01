"""A short campaign with a fixed seed over all kinds, and proof that it would find something."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from unittest.mock import patch

import pytest

from tests.campaigns import corpus, figures, fuzz, instances, put_back, rates, tamper
from tests.campaigns.evaluate import NoValue, Tree, compare, sign
from tests.campaigns.faults import FAULTS, found
from tests.campaigns.statements import state
from workbench.rigor.check.kinds import KINDS as CHECKED

KNOWN = corpus.read()
FEW = {
    "theorem": 30, "geometry": 30, "private": 30,
    **dict.fromkeys((*rates.KINDS, "integral", "accounting"), 15),
}  # fmt: skip
RARE = {"identity", "logarithms", "private", "rate"}  # of which few are accepted


# the campaign --------------------------------------------------------------------------------


def test_every_kind_has_a_maker_and_a_judge() -> None:
    assert set(fuzz.KINDS) == {*CHECKED, *rates.KINDS, *fuzz.SUBJECTS}


@pytest.mark.parametrize("share", [3, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("kind", fuzz.KINDS)
def test_nothing_accepted_is_false(kind: str, share: int) -> None:
    """By default the first third of the certificates, where some of these are accepted."""
    few = FEW.get(kind, 60) // (1 if kind in RARE else share)
    counts, findings = fuzz.batch(kind, "short", KNOWN, few)
    assert not findings, json.dumps(findings[0])
    assert counts["judged"], "nothing was judged"


@pytest.mark.parametrize("kind", sorted(KNOWN))
def test_real_certificates_are_accepted_and_true(kind: str) -> None:
    for c in KNOWN[kind][:5]:
        assert fuzz.accepted(c)
        assert not fuzz.judge(c, random.Random(1)).violation


@pytest.mark.parametrize("kind", sorted(KNOWN))
def test_no_change_passes_for_the_original(kind: str) -> None:
    counts, findings = tamper.batch(kind, "short", KNOWN, 40)
    assert not findings, json.dumps(findings[0])
    assert counts["kept"] > 30


# it finds what is there ----------------------------------------------------------------------


# With these the slow ones are found soon; with how many of other seeds, and how soon, is in
# put_back.json.
SEEDS = {
    "what is beyond the nodes is nothing": "fault a",
    "a draw is centred against what is drawn later": "fault d",
    "the ends of a sum do not count": "fault e",
    "a factor leaves its sum": "fault g",
    "a lemma about another draw": "fault a",
    "a prox step says it of the point before": "fault f",
    "a sum is its mean": "fault d",
    "all geometries have one norm": "fault g",
    "an interval without an integer has one": "fault h",
    "every draw is centred": "fault g",
    "logarithms do not count where powers are tied": "fault b",
    "prox steps see the future": "fault a",
    "squares are linear in a factor": "fault a",
    "squares have any multiple": "fault e",
    "strong in the dual norm": "fault f",
    "the sign of a formula is as wished": "fault b",
    "twice as strong": "fault h",
    "a sum of one term is empty": "fault e",
    "a prox step for half a divergence": "fault e",
    "a lemma without its hypotheses": "fault e",
    "exponential weights without their normaliser": "fault c",
    "a conversion for nothing": "fault c",
    "a batch is drawn with replacement": "fault d",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_that_is_put_back_is_found(fault: str) -> None:
    assert found(fault, SEEDS.get(fault, "fault"), KNOWN)


def test_seeds_are_those_of_faults() -> None:
    assert SEEDS.keys() <= FAULTS.keys()


@pytest.mark.parametrize("kind", fuzz.KINDS)
def test_a_checker_that_accepts_everything_is_found_out(kind: str) -> None:
    """No judge is blind: of certificates that nobody checked, it calls one false."""
    with patch("tests.campaigns.fuzz.accepted", lambda c: True):
        found = (fuzz.batch(kind, f"blind/{n}", KNOWN, 5)[1] for n in range(40))
        assert any("not readable" not in f["why"] for findings in found for f in findings)


def test_a_certificate_that_passes_for_another_is_found() -> None:
    with patch("tests.campaigns.tamper.is_accepted", lambda c: True):
        counts, findings = tamper.batch("psd", "blind", KNOWN, 20)
    assert counts["kept accepted"] == counts["kept"] == len(findings)


def test_conclusions_that_leave_something_out_are_found() -> None:
    def without_domains(c):
        return [{k: v for k, v in c["statement"].items() if k != "vars"}]

    with patch("workbench.rigor.check.conclusions", without_domains):
        assert any("disagree" in f["why"] for f in tamper.batch("sign", "blind", KNOWN, 200)[1])


def test_a_checker_that_dies_is_a_finding() -> None:
    def dies(about):
        about({"kind": "sign"})
        os.kill(os.getpid(), signal.SIGKILL)

    assert _in_a_process(dies) == {"why": "the checker died", "about": {"kind": "sign"}}


@pytest.mark.parametrize("wait", [lambda: time.sleep(60), lambda: sum(iter(int, 1))])
def test_a_checker_that_hangs_is_a_finding(wait) -> None:
    def hangs(about):
        about({"kind": "sign"})
        wait()

    assert "longer" in _in_a_process(hangs, seconds=0.2)["why"]


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # tests have threads
def _in_a_process(work, **more):
    return fuzz.in_a_process(work, **more)


def test_a_duty_about_a_power_is_about_a_power() -> None:
    """Found by a campaign: the duty was read as if it had a base and an exponent."""
    duty = {"bound": [], "kind": "power", "tree": ["q", "1"]}
    s = {**state([], ["q", "0"], "<=", ["q", "1"]), "requires": [duty]}
    assert not fuzz.accepted({"kind": "sign", "statement": s})


# the evaluator -------------------------------------------------------------------------------


def q(value: str) -> Tree:
    return ["q", value]


@pytest.mark.parametrize(
    ("left", "op", "right", "answer"),
    [
        (["root", 2, q("0")], "=", q("1"), False),
        (["root", 3, q("8/27")], "=", q("2/3"), True),
        (["root", 2, q("2")], "<", q("3/2"), True),
        (["^", ["root", 2, q("2")], 2], "=", q("2"), None),  # no interval shows an equality
        (["exp", q("1")], ">", q("271828182845904523537/100000000000000000000"), False),
        (["exp", q("1")], ">", q("271828182845904523535/100000000000000000000"), True),
        (["erfc", q("1/2")], "<", q("4795001221869535/10000000000000000"), True),
        (["erfc", q("1/2")], ">", q("4795001221869534/10000000000000000"), True),
        (["sum", "k", q("1"), q("0"), ["/", q("1"), q("0")]], "=", q("0"), True),
        (["prod", "k", q("3"), q("1"), ["v", "k"]], "=", q("1"), True),
        (["npow", q("0"), q("0")], "=", q("1"), True),
        (["*", q("0"), ["exp", ["pi"]]], "=", q("0"), True),
        (["ln", ["exp", q("2")]], "=", q("2"), None),
    ],
)
def test_values(left: Tree, op: str, right: Tree, answer: bool | None) -> None:
    assert compare(left, op, right, {}) is answer


@pytest.mark.parametrize(
    "tree",
    [
        ["/", q("1"), ["+", q("1"), q("-1")]], ["root", 2, q("-1")], ["root", 3, q("-8")],
        ["ln", q("0")], ["npow", q("0"), q("-1")], ["npow", q("2"), q("1/2")],
        ["sum", "k", q("1"), q("5/2"), q("1")], ["*", q("0"), ["/", q("1"), q("0")]],
        ["sum", "k", q("0"), q("1"), ["/", q("1"), ["v", "k"]]],
    ],
)  # fmt: skip
def test_expressions_without_a_value(tree: Tree) -> None:
    with pytest.raises(NoValue):
        sign(tree, {})


def test_a_coordinate_that_the_statement_lacks_is_refused() -> None:
    known = next(c for c in corpus.read()["counterexample"] if c["statement"]["vars"])
    more = known | {"point": known["point"] | {"nothing_of_that_name": "1"}}
    assert fuzz.accepted(known)
    assert not fuzz.accepted(corpus.sealed(more))
    assert tamper.stated(more) != tamper.stated(known)


# the figures ---------------------------------------------------------------------------------


def _in_the_readme(marks: tuple[str, str]) -> str:
    return figures.README.read_text().split(marks[0])[1].split(marks[1])[0].strip()


def test_the_tables_in_the_readme_are_those_of_the_figures() -> None:
    found = json.loads(figures.FILE.read_text())
    assert _in_the_readme(figures.MARKS) == figures.table(found).strip()
    if found["checker"] == figures.checker():  # else they may have had other kinds
        assert set(found["fuzz"]) == set(fuzz.KINDS)
    assert not sum(row["violations"] for part in figures.COLUMNS for row in found[part].values())
    told = json.loads(put_back.FILE.read_text())
    assert _in_the_readme(put_back.MARKS) == put_back.table(told).strip()


def test_nine_faults_in_ten_were_found_with_other_seeds() -> None:
    tried = json.loads(put_back.FILE.read_text())["tried"].values()
    hits = [n is not None for by_seed in tried for n in by_seed]
    assert sum(hits) >= 0.9 * len(hits)


def test_figures_say_of_which_checkers_they_are() -> None:
    now = figures.checker()
    assert "as they are now" in figures.whose({"checker": now})
    assert "of other checkers" in figures.whose({"checker": "0" * 16})


def test_the_judge_of_runs_stays_on_its_side_of_a_kink():
    # curvature 2 up to t = 1/2 and 0 beyond: smooth of constant 2, and of no smaller one
    data = {"ridges": [[["0", "1"], [[None, "2", "1", "0"], ["1/2", "0", "2", "-1/4"]]]]}
    for bound, wrong in (("2", False), ("3/2", True)):
        spec = {"is": [["smooth", ["q", bound], "1"]], "on": None}
        said = [instances._not_in(spec, data, {}, random.Random(seed)) for seed in range(12)]
        assert all(said) if wrong else not any(said)
