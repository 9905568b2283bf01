"""The process that rules answers provers too: what it accepted is known by its bytes alone."""

import copy
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.workbench.referee.test_referee import FALSE, PSD, SLOW, TRUE, hostile, nested, statement
from workbench.referee import Referee, client, remembered, server
from workbench.referee.checkers import checked
from workbench.rigor.asking import asked_of, check_certificate
from workbench.rigor.check import check_certificate as checker
from workbench.rigor.check.kinds import digest
from workbench.runner.limits import TimeIsUp, soft_limit

SIGN = {
    "kind": "sign",
    "statement": statement(["q", "0"], "<=", ["+", ["^", ["v", "x"], 2], ["q", "1"]]),
}
STAMPED = {**SIGN, "digest": digest(SIGN)}


@pytest.fixture
def referee() -> Iterator[Referee]:
    with Referee(seconds=2, memory=2**30) as one:
        yield one


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was put to the checkers."""
    seen: list[Any] = []

    def counted(member: Any) -> Any:
        seen.append(member)
        return checked(member)

    monkeypatch.setattr(remembered, "checked", counted)
    return seen


def said(known: remembered.Accepted, certificate: Any, wanted: bool) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        server._answer(json.dumps(certificate).encode(), wanted, known, 20)
    )
    return found


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> remembered.Accepted:
    monkeypatch.setattr(server, "_limit", lambda what, most: None)  # not of the tests' own process
    return remembered.Accepted()


def leaves(one: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(one, dict | list):
        for key, value in one.items() if isinstance(one, dict) else enumerate(one):
            yield from leaves(value, (*path, key))
    else:
        yield path


def changed(certificate: Any, path: tuple[Any, ...], value: Any) -> Any:
    made = copy.deepcopy(certificate)
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return made


def test_what_was_accepted_is_not_checked_again(known, asked):
    assert said(known, SIGN, True)["accepted"]
    ruling = said(known, STAMPED, False)
    assert ruling["verdict"] == "accepted"
    assert ruling["conclusions"][0]["statement"] == SIGN["statement"]
    both = said(known, {"kind": "all", "members": [TRUE, STAMPED, PSD]}, False)
    assert both["verdict"] == "accepted"
    assert asked == [SIGN, TRUE, PSD]


def test_the_digest_of_what_was_accepted_without_one_is_worked_out_once(known, asked, monkeypatch):
    worked_out = []
    monkeypatch.setattr(remembered, "digest", lambda one: worked_out.append(one) or digest(one))
    assert said(known, SIGN, True)["accepted"]
    for _ in range(3):
        assert said(known, STAMPED, True)["accepted"]
        assert not said(known, {**SIGN, "digest": digest(TRUE)}, True)["accepted"]
    assert worked_out == [STAMPED]
    assert asked == [SIGN] + 3 * [{**SIGN, "digest": digest(TRUE)}]


def test_what_was_rejected_is_checked_again(known, asked):
    for _ in range(2):
        assert not said(known, FALSE, True)["accepted"]
    assert said(known, FALSE, False)["verdict"] == "rejected"
    assert asked == [FALSE] * 3


def test_a_certificate_that_was_changed_after_it_was_accepted_is_checked_anew(known, asked):
    """Each leaf by itself, the digest as it was and then as it should be, alone and in a whole."""
    assert said(known, STAMPED, True)["accepted"]
    for wrong in ("", "0", None, digest(TRUE), [digest(SIGN)]):
        assert not said(known, {**SIGN, "digest": wrong}, True)["accepted"]
    for path in leaves(SIGN):
        for value in ("-1", "v", None, True, 0, 2.5, ["q", "-9"]):
            tampered = changed(STAMPED, path, value)
            if json.dumps(tampered) == json.dumps(STAMPED):
                continue
            assert not said(known, tampered, True)["accepted"], path  # the digest is the old one
            stamped = {**tampered, "digest": digest(tampered)}
            before = len(asked)
            answer = said(known, stamped, True)
            assert len(asked) == before + (path != ("kind",)), path  # a kind without a checker
            assert (answer["accepted"], answer["message"]) == (
                (fresh := checker(stamped)).accepted,
                fresh.message,
            )
            whole = said(known, {"kind": "all", "members": [STAMPED, stamped]}, False)
            assert (whole["verdict"] == "accepted") is fresh.accepted


def test_the_order_of_what_it_holds_is_part_of_a_certificate(known, asked):
    turned = dict(reversed(SIGN.items()))
    assert said(known, SIGN, True) == said(known, turned, True)
    assert [list(one) for one in asked] == [["kind", "statement"], ["statement", "kind"]]


def test_seconds_that_were_spent_before_count_in_the_limit(known, asked, monkeypatch):
    """Members that are each within the limit make a whole that is not, as in a report."""
    clock = iter(range(0, 1000, 6))
    taken = SimpleNamespace(process_time=lambda: float(next(clock)))
    monkeypatch.setattr(remembered, "time", taken)
    limits = []
    monkeypatch.setattr(server, "_limit", lambda what, most: limits.append(most))
    monkeypatch.setattr(server, "time", SimpleNamespace(process_time=lambda: 100.0))
    for one in (SIGN, TRUE, PSD):
        assert said(known, one, True)["accepted"]
    assert len(asked) == 3
    said(known, {"kind": "all", "members": [SIGN, TRUE]}, False)
    assert (len(asked), limits[-1]) == (3, 101 + 20 - 12)
    monkeypatch.setattr(
        server, "ruling_on", lambda certificate, judge: judge and seen.append(judge)
    )
    seen: list[Any] = []
    with pytest.raises(AttributeError):  # of the ruling that is None here
        said(known, {"kind": "all", "members": [SIGN, TRUE, PSD, {**SIGN, "gap": None}]}, False)
    assert seen != [server.checked]  # 18 of 20 seconds
    known._known[next(iter(known._known))].seconds = 9.0
    with pytest.raises(AttributeError):
        said(known, {"kind": "all", "members": [SIGN, TRUE, PSD]}, False)
    assert seen[-1] is server.checked  # all of them once more, within the limit of the kernel


def test_the_memory_is_bounded(known, monkeypatch):
    monkeypatch.setattr(remembered, "_MOST", 2)
    for one in (SIGN, TRUE, PSD):
        assert said(known, one, True)["accepted"]
    assert len(known._known) == 2


def test_a_prover_hears_what_the_checker_says(referee: Referee):
    odd = [{"kind": "all", "members": [TRUE, FALSE]}, {"kind": "rate"}, {"kind": ["sign"]}, {}, 3]
    small = [one for name, one in hostile().items() if name.startswith(("an ", "a lone", "NaN"))]
    with asked_of(referee.check):
        for certificate in (TRUE, FALSE, PSD, SIGN, STAMPED, nested(5, TRUE), *odd):
            assert check_certificate(certificate) == checker(certificate), certificate
        for certificate in small:
            assert not check_certificate(certificate).accepted


def test_what_the_process_cannot_be_asked_is_asked_here(referee: Referee):
    with asked_of(referee.check):
        assert not check_certificate({("a",): 1}).accepted
    assert referee._process is None


def test_an_answer_is_never_taken_for_that_to_another_question(referee: Referee):
    """A question whose answer nobody waited for, as after an alarm."""
    assert referee.rule(PSD).accepted
    process = referee._process
    assert process is not None
    assert process.stdin is not None
    process.stdin.write(b"7 check " + json.dumps(TRUE).encode() + b"\n")
    assert referee.rule(FALSE).verdict == "rejected"
    assert referee._process is not process
    process = referee._process
    assert process is not None
    assert process.stdin is not None
    process.stdin.write(b"3 rule " + json.dumps(TRUE).encode() + b"\n")
    assert referee.check(FALSE) == (False, checker(FALSE).message)
    assert referee.rule(TRUE).accepted


@pytest.mark.parametrize("wanted", ["check", "rule"])
def test_an_alarm_between_a_question_and_its_answer_leaves_nothing_behind(monkeypatch, wanted):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))
    monkeypatch.setattr(client, "SERVER", "tests.workbench.referee.without_budget")
    with Referee(memory=2**30) as referee:
        assert referee.rule(PSD).accepted
        process = referee._process
        with pytest.raises(TimeIsUp), soft_limit(0.3):
            getattr(referee, wanted)(SLOW)
        assert process is not None
        assert process.poll() is not None  # it does not go on with what nobody wants to know
        assert referee.check(FALSE) == (False, checker(FALSE).message)
        assert referee.rule(TRUE).accepted


def test_a_copy_of_the_process_asks_the_checker_and_starts_nothing(referee: Referee):
    with asked_of(referee.check):
        assert check_certificate(TRUE).accepted
        process = referee._process
        child = os.fork()
        if not child:
            signal.alarm(20)
            fine = check_certificate(TRUE).accepted and not check_certificate(FALSE).accepted
            os._exit(0 if fine and referee._process is process and referee._number == 1 else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert check_certificate(PSD).accepted
        assert referee._process is process


def test_outside_of_the_block_nobody_is_asked(referee: Referee):
    with asked_of(referee.check):
        pass
    assert check_certificate(TRUE).accepted
    assert referee._process is None
