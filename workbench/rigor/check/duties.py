"""Domain obligations: where an expression has a value, and whether the domain guarantees it.

The obligations are collected here from the trees themselves.  A list that comes with the statement,
`requires`, adds duties that were cancelled before anyone could see them (x != 0 in x/x): they are
to be met like all others, and make nothing easier to prove.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from workbench.rigor.check.atom_signs import NONNEGATIVE, POSITIVE
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.integers import is_integer
from workbench.rigor.check.keys import key_of
from workbench.rigor.check.obligations import Bound, obligations
from workbench.rigor.check.signs import SignReader, Statement, reader_of
from workbench.rigor.check.trees import Tree, free, fresh_index

Duty = dict[str, Any]  # {"kind", "tree", "bound"}


def duties(statement: Statement) -> list[Duty]:
    """All obligations of a statement: of its sides, its conditions, and those it lists itself."""
    found = own_duties(statement)
    own = [_duty(*o) for tree in _sides(statement) for o in obligations(tree)]
    known = {*map(key_of, own), *found}
    listed = {key_of(duty): duty for o in statement.get("requires", []) for duty in _with_inner(o)}
    return [*found.values(), *(duty for text, duty in listed.items() if text not in known)]


def _with_inner(listed: Duty) -> list[Duty]:
    """A listed obligation, and those that its tree and its ranges have to meet for a value."""
    around = tuple((index, low, high) for index, low, high in listed["bound"])
    inner = list(obligations(listed["tree"], around))
    for place, (_, low, high) in enumerate(around):
        for end in (low, high):
            inner += [("integer", end, around[:place]), *obligations(end, around[:place])]
    return [_duty(listed["kind"], listed["tree"], around), *(_duty(*one) for one in inner)]


def own_duties(statement: Statement) -> dict[bytes, Duty]:
    """The obligations of the sides and conditions: met wherever the statement says something."""
    return of_trees(reader_of(statement), _sides(statement))


def _sides(statement: Statement) -> list[Tree]:
    conditions = [side for left, _, right in statement["where"] for side in (left, right)]
    return [statement["left"], statement["right"], *conditions]


def _duty(kind: str, tree: Tree, bound: Iterable[Iterable[Any]]) -> Duty:
    return {"kind": kind, "tree": tree, "bound": [list(b) for b in bound]}


def of_trees(reader: SignReader, trees: Iterable[Tree]) -> dict[bytes, Duty]:
    """The obligations of some trees on the domain of a reader, each once, by their text.

    An obligation inside a sum is for every index of the range, so for none if the range is empty.
    A range that the obligation does not depend on is left out where it is visibly not empty.
    """
    found: dict[bytes, Duty] = {}
    for tree in trees:
        for kind, inner, bound in obligations(tree):
            names, kept = set(free(inner)) if bound else set(), []
            for place in reversed(range(len(bound))):
                index, low, high = bound[place]
                if index in names or not _has_terms(reader, low, high, bound[:place]):
                    names = (names - {index}) | free(low) | free(high)
                    kept.append([index, low, high])
            duty = _duty(kind, inner, kept[::-1])
            text = key_of(duty)
            spend(20 + len(text) // 150, "domain obligations")
            found.setdefault(text, duty)
    return found


def _has_terms(reader: SignReader, low: Tree, high: Tree, around: Bound) -> bool:
    """Whether a range is visibly not empty, whatever the indices of the sums around it are."""
    if low[0] == high[0] == "q":
        return reader(["+", high, ["neg", low]]) <= NONNEGATIVE
    if (free(low) | free(high)) & {index for index, _, _ in around}:
        return False
    return reader(["+", high, ["neg", low]]) <= NONNEGATIVE


def moves(duty: Duty, name: str) -> bool:
    """Whether the obligation is another one for another value of the variable."""
    tree = duty["tree"]
    for index, low, high in reversed(duty["bound"]):
        tree = ["sum", index, low, high, tree]
    return name in free(tree)


def is_met(reader: SignReader, duty: Duty) -> bool:
    """Whether the signs on the domain, and the sorts of the variables, guarantee the obligation."""
    tree, ranges = duty["tree"], list(duty["bound"])
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


def unmet(statement: Statement, trees: Iterable[Tree]) -> list[Duty]:
    """Obligations of further trees that are neither the statement's own nor met on its domain."""
    reader = reader_of(statement)
    wanted = of_trees(reader, trees)
    if not wanted:
        return []
    own = of_trees(reader, _sides({**statement, "where": []}))
    rest = [text for text in wanted if text not in own]
    given = _of_conditions(reader) if rest else {}
    return [wanted[t] for t in rest if t not in given and not is_met(reader, wanted[t])]


def _of_conditions(reader: SignReader) -> dict[bytes, Duty]:
    """The obligations of the conditions of a domain, looked for once."""
    if reader.duties is None:
        reader.duties = of_trees(reader, (side for a, _, b in reader.where for side in (a, b)))
    return reader.duties


def lost(statement: Statement, trees: Iterable[Tree]) -> Iterator[Duty]:
    """Obligations of some trees that are not met on the domain of the statement."""
    reader = reader_of(statement)
    return (d for d in of_trees(reader, trees).values() if not is_met(reader, d))
