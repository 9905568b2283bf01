"""Hypotheses that proofs do without, as `recheck --hypotheses` says and a baseline records them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.referee.spare import Hypothesis, Spare


def spare_lines(found: Sequence[Spare]) -> Iterator[str]:
    """A line for each claim with a hypothesis to spare, and one with the totals."""
    for one in found:
        if one.found:
            texts = "; ".join(map(_shown, one.found))
            yield f"{one.claim}: not used, {len(one.found)} of {one.asked} hypotheses: {texts}"
    if found:
        asked, unused = sum(s.asked for s in found), sum(len(s.found) for s in found)
        yield f"{asked - unused} of {asked} hypotheses of certified claims are used by their proofs"


def spare_rows(found: Sequence[Spare]) -> list[dict[str, Any]]:
    """The same as plain data."""
    return [
        {"claim": one.claim, "hypotheses": one.asked, "unused": [_shown(h) for h in one.found]}
        for one in found
    ]


def unused_of(report: Mapping[str, Any]) -> dict[str, list[str]]:
    """The hypotheses, as LaTeX, that the proofs of the certified claims of a report do without.

    Raises:
        EvidenceError: a certificate of a certified claim is none.
    """
    from workbench.errors import EvidenceError
    from workbench.referee.spare import spare

    try:
        return {one.claim: [_latex(h) for h in one.found] for one in spare(report)}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise EvidenceError(
            "a certificate of the report cannot be read, and no baseline is made from it.\n"
            "  `workbench recheck RUN.json` names it."
        ) from error


def _shown(one: Hypothesis) -> str:
    from workbench.display.plain_formula import plain_formula

    return plain_formula(_latex(one))


def _latex(one: Hypothesis) -> str:
    from workbench.symbolic.theorem_text import hypothesis

    if len(one) == 1:
        return hypothesis(json.loads(one[0]))
    name, _, value, sign = one
    return hypothesis([["v", name], sign, ["q", value]])
