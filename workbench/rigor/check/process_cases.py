"""States that are one thing where an inequality holds after a step, and another where it does not.

What such a state is after the step has a name of its own there: it is drawn in the step, as all
that it is made of, and what is sure of it is one of two cases.  At the end of the file: what the
declarations of a process say of coordinates, copies and intervals, what is known at the end of a
potential (that of a copy that is chosen is at most the sum over all copies), and conditions of the
end that are about means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.rigor.check.trees import Malformed, Tree, least, names_in

CONTRARY = {"<=": ">", "<": ">=", ">=": "<", ">": "<="}
Relation = list[Any]  # left, op, right
_ZERO = ["q", "0"]


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


def coordinates(told: Mapping[str, Any]) -> tuple[Any, list[Any]]:
    """The number of coordinates, or None, and what is a number for each of them."""
    if "over" not in told:
        return None, []
    over = told["over"]
    if not isinstance(over, Mapping) or set(over) != {"size", "each"} or not over["size"]:
        raise Malformed("what is over coordinates has their number, `size`, and `each`")
    return over["size"], over["each"]


def interval(v: Mapping[str, Any]) -> list[Relation]:
    """What the declaration of a state says of it."""
    here, found = ["v", v["name"]], list[Relation]()
    if v["low"] is not None:
        found.append([["q", v["low"]], "<" if v["low_open"] else "<=", here])
    if v["high"] is not None:
        found.append([here, "<" if v["high_open"] else "<=", ["q", v["high"]]])
    return found


def read_copies(told: Mapping[str, Any]) -> None:
    """Refuse copies of which there may be none, over coordinates, or where a limit is meant."""
    if "copies" not in told:
        return
    many = next((v for v in told["vars"] if v["name"] == told["copies"]), None)
    if told["steps"] is None or many is None or many["sort"] != "int" or many["low"] is None:
        raise Malformed("how many copies are drawn is an integer variable, and there is an end")
    if least(many) < 1 or "over" in told:
        raise Malformed("there is at least one copy, and none of what is over coordinates")


def ended(told: Mapping[str, Any], op: str, last: Tree, first: Tree) -> dict[str, Any]:
    """What is known of the mean of a potential at the end: a number bounds it, or what it grew.

    Over coordinates the start is another number for each of them, so it is taken off inside.  Of
    the copy that is chosen, it is at most the sum over all of them.
    """
    if "over" in told:
        return {"op": op, "of": ["+", last, ["neg", first]], "bound": _ZERO}
    if "copies" in told:
        return {"op": "<=", "of": last, "bound": ["*", ["v", told["copies"]], first]}
    return {"op": op, "of": last, "bound": first}


def about_means(clause: Any, means: Iterable[Mapping[str, Any]]) -> set[str]:  # noqa: ANN401 - JSON
    """The means, finite by hypothesis, of which a condition of the end speaks, without a choice."""
    names = {n for part in clause for a, _, b in part for n in names_in(a) | names_in(b)}
    if not (met := names & {m["name"] for m in means if m["finite"] is True}):
        return met
    if len(clause) > 1:
        raise Malformed("a condition about means is one of numbers, without alternatives")
    return met
