"""A sequential audit: every rule is learned from the draws before it, and judged by those after it.

The first draws only teach.  Then rounds of draws, each longer than the one before, are guessed by a
rule that was learned from all earlier rounds; afterwards they teach the next rule.  So the rule is
fixed before each draw that it guesses, which is all that the e-process asks
(workbench.audit.sequential): its wealth counts right and wrong guesses whichever rule made them,
and the audit may stop after any round.  A gross fault is found within a hundred draws or two.

All coins are fair and delta counts in full, so that rules with one side and with two may follow
each other in one pair of counts.
"""

from collections.abc import Sequence

import numpy as np

from workbench.audit.census import census
from workbench.audit.choosing import Known, candidates
from workbench.audit.coins import Counts
from workbench.audit.cuts import Goal
from workbench.audit.draws import Source, together
from workbench.audit.events import Event, GuessRule, count, witness
from workbench.audit.fixed import JudgedDraws, refuse_failures
from workbench.audit.learning import learn
from workbench.audit.outcomes import join
from workbench.audit.scores import Score
from workbench.audit.sequential import refutes

FIRST = 15
"""Draws of each of the two tosses that only teach."""

GROWTH = 0.4
"""Draws of a round, as a share of all the draws before it."""

BOLD = 1_000
"""Draws up to which the bolder rule is taken: a gross fault need not look best by luck."""

ERRORS = 2.0, 3.0
"""Standard errors by which promises are taken down, up to BOLD draws and beyond."""

TEACHING = 30_000
"""Draws after which the rule stays as it is."""


def judge_always(
    source: Source,
    *,
    epsilon: float,
    delta: float,
    alpha: float,
    samples: int,
    block: int,
    scores: Sequence[Score],
) -> JudgedDraws:
    """Guess, learn and guess again until the claim is refuted or `samples` draws are made."""
    known: tuple[list[Known], list[Known]] = ([], [])
    for part in (0, 1):
        known[part].append(together(source.toss(FIRST, 0.5, 0, part)))
    source.check()
    refuse_failures(join([known[0][0][0], known[1][0][0]]), source.name)
    unusual = census(known[0][0][0]) + census(known[1][0][0])
    rule, looked = _rule(known, scores, delta, alpha)
    events: list[Event] = []
    total, table = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    done, number, drawn = 0, 0, [0, 0]
    counts = Counts(0, 0, 1)
    while done + 2 * FIRST < samples:
        seen = done + 2 * FIRST
        step = min(max(int(GROWTH * seen), FIRST), block, samples - seen)
        sides = source.toss(step, 0.5, 2, number)
        unusual += census(sides[0]) + census(sides[1])
        found = np.array(count(rule, sides), dtype=np.int64)
        total, table = total + found, table + found
        done, number = done + step, number + 1
        drawn = [drawn[0] + len(sides[0]), drawn[1] + len(sides[1])]
        counts = Counts(int(total[0] + total[3]), int(total[1] + total[2]), done, 2)
        source.check()
        if refutes(counts, epsilon, claim=epsilon, delta=delta, alpha=alpha):
            break
        if seen < TEACHING and done + 2 * FIRST < samples:
            known[number % 2].append(together(sides))
            events += witness(rule, table.tolist())
            table[:] = 0
            rule, looked = _rule(known, scores, delta, alpha)
    events += witness(rule, table.tolist())
    return JudgedDraws(
        counts=counts,
        sides=(drawn[0], drawn[1]),
        pilot=0.0,
        stakes=epsilon,
        witness=tuple(events),
        looked=looked,
        unusual=unusual,
    )


def _rule(
    known: tuple[list[Known], list[Known]], scores: Sequence[Score], delta: float, alpha: float
) -> tuple[GuessRule, str]:
    """The rule that promises most: one half of the draws taught it, the other chose it."""
    fitted, fresh = (
        (join([outputs for outputs, _ in part]), np.concatenate([coin for _, coin in part]))
        for part in known
    )
    learned, looked = learn(*fitted)
    seen = len(fitted[0]) + len(fresh[0])
    goal = Goal(delta, alpha, 2 * seen, (0.5,))
    errors = ERRORS[0 if seen < BOLD else 1]
    (rule,) = candidates([*scores, *learned], fitted, fresh, goal, (errors,))
    return rule, looked
