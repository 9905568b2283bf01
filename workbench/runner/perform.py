"""Run one task in this process: the check, then each of its mutants; whatever happens is a record.

This is the one place where any exception at all is caught: a check is the code of a stranger, and
what goes wrong in it is an ERROR row with its trace, never the end of the run.

It is also where grades are decided.  Each certificate, those of mutants included, goes to the
referee, and what is recorded is the graded outcome; a mutant that has no code in common with its
check is an error, since it says nothing about the check.
"""

from __future__ import annotations

import contextlib
import json
import sys
import time
from dataclasses import fields
from pathlib import Path

from workbench.claims import (
    Check,
    Claim,
    Encoded,
    Grade,
    Obligation,
    Outcome,
    Plot,
    Run,
    inconclusive,
)
from workbench.claims.outcome import as_text
from workbench.claims.pictures import undrawn
from workbench.claims.sharing import shared
from workbench.errors import ClaimError
from workbench.referee import Referee, Ruling, earned, graded
from workbench.runner.limits import (
    PATIENCE,
    Blocks,
    TimeIsUp,
    hard_limit,
    of_main_thread,
    soft_limit,
)
from workbench.runner.plan import Task
from workbench.runner.raised import is_passing, told, trace_of
from workbench.runner.record import MutantRecord, Record
from workbench.runner.versions import versions

GRACE = 5.0  # seconds between the alarm and the end of a process that did not hear it


