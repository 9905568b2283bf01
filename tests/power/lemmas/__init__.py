"""Textbook lemmas of privacy, concentration and optimisation, true and false, as data.

A line of `*.txt` is `name | statement | conditions | true or false | source or counterexample`, in
the text that `workbench prove` reads; the file says the kind.  The half of the names whose digest
is odd is kept aside: provers are made while looking at the open half alone.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from workbench.symbolic import Relation
from workbench.symbolic.text import parse


@dataclass(frozen=True, slots=True)
class Lemma:
    """One line: `why` is a source of a true lemma, the exact counterexample of a false one."""

    name: str
    kind: str
    statement: str
    where: str
    truth: bool
    why: str

    @property
    def kept_aside(self) -> bool:
        """Whether the lemma belongs to the half that no prover is tuned on."""
        return hashlib.sha256(self.name.encode()).digest()[0] % 2 == 1

    @property
    def relation(self) -> Relation:
        """The statement as the provers see it."""
        return parse(self.statement, where=self.where)

    @property
    def point(self) -> dict[str, str]:
        """The counterexample of a false lemma."""
        pairs = (part.split("=") for part in self.why.split(","))
        return {name.strip(): value.strip() for name, value in pairs}


def lemmas() -> list[Lemma]:
    """All lemmas, by kind and in the order of their files."""
    found = []
    for path in sorted(Path(__file__).parent.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                name, statement, where, truth, why = (part.strip() for part in line.split("|", 4))
                found.append(Lemma(name, path.stem, statement, where, truth == "true", why))
    return found
