"""The referee: accepts what the checkers accept, and survives whatever else it is given."""

import gc
import json
import os
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from workbench.errors import EvidenceError
from workbench.referee import Referee, client, rule_all, server
from workbench.referee.answer import LONGEST, one_line

X = {"name": "x", "sort": "real", "low": None, "high": None, "low_open": True, "high_open": True}
PSD = {"kind": "psd", "matrix": [["1"]], "L": [["1"]], "D": ["1"]}


def statement(left: Any, op: str, right: Any, *, where: Any = ()) -> dict[str, Any]:
    return {"vars": [X], "where": list(where), "left": left, "op": op, "right": right}


def power(n: int) -> list[Any]:
    return ["^", ["+", ["v", "x"], ["q", "1"]], n]


TRUE = {"kind": "identity", "statement": statement(power(1), "=", ["+", ["q", "1"], ["v", "x"]])}
FALSE = {"kind": "identity", "statement": statement(power(1), "=", ["v", "x"])}


def slow(size: int = 200) -> dict[str, Any]:
    """A product of matrices whose denominators have nothing in common: minutes of exact work."""
    row = [f"1/{10**12 + 2 * k + 1}" for k in range(size)]
    matrix = [row[i:] + row[:i] for i in range(size)]
    return {"kind": "psd", "matrix": matrix, "L": matrix, "D": row}


SLOW = slow()


@pytest.fixture(scope="module")
def referee():
    with Referee(seconds=2, memory=2**30) as one:
        yield one


def nested(depth: int, inner: Any) -> Any:
    for _ in range(depth):
        inner = {"kind": "all", "members": [inner]}
    return inner


# ln(x - 9/10) needs x > 9/10: nothing that a sign can be read off shows it on [1, 2]
SHIFTED = ["+", ["v", "x"], ["q", "-9/10"]]
UNIT = X | {"low": "1", "high": "2", "low_open": False, "high_open": False}


def on(vars_: dict[str, Any], left: Any, op: str, right: Any, **more: Any) -> dict[str, Any]:
    stated = {"vars": [vars_], "where": [], "left": left, "op": op, "right": right}
    return {"statement": stated} | more


def test_an_obligation_is_met_by_another_statement_of_the_certificate(referee: Referee):
    log = ["ln", SHIFTED]
    alone = on(UNIT, log, "=", log, kind="identity")
    assert [d["kind"] for d in referee.rule(alone).open_duties] == ["positive"]
    sign = on(UNIT, ["q", "0"], "<", SHIFTED, kind="boxes", tree="n", bits=64)
    assert referee.rule(sign).accepted
    both = {"kind": "all", "members": [alone, sign]}
    assert referee.rule(both).open_duties == ()
    smaller = UNIT | {"high": "3/2"}  # shown on a smaller domain: that is not enough
    part = on(smaller, ["q", "0"], "<", SHIFTED, kind="boxes", tree="n", bits=64)
    assert referee.rule({"kind": "all", "members": [alone, part]}).open_duties
    weak = on(UNIT, ["q", "0"], "<=", SHIFTED, kind="boxes", tree="n", bits=64)
    assert referee.rule({"kind": "all", "members": [alone, weak]}).open_duties


def test_a_defined_sequence_shows_nothing_of_one_that_is_not(referee: Referee):
    counter = {"name": "n", "sort": "int", "low": "0", "high": None,
               "low_open": False, "high_open": False}  # fmt: skip
    entry, zero = ["idx", "u", ["v", "n"]], ["q", "0"]
    about = {"vars": [counter, {**X, "name": "u", "sort": "seq"}], "where": [], "left": zero}
    by_sign = {"kind": "sign"}
    ones = {
        "kind": "inductive", "statement": {**about, "op": "<", "right": entry},
        "variable": "n", "start": 0, "factor": ["q", "1"], "slack": zero, "strict": "factor",
        "rules": [{"name": "u", "index": "k", "shift": 1, "from": 0,
                   "body": ["idx", "u", ["v", "k"]]}],
        "base": [{"name": "u", "at": 0, "value": ["q", "1"]}],
        "proofs": {"start": by_sign, "factor": by_sign, "slack": by_sign},
    }  # fmt: skip
    any_u = {**about, "op": "<=", "right": ["abs", ["/", ["q", "1"], entry]]}
    ruling = referee.rule({"kind": "all", "members": [ones, {**by_sign, "statement": any_u}]})
    assert ruling.verdict == "accepted"
    assert [d["tree"] for d in ruling.open_duties] == [entry]


