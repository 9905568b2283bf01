"""Where each claim stands in the dependency graph: one lane per paper, columns by depth.

Lanes from top to bottom: papers that rest on no other paper first, so that cited results are on
top.  Within a lane a claim stands one column right of the deepest claim of its own paper that it
rests on, and a printed claim on which nothing rests just left of its repair; in a column, claims
are ordered by the mean place of what they rest on, then as in the report.  A column of a lane in
which nothing rests on anything is folded into rows.  Whole numbers and fractions only: the same
report gives the same picture, to the byte.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from workbench.report.model import ReportedClaim, ReportedPaper

WIDTH, HEIGHT = 176, 26  # of a node
GAP_X, GAP_Y = 40, 10
MARGIN, HEADER = 12, 26
FOLD = 6  # nodes in a row of a folded lane


@dataclass(frozen=True, slots=True)
class Place:
    """The upper left corner of a node."""

    x: int
    y: int
    folded: bool


@dataclass(frozen=True, slots=True)
class Lane:
    """A band of the picture that belongs to one paper."""

    paper: ReportedPaper
    y: int
    height: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole picture: size, lanes, and the place of each claim by id."""

    width: int
    height: int
    lanes: tuple[Lane, ...]
    places: Mapping[str, Place]


def lay_out(papers: Sequence[ReportedPaper], claims: Sequence[ReportedClaim]) -> Layout:
    """Place every claim; dependencies outside `claims` are ignored."""
    by_paper = {p.id: [c for c in claims if c.paper == p.id] for p in papers}
    home = {c.id: c.paper for c in claims}
    places: dict[str, Place] = {}
    lanes = []
    y, width = MARGIN, 0
    for paper in _papers_in_order(papers, claims, home):
        own = by_paper[paper.id]
        if not own:
            continue
        columns = _columns(own)
        folded = len(columns) == 1 and len(own) > 1
        if folded:
            columns = [columns[0][start::FOLD] for start in range(min(FOLD, len(own)))]
        for i, column in enumerate(columns):
            for j, claim_id in enumerate(column):
                x = MARGIN + i * (WIDTH + GAP_X)
                places[claim_id] = Place(x, y + HEADER + j * (HEIGHT + GAP_Y), folded)
                width = max(width, x + WIDTH + MARGIN)
        height = HEADER + max(map(len, columns)) * (HEIGHT + GAP_Y) + GAP_Y
        lanes.append(Lane(paper, y, height))
        y += height + GAP_Y
    return Layout(width, y - GAP_Y + MARGIN, tuple(lanes), places)


def _papers_in_order(
    papers: Sequence[ReportedPaper], claims: Sequence[ReportedClaim], home: Mapping[str, str]
) -> list[ReportedPaper]:
    """Papers that rest on fewer other papers come first; ties as in the report."""
    needs: dict[str, set[str]] = {p.id: set() for p in papers}
    for claim in claims:
        needs[claim.paper] |= {home[d] for d in claim.depends_on if d in home} - {claim.paper}
    return sorted(papers, key=lambda p: len(needs[p.id]))


def _columns(claims: Sequence[ReportedClaim]) -> list[list[str]]:
    """The ids of one paper, column by column."""
    own = {c.id: [d for d in c.depends_on if d != c.id] for c in claims}
    own = {i: [d for d in needs if d in own] for i, needs in own.items()}
    depth: dict[str, int] = {}
    left = list(own)
    while left:
        ready = [i for i in left if all(d in depth for d in own[i])]
        # A cycle cannot come from the registry; a report edited by hand is drawn all the same.
        for i in ready or left[:1]:
            depth[i] = 1 + max((depth[d] for d in own[i] if d in depth), default=-1)
        left = [i for i in left if i not in depth]
    used = {d for needs in own.values() for d in needs}
    for printed in own.keys() - used:
        repairs = [depth[c.id] for c in claims if printed in c.repairs]
        depth[printed] = max(depth[printed], min(repairs, default=0) - 1)
    columns: list[list[str]] = [[] for _ in range(max(depth.values()) + 1)]
    place: dict[str, int] = {}
    for level in range(len(columns)):
        ids = [i for i in own if depth[i] == level]
        ids.sort(key=lambda i: _mean([place[d] for d in own[i] if d in place]))
        columns[level] = ids
        place |= {i: j for j, i in enumerate(ids)}
    return columns


def _mean(numbers: Sequence[int]) -> Fraction:
    return Fraction(sum(numbers), len(numbers)) if numbers else Fraction(10**6)
