"""Cutting a domain: where a proof needs an end of the interval to start from.

Derivative chains start at an end.  An inequality that touches inside its domain has to be cut there
first; the point is guessed from the smallest gap in floating point, as a rational with a small
denominator.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from workbench.rigor.check.cover import halves
from workbench.rigor.check.signs import difference
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers.attempts import Evidence, ProvePart
from workbench.rigor.provers.compiled import Irrational, compiled
from workbench.symbolic import Relation, Variable

_SAMPLES = 400
_LARGEST_DENOMINATOR = 60
_TOUCHING = 1e-9  # a guess: what is proved with it is checked


def covered(r: Relation, cuts: Mapping[str, Sequence[Fraction]], prove_part: ProvePart) -> Evidence:
    """The pieces with their proofs (see `check.cover`), or which piece is open."""
    for name, points in cuts.items():
        inside = [c for c in sorted(points) if _is_inside(r, name, c)]
        if inside:
            at = inside[len(inside) // 2]
            rest = {**cuts, name: [c for c in inside if c != at]}
            made: dict[str, Any] = {"at": [name, str(at)]}
            for key, part in zip(("below", "above"), parts(r, name, at), strict=True):
                made[key], why = covered(part, rest, prove_part)
                if made[key] is None:
                    return None, why
            return made, ""
    proof, why = prove_part(r)
    domains = ", ".join(f"{v.name}: {v.domain()}" for v in r.variables)
    return proof, "" if proof is not None else f"cover: the piece {domains} is open: {why}"


def parts(r: Relation, name: str, at: Fraction) -> tuple[Relation, Relation]:
    """The relation on the two parts of its domain."""
    both = []
    for half in halves(r.tree, name, str(at)):
        both.append(replace(r, variables=tuple(Variable(**v) for v in half["vars"])))
    return both[0], both[1]


def _is_inside(r: Relation, name: str, at: Fraction) -> bool:
    try:
        halves(r.tree, name, str(at))
    except Malformed:
        return False
    return True


def guesses(r: Relation) -> list[Fraction]:
    """Points where a relation in one variable may touch, simple ones first."""
    (v,) = r.variables
    gap = compiled(difference(r.left.tree, r.op, r.right.tree), exact=False)
    low = -math.inf if v.low is None else float(Fraction(v.low))
    high = math.inf if v.high is None else float(Fraction(v.high))

    def value(x: float) -> float:
        try:
            found = float(gap({v.name: x}))
        except (Irrational, ArithmeticError, ValueError, TypeError):
            return math.inf
        return abs(found) if found == found else math.inf

    xs = [_position(k / (_SAMPLES + 1), low, high) for k in range(1, _SAMPLES + 1)]
    best = min(range(len(xs)), key=lambda k: value(xs[k]))
    a, b = xs[max(best - 1, 0)], xs[min(best + 1, len(xs) - 1)]
    for _ in range(80):
        c, d = a + (b - a) / 3, b - (b - a) / 3
        a, b = (a, d) if value(c) <= value(d) else (c, b)
    touching = Fraction((a + b) / 2).limit_denominator(_LARGEST_DENOMINATOR)
    wanted = dict.fromkeys([Fraction(0), Fraction(1)])
    if value(float(touching)) < _TOUCHING:
        wanted = {touching: None, **wanted}
    return [c for c in wanted if _is_inside(r, v.name, c)]


def _position(share: float, low: float, high: float) -> float:
    """A point of the interval, for shares from 0 to 1."""
    if low > -math.inf and high < math.inf:
        return low + (high - low) * share
    if low > -math.inf:
        return low + share / (1 - share)
    if high < math.inf:
        return high - (1 - share) / share
    return math.tan(math.pi * (share - 0.5))
