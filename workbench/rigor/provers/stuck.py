"""What to tell a person when nothing was decided: a few lines of plain mathematics.

The part of a proof that stayed open with its domain, where both sides (nearly) meet, and what to
try next.  Never more than eight lines.
"""

from __future__ import annotations

from workbench.rigor.provers.falsify import SearchResult
from workbench.rigor.provers.run import ProofSearch
from workbench.symbolic import Relation
from workbench.symbolic.plain import plain_relation

_MOST_LINES = 8
_LONGEST = 180  # characters of a line
_TOUCHING = 1e-9


def stuck(run: ProofSearch, found: SearchResult | None, why: str, cut_off: str) -> str:
    """The answer, at most eight lines."""
    r = run.asked
    lines = [f"Undecided: {cut_off or 'no method found a proof or a counterexample'}."]
    part = _open_part(run)
    if part is not None:
        lines.append(f"Left to show: {plain_relation(part)}")
    lines.append(_tight(found))
    if run.boxes_note:
        lines.append(run.boxes_note[0].upper() + run.boxes_note[1:])
    if why and part is None and not run.boxes_note:
        lines.append(why)
    lines += [f"Try: {text}" for text in _suggestions(r, found, part, cut_off)]
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
    r: Relation, found: SearchResult | None, part: Relation | None, cut_off: str
) -> list[str]:  # fmt: skip
    made = []
    closest = found.closest if found is not None else ""
    touches = found is not None and found.margin is not None and abs(found.margin) < _TOUCHING
    unbounded = [v.name for v in r.variables
                 if v.sort == "real" and (v.low is None or v.high is None)]  # fmt: skip
    if touches and closest and len(r.variables) == 1:
        name, _, value = closest.partition(" = ")
        made.append(f'a cut where it is tight, cuts={{"{name}": ["{value}"]}}.')
    elif touches and closest:
        made.append("a change of variables in which the sides meet where one of them is 0.")
    if unbounded:
        made.append(f"a bounded range of {', '.join(unbounded)} first: boxes need one.")
    if part is not None:
        made.append("the open part alone, as a lemma, or under a stronger hypothesis.")
    if cut_off:
        made.append("a larger Budget(seconds=...).")
    return made
