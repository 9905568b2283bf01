"""Choice of the rule that will be judged.

Every score is tried with all of its cuts, and one-sided rules with several coins, by the bound that
they promise.  The best of many looks better than it is, so every promise is taken down by some
standard errors: as many as the errors of so many tosses hide.  Of n independent promises one is
broken on average at the quantile of 1/n, and none, with high probability, at sqrt(2 log n).  The
best rule at the first is judged.  Where the best at the second is another event altogether, luck
may have chosen the first, and the second is judged beside it, as an insurance.  A one-sided rule
that was chosen is then moved among the few cuts of its score that guess about as often: among few,
less luck is to be feared, and a rarer event with a larger ratio need not promise so much more.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from scipy.special import ndtri

from workbench.audit.cuts import CUTS, Goal, Trial
from workbench.audit.events import GuessRule
from workbench.audit.outcomes import Outputs, join
from workbench.audit.scores import Score, Single, Table

MUCH = 1.1
"""A bolder cut that promises this many times what the chosen rule does, and the claim, is a bet."""

SIDE = 0.05
"""Part of the error level for rules that are too bold to be chosen."""

INSURANCE = 0.15
"""Part of the error level for the cautious rule, where it is another than the chosen one."""

SECOND = 0.05
"""Part of the error level for the best rule that is another than the chosen one, otherwise."""

CLOSE = 0.9
"""That rule promises at least this share of what the chosen one does, at the utmost caution."""

ALIKE = 0.5
"""Two rules are one if they guess alike on this share of the draws on which either guesses."""

RARE = 0.1
"""A bet guesses on at most this share of the draws on which the chosen rule does."""

BETS = 2
"""Most of those too bold rules that are judged."""

BOLD = 0.5
"""Standard errors by which its promise is taken down."""

AIM = 0.85
"""Share of it at which the test for delta > 0 is aimed: aimed too low it loses little, too high
everything."""

Known = tuple[Outputs, np.ndarray]
"""Outputs and their coins."""


def cautions(draws: int) -> tuple[float, float]:
    """Standard errors by which promises from so many draws are taken down, bold and cautious.

    One score makes as many independent promises as there are events above or below one of the
    draws, and no more than pairs of cuts are tried.
    """
    promises = min(2 * max(draws, 2), CUTS**2)
    return -float(ndtri(1 / promises)), math.sqrt(2 * math.log(promises))


def candidates(
    scores: list[Score], fitted: Known, fresh: Known, goal: Goal, errors: tuple[float, ...]
) -> list[GuessRule]:
    """The most promising rule when promises are taken down by each of these standard errors.

    Scores that learned from the draws `fitted` are tried on `fresh`; the others on both.
    """
    return [ranked[0] for ranked in _ranked(scores, fitted, fresh, goal, errors)]


def _ranked(
    scores: list[Score], fitted: Known, fresh: Known, goal: Goal, errors: tuple[float, ...]
) -> list[list[GuessRule]]:
    """The best rule of each score for each caution, the most promising first."""
    found = [one.best(goal, errors) for one in _trials(scores, fitted, fresh, (Single,))]
    return [
        [one.rule for one in sorted(column, key=lambda c: -c.promise)]
        for column in zip(*found, strict=True)
    ]


def chosen(
    scores: list[Score], fitted: Known, fresh: Known, goal: Goal, claim: float
) -> tuple[tuple[GuessRule, ...], float]:
    """The rule to judge, or with it another one, and the latter's part of the error level.

    The other one is the cautious rule, where that is another event, and the coin is fair then; else
    the best rule of another score that is another event and promises nearly as much.  Where the
    first promises to refute the claim at the utmost caution too, it is judged alone.
    """
    errors = cautions(len(fitted[0]) + len(fresh[0]))
    (bold, *others), (cautious, *_) = _ranked(scores, fitted, fresh, goal, errors)
    if bold.promise > claim:
        return (_moved(bold, fitted, fresh, goal, errors[1]),), 0.0
    if not alike(bold, cautious, fresh[0]):
        goal = replace(goal, coins=(0.5,))
        if (bold.coin, cautious.coin) != (0.5, 0.5):
            bold, cautious = candidates(scores, fitted, fresh, goal, errors)
        return (_moved(bold, fitted, fresh, goal, errors[1]), cautious), INSURANCE
    bold = _moved(bold, fitted, fresh, goal, errors[1])
    if bold.coin != 0.5:
        goal = replace(goal, heads=bold.heads)
        (others,) = _ranked(scores, fitted, fresh, goal, errors[:1])
    least = max(CLOSE * bold.promise, 0.0)
    for other in others:
        if other.promise < least or other.heads != bold.heads:
            continue
        if not alike(bold, other, fresh[0]):
            return (bold, other), SECOND
    return (bold,), 0.0


def _moved(rule: GuessRule, fitted: Known, fresh: Known, goal: Goal, utmost: float) -> GuessRule:
    """The rule at the best of the cuts near its own; one with two sides stays as it is."""
    if rule.sides == 2:
        return rule
    (trial,) = _trials([rule.score], fitted, fresh, (Single,))
    return trial.near(rule, goal, utmost)


def alike(one: GuessRule, other: GuessRule, outputs: Outputs) -> bool:
    """Whether the two guess the same on most of these outputs on which either guesses."""
    first, second = one.guesses(outputs), other.guesses(outputs)
    either = (first >= 0) | (second >= 0)
    return int(((first == second) & either).sum()) >= ALIKE * int(either.sum())


def side_bets(
    scores: list[Score], fitted: Known, fresh: Known, goal: Goal, rule: GuessRule, claim: float
) -> tuple[GuessRule, ...]:
    """Rules that promise more than the chosen one as boldly, from so few draws that none tell.

    A leak of one in a thousand is such, and by luck so are events beside it.  The best rule of each
    score is tried, and the BETS most promising are judged beside the chosen rule, for a small part
    of the error level in all, where all are judged by the same coin and the chosen one does not
    promise to refute the claim by itself.  A table is tried on the draws that taught it too: of a
    handful of repetitions none can be spared, and a lost bet costs little.  Of many cuts one
    exceeds the claim a little by luck: cuts, unlike repetitions, have to promise much more.
    """
    if rule.coin != 0.5 or rule.promise > claim:
        return ()
    less = replace(goal, alpha=SIDE / BETS * goal.alpha, coins=(0.5,))
    least = max(_again(rule, fresh, less, BOLD), claim)
    most = RARE * (rule.guesses(fresh[0]) >= 0).sum()
    found: dict[bytes, GuessRule] = {}
    for trial in _trials(scores, fitted, fresh, (Single, Table)):
        ((promise, best),) = trial.best(less, (BOLD,))
        if promise > (1.0 if isinstance(trial.score, Table) else MUCH) * least:
            guessed = best.guesses(fresh[0])
            if (guessed >= 0).sum() <= most:
                found.setdefault(guessed.tobytes(), best)  # rules that guess alike are one bet
    ranked = sorted(found.values(), key=lambda one: -one.promise)
    return tuple(replace(one, promise=AIM * one.promise) for one in ranked[:BETS])


def _again(rule: GuessRule, fresh: Known, goal: Goal, caution: float) -> float:
    """What the rule promises on the fresh draws alone."""
    guess, coin = rule.guesses(fresh[0]), fresh[1]
    right, wrong = (int(((guess >= 0) & ((guess == coin) == same)).sum()) for same in (True, False))
    share = np.array(1.0 if rule.sides == 2 else rule.coin)
    found = goal.promise(
        np.array(right), np.array(wrong), share, np.array(rule.coin), coin.size, caution
    )
    return float(found)


def _trials(
    scores: list[Score], fitted: Known, fresh: Known, whole: tuple[type[Score], ...]
) -> Iterator[Trial]:
    """Scores of the types `whole` on all these draws, the others on the fresh ones alone."""
    everything = join([fitted[0], fresh[0]]), np.concatenate([fitted[1], fresh[1]])
    for score in scores:
        yield Trial(score, *(everything if isinstance(score, whole) else fresh))
