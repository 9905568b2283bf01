"""What `workbench recheck --hypotheses` says of hypotheses that proofs do without."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
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


def _shown(one: Hypothesis) -> str:
    from workbench.display.plain_formula import plain_formula
    from workbench.symbolic.theorem_text import hypothesis

    if len(one) == 1:
        return plain_formula(hypothesis(json.loads(one[0])))
    name, _, value, sign = one
    return plain_formula(hypothesis([["v", name], sign, ["q", value]]))
