"""Sums of any length: an inequality for every term is one for the sum.

    right - left = sum_{i = low}^{high} f(i, x[i], y[i], ...)

The entries x[i] become real variables with the domain of their sequence, i an integer between low
and high, and f >= 0 is a statement of its own.  A sum may be empty, so only weak inequalities
follow.
"""

from __future__ import annotations

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.factors import sign_of
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.solve import solutions, solved
from workbench.rigor.check.trees import Malformed, Tree, names_in, read_tree


def check_termwise(c: Certificate, prove: Prove) -> Answer:
    """Check `term`, the summand in the index `index` from `low` to `high`, with its `proof`."""
    s, total = c["statement"], ["sum", c["index"], c["low"], c["high"], c["term"]]
    if s["op"] not in ("<=", ">="):
        return Answer(False, "termwise: a sum may be empty; only weak inequalities follow")
    sorts = {v["name"]: v["sort"] for v in s["vars"]}
    if c["index"] in sorts:
        raise Malformed(f"the index {c['index']!r} is a variable of the statement")
    read_tree(total, sorts)
    lost = unmet(s, [total])
    if lost:
        return Answer(False, f"termwise: the sum may have no value: {lost[0]['kind']}")
    gone = set(solutions(s))
    remaining = [v for v in s["vars"] if v["name"] not in gone]
    gap = difference(s["left"], s["op"], s["right"])
    if not is_zero(solved(s, ["+", gap, ["neg", total]]), remaining):
        return Answer(False, "termwise: right - left is not the sum of these terms")
    answer = prove(of_term(s, c["index"], c["low"], c["high"], c["term"]), c["proof"])
    if not answer.accepted:
        return Answer(False, f"termwise: {answer.message}")
    return Answer(True, "termwise: every term is non-negative")


def of_term(s: Statement, index: str, low: Tree, high: Tree, term: Tree) -> Statement:
    """`0 <= term` with a variable for the entry of each sequence at the index."""
    taken = {v["name"] for v in s["vars"]} | {index}
    variables = [v for v in s["vars"] if v["sort"] != "seq"]
    names: dict[str, str] = {}
    for v in s["vars"]:
        if v["sort"] == "seq" and v["name"] in names_in(term):
            name = f"{v['name']}_i"
            while name in taken:
                name += "_"
            taken.add(name)
            names[v["name"]] = name
            variables.append({**v, "name": name, "sort": "real"})
    counter = {"name": index, "sort": "int", "low": None, "low_open": False, "high": None,
               "high_open": False}  # fmt: skip
    known = {v["name"] for v in variables}
    where = [r for r in s["where"] if names_in(r[0]) | names_in(r[2]) <= known]
    here = ["v", index]
    entry = _entries(term, index, names)
    if index in names_in(entry):
        where += [[low, "<=", here], [here, "<=", high]]
    return sign_of({**s, "vars": [*variables, counter], "where": where}, entry, "<=")


def _entries(tree: Tree, index: str, names: dict[str, str]) -> Tree:
    """The entries at the index as variables; any other entry is refused."""
    if tree[0] == "idx":
        if tree[2] != ["v", index]:
            raise Malformed(f"an entry of {tree[1]!r} at another place than the index")
        return ["v", names[tree[1]]]
    if tree[0] in ("sum", "prod"):
        raise Malformed("a sum within the term")
    return [tree[0], *(_entries(a, index, names) if isinstance(a, list) else a for a in tree[1:])]
