"""What a search for a proof tried: goals, the methods for each, and the goals these led to.

A goal that comes up again, in another place or with more depth, is the same goal.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from workbench.symbolic import Relation


@dataclass
class Attempt:
    """One method on one goal: `why` it stopped, empty if it succeeded, and the goals it set."""

    method: str
    why: str = "cut off"
    goals: list[Subgoal] = field(default_factory=list)


@dataclass
class Subgoal:
    """A statement and what was tried for it; `note` says what decided it before any method."""

    relation: Relation
    attempts: dict[str, Attempt] = field(default_factory=dict)
    note: str = ""

    @property
    def proved_by(self) -> str:
        """The method that succeeded, or nothing."""
        return next((a.method for a in self.attempts.values() if not a.why), "")


@dataclass
class Trace:
    """The goals of one search; the first one is what was asked."""

    goals: dict[Relation, Subgoal] = field(default_factory=dict)
    _open: list[Attempt] = field(default_factory=list)

    def goal(self, r: Relation) -> Subgoal:
        """The goal for a statement, listed with the attempt that set it."""
        found = self.goals.setdefault(r, Subgoal(r))
        if self._open and not any(found is g for g in self._open[-1].goals):
            self._open[-1].goals.append(found)
        return found

    @contextmanager
    def trying(self, goal: Subgoal, method: str) -> Iterator[Attempt]:
        """An attempt; it takes the place of an earlier one by the same method."""
        made = Attempt(method)
        goal.attempts.pop(method, None)
        goal.attempts[method] = made
        self._open.append(made)
        try:
            yield made
        finally:
            self._open.pop()
