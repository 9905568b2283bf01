"""Terms that hold vectors as ordinary text on one line, for the names of conditions."""

from __future__ import annotations

from typing import Any

from workbench.symbolic.expr import Expr
from workbench.symbolic.plain import plain

_MIXED = frozenset(
    ("dot", "len", "value", "breg", "norm", "sq", "dual", "peak", "chance", "sup", "E")
)


def plain_term(tree: Any) -> str:  # noqa: ANN401 - JSON
    """A number that may hold vectors.

    >>> plain_term(["*", ["q", "2"], ["dot", ["vec", "u"], ["at", "x", ["v", "t"]]]])
    '2*<u, x[t]>'
    """
    held: list[str] = []

    def scalar(node: Any) -> Any:  # noqa: ANN401
        if not isinstance(node, list):
            return node
        if node[0] in _MIXED:
            held.append(_mixed(node))
            return ["v", f"held{len(held) - 1}x"]
        return [node[0], *map(scalar, node[1:])]

    text = plain(Expr.from_tree(scalar(tree)))
    for place, inner in enumerate(held):
        text = text.replace(f"held{place}x", inner)
    return text


def _mixed(node: list[Any]) -> str:
    match node:
        case ["dot", u, v]:
            return f"|{plain_vector(u)}|^2" if u == v else f"<{plain_vector(u)}, {plain_vector(v)}>"
        case ["len", u]:
            return f"|{plain_vector(u)}|"
        case ["norm", name, u]:
            return f"|{plain_vector(u)}|_{name}"
        case ["value", name, *points]:
            return f"{name}({', '.join(map(plain_vector, points))})"
        case ["breg", name, u, v]:
            return f"D_{name}({plain_vector(u)}, {plain_vector(v)})"
        case [("sq" | "dual") as kind, name, u]:
            return f"|{plain_vector(u)}|_{name}{'*' if kind == 'dual' else ''}^2"
        case ["sup", bound, body]:
            over = ", ".join(f"{v} in {g}" for v, g in bound)
            return f"sup({over}: {plain_term(body)})"
        case ["peak", name, u]:
            return f"max(v in {name}: <{plain_vector(u)}, v>^2)"
        case ["chance", inner]:
            return f"Pr[{plain_term(inner)} >= 0]"
        case _:
            return f"E[{plain_term(node[1])}]"


def plain_vector(node: list[Any]) -> str:
    """A vector.

    >>> plain_vector(["v+", ["vec", "x"], ["v*", ["q", "-1"], ["vec", "y"]]])
    'x - y'
    """
    match node:
        case ["zero"]:
            return "0"
        case ["vec", name]:
            return str(name)
        case ["at", name, index]:
            return f"{name}[{plain_term(index)}]"
        case [("grad" | "gradx" | "grady") as op, name, *points]:
            return f"{op} {name}({', '.join(map(plain_vector, points))})"
        case ["map", name, *points]:
            return f"{name}({', '.join(map(plain_vector, points))})"
        case ["vsum", index, low, high, u]:
            return f"sum({index} = {plain_term(low)}..{plain_term(high)}, {plain_vector(u)})"
        case ["v*", scale, u]:
            inner = f"({plain_vector(u)})" if u[0] == "v+" else plain_vector(u)
            if scale == ["q", "-1"]:
                return f"-{inner}"
            factor = plain_term(scale)
            return f"({factor})*{inner}" if set("+-/ ") & set(factor) else f"{factor}*{inner}"
        case _:
            return " + ".join(map(plain_vector, node[1:])).replace("+ -", "- ")
