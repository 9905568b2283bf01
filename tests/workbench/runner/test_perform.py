"""Whatever a check does, there is a record; only a sound one counts."""

import contextlib
import errno
import os
import sys
import time
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.workbench.runner.arithmetic import ONE, no, yes
from workbench.claims import Claim, Figure, Grade, Library, holds, judge
from workbench.convergence.plots import Line, line_plot
from workbench.referee import Referee
from workbench.runner import Record, Sources, Task, perform, plan, try_claim

SOURCES = Sources()


def claim(body, mutant=None, **options) -> Claim:
    made = Claim("toy.c", title="", statement="1 = 1", ours=("lemma", ""), encoded=(ONE,))
    check = (
        made.statistical(body, **options)
        if options.pop("stat", False)
        else made.exact(**options)(body)
    )
    if mutant is not False:
        check.mutant(mutant or (lambda: no()))
    return made


def performed(made: Claim, task: Task) -> Record:
    with Referee() as referee:
        return perform(made, made.checks[0], task, referee)


def record(body, mutant=None, **options) -> Record:
    made = claim(body, mutant, **options)
    (task,) = plan(Library((), {made.id: made}), sources=SOURCES).tasks
    found = performed(made, task)
    assert Record.read(found.text()) == found
    return found


def test_a_good_check_holds_and_its_claim_is_certified():
    assert record(yes).outcome == yes()
    verdict, _ = try_claim(claim(yes, no))
    assert verdict.status == "certified"


def drawn(decide):
    """A body with a picture, which is what it draws where it is a check, and empty in a mutant."""
    plot = line_plot("t", [Line("y", [1, 2], [1, 4])], alt="a", x_label="x", y_label="y")
    return replace(decide(), plots=(plot,))


def test_the_picture_of_a_check_is_drawn_and_that_of_a_mutant_is_not():
    found = record(lambda: drawn(yes), lambda: drawn(no))
    assert "<svg" in found.outcome.plots[0].svg
    assert [plot.svg for plot in found.mutants[0].outcome.plots] == [""]


def raising():
    raise ZeroDivisionError("at " + repr(object()) + " in " + os.getcwd() + "/x.py")


def leaving():
    sys.exit(0)


def bottomless():
    return bottomless()


class Mute(Exception):
    def __str__(self):
        raise RuntimeError


def mute():
    raise Mute


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (raising, "raised ZeroDivisionError: at <object object at 0x...> in x.py"),
        (leaving, "raised SystemExit: 0"),
        (bottomless, "raised RecursionError"),
        (mute, "raised Mute: (its message cannot be shown: RuntimeError)"),
        (lambda: True, "returned bool"),
        (lambda: None, "returned NoneType"),
        (lambda: (yes(), yes()), "returned tuple"),
        (lambda: holds("m", "s", grade=Grade.SUPPORTED, alpha=Fraction(1, 2)), "spent alpha = 1/2"),
        (lambda: yes().with_figures(Figure("x", float("nan"))), "cannot be written as JSON"),
        (lambda: yes().with_figures(Figure("x", object())), "cannot be written as JSON"),
        (lambda: yes().because("\ud800"), "cannot be written as JSON"),
        (lambda: holds("m", "s", grade=Grade.SUPPORTED, figures=(3,)), "cannot be written as JSON"),
        (lambda: holds("m", "s", grade=Grade.SUPPORTED, trust=(3,)), "trust = 3 is not a text"),
        (lambda: holds("m", None, grade=Grade.SUPPORTED), "summary = None is not a text"),
    ],
)
def test_a_check_that_goes_wrong_is_an_error_with_its_trace(body, words):
    found = record(body)
    assert found.outcome.decision == "error"
    assert words in found.outcome.reason
    assert "Traceback" in found.trace or found.trace.count("\n") > 0
    for place in (os.getcwd(), sys.prefix, os.path.expanduser("~") + "/"):
        assert place not in found.trace + found.outcome.reason
    verdict, _ = try_claim(claim(body))
    assert verdict.status == "error"


def no_room(number: int = errno.ENOSPC):
    raise OSError(number, "No room")


def wrapped():
    try:
        raise MemoryError
    except MemoryError as error:
        raise RuntimeError("the solver failed") from error


def unloadable():
    raise ImportError("some.so: failed to map segment from shared object")


def unrelated():
    raise OSError(errno.ENOENT, "No such file")


@pytest.mark.parametrize(
    ("body", "passing"),
    [
        (lambda: bytearray(2**62), True),
        (lambda: no_room(), True),
        (lambda: no_room(errno.EMFILE), True),
        (wrapped, True),
        (unloadable, True),
        (unrelated, False),
        (raising, False),
        (leaving, False),
        (yes, False),
    ],
)
def test_want_of_room_is_a_passing_error(body, passing):
    assert record(body).passing == passing
    assert record(yes, body).passing == passing


def test_a_mutant_that_raises_is_named():
    found = record(yes, raising)
    assert found.outcome.decision == "error"
    assert "its mutant raising: raised ZeroDivisionError" in found.outcome.reason


def test_a_check_without_a_mutant_is_an_error_that_says_so():
    found = record(yes, False)
    assert found.outcome.decision == "error"
    assert "no mutant" in found.outcome.reason


def test_a_check_that_accepts_its_mutant_proves_nothing():
    verdict, _ = try_claim(claim(yes, yes))
    assert verdict.status == "error"
    assert "mutant" in verdict.reason


def stubborn():
    """Swallow every exception that can be swallowed, for ever."""
    while True:
        with contextlib.suppress(Exception):
            time.sleep(60)


@pytest.mark.parametrize("body", [lambda: time.sleep(60), stubborn])
def test_a_check_over_its_limit_is_inconclusive(body):
    start = time.monotonic()
    found = record(body, seconds=0.2)
    assert found.outcome.decision == "inconclusive"
    assert "0.2 s" in found.outcome.reason
    assert time.monotonic() - start < 5


def test_a_mutant_over_the_limit_makes_the_check_inconclusive():
    found = record(yes, lambda: time.sleep(60), seconds=0.2)
    assert found.outcome.decision == "inconclusive"
    assert "mutant" in found.outcome.reason


def test_an_alarm_that_is_swallowed_once_rings_again():
    def deaf():
        with contextlib.suppress(BaseException):
            time.sleep(60)
        time.sleep(60)

    assert record(deaf, seconds=0.2).outcome.decision == "inconclusive"


def test_standard_output_stays_clean(capsys):
    def chatty():
        print("hello")
        return yes()

    record(chatty)
    out, err = capsys.readouterr()
    assert out == ""
    assert "hello" in err


def test_ctrl_c_is_not_an_outcome():
    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record(interrupted)


def test_judging_reads_what_was_recorded():
    made = claim(yes)
    (task,) = plan(Library((), {made.id: made})).tasks
    found = Record.read(performed(made, task).text())
    verdict = judge({made.id: made}, {made.id: [found.finding(made.checks[0])]})[made.id]
    assert verdict.status == "certified"
