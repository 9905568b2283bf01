"""Induction: an equation for all n >= start, from its first case and one step.

The sequences of the statement may be defined by recurrences.  A definition must define: each
sequence has at most one rule, a rule uses only entries that come earlier, and no given value
contradicts a rule.  Otherwise no such sequence might exist, and everything would follow.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.definitions import Variables, distance, read_definitions
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.solve import solutions, solved
from workbench.rigor.check.trees import (
    Tree,
    free,
    fresh_index,
    mentions,
    read_tree,
    replace,
    whole,
)


def check_induction(c: Certificate) -> Answer:
    """Check left = right for all n >= start.

    `rules` lists recurrences {"name": u, "index": t, "shift": k, "from": a, "body": e}, each
    meaning u[t+k] = e for all t >= a, used at t = n; `base` lists values {"name", "at", "value"}.
    The gap left - right is 0 at the start, and gap(n+1) = factor * gap(n).
    """
    s, name, start = c["statement"], c["variable"], whole(c["start"])
    if s["op"] != "=":
        return Answer(False, "induction: the statement must be an equation")
    declared = {v["name"]: v for v in s["vars"]}
    counter = declared.get(name)
    if counter is None or counter["sort"] != "int":
        return Answer(False, f"induction: {name!r} is not an integer variable of the statement")
    if counter["low"] is None or start > _least(counter):
        return Answer(False, f"induction: it starts at {start}, the domain of {name!r} before")
    if any(mentions(side, name) for left, _, right in s["where"] for side in (left, right)):
        return Answer(False, "induction: a condition mentions the induction variable")
    rules, base = c.get("rules", []), c.get("base", [])
    read_definitions(rules, base, s, start)
    defined = {d["name"] for d in (*rules, *base)}
    factor = c.get("factor", ["q", "1"])
    read_tree(factor, {n: v["sort"] for n, v in declared.items()})
    lost = unmet(s, [factor])
    if lost:
        return Answer(False, f"induction: the factor may have no value: {lost[0]['kind']}")
    # what is defined has no domain of its own: the definition alone says what its values are
    gone = {name, *solutions(s)}
    variables: Variables = [
        {**v, "low": None, "high": None} if v["name"] in defined else v
        for v in s["vars"]
        if v["name"] not in gone
    ]
    gap = solved(s, ["+", s["left"], ["neg", s["right"]]])
    first = replace(gap, {name: ["q", str(start)]})
    for known in base:  # values such as u[0] = e, part of the definition
        first = rewrite(first, known["name"], ["q", str(known["at"])], known["value"], variables)
    if not is_zero(first, variables):
        return Answer(False, f"induction: the base case {name} = {start} does not reduce to 0")
    variables.append(
        {"name": "n~", "sort": "int", "low": "0", "low_open": False, "high": None,
         "high_open": False}
    )  # fmt: skip
    n: Tree = ["+", ["v", "n~"], ["q", str(start)]]
    before, after = replace(gap, {name: n}), replace(gap, {name: ["+", n, ["q", "1"]]})
    for rule in rules:
        body = replace(rule["body"], {rule["index"]: n})
        at = ["+", n, ["q", str(rule["shift"])]]
        after = rewrite(after, rule["name"], at, body, variables)
    factor = replace(solved(s, factor), {name: n})
    if not is_zero(["+", after, ["neg", ["*", factor, before]]], variables):
        return Answer(False, "induction: the step does not reduce to 0")
    return Answer(True, f"induction: base at {start} and step both reduce to 0")


def _least(counter: dict[str, Any]) -> int:
    """The smallest integer of the domain."""
    low = Fraction(counter["low"])
    return math.floor(low) + 1 if counter["low_open"] else math.ceil(low)


def rewrite(tree: Tree, name: str, at: Tree, value: Tree, variables: Variables) -> Tree:
    """Put `value` for the entry name[at], except for indices that a sum binds."""
    op = tree[0]
    if op == "idx" and tree[1] == name and _same(tree[2], at, variables):
        return value
    if op in ("sum", "prod"):
        _, index, low, high, body = tree
        index, body = fresh_index(index, body, free(value) | free(at))
        tree = [op, index, low, high, body]
    return [
        op,
        *(rewrite(a, name, at, value, variables) if isinstance(a, list) else a for a in tree[1:]),
    ]


def _same(a: Tree, b: Tree, variables: Variables) -> bool:
    return distance(a, b, variables) == 0
