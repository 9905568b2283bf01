"""The figures of a campaign: counts by kind, kept in figures.json and as a table in README.md.

    python -m tests.campaigns.figures

says whether they are of the checkers as they are now.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("figures.json")
README = Path(__file__).with_name("README.md")
MARKS = ("<!-- figures: written by the command -->", "<!-- end of figures -->")
COLUMNS = {
    "fuzz": ("tried", "accepted", "judged", "unknown", "violations"),
    "tampering": (
        "kept",
        "kept accepted",
        "sealed",
        "same statement",
        "another statement",
        "violations",
    ),
}

CHECKERS = ("workbench/rigor/check", "workbench/rates/check")


def checker() -> str:
    """A digest of the sources of the checkers."""
    root, found = FILE.parents[2], hashlib.sha256()
    for path in sorted(p for folder in CHECKERS for p in (root / folder).rglob("*.py")):
        found.update(f"{path.relative_to(root)}\n".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def whose(figures: dict[str, Any]) -> str:
    """Of which checkers the figures are."""
    now, then = checker(), figures["checker"]
    if now == then:
        return f"The figures are of the checkers as they are now, {now}."
    return f"The figures are of other checkers, {then}; those here are {now}."


@dataclass
class Figures:
    """Counts of each part of a campaign, by kind."""

    seed: int
    seconds: int = 0
    checker: str = field(default_factory=checker)
    counts: dict[str, dict[str, Counter[str]]] = field(
        default_factory=lambda: {p: {} for p in COLUMNS}
    )

    def add(self, part: str, kind: str, counts: dict[str, int]) -> None:
        """Count a batch."""
        if counts:
            self.counts[part].setdefault(kind, Counter()).update(counts)

    @property
    def violations(self) -> int:
        """Of all kinds together."""
        return sum(c["violations"] for kinds in self.counts.values() for c in kinds.values())

    def as_json(self) -> dict[str, Any]:
        """Plain data, every column of every kind."""
        tables = {
            part: {kind: {c: kinds[kind][c] for c in COLUMNS[part]} for kind in sorted(kinds)}
            for part, kinds in self.counts.items()
        }
        about = {"seed": self.seed, "seconds": self.seconds, "checker": self.checker}
        return {**about, **tables}

    def table(self) -> str:
        """The figures as they stand in README.md."""
        return table(self.as_json())

    def write(self) -> None:
        """Replace figures.json, and the table in README.md."""
        FILE.write_text(json.dumps(self.as_json(), indent=1) + "\n")
        put_into_readme(self.table(), MARKS)


def put_into_readme(table: str, marks: tuple[str, str]) -> None:
    """Replace what stands between two marks."""
    before, rest = README.read_text().split(marks[0])
    README.write_text(f"{before}{marks[0]}\n{table}\n{marks[1]}{rest.split(marks[1])[1]}")


def table(found: dict[str, Any]) -> str:
    """Markdown tables of the figures."""
    about = f"Seed {found['seed']}, {found['seconds']} seconds, checkers {found['checker']}."
    lines = [about, ""]
    for part, columns in COLUMNS.items():
        lines += [f"| {part} | {' | '.join(columns)} |", f"|---|{'---:|' * len(columns)}"]
        rows = {
            **found[part],
            "together": {c: sum(r[c] for r in found[part].values()) for c in columns},
        }
        lines += [
            f"| {kind} | {' | '.join(f'{row[c]:,}' for c in columns)} |"
            for kind, row in rows.items()
        ]
        lines.append("")
    return "\n".join(lines[:-1])


if __name__ == "__main__":
    print(whose(json.loads(FILE.read_text())))
