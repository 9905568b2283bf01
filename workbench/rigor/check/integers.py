"""Which numbers are visibly integers."""

from __future__ import annotations

from fractions import Fraction

from workbench.rigor.check.trees import Tree


def is_integer(tree: Tree, integers: frozenset[str]) -> bool:
    """Whether the tree is built from integers by operations that keep them."""
    op, *args = tree
    match op:
        case "q":
            return Fraction(args[0]).denominator == 1
        case "v":
            return args[0] in integers
        case "+" | "*" | "neg" | "^" | "abs":
            return all(is_integer(a, integers) for a in args if isinstance(a, list))
        case "sum" | "prod":
            return is_integer(args[3], integers | {args[0]})
    return False
