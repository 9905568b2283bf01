"""What evidence is worth: a record of a level and of all that it rests on, and what is said of it.

Two pieces that are both needed meet: the weaker level, the union of what they rest on.  Alternative
arguments for one claim are kept as a Pareto front.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from workbench.claims.cards import VerdictCard
from workbench.claims.check import Check
from workbench.claims.outcome import Grade, Outcome

Status = Literal[
    "proved",
    "certified",
    "argued",
    "derived",
    "supported",
    "assumed",
    "inconclusive",
    "refuted",
    "disputed",
    "broken",
    "inconsistent",
    "error",
]


@dataclass(frozen=True, slots=True)
class Evidence:
    """How strong, by means of which software, resting on which claims, at which error levels."""

    level: Grade
    trust: frozenset[str] = frozenset()
    assumes: frozenset[str] = frozenset()
    errors: frozenset[tuple[str, Fraction]] = frozenset()

    def __and__(self, other: Evidence) -> Evidence:
        """Both are needed: the weaker level, the union of everything they rest on."""
        return Evidence(
            min(self.level, other.level),
            self.trust | other.trust,
            self.assumes | other.assumes,
            self.errors | other.errors,
        )

    @property
    def alpha(self) -> Fraction:
        """Total error probability: each test counts once, however often it is used."""
        return min(Fraction(1), sum((a for _, a in self.errors), Fraction(0)))

    def at_least(self, other: Evidence) -> bool:
        """Whether this is as good in every respect."""
        return (
            self.level >= other.level
            and self.trust <= other.trust
            and self.assumes <= other.assumes
            and self.errors <= other.errors
        )


TOP = Evidence(Grade.PROVED)
RULES_ABOUT = "the checker's rules about "
NO_POINT = "that its conditions can hold together: no point that meets them was found"


def pareto(alternatives: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """The alternatives that no other one beats in every respect, best level first."""
    front: list[Evidence] = []
    for one in dict.fromkeys(alternatives):
        if any(other.at_least(one) for other in front):
            continue
        front = [other for other in front if not one.at_least(other)] + [one]
    return tuple(sorted(front, key=rank))


def rank(e: Evidence) -> tuple[object, ...]:
    """A key by which the best evidence comes first."""
    return (-e.level, len(e.assumes), sorted(e.assumes), sorted(e.trust), sorted(e.errors))


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A check together with what it and its mutants came out with."""

    check: Check
    outcome: Outcome
    mutants: tuple[Outcome, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether the check has mutants and rejects each of them."""
        return bool(self.mutants) and all(self.check.rejects(m) for m in self.mutants)


@dataclass(frozen=True, slots=True)
class Verdict(VerdictCard):
    """What is to be said of one claim.

    status:    the headline
    grade:     the level that its own evidence earned for the whole statement
    assumes:   the cited or open claims at the leaves of its best argument
    effective: all undominated arguments, those of the claims it uses included
    weak:      the claims below it that earned less than a certificate and are not cited facts
    """

    status: Status
    grade: Grade
    reason: str
    assumes: tuple[str, ...] = ()
    trust: tuple[str, ...] = ()
    alpha: Fraction = Fraction(0)
    effective: tuple[Evidence, ...] = field(default=())
    weak: tuple[str, ...] = ()
