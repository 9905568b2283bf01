"""Powers of both sides, to be rid of a root: lower <= upper, if upper >= 0 and lower^k <= upper^k.

The gap is first written as upper - lower, so that what is raised may be arranged freely.
"""

from __future__ import annotations

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.factors import sign_of
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.solve import solutions, solved
from workbench.rigor.check.trees import Malformed, Tree, read_tree, whole

_HIGHEST_POWER = 12


def check_powers(c: Certificate, prove: Prove) -> Answer:
    """Check `sign`, that `upper` >= 0, and `proof`, that `lower`^power <= `upper`^power."""
    s, lower, upper, power = c["statement"], c["lower"], c["upper"], whole(c["power"])
    if s["op"] == "=" or not 2 <= power <= _HIGHEST_POWER:
        raise Malformed(f"an inequality and a power from 2 to {_HIGHEST_POWER} are needed")
    sorts = {v["name"]: v["sort"] for v in s["vars"]}
    for tree in (lower, upper):
        read_tree(tree, sorts)
    lost = unmet(s, [lower, upper])
    if lost:
        return Answer(False, f"powers: a side may have no value: {lost[0]['kind']}")
    gone = set(solutions(s))
    remaining = [v for v in s["vars"] if v["name"] not in gone]
    told: Tree = ["+", upper, ["neg", lower]]
    gap = difference(s["left"], s["op"], s["right"])
    if not is_zero(solved(s, ["+", gap, ["neg", told]]), remaining):
        return Answer(False, "powers: right - left is not upper - lower")
    for part, name in zip(parts_of(s, lower, upper, power), ("sign", "proof"), strict=True):
        answer = prove(part, c[name])
        if not answer.accepted:
            return Answer(False, f"powers: {name}: {answer.message}")
    return Answer(True, f"powers: the powers {power} of both sides compare")


def parts_of(s: Statement, lower: Tree, upper: Tree, power: int) -> tuple[Statement, Statement]:
    """That the upper side is non-negative, and that the powers compare."""
    strict = "<" if s["op"] in ("<", ">") else "<="
    raised: Tree = ["+", ["^", upper, power], ["neg", ["^", lower, power]]]
    return sign_of(s, upper, "<="), sign_of(s, raised, strict)
