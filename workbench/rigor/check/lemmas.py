"""Facts first, and then the statement with their help.

A fact is a relation between expressions in the variables of the statement, shown on its domain and
under its conditions, with the help of the facts before it.  It has a value wherever the statement
says something, so as one more condition it takes no point away.
"""

from __future__ import annotations

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.trees import Malformed, Tree, read_tree

_SIGNS = ("<=", "<", "=", ">=", ">")


def check_lemmas(c: Certificate, prove: Prove) -> Answer:
    """Check `facts`, each {"fact": [left, op, right], "proof"}, and `proof` of the statement."""
    s = c["statement"]
    if not isinstance(c["facts"], list) or not c["facts"]:
        raise Malformed("the facts are a list of at least one")
    sorts = {v["name"]: v["sort"] for v in s["vars"]}
    for one in c["facts"]:
        left, op, right = one["fact"]
        if op not in _SIGNS:
            raise Malformed(f"a fact says {str(op)[:10]!r}")
        read_tree(left, sorts)
        read_tree(right, sorts)
        if lost := unmet(s, [left, right]):
            return Answer(False, f"lemmas: a fact may have no value: {lost[0]['kind']}")
        answer = prove(said(s, left, op, right), one["proof"])
        if not answer.accepted:
            return Answer(False, f"lemmas: a fact: {answer.message}")
        s = {**s, "where": [*s["where"], [left, op, right]], "requires": []}
    answer = prove(s, c["proof"])
    if not answer.accepted:
        return Answer(False, f"lemmas: {answer.message}")
    return Answer(True, f"lemmas: with {len(c['facts'])} facts: {answer.message}")


def said(s: Statement, left: Tree, op: str, right: Tree) -> Statement:
    """The fact as a statement, on the domain and under the conditions that there are so far."""
    return {**s, "left": left, "op": op, "right": right, "requires": []}
