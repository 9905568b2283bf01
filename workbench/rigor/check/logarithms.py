"""Logarithms of both sides: l <= r exactly when ln l <= ln r, where both are positive.

Bounds on moment generating functions, such as cosh x <= e^(x^2/2), are of lower order there: the
right side is a polynomial, and the derivative of the left side is bounded.
"""

from __future__ import annotations

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.trees import Tree
from workbench.rigor.check.values import to_prove


def check_logarithms(c: Certificate, prove: Prove) -> Answer:
    """Check `proof`, a certificate for the logarithms of both sides.

    What is not visibly positive has a certificate of its own in `values`.
    """
    made = of_logarithms(c["statement"])
    if isinstance(made, str):
        return Answer(False, f"logarithms: {made}")
    whole, values = made
    for name, part in values.items():
        answer = prove(part, c.get("values", {}).get(name))
        if not answer.accepted:
            return Answer(False, f"logarithms: {name}: {answer.message}")
    answer = prove(whole, c["proof"])
    return Answer(answer.accepted, f"logarithms: of both sides: {answer.message}")


def of_logarithms(s: Statement) -> tuple[Statement, dict[str, Statement]] | str:
    """The statement about the logarithms, and what has to be positive; or why it does not fit."""
    if s["op"] == "=":
        return "an inequality is needed"
    sides = [["ln", s["left"]], ["ln", s["right"]]]
    logarithms = [_logarithm(s["left"]), _logarithm(s["right"])]
    values = to_prove((s, duty) for duty in unmet(s, [*sides, *logarithms]))
    if isinstance(values, str):
        return values
    return {**s, "left": logarithms[0], "right": logarithms[1], "requires": []}, values


def _logarithm(tree: Tree) -> Tree:
    """ln of a positive tree; of a power, a product or a quotient by its rule."""
    op, *args = tree
    if op == "exp":
        return args[0]
    if op == "npow":
        return ["*", args[1], _logarithm(args[0])]
    if op == "*":
        return ["+", *(_logarithm(a) for a in args)]
    if op == "/":
        return ["+", _logarithm(args[0]), ["neg", _logarithm(args[1])]]
    if op == "prod":
        return ["sum", *args[:3], _logarithm(args[3])]
    return ["ln", tree]
