"""The papers without their checks: what claims say, remembered so that nothing need be imported.

Loading the papers imports sympy and much else, which takes seconds.  The index keeps what planning,
judging and reporting need to know of each claim, in one file for each paper, under a key that
changes with every source file, data file, version and variable that the paper depends on.  Worker
processes load the papers themselves and never see it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from workbench.claims import Check, Claim, Library, Paper, load
from workbench.claims.paper import Said, read_paper
from workbench.errors import ClaimError
from workbench.runner.caches import read_cache, write_cache
from workbench.runner.sources import Sources
from workbench.runner.versions import environment

INDEX = "workbench-library/5"
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

    def latex(self) -> str:
        return self.text


def read_library(folder: Path, sources: Sources, *, only: Iterable[str] | None = None) -> Library:
    """The papers as `load(only)` gives them, each from the index in `folder` if that is up to date.

    An index is written if the folder above exists and the paper could be loaded.
    """
    surroundings = environment()

    def read(module: str) -> Said:
        modules = sources.modules_of(module)
        key = json.dumps([INDEX, module, surroundings, sources.digest(*modules)])
        path = folder / f"{module}.json"
        known = _read(read_cache(path, key)) if modules else None
        if known is not None:
            return known
        said = read_paper(module)
        if modules and folder.parent.is_dir():
            write_cache(path, key, _document(*said))
        return said

    return load(only, read=read)


def _document(paper: Paper, claims: Iterable[Claim]) -> dict[str, Any]:
    return {
        "paper": [paper.id, paper.title, paper.authors, paper.reference, paper.contents],
        "claims": [
            {name: getattr(claim, name) for name in (*_CLAIM, *_STANDING, *_CLAIM_LISTS)}
            | {
                "encoded": [[part, one.latex(), one.digest] for part, one in claim.statements()],
                "checks": [_check(check) for check in claim.checks],
            }
            for claim in claims
        ],
    }


def _check(check: Check) -> dict[str, Any]:
    return {name: getattr(check, name) for name in _CHECK} | {
        "uses": check.uses,
        "mutants": [_check(mutant) for mutant in check.mutants],
    }


def _read(document: Any) -> Said | None:  # noqa: ANN401 - what a cache held
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
        return Paper(*document["paper"]), tuple(claims)
    except (ValueError, TypeError, KeyError, ClaimError):
        return None


def _encoded(said: Iterable[Sequence[str]]) -> list[_Encoded] | dict[str, list[_Encoded]]:
    """The statements of the whole, or those of each part."""
    of: dict[str, list[_Encoded]] = {}
    for part, text, digest in said:
        of.setdefault(part, []).append(_Encoded(text, digest))
    return of.get("", []) if set(of) <= {""} else of


def _check_from(data: Mapping[str, Any]) -> Check:
    def body() -> NoReturn:
        raise ClaimError(
            f"check {data['claim']}::{data['name']} comes from an index and cannot be run."
            " Load the papers with workbench.claims.load()."
        )

    return Check(
        body=body,
        function=body,
        uses=None if data["uses"] is None else tuple(data["uses"]),
        mutants=[_check_from(mutant) for mutant in data["mutants"]],
        **{name: data[name] for name in _CHECK},
    )
