"""What must hold for a tree to have a value."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.rigor.check.trees import BINDERS, Tree

Bound = tuple[tuple[str, Tree, Tree], ...]


def obligations(tree: Tree, bound: Bound = ()) -> Iterator[tuple[str, Tree, Bound]]:
    """What must hold for the tree to have a value: (kind, tree, enclosing ranges).

    nonzero, positive, nonnegative: of a denominator, of a logarithm's and of a root's argument;
    power: a node u^t has u != 0 or t >= 0; integer: a bound of a sum, an exponent, an index.
    """
    op, *args = tree
    if op in BINDERS:
        index, low, high, body = args
        for end in (low, high):
            yield "integer", end, bound
            yield from obligations(end, bound)
        yield from obligations(body, (*bound, (index, low, high)))
        return
    if op == "/":
        yield "nonzero", args[1], bound
    elif op == "ln":
        yield "positive", args[0], bound
    elif op == "root":
        yield "nonnegative", args[1], bound
    elif op == "npow":
        yield "power", tree, bound
        yield "integer", args[1], bound
    elif op == "idx":
        yield "integer", args[1], bound
    for child in args:
        if isinstance(child, list):
            yield from obligations(child, bound)
