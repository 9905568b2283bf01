"""Claims in a notebook, checked here and now, with the fragments of the report.

    examine("sgd.lemma-2-1")         run its checks in this process, and show the verdict
    examine(MY_CLAIM)                 the same for a claim that belongs to no paper yet

A claim that is only looked at shows itself: `load()["sgd.lemma-2-1"]` runs nothing.
What a claim uses counts as open unless it is examined too: `examine(id, deep=True)` does that.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.claims import Claim, Library, Paper, Verdict, load
from workbench.claims.graph import uses_of
from workbench.errors import ClaimError
from workbench.report.build import build_report
from workbench.report.fragments import claim_html, notebook
from workbench.runner import RunSetting, Session, Sources, Store, plan, verify


@dataclass(frozen=True, slots=True, eq=False)
class LiveExamination:
    """The verdicts on some claims; displays itself in a notebook."""

    report: dict[str, Any]
    verdicts: dict[str, Verdict]
    shown: tuple[str, ...]

    def __getitem__(self, id: str) -> Verdict:
        """The verdict on one claim."""
        return self.verdicts[id]

    @property
    def status(self) -> str:
        """The status of the claim, if one was asked for; of all of them, one word each."""
        return " ".join(self.verdicts[id].status for id in self.shown)

    def __repr__(self) -> str:
        """One line for each claim."""
        return "\n".join(
            f"{self.verdicts[i].status:12} {i}: {self.verdicts[i].reason}" for i in self.shown
        )

    def _repr_html_(self) -> str:
        claims = {c["id"]: c for c in self.report["claims"]}
        return notebook(*(claim_html(claims[i], others=claims.values()) for i in self.shown))


def examine(
    *claims: str | Claim, seed: int = 0, deep: bool = False, store: Path | None = None
) -> LiveExamination:
    """Run the checks of claims in this process and judge them; `deep` adds all that they use.

    `store` is a folder of evidence to reuse and to add to, such as `.workbench`.

    claims: claims, or ids of installed ones
    seed: the root of all seeds, as in `workbench verify --seed`
    """
    library = _library(claims)
    ids = tuple(c if isinstance(c, str) else c.id for c in claims)
    wanted = _closure(library, ids) if deep else ids
    planned = plan(library, wanted, setting=RunSetting(seed=seed), sources=Sources())
    with tempfile.TemporaryDirectory(prefix="workbench-") as folder:
        session: Session = verify(library, planned, Store(store or Path(folder)), jobs=0)
    return LiveExamination(build_report(session, wanted=ids), dict(session.verdicts), ids)


def _library(claims: Iterable[str | Claim]) -> Library:
    """The papers that matter, and the given claims under a paper of their own."""
    claims = tuple(claims)
    library = _loaded([u for c in claims for u in ([c] if isinstance(c, str) else uses_of(c))])
    known = dict(library.claims)
    papers = list(library.papers)
    for claim in claims:
        if isinstance(claim, Claim):
            known[claim.id] = claim
            if claim.paper not in {p.id for p in papers}:
                papers.append(Paper(claim.paper, "Claims of this session", "", ""))
    return Library(tuple(papers), known, library.failures)


def _loaded(ids: Sequence[str]) -> Library:
    """The papers of these claims and the cited results; all papers where that is not enough."""
    try:
        library = load({"ext", *(id.partition(".")[0] for id in ids)})
    except ClaimError:  # a paper that uses claims of another
        return load()
    return library if all(id in library.claims for id in ids) else load()


def _closure(library: Library, ids: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    stack = list(ids)
    while stack:
        id = stack.pop(0)
        if id not in found:
            found[id] = None
            stack += [u for u in uses_of(library[id]) if u in library.claims]
    return tuple(found)
