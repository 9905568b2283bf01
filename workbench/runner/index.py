"""The library without its checks: what claims say, remembered so that nothing need be imported.

Loading the papers imports sympy and much else, which takes seconds.  The index keeps what planning,
judging and reporting need to know of each claim, under a key that changes with every source file,
data file, entry point, version and variable that the papers depend on.  Worker processes load the
papers themselves and never see it.
"""

from __future__ import annotations

import importlib.metadata
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from workbench.claims import Check, Claim, Library, Paper, load
from workbench.claims.paper import GROUP
from workbench.errors import ClaimError
from workbench.runner.caches import read_cache, write_cache
from workbench.runner.sources import Sources
from workbench.runner.versions import environment

INDEX = "workbench-library/2"
_CLAIM = ("id", "kind", "title", "statement", "source", "provenance", "note", "citation", "module")
_CLAIM_LISTS = ("hypotheses", "uses", "repairs", "parts")
_CHECK = (
    *("claim", "name", "doc", "aim", "manner", "part", "corner", "stronger"),
    *("seconds", "profile", "module"),
)


@dataclass(frozen=True, slots=True)
class _Said:
    """A statement as encoded, of which only the text is left."""

    text: str
    digest: str

    def latex(self) -> str:
        return self.text


def read_library(path: Path, sources: Sources) -> Library:
    """The installed papers, from the index at `path` if it is up to date, else by loading them.

    An index is written if its folder exists and every paper could be loaded.
    """
    key = _key(sources)
    if key is not None:
        known = _read(read_cache(path, key))
        if known is not None:
            return known
    library = load()
    if key is not None and not library.failures and path.parent.is_dir():
        write_cache(path, key, _document(library))
    return library


def _key(sources: Sources) -> str | None:
    """The hash of all that the claims follow from; None where source files cannot be found."""
    points = sorted({(p.name, p.value) for p in importlib.metadata.entry_points(group=GROUP)})
    modules: list[str] = []
    for _, module in points:
        found = sources.modules_of(module)
        if not found:
            return None
        modules.extend(found)
    return json.dumps([INDEX, points, environment(), sources.digest(*modules)])


def _document(library: Library) -> dict[str, Any]:
    return {
        "papers": [[p.id, p.title, p.authors, p.reference] for p in library.papers],
        "claims": [
            {name: getattr(claim, name) for name in (*_CLAIM, *_CLAIM_LISTS)}
            | {
                "encoded": [[one.latex(), one.digest] for one in claim.encoded],
                "checks": [_check(check) for check in claim.checks],
            }
            for claim in library.claims.values()
        ],
    }


def _check(check: Check) -> dict[str, Any]:
    return {name: getattr(check, name) for name in _CHECK} | {
        "uses": check.uses,
        "mutants": [_check(mutant) for mutant in check.mutants],
    }


def _read(document: Any) -> Library | None:  # noqa: ANN401 - what a cache held
    """The library as it was; one that cannot be read costs time, nothing else."""
    try:
        claims = {}
        for data in document["claims"]:
            options: dict[str, Any] = {name: data[name] for name in _CLAIM}
            options |= {name: tuple(data[name]) for name in _CLAIM_LISTS}
            claim = Claim(**options, encoded=tuple(_Said(*said) for said in data["encoded"]))
            claim.checks.extend(_check_from(check) for check in data["checks"])
            claims[claim.id] = claim
        return Library(tuple(Paper(*fields) for fields in document["papers"]), claims)
    except (ValueError, TypeError, KeyError, ClaimError):
        return None


def _check_from(data: Mapping[str, Any]) -> Check:
    def body() -> NoReturn:
        raise ClaimError(
            f"check {data['claim']}::{data['name']} comes from an index and cannot be run."
            " Load the papers with workbench.claims.load()."
        )

    return Check(
        body=body,
        uses=None if data["uses"] is None else tuple(data["uses"]),
        mutants=[_check_from(mutant) for mutant in data["mutants"]],
        **{name: data[name] for name in _CHECK},
    )
