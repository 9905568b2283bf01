"""Something in between: left <= middle and middle <= right, each with its certificate.

That is how an induction gets the stronger statement that it needs: a sum is at most 2 because it
is at most 2 - 1/n.  A strict inequality has to be strict on the left of the middle.
"""

from __future__ import annotations

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.trees import Tree, read_tree


def check_between(c: Certificate, prove: Prove) -> Answer:
    """Check `left` and `right`, certificates of the two inequalities with `middle`."""
    s, middle = c["statement"], c["middle"]
    if s["op"] == "=":
        return Answer(False, "between: an inequality is needed")
    read_tree(middle, {v["name"]: v["sort"] for v in s["vars"]})
    lost = unmet(s, [middle])
    if lost:
        return Answer(False, f"between: the middle may have no value: {lost[0]['kind']}")
    for part, name in zip(halves_of(s, middle), ("left", "right"), strict=True):
        answer = prove(part, c[name])
        if not answer.accepted:
            return Answer(False, f"between: {name}: {answer.message}")
    return Answer(True, "between: both inequalities with the middle are shown")


def halves_of(s: Statement, middle: Tree) -> tuple[Statement, Statement]:
    """`left op middle` and the weak `middle op right`."""
    weak = {"<": "<=", ">": ">="}.get(s["op"], s["op"])
    return (
        {**s, "right": middle, "requires": []},
        {**s, "left": middle, "op": weak, "requires": []},
    )