def test_an_obligation_is_met_by_the_enclosures_of_boxes(referee: Referee):
    log = ["ln", SHIFTED]
    evaluated = on(UNIT, log, "<=", ["q", "1"], kind="boxes", tree="n", bits=64)
    ruling = referee.rule(evaluated)
    assert (ruling.verdict, ruling.open_duties) == ("accepted", ())
    by_slope = referee.rule(evaluated | {"tree": "c"})  # evaluated at one end alone
    assert by_slope.accepted
    assert [d["kind"] for d in by_slope.open_duties] == ["positive"]


def test_what_is_true_is_accepted_with_what_it_shows(referee: Referee):
    ruling = referee.rule(TRUE)
    assert (ruling.verdict, ruling.open_duties) == ("accepted", ())
    assert [c["says"] for c in ruling.conclusions] == ["relation"]
    assert ruling.conclusions[0]["statement"]["left"] == TRUE["statement"]["left"]
    assert referee.rule(PSD).accepted


def test_what_does_not_show_its_statement_is_rejected(referee: Referee):
    for certificate in (FALSE, {}, {"kind": "al"}, [], None, 3, "all", {**TRUE, "digest": "0"}):
        ruling = referee.rule(certificate)
        assert ruling.verdict == "rejected", certificate
        assert not ruling.conclusions
        assert ruling.message


def test_a_condition_that_the_domain_does_not_meet_stays_open(referee: Referee):
    quotient = ["/", ["v", "x"], ["v", "x"]]
    ruling = referee.rule({"kind": "identity", "statement": statement(quotient, "=", quotient)})
    assert ruling.accepted
    assert [duty["kind"] for duty in ruling.open_duties] == ["nonzero"]
    met = statement(quotient, "=", quotient, where=[[["v", "x"], ">", ["q", "0"]]])
    assert referee.rule({"kind": "identity", "statement": met}).open_duties == ()


def test_all_is_as_good_as_its_worst_member_whatever_checkers_they_belong_to(referee: Referee):
    both = referee.rule({"kind": "all", "members": [TRUE, nested(3, PSD)]})
    assert both.accepted
    assert len(both.conclusions) == 2
    assert referee.rule({"kind": "all", "members": [TRUE, FALSE]}).verdict == "rejected"
    assert referee.rule({"kind": "all", "members": [TRUE, {"kind": "rate"}]}).verdict == "rejected"
    assert referee.rule({"kind": "all", "members": []}).verdict == "rejected"
    assert referee.rule({"kind": "all", "members": [TRUE], "digest": "0"}).verdict == "rejected"
    assert referee.rule(nested(400, TRUE)).accepted


def hostile() -> dict[str, Any]:
    deep: Any = ["v", "x"]
    for _ in range(50_000):
        deep = ["neg", deep]
    huge = ["q", "9" * 19_000]
    billion = ["exp", ["*", ["q", "1000000000"], ["v", "x"]]]
    return {
        "nested without end": nested(100_000, TRUE),
        "a tree nested without end": {"kind": "sign", "statement": statement(deep, "=", deep)},
        "100 MB": {"kind": "psd", "matrix": [["1" * 10**6] * 100], "L": [], "D": []},
        "minutes of exact work": SLOW,
        "a number of many digits": {"kind": "sign", "statement": statement(huge, "<", billion)},
        "an integer of many digits": {
            "kind": "sign", "statement": statement(["^", ["v", "x"], 10**5000], "=", ["q", "1"]),
        },
        "an exponent of many digits": {
            "kind": "counterexample",
            "statement": statement(["^", ["v", "x"], 10**12], "=", ["q", "1"]),
            "point": {"x": "1"},
        },
        "an exponential that is no number": {
            "kind": "counterexample",
            "statement": statement(billion, ">=", ["q", "1"]),
            "point": {"x": "1000000000000"},
        },
        "NaN": {"kind": "psd", "matrix": [[float("nan")]], "L": [["1"]], "D": ["1"]},
        "a lone surrogate": {"kind": "\ud800"},
        "a key that is no text": {("a",): 1},
    }  # fmt: skip


@pytest.mark.parametrize("name", hostile())
def test_no_certificate_crashes_hangs_or_passes(referee: Referee, name: str):
    start = time.monotonic()
    try:
        ruling = referee.rule(hostile()[name])
    except ValueError as error:  # Python writes no integer of that many digits: not our data
        pytest.fail(str(error))
    assert ruling.verdict in ("rejected", "not checked")
    assert ruling.message.isprintable()
    assert time.monotonic() - start < 60
    assert referee.rule(TRUE).accepted  # and the next one is checked


