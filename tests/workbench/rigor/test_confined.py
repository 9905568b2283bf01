"""A search cannot outlast its time or outgrow its memory, and what it raises arrives here."""

from __future__ import annotations

import os
import resource
import signal
import sys
import time

import pytest
from flint import fmpq_mpoly_ctx

from workbench.errors import ClaimError
from workbench.rigor import Budget, certify
from workbench.rigor.provers.confined import briefly, confined
from workbench.symbolic.text import parse

_GIB = 2**30


def never() -> str:
    return "late"


def test_what_is_quick_comes_back() -> None:
    assert confined(lambda: {"a": 1}, never, seconds=5, memory=_GIB).value == {"a": 1}


def busy() -> None:
    """Computes without end."""
    while True:
        sum(range(1000))


def spent() -> float:
    """Processor seconds of the children so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_the_alarm_leaves_time_to_say_how_far_it_came() -> None:
    before = spent()
    assert confined(busy, never, seconds=0.3, memory=_GIB).value == "late"
    assert spent() - before < 1.3


def test_a_search_that_waits_is_ended_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[confined.__module__], "_PATIENCE", 1)
    start = time.monotonic()
    found = confined(lambda: time.sleep(60), never, seconds=0.3, memory=_GIB)
    assert found.cut_off == "it was cut off after 0.3 s"
    assert time.monotonic() - start < 10


def test_time_that_others_take_does_not_count() -> None:
    """A search on a crowded machine, which here is one that does not compute for a while."""

    def crowded() -> str:
        time.sleep(1.0)
        return "found"

    assert confined(crowded, never, seconds=0.3, memory=_GIB).value == "found"


def in_c() -> int:
    """A product that flint will not interrupt."""
    context = fmpq_mpoly_ctx.get([f"x{i}" for i in range(12)], "lex")
    total = context.constant(1)
    for x in context.gens():
        total = total + x
    return len(total**40)


def test_work_that_no_alarm_interrupts_is_killed() -> None:
    before = spent()
    found = confined(in_c, never, seconds=0.3, memory=8 * _GIB)
    assert found.cut_off == "it was cut off after 0.3 s"
    assert spent() - before < 1.6


def test_memory_is_bounded() -> None:
    found = confined(lambda: len(bytes(2 * _GIB)), never, seconds=20, memory=_GIB)
    assert found.value is None
    assert found.cut_off == "it was cut off at its limit of 1 GiB"


def test_an_exception_is_raised_here_with_its_trace() -> None:
    def faulty() -> None:
        raise ClaimError("no such claim")

    with pytest.raises(ClaimError, match="no such claim") as caught:
        confined(faulty, never, seconds=5, memory=_GIB)
    assert "in faulty" in caught.value.__notes__[0]


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        ("((x+1)^900*(y+z+1)^900 - 1)^3 >= 0", "x, y, z >= 0"),  # too large a normal form
        ("erfc(x)^3 + erfc(y)^2 >= erfc(x*y + x^7)*exp(-x^2*y)/9", "x, y >= 0"),
        ("sum(k = 1..n, 1/(k + x)^9) <= e^(n*x)*log(n + 2)*sqrt(n^3 + x)", "integer n >= 1, x > 0"),
    ],
)  # fmt: skip
def test_certify_keeps_its_budget_whatever_the_statement(statement: str, where: str) -> None:
    before = spent()
    outcome = certify(parse(statement, where=where), Budget(seconds=2))
    assert spent() - before < 3.2
    if outcome.decision == "inconclusive":
        assert len(outcome.reason.splitlines()) <= 8
        assert outcome.reason.startswith("Undecided: ")


def test_brief_work_is_done_here_and_given_up_when_it_is_not_brief() -> None:
    handler = signal.getsignal(signal.SIGVTALRM)
    signal.setitimer(signal.ITIMER_PROF, 1000)  # such as the limit of a check
    try:
        assert briefly(os.getpid, seconds=5) == os.getpid()
        assert briefly(busy, seconds=0.01) is None
        assert signal.getitimer(signal.ITIMER_PROF)[0] > 0
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    assert signal.getsignal(signal.SIGVTALRM) == handler
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)
    with pytest.raises(ZeroDivisionError):
        briefly(lambda: 1 / 0, seconds=5)
