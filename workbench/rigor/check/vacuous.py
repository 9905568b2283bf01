"""Statements about nothing: what contradictory conditions would make true.

An interval without a point is refused where the statement is read.  Here are the conditions that
can be compared with it at sight: those between a variable, or an entry of a sequence, and a
constant, and those between two constants.  Whether conditions of other shapes can hold together is
not decided; they stand in the statement for everyone to see.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.points import decide_at, literal
from workbench.rigor.check.trees import Malformed, Tree, interval_fault, names_in

_FLIPPED = {"<=": ">=", "<": ">", "=": "=", ">=": "<=", ">": "<"}


def refuse_vacuous(s: dict[str, Any]) -> None:
    """Raise Malformed if no point of the domain visibly meets the conditions."""
    declared = {v["name"]: v for v in s["vars"]}
    narrowed: dict[str, dict[str, Any]] = {}
    for left, op, right in s["where"]:
        if not (names_in(left) | names_in(right)):
            if decide_at(left, op, right, {}) is False:
                raise Malformed("a condition is false: anything would be true")
            continue
        for side, told, other in ((left, op, right), (right, _FLIPPED[op], left)):
            value = None if names_in(other) else _constant(other)
            if side[0] in ("v", "idx") and value is not None:
                name = _named(side)
                one = narrowed.setdefault(name, {**declared[side[1]], "name": name})
                _narrow(one, told, value)
    for v in narrowed.values():
        fault = interval_fault(v)
        if fault:
            raise Malformed(f"no value of {v['name']!r} meets the conditions: {fault}")


def is_vacuous(s: dict[str, Any]) -> bool:
    """Whether no point of the domain visibly meets the conditions."""
    try:
        refuse_vacuous(s)
    except Malformed:
        return True
    return False


def _named(side: Tree) -> str:
    """A variable, or an entry of a sequence, whose index may be written in several ways."""
    if side[0] == "v":
        return str(side[1])
    at = None if names_in(side[2]) else _constant(side[2])
    return f"{side[1]}[{side[2] if at is None else at}]"


def _constant(tree: Tree) -> Fraction | None:
    try:
        return literal(tree)
    except (NotReducible, ZeroDivisionError):
        return None


def _narrow(v: dict[str, Any], op: str, value: Fraction) -> None:
    """Intersect the interval of v with `v op value`."""
    for end, ops, inside in (("low", (">=", ">", "="), 1), ("high", ("<=", "<", "="), -1)):
        if op in ops:
            now, is_open = v[end], op in ("<", ">")
            beyond = None if now is None else (value - Fraction(now)) * inside
            if beyond is None or beyond > 0:
                v[end], v[f"{end}_open"] = str(value), is_open
            elif beyond == 0:
                v[f"{end}_open"] |= is_open
