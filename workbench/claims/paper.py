"""A paper: its reference and its claims, found through the entry-point group `workbench.papers`.

The entry point names a module with `PAPER` (a Paper) and `CLAIMS` (a tuple of Claim).  `collect`
gathers the claims of a package by walking its modules in alphabetical order, so nothing depends on
the order of imports.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import pkgutil
from collections.abc import Iterable
from dataclasses import dataclass

from workbench.claims.claim import Claim
from workbench.claims.graph import check_graph, closest
from workbench.errors import ClaimError

GROUP = "workbench.papers"


@dataclass(frozen=True, slots=True)
class Paper:
    """Bibliographic data of one paper; `id` is the prefix of its claims' ids."""

    id: str
    title: str
    authors: str
    reference: str


@dataclass(frozen=True, slots=True)
class PaperFailure:
    """An installed paper package that could not be loaded, and why."""

    name: str
    module: str
    message: str


@dataclass(frozen=True, slots=True)
class Library:
    """All papers that could be loaded, and the failures of those that could not."""

    papers: tuple[Paper, ...]
    claims: dict[str, Claim]
    failures: tuple[PaperFailure, ...] = ()

    def __getitem__(self, id: str) -> Claim:
        try:
            return self.claims[id]
        except KeyError:
            raise ClaimError(
                f"id = {id!r} is not a claim of the installed papers"
                f" ({', '.join(p.id for p in self.papers) or 'none'}).{closest(id, self.claims)}"
                " `workbench list` shows them all."
            ) from None


def collect(package: str, *, order: Iterable[str] = ()) -> tuple[Claim, ...]:
    """Every module-level Claim of the modules of `package`.

    Modules named in `order` (without the package) come first and in that order, the others follow
    alphabetically; so a report can follow its paper.
    """
    root = importlib.import_module(package)
    names = sorted(m.name for m in pkgutil.walk_packages(root.__path__, package + "."))
    places = {f"{package}.{name}": place for place, name in enumerate(order)}
    if unknown := places.keys() - set(names):
        raise ClaimError(
            f"order names {', '.join(sorted(unknown))}, which is no module of {package}."
            " Correct the name, or drop it."
        )
    names.sort(key=lambda name: places.get(name, len(places)))
    found: dict[str, Claim] = {}
    for name in names:
        for value in vars(importlib.import_module(name)).values():
            for claim in value if isinstance(value, tuple) else (value,):
                if not isinstance(claim, Claim) or claim.module != name:
                    continue
                if found.get(claim.id, claim) is not claim:
                    raise ClaimError(
                        f"id = {claim.id!r} is claimed twice, in {found[claim.id].module} and in"
                        f" {name}: ids are unique. Rename one of them."
                    )
                found[claim.id] = claim
    return tuple(found.values())


def load(only: Iterable[str] | None = None) -> Library:
    """Load the installed papers (or those named in `only`) and check their dependency graph.

    A paper that fails to import becomes a PaperFailure, and the others go on.  An unknown id or a
    cycle among the loaded claims is a ClaimError that names it.
    """
    papers: list[Paper] = []
    claims: dict[str, Claim] = {}
    failures: list[PaperFailure] = []
    wanted = None if only is None else set(only)
    points = sorted(importlib.metadata.entry_points(group=GROUP), key=lambda p: (p.name, p.value))
    for point in dict.fromkeys((p.name, p.value) for p in points):
        name, module = point
        if wanted is not None and name not in wanted:
            continue
        try:
            paper, own = _load_one(module)
        except Exception as error:  # noqa: BLE001 - a stranger's package may raise anything
            failures.append(
                PaperFailure(
                    name,
                    module,
                    f"paper {name!r} (entry point {module}) cannot be loaded:"
                    f" {type(error).__name__}: {error}. The other papers are not affected;"
                    f" `python -c 'import {module}'` shows the whole trace.",
                )
            )
            continue
        for claim in own:
            if claim.id in claims:
                raise ClaimError(
                    f"id = {claim.id!r} is claimed twice, in {claims[claim.id].module} and in"
                    f" {claim.module}: ids are unique. Rename one of them."
                )
            claims[claim.id] = claim
        papers.append(paper)
    check_graph(claims, missing={f.name for f in failures})
    return Library(tuple(papers), claims, tuple(failures))


def _load_one(module: str) -> tuple[Paper, tuple[Claim, ...]]:
    loaded = importlib.import_module(module)
    for name, kind in (("PAPER", Paper), ("CLAIMS", tuple)):
        value = getattr(loaded, name, None)
        if not isinstance(value, kind):
            raise ClaimError(
                f"{module}.{name} is {type(value).__name__}, expected {kind.__name__}:"
                " a paper package has PAPER (a workbench.claims.Paper) and CLAIMS (a tuple)."
                " `workbench new-claim` shows the shape."
            )
    for claim in loaded.CLAIMS:
        if not isinstance(claim, Claim) or claim.paper != loaded.PAPER.id:
            raise ClaimError(
                f"{module}.CLAIMS holds {getattr(claim, 'id', claim)!r}, which is not a Claim of"
                f" paper {loaded.PAPER.id!r}: ids start with the paper's id and a dot. Rename it."
            )
    return loaded.PAPER, loaded.CLAIMS
