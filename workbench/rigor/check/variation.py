"""Chains of derivatives that may change their sign once: what rises and then falls.

    f_0 = right - left,    F_k = w_k f_k with a weight w_k > 0,    f_(k+1) = d/dx F_k

The last F has one sign in the interior, with a certificate.  Then the one before is monotone, and
so on upwards: what rises, then falls, and is not negative near either end is nowhere negative; with
one end only, it is non-negative and then non-positive, so that the one above rises and then falls.
The signs near the ends are read off asymptotic expansions, if x is the only variable; else each is
a statement about the value at a finite end, with its certificate.  No condition may mention x.

Decline towards a limit and humps between two ends are of this kind.
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.asymptotics import sign_near
from workbench.rigor.check.atom_signs import POSITIVE
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.derivative import derivative
from workbench.rigor.check.duties import lost
from workbench.rigor.check.enclose import NoEnclosure
from workbench.rigor.check.factors import sign_of
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.signs import reader_of
from workbench.rigor.check.trees import Malformed, Tree, free, read_tree, replace

_MOST_LEVELS = 12
ENDS = ("low", "high")
Signs = tuple[int, ...]  # what an expression is, from the low end to the high one: (1,), (1, -1)


def check_variation(c: Certificate, prove: Prove) -> Answer:
    """Check `levels`, each {"weight", "form"} with F_k = form, and `last`, the proof of its sign.

    A level may hold `low` and `high`, {"sign", "proof"}, where x is not the only variable.
    """
    s, name, levels = c["statement"], c["variable"], c["levels"]
    why = unfit(s, name)
    if why:
        return Answer(False, f"variation: {why}")
    if not isinstance(levels, list) or not 1 < len(levels) <= _MOST_LEVELS:
        raise Malformed("the levels of a variation")
    inside, gap = interior(s, name), difference(s["left"], s["op"], s["right"])
    for place, level in enumerate(levels):
        why = _misfit(s, inside, gap, level["weight"], level["form"])
        if why:
            return Answer(False, f"variation: level {place}: {why}")
        if place + 1 < len(levels):
            gap = derivative(level["form"], name)
    strict = s["op"] in ("<", ">")
    if c["sign"] not in (1, -1):
        raise Malformed("a sign is 1 or -1")
    answer = prove(last_part(inside, levels[-1]["form"], c["sign"], strict=strict), c["last"])
    if not answer.accepted:
        return Answer(False, f"variation: the last sign: {answer.message}")
    signs: Signs = (c["sign"],)
    for place in range(len(levels) - 2, -1, -1):
        found = above(signs, _ends(s, name, levels[place], prove))
        if found is None:
            return Answer(False, f"variation: level {place} may change its sign twice")
        signs = found
    if signs != (1,):
        return Answer(False, "variation: the gap may be negative near an end")
    return Answer(True, f"variation: {len(levels) - 1} derivatives in {name}, to one sign")


def unfit(s: Statement, name: str) -> str:
    """Why the argument does not apply to a variable; empty if it does."""
    found = [v for v in s["vars"] if v["name"] == name and v["sort"] == "real"]
    if s["op"] == "=" or not found:
        return "an inequality and a real variable are needed"
    if any(name in free(side) for left, _, right in s["where"] for side in (left, right)):
        return f"a condition mentions {name}"
    gap = difference(s["left"], s["op"], s["right"])
    if not _has_value(s, gap):  # continuous up to the ends
        return "the gap may have no value"
    closed = any(found[0][end] is not None and not found[0][f"{end}_open"] for end in ENDS)
    if closed and s["op"] in ("<", ">"):
        return f"{name} may be at an end, where only the weak inequality follows"
    return ""


def interior(s: Statement, name: str) -> Statement:
    """The statement without the ends of the variable's interval."""
    ends: dict[str, Any] = {"low_open": True, "high_open": True}
    return {**s, "vars": [{**v, **ends} if v["name"] == name else v for v in s["vars"]]}


