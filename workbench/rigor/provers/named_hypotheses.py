"""Hypotheses of a proof by what they say, so that one that is dropped moves no other.

The facts of a proof are numbered: first the hypotheses, then what the steps establish.  A variant
without a hypothesis numbers all later ones anew, and a proof that asks for them by number is
refused for a number.  Asked for by what it says, a hypothesis that is not there has a place of no
fact: the checker refuses the step that uses it, and the refusal then says what is lacking.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from workbench.symbolic.theorem_plain import plain_term
from workbench.symbolic.theorem_terms import fact

_NONE = re.compile(r"there is no fact (\d+) at this step")


class NamedHypotheses:
    """The hypotheses of a theorem; `lacking` has those that were asked for and are not there."""

    def __init__(self, given: Sequence[Any]) -> None:
        self._given = given
        self.lacking: dict[int, Any] = {}

    def given(self, condition: Any) -> int:  # noqa: ANN401 - a hypothesis
        """The place of a hypothesis, or one of no fact where the theorem does not have it."""
        told = json.loads(json.dumps(fact(condition)))
        if told in self._given:
            return self._given.index(told)
        place = 10**6 + int(hashlib.sha256(json.dumps(told).encode()).hexdigest()[:8], 16)
        self.lacking[place] = told
        return place

    def places(self, conditions: Sequence[Any]) -> list[int]:
        """The places of these hypotheses; where as many are given, of what stands in their stead.

        So a variant that says another thing in one of them is refused for what it says.
        """
        if len(conditions) == len(self._given):
            return list(range(len(conditions)))
        return [self.given(one) for one in conditions]

    def in_words(self, message: str) -> str:
        """A refusal, which says what is lacking where it is a hypothesis."""

        def lacks(found: re.Match[str]) -> str:
            told = self.lacking.get(int(found[1]))
            return found[0] if told is None else f"the hypothesis {_plain(told)} is not given"

        return _NONE.sub(lacks, message)


def _plain(told: Sequence[Any] | Mapping[str, Any]) -> str:
    match told:
        case ["psd", _]:
            return "that a matrix is positive semidefinite"
        case ["all", index, first, relation]:
            return f"{_plain(relation)} for all {index} >= {first}"
        case [left, op, right]:
            return f"{plain_term(left)} {op} {plain_term(right)}"
    return str(told)
