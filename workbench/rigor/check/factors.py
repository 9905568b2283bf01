"""A gap written as a product, with a certificate for the sign of each factor.

    right - left = t_1^(e_1) ... t_k^(e_k)

A factor with an even exponent e > 0 needs no sign.  Every other one has a certificate, without
its statement, that it is positive (or non-negative, where its exponent is positive and the
statement weak).  Where an inequality touches along a zero of a factor, this comes before any
subdivision, which cannot succeed there.
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.solve import solutions, solved
from workbench.rigor.check.trees import Malformed, Tree, names_in, read_tree, whole

_HIGHEST_POWER = 60


def check_factors(c: Certificate, prove: Prove) -> Answer:
    """Check `factors`, each {"tree", "power", "proof"}; `proof` may be null for an even power."""
    s, factors = c["statement"], c["factors"]
    if s["op"] == "=" or not isinstance(factors, list) or not factors:
        return Answer(False, "factors: an inequality and a list of factors are needed")
    sorts = {v["name"]: v["sort"] for v in s["vars"]}
    strict = s["op"] in ("<", ">")
    for factor in factors:
        read_tree(factor["tree"], sorts)
        if not 0 < abs(whole(factor["power"])) <= _HIGHEST_POWER:
            raise Malformed(f"the power {factor['power']} of a factor")
    lost = unmet(s, [factor["tree"] for factor in factors])
    if lost:
        return Answer(False, f"factors: a factor may have no value: {lost[0]['kind']}")
    gone = set(solutions(s))
    remaining = [v for v in s["vars"] if v["name"] not in gone]
    gap = difference(s["left"], s["op"], s["right"])
    if not is_zero(solved(s, ["+", gap, ["neg", product(factors)]]), remaining):
        return Answer(False, "factors: right - left is not their product")
    for place, factor in enumerate(factors, start=1):
        power, proof = factor["power"], factor["proof"]
        if proof is None and power > 0 and power % 2 == 0 and not strict:
            continue
        needed = "<" if strict or power < 0 else "<="
        answer = prove(sign_of(s, factor["tree"], needed), proof)
        if not answer.accepted:
            return Answer(False, f"factors: factor {place}: {answer.message}")
    return Answer(True, f"factors: right - left is a product of {len(factors)} with their signs")


def sign_of(s: Statement, tree: Tree, op: str) -> Statement:
    """The statement `0 op tree` under the same conditions, without variables that do not occur."""
    used = names_in(tree).union(*(names_in(side) for a, _, b in s["where"] for side in (a, b)))
    kept = [v for v in s["vars"] if v["name"] in used]
    return {**s, "vars": kept, "left": ["q", "0"], "op": op, "right": tree, "requires": []}


def product(factors: list[dict[str, Any]]) -> Tree:
    """The product as one tree."""
    top: list[Tree] = [["q", "1"]]
    bottom: list[Tree] = [["q", "1"]]
    for factor in factors:
        power = factor["power"]
        (top if power > 0 else bottom).append(["^", factor["tree"], abs(power)])
    return ["/", ["*", *top], ["*", *bottom]]
