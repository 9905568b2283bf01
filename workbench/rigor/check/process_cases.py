"""States that are one thing where an inequality holds after a step, and another where it does not.

What such a state is after the step has a name of its own there: it is drawn in the step, as all
that it is made of, and what is sure of it is one of two cases.

Copies: a potential of the one that is chosen at the end is at most the sum over all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.rigor.check.trees import Malformed, Tree, least

CONTRARY = {"<=": ">", "<": ">=", ">=": "<", ">": "<="}
Relation = list[Any]  # left, op, right


def by_cases(state: Mapping[str, Any]) -> bool:
    """Whether what a state is after a step depends on an inequality."""
    return isinstance(state["next"], Mapping)


def later(state: Mapping[str, Any]) -> str:
    """What such a state is called after the step: it is drawn in it, as all that it is made of."""
    return f"{state['var']['name']}_next"


def trees_of(state: Mapping[str, Any]) -> list[Tree]:
    """What a state after a step is made of."""
    told = state["next"]
    if not by_cases(state):
        return [told]
    if set(told) != {"if", "then", "else"} or state["fixed"] is not False:
        raise Malformed("a state by cases has the keys if, then and else, and is not fixed")
    left, _, right = both(told["if"])[0]
    return [left, right, told["then"], told["else"]]


def choice(state: Mapping[str, Any]) -> list[list[Relation]]:
    """The two cases of a state after a step."""
    here, told = ["v", later(state)], state["next"]
    ways = zip(both(told["if"]), (told["then"], told["else"]), strict=True)
    return [[relation, [here, "=", tree]] for relation, tree in ways]


def both(relation: Any) -> tuple[Relation, Relation]:  # noqa: ANN401 - JSON
    """An inequality and its contrary."""
    left, op, right = relation
    if op not in CONTRARY:
        raise Malformed("a case of a step is an inequality")
    return [left, op, right], [left, CONTRARY[op], right]


def read_copies(told: Mapping[str, Any], numbers: Iterable[Any]) -> None:
    """Refuse copies of which there may be none, or whose limit is meant."""
    many = next((v for v in numbers if v["name"] == told["copies"]), None)
    if told["steps"] is None or many is None or many["sort"] != "int" or many["low"] is None:
        raise Malformed("how many copies are drawn is an integer variable, and there is an end")
    if least(many) < 1:
        raise Malformed("there is at least one copy")


def of_all(copies: str | None, op: str, start: Tree) -> dict[str, Any]:
    """What is known of the mean of a potential at the end, of the copy that is chosen."""
    if copies is None:
        return {"op": op, "bound": start}
    return {"op": "<=", "bound": ["*", ["v", copies], start]}
