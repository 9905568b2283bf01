"""What a claim is, where it stands and under which conditions, as its author writes it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, cast, get_args

from workbench.errors import ClaimError

Provenance = Literal["printed", "reconstructed", "reading", "boundary", "ours"]
Kind = Literal[
    "definition",
    "lemma",
    "proposition",
    "theorem",
    "corollary",
    "remark",
    "rate",
    "mechanism",
    "algorithm",
    "erratum",
    "cited",
]
Item = tuple[Kind, str]  # what a statement is, and where it stands


def standing(id: str, **given: Item | None) -> tuple[Provenance, Item]:
    """The one provenance that is given for the claim `id`, with its kind and source.

    Raises:
        ClaimError: none is given or several are, or the kind is none of the known ones.
    """
    said = {name: item for name, item in given.items() if item is not None}
    if len(said) != 1:
        raise ClaimError(
            f"{id}: {' and '.join(said) or 'no source'}: a claim says once what it is and where it"
            " stands. Write printed=('theorem', 'Theorem 3'), or reconstructed= for a garbled text,"
            " reading= for one of several readings, boundary= for the end of a range that is not"
            " stated, or ours= for what the source does not state."
        )
    ((name, item),) = said.items()
    provenance = next(p for p in get_args(Provenance) if p == name)
    if not isinstance(cast(object, item), tuple) or len(item) != 2:
        raise ClaimError(
            f"{id}: {name} = {item!r} is no pair of a kind and a place."
            f" Write {name}=('theorem', 'Theorem 3')."
        )
    if item[0] not in get_args(Kind):
        raise ClaimError(
            f"{id}: {name} = {item!r}: {item[0]!r} is not one of {', '.join(get_args(Kind))}."
            " Choose one."
        )
    return provenance, item


def conditions(said: str | Iterable[str]) -> tuple[str, ...]:
    """The conditions of a text: one on each line, joined where a line ends in a backslash.

    Raises:
        ClaimError: a line ends inside of braces.
    """
    if not isinstance(said, str):
        return tuple(said)
    lines = re.sub(r"\s*\\\n\s*", " ", said).splitlines()
    found = tuple(line.strip() for line in lines if line.strip())
    for one in found:
        bare = re.sub(r"\\.", "", one)
        if bare.count("{") != bare.count("}"):
            raise ClaimError(
                f"the condition {one!r} has other opening than closing braces: each line is a"
                " condition. End the line with a backslash where it goes on."
            )
    return found
