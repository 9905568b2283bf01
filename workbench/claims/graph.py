"""The dependency graph of claims: edges go from a claim to the claims that its argument uses."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping
from graphlib import CycleError, TopologicalSorter

from workbench.claims.claim import Claim
from workbench.errors import ClaimError


def closest(name: str, known: Iterable[str]) -> str:
    """A sentence that proposes the most similar known name, or nothing."""
    match = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f" Did you mean {match[0]}?" if match else ""


def unknown(id: str, claims: Collection[str], papers: Collection[str]) -> str:
    """What to say of an id that no claim has."""
    if begun := [i for i in claims if i.startswith((f"{id}.", f"{id}-"))]:
        return (
            f"id = {id!r} is no claim by itself; ids begin with it, such as {begun[0]}."
            f" Write one in full: `workbench list {id}` shows them."
        )
    return (
        f"id = {id!r} is not a claim of the installed papers ({', '.join(papers) or 'none'})."
        f"{closest(id, [*claims, *papers])} `workbench list` shows them all."
    )


def check_graph(claims: Mapping[str, Claim], *, missing: Collection[str] = ()) -> None:
    """Raise ClaimError for an unknown id or a cycle; ids of papers in `missing` are let through."""
    for claim in claims.values():
        for id in named_in(claim):
            where = "uses" if id in uses_of(claim) else "repairs"
            if id not in claims and id.split(".", 1)[0] not in missing:
                raise ClaimError(
                    f"{claim.id}: {where} names {id!r}, which is not a claim of the loaded papers."
                    f"{closest(id, claims)} Correct the id, or add the claim."
                )
    order(claims)


def uses_of(claim: Claim) -> tuple[str, ...]:
    """All ids that the claim or one of its checks rests on, in order of mention."""
    named = list(claim.uses)
    for check in claim.checks:
        named.extend(check.uses or ())
    return tuple(dict.fromkeys(named))


def named_in(claim: Claim) -> tuple[str, ...]:
    """All ids of other claims that a claim names: what it rests on, and what it repairs."""
    return tuple(dict.fromkeys((*uses_of(claim), *claim.repairs)))


def order(
    claims: Mapping[str, Claim], also: Mapping[str, Collection[str]] | None = None
) -> tuple[str, ...]:
    """Ids with every claim after those that it uses; a cycle is an error that names its claims.

    `also` adds, for some ids, what their evidence was found to rest on.
    """
    found = also or {}
    graph = {
        id: [u for u in (*uses_of(c), *(f for f in found.get(id, ()) if f != id)) if u in claims]
        for id, c in claims.items()
    }
    try:
        return tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        raise ClaimError(
            f"claims use each other in a circle: {' -> '.join(reversed(error.args[1]))}."
            " Circular support proves nothing: drop one of these `uses`."
        ) from None
