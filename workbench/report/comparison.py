"""What changed between two reports: worse, better, restated, changed, new, gone.

A status is worse when it stands later in `workbench.report.status.RANK`: proved, certified, argued,
derived, supported, assumed, inconclusive, error, disputed, broken, refuted, inconsistent.  One
change runs against that order: a statement that was refuted and no longer is has lost its
counterexample, and that is worse too.  So is a claim that is gone, since nothing is known of it any
more: two reports of different selections differ by what one of them leaves out.

A claim whose statement changed is restated, whatever its status.  One with the same statement and
status is unchanged only if all else is equal that stands there, running times aside.  The contents
are compared; no digest that a report holds is believed.  What a baseline records is compared by
`workbench.report.baseline`, with the same classes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.referee.answer import printable
from workbench.referee.digests import claim_digest, evidence_digest, statement_digest
from workbench.report.status import RANK

CLASSES = ("worse", "better", "restated", "changed", "new", "gone")


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
    """The claims that differ, by class; unchanged ones are only counted.

    `other_evidence` counts those of the unchanged claims whose evidence has another digest; it is 0
    where two reports are compared, which name them as changed.
    """

    worse: tuple[Change, ...]
    better: tuple[Change, ...]
    restated: tuple[Change, ...]
    changed: tuple[Change, ...]
    new: tuple[Change, ...]
    gone: tuple[Change, ...]
    unchanged: int
    other_evidence: int = 0

    @property
    def is_worse(self) -> bool:
        """Whether anything is worse than it was; what is gone is."""
        return bool(self.worse or self.gone)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        out: dict[str, Any] = {
            name: [
                {"id": c.id, "old": c.old, "new": c.new, "what": c.what}
                for c in getattr(self, name)
            ]
            for name in CLASSES
        }
        return {**out, "unchanged": self.unchanged, "other_evidence": self.other_evidence}

    def to_text(self) -> str:
        """A heading for each class that has claims, then one line a claim."""
        lines = []
        for name in CLASSES:
            if changes := getattr(self, name):
                lines.append(f"{name} ({len(changes)})")
                lines += [f"  {printable(c.to_text())}" for c in changes]
        with_other = f", {self.other_evidence} of them with other evidence"
        lines.append(f"unchanged ({self.unchanged}){with_other if self.other_evidence else ''}")
        return "\n".join(lines) + "\n"


def diff(old: Mapping[str, Any], new: Mapping[str, Any]) -> Diff:
    """Compare two reports (plain data that `load_report` accepted)."""
    before = {c["id"]: c for c in old["claims"]}
    after = {c["id"]: c for c in new["claims"]}
    return classify(
        {id: c["status"] for id, c in before.items()},
        {id: c["status"] for id, c in after.items()},
        what=lambda id: _what(before[id], after[id]),
    )


RESTATED = "another statement"


def classify(old: Mapping[str, str], new: Mapping[str, str], *, what: Callable[[str], str]) -> Diff:
    """Put claims into their classes.

    Args:
        old: the statuses before, by id.
        new: the statuses after, by id.
        what: what else differs about a claim that is in both, in words; empty if nothing does. It
            begins with `RESTATED` where the statement is another one.
    """
    found: dict[str, list[Change]] = {name: [] for name in CLASSES}
    unchanged = 0
    for id in sorted(old.keys() & new.keys()):
        change = Change(id, old[id], new[id], what(id))
        if change.what.startswith(RESTATED):
            found["restated"].append(change)
        elif change.old == change.new:
            if change.what:
                found["changed"].append(change)
            unchanged += not change.what
        elif RANK[change.new] > RANK[change.old] or change.old == "refuted":
            found["worse"].append(change)
        else:
            found["better"].append(change)
    found["new"] = [Change(id, "", new[id]) for id in sorted(new.keys() - old.keys())]
    found["gone"] = [Change(id, old[id], "") for id in sorted(old.keys() - new.keys())]
    return Diff(
        worse=tuple(found["worse"]),
        better=tuple(found["better"]),
        restated=tuple(found["restated"]),
        changed=tuple(found["changed"]),
        new=tuple(found["new"]),
        gone=tuple(found["gone"]),
        unchanged=unchanged,
    )


def _what(a: Mapping[str, Any], b: Mapping[str, Any]) -> str:
    """What differs in the contents of two claims, in words; empty if nothing does."""
    found = []
    if statement_digest(a) != statement_digest(b):
        found.append(RESTATED)
    if list(map(evidence_digest, a["evidence"])) != list(map(evidence_digest, b["evidence"])):
        found.append("other evidence")
    if not found and claim_digest(a) != claim_digest(b):
        known = ("status", "digest", "evidence")
        names = [k for k in sorted({*a, *b} - {*known}) if a.get(k) != b.get(k)]
        found += [f"another {', '.join(names)}"] if names else []
    return ", ".join(found)
