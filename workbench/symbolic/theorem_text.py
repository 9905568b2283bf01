"""A theorem in LaTeX: its conclusion, its hypotheses, and the table of its symbols."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.symbolic.expr import OPERATORS, Expr
from workbench.symbolic.latex import domain
from workbench.symbolic.latex import latex as of_numbers
from workbench.symbolic.latex import name as written
from workbench.symbolic.readable import readable, unmarked
from workbench.symbolic.theorem_terms import ONLY

_OPS = {"<=": r"\le", "<": "<", "=": "=", ">=": r"\ge", ">": ">"}
_MIXED = frozenset(
    ("dot", "value", "E", "vec", "at", "zero", "v+", "v*", "vsum", "grad", "gradx", "grady", "map",
     "breg", "norm", "sq", "dual", "peak", "chance", "sup", "len")
)  # fmt: skip


def latex(theorem: Mapping[str, Any]) -> str:
    """The whole statement, one line for each part."""
    theorem = readable(theorem)
    lines = [relation(theorem["conclusion"])]
    lines += [rf"\text{{if }} {hypothesis(one)}" for one in theorem["given"]]
    told = str(theorem)  # of a function of which no gradient is told, nothing is asked of any
    lines += [symbol(one, theorem["dimension"], slopes=f"'grad', '{one['name']}'" in told)
              for one in theorem["symbols"]]  # fmt: skip
    return r"\begin{array}{l} " + r" \\ ".join(lines) + r" \end{array}"


def hypothesis(one: list[Any]) -> str:
    """A relation, one for all indices, or a matrix that is positive semidefinite."""
    if one[0] == "psd":
        rows = r" \\ ".join(" & ".join(map(term, row)) for row in one[1])
        return rf"\begin{{bmatrix}} {rows} \end{{bmatrix}} \succeq 0"
    if one[0] == "all":
        index, rename = unmarked(one[1], one[3])
        return rf"{relation(rename(one[3]))} \text{{ for all }} {written(index)} \ge {one[2]}"
    return relation(one)


def relation(one: list[Any]) -> str:
    """A relation on one line."""
    left, op, right = readable(one)
    return f"{term(left)} {_OPS[op]} {term(right)}"


def symbol(one: Mapping[str, Any], dimension: str | None, *, slopes: bool = True) -> str:
    """What a symbol stands for.

    slopes: whether gradients of the function are mentioned
    """
    name, sort = written(one["name"]), one["sort"]
    match sort:
        case "real" | "int" | "seq":
            kind = {"real": "a number", "int": "an integer", "seq": "a sequence of numbers"}[sort]
            size = r"\text{, the dimension}" if one["name"] == dimension else ""
            return rf"{domain(one)} \text{{: {kind}}}{size}"
        case "vector":
            return rf"{name} \text{{: a fixed vector}}"
        case "convex":
            return rf"{name} \text{{: a norm, and a convex set}}"
        case "simplex":
            size = written(one["size"])
            after = r"\text{ coordinates, its 1-norm and entropy}"
            return rf"{name} \text{{: the simplex of }} {size} {after}"
        case "points":
            of = written(one["geometry"])
            return rf"{written(one['name'], 't')} \text{{: fixed points of the set of }} {of}"
        case "pair" | "saddle":
            first, second = (", convex in", ", concave in one of") if sort == "saddle" else (
                " of", " and one of")  # fmt: skip
            return (
                rf"{name} \text{{: a differentiable function{first} a point of }}"
                rf" {written(one['x'])} \text{{{second} }} {written(one['y'])}"
            )
        case "geometry":
            return (
                rf"{name} \text{{: a norm, a compact convex set, and a function on it, 1-strongly"
                rf" convex in the norm, with its divergence }} D_{{{name}}}"
            )
        case "point":
            inner = r" \text{, where its function is differentiable}" if one["inner"] else ""
            if one["inner"] == "centre":
                return rf"{name} \text{{: the centre of }} {written(one['geometry'])}"
            of = written(one["geometry"])
            return rf"{name} \text{{: a fixed point of the set of }} {of}{inner}"
        case "prox":
            of, now = written(one["geometry"]), written(one["name"], one["index"])
            return (
                rf"{written(one['name'], one['index'] + '+1')} = \arg\min_{{v \in {of}}}"
                rf" \langle {vector(one['step'])}, v \rangle + D_{{{of}}}(v, {now}),\;"
                rf" {written(one['name'], '0')} = {written(one['start'])}"
            )
        case "map":
            return rf"{name} \text{{: a fixed map of vectors}}"
        case "function":
            strong = one["strong"]
            words = [r"\text{differentiable}"] if slopes or strong is not None else []
            if one["smooth"] is not None:
                words = [rf"\text{{gradient }} {term(one['smooth'])}\text{{-Lipschitz}}"]
            if one["on"] is not None:
                words.append(
                    rf"\text{{on the set of }} {written(one['on'])} \text{{, in its norm}}"
                )
            if strong is not None:
                words.append(
                    r"\text{convex}"
                    if strong == ["q", "0"]
                    else rf"{term(strong)}\text{{-strongly convex}}"
                )
            if one["minimiser"] is not None:
                words.append(rf"\text{{minimiser }} {written(one['minimiser'])}")
            return rf"{name} \text{{: a function}}" + "".join(rf"\text{{, }} {w}" for w in words)
        case "draws":
            alone = one["index"] == ONLY
            label = written(one["name"], "0" if alone else one["index"])
            middle, of = one["mean"], one["geometry"]
            inside = "" if of is None else rf"\text{{, in the set of }} {written(of)}"
            if middle is None and one["law"] is None:
                what = "any vector" if alone else "any vectors"
                what += ", fixed or square-integrable, which may depend on what stands above"
                what += ", drawn when all rounds are over" * ("late" in one)
                return rf"{label} \text{{: {what}}}{inside}"
            past = "given all that was before"
            if middle == ["zero"]:
                known = rf", with mean 0 {past}}}"
            else:
                known = (
                    "}" if middle is None else rf", with mean }} {vector(middle)} \text{{ {past}}}"
                )
            when = "drawn after those above"
            if "with" in one:
                when = rf"drawn together with }} {written(one['with'], one['index'])} \text{{"
                known = known.replace("that was before", "that was before both")
            if "late" in one:
                when = when.replace("drawn", "when all rounds are over, drawn", 1)
            copy = ""
            if "copy" in one:
                of = written(one["copy"], one["index"])
                copy = rf"\text{{, an independent copy of }} {of}"
            return rf"{label} \text{{: {when}{known}{inside}{_law(one['law'])}{copy}"
        case _:
            told = (
                (written(one["name"], k), term(one["first"][k]))
                for k in ("-1", "0")[not _looks_back(one["next"], one["name"], one["index"]) :]
            )
            parts = [(written(one["name"], one["index"] + "+1"), term(one["next"]))]
            parts += [(own, first) for own, first in told if own != first]
            return r",\; ".join(f"{left} = {right}" for left, right in parts)


def _law(law: list[Any] | None) -> str:
    if law is None:
        return ""
    if law[0] == "laplace":
        return rf"\text{{, its coordinates independent, Laplace of scale }} {term(law[1])}"
    chance = ", each with the chance that its coordinate of the mean says"
    if law == ["vertices", ["q", "1"]]:
        return rf"\text{{, a vertex{chance}}}"
    what = f"vertices{chance}," if law[0] == "vertices" else "points"
    rest = f"{what} of this mean, independent of one another and of what is drawn with them"
    return rf"\text{{, the average of }} {term(law[1])} \text{{ {rest}}}"


def term(tree: Any) -> str:  # noqa: ANN401 - JSON
    """A term: scalars as everywhere, with the terms that hold vectors in their places."""
    held: list[str] = []

    def scalar(node: Any) -> Any:  # noqa: ANN401
        if not isinstance(node, list):
            return node
        if node[0] in _MIXED:
            held.append(_vector_term(node))
            return ["v", f"held{len(held) - 1}x"]
        if node[0] not in OPERATORS:
            Expr.from_tree(node)  # raises: it is of another version
        return [node[0], *map(scalar, node[1:])]

    text = of_numbers(scalar(tree))
    for place, inner in enumerate(held):
        text = text.replace(written(f"held{place}x"), inner)
    return text


def _vector_term(node: list[Any]) -> str:
    match node:
        case ["dot", u, v]:
            if u == v:
                return rf"\lVert {vector(u)} \rVert^{{2}}"
            return rf"\langle {vector(u)}, {vector(v)} \rangle"
        case ["len", u]:
            return rf"\lVert {vector(u)} \rVert"
        case ["norm", name, u]:
            return rf"\lVert {vector(u)} \rVert_{{{written(name)}}}"
        case ["value", name, *points]:
            return rf"{written(name)}({', '.join(map(vector, points))})"
        case ["breg", name, u, v]:
            return rf"D_{{{written(name)}}}({vector(u)}, {vector(v)})"
        case [("sq" | "dual") as kind, name, u]:
            star = ",*" if kind == "dual" else ""
            return rf"\lVert {vector(u)} \rVert_{{{written(name)}{star}}}^{{2}}"
        case ["peak", name, u]:
            return rf"\max_{{v \in {written(name)}}} \langle {vector(u)}, v \rangle^{{2}}"
        case ["chance", inner]:
            return rf"\Pr\left[{term(inner)} \ge 0\right]"
        case ["sup", bound, body]:
            over = ", ".join(rf"{written(v)} \in {written(g)}" for v, g in bound)
            return rf"\sup_{{{over}}} \left[{term(body)}\right]"
        case ["E", inner]:
            return rf"\mathbb{{E}}\left[{term(inner)}\right]"
    return vector(node)


def vector(node: list[Any]) -> str:
    """A vector."""
    match node:
        case ["zero"]:
            return "0"
        case ["vec", name]:
            return written(name)
        case ["at", name, index]:
            return written(name, term(_without_zeros(index)))
        case ["grad", name, u]:
            return rf"\nabla {written(name)}({vector(u)})"
        case [("gradx" | "grady") as op, name, u, w]:
            return rf"\nabla_{{{op[-1]}}} {written(name)}({vector(u)}, {vector(w)})"
        case ["vsum", index, low, high, u]:
            start = rf"{written(index)} = {term(low)}"
            return rf"\sum_{{{start}}}^{{{term(high)}}} {_wrapped(u)}"
        case ["map", name, *points]:
            return rf"{written(name)}({', '.join(map(vector, points))})"
        case ["v*", ["q", "0"], _] | ["v*", _, ["zero"]]:
            return "0"
        case ["v*", ["q", "-1"], u]:
            return f"-{_wrapped(u)}"
        case ["v*", scale, u]:
            text = term(scale)
            plain = scale[0] in ("q", "v", "/", "root", "idx")
            return f"{text if plain else _brackets(text)} {_wrapped(u)}"
        case _:
            text, *more = [piece for part in node[1:] if (piece := vector(part)) != "0"] or ["0"]
            for piece in more:
                text += f" - {piece[1:]}" if piece.startswith("-") else f" + {piece}"
            return text


def _looks_back(node: Any, name: str, index: str) -> bool:  # noqa: ANN401 - JSON
    """Whether an equation mentions iterates before the present one."""
    if not isinstance(node, list):
        return False
    if node[:2] == ["at", name]:
        return bool(_without_zeros(node[2]) != ["v", index])
    return any(_looks_back(part, name, index) for part in node)


def _without_zeros(index: Any) -> Any:  # noqa: ANN401 - JSON
    """An index as it is written: t for t + 0."""
    if index[0] != "+":
        return index
    kept = [part for part in index[1:] if part != ["q", "0"]]
    return kept[0] if len(kept) == 1 else ["+", *kept]


def _wrapped(node: list[Any]) -> str:
    text = vector(node)
    return _brackets(text) if node[0] == "v+" else text


def _brackets(text: str) -> str:
    return rf"\left({text}\right)"
