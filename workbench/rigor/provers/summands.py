"""What the summands of a form are made of: an algebraic part, exponentials, logarithms, tails."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.rigor.check.trees import Tree, free

ONE: Tree = ["q", "1"]
TRANSCENDENTAL = ("exp", "ln", "erfc")


def parted(term: Tree, name: str) -> tuple[Tree, list[Tree]]:
    """The algebraic part of a summand, and its other factors."""
    op, *args = term
    if op == "neg":
        inner, others = parted(args[0], name)
        return ["neg", inner], others
    if op == "*":
        parts = [parted(a, name) for a in args]
        kept = [p for p, _ in parts if p != ONE]
        return product_of(kept), [o for _, others in parts for o in others]
    if op == "/" and not is_transcendental(args[1], name):
        inner, others = parted(args[0], name)
        return ["/", inner, args[1]], others
    return (ONE, [term]) if is_transcendental(term, name) else (term, [])


def is_transcendental(tree: Tree, name: str) -> bool:
    """Whether an exponential, a logarithm or a tail of the variable occurs."""
    return any(n[0] in TRANSCENDENTAL and name in free(n) for n in nodes_of(tree))


def awkwardness(others: list[Tree]) -> int:
    """erfc first: its derivative is simpler than itself."""
    ops = {n[0] for tree in others for n in nodes_of(tree)}
    return 2 if "erfc" in ops else 1 if "ln" in ops else 0


def product_of(parts: list[Tree]) -> Tree:
    """The product as one tree."""
    return ONE if not parts else parts[0] if len(parts) == 1 else ["*", *parts]


def sum_of(parts: list[Tree]) -> Tree:
    """The sum as one tree; there is a part."""
    return parts[0] if len(parts) == 1 else ["+", *parts]


def nodes_of(tree: Tree) -> Iterator[Tree]:
    """The tree and all that is in it."""
    yield tree
    for part in tree[1:]:
        if isinstance(part, list):
            yield from nodes_of(part)


def size_of(tree: Tree) -> int:
    """The number of nodes."""
    return sum(1 for _ in nodes_of(tree))
