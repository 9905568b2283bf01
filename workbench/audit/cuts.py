"""The cuts of a score, and what the rule at each of them promises.

Above one cut and below another a rule guesses one side of the coin; a one-sided rule may have a
biased coin.  What it promises is the bound that as many right and wrong guesses would give in all
the draws that judge, less some standard errors: as many as the errors of so many tosses hide, since
the best of many looks better than it is.
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri

from workbench.audit.events import GuessRule, finite
from workbench.audit.outcomes import Outputs
from workbench.audit.scores import LARGEST, Score
from workbench.audit.two_binomials import plan
from workbench.privacy.arrays import Array, Ints

COINS = tuple(k / 16 for k in range(8, 0, -1))
"""Probabilities with which a one-sided rule may draw the side that it guesses."""

CUTS = 130
"""Most cuts of a score that are tried: even ones, and ever denser ones in both tails."""

EVEN = 31
"""How many of them are even."""

NEAR = 16
"""Most cuts among which a chosen one-sided rule is moved."""

FACTOR = 3.0
"""They guess at most this many times as often as it does, and at least that part as often."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a rule is chosen for: the claim's delta, the error level, and the draws that judge.

    `coins` are the probabilities of the guessed side that a one-sided rule may have; where `heads`
    is given, the dataset is drawn with this probability whichever side the rule guesses.
    """

    delta: float
    alpha: float
    draws: int
    coins: tuple[float, ...] = COINS
    heads: float | None = None

    def coins_of(self, side: int) -> tuple[float, ...]:
        """The coins of one-sided rules that guess this side, 1 for the dataset."""
        return self.coins if self.heads is None else (self.heads if side else 1 - self.heads,)

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


class Trial:
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
            first, second = (np.array(goal.coins_of(s))[:, None] for s in (above, 1 - above))
            fair, whole = np.array(0.5), np.array(1.0)
            for bag, caution in zip(found, errors, strict=True):
                promise = goal.promise(*upper, first, first, self.draws, caution)
                bias, i = divmod(int(np.argmax(promise)), last + 1)
                bag.append(rule(promise[bias, i], i, 0, above, first[bias, 0]))
                promise = goal.promise(*lower, second, second, self.draws, caution)
                bias, j = divmod(int(np.argmax(promise)), last + 1)
                bag.append(rule(promise[bias, j], last, j, above, second[bias, 0]))
                if goal.heads not in (None, 0.5):
                    continue
                promise = goal.promise(right, wrong, whole, fair, self.draws, caution)
                promise = np.where(closed, -np.inf, promise)
                i, j = divmod(int(np.argmax(promise)), last + 1)
                bag.append(rule(promise[i, j], i, j, above, 0.5))
        return [max(bag, key=lambda c: c.promise) for bag in found]

    def near(self, rule: GuessRule, goal: Goal, utmost: float) -> GuessRule:
        """The most promising of at most NEAR cuts that guess about as often as a one-sided rule.

        They are few, so they are told apart by far fewer standard errors than all cuts of all
        scores: by the quantile that one of so many independent promises exceeds on average.
        """
        upper = rule.upper < np.inf
        mine, other = (self.ones, self.zeros) if rule.above else (self.zeros, self.ones)
        right = mine[-1] - mine if upper else other
        wrong = other[-1] - other if upper else mine
        often = right + wrong
        inside = self.values >= rule.upper if upper else self.values <= rule.lower
        usual = max(int(inside.sum()), 1)
        near = np.flatnonzero((often * FACTOR >= usual) & (often <= usual * FACTOR))
        if near.size < 2:
            return rule
        if near.size > NEAR:
            near = near[np.linspace(0, near.size - 1, NEAR).astype(np.int64)]
        coins = np.array(goal.coins_of(rule.above if upper else 1 - rule.above))[:, None]
        caution = -float(ndtri(1 / near.size))
        promise = goal.promise(right[near], wrong[near], coins, coins, self.draws, caution)
        bias, i = divmod(int(np.argmax(promise)), near.size)
        top, bottom = (near[i], 0) if upper else (len(self.cuts) - 1, near[i])
        found = self._rule(
            goal, utmost, promise[bias, i], int(top), int(bottom), rule.above, coins[bias, 0]
        )
        return found.rule

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
