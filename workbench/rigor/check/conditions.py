"""What the conditions of a domain say of signs: of expressions beside a 0, and of their gaps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.rigor.check.atom_signs import NONNEGATIVE, POSITIVE, ZERO, Signs
from workbench.rigor.check.trees import Tree


def compared_with_zero(where: list[list[Any]]) -> Iterator[tuple[Tree, Signs]]:
    """Expressions that a condition compares with a literal 0, and the signs it leaves them."""
    signs = {"<=": NONNEGATIVE, "<": POSITIVE, "=": ZERO}
    for left, op, right in where:
        if op in (">=", ">"):
            left, op, right = right, op.replace(">", "<"), left
        if left == ["q", "0"]:
            yield right, signs[op]
        elif right == ["q", "0"]:
            yield left, frozenset(-s for s in signs[op])


def stated(where: list[list[Any]]) -> list[tuple[Tree, Signs]]:
    """The gaps of the inequalities, and the signs that these leave them."""
    return [
        (difference(a, op, b), POSITIVE if op in ("<", ">") else NONNEGATIVE)
        for a, op, b in where
        if op != "="
    ]


def difference(left: Tree, op: str, right: Tree) -> Tree:
    """The expression whose non-negativity is the statement."""
    if op in (">=", ">"):
        left, right = right, left
    return ["+", right, ["neg", left]]


def spoken_of(tree: Tree) -> set[str]:
    """The names in a tree, those of bound indices included."""
    found: set[str] = set()
    waiting = [tree]
    while waiting:
        op, *args = waiting.pop()
        if op in ("v", "idx", "sum", "prod"):
            found.add(args[0])
        if op not in ("v", "q"):
            waiting += [a for a in args if type(a) is list]
    return found
