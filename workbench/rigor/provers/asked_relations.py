"""The relations that a search is asked to decide: those of a claim, or those that are given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.claims import Claim
from workbench.errors import require
from workbench.symbolic import Relation


def relations_of(
    claim: Claim | Relation | Iterable[Relation], **named: Mapping[str, Any] | None
) -> list[Relation]:
    """The relations to decide; what is named by variable, such as cuts, has to name one of theirs.

    claim: as for `certify`
    named: arguments by their names, each by variable
    """
    if isinstance(claim, Relation):
        found = [claim]
    else:
        found = declared(claim) if isinstance(claim, Claim) else list(claim)
    known = {v.name for r in found for v in r.variables}
    for argument, by_variable in named.items():
        strange = sorted({*(by_variable or ())} - known)
        require(
            not strange, argument, f"{{{', '.join(strange)}: ...}}",
            "names no variable of the statement",
            f"Name one of {', '.join(sorted(known))}." if known else "It has none.",
        )  # fmt: skip
    return found


def declared(claim: Claim) -> list[Relation]:
    """The relations that a claim declares; there must be some, and nothing else."""
    said = [one for _, one in claim.statements()]
    found = [one for one in said if isinstance(one, Relation)]
    require(
        bool(said), "claim", claim.id, "has no machine-readable statement",
        "Declare Claim(encoded=(relation(...),)), or certify a relation.",
    )  # fmt: skip
    require(
        len(found) == len(said), "claim", claim.id,
        "declares more than relations (theorems, orders, matrices, ...), which is not searched for",
        f"Its proof stands in its check: workbench verify {claim.id}.",
    )  # fmt: skip
    return found
