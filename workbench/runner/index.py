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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from workbench.claims import Claim, Library, load
from workbench.claims.paper import Said, installed_papers, read_paper
from workbench.runner.caches import read_cache, write_cache
from workbench.runner.said import document_of, read_said
from workbench.runner.sources import Sources
from workbench.runner.versions import environment

INDEX = "workbench-library/9"
Elsewhere = Callable[..., str | None]


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
    index = _Index(folder, environment())
    if elsewhere is None:
        return load(only, read=lambda m: _read_paper(m, index, sources))
    unknown = [
        module
        for name, module in installed_papers()
        if (only is None or name in only) and index.of(module).said is None
    ]
    with ThreadPoolExecutor(max(1, len(unknown))) as threads:  # they wait for other processes
        ahead = {
            module: threads.submit(
                elsewhere, _told, module, index.path(module), index.key(module), ()
            )
            for module in unknown
        }

        def ask(work: Callable[..., str], module: str, *more: Any) -> str | None:  # noqa: ANN401
            if module in ahead:
                return ahead[module].result()
            return elsewhere(work, module, *more)

        return load(only, read=lambda m: _read_paper(m, index, sources, ask))


class _Known(NamedTuple):
    """What the index has of a paper: as it is written, and as it is read, or None."""

    document: Any
    said: Said | None


@dataclass(frozen=True, slots=True)
class _Index:
    """The files of the index, each read once; `surroundings` are what they hold for."""

    folder: Path
    surroundings: str
    _known: dict[str, _Known] = field(default_factory=dict, init=False)

    def path(self, module: str) -> Path:
        return self.folder / f"{module}.cache"

    def key(self, module: str) -> str:
        return json.dumps([INDEX, module, self.surroundings])

    def of(self, module: str) -> _Known:
        if module not in self._known:
            document: Any = read_cache(self.path(module), self.key(module))
            self._known[module] = _Known(document, read_said(document))
        return self._known[module]


def _read_paper(
    module: str, index: _Index, sources: Sources, elsewhere: Elsewhere | None = None
) -> Said:
    """What a paper says, from the index or by importing what has changed."""
    modules = sources.modules_of(module)
    if not modules:
        return read_paper(module)
    key, path = index.key(module), index.path(module)
    document, known = index.of(module)
    whole = sources.digest(*modules)
    if known is None:
        fresh: dict[str, list[Claim]] = {}
    elif document["digest"] == whole:
        return known
    else:
        fresh = _fresh(known[1], document["modules"], sources)
    text = None if elsewhere is None else elsewhere(_told, module, path, key, tuple(fresh))
    said = (None if text is None else read_said(json.loads(text))) or read_paper(module, fresh)
    if index.folder.parent.is_dir():
        digests = {name: _digest(name, claims, sources) for name, claims in _by(said[1], modules)}
        write_cache(path, key, document_of(*said) | {"digest": whole, "modules": digests})
    return said


def _told(module: str, path: Path, key: str, fresh: Sequence[str]) -> str:
    """What a paper says as text, of another process: `fresh` are as the index knows them."""
    known = read_said(read_cache(path, key))
    there = {} if known is None else dict(_by(known[1], fresh))
    said = read_paper(module, there)
    return json.dumps(document_of(*said) | {"digest": "", "modules": {}})


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
