"""Logarithms of both sides: l <= r exactly when ln l <= ln r, where both are positive.

Bounds on moment generating functions, such as cosh x <= e^(x^2/2), are of lower order there: the
right side is a polynomial, and the derivative of the left side is bounded.
"""

from __future__ import annotations

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.trees import Tree


def check_logarithms(c: Certificate, prove: Prove) -> Answer:
    """Check `proof`, a certificate for the logarithms of both sides, which are visibly positive."""
    made = of_logarithms(c["statement"])
    if isinstance(made, str):
        return Answer(False, f"logarithms: {made}")
    answer = prove(made, c["proof"])
    return Answer(answer.accepted, f"logarithms: of both sides: {answer.message}")


def of_logarithms(s: Statement) -> Statement | str:
    """The statement about the logarithms, or why it does not stand for the given one."""
    if s["op"] == "=":
        return "an inequality is needed"
    if unmet(s, [["ln", s["left"]], ["ln", s["right"]]]):
        return "a side is not visibly positive"
    made = {**s, "left": _logarithm(s["left"]), "right": _logarithm(s["right"]), "requires": []}
    if unmet(s, [made["left"], made["right"]]):  # a base or a factor may be negative
        return "a base or a factor is not visibly positive"
    return made


def _logarithm(tree: Tree) -> Tree:
    """ln of a positive tree; of a power, a product or a quotient by its rule."""
    op, *args = tree
    if op == "exp":
        return args[0]
    if op == "npow":
        return ["*", args[1], ["ln", args[0]]]
    if op == "*":
        return ["+", *(_logarithm(a) for a in args)]
    if op == "/":
        return ["+", _logarithm(args[0]), ["neg", _logarithm(args[1])]]
    if op == "prod":
        return ["sum", *args[:3], ["ln", args[3]]]
    return ["ln", tree]
