"""Facts first, and then the statement with their help.

A fact is a relation between expressions in the variables of the statement, shown on its domain and
under its conditions, with the help of the facts before it; or the instance of a statement about
other variables, whose conditions are shown there.  It has a value wherever the statement says
something, so as one more condition it takes no point away.
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.integers import is_integer
from workbench.rigor.check.trees import Malformed, Tree, read_tree, replace

_SIGNS = ("<=", "<", "=", ">=", ">")
Relation = list[Any]  # left, op, right


def check_lemmas(c: Certificate, prove: Prove) -> Answer:
    """Check `facts` and `proof`, a certificate of the statement with the facts as conditions.

    A fact is {"fact": [left, op, right], "proof"}, or {"general", "at", "inside", "proof"}: a
    statement, a tree for each of its variables, and a certificate for each of its conditions there.
    """
    s = c["statement"]
    if not isinstance(c["facts"], list) or not c["facts"]:
        raise Malformed("the facts are a list of at least one")
    sorts = {v["name"]: v["sort"] for v in s["vars"]}
    for one in c["facts"]:
        if "general" in one:
            parts, fact = instance(s, one["general"], one["at"])
            shown = [*zip(parts, one["inside"], strict=True), (one["general"], one["proof"])]
        else:
            fact = one["fact"]
            shown = [(said(s, fact), one["proof"])]
        left, op, right = fact
        if op not in _SIGNS:
            raise Malformed(f"a fact says {str(op)[:10]!r}")
        read_tree(left, sorts)
        read_tree(right, sorts)
        if lost := unmet(s, [left, right]):
            return Answer(False, f"lemmas: a fact may have no value: {lost[0]['kind']}")
        for part, evidence in shown:
            if not (answer := prove(part, evidence)).accepted:
                return Answer(False, f"lemmas: a fact: {answer.message}")
        s = {**s, "where": [*s["where"], fact], "requires": []}
    answer = prove(s, c["proof"])
    if not answer.accepted:
        return Answer(False, f"lemmas: {answer.message}")
    return Answer(True, f"lemmas: with {len(c['facts'])} facts: {answer.message}")


def said(s: Statement, fact: Relation) -> Statement:
    """The fact as a statement, on the domain and under the conditions that there are so far."""
    left, op, right = fact
    return {**s, "left": left, "op": op, "right": right, "requires": []}


def instance(
    s: Statement, general: Statement, at: dict[str, Tree]
) -> tuple[list[Statement], Relation]:
    """What has to be shown for a general statement at some trees, and what it says there."""
    sorts = {v["name"]: v["sort"] for v in s["vars"]}
    integers = frozenset(name for name, sort in sorts.items() if sort == "int")
    if set(at) != {v["name"] for v in general["vars"]}:
        raise Malformed("an instance has a tree for each variable")
    conditions: list[Relation] = []
    for v in general["vars"]:
        tree = at[v["name"]]
        read_tree(tree, sorts)
        if v["sort"] == "seq" or (v["sort"] == "int" and not is_integer(tree, integers)):
            raise Malformed(f"{v['name']} is no number, or an integer, and gets another thing")
        if v["low"] is not None:
            conditions.append([["q", v["low"]], "<" if v["low_open"] else "<=", tree])
        if v["high"] is not None:
            conditions.append([tree, "<" if v["high_open"] else "<=", ["q", v["high"]]])
    conditions += [[replace(a, at), op, replace(b, at)] for a, op, b in general["where"]]
    if lost := unmet(s, [*at.values(), *(side for a, _, b in conditions for side in (a, b))]):
        raise Malformed(f"an instance may have no value: {lost[0]['kind']}")
    fact = [replace(general["left"], at), general["op"], replace(general["right"], at)]
    return [said(s, one) for one in conditions], fact
