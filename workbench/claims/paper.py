"""A paper: its reference and its claims, found through the entry-point group `workbench.papers`.

The entry point names a module with `PAPER` (a Paper) and `CLAIMS` (a tuple of Claim).  `collect`
gathers the claims of a package by walking its modules, sub-packages included, and puts them into
the order of the paper's contents:

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

import importlib
import importlib.metadata
import pkgutil
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from workbench.claims.claim import Claim
from workbench.claims.graph import check_graph, closest, named_in
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
            raise ClaimError(
                f"id = {id!r} is not a claim of the installed papers"
                f" ({', '.join(p.id for p in self.papers) or 'none'}).{closest(id, self.claims)}"
                " `workbench list` shows them all."
            ) from None


def collect(package: str, paper: Paper | None = None) -> tuple[Claim, ...]:
    """Every module-level Claim of the modules of `package`, in the order of the paper's contents.

    What the contents do not name follows in the order of the modules' names.

    Raises:
        ClaimError: two claims with one id, contents that name a claim which does not exist, or a
            `@broken` function that is no check.
    """
    root = importlib.import_module(package)
    found: dict[str, Claim] = {}
    for name in sorted(m.name for m in pkgutil.walk_packages(root.__path__, package + ".")):
        for value in vars(importlib.import_module(name)).values():
            if lost := left_over(value):
                raise ClaimError(
                    f"{name}.{value.__name__}: no check takes broken({lost[0].name!r}, ...): nobody"
                    " would ask it. Put the decorator of a check above it, such as @CLAIM.exact."
                )
            for claim in value if isinstance(value, tuple) else (value,):
                if not isinstance(claim, Claim) or claim.module != name:
                    continue
                if found.get(claim.id, claim) is not claim:
                    raise ClaimError(
                        f"id = {claim.id!r} is claimed twice, in {found[claim.id].module} and in"
                        f" {name}: ids are unique. Rename one of them."
                    )
                found[claim.id] = claim
    listed = [id for item in (paper.items() if paper else ()) for id in item.claims]
    if strange := [id for id in listed if id not in found]:
        raise ClaimError(
            f"the contents of {package} name {strange[0]}, which is no claim of its modules."
            f"{closest(strange[0], found)} Correct the slug, or add the claim."
        )
    return tuple(found[id] for id in dict.fromkeys((*listed, *found)))


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


def read_paper(module: str) -> Said:
    """Import the module of a paper and look at what it says."""
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
