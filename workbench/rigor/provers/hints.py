"""What to try next, each proposal seen to help before it is made.

Short searches, in a share of the time that is kept for them: on the parts below and above a cut,
and after a change of variables that maps the domain onto itself.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from workbench.rigor.check.trees import Tree
from workbench.rigor.check.trees import replace as put
from workbench.rigor.provers.attempts import as_relation
from workbench.rigor.provers.covers import is_inside, parts
from workbench.rigor.provers.run import METHODS, ProofSearch
from workbench.symbolic import Relation

SHARE = 0.1  # of the time of a search, kept for its hints
_LONGEST = 4.0  # seconds for all of them
_MOST_CUTS = 3  # of one variable


def kept_for_hints(seconds: float) -> float:
    """The seconds of a budget that the search leaves to its hints."""
    return min(_LONGEST, SHARE * seconds)


def hints(run: ProofSearch, closest: dict[str, float]) -> list[str]:
    """Proposals that were seen to help, most helpful first; at most two.

    run: the search that is stuck
    closest: the point where both sides are closest, by variable
    """
    end = time.process_time() + kept_for_hints(run.budget.seconds)
    partial: list[str] = []
    tries = [*_changes(run.asked), *_cuts(run.asked, closest)]
    for place, (text, goals) in enumerate(tries):
        share = (end - time.process_time()) / (len(tries) - place)
        if share <= 0:
            break
        proved = [_is_proved(run, goal, share / len(goals)) for _, goal in goals]
        if all(proved):
            return [f"{text}: with it a search finds a proof."]
        if any(proved):
            shown, left = (goals[proved.index(is_so)][0] for is_so in (True, False))
            partial.append(f"{text}: where {shown} it is proved; {left} is left.")
    return partial[:2]


def _is_proved(run: ProofSearch, r: Relation, seconds: float) -> bool:
    short = ProofSearch(r, replace(run.budget, seconds=max(seconds, 0.01)))
    return short.attempt(r, METHODS)[0] is not None


def _cuts(
    r: Relation, closest: dict[str, float]
) -> Iterator[tuple[str, Sequence[tuple[str, Relation]]]]:
    """The parts of the domain below and above a point of one variable."""
    for v in r.variables:
        if v.sort != "real":
            continue
        points = [Fraction(1), Fraction(2), Fraction(0)]
        if v.name in closest:
            points.insert(0, Fraction(closest[v.name]).limit_denominator(16))
        if v.low is not None and v.high is not None:
            points.insert(1, (Fraction(v.low) + Fraction(v.high)) / 2)
        inside = [c for c in dict.fromkeys(points) if is_inside(r, v.name, c)]
        for c in inside[:_MOST_CUTS]:
            below, above = parts(r, v.name, c)
            yield f'a cut, cuts={{"{v.name}": ["{c}"]}}', (
                (f"{v.name} <= {c}", below), (f"{v.name} > {c}", above))  # fmt: skip


def _changes(r: Relation) -> Iterator[tuple[str, Sequence[tuple[str, Relation]]]]:
    """Another variable for a positive one: its square, its inverse."""
    s = r.tree
    for v in r.variables:
        if v.sort != "real" or (v.low, v.low_open, v.high) != ("0", True, None):
            continue
        u: Tree = ["v", v.name]
        for text, tree in (("u^2", ["^", u, 2]), ("1/u", ["/", ["q", "1"], u])):
            new = {v.name: tree}
            where = [[put(a, new), op, put(b, new)] for a, op, b in s["where"]]
            image = {**s, "left": put(s["left"], new), "right": put(s["right"], new),
                     "where": where, "requires": []}  # fmt: skip
            yield f"the substitution {v.name} = {text}, u > 0", (("u > 0", as_relation(image)),)