def last_part(inside: Statement, form: Tree, sign: int, *, strict: bool) -> Statement:
    """The statement that the last level has its sign in the interior."""
    return sign_of(inside, form if sign > 0 else ["neg", form], "<" if strict else "<=")


def end_part(s: Statement, name: str, form: Tree, end: str, sign: int) -> Statement | None:
    """The statement about the value at a finite end, up to which the form is continuous."""
    (v,) = (v for v in s["vars"] if v["name"] == name)
    if v[end] is None or not _has_value(_closed(s, name, end), form):
        return None
    value = replace(form, {name: ["q", v[end]]})
    return sign_of(s, value if sign > 0 else ["neg", value], "<=")


def sign_at_end(s: Statement, name: str, form: Tree, end: str) -> int | None:
    """The sign near an end, 0 if the form tends to 0, None if it is unknown."""
    (v,) = (v for v in s["vars"] if v["name"] == name)
    try:
        closed = v[end] is not None and _has_value(_closed(s, name, end), form)
        if closed and is_zero(replace(form, {name: ["q", v[end]]}), []):
            return 0
        return sign_near(form, name, v[end], above=end == "low")
    except (NoEnclosure, NotReducible, ZeroDivisionError):
        return None


def above(below: Signs, ends: tuple[int | None, int | None]) -> Signs | None:
    """The signs of F, given those of its derivative and its own near the ends; None if unknown.

    >>> above((1,), (0, None)), above((1, -1), (1, 0)), above((1, -1), (1, None))
    ((1,), (1,), (1, -1))
    >>> above((-1, 1), (None, None)) is None
    True
    """
    last = ends[1]
    if below[0] < 0:  # what falls first is turned round
        opposite = [None if e is None else -e for e in ends]
        turned = above(tuple(-b for b in below), (opposite[0], opposite[1]))
        return None if turned is None else tuple(-t for t in turned)
    low, high = (e is not None and e >= 0 for e in ends)
    if len(below) == 1:
        if low:
            return (1,)
        return (-1,) if last is not None and last <= 0 else (-1, 1)
    if low and high:
        return (1,)
    if low:
        return (1, -1)
    return (-1, 1) if high else None


def _ends(
    s: Statement, name: str, level: dict[str, Any], prove: Prove
) -> tuple[int | None, int | None]:
    found: list[int | None] = []
    for end in ENDS:
        given = level.get(end)
        if given is None:
            found.append(sign_at_end(s, name, level["form"], end) if len(s["vars"]) == 1 else None)
            continue
        if given["sign"] not in (1, -1):
            raise Malformed("a sign is 1 or -1")
        part = end_part(s, name, level["form"], end, given["sign"])
        proved = part is not None and prove(part, given["proof"]).accepted
        found.append(given["sign"] if proved else None)
    return found[0], found[1]


def _misfit(s: Statement, inside: Statement, gap: Tree, weight: Tree, form: Tree) -> str:
    """Why the form is not the weight times the gap, with a positive weight; empty if it is."""
    sorts = {v["name"]: v["sort"] for v in s["vars"]}
    for tree in (weight, form):
        read_tree(tree, sorts)
    for tree in (gap, weight, form):
        if not _has_value(inside, tree):
            return "it may have no value"
    if not reader_of(inside)(weight) <= POSITIVE:
        return "the weight is not visibly positive"
    if form == gap and weight == ["q", "1"]:
        return ""
    if not is_zero(["+", form, ["neg", ["*", weight, gap]]], s["vars"]):
        return "the form is not the weight times the derivative of the one before"
    return ""


def _has_value(s: Statement, tree: Tree) -> bool:
    return not any(lost(s, [tree]))


def _closed(s: Statement, name: str, end: str) -> Statement:
    return {**s, "vars": [{**v, f"{end}_open": False} if v["name"] == name else v
                          for v in s["vars"]]}  # fmt: skip
