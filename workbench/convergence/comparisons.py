"""Conclusions of an experiment, decided by exact one-sided sign tests and Holm's correction.

The atom is `Below(left, right, factor)`: if one run is drawn from every cell, then with probability
above 1/2 the product of the errors of the cells on the left is below `factor` times the product on
the right.  Usually there is one cell on each side.  Runs are independent, so the number of i for
which this is seen in the i-th runs is binomial, and its upper tail under chance 1/2 is an exact
p-value for any number of runs and any distribution of the errors.

A conclusion is built from atoms with `Every` (its p-value is the largest of its parts: all have to
be shown) and `Some` (the smallest times their number).  Its negation is tested as well, with the
atoms turned round.  Holm's procedure over both sides of all conclusions keeps the probability that
any decision is wrong below alpha; what is shown neither way stays undecided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from workbench.errors import DataError, require
from workbench.privacy.arrays import Array

Finals = Mapping[str, Array]
"""Final errors of the runs, shape (runs,), for each id of a cell."""

StatementAnswer = Literal["holds", "fails", "undecided", "not run"]


@dataclass(frozen=True, slots=True)
class Below:
    """With probability above 1/2: product of errors `left` < factor * product of errors `right`."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    factor: float = 1.0

    def negated(self) -> Below:
        """With probability above 1/2 it is the other way round."""
        return Below(self.right, self.left, 1 / self.factor)

    def p_value(self, finals: Finals) -> float:
        """Exact upper tail of the sign test; a tie speaks against the statement."""
        from scipy.stats import binom  # slow to import

        won, runs = self.count(finals)
        return float(binom.sf(won - 1, runs, 0.5))

    def count(self, finals: Finals) -> tuple[int, int]:
        """In how many of all runs the statement is seen."""
        sizes = {id: finals[id].size for id in self.left + self.right}
        if len(set(sizes.values())) != 1:
            raise DataError(
                f"the numbers of runs differ: {sizes}. Runs are compared one by one.\n"
                "  Simulate all cells with the same number of runs."
            )
        left, right = (
            np.prod([finals[id] for id in side], axis=0) for side in (self.left, self.right)
        )
        return int((left < self.factor * right).sum()), int(left.size)

    @property
    def cells(self) -> frozenset[str]:
        """The cells that are compared."""
        return frozenset(self.left + self.right)


@dataclass(frozen=True, slots=True)
class Exactly:
    """A statement without chance, decided when the experiment was defined."""

    true: bool

    def negated(self) -> Exactly:
        """The opposite."""
        return Exactly(not self.true)

    def p_value(self, finals: Finals) -> float:
        """0 if it is true, else 1."""
        del finals
        return 0.0 if self.true else 1.0

    @property
    def cells(self) -> frozenset[str]:
        """None."""
        return frozenset()


@dataclass(frozen=True, slots=True)
class Every:
    """All of the statements."""

    parts: tuple[Statement, ...]

    def negated(self) -> Some:
        """Some part is false."""
        return Some(tuple(part.negated() for part in self.parts))

    def p_value(self, finals: Finals) -> float:
        """The largest: each part has to be shown at the full level."""
        return max(part.p_value(finals) for part in self.parts)

    @property
    def cells(self) -> frozenset[str]:
        """The cells of the parts."""
        return frozenset().union(*(part.cells for part in self.parts))


@dataclass(frozen=True, slots=True)
class Some:
    """At least one of the statements."""

    parts: tuple[Statement, ...]

    def negated(self) -> Every:
        """Every part is false."""
        return Every(tuple(part.negated() for part in self.parts))

    def p_value(self, finals: Finals) -> float:
        """The smallest times the number of parts (Bonferroni)."""
        return min(1.0, len(self.parts) * min(part.p_value(finals) for part in self.parts))

    @property
    def cells(self) -> frozenset[str]:
        """The cells of the parts."""
        return frozenset().union(*(part.cells for part in self.parts))


Statement = Below | Exactly | Every | Some


def enough(statement: Statement, *, runs: int, level: float) -> int:
    """In how many of all runs each comparison has to be seen for the statement to be shown.

    Where all comparisons that an argument for it needs are seen that often, its p-value is at most
    `level`.  The answer is `runs + 1` where no number of them is enough.
    """
    from scipy.stats import binom  # slow to import

    chances = binom.sf(np.arange(-1, runs), runs, 0.5)  # of at least 0, 1, ... of all runs
    rare = np.flatnonzero(chances <= level / _weight(statement))
    return int(rare[0]) if rare.size else runs + 1


def _weight(statement: Statement) -> int:
    """By how much the p-value of a statement can exceed those of the comparisons it needs."""
    match statement:
        case Every(parts):
            return max(map(_weight, parts))
        case Some(parts):
            return len(parts) * max(map(_weight, parts))
        case _:
            return 1


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A conclusion drawn from the experiment, in words and as a statement that can be tested."""

    id: str
    text: str
    statement: Statement


@dataclass(frozen=True, slots=True)
class ConclusionDecision:
    """What the runs say of a conclusion, with the p-values of both sides after Holm's correction.

    `runs` is the number of pairs behind it, 0 for a statement without chance.
    """

    conclusion: Conclusion
    answer: StatementAnswer
    p_holds: float
    p_fails: float
    runs: int


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values: reject those that are at most alpha.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(p_values, kind="stable")
    adjusted, least = [0.0] * len(p_values), 0.0
    for rank, i in enumerate(order):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = least
    return adjusted


def decide(
    conclusions: Sequence[Conclusion], finals: Finals, *, alpha: float = 0.05
) -> tuple[ConclusionDecision, ...]:
    """Decide them all; one whose cells were not simulated is "not run" and costs nothing."""
    require(0 < alpha < 1, "alpha", alpha, "is outside (0, 1)", "Pass an error probability.")
    there = [c for c in conclusions if c.statement.cells <= finals.keys()]
    raw = [side.p_value(finals) for c in there for side in (c.statement, c.statement.negated())]
    adjusted = dict(zip((c.id for c in there), np.reshape(holm(raw), (-1, 2)), strict=True))
    found = []
    for one in conclusions:
        if one.id not in adjusted:
            found.append(ConclusionDecision(one, "not run", 1.0, 1.0, 0))
            continue
        holds, fails = (float(p) for p in adjusted[one.id])
        answer: StatementAnswer = (
            "holds" if holds <= alpha else "fails" if fails <= alpha else "undecided"
        )
        runs = max((finals[id].size for id in one.statement.cells), default=0)
        found.append(ConclusionDecision(one, answer, holds, fails, runs))
    return tuple(found)
