"""Domain obligations: where an expression has a value, and whether the domain guarantees it.

The obligations are collected here from the trees themselves; a list that comes with the statement
can add to them (x != 0, where x/x was cancelled before anyone could see it) but not take away.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from workbench.rigor.check.atom_signs import NONNEGATIVE, POSITIVE
from workbench.rigor.check.signs import SignReader, Statement
from workbench.rigor.check.trees import Bound, Tree, free, fresh_index, is_integer, obligations

Duty = dict[str, Any]  # {"kind", "tree", "bound"}


def duties(statement: Statement) -> list[Duty]:
    """All obligations of a statement: of its sides, its conditions, and those it lists itself."""
    trees = [statement["left"], statement["right"]]
    for left, _, right in statement["where"]:
        trees += [left, right]
    found = list(of_trees(trees).values())
    known = {repr(duty) for duty in found}
    return found + [
        {"kind": o["kind"], "tree": o["tree"], "bound": o["bound"]}
        for o in statement.get("requires", [])
        if repr({"kind": o["kind"], "tree": o["tree"], "bound": o["bound"]}) not in known
    ]


def of_trees(trees: Iterable[Tree]) -> dict[str, Duty]:
    """The obligations of some trees, each once, by their text."""
    found: dict[str, Duty] = {}
    for tree in trees:
        for kind, inner, bound in obligations(tree):
            kept = [list(b) for b in _needed(inner, bound)]
            duty = {"kind": kind, "tree": inner, "bound": kept}
            found.setdefault(repr(duty), duty)
    return found


def _needed(tree: Tree, bound: Bound) -> list[tuple[str, Tree, Tree]]:
    """The enclosing ranges that the tree depends on, directly or through other ranges."""
    names, kept = set(free(tree)), []
    for index, low, high in reversed(bound):
        if index in names:
            names = (names - {index}) | free(low) | free(high)
            kept.append((index, low, high))
    return kept[::-1]


def is_met(statement: Statement, duty: Duty) -> bool:
    """Whether the signs on the domain, and the sorts of the variables, guarantee the obligation."""
    reader, tree, ranges = SignReader(statement), duty["tree"], list(duty["bound"])
    while ranges:
        index, low, high = ranges.pop(0)
        taken = frozenset(reader.variables)
        if index in taken:  # the index of a sum that hides a variable of the statement
            index, ranges, tree = _renamed(index, ranges, tree, taken)
        reader = reader.within(index, low, high)
    kind = duty["kind"]
    if kind == "integer":
        integers = frozenset(n for n, v in reader.variables.items() if v["sort"] == "int")
        return is_integer(tree, integers)
    if kind == "power":
        return 0 not in reader(tree[1]) or reader(tree[2]) <= NONNEGATIVE
    signs = reader(tree)
    if kind == "nonzero":
        return 0 not in signs
    return kind in _ALLOWED and signs <= _ALLOWED[kind]


def _renamed(
    index: str, ranges: list[Any], tree: Tree, taken: frozenset[str]
) -> tuple[str, list[Any], Tree]:
    inside = tree
    for other, low, high in reversed(ranges):  # a sum over the ranges: renaming is known there
        inside = ["sum", other, low, high, inside]
    index, inside = fresh_index(index, inside, taken)
    renamed = []
    for _ in ranges:
        _, other, low, high, inside = inside
        renamed.append([other, low, high])
    return index, renamed, inside


_ALLOWED = {"positive": POSITIVE, "nonnegative": NONNEGATIVE}


def discharge(statement: Statement) -> list[Duty]:
    """Each obligation of the statement, with whether it is met on the whole domain.

    Those that a reader sees to be met (a literal denominator, an integer bound) are left out.
    """
    found = []
    for duty in duties(statement):
        met = is_met(statement, duty)
        if not (met and (duty["kind"] == "integer" or duty["tree"][0] == "q")):
            found.append({**duty, "discharged": met})
    return found


def unmet(statement: Statement, trees: Iterable[Tree]) -> list[Duty]:
    """Obligations of further trees that are neither the statement's own nor met on its domain."""
    own = {repr(duty) for duty in duties(statement)}
    return [
        duty
        for text, duty in of_trees(trees).items()
        if text not in own and not is_met(statement, duty)
    ]
