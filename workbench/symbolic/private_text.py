"""A statement about privacy in LaTeX: the guarantee, the rounds, and the table of its symbols."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from workbench.symbolic.latex import name as written
from workbench.symbolic.readable import readable
from workbench.symbolic.theorem_text import hypothesis, symbol, term, vector

Statement = Mapping[str, Any]
_NORMS = {"1": "1-norm", "2": "2-norm", "inf": "maximum norm", "range": "range"}

_WHICH = {"replace-one": "one record is replaced", "replace-record": "a certain record is replaced",
          "add-or-remove-one": "one record is added or removed"}  # fmt: skip


def latex(told: Statement) -> str:
    """The whole statement, one line for each part."""
    lead = {"where": r"\text{if } ", "then": r"\text{then } ",
            "then, at once": r"\text{then at once } "}  # fmt: skip
    lines = [lead.get(label, "") + text for label, text in parts(told)]
    return r"\begin{array}{l} " + r" \\ ".join(lines) + r" \end{array}"


def parts(told: Statement) -> Iterator[tuple[str, str]]:
    """The guarantee first, then its conditions, the rounds and the symbols, each with its label."""
    told = readable(told)
    yield "statement", _guarantee(told)
    for one in told["where"]:
        yield "where", hypothesis(one)
    when = "" if isinstance(told["index"], list) else "in a round "
    for one in told["releases"]:
        for line in _release(one, told):
            yield f"{when}is released", line
    for one in told["gathered"]:
        for line in _gathered(one, told):
            yield "in a round is gathered", line
    moves = [rf"{written(name)} \leftarrow {_point(v)}" for name, v in told["next"].items()]
    if moves:
        yield "then" + ", at once" * (len(moves) > 1), r",\quad ".join(moves)
    if varying := r",\, ".join(map(written, told["varying"])):
        yield (
            "varying",
            rf"{varying} \text{{ may differ from round to round, by what was released before}}",
        )
    for one in told["vars"]:
        yield "for all", symbol(one, None)


def _guarantee(told: Statement) -> str:
    said, rounds = told["guarantee"], told["rounds"]
    match said["notion"]:
        case "pure":
            what = rf"({term(said['epsilon'])}, 0)\text{{-DP"
        case "zcdp":
            what = rf"{_closed(said['rho'])}\text{{-zCDP"
        case "renyi":
            what = rf"({term(said['order'])}, {term(said['epsilon'])})\text{{-Rényi DP"
        case _:
            what = rf"({term(said['epsilon'])}, {term(said['delta'])})\text{{-DP"
    which = _WHICH[told["adjacency"]]
    if isinstance(told["index"], list):
        of = r",\; ".join(rf"{written(k)} = {term(low)}, \dots, {term(high)}"
                          for k, low, high in told["index"])  # fmt: skip
        many = rf"\text{{releases, of each kind one for each }} {of}"
        order = r"\text{, in any order fixed in advance, are }"
        return rf"{many}{order} {what} where {which}}}"
    many = (
        r"\text{one round is }"
        if rounds == ["q", "1"]
        else rf"{term(rounds)} \text{{ rounds are }}"
    )
    number = "" if told["index"] is None else rf" \text{{, round }} {written(told['index'])}"
    return rf"{many} {what} where {which}}}" + (number and rf"{number} \text{{ as follows}}")


def _point(tree: Any) -> str:  # noqa: ANN401 - JSON
    """A point; several ones beside each other in brackets."""
    if tree[0] == "beside":
        return rf"({', '.join(map(_point, tree[1:]))})"
    return vector(tree)


def _closed(tree: Any) -> str:  # noqa: ANN401 - JSON
    """A term that something is multiplied or hyphenated with."""
    return term(tree) if tree[0] in ("q", "v", "/", "root", "idx") else f"({term(tree)})"


def _release(one: Mapping[str, Any], told: Statement) -> list[str]:
    name = one["name"].replace("_", " ")
    times = one["times"]
    many = "" if times == ["q", "1"] else rf"\text{{at most }} {term(times)} \text{{ draws of }}"
    kind, scale = one["law"]
    if one["query"] is None:
        notion = (
            rf"({term(scale)}, 0)\text{{-DP" if kind == "pure" else rf"{_closed(scale)}\text{{-zCDP"
        )
        known = "whatever was released before}"
        return [rf"\text{{{name}: }}{many} \text{{ any mechanism that is }} {notion} {known}"]
    asked, bound = _query(one["query"], told)
    return [rf"\text{{{name}: }}{many} {_law(kind, scale, asked)}", *_bound(bound, one)]


def _query(query: list[Any], told: Statement) -> tuple[str, Any]:
    match query:
        case ["batch", m, bound, at]:
            return (
                rf"\text{{the mean gradient of }} {term(m)} \text{{ of }} {term(told['records'])}"
                rf" \text{{ records, hidden, at }} {_point(at)}"
            ), bound
        case ["poisson", chance, bound, at]:
            return (
                rf"\text{{the sum of the gradients at }} {_point(at)} \text{{ of a hidden batch,"
                rf" which every record joins on its own with chance }} {term(chance)}"
            ), bound
        case ["all", bound, at]:
            return rf"\text{{the mean gradient of all records at }} {_point(at)}", bound
        case ["gathered", name]:
            return written(name), None
        case ["earlier", name]:
            when = r"\text{ as it was in a round up to now, drawn by chances fixed in advance}"
            return written(name) + when, None
        case ["steps", step, low, high, weight, [of, place], bound, at]:
            names = {one["name"] for one in told["vars"]}
            value = ["idx", next(n for n in "ghfvwpq" if n not in names), ["v", step]]
            scaled = value if weight == ["q", "1"] else ["*", weight, value]
            total = term(["sum", step, low, high, scaled])
            turn = rf"{term(['idx', of, place])} = 1 \text{{ if it is the replaced one, else }} 0"
            return (
                rf"{total} \text{{, where }} {term(value)} \text{{ is the gradient of the record in"
                rf" turn in step }} {written(step)} \; ({turn} \text{{), made with }} {_point(at)}"
            ), bound
    _, norm, at = query
    return rf"\text{{a function of the data and of }} {_point(at)}", ["moves", norm]


def _law(kind: str, scale: Any, asked: str) -> str:  # noqa: ANN401 - JSON
    b = term(scale)
    unit = scale == ["q", "1"]
    match kind:
        case "laplace":
            return rf"{asked} \text{{, plus Laplace noise of scale }} {b}"
        case "gaussian":
            return rf"{asked} \text{{, plus normal noise of standard deviation }} {b}"
        case "exponential":
            weight = r"e^{\text{score}}" if unit else rf"e^{{\text{{score}}/({b})}}"
            drawn = r"\text{an item with chance in proportion to }"
            return rf"{drawn} {weight} \text{{, score: }} {asked}"
    return (
        rf"\text{{the item whose score is largest under Laplace noise of scale }} {b}"
        rf" \text{{, score: }} {asked}"
    )


def _bound(bound: Any, one: Mapping[str, Any]) -> list[str]:  # noqa: ANN401 - JSON
    """What is known of the answer, where it stands with the release."""
    if bound is None:
        return []
    if bound[0] == "moves":
        of = "its range" if bound[1] == "range" else f"the {_NORMS[bound[1]]}"
        return [rf"\quad\text{{it moves by at most }} {term(one['sensitivity'])} \text{{ in {of}}}"]
    return [rf"\quad{value_bound(bound)}"]


def value_bound(bound: list[Any]) -> str:
    """What a bound says of the gradients of single records."""
    kind, norm, most = bound
    what = f"two gradients at one point differ in {_NORMS[norm]} by at most"
    if kind == "size":
        what = f"each gradient has a {_NORMS[norm]} of at most"
    return rf"\text{{{what} }} {term(most)}"


def _gathered(one: Mapping[str, Any], told: Statement) -> list[str]:
    name, m = written(one["name"]), term(one["batch"])
    n, first = term(told["records"]), told["gathered"][0]
    which = rf"next }} {m} \text{{ of }} {n} \text{{ records"
    if one is not first and one["batch"] == first["batch"]:
        which = "same records"
    return [
        rf"{name} \leftarrow {name} + {vector(['v*', one['factor'], ['vec', 'g']])} \text{{ (never"
        rf" released, 0 at first), }} g \text{{ the mean gradient of the {which} at }}"
        rf" {_point(one['at'])}",
        rf"\quad{value_bound(one['bound'])}",
    ]
