"""What the claims of a paper say, as plain data and back; their checks cannot be run from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from workbench.claims import Check, Claim, Paper
from workbench.claims.paper import Said
from workbench.errors import ClaimError
from workbench.symbolic.cards import domain_of

_CLAIM = ("id", "title", "statement", "note", "citation", "module")
_STANDING = ("provenance", "kind", "source")
_CLAIM_LISTS = ("hypotheses", "uses", "repairs", "parts")
_CHECK = (
    *("claim", "name", "doc", "aim", "manner", "part", "corner", "stronger"),
    *("seconds", "profile", "module"),
)


@dataclass(frozen=True, slots=True)
class _Encoded:
    """A statement as encoded, of which only the text is left."""

    text: str
    digest: str
    domain: tuple[str, ...]

    def latex(self) -> str:
        return self.text


def document_of(paper: Paper, claims: Iterable[Claim]) -> dict[str, Any]:
    """A paper with its claims, statements as text alone."""
    return {
        "paper": [paper.id, paper.title, paper.authors, paper.reference, paper.contents],
        "claims": [
            {name: getattr(claim, name) for name in (*_CLAIM, *_STANDING, *_CLAIM_LISTS)}
            | {
                "encoded": [
                    [part, one.latex(), one.digest, domain_of(one)]
                    for part, one in claim.statements()
                ],
                "checks": [_check(check) for check in claim.checks],
            }
            for claim in claims
        ],
    }


def _check(check: Check) -> dict[str, Any]:
    said, place = (check.of == "case" and check.case()) or (None, "")
    return {name: getattr(check, name) for name in _CHECK} | {
        "case": said and [said.latex(), said.digest, domain_of(said), place],
        "uses": check.uses,
        "mutants": [_check(mutant) for mutant in check.mutants],
    }


def read_said(document: Any) -> Said | None:  # noqa: ANN401 - what a cache held
    """The paper as it was; one that cannot be read costs time, nothing else."""
    try:
        claims = []
        for data in document["claims"]:
            options: dict[str, Any] = {name: data[name] for name in _CLAIM}
            options |= {name: tuple(data[name]) for name in _CLAIM_LISTS}
            options[data["provenance"]] = (data["kind"], data["source"])
            claim = Claim(**options, encoded=_encoded(data["encoded"]))
            claim.checks.extend(_check_from(check) for check in data["checks"])
            claims.append(claim)
        if not isinstance(document["digest"], str) or not isinstance(document["modules"], dict):
            return None
        return Paper(*document["paper"]), tuple(claims)
    except (ValueError, TypeError, KeyError, ClaimError):
        return None


def _encoded(said: Iterable[Sequence[Any]]) -> list[_Encoded] | dict[str, list[_Encoded]]:
    """The statements of the whole, or those of each part."""
    of: dict[str, list[_Encoded]] = {}
    for part, text, digest, domain in said:
        of.setdefault(part, []).append(_Encoded(text, digest, tuple(domain)))
    return of.get("", []) if set(of) <= {""} else of


def _check_from(data: Mapping[str, Any]) -> Check:
    def body() -> NoReturn:
        raise ClaimError(
            f"check {data['claim']}::{data['name']} comes from an index and cannot be run."
            " Load the papers with workbench.claims.load()."
        )

    said = data["case"]
    return Check(
        body=body,
        function=body,
        of="case" if said else "",  # what is of the whole statement stands with the claim
        told=(_Encoded(said[0], said[1], tuple(said[2])), said[3]) if said else None,
        uses=None if data["uses"] is None else tuple(data["uses"]),
        mutants=[_check_from(mutant) for mutant in data["mutants"]],
        **{name: data[name] for name in _CHECK},
    )
