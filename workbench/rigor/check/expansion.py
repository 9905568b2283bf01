"""Taylor expansion in one variable about a centre: what touches along a line or a curve.

    f(x) = f(g) + (x-g) f'(g) + ... + (x-g)^m / m! f^(m)(t)      with t between g and x

The centre g is a number or an expression in the other variables.  If every term on the right is
non-negative, so is f; for the last one it is enough that (t-g)^m f^(m)(t) >= 0 for all t in the
domain, because t - g has the sign of x - g.  With m = 1 this is: f falls towards g and grows
behind it.  Each term is a statement of its own with a certificate; one that is 0 needs none.

The way from g to x must stay in the domain.  So g lies in the interval of x, and every condition
about x is linear in x and holds at g (all of it with a certificate); equations about x are refused.
The gap and its derivatives must have values on the way, visibly or with a certificate.
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.derivative import derivative
from workbench.rigor.check.duties import is_met, lost, moves, of_trees
from workbench.rigor.check.factors import sign_of
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.signs import reader_of
from workbench.rigor.check.trees import Malformed, Tree, free, read_tree, replace, whole
from workbench.rigor.check.values import to_prove

_HIGHEST_ORDER = 8


def check_taylor(c: Certificate, prove: Prove) -> Answer:
    """Check `proofs` of the statements of `parts_of`; null for a term that is identically 0."""
    s = c["statement"]
    made = parts_of(s, c["variable"], c["centre"], c["order"])
    if isinstance(made, str):
        return Answer(False, f"taylor: {made}")
    for name, part in made.items():
        proof = c["proofs"].get(name)
        if proof is None:
            if part["op"] != "<=" or not is_zero(part["right"], part["vars"]):
                return Answer(False, f"taylor: {name}: without a certificate, and not 0")
            continue
        answer = prove(part, proof)
        if not answer.accepted:
            return Answer(False, f"taylor: {name}: {answer.message}")
    return Answer(True, f"taylor: all terms up to order {c['order']} are non-negative")


def parts_of(s: Statement, name: str, centre: Tree, order: int) -> dict[str, Statement] | str:
    """The statements about the centre and about the terms, or why the expansion is not allowed."""
    found = [v for v in s["vars"] if v["name"] == name and v["sort"] == "real"]
    if s["op"] == "=" or not found:
        return "an inequality and a real variable are needed"
    if not 1 <= whole(order) <= _HIGHEST_ORDER:
        raise Malformed(f"an expansion of order {order}")
    v, strict = found[0], s["op"] in ("<", ">")
    read_tree(centre, {w["name"]: w["sort"] for w in s["vars"]})
    if name in free(centre):
        return f"the centre mentions {name}"
    gap = difference(s["left"], s["op"], s["right"])
    away: Tree = ["+", ["v", name], ["neg", centre]]
    if strict and not is_met(reader_of(s), {"kind": "nonzero", "tree": away, "bound": []}):
        return f"{name} may be at the centre, where only the weak inequality follows"
    parts: dict[str, Statement] = {}
    for end, tree in (("low", ["+", centre, ["neg", ["q", v["low"]]]]),
                      ("high", ["+", ["q", v["high"]], ["neg", centre]])):  # fmt: skip
        if v[end] is not None:
            parts[end] = sign_of(s, tree, "<=")
    for k, (left, op, right) in enumerate(s["where"]):
        if not (name in free(left) or name in free(right)):
            continue
        if op == "=":
            return f"an equation mentions {name}"
        condition = difference(left, op, right)
        # 0 ln(x) has the derivative of a constant, and no value at x = 0
        if any(moves(duty, name) for duty in of_trees(reader_of(s), [condition]).values()):
            return f"a condition may have no value for some {name}"
        if name in free(derivative(condition, name)):
            return f"a condition is not linear in {name}"
        parts[f"condition {k}"] = sign_of(s, replace(condition, {name: centre}), "<=")
    derivatives = [gap]
    for _ in range(order):
        derivatives.append(derivative(derivatives[-1], name))
    inside = _opened(s, name)
    at_centre = [replace(f, {name: centre}) for f in derivatives[:order]]
    needed = ((s, [*derivatives[: order if strict else 1], *at_centre]), (inside, derivatives))
    values = to_prove((where, duty) for where, trees in needed for duty in lost(where, trees))
    if isinstance(values, str):
        return values
    parts |= values
    for k, value in enumerate(at_centre):
        parts[f"term {k}"] = sign_of(s, _times(away, k, value), "<=")
    last = _times(away, order, derivatives[order])
    parts["last"] = sign_of(inside, last, "<" if strict else "<=")
    return parts


def _times(away: Tree, power: int, tree: Tree) -> Tree:
    return tree if not power else ["*", ["^", away, power], tree]


def _opened(s: Statement, name: str) -> Statement:
    """The domain without the ends of the variable's interval."""
    ends: dict[str, Any] = {"low_open": True, "high_open": True}
    return {**s, "vars": [{**v, **ends} if v["name"] == name else v for v in s["vars"]]}
