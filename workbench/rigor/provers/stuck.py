"""What to tell a person when nothing was decided: a few lines of plain mathematics.

The part of a proof that stayed open with its domain, where both sides (nearly) meet, and what to
try next.  Never more than eight lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.rigor.provers.falsify import SearchResult
from workbench.rigor.provers.run import ProofSearch
from workbench.symbolic import Relation
from workbench.symbolic.plain import plain_relation

_MOST_LINES = 8
_LONGEST = 180  # characters of a line
_TOUCHING = 1e-9


def stuck(
    run: ProofSearch, found: SearchResult | None, why: str, cut_off: str, seen: Sequence[str] = ()
) -> str:
    """The answer, at most eight lines.

    run: the search, with the parts that stayed open
    found: what the search for a counterexample saw
    why: what the methods said
    cut_off: the limit that ended the search, if one did
    seen: proposals that were seen to help
    """
    lines = [f"Undecided: {cut_off or 'no method found a proof or a counterexample'}."]
    part = _open_part(run)
    if part is not None:
        lines.append(f"Left to show: {plain_relation(part)}{_new_names(part, run.asked)}")
    lines.append(_tight(found))
    if run.boxes_note:
        lines.append(run.boxes_note[0].upper() + run.boxes_note[1:])
    if why and part is None and not run.boxes_note:
        lines.append(why)
    lines += [f"Try: {text}" for text in _suggestions(found, part, cut_off, list(seen))]
    kept = [line for line in lines if line][:_MOST_LINES]
    return "\n".join(line if len(line) <= _LONGEST else line[: _LONGEST - 4] + " ..."
                     for line in kept)  # fmt: skip


def _open_part(run: ProofSearch) -> Relation | None:
    """The shortest part of a proof that stayed open, if it is shorter than the statement."""
    whole = len(plain_relation(run.asked))
    parts = [(depth, len(plain_relation(r)), k) for k, (depth, r) in enumerate(run.open_parts)
             if r.digest != run.asked.digest]  # fmt: skip
    for _, length, k in sorted(parts, key=lambda p: (p[1], p[0])):
        if length <= 2 * whole:
            return run.open_parts[k][1]
    return None


def _new_names(part: Relation, asked: Relation) -> str:
    """The real variables of a part that the statement lacks: a step of the proof made them."""
    known = {v.name for v in asked.variables}
    made = [v.name for v in part.variables if v.name not in known]
    return f" (and all real {', '.join(made)}, new here)" if made else ""


def _tight(found: SearchResult | None) -> str:
    if found is None:  # the process of the search took it along
        return ""
    if not found.met:
        return "No rational point was found that meets the conditions: can they hold together?"
    if found.margin is None or not found.closest:
        return ""
    if abs(found.margin) < _TOUCHING:
        return f"Tight: both sides agree up to rounding near {found.closest}."
    return f"Closest: the relative gap is {found.margin:.2g} near {found.closest}."


def _suggestions(
    found: SearchResult | None, part: Relation | None, cut_off: str, seen: list[str]
) -> list[str]:
    made = list(seen)
    if part is not None:
        made.append("the open part alone, which no point refutes, as a lemma of its own.")
    if found is not None and found.met and not cut_off and not seen:
        made.append("a stronger hypothesis: cuts at 0, 1, 2 and at the closest point do not help.")
    if cut_off:
        made.append("more time: --seconds N, or in Python Budget(seconds=N).")
    return made
