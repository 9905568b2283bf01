"""Homogeneous gaps: one variable may be set to 1; and gaps that no shift changes: one set to 0.

    f(x t, ..., t) = t^d f(x, ..., 1),  t > 0           f(x + t, ..., t) = f(x, ..., 0)

Both identities are checked by normal form, for the conditions as well; a condition without this
property is dropped, which makes the new statement stronger, never weaker.
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.atom_signs import POSITIVE
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.duties import duties, is_met
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.obligations import obligations
from workbench.rigor.check.signs import reader_of
from workbench.rigor.check.trees import Malformed, Tree, names_in, rational, replace, whole

_HIGHEST_DEGREE = 30


def check_symmetry(c: Certificate, prove: Prove) -> Answer:
    """Check `proof` for the statement of `reduced`."""
    made = reduced(c["statement"], c["variable"], c["group"], c["degree"])
    if isinstance(made, str):
        return Answer(False, f"symmetry: {made}")
    answer = prove(made, c["proof"])
    return Answer(answer.accepted, f"symmetry: {c['group']}: {answer.message}")


def reduced(s: Statement, name: str, group: str, degree: int) -> Statement | str:
    """The statement with the variable at 1 or 0, or why the gap lacks the symmetry.

    `group` is "scale", with the degree of the gap, or "shift", with degree 0.  All variables are
    moved; what is moved by a factor has the domain (0, oo), [0, oo) or the line.
    """
    if group not in ("scale", "shift") or abs(whole(degree)) > _HIGHEST_DEGREE:
        raise Malformed(f"the group {str(group)[:20]!r} of degree {degree}")
    if group == "shift" and degree:
        raise Malformed("a shift changes nothing: its degree is 0")
    if s["op"] == "=" or name not in {v["name"] for v in s["vars"]} or len(s["vars"]) < 2:
        return "an inequality and two variables are needed"
    if any(v["sort"] != "real" or not _is_moved(v, group) for v in s["vars"]):
        return "a variable has an interval that is not kept"
    if group == "scale" and reader_of({**s, "where": []})(["v", name]) != POSITIVE:
        return f"{name} may be 0"
    gap = difference(s["left"], s["op"], s["right"])
    if not _has_symmetry(s, gap, name, group, degree):
        return "the gap has no such symmetry"
    unit: Tree = ["q", "1" if group == "scale" else "0"]
    where: list[Any] = []
    for left, op, right in s["where"]:
        condition = difference(left, op, right)
        if op == "=" or any(True for _ in obligations(condition)):
            continue  # where it has no value at the unit, the old one might still hold
        if any(_kept(s, condition, name, group, d) for d in range(5)):
            where.append([["q", "0"], "<" if op in ("<", ">") else "<=",
                          replace(condition, {name: unit})])  # fmt: skip
    new = replace(gap, {name: unit})
    used = names_in(new).union(*(names_in(tree) for _, _, tree in where))
    op = "<" if s["op"] in ("<", ">") else "<="
    made = {**s, "vars": [v for v in s["vars"] if v["name"] in used and v["name"] != name],
            "where": where, "left": ["q", "0"], "op": op, "right": new,
            "requires": []}  # fmt: skip
    # what has no value could not be shown, and the old gap may have one there
    reader = reader_of(made)
    lost = [duty["kind"] for duty in duties(made) if not is_met(reader, duty)]
    return f"at the unit it may have no value: {lost[0]}" if lost else made


def _is_moved(v: dict[str, Any], group: str) -> bool:
    ends = [v[end] for end in ("low", "high") if v[end] is not None]
    return not ends if group == "shift" else all(rational(e) == 0 for e in ends)


def _kept(s: Statement, tree: Tree, name: str, group: str, degree: int) -> bool:
    try:
        return (group == "scale" or not degree) and _has_symmetry(s, tree, name, group, degree)
    except (NotReducible, ZeroDivisionError):
        return False


def _has_symmetry(s: Statement, tree: Tree, name: str, group: str, degree: int) -> bool:
    """Whether the tree is what the move makes of its value at the unit."""
    t: Tree = ["v", name]
    if group == "scale":
        moved = {v["name"]: ["*", ["v", v["name"]], t] for v in s["vars"] if v["name"] != name}
        times: Tree = ["^", t, abs(degree)]
        at_unit = replace(tree, {name: ["q", "1"]})
        image = ["*", times, at_unit] if degree >= 0 else ["/", at_unit, times]
    else:
        moved = {v["name"]: ["+", ["v", v["name"]], t] for v in s["vars"] if v["name"] != name}
        image = replace(tree, {name: ["q", "0"]})
    return is_zero(["+", replace(tree, moved), ["neg", image]], s["vars"])
