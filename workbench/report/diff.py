"""What changed between two reports: worse, better, restated, new, gone.

A status is worse when it stands later in `workbench.report.status.RANK`: proved, certified,
derived, supported, assumed, inconclusive, error, disputed, broken, refuted, inconsistent.  One
change runs against that order: a statement that was refuted and no longer is has lost its
counterexample, and that is worse too.  A claim whose statement changed is restated, whatever its
status.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from workbench.report.status import RANK


@dataclass(frozen=True, slots=True)
class Change:
    """One claim in two reports; an empty status means that the claim was not there."""

    id: str
    old: str
    new: str

    def to_text(self) -> str:
        """One line."""
        if not self.old or not self.new:
            return f"{self.id}: {self.old or self.new}"
        return (
            f"{self.id}: {self.old} -> {self.new}"
            if self.old != self.new
            else (f"{self.id}: {self.new}, another statement")
        )


@dataclass(frozen=True, slots=True)
class Diff:
    """The claims that differ, by class; unchanged ones are only counted."""

    worse: tuple[Change, ...]
    better: tuple[Change, ...]
    restated: tuple[Change, ...]
    new: tuple[Change, ...]
    gone: tuple[Change, ...]
    unchanged: int

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        out: dict[str, Any] = {
            f.name: [{"id": c.id, "old": c.old, "new": c.new} for c in getattr(self, f.name)]
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
            lines += [f"  {c.to_text()}" for c in changes]
        lines.append(f"unchanged ({self.unchanged})")
        return "\n".join(lines) + "\n"


def diff(old: Mapping[str, Any], new: Mapping[str, Any]) -> Diff:
    """Compare two reports (plain data that `load_report` accepted)."""
    before = {c["id"]: c for c in old["claims"]}
    after = {c["id"]: c for c in new["claims"]}
    classes: dict[str, list[Change]] = {"worse": [], "better": [], "restated": []}
    unchanged = 0
    for id in sorted(before.keys() & after.keys()):
        a, b = before[id], after[id]
        change = Change(id, a["status"], b["status"])
        if a["digest"] != b["digest"]:
            classes["restated"].append(change)
        elif a["status"] == b["status"]:
            unchanged += 1
        elif RANK[b["status"]] > RANK[a["status"]] or a["status"] == "refuted":
            classes["worse"].append(change)
        else:
            classes["better"].append(change)
    return Diff(
        worse=tuple(classes["worse"]),
        better=tuple(classes["better"]),
        restated=tuple(classes["restated"]),
        new=tuple(Change(i, "", after[i]["status"]) for i in sorted(after.keys() - before.keys())),
        gone=tuple(
            Change(i, before[i]["status"], "") for i in sorted(before.keys() - after.keys())
        ),
        unchanged=unchanged,
    )
