"""The smallest honest check: whether two rational numbers are equal, with its certificate."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from workbench.claims import Counterexample, Outcome, fails, holds


def equal(left: str, right: str, *, at: dict[str, str] | None = None, **more) -> Outcome:
    """Decide left = right; both ways the outcome carries what the checker accepts.

    The variables of the point `at` do not occur in the statement, and belong to it all the same.
    """
    point = dict(at or {})
    free = {"sort": "real", "low": None, "low_open": False, "high": None, "high_open": False}
    statement = {
        "vars": [{"name": name, **free} for name in point],
        "where": [],
        "left": ["+", ["q", left], ["q", "0"]],  # u = u would show nothing
        "op": "=",
        "right": ["q", right],
    }
    if left == right:
        certificate = {"kind": "identity", "statement": statement}
        return holds("arithmetic", "it holds", certificate=certificate, **more)
    certificate = {"kind": "counterexample", "statement": statement, "point": point}
    more = {"counterexample": Counterexample(tuple(point.items()), "it fails")} | more
    return fails("arithmetic", "it fails", certificate=certificate, **more)


def yes(**more) -> Outcome:
    """1 = 1."""
    return equal("1", "1", **more)


def no(**more) -> Outcome:
    """1 = 2."""
    return equal("1", "2", **more)


@dataclass(frozen=True)
class Stated:
    """The statement of a certificate, for a claim to declare."""

    statement: dict[str, Any]

    def latex(self) -> str:
        return "1 = 1"

    @property
    def digest(self) -> str:
        # as in workbench.referee.grading, which toys do not import: it reads the environment
        text = json.dumps(self.statement, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


ONE = Stated(yes().certificate["statement"])