def test_time_and_memory_are_limits_and_are_named(monkeypatch: pytest.MonkeyPatch):
    """Whatever the checkers allow themselves, the kernel has the last word."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))
    monkeypatch.setattr(client, "SERVER", "tests.workbench.referee.without_budget")
    with Referee(seconds=1, memory=2**30) as short:
        ruling = short.rule(SLOW)
        assert (ruling.verdict, ruling.message) == (
            "not checked",
            "it takes more than 1 s of processor time",
        )
        assert short.rule(TRUE).accepted
    with Referee(seconds=5, memory=100 * 2**20) as small:
        ruling = small.rule(SLOW)
        assert ruling.verdict == "not checked"
        assert "100 MiB of memory" in ruling.message
        assert small.rule(TRUE).accepted


class Ring:
    """A cycle by itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def looked_by_hand() -> Iterator[None]:
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


@pytest.mark.usefixtures("looked_by_hand")
def test_cycles_are_not_looked_for_in_what_earlier_certificates_have_left():
    left = weakref.ref(Ring())
    looked = server._peak()
    assert server._settle(looked, room=2**40) == looked
    later = weakref.ref(Ring())
    gc.collect()
    assert later() is None
    assert left() is not None


@pytest.mark.usefixtures("looked_by_hand")
def test_a_process_that_has_grown_looks_through_all_that_it_has():
    left = weakref.ref(Ring())
    server._settle(server._peak(), room=2**40)
    assert server._settle(0, room=2**20) == server._peak()
    assert left() is None
    assert gc.get_freeze_count(), "the rest is taken again"


def test_what_is_said_is_one_line_that_no_terminal_obeys(referee: Referee):
    evil = "x\x1b[2J\r\naccepted\u202e"
    for certificate in (
        {"kind": evil},
        {**TRUE, "statement": {**TRUE["statement"], "op": evil}},
        {"kind": "rate", "problem": {evil: 1}, "digest": evil},
    ):
        assert referee.rule(certificate).message.isprintable()
    assert one_line(evil) == r"x\x1b[2J\r\naccepted\u202e"


def test_a_process_that_dies_between_two_certificates_is_replaced():
    with Referee() as one:
        assert one.rule(TRUE).accepted
        process = one._process
        assert process is not None
        os.kill(process.pid, signal.SIGKILL)
        assert one.rule(TRUE).accepted
        assert one._process is not process
    assert one._process is None


def test_it_dies_with_its_parent(tmp_path: Path):
    file = tmp_path / "slow.json"
    file.write_text(json.dumps(SLOW))
    program = (
        "import json, sys, threading, time\n"
        "from workbench.referee.client import Referee\n"
        f"slow = json.load(open({str(file)!r}))\n"
        "one = Referee(memory=2**30)\n"
        "one._start()\n"
        "print(one._process.pid, flush=True)\n"
        "one.rule(slow)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        time.sleep(0.5)
        parent.kill()
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            if Path(f"/proc/{child}/stat").read_text().split(") ")[1][0] == "Z":
                break
        except FileNotFoundError:
            break
        time.sleep(0.05)
    else:
        os.kill(child, signal.SIGKILL)
        pytest.fail("the process outlived its parent by 10 s")


def test_many_keep_their_order():
    assert [r.accepted for r in rule_all([TRUE, FALSE, PSD] * 3)] == [True, False, True] * 3


@pytest.mark.parametrize("limit", [{"seconds": 0}, {"memory": -1}, {"seconds": 1.5}])
def test_a_limit_is_a_positive_whole_number(limit: dict[str, Any]):
    with pytest.raises(EvidenceError, match="positive whole number"):
        Referee(**limit)


def test_the_longest_is_longer_than_any_released():
    assert LONGEST > 10**7


@pytest.mark.parametrize("times", [1, 2])
def test_a_process_that_is_killed_from_outside_is_no_fault_of_the_certificate(monkeypatch, times):
    killed = []

    def line(self, process):
        if len(killed) < times:
            killed.append(process.pid)
            process.kill()
            return b""
        return usual(self, process)

    usual = Referee._line
    monkeypatch.setattr(Referee, "_line", line)
    with Referee() as referee:
        first = referee.rule(TRUE)
    assert (first.verdict == "accepted") is (times == 1)
    assert len(killed) == times
