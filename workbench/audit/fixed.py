"""A fixed number of draws, judged once: some teach and choose a rule, the others judge it.

A tenth of the draws teaches several scores, and a tenth chooses a rule among all of their cuts;
small audits spend a fifth on either.  What judges is fresh, so the choice may be as greedy as it
likes: there is one look, at the full error level.

Where bolder rules promise much more, from too few draws to be chosen, the best two are judged
beside the chosen one for 1 of 20 parts of the error level; where a cautious choice would be another
rule altogether, that one is judged beside it for 3 of 20, and otherwise another rule that promises
nearly as much, if there is one, for 1 of 20.  The highest bound counts.  All rules are fixed before
the draws that judge, and the parts add up to the whole: by the union bound some bound exceeds the
truth with at most that probability.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from workbench.audit.census import Census, census
from workbench.audit.choosing import SIDE, chosen, side_bets
from workbench.audit.coins import Counts
from workbench.audit.cuts import COINS, Goal
from workbench.audit.draws import Opening, Source, blocks, together
from workbench.audit.events import Event, GuessRule, count, counts_of, witness
from workbench.audit.judging import bound
from workbench.audit.learning import learn
from workbench.audit.outcomes import MechanismError, Outputs
from workbench.audit.scores import Score
from workbench.audit.two_binomials import LARGEST
from workbench.engines import Here, Lost, Pool, stream
from workbench.processes import WorkerError

FIT, CHOICE = 200_000, 500_000
"""Most draws used for learning, and for choosing a rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedDraws:
    """What the draws say; `stakes` is the claim of an e-process, None of one look.

    `sides` counts the judged draws on the neighbour and on the dataset, and `share` is the part of
    the error level at which the rule was judged.
    """

    counts: Counts
    sides: tuple[int, int]
    pilot: float
    stakes: float | None
    witness: tuple[Event, ...]
    looked: str
    unusual: Census
    share: float = 1.0


def judge_once(
    source: Source,
    *,
    epsilon: float,
    delta: float,
    alpha: float,
    samples: int,
    block: int,
    scores: Sequence[Score],
    opening: Opening,
    pool: Pool,
) -> JudgedDraws:
    """Choose a rule and judge it, with `samples` draws in all, those that judge on `pool`."""
    fit, choice = _splits(samples + opening.drawn)
    fitted = together(
        opening.with_toss(source.toss(min(max(fit - opening.drawn, 0), block), 0.5, 0))
    )
    fresh = together(source.toss(min(choice, block), 0.5, 1))
    source.check()
    refuse_failures(fitted[0], source.name)
    unusual = census(fitted[0]) + census(fresh[0])
    judged = samples + opening.drawn - source.drawn
    goal = Goal(delta, alpha, judged, (0.5,) if source.stored else COINS)
    learned, looked = learn(*fitted)
    tried = [*scores, *learned]
    rules, second = chosen(tried, fitted, fresh, goal, epsilon)
    bets = side_bets(tried, fitted, fresh, goal, rules[0], epsilon)
    shares = _shares(second, len(rules) - 1, len(bets))
    rules += bets
    tables, drawn = np.zeros((len(rules), 4), dtype=np.int64), [0, 0]
    work = ((source.apart(), rules, step, i) for i, step in enumerate(blocks(judged, block)))
    for _, found in stream(Here() if source.stored else pool, judge_block, work, ordered=True):
        if isinstance(found, Lost):
            raise WorkerError(
                f"the process that drew from {source.name} died twice, the second time with nothing"
                " beside it: something kills it (by hand, or for want of memory), or the mechanism"
                " does. Audit it in one process (jobs=1) to see which."
            )
        counted, unusual_there, part = found
        source.absorb(part)
        tables += counted
        drawn = [one + more for one, more in zip(drawn, part.sides, strict=True)]
        unusual += unusual_there
    source.check()
    bounds = [
        _Judged(one, table.tolist(), judged, share, delta=delta, alpha=alpha)
        for one, table, share in zip(rules, tables, shares, strict=True)
    ]
    best_of = max(bounds, key=lambda one: one.lower)
    return JudgedDraws(
        counts=best_of.counts,
        sides=(drawn[0], drawn[1]),
        pilot=best_of.pilot,
        stakes=None,
        witness=witness(best_of.rule, best_of.table),
        looked=looked,
        unusual=unusual,
        share=best_of.share,
    )


class _Judged:
    """A rule, its counts, and the bound at its share of the error level."""

    def __init__(
        self, rule: GuessRule, table: list[int], draws: int, share: float, *, delta: float,
        alpha: float,
    ) -> None:  # fmt: skip
        self.rule, self.table, self.share = rule, table, share
        self.counts = counts_of(table, draws, rule)
        self.pilot = min(max(rule.promise, 0.0), LARGEST)
        self.lower = bound(self.counts, delta=delta, alpha=share * alpha, pilot=self.pilot)


def _shares(second: float, others: int, bets: int) -> tuple[float, ...]:
    """The parts of the error level of the chosen rule, of another one, and of bolder ones."""
    beside = [*[second] * others, *[SIDE / bets if bets else 0.0] * bets]
    return (1 - sum(beside), *beside)


def judge_block(
    source: Source, rules: tuple[GuessRule, ...], draws: int, number: int
) -> tuple[list[tuple[int, ...]], Census, Source]:
    """Draw one block and count what the rules guess by one coin; any process may do it.

    Returns four counts for each, how many outputs were unusual, and what the source remembers.
    """
    sides = source.toss(draws, rules[0].heads, 2, number)
    counted = [tuple(int(n) for n in count(rule, sides)) for rule in rules]
    return counted, census(sides[0]) + census(sides[1]), source.forget()


def _splits(samples: int) -> tuple[int, int]:
    """Draws for learning and for choosing; small audits spend a larger share on them."""
    fit = min(max(samples // 10, min(samples // 5, 5_000)), FIT)
    choice = min(max(samples // 10, min(samples // 5, 20_000)), CHOICE)
    return fit, choice


def refuse_failures(outputs: Outputs, name: str) -> None:
    """Raise if every draw on both datasets failed alike: then the mechanism was called wrongly."""
    failures = {repr(o) for o in outputs.raw if isinstance(o, BaseException)}
    if len(failures) == 1 and all(isinstance(o, BaseException) for o in outputs.raw):
        raise MechanismError(
            f"{name} raised {failures.pop()} in every draw on both datasets.\n"
            "  Call it with the audited datasets to see why; a mechanism that always fails "
            "releases nothing."
        )
