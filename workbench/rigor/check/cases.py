"""Two cases by the sign of an expression u: u >= 0, where |u| = u, and u < 0, where |u| = -u.

The case becomes a condition.  A case that contradicts the other conditions is empty, and then
whatever is shown of it is true.
"""

from __future__ import annotations

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.trees import Tree, read_tree


def check_cases(c: Certificate, prove: Prove) -> Answer:
    """Check `above` and `below`, certificates of the statement for `tree` >= 0 and < 0."""
    s, tree = c["statement"], c["tree"]
    read_tree(tree, {v["name"]: v["sort"] for v in s["vars"]})
    lost = unmet(s, [tree])
    if lost:
        return Answer(False, f"cases: the expression may have no value: {lost[0]['kind']}")
    for part, name in zip(cases_of(s, tree), ("above", "below"), strict=True):
        answer = prove(part, c[name])
        if not answer.accepted:
            return Answer(False, f"cases: {name}: {answer.message}")
    return Answer(True, "cases: shown for both signs of an expression")


def cases_of(s: Statement, tree: Tree) -> tuple[Statement, Statement]:
    """The statement for tree >= 0 and for tree < 0."""
    zero: Tree = ["q", "0"]
    both = []
    for op, value in ((">=", tree), ("<", ["neg", tree])):
        where = [[_plain(a, tree, value), o, _plain(b, tree, value)] for a, o, b in s["where"]]
        is_difference = tree[0] == "+" and len(tree) == 3 and tree[2][0] == "neg"
        case = [tree[1], op, tree[2][1]] if is_difference else [tree, op, zero]
        both.append({
            **s, "where": [*where, case], "requires": [],
            "left": _plain(s["left"], tree, value), "right": _plain(s["right"], tree, value),
        })  # fmt: skip
    return both[0], both[1]


def _plain(here: Tree, tree: Tree, value: Tree) -> Tree:
    """Without |tree|; below a sum an index may hide a variable, so nothing changes there."""
    if here == ["abs", tree]:
        return value
    if here[0] in ("sum", "prod"):
        return here
    return [here[0], *(_plain(a, tree, value) if isinstance(a, list) else a for a in here[1:])]
