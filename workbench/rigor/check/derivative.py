"""The derivative of a tree by the rules of calculus, as another tree.

|u|, products over a range and roots at 0 are left out or leave an obligation: where the derivative
has a value, it is the derivative.
"""

from __future__ import annotations

from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.trees import Tree, free

_ZERO: Tree = ["q", "0"]


def derivative(tree: Tree, name: str) -> Tree:
    """The partial derivative in a variable; raises NotReducible where no rule applies."""
    if name not in free(tree):
        return _ZERO
    op, *args = tree
    match op:
        case "v":
            return ["q", "1"]
        case "neg":
            return ["neg", derivative(args[0], name)]
        case "+":
            return _sum([derivative(a, name) for a in args])
        case "*":
            return _sum([_times(derivative(a, name), *args[:k], *args[k + 1 :])
                         for k, a in enumerate(args)])  # fmt: skip
        case "/":
            top = _sum([_times(derivative(args[0], name), args[1]),
                        ["neg", _times(derivative(args[1], name), args[0])]])  # fmt: skip
            return ["/", top, ["^", args[1], 2]]
        case "^":
            base, n = args
            return _times(derivative(base, name), ["q", str(n)], ["^", base, n - 1])
        case "npow" if name not in free(args[1]):
            lower = ["npow", args[0], ["+", args[1], ["q", "-1"]]]
            return _times(derivative(args[0], name), args[1], lower)
        case "sum" if not (name in free(args[1]) or name in free(args[2])):
            return [op, *args[:3], derivative(args[3], name)]
        case "exp":
            return _times(derivative(args[0], name), tree)
        case "ln":
            return ["/", derivative(args[0], name), args[0]]
        case "root":
            order, inner = args
            return ["/", _times(derivative(inner, name), tree), ["*", ["q", str(order)], inner]]
        case "erfc":
            bell = ["/", ["exp", ["neg", ["^", args[0], 2]]], ["root", 2, ["pi"]]]
            return _times(["q", "-2"], derivative(args[0], name), bell)
    raise NotReducible(f"the derivative of {op!r}")


def _sum(parts: list[Tree]) -> Tree:
    kept = [p for p in parts if p not in (_ZERO, ["neg", _ZERO])]
    return _ZERO if not kept else kept[0] if len(kept) == 1 else ["+", *kept]


def _times(*parts: Tree) -> Tree:
    if _ZERO in parts:
        return _ZERO
    kept = [p for p in parts if p != ["q", "1"]]
    return ["q", "1"] if not kept else kept[0] if len(kept) == 1 else ["*", *kept]
