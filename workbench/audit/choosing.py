"""Choice of the rule that will be judged.

Every score is tried with all of its cuts, and one-sided rules with several coins, by the bound that
they promise.  The best of many looks better than it is, so every promise is taken down by some
standard errors: as many as the errors of so many tosses hide.  Of n independent promises one is
broken on average at the quantile of 1/n, and none, with high probability, at sqrt(2 log n).  The
best rule at the first is judged.  Where the best at the second is another event altogether, luck
may have chosen the first, and the second is judged beside it, as an insurance.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri

from workbench.audit.events import GuessRule, finite
from workbench.audit.outcomes import Outputs, join
from workbench.audit.scores import LARGEST, Score, Single, Table
from workbench.audit.two_binomials import plan
from workbench.privacy.arrays import Array, Ints

COINS = tuple(k / 16 for k in range(8, 0, -1))
"""Probabilities with which a one-sided rule may draw the side that it guesses."""

CUTS = 130
"""Most cuts of a score that are tried: even ones, and ever denser ones in both tails."""

EVEN = 31
"""How many of them are even."""

MUCH = 1.1
"""A bolder cut that promises this many times what the chosen rule does, and the claim, is a bet."""

SIDE = 0.05
"""Part of the error level for rules that are too bold to be chosen."""

INSURANCE = 0.15
"""Part of the error level for the cautious rule, where it is another than the chosen one."""

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


@dataclass(frozen=True, slots=True)
class Goal:
    """What a rule is chosen for: the claim's delta, the error level, and the draws that judge.

    `coins` are the probabilities of the guessed side that a one-sided rule may have.
    """

    delta: float
    alpha: float
    draws: int
    coins: tuple[float, ...] = COINS

    def promise(
        self, right: Ints, wrong: Ints, share: Array, coin: Array, draws: int, caution: float
    ) -> Array:
        """Bounds that such counts of `draws` fair tosses promise; `share` as in Counts."""
        promise = plan(
            right,
            wrong,
            draws=draws,
            scale=self.draws / draws,
            share=share,
            delta=self.delta,
            alpha=self.alpha,
            coin=coin,
            caution=caution,
        )
        return np.where(right + wrong > 0, promise, -np.inf)


class Candidate(NamedTuple):
    """A rule and its promise; the rule itself says what it promises at the utmost caution."""

    promise: float
    rule: GuessRule


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
    best: list[Candidate] = []
    for trial in _trials(scores, fitted, fresh, (Single,)):
        found = trial.best(goal, errors)
        best = [
            max(pair, key=lambda c: c.promise) for pair in zip(best or found, found, strict=True)
        ]
    return [one.rule for one in best]


def chosen(
    scores: list[Score], fitted: Known, fresh: Known, goal: Goal, claim: float
) -> tuple[GuessRule, ...]:
    """The rule to judge, and the cautious one where that is another; then the coin is fair.

    Where the first promises to refute the claim at the utmost caution too, it needs no insurance.
    """
    errors = cautions(len(fitted[0]) + len(fresh[0]))
    bold, cautious = candidates(scores, fitted, fresh, goal, errors)
    if bold.promise > claim or alike(bold, cautious, fresh[0]):
        return (bold,)
    if (bold.coin, cautious.coin) == (0.5, 0.5):
        return bold, cautious
    return tuple(candidates(scores, fitted, fresh, replace(goal, coins=(0.5,)), errors))


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


class _Trial:
    """A score on draws with known coins: how often either side lies above or below every cut."""

    def __init__(self, score: Score, outputs: Outputs, coin: np.ndarray) -> None:
        values = finite(score(outputs))
        self.score, self.draws = score, values.size
        told = ~np.isnan(values)
        values, coin = values[told], coin[told]
        order = np.argsort(values, kind="stable")
        self.values = values[order]
        self.cuts = _cuts(self.values)
        self.ones = np.concatenate([[0], np.cumsum(coin[order])])[self.cuts]
        self.zeros = self.cuts - self.ones

    def best(self, goal: Goal, errors: tuple[float, ...]) -> list[Candidate]:
        """The most promising cuts, coin and orientation, for every caution."""
        found: list[list[Candidate]] = [[] for _ in errors]
        rule = partial(self._rule, goal, max(errors))
        last = len(self.cuts) - 1
        for above in (1, 0):
            mine, other = (self.ones, self.zeros) if above else (self.zeros, self.ones)
            upper = mine[-1] - mine, other[-1] - other  # right and wrong guesses above every cut
            lower = other, mine
            right = upper[0][:, None] + lower[0][None, :]
            wrong = upper[1][:, None] + lower[1][None, :]
            closed = (self.cuts == self.values.size)[:, None] | (self.cuts == 0)[None, :]
            closed |= self.cuts[:, None] < self.cuts[None, :]
            coins = np.array(goal.coins)[:, None]
            fair, whole = np.array(0.5), np.array(1.0)
            for bag, caution in zip(found, errors, strict=True):
                promise = goal.promise(*upper, coins, coins, self.draws, caution)
                bias, i = divmod(int(np.argmax(promise)), last + 1)
                bag.append(rule(promise[bias, i], i, 0, above, goal.coins[bias]))
                promise = goal.promise(*lower, coins, coins, self.draws, caution)
                bias, j = divmod(int(np.argmax(promise)), last + 1)
                bag.append(rule(promise[bias, j], last, j, above, goal.coins[bias]))
                promise = goal.promise(right, wrong, whole, fair, self.draws, caution)
                promise = np.where(closed, -np.inf, promise)
                i, j = divmod(int(np.argmax(promise)), last + 1)
                bag.append(rule(promise[i, j], i, j, above, 0.5))
        return [max(bag, key=lambda c: c.promise) for bag in found]

    def _rule(
        self, goal: Goal, utmost: float, promise: float, top: int, bottom: int, above: int,
        coin: float,
    ) -> Candidate:  # fmt: skip
        mine, other = (self.ones, self.zeros) if above else (self.zeros, self.ones)
        right = mine[-1] - mine[top] + other[bottom]
        wrong = other[-1] - other[top] + mine[bottom]
        rule = GuessRule(
            self.score,
            _above(self.values, int(self.cuts[top])),
            _below(self.values, int(self.cuts[bottom])),
            above,
            -np.inf,
            float(coin),
        )
        share = np.array(1.0 if rule.sides == 2 else coin)
        sure = goal.promise(right, wrong, share, np.array(coin), self.draws, utmost)
        return Candidate(float(promise), replace(rule, promise=float(sure)))


def _trials(
    scores: list[Score], fitted: Known, fresh: Known, whole: tuple[type[Score], ...]
) -> Iterator[_Trial]:
    """Scores of the types `whole` on all these draws, the others on the fresh ones alone."""
    everything = join([fitted[0], fresh[0]]), np.concatenate([fitted[1], fresh[1]])
    for score in scores:
        yield _Trial(score, *(everything if isinstance(score, whole) else fresh))


def _cuts(score: Array) -> np.ndarray:
    """Positions i in the sorted scores such that score[i - 1] < score[i], at most CUTS of them."""
    n = score.size
    steps = np.flatnonzero(score[1:] > score[:-1]) + 1
    if steps.size > CUTS:
        tail = np.geomspace(4, n / 2, (CUTS - EVEN) // 2 - 2).astype(np.int64)
        even = np.linspace(0, n, EVEN + 2)[1:-1].astype(np.int64)
        wanted = np.unique(np.concatenate([tail, even, n - tail]))
        steps = np.unique(steps[np.minimum(np.searchsorted(steps, wanted), steps.size - 1)])
    return np.concatenate([[0], steps, [n]])


def _above(values: Array, cut: int) -> float:
    """A threshold t such that the scores from this position on are those with score >= t."""
    if cut == values.size:
        return np.inf
    return -LARGEST if cut == 0 else _between(values, cut, float(values[cut]))


def _below(values: Array, cut: int) -> float:
    """A threshold t such that the scores before this position are those with score <= t."""
    if cut == 0:
        return -np.inf
    return LARGEST if cut == values.size else _between(values, cut, float(values[cut - 1]))


def _between(values: Array, cut: int, otherwise: float) -> float:
    low, high = float(values[cut - 1]), float(values[cut])
    middle = low / 2 + high / 2
    usual = low < middle < high and low > -LARGEST and high < LARGEST
    return middle if usual else otherwise
