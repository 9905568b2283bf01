"""The claims of a paper in the order of its own contents, section by section."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

REST = "Beside the items of the paper"


class _Item(Protocol):
    @property
    def section(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def claims(self) -> tuple[str, ...]: ...


class _Claim(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def source(self) -> str: ...


C = TypeVar("C", bound=_Claim)


@dataclass(frozen=True, slots=True)
class Entry(Generic[C]):
    """An item of the paper: its label, its claims that are here, and how many it has in all."""

    label: str
    claims: tuple[C, ...]
    listed: int


@dataclass(frozen=True, slots=True)
class Section(Generic[C]):
    """Entries that follow one another under one heading."""

    title: str
    entries: tuple[Entry[C], ...]


def sections(items: Iterable[_Item], claims: Sequence[C]) -> tuple[Section[C], ...]:
    """The items in order; the claims that no item names stand at the end, one entry each."""
    found = {claim.id: claim for claim in claims}
    items = tuple(items)
    named = {id for item in items for id in item.claims}
    rows = [
        (
            i.section,
            Entry(i.label, tuple(found[id] for id in i.claims if id in found), len(i.claims)),
        )
        for i in items
    ]
    rows += [(REST, Entry(c.source, (c,), 1)) for c in claims if c.id not in named]
    made: list[tuple[str, list[Entry[C]]]] = []
    for title, entry in rows:
        if not made or made[-1][0] != title:
            made.append((title, []))
        made[-1][1].append(entry)
    return tuple(Section(title, tuple(entries)) for title, entries in made)
