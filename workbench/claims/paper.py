"""A paper: its reference and its claims, found through the entry-point group `workbench.papers`.

The entry point names a module with `PAPER` (a Paper) and `CLAIMS`: a tuple of Claim, or
`collect(__name__, PAPER)`, which gathers the claims of a package by walking its modules,
sub-packages included, and puts them into the order of the paper's contents:

    PAPER = Paper("mypaper", title="...", authors="...", reference="...", contents='''
        2 Preliminaries
          Definition 2.1: dp-definition
          Lemma 2.2, eq. (4): lemma-2-2 lemma-2-2.repaired
          Remark 2.3:
    ''')

A line with a colon is an item with the slugs of its claims; an indented line without one goes on
listing them; any other line is a section.  An item without a claim stays in the list, so that a
reader sees what nobody looked at.
"""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
import pkgutil
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from workbench.claims.claim import Claim
from workbench.claims.graph import check_graph, closest, named_in, unknown
from workbench.claims.variants import left_over
from workbench.display import NOT_RUN, card, table
from workbench.errors import ClaimError

GROUP = "workbench.papers"


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a paper, such as "Theorem 4.1", its section, and the ids of its claims."""

    section: str
    label: str
    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """Bibliographic data of one paper; `id` is the prefix of its claims' ids.

    contents: the items of the paper in its own order, each with the slugs of its claims (see the
              head of this module); may be empty
    """

    id: str
    title: str
    authors: str
    reference: str
    contents: str = ""

    def items(self) -> tuple[Item, ...]:
        """The contents, item by item; raises ClaimError for a claim that stands in two items."""
        section, found = "", list[Item]()
        for line in filter(str.strip, textwrap.dedent(self.contents).splitlines()):
            label, colon, slugs = line.rpartition(":")
            ids = tuple(f"{self.id}.{slug}" for slug in slugs.split())
            if colon:
                found.append(Item(section, label.strip(), ids))
            elif line[0].isspace() and found:
                found[-1] = replace(found[-1], claims=found[-1].claims + ids)
            else:
                section = line.strip()
        listed = Counter(id for item in found for id in item.claims)
        if twice := [id for id, times in listed.items() if times > 1]:
            raise ClaimError(
                f"the contents of {self.id} name {twice[0]} twice: a claim belongs to one item."
                " Remove one mention."
            )
        return tuple(found)


@dataclass(frozen=True, slots=True)
class PaperFailure:
    """An installed paper package that could not be loaded, and why."""

    name: str
    module: str
    message: str


@dataclass(frozen=True, slots=True, repr=False)
class Library:
    """All papers that could be loaded, and the failures of those that could not."""

    papers: tuple[Paper, ...]
    claims: dict[str, Claim]
    failures: tuple[PaperFailure, ...] = ()

    def __repr__(self) -> str:
        return f"<Library of {len(self.claims)} claims: {', '.join(p.id for p in self.papers)}>"

    def _repr_html_(self) -> str:
        of = Counter(claim.paper for claim in self.claims.values())
        rows = [(p.id, p.title, p.reference, str(of[p.id])) for p in self.papers]
        shown = table(("paper", "title", "reference", "claims"), rows)
        failed = [f"`{f.name}`: {f.message}" for f in self.failures]
        return card("Installed papers", [("papers", shown), ("failures", failed)], mark=NOT_RUN)

    def __getitem__(self, id: str) -> Claim:
        try:
            return self.claims[id]
        except KeyError:
            papers = [paper.id for paper in self.papers]
            raise ClaimError(unknown(id, self.claims, papers)) from None


class Collected:
    """The claims of a package, gathered when they are first asked for.

    So the import of one module of a paper imports no other.  Those of `collect` are iterated over
    in the order of the paper's contents; what these do not name follows in the order of modules.
    """

    def __init__(self, package: str, paper: Paper | None) -> None:
        self.package, self.paper = package, paper

    def __iter__(self) -> Iterator[Claim]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __contains__(self, claim: object) -> bool:  # with it a collection, as pytest wants one
        return claim in self._all

    @functools.cached_property
    def _all(self) -> tuple[Claim, ...]:
        return self.gather({})

    def modules(self) -> tuple[str, ...]:
        """The names of all modules of the package, its own left out."""
        root = importlib.import_module(self.package)
        prefix = self.package + "."
        return tuple(sorted(m.name for m in pkgutil.walk_packages(root.__path__, prefix)))

    def gather(self, known: Mapping[str, Sequence[Claim]]) -> tuple[Claim, ...]:
        """The claims; modules in `known` are not imported: it says which claims they have.

        Raises:
            ClaimError: two claims with one id, contents that name a claim which does not exist, or
                a `@broken` function that is no check.
        """
        names = self.modules()
        for name in names:
            if name not in known:
                importlib.import_module(name)
        found: dict[str, Claim] = {}
        for name in names:
            there = claims_in(name) if name in sys.modules else known[name]
            if any(not _has(there, claim) for claim in known.get(name, ())):
                return self.gather({})  # a module that was not imported adds checks to this one
            for claim in there:
                if found.setdefault(claim.id, claim) is not claim:
                    raise ClaimError(
                        f"id = {claim.id!r} is claimed twice, in {found[claim.id].module} and in"
                        f" {name}: ids are unique. Rename one of them."
                    )
        listed = [id for item in (self.paper.items() if self.paper else ()) for id in item.claims]
        if strange := [id for id in listed if id not in found]:
            raise ClaimError(
                f"the contents of {self.package} name {strange[0]}, which is no claim of its"
                f" modules.{closest(strange[0], found)} Correct the slug, or add the claim."
            )
        return tuple(found[id] for id in dict.fromkeys((*listed, *found)))


def collect(package: str, paper: Paper | None = None) -> Collected:
    """Every module-level Claim of the modules of `package`, in the order of the paper's contents.

    Nothing is imported before the claims are asked for; what is wrong with them is told then.
    """
    return Collected(package, paper)


def claims_in(module: str) -> tuple[Claim, ...]:
    """The claims at the level of a module that were made there; imports it if need be."""
    found: list[Claim] = []
    for value in vars(importlib.import_module(module)).values():
        if lost := left_over(value):
            raise ClaimError(
                f"{module}.{value.__name__}: no check takes broken({lost[0].name!r}, ...): nobody"
                " would ask it. Put the decorator of a check above it, such as @CLAIM.exact."
            )
        for claim in value if isinstance(value, tuple) else (value,):
            if isinstance(claim, Claim) and claim.module == module and claim not in found:
                found.append(claim)
    return tuple(found)


def _has(claims: Iterable[Claim], wanted: Claim) -> bool:
    """Whether a claim of this id is there, with all the checks and mutants of the one wanted."""

    def names(claim: Claim) -> set[tuple[str, str]]:
        return {(c.name, m) for c in claim.checks for m in ("", *(m.name for m in c.mutants))}

    return any(c.id == wanted.id and names(c) >= names(wanted) for c in claims)


Said = tuple[Paper, tuple[Claim, ...]]
"""What a paper package says."""


def installed_papers() -> tuple[tuple[str, str], ...]:
    """Name and module of each installed paper, in alphabetical order."""
    points = importlib.metadata.entry_points(group=GROUP)
    return tuple(sorted({(point.name, point.value) for point in points}))


def load(
    only: Iterable[str] | None = None, *, read: Callable[[str], Said] | None = None
) -> Library:
    """Load the installed papers and check their dependency graph.

    `only` names papers, which are loaded with those that their claims rest on.  `read` gets the
    name of a module and returns what it says; `read_paper` imports it.  A paper that fails to
    import becomes a PaperFailure, and the others go on.  An unknown id or a cycle among the loaded
    claims is a ClaimError that names it.
    """
    points = installed_papers()
    wanted = {name for name, _ in points} if only is None else set(only)
    found: dict[tuple[str, str], Said | PaperFailure] = {}
    while todo := [p for p in points if p[0] in wanted and p not in found]:
        for point in todo:
            found[point] = said = _try(point, read or read_paper)
            if not isinstance(said, PaperFailure):
                wanted.update(id.split(".", 1)[0] for claim in said[1] for id in named_in(claim))
    papers: list[Paper] = []
    claims: dict[str, Claim] = {}
    failures: list[PaperFailure] = []
    for _, said in sorted(found.items(), key=lambda item: item[0]):
        if isinstance(said, PaperFailure):
            failures.append(said)
            continue
        papers.append(said[0])
        for claim in said[1]:
            if claim.id in claims:
                raise ClaimError(
                    f"id = {claim.id!r} is claimed twice, in {claims[claim.id].module} and in"
                    f" {claim.module}: ids are unique. Rename one of them."
                )
            claims[claim.id] = claim
    check_graph(claims, missing={f.name for f in failures})
    return Library(tuple(papers), claims, tuple(failures))


def _try(point: tuple[str, str], read: Callable[[str], Said]) -> Said | PaperFailure:
    """What a paper says, or why it cannot be loaded."""
    name, module = point
    try:
        return read(module)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's package may raise anything
        return PaperFailure(
            name,
            module,
            f"paper {name!r} (entry point {module}) cannot be loaded:"
            f" {type(error).__name__}: {error}. The other papers are not affected;"
            f" `python -c 'import {module}'` shows the whole trace.",
        )


def read_paper(module: str, known: Mapping[str, Sequence[Claim]] | None = None) -> Said:
    """Import the module of a paper and look at what it says.

    known: what modules of the paper are known to say, by name; where claims are collected, these
        are not imported
    """
    loaded = importlib.import_module(module)
    for name, kinds in (("PAPER", (Paper,)), ("CLAIMS", (tuple, Collected))):
        value = getattr(loaded, name, None)
        if not isinstance(value, kinds):
            raise ClaimError(
                f"{module}.{name} is {type(value).__name__}, expected {kinds[0].__name__}:"
                " a paper package has PAPER (a workbench.claims.Paper) and CLAIMS (a tuple, or"
                " what `collect` returns). `workbench new-claim` shows the shape."
            )
    claims = loaded.CLAIMS
    said = claims.gather(known) if known and isinstance(claims, Collected) else tuple(claims)
    for claim in said:
        if not isinstance(claim, Claim) or claim.paper != loaded.PAPER.id:
            raise ClaimError(
                f"{module}.CLAIMS holds {getattr(claim, 'id', claim)!r}, which is not a Claim of"
                f" paper {loaded.PAPER.id!r}: ids start with the paper's id and a dot. Rename it."
            )
    return loaded.PAPER, said