class _Failed(Exception):
    """A body raised; carries the words for the record, and whether an outside cause did it."""

    def __init__(self, reason: str, trace: str, *, passing: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.trace, self.passing = reason, trace, passing


def perform(
    claim: Claim,
    check: Check,
    task: Task,
    referee: Referee,
    *,
    last_words: Path | None = None,
    grace: float = GRACE,
) -> Record:
    """Run a check of the claim and its mutants, each within the limit of the check.

    The referee keeps limits of its own, which do not count against the check.

    task: the seed, the error level and the limits of this run
    last_words: where the stack is written when a check is ended; None sets no hard limit
    grace: seconds beyond its limit after which a check is ended from outside
    """
    start = time.perf_counter()
    mutants: list[MutantRecord] = []
    trace, name, passing = "", check.name, False
    ends = contextlib.ExitStack()
    try:
        if not check.mutants:
            raise _Failed(
                f"it has no mutant, so nothing shows that it can fail; add one with"
                f" @{check.name}.mutant",
                "",
            )
        limited = _limited(task, grace, last_words, ends)
        found = _one(check, task.run(), task, limited, referee)
        outcome = earned(claim, check, found, _ruling(found, referee))
        for mutant in check.mutants:
            name = mutant.name
            seeds = () if check.manner == "statistical" else (name,)  # the same draws: see `once`
            with undrawn():
                found = _one(mutant, task.run(*seeds), task, limited, referee)
            if outcome.decision in ("holds", "fails") and not shared(check.body, mutant.body):
                raise _Failed(
                    f"it has no code in common with {check.name}, so it does not show that the"
                    " check can fail; put a false variant through the same functions",
                    "",
                )
            found = graded(found, _ruling(found, referee), words=mutant.doc)
            if found.decision == "error":
                raise _Failed(found.reason, "")
            mutants.append(MutantRecord(mutant.name, mutant.doc, found))
    except _Failed as failure:
        who = "" if name == check.name else f"its mutant {name}: "
        outcome = error_outcome(who + failure.reason)
        trace, passing = failure.trace, failure.passing
    except TimeIsUp:
        who = "it" if name == check.name else f"its mutant {name}"
        outcome = over_time(who, task.limit)
    finally:
        ends.close()
    return Record(
        claim=task.claim,
        check=task.check,
        key=task.key,
        seed=task.seed,
        profile=task.profile,
        outcome=outcome,
        mutants=tuple(mutants),
        seconds=round(time.perf_counter() - start, 3),
        versions=versions(),
        trace=trace,
        passing=passing,
    )


def _ruling(outcome: Outcome, referee: Referee) -> Ruling | None:
    return None if outcome.certificate is None else referee.rule(outcome.certificate)


def error_outcome(reason: str) -> Outcome:
    """The outcome of a check that could not be carried out."""
    return Outcome(
        decision="error",
        grade=Grade.INCONCLUSIVE,
        method="none",
        summary="the check could not be carried out",
        reason=reason,
    )


def ended(task: Task, outcome: Outcome, *, trace: str = "", passing: bool = False) -> Record:
    """The record of a task whose process was ended before it could write one.

    trace: the last words of the process, if it had any
    """
    return Record(
        claim=task.claim,
        check=task.check,
        key=task.key,
        seed=task.seed,
        profile=task.profile,
        outcome=outcome,
        seconds=task.limit if trace else 0.0,
        versions=versions(),
        trace=of_main_thread(trace),
        passing=passing,
    )


def died_twice(task: Task, codes: str = "") -> Record:
    """The record of a task whose worker process died of it, or of something beside it, twice."""
    reason = (
        f"its worker process was killed twice{codes}, the second time with nothing else running:"
        " by hand, by the system for want of memory, or by a crash in compiled code"
    )
    return ended(task, error_outcome(reason), passing=True)


def over_time(who: str, limit: float) -> Outcome:
    """The outcome of a check that was stopped at its time limit."""
    return inconclusive(
        "none",
        f"{who} did not finish within {limit:g} s of the processor, or {PATIENCE * limit:g} s on"
        " the clock; a higher limit (seconds=... of the check) or a faster machine with --fresh"
        " may decide it",
    )


def _limited(
    task: Task, grace: float, last_words: Path | None, ends: contextlib.ExitStack
) -> Blocks:
    """The hard limit of each body, until `ends`; raises _Failed where it cannot be set."""
    try:
        return ends.enter_context(hard_limit(task.limit, grace, last_words))
    except OSError as error:
        raise _Failed(told(error), trace_of(error), passing=is_passing(error)) from None


def _one(check: Check, run: Run, task: Task, limited: Blocks, referee: Referee) -> Outcome:
    """One body; raises _Failed or TimeIsUp."""
    from workbench.rigor.asking import asked_of  # brings the checkers

    try:
        with (
            asked_of(referee.check),
            contextlib.redirect_stdout(sys.stderr),
            limited(),
            soft_limit(task.limit),
        ):
            outcome = check(run)
    except (KeyboardInterrupt, TimeIsUp):
        raise
    except BaseException as error:  # noqa: BLE001 - a check may raise anything at all
        raise _Failed(told(error), trace_of(error), passing=is_passing(error)) from None
    again = _storable(outcome)
    try:  # of what was read again: a number of the check's own making may compare as it likes
        return check.within(again, task.alpha)
    except ClaimError as error:
        raise _Failed(told(error), "") from None


def _storable(outcome: Outcome) -> Outcome:
    """The outcome as it will be read again, so that a first run and a resumed one are equal."""
    try:
        text = as_text(outcome.to_json())
        text.encode("utf-8")
        again = Outcome.from_json(json.loads(text))
        _require_text(again)
    except Exception as error:  # noqa: BLE001 - an outcome may hold anything at all
        raise _Failed(
            f"its outcome cannot be written as JSON ({told(error)}); figures and certificates hold"
            " texts, finite numbers, lists and dictionaries only",
            trace_of(error),
        ) from None
    return again


def _require_text(outcome: Outcome) -> None:
    """Raise TypeError where a report needs a text and something else is there."""
    words = [(name, getattr(outcome, name)) for name in ("method", "summary", "reason", "power")]
    words += [(name, w) for name in ("assumes", "trust") for w in getattr(outcome, name)]
    parts: tuple[Encoded | Obligation | Plot, ...]
    parts = (*outcome.encoded, *outcome.obligations, *outcome.plots)
    for part in parts:
        words += [(entry.name, getattr(part, entry.name)) for entry in fields(part)]
    for figure in outcome.figures:
        words += [("figure", w) for w in (figure.name, figure.unit, figure.note)]
        if isinstance(figure.value, bool) or not isinstance(figure.value, int | float | str):
            raise TypeError(f"figure {figure.name} = {figure.value!r} is neither number nor text")
    if outcome.counterexample is not None:
        words.append(("counterexample", outcome.counterexample.text))
        words += [("counterexample", w) for pair in outcome.counterexample.point for w in pair]
    for name, word in words:
        if not isinstance(word, str):
            raise TypeError(f"{name} = {word!r} is not a text")
