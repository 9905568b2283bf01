"""The pages of a site, each rendered from its template."""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from workbench.report.contents import sections
from workbench.report.copies import shared_out
from workbench.report.encoding import said_of
from workbench.report.environment import (
    FONT,
    asset,
    clean,
    environment,
    font_face,
    site_script,
    site_style,
)
from workbench.report.errata import FAILS
from workbench.report.erratum import errata_of, is_erratum
from workbench.report.graph import graph_svg
from workbench.report.headline import headline
from workbench.report.model import KINDS, Report, ReportedClaim, ReportedEvidence
from workbench.report.network import Network
from workbench.report.numbers import show
from workbench.report.prose import linked
from workbench.report.site import names
from workbench.report.site.search import index_of
from workbench.report.status import AGAINST, STATUSES, UNCHECKED
from workbench.runner.versions import PACKAGES

PROJECT = "DP workbench"
Source = Callable[[str], "str | None"]
Unused = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Site:
    """A report with all that its pages show; `source` gives the text of a module, or None.

    `whole` is false for the single file, which holds neither certificates nor sources.  `unused`
    are the hypotheses that the certificates of some claims do without, as LaTeX.
    """

    report: Report
    source: Source = field(default=lambda _: None)
    whole: bool = True
    unused: Unused = field(default_factory=dict)

    @cached_property
    def network(self) -> Network:
        """What rests on what."""
        return Network(self.report)

    def pages(self) -> Iterator[tuple[str, Callable[[], str]]]:
        """The path of each page below the folder of the site, and what makes its HTML."""
        page = self._later
        yield page("index.html", "index", PROJECT)
        yield page("pages/claims.html", "claims", "All claims")
        yield page("pages/graph.html", "graph", "What rests on what", graph=graph_svg)
        for paper, claims in self.by_paper:
            path = names.paper_page(paper.id)
            yield page(
                path, "paper", paper.title, paper=paper, claims=claims,
                sections=sections(paper.items, claims),
            )  # fmt: skip
            if any(is_erratum(claim) for claim in claims):
                yield names.errata_page(paper.id), functools.partial(self._errata, paper)
            for number, claim in enumerate(claims):
                path = names.claim_page(claim.id)
                around = (claims[number - 1] if number else None, *claims[number + 1 :][:1], None)
                yield page(
                    path, "claim", f"{claim.id}: {claim.title}", claim=claim, paper=paper,
                    before=around[0], after=around[1], has_source=self._has_source(claim),
                )  # fmt: skip

    def prepare(self) -> None:
        """Have at hand what several pages show, so that no copy of this process makes it anew."""
        for kept in ("network", "_common", "_certificates"):
            getattr(self, kept)

    def _later(self, path: str, *how: Any, **more: Any) -> tuple[str, Callable[[], str]]:  # noqa: ANN401
        return path, functools.partial(self.page, path, *how, **more)

    def _errata(self, paper: Any) -> str:  # noqa: ANN401
        """The page with the errata of a paper."""
        errata = errata_of(self.network, paper)
        return self.page(
            names.errata_page(paper.id), "errata", f"Errata: {paper.title}", paper=paper,
            errata=errata, fails=FAILS,
        )  # fmt: skip

    @cached_property
    def by_paper(self) -> list[tuple[Any, tuple[ReportedClaim, ...]]]:
        """The papers that have claims, with them; those without contents of their own last."""
        rows = [
            (p, tuple(c for c in self.report.claims if c.paper == p.id)) for p in self.report.papers
        ]
        return sorted((row for row in rows if row[1]), key=lambda row: not row[0].items)

    def page(self, path: str, template: str, title: str, **more: Any) -> str:  # noqa: ANN401
        """One page; links in it start from where it lies."""
        root = names.upwards(path)

        def href(id: str) -> str:
            return root + names.claim_page(id) if id in self.network.claims else ""

        if graph := more.pop("graph", None):
            more["graph"] = graph(self.report, href)
        made = environment().get_template(f"{template}.html.j2")
        return clean(
            made.render(
                **self._common,
                **more,
                title=title,
                path=path,
                root=root,
                href=href,
                to=lambda target: root + target,
                noted=lambda text: linked(text, href),
            )
        )

    @cached_property
    def _common(self) -> Mapping[str, Any]:
        """What every page may show."""
        report = self.report
        return {
            "project": PROJECT,
            "report": report,
            "network": self.network,
            "others": self.network.claims,
            "headline": headline(report),
            "by_paper": self.by_paper,
            "present": [s for s in STATUSES if report.totals[s]],
            "kinds": [k for k in KINDS if any(c.kind == k for c in report.claims)],
            "statuses": STATUSES,
            "against": AGAINST,
            "open": UNCHECKED,
            "names": names,
            "is_erratum": is_erratum,
            "encoded_of": said_of,
            "whole": self.whole,
            "unused": self.unused,
            "certificate_at": self._certificate_at,
            "certificate_size": lambda evidence: len(self._certificates[id(evidence)][1]),
            "made_by": [one for one in report.versions if one[0] not in ("python", *PACKAGES)],
            "versions": ", ".join(f"{name} {version}" for name, version in report.versions),
            "budget_line": f"{show(report.budget.total)}, of which {show(report.budget.spent)}"
            " is spent",
        }

    def _certificate_at(self, evidence: ReportedEvidence) -> str:
        """The path of the file with the certificate; "" where certificates are left out."""
        return names.certificate_file(self._certificates[id(evidence)][0]) if self.whole else ""

    @cached_property
    def _certificates(self) -> Mapping[int, tuple[str, str]]:
        """The digest and the text of each certificate, by the identity of its evidence."""
        evidence = (e for claim in self.report.claims for e in claim.evidence)
        return {id(e): _certificate(e) for e in evidence if e.certificate is not None}

    def _has_source(self, claim: ReportedClaim) -> bool:
        return self.whole and self.source(claim.module) is not None

    def loaded(self) -> Iterator[tuple[str, str]]:
        """The scripts that pages load on demand: certificates and sources."""
        for digest, text in dict(self._certificates.values()).items():
            yield names.certificate_file(digest), _script(text)
        for module in dict.fromkeys(claim.module for claim in self.report.claims):
            if (source := self.source(module)) is not None:
                yield names.source_file(module), _script(source)


