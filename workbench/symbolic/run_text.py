"""Runs of methods, and the functions of a counterexample, as formulas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from workbench.symbolic.latex import SIGNS, domain, latex, name

_MOST = 6  # members of a family, coordinates of a vector that are written out
_CLASSES = {
    "convex": r"\text{convex}",
    "quadratic": r"\text{quadratic}",
    "strongly-convex": r"{}\text{{-strongly convex}}",
    "smooth": r"{}\text{{-smooth}}",
    "lipschitz": r"{}\text{{-Lipschitz}}",
    "sparse": r"{}\text{{-sparse in its gradients}}",
}
_NOISE = {"laplace": r"\operatorname{Lap}", "normal": r"\operatorname{N}"}
Labelled = tuple[str, str]


def run_formulas(statement: Mapping[str, Any], first: str = "statement") -> Iterator[Labelled]:
    """The statement, its classes and conditions, and the method that makes what it is about."""
    run = statement["run"]
    yield first, _said([statement["left"], statement["op"], statement["right"]])
    made = {mean for mean, _ in run["means"]}
    if numbers := [domain(v) for v in statement["vars"] if v["name"] not in made]:
        yield "for all", r",\quad ".join(numbers)
    for one in statement["where"]:
        yield "where", _said(one)
    yield from run_of(run)


def run_of(run: Mapping[str, Any]) -> Iterator[Labelled]:
    """The classes of functions, the method, and what is measured of it."""
    for one in run["functions"]:
        yield "for functions", _classes(one)
    for f, g in run["neighbours"]:
        yield "for functions", rf"{name(f)}, {name(g)} \text{{ differ in one member}}"
    if run["tables"]:
        yield "for vectors", ", ".join(map(name, run["tables"]))
    if run["start"]:
        yield "at the start", r",\quad ".join(f"{name(n)} = {latex(t)}" for n, t in run["start"])
    random = False
    for step in run["steps"]:
        times = rf" \quad ({latex(step['times'])} \text{{ times}})"
        times = "" if step["times"] == ["q", "1"] else times
        for drawn, law in step["draws"]:
            certain = isinstance(law, list) and len(possible(law)) == 1
            random = random or not certain
            yield "set" if certain else "drawn", _drawn(drawn, law) + times
        for moved, tree in step["next"]:
            yield at_once(step), rf"{name(moved)} \leftarrow {latex(tree)}{times}"
    for mean, tree in run["means"]:
        yield "with", f"{name(mean)} = {latex(['E', tree] if random else tree)}"


def at_once(step: Mapping[str, Any]) -> str:
    """The label of the moves of a step: all are computed from the values before the step."""
    return "then, at once" if len(step["next"]) > 1 else "then"


def object_formulas(given: Mapping[str, Any]) -> Iterator[Labelled]:
    """The functions and vectors of an instance."""
    for family, members in given["functions"].items():
        groups = [(len(list(same)), one) for one, same in groupby(members)]
        first = 1
        for count, one in groups[:_MOST]:
            ends = dict.fromkeys((first, first + count - 1))
            called = [name(family, *([str(k)] if len(members) > 1 else [])) for k in ends]
            equal = r" = \dots = " if count > 2 else " = "
            yield "function", f"{equal.join(f'{f}(x)' for f in called)} = {_function(one)}"
            first += count
        if len(groups) > _MOST:
            yield "function", rf"\dots,\; {len(members)} \text{{ in all}}"
    for table, row in given["tables"].items():
        yield "vector", f"{name(table)} = {_row(row)}"


def _said(one: Sequence[Any]) -> str:
    left, op, right = one
    return f"{latex(left)} {SIGNS[op]} {latex(right)}"


def _classes(said: Mapping[str, Any]) -> str:
    texts = []
    for kind, size, norm in said["is"]:
        text = _CLASSES[kind] if size is None else _CLASSES[kind].format(latex(size))
        texts.append(
            text + ("" if norm == "2" else rf" \text{{ in }} \lVert \cdot \rVert_{{{norm}}}")
        )
    on = "" if said["on"] is None else rf" \text{{ on the {said['on'][0]}}}"
    if said["on"] and said["on"][1:]:
        inner = ", ".join(latex(t) for t in said["on"][1:])
        on += rf" \left({inner}\right)"
    return rf"{name(said['name'])} \text{{ is }} " + r",\; ".join(texts) + on


def _drawn(drawn: str, law: Any) -> str:  # noqa: ANN401 - JSON
    if isinstance(law, Mapping):
        ((kind, scale),) = law.items()
        inner = latex(scale if kind == "laplace" else ["^", scale, 2])
        lead = "" if kind == "laplace" else "0, "
        return rf"{name(drawn)} \sim {_NOISE[kind]}\left({lead}{inner}\right)"
    return f"{name(drawn)} = {law_formula(law)}"


def possible(law: Sequence[Any]) -> list[Any]:
    """The pairs of a chance and a value whose chance is not 0 in numbers; all, if all are."""
    return [one for one in law if _number(one[0]) != 0] or list(law)


def law_formula(law: Sequence[Any]) -> str:
    """The possible outcomes with their chances; a certain one as it is."""
    left = possible(law)
    if len(left) == 1:
        return latex(left[0][1])
    told = [(["q", str(_number(p))] if _number(p) is not None else p, v) for p, v in left]
    rows = r" \\ ".join(rf"{latex(v)} & \text{{with chance }} {latex(p)}" for p, v in told)
    return rf"\begin{{cases}} {rows} \end{{cases}}"


def _number(tree: Any) -> Fraction | None:  # noqa: ANN401 - JSON
    """The value of a sum of numbers."""
    match tree:
        case ["q", text]:
            return Fraction(text)
        case ["neg", inner]:
            value = _number(inner)
            return None if value is None else -value
        case ["+", *parts]:
            values = [_number(part) for part in parts]
            return None if None in values else sum((v for v in values if v is not None), Fraction())
    return None


def _function(data: Mapping[str, Any]) -> str:
    if "planes" in data:
        planes = [_plus([_times("1", _along(a)), _constant(r)]) for a, r in data["planes"][:_MOST]]
        planes += [r"\dots"] if len(data["planes"]) > _MOST else []
        return planes[0] if len(planes) == 1 else rf"\max\left({', '.join(planes)}\right)"
    parts = [_profile(pieces, _along(a)) for a, pieces in data["ridges"][:_MOST]]
    return _plus([*parts, r"\dots" if len(data["ridges"]) > _MOST else ""])


def _along(a: Sequence[str]) -> str:
    """<a, x>."""
    if len(a) == 1:
        return _times(a[0], "x")
    entries = [(i, e) for i, e in enumerate(a, 1) if e != "0"]
    if len(entries) > _MOST:
        return rf"\left\langle {_row(list(a))}, x \right\rangle"
    text = _plus([_times(e, f"x_{{{i}}}") for i, e in entries])
    return text if len(entries) < 2 else rf"\left({text}\right)"


def _profile(pieces: Sequence[Any], t: str) -> str:
    rows = []
    for low, *numbers in reversed(pieces):
        curve, slope, rest = numbers
        inner = t if len(t) == 1 or t.startswith(r"\left") else rf"\left({t}\right)"
        square = _times(str(Fraction(curve) / 2), rf"{inner}^2")
        text = _plus([square, _times(slope, t), _constant(rest)])
        rows.append(text if low is None else rf"{text} & \text{{if }} {t} \ge {latex(['q', low])}")
    if len(rows) == 1:
        return rows[0]
    rows[-1] += r" & \text{else}"
    return r"\begin{cases} " + r" \\ ".join(rows) + r" \end{cases}"


def _times(factor: str, of: str) -> str:
    if factor in ("0", "") or not of:
        return ""
    if factor in ("1", "-1"):
        return of if factor == "1" else f"-{of}"
    return rf"{latex(['q', factor])} \, {of}"


def _constant(number: str) -> str:
    return "" if number == "0" else latex(["q", number])


def _plus(parts: Sequence[str]) -> str:
    """A sum without its empty terms."""
    text = ""
    for part in filter(None, parts):
        text += part if not text or part.startswith("-") else f" + {part}"
    return text or "0"


def _row(row: Sequence[str]) -> str:
    more = [r"\dots"] if len(row) > _MOST else []
    return rf"\left({', '.join([latex(['q', e]) for e in row[:_MOST]] + more)}\right)"
