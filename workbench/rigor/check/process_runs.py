"""Draws one after the other that nothing makes: what is said of a step contradicts the one before.

The first steps are written out: states are put in, draws of each step have names of their own.
What is sure of one step, and the means that it has given the past, must not visibly contradict each
other or those of the steps before.  States by cases are left open after a step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.rigor.check.process_cases import by_cases
from workbench.rigor.check.trees import Malformed, Tree, replace
from workbench.rigor.check.vacuous import refuse_vacuous

_STEPS = 3  # that are written out
_ZERO = ["q", "0"]


def refuse_no_run(told: Mapping[str, Any]) -> None:
    """Raise Malformed if no process visibly takes the first steps that the statement speaks of."""
    clock = [] if told["clock"] is None else [told["clock"]]
    now: dict[str, Tree] = {s["var"]["name"]: s["start"] for s in told["states"]}
    each = [] if "over" not in told else told["over"]["each"]
    variables, where, of_means = [*told["vars"], *each], list(told["where"]), list[Any]()
    for step in range(_STEPS):
        if told["steps"] is not None:
            where.append([["q", str(step + 1)], "<=", ["v", told["steps"]]])
            if _is_empty(variables, where[:-1], where[-1]):
                return  # there are no more steps
        here = {**now, **{name: ["q", str(step)] for name in clock}}
        for v in (*told["fixed"], *told["known"], *told["drawn"]):
            name = f"{v['name']}_at_{step}"
            while any(name == known["name"] for known in variables):
                name += "_"
            variables.append({**v, "name": name})
            here[v["name"]] = ["v", name]
        sure = [part for clause in told["sure"] if len(clause) == 1 for part in clause[0]]
        where += [_put(relation, here) for relation in sure]
        given = [[one["of"], one["op"], one["bound"]] for one in told["given"] if not one["vars"]]
        of_means += [_put(relation, here) for relation in given]
        _refuse(variables, where, of_means, step + 1)
        after: dict[str, Tree] = {}
        for s in told["states"]:
            name = s["var"]["name"]
            if by_cases(s):
                variables.append({**s["var"], "name": f"{name}_after_{step}"})
                after[name] = ["v", f"{name}_after_{step}"]
            else:
                after[name] = replace(s["next"], here)
        now = after


def _put(relation: list[Any], here: Mapping[str, Tree]) -> list[Any]:
    left, op, right = relation
    return [replace(left, here), op, replace(right, here)]


def _said(variables: list[Any], where: list[Any]) -> dict[str, Any]:
    return {"vars": variables, "where": where, "left": _ZERO, "op": "=", "right": _ZERO}


def _is_empty(variables: list[Any], where: list[Any], more: list[Any]) -> bool:
    """Whether one more condition is what nothing meets."""
    try:
        refuse_vacuous(_said(variables, [*where, more]))
    except Malformed:
        return True
    return False


def _refuse(variables: list[Any], where: list[Any], of_means: list[Any], steps: int) -> None:
    try:
        refuse_vacuous(_said(variables, where), of_means=of_means)
    except Malformed as error:
        raise Malformed(f"no process takes {steps} of these steps: {error}") from error
