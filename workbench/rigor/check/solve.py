"""Conditions `variable = expression`, read as definitions."""

from __future__ import annotations

from typing import Any

from workbench.rigor.check.trees import Tree, replace, size


def solutions(statement: dict[str, Any]) -> dict[str, Tree]:
    """What each defined variable stands for, later ones in terms of earlier ones.

    Putting equals for equals is sound whatever the definitions are, cyclic ones included; the
    domain of a defined variable is not used.
    """
    found: dict[str, Tree] = {}
    for left, op, right in statement["where"]:
        if op == "=" and left[0] == "v" and left[1] not in found:
            found[left[1]] = replace(right, found)
            size(found[left[1]])  # definitions that double are too large before anyone opens them
    return found


def solved(statement: dict[str, Any], tree: Tree) -> Tree:
    """The tree with every defined variable replaced."""
    return replace(tree, solutions(statement))
