"""Exponentials of both sides: ln u <= ln v exactly when u <= v, where both logarithms have a value.

Of a side that is no logarithm the exponential is written as one: ln u <= w is u <= e^w.
"""

from __future__ import annotations

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.trees import Tree


def check_exponentials(c: Certificate, prove: Prove) -> Answer:
    """Check `proof`, a certificate for the exponentials of both sides."""
    answer = prove(of_exponentials(c["statement"]), c["proof"])
    return Answer(answer.accepted, f"exponentials: of both sides: {answer.message}")


def of_exponentials(s: Statement) -> Statement:
    """The statement about the exponentials; what a logarithm was taken of is positive."""
    sides = [s["left"], s["right"]]
    positive = [[["q", "0"], "<", side[1]] for side in sides if side[0] == "ln"]
    left, right = map(_exponential, sides)
    return {**s, "left": left, "right": right, "where": [*s["where"], *positive], "requires": []}


def _exponential(tree: Tree) -> Tree:
    return tree[1] if tree[0] == "ln" else ["exp", tree]
