"""What a claim, a check, an outcome and a verdict look like in a notebook.

A claim and a check show what they say and that nothing was run; only an outcome shows evidence, and
only `workbench.report.examine` a verdict with all that it stands on.
"""

from __future__ import annotations

import json
from typing import Any

from markupsafe import Markup

from workbench.display import NOT_RUN, card, foldable, folded, prose

_LONGEST = 2_000  # characters of a certificate that a cell shows
_AT_ONCE = 12  # statements that are shown at once


class ClaimCard:
    """The display of a claim: statement, hypotheses, source and checks."""

    __slots__ = ()

    def __repr__(self: Any) -> str:
        return f"<Claim {self.id}: {self.title}; {_count(self.checks, 'check')}, {NOT_RUN}>"

    def __str__(self: Any) -> str:
        """The statement in LaTeX, and the names of the checks with their formulas."""
        lines = [f"{self.id} ({self.source})", " ".join(self.statement.split())]
        return "\n".join([*lines, "checks:", *(f"  {c.name}: {c.doc}" for c in self.checks)])

    def _repr_html_(self: Any) -> str:
        rows = [
            ("claim", f"`{self.id}`, {self.kind}, {self.source}"),
            ("note", self.note),
            ("cited from", self.citation),
            ("uses", ", ".join(f"`{id}`" for id in self.uses)),
            ("repairs", ", ".join(f"`{id}`" for id in self.repairs)),
            ("as encoded", _few([_encoded(one, part) for part, one in self.statements()])),
            (
                "a case of it, as encoded",
                _few([_encoded(one, _where(c.part, at), c.doc) for c, one, at in self.cases()]),
            ),
            ("checks", [_check(c) for c in self.checks]),
            ("to run them", "" if self.citation else "`workbench.report.examine(claim)`"),
        ]
        mark = "cited" if self.citation else NOT_RUN
        return card(self.title, rows, mark=mark, formula=self.statement, where=self.hypotheses)

    def _repr_latex_(self: Any) -> str:
        return rf"$\displaystyle {self.statement}$"


class CheckCard:
    """The display of a check: what it shows, and the variants that it has to reject."""

    __slots__ = ()

    def __repr__(self: Any) -> str:
        return f"<Check {self.claim}::{self.name}: {_count(self.mutants, 'mutant')}, {NOT_RUN}>"

    def _repr_html_(self: Any) -> str:
        rows = [
            ("shows", self.doc),
            ("of the claim", f"`{self.claim}`"),
            ("aim", "to refute the claim" if self.aim == "refute" else "to establish the claim"),
            ("part", self.part),
            ("covers only", self.corner),
            ("must reject", [_check(m) for m in self.mutants]),
            ("to run it", "call it: `check()`"),
        ]
        return card(_words(self.name), rows, mark=NOT_RUN)


class OutcomeCard:
    """The display of an outcome: the decision, its grade, and what it rests on."""

    __slots__ = ()

    def _repr_html_(self: Any) -> str:
        example = self.counterexample
        rows = [
            ("method", self.method),
            ("reason", self.reason),
            *((e.label or "as encoded", foldable(e.latex)) for e in self.encoded),
            ("counterexample", [f"{n} = {v}" for n, v in example.point] if example else ""),
            ("which", example.text if example else ""),
            *((f.name, f"{f.value} {f.unit} {f.note}".strip()) for f in self.figures),
            ("joined by", self.joints),
            ("rests on", ", ".join(f"`{id}`" for id in self.assumes)),
            ("trusts", ", ".join(self.trust)),
            ("error level", str(self.alpha) if self.alpha else ""),
            ("power", self.power),
            ("certificate", _certificate(self.certificate)),
        ]
        graded = self.decision in ("holds", "fails")
        mark = f"{self.decision}, {self.grade.name.lower()}" if graded else self.decision
        return card(self.summary, rows, mark=mark)


class VerdictCard:
    """The display of a verdict: the status, the reason, and what it assumes."""

    __slots__ = ()

    def _repr_html_(self: Any) -> str:
        rows = [
            ("own evidence", self.grade.name.lower()),
            ("modulo", ", ".join(f"`{id}`" for id in self.assumes)),
            ("weaker below", ", ".join(f"`{id}`" for id in self.weak)),
            ("trusts", ", ".join(self.trust)),
            ("error level", str(self.alpha) if self.alpha else ""),
        ]
        return card(self.reason, rows, mark=self.status)


def _check(check: Any) -> str:  # noqa: ANN401 - a check or a mutant; they show themselves by this
    return f"{_words(check.name)}: {check.doc}" if check.doc else _words(check.name)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _encoded(one: Any, where: str, why: str = "") -> Markup:  # noqa: ANN401 - a statement
    said = Markup(" ({})").format(where) if where else Markup("")
    told = Markup(": {}").format(prose(why)) if why else Markup("")
    return Markup("").join([foldable(one.latex()), said, told])


def _where(part: str, place: str) -> str:
    return ", ".join(filter(None, (f"part: {part}" if part else "", place and f"at {place}")))


def _few(shown: list[Markup]) -> list[Markup]:
    """The first of many, and the others behind a title."""
    rest = shown[_AT_ONCE:]
    more = [folded(f"{len(rest)} more", Markup("<br>").join(rest))] if rest else []
    return [*shown[:_AT_ONCE], *more]


def _count(things: list[Any], name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"


def _certificate(certificate: Any) -> str:  # noqa: ANN401 - JSON
    if certificate is None:
        return ""
    text = json.dumps(certificate, sort_keys=True)
    more = f" ... ({len(text):,} characters)" if len(text) > _LONGEST else ""
    return folded(
        f"{certificate.get('kind', 'rate')}, {len(text):,} characters of JSON",
        Markup("<pre style='white-space:pre-wrap'>{}{}</pre>").format(text[:_LONGEST], more),
    )
