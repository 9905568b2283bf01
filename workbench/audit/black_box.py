"""Audit of a stranger's mechanism: only its outputs on two neighbouring datasets are seen.

    sample(dataset, size, rng)  returns `size` independent outputs: an array with leading axis
                                `size`, or a list of arbitrary hashable outputs

A fair coin per draw decides which of the two datasets the mechanism sees.  A tenth of the draws
teaches several scores, a tenth chooses a rule that guesses the coin from the output, the others
judge that rule by an exact test (workbench.audit.coins, workbench.audit.two_binomials).  With
probability at least `confidence`, `epsilon_lower` is at most the true epsilon of this pair at
`delta`.  A sequential audit judges by an e-process and stops as soon as the claim is refuted
(workbench.audit.sequential).  The only assumption is that draws are independent.  No verdict ever
says "private".
"""

import math
import operator
import time
from collections.abc import Sequence
from typing import TypedDict

import numpy as np

from workbench.audit.choosing import Goal, candidates, playoff, undecided
from workbench.audit.coins import guesses_needed
from workbench.audit.draws import (
    Sampler,
    Source,
    block_size,
    blocks,
    check_independence,
    together,
)
from workbench.audit.events import Rule, count, counts_of
from workbench.audit.finding import BlackBoxAudit, Event
from workbench.audit.judging import bound, power_of, verdict_of
from workbench.audit.learning import learn
from workbench.audit.neighbours import caution, check_pair
from workbench.audit.outcomes import census
from workbench.audit.scores import Score
from workbench.audit.sequential import looks
from workbench.audit.two_binomials import LARGEST
from workbench.errors import require

FEWEST = 50
"""Fewest draws that can be split into learning, choosing and judging."""

FIT, CHOICE = 200_000, 500_000
"""Most draws used for learning, and for choosing a rule."""


class _Setting(TypedDict):
    """What the judges need besides the counts."""

    delta: float
    alpha: float
    pilot: float
    stakes: float | None


def black_box(
    sample: Sampler,
    dataset: object,
    neighbour: object,
    *,
    epsilon: float,
    delta: float = 0.0,
    samples: int,
    confidence: float = 0.99,
    seed: int = 0,
    sequential: bool = False,
) -> BlackBoxAudit:
    """Audit the claim "sample is (epsilon, delta)-DP" on one pair of neighbours.

    `samples` is the number of draws on both datasets together; with `sequential` the largest one,
    and the audit stops as soon as the claim is refuted.  The bound is valid nevertheless, and a
    little lower than that of the same draws judged once.  The draws follow from `seed` alone
    if the sampler takes all of its randomness from the generator that it is given.

    >>> import numpy as np
    >>> def release(count, size, rng):
    ...     return count + rng.laplace(scale=0.5, size=size)  # spends 2, not 1
    >>> audit = black_box(release, 0, 1, epsilon=1.0, samples=20_000)
    >>> audit.verdict
    'violation'
    >>> 1.8 < audit.epsilon_lower < 2.0
    True
    """
    ok = 0 < confidence < 1
    require(ok, "confidence", confidence, "is outside (0, 1)", "Pass a value such as 0.99.")
    return run_audit(
        sample,
        dataset,
        neighbour,
        epsilon=epsilon,
        delta=delta,
        samples=samples,
        alpha=1 - confidence,
        seed=seed,
        sequential=sequential,
    )


