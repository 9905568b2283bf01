"""Guessing rules: two events, one for each side of the coin, cut from a learned score.

A rule guesses "dataset" where the score is at least `upper`, "neighbour" where it is at most
`lower` (or the other way round), and passes in between.  One of the two events may be empty: then
the rule is the classical distinguishing event, and the coin may be biased.
"""

from dataclasses import dataclass

import numpy as np

from workbench.audit.coins import Counts
from workbench.audit.outcomes import Outputs
from workbench.audit.scores import LARGEST, Score
from workbench.privacy.arrays import Array, Ints


@dataclass(frozen=True, slots=True)
class Event:
    """One event of the witness: on it the rule guesses `guess`.

    `on_dataset` and `on_neighbour` count how often it happened on either side of the coin.
    """

    guess: str
    words: str
    on_dataset: int
    on_neighbour: int

    def __str__(self) -> str:
        return (
            f"{self.words}: {self.on_dataset} times on the dataset, {self.on_neighbour} times on "
            f"the neighbour (guess: {self.guess})"
        )


@dataclass(frozen=True, slots=True, eq=False)
class GuessRule:
    """Guess the side `above` of the coin at scores >= upper, the other side at scores <= lower."""

    score: Score
    upper: float
    lower: float
    above: int
    promise: float
    coin: float = 0.5

    @property
    def heads(self) -> float:
        """Probability with which the dataset is drawn: `coin` belongs to the guessed side."""
        guessed = self.above if self.upper < np.inf else 1 - self.above
        return self.coin if guessed or self.sides == 2 else 1 - self.coin

    @property
    def sides(self) -> int:
        """How many sides of the coin are ever guessed."""
        return max(1, (self.upper < np.inf) + (self.lower > -np.inf))

    def guesses(self, outputs: Outputs) -> Ints:
        """1 where the rule guesses the dataset, 0 for the neighbour, -1 where it passes."""
        if len(outputs) == 0:
            return np.empty(0, dtype=np.int64)
        score = finite(self.score(outputs))
        guess = np.full(len(outputs), -1, dtype=np.int64)
        if self.lower > -np.inf:
            guess[score <= self.lower] = 1 - self.above
        if self.upper < np.inf:
            guess[score >= self.upper] = self.above
        return guess

    def words(self, side: int) -> str | None:
        """The event on which this side is guessed; None if there is none."""
        if side == self.above:
            if self.upper == np.inf:
                return None
            return self.score.words(self.upper if self.upper > -LARGEST else -np.inf, np.inf)
        if self.lower == -np.inf:
            return None
        return self.score.words(-np.inf, self.lower if self.lower < LARGEST else np.inf)


def finite(score: Array) -> Array:
    """The scores with infinities replaced by the largest numbers; NaN stays."""
    return np.clip(score, -LARGEST, LARGEST)


def count(rule: GuessRule, sides: tuple[Outputs, Outputs]) -> tuple[int, int, int, int]:
    """(dataset drawn, dataset guessed), (neighbour, dataset), (dataset, neighbour), (both n.)."""
    neighbour, dataset = (rule.guesses(outputs) for outputs in sides)
    return (
        int((dataset == 1).sum()),
        int((neighbour == 1).sum()),
        int((dataset == 0).sum()),
        int((neighbour == 0).sum()),
    )


def counts_of(table: list[int], draws: int, rule: GuessRule) -> Counts:
    """Right and wrong guesses from the four counts."""
    return Counts(table[0] + table[3], table[1] + table[2], draws, rule.sides, rule.coin)


def witness(rule: GuessRule, table: list[int]) -> tuple[Event, ...]:
    """The events in words; `table` counts dataset and neighbour draws for either guess."""
    events = []
    for side, guess in ((1, "dataset"), (0, "neighbour")):
        words = rule.words(side)
        if words is not None:
            at = 0 if side else 2
            events.append(Event(guess, words, table[at], table[at + 1]))
    return tuple(events)
