"""What the terms of a sum have in common is evaluated once, and not in each of its terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.rigor.check.trees import Tree

KNOWN = object()
"""Stands in the place of an operator, before the ends of a part; no certificate can hold it."""
WORTH = 4  # terms from which on the parts are looked for


def prepared(tree: Tree, index: str, evaluate: Callable[[Tree], Any]) -> Tree:
    """The body of a sum with the parts evaluated that are the same in every term of it.

    What stands inside a further sum is left to that one, and so are indices and exponents, which
    are read as integers.
    """
    if tree[0] in ("v", "q"):
        return tree
    if not _mentions(tree, index):
        return [KNOWN, evaluate(tree)]
    if tree[0] in ("+", "*", "/", "neg", "exp", "ln", "abs", "erfc"):
        return [tree[0], *(prepared(part, index, evaluate) for part in tree[1:])]
    if tree[0] in ("^", "npow"):
        return [tree[0], prepared(tree[1], index, evaluate), tree[2]]
    return tree


def _mentions(tree: Any, name: str) -> bool:  # noqa: ANN401 - a tree, or a name in one
    return tree == name if not isinstance(tree, list) else any(_mentions(a, name) for a in tree)