def site_files(
    report: Report,
    *,
    source: Source | None = None,
    unused: Unused = MappingProxyType({}),
    beside: Mapping[str, Callable[[], str]] = MappingProxyType({}),
) -> dict[str, bytes]:
    """All files of the site, by their paths below its folder.

    report: what the pages are about
    source: the text of a source file, by its name; None shows no sources
    unused: of each claim, the hypotheses without which its certificate is accepted
    beside: what makes files along with them, by their paths
    """
    site = Site(report, source or (lambda _: None), unused=unused)
    pages = {**beside, **dict(site.pages())}  # what takes longest first
    site.prepare()
    made = shared_out(list(pages.values()), copies=os.cpu_count() or 1)
    texts = (*zip(pages, made, strict=True), *site.loaded())
    files = {path: text.encode() for path, text in texts}
    index = json.dumps(index_of(report), separators=(",", ":"))
    return files | {
        "pages/assets/index.js": f"window.workbenchIndex = {index};\n".encode(),
        "pages/assets/site.js": site_script().encode(),
        "pages/assets/site.css": f"{font_face(FONT)}\n{site_style()}".encode(),
        f"pages/assets/{FONT}": asset(FONT),
    }


def _certificate(evidence: ReportedEvidence) -> tuple[str, str]:
    """The digest of a certificate, and its text."""
    text = clean(json.dumps(evidence.certificate, sort_keys=True, ensure_ascii=False))
    return hashlib.sha256(text.encode()).hexdigest()[:16], text


def _script(text: str) -> str:
    """A script that hands a text to the page which asked for it."""
    return f"workbenchLoaded({json.dumps(Markup(text))});\n"
