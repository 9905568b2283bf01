"""The whole search for a proof as a tree: what was tried, what it led to, and why it stopped."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.claims import Claim, Outcome
from workbench.rigor.provers.asked_relations import relations_of
from workbench.rigor.provers.budget import Budget
from workbench.rigor.provers.certify import traced, way_of
from workbench.rigor.provers.run import NAMES
from workbench.rigor.provers.trace import Subgoal
from workbench.symbolic import Relation
from workbench.symbolic.plain import plain_relation

_LONGEST = 160  # characters of a reason


@dataclass(frozen=True)
class Explanation:
    """The outcome of a search with its goals; it shows itself as text and in notebooks."""

    outcome: Outcome
    root: Subgoal

    def lines(self) -> list[str]:
        """The tree as indented text; a goal that comes up again is not opened twice."""
        return list(_lines(self.root, 0, set()))

    def __str__(self) -> str:
        return "\n".join(self.lines())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return "\n".join(_html(self.root, set(), is_open=True))

    def as_json(self) -> dict[str, Any]:
        """The tree as plain data; a goal that comes up again stands there without attempts."""
        return {"decision": self.outcome.decision, "grade": self.outcome.grade.name.lower(),
                "goal": _data(self.root, set())}  # fmt: skip


def explain(
    claim: Claim | Relation,
    budget: Budget | None = None,
    *,
    cuts: Mapping[str, Sequence[Any]] | None = None,
) -> tuple[Explanation, ...]:
    """Search as `certify` does, and tell all that was tried, for each statement.

    claim: a relation, or a claim that declares its statements
    budget: limits of time and memory for each statement
    cuts: points by variable where the domain is cut, as for `certify`
    """
    found = relations_of(claim, cuts=cuts)
    way = way_of(cuts=cuts)
    return tuple(Explanation(*traced(r, budget or Budget(), way)) for r in found)


def _result(goal: Subgoal, *, again: bool) -> str:
    by = goal.proved_by
    if by:
        return f"proved: {NAMES[by]}"
    return goal.note or ("open, as above" if again else "open")


def _lines(goal: Subgoal, depth: int, seen: set[str]) -> Iterator[str]:
    again = goal.relation.digest in seen
    yield f"{'  ' * depth}{plain_relation(goal.relation)}  [{_result(goal, again=again)}]"
    if again:
        return
    seen.add(goal.relation.digest)
    for attempt in goal.attempts.values():
        yield f"{'  ' * depth}- {NAMES[attempt.method]}: {_short(attempt.why) or 'proved'}"
        for part in attempt.goals:
            yield from _lines(part, depth + 2, seen)


def _html(goal: Subgoal, seen: set[str], *, is_open: bool) -> Iterator[str]:
    again = goal.relation.digest in seen
    head = f"<code>{html.escape(plain_relation(goal.relation))}</code>"
    told = html.escape(_result(goal, again=again))
    if again or not goal.attempts:
        yield f"<div>{head} <em>{told}</em></div>"
        return
    seen.add(goal.relation.digest)
    yield f"<details{' open' if is_open else ''}><summary>{head} <em>{told}</em></summary><ul>"
    for attempt in goal.attempts.values():
        why = html.escape(_short(attempt.why) or "proved")
        yield f"<li>{html.escape(NAMES[attempt.method])}: {why}"
        for part in attempt.goals:
            yield from _html(part, seen, is_open=False)
        yield "</li>"
    yield "</ul></details>"


def _data(goal: Subgoal, seen: set[str]) -> dict[str, Any]:
    again = goal.relation.digest in seen
    seen.add(goal.relation.digest)
    attempts = [] if again else [
        {"method": a.method, "why": a.why, "goals": [_data(g, seen) for g in a.goals]}
        for a in goal.attempts.values()
    ]  # fmt: skip
    return {"statement": plain_relation(goal.relation), "result": _result(goal, again=again),
            "attempts": attempts}  # fmt: skip


def _short(why: str) -> str:
    flat = " ".join(why.split())
    return flat if len(flat) <= _LONGEST else flat[: _LONGEST - 4] + " ..."
