"""The papers without their checks: what claims say, remembered so that nothing need be imported.

Loading the papers imports sympy and much else, which takes seconds.  The index keeps what planning,
judging and reporting need to know of each claim, in one file for each paper.  A digest covers every
source file, data file, version and variable that the paper depends on; where it has changed, those
of its modules tell which of them have to be imported again.  Worker processes import the modules of
their checks themselves and never see the index.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from workbench.claims import Check, Claim, Library, Paper, load
from workbench.claims.paper import Said, installed_papers, read_paper
from workbench.errors import ClaimError
from workbench.runner.caches import read_cache, write_cache
from workbench.runner.sources import Sources
from workbench.runner.versions import environment
from workbench.symbolic.cards import domain_of

INDEX = "workbench-library/9"
Elsewhere = Callable[..., str | None]
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


def read_library(
    folder: Path,
    sources: Sources,
    *,
    only: Iterable[str] | None = None,
    elsewhere: Elsewhere | None = None,
) -> Library:
    """The papers as `load(only)` gives them, each from the index in `folder` if that is up to date.

    An index is written if the folder above exists and the paper could be loaded.

    folder: where the index is
    sources: the text of the papers
    only: the papers that are wanted, by name; all if None
    elsewhere: calls a function in another process, which then has what it imports; None if it fails
    """
    surroundings = environment()
    if elsewhere is None:
        return load(only, read=lambda m: _read_paper(m, folder, sources, surroundings))
    unknown = [
        module
        for name, module in installed_papers()
        if (only is None or name in only)
        and _read(read_cache(folder / f"{module}.json", _key(module, surroundings))) is None
    ]
    with ThreadPoolExecutor(max(1, len(unknown))) as threads:  # they wait for other processes
        ahead = {
            module: threads.submit(
                elsewhere, _told, module, folder / f"{module}.json", _key(module, surroundings), ()
            )
            for module in unknown
        }

        def ask(work: Callable[..., str], module: str, *more: Any) -> str | None:  # noqa: ANN401
            if module in ahead:
                return ahead[module].result()
            return elsewhere(work, module, *more)

        return load(only, read=lambda m: _read_paper(m, folder, sources, surroundings, ask))


def _read_paper(
    module: str,
    folder: Path,
    sources: Sources,
    surroundings: str,
    elsewhere: Elsewhere | None = None,
) -> Said:
    """What a paper says, from the index or by importing what has changed."""
    modules = sources.modules_of(module)
    if not modules:
        return read_paper(module)
    key = _key(module, surroundings)
    path = folder / f"{module}.json"
    document: Any = read_cache(path, key)
    known = _read(document)
    whole = sources.digest(*modules)
    if known is None:
        fresh: dict[str, list[Claim]] = {}
    elif document["digest"] == whole:
        return known
    else:
        fresh = _fresh(known[1], document["modules"], sources)
    text = None if elsewhere is None else elsewhere(_told, module, path, key, tuple(fresh))
    said = (None if text is None else _read(json.loads(text))) or read_paper(module, fresh)
    if folder.parent.is_dir():
        digests = {name: _digest(name, claims, sources) for name, claims in _by(said[1], modules)}
        write_cache(path, key, _document(*said) | {"digest": whole, "modules": digests})
    return said


def _key(module: str, surroundings: str) -> str:
    """What the index of a paper follows from beside its modules."""
    return json.dumps([INDEX, module, surroundings])


def _told(module: str, path: Path, key: str, fresh: Sequence[str]) -> str:
    """What a paper says as text, of another process: `fresh` are as the index knows them."""
    known = _read(read_cache(path, key))
    there = {} if known is None else dict(_by(known[1], fresh))
    said = read_paper(module, there)
    return json.dumps(_document(*said) | {"digest": "", "modules": {}})


def _by(claims: Sequence[Claim], modules: Iterable[str]) -> Iterator[tuple[str, list[Claim]]]:
    """The claims of each module."""
    of: dict[str, list[Claim]] = {}
    for claim in claims:
        of.setdefault(claim.module, []).append(claim)
    yield from ((name, of.get(name, [])) for name in modules)


def _digest(module: str, claims: Iterable[Claim], sources: Sources) -> str:
    """The digest of a module with those that add checks to its claims."""
    checks = [check for claim in claims for check in claim.checks]
    more = {one.module for check in checks for one in (check, *check.mutants)} - {module, ""}
    return sources.digest(module, *sorted(more))


def _fresh(
    claims: Sequence[Claim], digests: Mapping[str, str], sources: Sources
) -> dict[str, list[Claim]]:
    """What the modules say of which nothing has changed since."""
    return {
        name: there
        for name, there in _by(claims, digests)
        if sources.file_of(name) is not None and _digest(name, there, sources) == digests[name]
    }


def _document(paper: Paper, claims: Iterable[Claim]) -> dict[str, Any]:
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
