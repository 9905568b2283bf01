"""What changed between two reports: worse, better, restated, changed, new, gone.

A status is worse when it stands later in `workbench.report.status.RANK`: proved, certified,
derived, supported, assumed, inconclusive, error, disputed, broken, refuted, inconsistent.  One
change runs against that order: a statement that was refuted and no longer is has lost its
counterexample, and that is worse too.  So is a claim that is gone, since nothing is known of it any
more: two reports of different selections differ by what one of them leaves out.

A claim whose statement changed is restated, whatever its status.  One with the same statement and
status is unchanged only if all else is equal that stands there, running times aside.  The contents
are compared; no digest that a file holds is believed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from workbench.referee.answer import printable
from workbench.referee.digests import claim_digest, evidence_digest, statement_digest
from workbench.report.status import RANK


@dataclass(frozen=True, slots=True)
class Change:
    """One claim in two reports; an empty status means that the claim was not there."""

    id: str
    old: str
    new: str
    what: str = ""

    def to_text(self) -> str:
        """One line."""
        both = f"{self.old} -> {self.new}" if self.old and self.new else self.old or self.new
        status = self.new if self.old == self.new else both
        return f"{self.id}: {status}, {self.what}" if self.what else f"{self.id}: {status}"


@dataclass(frozen=True, slots=True)
class Diff:
    """The claims that differ, by class; unchanged ones are only counted."""

    worse: tuple[Change, ...]
    better: tuple[Change, ...]
    restated: tuple[Change, ...]
    changed: tuple[Change, ...]
    new: tuple[Change, ...]
    gone: tuple[Change, ...]
    unchanged: int

    @property
    def is_worse(self) -> bool:
        """Whether anything is worse than it was; what is gone is."""
        return bool(self.worse or self.gone)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        out: dict[str, Any] = {
            f.name: [
                {"id": c.id, "old": c.old, "new": c.new, "what": c.what}
                for c in getattr(self, f.name)
            ]
            for f in fields(self)
            if f.name != "unchanged"
        }
        return {**out, "unchanged": self.unchanged}

    def to_text(self) -> str:
        """A heading for each class that has claims, then one line a claim."""
        lines = []
        for f in fields(self):
            changes = getattr(self, f.name)
            if f.name == "unchanged" or not changes:
                continue
            lines.append(f"{f.name} ({len(changes)})")
            lines += [f"  {printable(c.to_text())}" for c in changes]
        lines.append(f"unchanged ({self.unchanged})")
        return "\n".join(lines) + "\n"


def diff(old: Mapping[str, Any], new: Mapping[str, Any]) -> Diff:
    """Compare two reports (plain data that `load_report` accepted)."""
    before = {c["id"]: c for c in old["claims"]}
    after = {c["id"]: c for c in new["claims"]}
    classes: dict[str, list[Change]] = {n: [] for n in ("worse", "better", "restated", "changed")}
    unchanged = 0
    for id in sorted(before.keys() & after.keys()):
        a, b = before[id], after[id]
        what = _what(a, b)
        change = Change(id, a["status"], b["status"], what)
        if what.startswith(_RESTATED):
            classes["restated"].append(change)
        elif a["status"] == b["status"]:
            if what:
                classes["changed"].append(change)
            unchanged += not what
        elif RANK[b["status"]] > RANK[a["status"]] or a["status"] == "refuted":
            classes["worse"].append(change)
        else:
            classes["better"].append(change)
    return Diff(
        worse=tuple(classes["worse"]),
        better=tuple(classes["better"]),
        restated=tuple(classes["restated"]),
        changed=tuple(classes["changed"]),
        new=tuple(Change(i, "", after[i]["status"]) for i in sorted(after.keys() - before.keys())),
        gone=tuple(
            Change(i, before[i]["status"], "") for i in sorted(before.keys() - after.keys())
        ),
        unchanged=unchanged,
    )


_RESTATED = "another statement"


def _what(a: Mapping[str, Any], b: Mapping[str, Any]) -> str:
    """What differs in the contents of two claims, in words; empty if nothing does."""
    found = []
    if statement_digest(a) != statement_digest(b):
        found.append(_RESTATED)
    if list(map(evidence_digest, a["evidence"])) != list(map(evidence_digest, b["evidence"])):
        found.append("other evidence")
    if not found and claim_digest(a) != claim_digest(b):
        known = ("status", "digest", "evidence")
        names = [k for k in sorted({*a, *b} - {*known}) if a.get(k) != b.get(k)]
        found += [f"another {', '.join(names)}"] if names else []
    return ", ".join(found)
