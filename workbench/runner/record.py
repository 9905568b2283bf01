"""What a finished task leaves behind: the outcome of a check, of its mutants, and their setting.

A record is written as one JSON file, `workbench-evidence/1`, that can be read without the check
that made it.  No pickles: evidence of a stranger must be safe to open.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.claims import Check, Finding, Outcome
from workbench.errors import EvidenceError
from workbench.runner.plan import EVIDENCE


@dataclass(frozen=True, slots=True)
class MutantRecord:
    """What a check decided on one of its mutants."""

    name: str
    doc: str
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One task, finished.  `passing` marks what an outside cause did: the next run tries again."""

    claim: str
    check: str
    key: str
    seed: int
    profile: str
    outcome: Outcome
    mutants: tuple[MutantRecord, ...] = ()
    seconds: float = 0.0
    versions: Mapping[str, str]
    trace: str = ""
    passing: bool = False

    def finding(self, check: Check) -> Finding:
        """What the verdict is computed from."""
        return Finding(check, self.outcome, tuple(m.outcome for m in self.mutants))

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "schema": EVIDENCE,
            "claim": self.claim,
            "check": self.check,
            "key": self.key,
            "seed": self.seed,
            "profile": self.profile,
            "outcome": self.outcome.to_json(),
            "mutants": [
                {"name": m.name, "doc": m.doc, "outcome": m.outcome.to_json()} for m in self.mutants
            ],
            "seconds": self.seconds,
            "versions": dict(self.versions),
            "trace": self.trace,
            "passing": self.passing,
        }

    def text(self) -> str:
        """The content of its file; raises TypeError or ValueError for what JSON cannot hold."""
        return json.dumps(
            self.to_json(), sort_keys=True, indent=1, ensure_ascii=False, allow_nan=False
        )

    @classmethod
    def from_json(cls, data: object) -> Record:
        """The inverse of `to_json`; raises EvidenceError for anything else."""
        if not isinstance(data, Mapping) or data.get("schema") != EVIDENCE:
            found = data.get("schema") if isinstance(data, Mapping) else type(data).__name__
            raise EvidenceError(
                f"schema = {found!r}, and this version reads {EVIDENCE!r}."
                " Run `workbench verify --fresh`."
            )
        try:
            for name, kind in (("claim", str), ("check", str), ("key", str), ("seed", int)):
                if not isinstance(data[name], kind):
                    raise TypeError(f"{name} is not {kind.__name__}")
            return cls(
                claim=data["claim"],
                check=data["check"],
                key=data["key"],
                seed=data["seed"],
                profile=data["profile"],
                outcome=Outcome.from_json(data["outcome"]),
                mutants=tuple(
                    MutantRecord(m["name"], m["doc"], Outcome.from_json(m["outcome"]))
                    for m in data["mutants"]
                ),
                seconds=float(data["seconds"]),
                versions=dict(data["versions"]),
                trace=data["trace"],
                passing=bool(data["passing"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise EvidenceError(
                f"evidence is incomplete: {type(error).__name__}: {error}."
                " Run `workbench verify --fresh`."
            ) from error

    @classmethod
    def read(cls, text: str) -> Record:
        """Read the content of a file."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise EvidenceError(
                f"it is not JSON, or was cut short: {error}. Run `workbench verify` again."
            ) from error
        return cls.from_json(data)
