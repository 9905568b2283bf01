"""What a finished task leaves behind: the outcome of a check, of its mutants, and their setting.

A record is written as one JSON file, `workbench-evidence/2`, that can be read without the check
that made it.  No pickles: evidence of a stranger must be safe to open.  The file begins with the
hash of all that follows, so a file that was changed by anything but a run is not believed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.claims import Check, CheckResult, Outcome
from workbench.claims.outcome import as_text
from workbench.errors import EvidenceError
from workbench.runner.plan import EVIDENCE

_FAMILY = EVIDENCE.partition("/")[0] + "/"
_HEAD = '{\n "digest": "%s",'


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

    def finding(self, check: Check) -> CheckResult:
        """What the verdict is computed from."""
        return CheckResult(check, self.outcome, tuple(m.outcome for m in self.mutants))

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
        text = as_text(self.to_json(), sort_keys=True)
        rest = text.removeprefix("{")
        return _HEAD % _digest(rest) + rest

    @classmethod
    def from_json(cls, data: object) -> Record:
        """The inverse of `to_json`; raises EvidenceError for anything else."""
        schema = _schema_of(data)
        if not isinstance(data, Mapping) or schema != EVIDENCE:
            raise EvidenceError(
                f"schema = {schema!r}, and this version reads {EVIDENCE!r}."
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
        """Read the content of a file.

        Raises OutdatedError for that of another version, EvidenceError for what is damaged.
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise EvidenceError(
                f"it is not JSON, or was cut short: {error}. Run `workbench verify` again."
            ) from error
        schema = _schema_of(data)
        if schema != EVIDENCE and schema.startswith(_FAMILY):
            raise OutdatedError(f"schema = {schema!r}, and this version reads {EVIDENCE!r}.")
        record = cls.from_json(data)
        rest = text[len(_HEAD % _digest("")) :]
        if text != _HEAD % _digest(rest) + rest:
            raise EvidenceError(
                "its content does not have the hash that it begins with: it was changed after it"
                " was written. Run `workbench verify` again."
            )
        return record


class OutdatedError(EvidenceError):
    """Evidence as another version wrote it, whose task runs again."""


def _schema_of(data: object) -> str:
    """What a document says that it is; the name of its type where it says nothing."""
    found = data.get("schema") if isinstance(data, Mapping) else type(data).__name__
    return str(found)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", errors="surrogatepass")).hexdigest()
