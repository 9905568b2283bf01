"""What rests on what: of one claim, what it uses and what uses it, directly and in all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from workbench.report.model import Report, ReportedClaim


@dataclass(frozen=True)
class Network:
    """The dependencies of a report, in both directions; ids outside the report are kept."""

    report: Report

    @cached_property
    def claims(self) -> Mapping[str, ReportedClaim]:
        """The claims by id."""
        return {claim.id: claim for claim in self.report.claims}

    @cached_property
    def used_by(self) -> Mapping[str, tuple[str, ...]]:
        """The claims that rest on a claim directly, in the order of the report."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for claim in self.report.claims:
            for id in claim.depends_on:
                if id != claim.id:
                    found[id].append(claim.id)
        return {id: tuple(users) for id, users in found.items()}

    def above(self, ids: Iterable[str]) -> tuple[str, ...]:
        """All that rests on some claims, over any number of steps; not the claims themselves."""
        return _reached(ids, lambda id: self.used_by.get(id, ()))

    def below(self, ids: Iterable[str]) -> tuple[str, ...]:
        """All that some claims rest on, over any number of steps; not the claims themselves."""
        return _reached(ids, self._uses)

    def _uses(self, id: str) -> tuple[str, ...]:
        claim = self.claims.get(id)
        return claim.depends_on if claim else ()


def _reached(ids: Iterable[str], following: Callable[[str], tuple[str, ...]]) -> tuple[str, ...]:
    start = tuple(ids)
    found = dict.fromkeys(start)
    waiting = list(start)
    while waiting:
        for id in following(waiting.pop()):
            if id not in found:
                found[id] = None
                waiting.append(id)
    return tuple(id for id in found if id not in start)
