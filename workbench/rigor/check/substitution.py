"""A new variable for an expression: the statement follows from a more general one.

If right - left becomes g(u, y) with u = e(x, y), and u ranges over an interval that holds every
value of e, then g >= 0 for all such u and y is enough.  Variables that are gone, and conditions
about them, are dropped: that makes the new statement stronger, never weaker.
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.factors import sign_of
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.solve import solutions, solved
from workbench.rigor.check.trees import Malformed, Tree, names_in, rational, read_tree, replace


def check_substitution(c: Certificate, prove: Prove) -> Answer:
    """Check `variable` {"name", "low", ...} for `tree`, the new `gap`, and the certificates.

    `low` and `high` prove that the expression stays in the interval, `proof` the new statement.
    """
    s, v, tree, gap = c["statement"], c["variable"], c["tree"], c["gap"]
    sorts = {w["name"]: w["sort"] for w in s["vars"]}
    if s["op"] == "=" or v["name"] in sorts or v["sort"] != "real":
        return Answer(False, "substitution: an inequality and a new real variable are needed")
    read_tree(tree, sorts)
    read_tree(gap, {**sorts, v["name"]: "real"})
    back = replace(gap, {v["name"]: tree})
    lost = unmet(s, [back, tree])
    if lost:
        return Answer(False, f"substitution: it may have no value: {lost[0]['kind']}")
    gone = set(solutions(s))
    remaining = [w for w in s["vars"] if w["name"] not in gone]
    old = difference(s["left"], s["op"], s["right"])
    if not is_zero(solved(s, ["+", old, ["neg", back]]), remaining):
        return Answer(False, "substitution: the new gap is not the old one")
    for part, name in ((bound(s, v, tree, end), end) for end in ("low", "high")):
        if part is not None and not (answer := prove(part, c[name])).accepted:
            return Answer(False, f"substitution: {name}: {answer.message}")
    answer = prove(generalised(s, v, gap), c["proof"])
    if not answer.accepted:
        return Answer(False, f"substitution: {answer.message}")
    return Answer(True, f"substitution: with {v['name']} for an expression: {answer.message}")


def bound(s: Statement, v: dict[str, Any], tree: Tree, end: str) -> Statement | None:
    """The statement that the expression respects one end of the interval; None if it is open."""
    if v[end] is None:
        return None
    rational(v[end])
    if not isinstance(v[f"{end}_open"], bool):
        raise Malformed("an end is open or it is not")
    away = ["+", tree, ["neg", ["q", v[end]]]]
    gap = away if end == "low" else ["neg", away]
    return sign_of(s, gap, "<" if v[f"{end}_open"] else "<=")


def generalised(s: Statement, v: dict[str, Any], gap: Tree) -> Statement:
    """`0 op gap` over the new variable and those of the old ones that are left."""
    used = names_in(gap)
    kept = [w for w in s["vars"] if w["name"] in used]
    names = {w["name"] for w in kept}
    where = [
        [left, op, right]
        for left, op, right in s["where"]
        if names_in(left) | names_in(right) <= names
    ]
    op = "<" if s["op"] in ("<", ">") else "<="
    return {**s, "vars": [*kept, v], "where": where, "left": ["q", "0"], "op": op, "right": gap,
            "requires": []}  # fmt: skip
