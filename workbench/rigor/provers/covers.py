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

from workbench.rigor.check.conditions import difference
from workbench.rigor.check.cover import halves
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers.attempts import Evidence, ProvePart, Unfit
from workbench.rigor.provers.compiled import Irrational, compiled
from workbench.rigor.provers.roots import terms_of
from workbench.symbolic import Relation, Variable

_SAMPLES = 400
_LARGEST_DENOMINATOR = 60
_MOST_CUTS = 6
_SMALLEST = 1e-200  # below, floating point says nothing
_TOUCHING = 1e-9  # a guess: what is proved with it is checked


def covered(r: Relation, cuts: Mapping[str, Sequence[Fraction]], prove_part: ProvePart) -> Evidence:
    """The pieces with their proofs (see `check.cover`), or which piece is open."""
    for name, points in cuts.items():
        inside = [c for c in sorted(points) if is_inside(r, name, c)]
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
    for half in halves(r.bare, name, str(at)):
        both.append(replace(r, variables=tuple(Variable(**v) for v in half["vars"])))
    return both[0], both[1]


def is_inside(r: Relation, name: str, at: Fraction) -> bool:
    """Whether the domain has points on both sides of the cut."""
    try:
        halves(r.bare, name, str(at))
    except Malformed:
        return False
    return True


def cut(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate for a domain cut at guessed points (see `check.cover`)."""
    if len(r.variables) != 1 or r.variables[0].sort == "seq" or r.op == "=":
        raise Unfit("an inequality in one variable is needed")
    why = ""
    for points in guesses(r):
        pieces, missing = covered(r, {r.variables[0].name: points}, prove_part)
        if pieces is not None:
            return {"kind": "cover", "pieces": pieces}, ""
        why = why or missing
    return None, why or "cover: nowhere to cut"


def guesses(r: Relation) -> list[list[Fraction]]:
    """Sets of points to cut at: where it may touch, and around the extrema of the gap."""
    (v,) = r.variables
    terms = [compiled(t, exact=False)
             for t in terms_of(difference(r.left.tree, r.op, r.right.tree))]  # fmt: skip
    low = -math.inf if v.low is None else float(Fraction(v.low))
    high = math.inf if v.high is None else float(Fraction(v.high))

    def heights_of(x: float) -> list[float]:
        try:
            found = [float(term({v.name: x})) for term in terms]
        except (Irrational, ArithmeticError, ValueError, TypeError):
            return [math.inf]
        return found if all(t == t for t in found) else [math.inf]

    def signed(x: float) -> float:
        return sum(heights_of(x))

    def value(x: float) -> float:
        """The gap relative to its terms: what tends to 0 with all of them does not touch."""
        here = heights_of(x)
        size = sum(map(abs, here)) if len(here) > 1 else 1.0
        return abs(sum(here)) / size if _SMALLEST < size < math.inf else math.inf

    xs = [position(k / (_SAMPLES + 1), low, high) for k in range(1, _SAMPLES + 1)]
    best = min(range(len(xs)), key=lambda k: value(xs[k]))
    a, b = xs[max(best - 1, 0)], xs[min(best + 1, len(xs) - 1)]
    for _ in range(80):
        c, d = a + (b - a) / 3, b - (b - a) / 3
        a, b = (a, d) if value(c) <= value(d) else (c, b)
    touching = Fraction((a + b) / 2).limit_denominator(_LARGEST_DENOMINATOR)
    single = dict.fromkeys([Fraction(0), Fraction(1)])
    if value(float(touching)) < _TOUCHING:
        single = {touching: None, **single}
    around: list[Fraction] = []
    heights = [signed(x) for x in xs]
    for k in range(1, len(xs) - 1):
        if math.inf not in heights[k - 1 : k + 2] and heights[k] > _TOUCHING and (
            (heights[k] - heights[k - 1]) * (heights[k + 1] - heights[k]) < 0
        ):  # fmt: skip
            step = max(xs[k + 1] - xs[k - 1], abs(xs[k]) / 8)
            around += [_simple(xs[k] - step), _simple(xs[k] + step)]
    ways = [[c] for c in single if is_inside(r, v.name, c)]
    if around:  # far out, where the largest term decides
        around += [c for c, end in ((2 * max(around) + 1, high), (2 * min(around) - 1, low))
                   if math.isinf(end)]  # fmt: skip
    inside = sorted({c for c in around if is_inside(r, v.name, c)})
    if 0 < len(inside) <= _MOST_CUTS:
        ways.append(inside)
        if value(float(touching)) < _TOUCHING and is_inside(r, v.name, touching):
            ways.append(sorted({touching, *inside}))
    return ways


def _simple(x: float) -> Fraction:
    """A rational near x with a small denominator."""
    return Fraction(x).limit_denominator(16)


def position(share: float, low: float, high: float) -> float:
    """A point of the interval, for shares from 0 to 1."""
    if low > -math.inf and high < math.inf:
        return low + (high - low) * share
    if low > -math.inf:
        return low + share / (1 - share)
    if high < math.inf:
        return high - (1 - share) / share
    return math.tan(math.pi * (share - 0.5))