def run_audit(
    sample: Sampler,
    dataset: object,
    neighbour: object,
    *,
    epsilon: float,
    delta: float,
    samples: int,
    alpha: float,
    seed: int,
    sequential: bool = False,
    scores: Sequence[Score] = (),
) -> BlackBoxAudit:
    """The same, with the error probability itself: 1 - 1e-6 is no exact number.

    `scores` compete with those that are learned.
    """
    begin = time.perf_counter()
    check_claim(sample, epsilon, delta, samples, alpha, seed)
    epsilon, delta, samples, seed = float(epsilon), float(delta), int(samples), int(seed)
    check_pair(dataset, neighbour)
    source = Source(sample, (dataset, neighbour), seed, _name(sample))
    first, repeatable = check_independence(source)
    block = block_size(first)
    fit, choice = _splits(samples)
    if sequential:  # a gross fault should not have to wait for the finest rule
        fit, choice = min(fit, 5_000), min(choice, 10_000)

    fitted = together(source.toss(min(fit, block), 0.5, 0))
    fresh = together(source.toss(min(choice, block), 0.5, 1))
    unusual = census(fitted[0]) + census(fresh[0])
    judged = samples - len(fitted[0]) - len(fresh[0])
    goal = Goal(delta, alpha, judged)
    best = candidates([*scores, *learn(*fitted)], fitted, fresh, goal)
    rule = best[-1].rule
    if undecided(best):
        draws = min(len(fresh[0]) // 2, judged // 4)
        sides = source.toss(draws, 0.5, 3)
        unusual += census(sides[0]) + census(sides[1])
        judged -= draws
        rule = playoff(best, sides, goal)
    pilot = min(max(rule.promise, 0.0), LARGEST)

    setting = _Setting(
        delta=delta, alpha=alpha, pilot=pilot, stakes=epsilon if sequential else None
    )
    steps = looks(judged, block=block) if sequential else blocks(judged, block)
    table, done, before = np.zeros(4, dtype=np.int64), 0, samples - judged
    for i, step in enumerate(steps):
        sides = source.toss(step, rule.heads, 2, i)
        table += count(rule, sides)
        unusual += census(sides[0]) + census(sides[1])
        done += step
        if sequential and bound(counts_of(table.tolist(), done, rule), **setting) > epsilon:
            break
    counts = counts_of(table.tolist(), done, rule)
    lower = bound(counts, **setting)
    return BlackBoxAudit(
        mechanism=source.name,
        epsilon=epsilon,
        delta=delta,
        alpha=alpha,
        verdict=verdict_of(counts, lower, epsilon, **setting),
        epsilon_lower=lower,
        counts=counts,
        pilot=pilot,
        witness=_witness(rule, table.tolist()),
        power=power_of(counts, epsilon, **setting, overhead=(before + done) / done),
        samples=samples,
        used=before + done,
        seconds=time.perf_counter() - begin,
        seed=seed,
        repeatable=repeatable,
        unusual=unusual,
        sequential=sequential,
        caution=caution(dataset, neighbour),
    )


def _splits(samples: int) -> tuple[int, int]:
    """Draws for learning and for choosing; small audits spend a larger share on them."""
    fit = min(max(samples // 10, min(samples // 5, 5_000)), FIT)
    choice = min(max(samples // 10, min(samples // 5, 20_000)), CHOICE)
    return fit, choice


def _witness(rule: Rule, table: list[int]) -> tuple[Event, ...]:
    """The events in words; `table` counts dataset and neighbour draws for either guess."""
    events = []
    for side, guess in ((1, "dataset"), (0, "neighbour")):
        words = rule.words(side)
        if words is not None:
            at = 0 if side else 2
            events.append(Event(guess, words, table[at], table[at + 1]))
    return tuple(events)


def check_claim(
    sample: Sampler, epsilon: float, delta: float, samples: int, alpha: float, seed: int
) -> None:
    """Refuse nonsense."""
    require(
        callable(sample), "sample", sample, "is not callable", "Pass sample(dataset, size, rng)."
    )
    ok = 0 <= epsilon < math.inf
    require(ok, "epsilon", epsilon, "is outside [0, inf)", "Pass the claimed privacy loss.")
    ok = 0 <= delta < 1
    require(ok, "delta", delta, "is outside [0, 1)", "Pass the claimed delta; 0 for pure DP.")
    operator.index(seed)
    require(seed >= 0, "seed", seed, "is negative", "Pass a whole number from 0.")
    least = max(FEWEST, math.ceil(guesses_needed(epsilon, alpha=alpha) / 0.6))
    require(
        operator.index(samples) >= FEWEST,
        "samples",
        samples,
        f"is below {FEWEST}, which cannot be split into learning, choosing and judging",
        f"Refuting epsilon = {epsilon} at error level {alpha:.6g} needs at least {least} samples.",
    )


def _name(sample: Sampler) -> str:
    return str(getattr(sample, "__qualname__", None) or type(sample).__qualname__)
