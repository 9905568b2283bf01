"""Order reduction: a gap that starts non-negative at one end of a variable, and grows from there.

    f(end, y) >= 0  and  d/dx f(x, y) >= 0 for x above the low end  imply  f(x, y) >= 0

(from the high end: d/dx f <= 0).  Both are statements of their own, with their certificates.  The
mean value theorem needs f continuous up to the end and differentiable inside: the obligations of f
and of its derivative have to be met on the whole domain.  No condition may mention x, so that the
way from the end to x stays inside the domain.
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.derivative import derivative
from workbench.rigor.check.duties import lost
from workbench.rigor.check.factors import sign_of
from workbench.rigor.check.trees import Malformed, free, replace


def check_growth(c: Certificate, prove: Prove) -> Answer:
    """Check `start` and `slope`, certificates for the two statements of `parts_of`.

    A strict statement is strict by its "start" or by its "slope", as `strict` says; the latter
    only where the end itself is not in the domain.
    """
    s = c["statement"]
    made = parts_of(s, c["variable"], c["from"], c["strict"])
    if isinstance(made, str):
        return Answer(False, f"growth: {made}")
    for part, name in zip(made, ("start", "slope"), strict=True):
        answer = prove(part, c[name])
        if not answer.accepted:
            return Answer(False, f"growth: {name}: {answer.message}")
    return Answer(True, f"growth: it starts and grows with the right sign in {c['variable']}")


def parts_of(s: Statement, name: str, end: str, strict: str) -> tuple[Statement, Statement] | str:
    """The statements about the start and about the slope, or why the argument does not apply."""
    found = [v for v in s["vars"] if v["name"] == name and v["sort"] == "real"]
    if s["op"] == "=" or not found:
        return "an inequality and a real variable are needed"
    if end not in ("low", "high") or strict not in ("start", "slope"):
        raise Malformed(f"growth from {str(end)[:20]!r}, strict by {str(strict)[:20]!r}")
    at = found[0][end]
    if at is None:
        return f"{name} has no {end} end"
    if any(name in free(side) for left, _, right in s["where"] for side in (left, right)):
        return f"a condition mentions {name}"
    is_strict = s["op"] in ("<", ">")
    if is_strict and strict == "slope" and not found[0][f"{end}_open"]:
        return f"{name} may be at its {end} end, where the slope says nothing"
    gap = difference(s["left"], s["op"], s["right"])
    slope = derivative(gap, name)
    closed = _changed(s, name, {f"{end}_open": False})
    inside = _changed(s, name, {"low_open": True, "high_open": True})
    for where, tree in ((closed, gap), (inside, slope)):
        for duty in lost(where, [tree]):
            return f"the gap or its slope may have no value: {duty['kind']}"
    ops = {by: "<" if is_strict and strict == by else "<=" for by in ("start", "slope")}
    return (
        sign_of(s, replace(gap, {name: ["q", at]}), ops["start"]),
        sign_of(inside, slope if end == "low" else ["neg", slope], ops["slope"]),
    )


def _changed(s: Statement, name: str, change: dict[str, Any]) -> Statement:
    return {**s, "vars": [{**v, **change} if v["name"] == name else v for v in s["vars"]]}
