"""The papers without their checks: what claims say, remembered so that nothing need be imported.

Loading the papers imports sympy and much else, which takes seconds.  The index keeps what planning,
judging and reporting need to know of each claim, and the names of the experiments, in one file for
each paper.  A digest covers every
source file, data file, version and variable that the paper depends on; where it has changed, those
of its modules tell which of them have to be imported again.  Worker processes import the modules of
their checks themselves and never see the index.
"""

from __future__ import annotations

import json
import sys
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
        return load(only, read=lambda m: _read_paper(m, index, sources)[0])
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

        return load(only, read=lambda m: _read_paper(m, index, sources, ask)[0])


class Announced(NamedTuple):
    """An experiment as it is listed: id, title, place, how many cells and runs, in which module."""

    id: str
    title: str
    source: str
    cells: int
    runs: int
    module: str


def read_experiments(
    folder: Path, sources: Sources, *, only: str | None = None
) -> dict[str, Announced]:
    """The experiments of the installed papers (or of one) by id, from the index if up to date.

    A paper that cannot be loaded has none.
    """
    index = _Index(folder, environment())
    found: dict[str, Announced] = {}
    for module in sorted({module for name, module in installed_papers() if only in (None, name)}):
        try:
            _, of = _read_paper(module, index, sources)
        except (Exception, SystemExit):  # noqa: BLE001 - a stranger's package may raise anything
            continue
        there = [one for rows in of.values() for one in rows]
        there.sort(key=lambda one: -len(sources.closure(one.module)))  # the least to import last
        found |= {one.id: one for one in there}
    return dict(sorted(found.items()))


_Of = dict[str, list[Announced]]
"""The experiments that each module of a paper has at its level."""


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
        return self.folder / f"{module}.json"

    def key(self, module: str) -> str:
        return json.dumps([INDEX, module, self.surroundings])

    def of(self, module: str) -> _Known:
        if module not in self._known:
            document: Any = read_cache(self.path(module), self.key(module))
            self._known[module] = _Known(document, read_said(document))
        return self._known[module]


def _read_paper(
    module: str, index: _Index, sources: Sources, elsewhere: Elsewhere | None = None
) -> tuple[Said, _Of]:
    """What a paper says and its experiments, from the index or by importing what has changed."""
    modules = sources.modules_of(module)
    if not modules:
        return read_paper(module), _announced(module, {})
    key, path = index.key(module), index.path(module)
    document, known = index.of(module)
    of = _read_announced(document)
    whole = sources.digest(*modules)
    if known is None:
        fresh: dict[str, list[Claim]] = {}
    elif document["digest"] == whole:
        return known, of
    else:
        fresh = _fresh(known[1], document["modules"], sources)
    text = None if elsewhere is None else elsewhere(_told, module, path, key, tuple(fresh))
    told = None if text is None else json.loads(text)
    there = read_said(told)
    said, of = _imported(module, fresh, of) if there is None else (there, _read_announced(told))
    if index.folder.parent.is_dir():
        digests = {name: _digest(name, claims, sources) for name, claims in _by(said[1], modules)}
        more = {"digest": whole, "modules": digests, "experiments": of}
        write_cache(path, key, document_of(*said) | more)
    return said, of


def _imported(module: str, fresh: Mapping[str, Sequence[Claim]], of: _Of) -> tuple[Said, _Of]:
    """What a paper says and its experiments; of the modules in `fresh` it is known."""
    said = read_paper(module, fresh)
    return said, _announced(module, {name: of[name] for name in fresh if name in of})


def _told(module: str, path: Path, key: str, fresh: Sequence[str]) -> str:
    """The same as text, of another process: modules in `fresh` are as the index knows them."""
    document = read_cache(path, key)
    known = read_said(document)
    there = {} if known is None else dict(_by(known[1], fresh))
    said, of = _imported(module, there, _read_announced(document))
    return json.dumps(document_of(*said) | {"digest": "", "modules": {}, "experiments": of})


def _announced(package: str, known: _Of) -> _Of:
    """The experiments of the modules of a paper that are imported, and of the others as known."""
    if (grids := sys.modules.get("workbench.convergence.grids")) is None:
        return known  # so no module that is imported has one
    found = dict(known)
    for name, module in list(sys.modules.items()):
        if name == package or name.startswith(package + "."):
            found[name] = [
                Announced(one.id, one.title, one.source, len(one.cells), one.runs, name)
                for one in list(vars(module).values())
                if isinstance(one, grids.Experiment)
            ]
    return {name: there for name, there in sorted(found.items()) if there}


def _read_announced(document: Any) -> _Of:  # noqa: ANN401 - what a cache held
    try:
        return {
            name: [Announced(*row) for row in rows]
            for name, rows in document["experiments"].items()
        }
    except (TypeError, KeyError, AttributeError):
        return {}


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
