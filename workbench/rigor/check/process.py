"""A statement about random variables that are drawn one after the other, n times.

    process  {"vars", "steps", "clock", "fixed", "known", "drawn", "where", "sure", "given",
              "states", "random", "after", "means", "left", "op", "right"}, perhaps with "copies"

    vars    numbers; `steps` is the integer among them that says how often is drawn, n >= 0; or it
            is null, and what is drawn has no end
    clock   null, or the name of the number of draws so far
    fixed, known, drawn
            for each step a number; a random number that is determined before the step; and one
            that is drawn in it, whose law given the past is any one
    where   relations between numbers
    sure    relations that hold almost surely in each step, as in a statement about means
    given   {"vars", "where", "of", "op", "bound"}: almost surely in each step, for all these
            numbers, E[of | past] exists, and E[of | past] op bound, which is determined before it;
            a bound, and what is sure, may hold the states before the step
    states  {"var", "fixed", "start", "next"}: what is made of the draws: `start` before the first
            one, and with each step `next`, which may hold the states before it, or {"if": [a, op,
            b], "then": next, "else": next}, an inequality; a fixed state is made of numbers and
            fixed states alone
    random, after, means, left, op, right
            what is said at the end, as in a statement about means: the fixed states are among
            its numbers then, and the others among its random variables; a condition in `after`
            may also be one about numbers and means that are finite by hypothesis

    copies  the name of an integer N >= 1 among the numbers: then there are N copies of all that is
            random, in one space with one past, which may depend on one another; fixed numbers and
            fixed states are the same for all of them.  At the end one of the copies is chosen, in
            any way that may depend on everything, such as the one whose state is largest

Without an end, `means` is that of one state, which never falls, by the proofs in `rises`, and left
op right is a bound on the mean of its limit: it is shown for each number of draws, the clock, and
holds for the limit by monotone convergence.

No first steps that visibly contradict each other are accepted (`process_runs`).

The past is any increasing family of sigma-algebras for which the names keep what is said of them.

    over    not there, or {"size", "each"}: an integer variable d >= 1, and numbers that there are
            for each of the coordinates 1..d.  Then all this is so in each coordinate, with numbers,
            draws and states of its own and one past for all, and at the end every E is a sum over
            coordinates; what is a number of a coordinate, a fixed state too, is none of the claim

    always      [{"relation", "start", "steps"}, ...] between states, numbers and the clock; shown
                before the first draw, and from one step to the next, in each case; those that say
                the intervals of the states come first, and are written here
    potentials  [{"vars", "where", "value", "op", "below", "least", "step"}, ...]: a number W made
                of the states, with E[next W | past] op W, <= or =, for all these numbers; a `step`
                {"if": [a, op, b], "then": step, "else": step} is one for each case
    end         steps and proof of the statement about means at the end
    helpers     more states, of which the statement does not speak

A law given the past is a law, and what is determined before the draw is a number for it.  So what
is shown for all numbers and every law holds given the past, almost surely; this is the step of a
potential W, a statement about means.  With `below`, pairs of a number c and an earlier potential V
without numbers or conditions of its own, `least` shows 0 <= W + sum c V.  Then all means exist, and
by the tower property E W at the end is at most W at the start, or equal to it; over coordinates it
is so in each of them, and the sum of E[W at the end - W at the start] is at most 0, or equal to it.
Of copies each W is at least 0 by itself, and that of the chosen one is at most the sum of all: its
mean is at most N times W at the start.  The random variables of a step and of the end are finitely
many reals, so that a law given the past exists.
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.cover import Prove
from workbench.rigor.check.expectation import check_expectation
from workbench.rigor.check.process_runs import refuse_no_run
from workbench.rigor.check.process_steps import Process


def check_process(c: Certificate, prove: Prove) -> Answer:
    """Check what always holds, then each potential, then the statement at the end."""
    process = Process(c["process"], c["helpers"], prove)
    refuse_no_run(c["process"])
    for count, (relation, one) in enumerate(process.paired(c["always"])):
        shown = [(process.at_start(relation), one["start"])]
        shown += zip(process.cases(relation), one["steps"], strict=True)
        for statement, proof in shown:
            if not (answer := prove(statement, proof)).accepted:
                return Answer(False, f"process: what always holds, {count}: {answer.message}")
    shown = list(zip(process.rises(), c["rises"] if process.endless else [], strict=True))
    for statement, proof in shown:
        if not (answer := prove(statement, proof)).accepted:
            return Answer(False, f"process: what has a limit may fall: {answer.message}")
    potentials: list[Any] = []
    for count, one in enumerate(c["potentials"]):
        process.read_potential(one, potentials)
        answer = prove(process.at_least(one, potentials), one["least"])
        steps = [] if not answer.accepted else process.split(one["step"], process.step_law(one))
        for law, step in steps:
            if answer.accepted:
                answer = check_expectation({**step, "law": law}, prove, is_part=True)
        if not answer.accepted:
            return Answer(False, f"process: potential {count}: {answer.message}")
        potentials.append(one)
    answer = check_expectation({**c["end"], "law": process.last_law(potentials)}, prove)
    return Answer(answer.accepted, f"process: {answer.message}")
