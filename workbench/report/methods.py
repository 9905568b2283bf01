"""Conclusions about methods as formulas: worst cases, and rates of momentum."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from workbench.report.model import ReportedEncoding
from workbench.symbolic.latex import latex, name

Said = Mapping[str, Any]
_FIT = 10**12  # a larger denominator is followed by digits


def worst_case(said: Said) -> Iterator[ReportedEncoding]:
    """A bound on what a method does on every member of its classes, or that one reaches it."""
    problem = said["problem"]
    measures = [_expression(one) for one in problem["measures"]]
    of = measures[0] if len(measures) == 1 else rf"\min\left\{{{', '.join(measures)}\right\}}"
    match said["shows"]:
        case "at most":
            text = rf"{of} \le {_number(said['bound'])}"
        case "at least":
            text = rf"{of} \ge {_number(said['bound'])} \text{{ for some member}}"
        case "unbounded":
            text = rf"{of} \text{{ has no bound}}"
        case _:
            text = r"\text{no member of the classes meets the conditions}"
    yield ReportedEncoding("statement", text)
    for place, oracle in enumerate(problem.get("oracles", ()), 1):
        yield from _oracle(f"h{place}" if len(problem["oracles"]) > 1 else "h", oracle)
    if points := [f"{name(n)} = {_combination(c)}" for n, c in problem.get("points", ())]:
        yield ReportedEncoding("with", r",\quad ".join(points))
    for number, value in problem.get("values", ()):
        yield ReportedEncoding("with", f"{name(number)} = {_expression(value)}")
    for vector, moment in problem.get("noise", ()):
        law = rf"\mathbb{{E}} \lVert {name(vector)} \rVert^2 = {_number(moment)}"
        yield ReportedEncoding("centred noise", law)
    for expression, sign in problem.get("conditions", ()):
        relation = r"\le" if sign == "<=" else "="
        yield ReportedEncoding("where", f"{_expression(expression)} {relation} 0")
    for rows in problem.get("matrices", ()):
        entries = r" \\ ".join(" & ".join(map(_expression, row)) for row in rows)
        matrix = rf"\begin{{pmatrix}} {entries} \end{{pmatrix}} \succeq 0"
        yield ReportedEncoding("where", matrix)


def _oracle(called: str, oracle: Said) -> Iterator[ReportedEncoding]:
    sizes = [f"{name(n)} = {_number(v)}" for n, v in oracle.get("parameters", {}).items()]
    kind = oracle["class"].replace("-", " ")
    text = r",\; ".join([rf"{name(called)} \text{{ of the class: {kind}}}", *sizes])
    yield ReportedEncoding("for functions", text)
    for x, g, f, *_ in oracle.get("calls", ()):
        value = "" if f is None else rf",\quad {name(f)} = {name(called)}({name(x)})"
        slope = rf"\partial {name(called)}" if f is not None else name(called)
        yield ReportedEncoding("with", rf"{name(g)} \in {slope}({name(x)}){value}")


def _expression(rows: Sequence[Sequence[str]]) -> str:
    """A sum of numbers, multiples of numbers and of inner products."""
    return _sum(rows, lambda names: _inner(*names) if len(names) == 2 else ["v", names[0]])


def _combination(rows: Sequence[Sequence[str]]) -> str:
    return _sum(rows, lambda names: ["v", names[0]])


def _sum(rows: Sequence[Sequence[str]], factor: Callable[[Sequence[str]], list[Any]]) -> str:
    terms = [_multiple(c, [factor(names)] if names else []) for c, *names in rows]
    if not terms:
        return "0"
    return latex(terms[0] if len(terms) == 1 else ["+", *terms])


def _multiple(coefficient: str, factors: list[Any]) -> list[Any]:
    if not factors:
        return ["q", coefficient]
    if coefficient in ("1", "-1"):
        return factors[0] if coefficient == "1" else ["neg", factors[0]]
    return ["*", ["q", coefficient], *factors]


def _inner(u: str, w: str) -> list[Any]:
    return ["^", ["norm", "2", ["v", u]], 2] if u == w else ["dot", ["v", u], ["v", w]]


_MOMENTUM = {
    "solution": r"\text{its matrix inequality has a solution}",
    "no solution": r"\text{no energy of this form shows the rate}",
}


def momentum(said: Said) -> Iterator[ReportedEncoding]:
    """What is shown of the rate of heavy ball at some numbers; `rho2` is the square of the rate."""
    written = {"rho2": r"\rho^2"}
    numbers = said["parameters"].items()
    of = r",\; ".join(f"{written.get(n, name(n))} = {_number(v)}" for n, v in numbers)
    match said["shows"]:
        case "constants":
            text = (
                rf"\kappa = {_digits(said['kappa'])},\; \text{{noise}} = {_digits(said['noise'])}"
            )
        case "noise at least":
            text = rf"\text{{noise}} \ge {_digits(said['bound'])} \text{{ for every solution}}"
        case shows:
            text = _MOMENTUM.get(shows, rf"\text{{{shows}}}")
    yield ReportedEncoding("heavy ball at", of)
    yield ReportedEncoding("statement", text)


def _number(text: str) -> str:
    return latex(["q", text])


def _digits(text: Any) -> str:  # noqa: ANN401 - an exact number as text
    """An exact number; one with many digits by the first of them, as the certificate holds all."""
    value = Fraction(str(text))
    if value.denominator <= _FIT:
        return _number(str(value))
    digits, _, power = f"{float(value):.10g}".partition("e")
    return rf"{digits} \cdot 10^{{{int(power)}}}\dots" if power else rf"{digits}\dots"
