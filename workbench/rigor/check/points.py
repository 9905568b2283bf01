"""Exact decisions at a rational point, and the counterexamples that they make.

A comparison is decided by enclosures of growing precision; equality, which no enclosure can show,
by the normal form of what is left when all values are put in.  A side that has no value at the
point decides nothing: neither does it violate a statement, nor does it meet a condition.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.duties import duties
from workbench.rigor.check.enclose import NoEnclosure, enclose, entries, point, precision
from workbench.rigor.check.fraction import NotReducible, TooLarge
from workbench.rigor.check.normal import is_zero, normal_form
from workbench.rigor.check.obligations import obligations
from workbench.rigor.check.trees import Malformed, Tree, rational, replace

_PRECISIONS = (64, 128, 256, 1024)
_MOST_TERMS = 10_000  # of sums that are written out
Point = Mapping[str, Any]


def check_counterexample(c: Certificate) -> Answer:
    """At the point every variable is in its domain, every condition holds, the statement fails.

    A point gives a value to each variable of the statement and to nothing else: a coordinate that
    the statement lacks would be shown beside the others, and nothing would have looked at it.
    """
    s, values = c["statement"], c["point"]
    for name in set(values) - {v["name"] for v in s["vars"]}:
        return Answer(False, f"counterexample: {str(name)[:40]!r} is no variable of the statement")
    for v in s["vars"]:
        if v["name"] not in values:
            return Answer(False, f"counterexample: variable {v['name']!r} has no value")
        value = values[v["name"]]
        if isinstance(value, str) == (v["sort"] == "seq"):
            return Answer(False, f"counterexample: {v['name']!r} is of the sort {v['sort']}")
        for one in [value] if isinstance(value, str) else entries(value).values():
            if not _in_domain(v, rational(one)):
                return Answer(False, f"counterexample: {v['name']} = {one} is off its domain")
    for left, op, right in s["where"]:
        if decide_at(left, op, right, values) is not True:
            return Answer(False, f"counterexample: the condition with {op!r} is not certainly met")
    for duty in duties(s):
        if not _is_met_at(duty["kind"], duty["tree"], list(duty["bound"]), values):
            return Answer(False, f"counterexample: a domain obligation is open: {duty['kind']}")
    if decide_at(s["left"], s["op"], s["right"], values) is False:
        return Answer(True, "counterexample: all conditions hold and the statement does not")
    return Answer(False, "counterexample: the statement is not certainly violated")


def _in_domain(v: Mapping[str, Any], value: Fraction) -> bool:
    if v["sort"] == "int" and value.denominator != 1:
        return False
    if v["low"] is not None:
        low = Fraction(v["low"])
        if value < low or (v["low_open"] and value == low):
            return False
    if v["high"] is not None:
        high = Fraction(v["high"])
        if value > high or (v["high_open"] and value == high):
            return False
    return True


def decide(statement: Mapping[str, Any], values: Point) -> bool | None:
    """Whether `left op right` holds at a rational point: True, False, or None if undecided."""
    return decide_at(statement["left"], statement["op"], statement["right"], values)


def decide_at(left: Tree, op: str, right: Tree, values: Point) -> bool | None:
    """The same for the bare comparison."""
    sign = _sign(["+", right, ["neg", left]], values)
    if sign is None:
        return None
    return {"<=": sign >= 0, "<": sign > 0, "=": sign == 0, ">=": sign <= 0, ">": sign < 0}[op]


def _sign(tree: Tree, values: Point) -> int | None:
    """The certain sign of the tree at the point; None if it has no value or stays undecided."""
    environment, has_value = {}, False
    for bits in _PRECISIONS:
        with precision(bits):
            environment = point(values)
            try:
                found = enclose(tree, environment)
            except NoEnclosure:
                continue
        has_value = True
        if found.positive or found.negative:
            return 1 if found.positive else -1
    try:
        ground = written_out(tree, values)
        if (has_value or _has_value(ground)) and is_zero(ground, []):
            return 0
    except (NotReducible, ZeroDivisionError):
        pass
    return None


def _has_value(ground: Tree) -> bool:
    """Whether a tree without variables surely has a value: each of its obligations is met."""
    return all(_is_met_at(kind, tree, [], {}) for kind, tree, _ in obligations(ground))


def _is_met_at(kind: str, tree: Tree, bound: list[Any], values: Point) -> bool:
    """Whether an obligation is certainly met at the point, for every index of its ranges."""
    if bound:
        (index, low, high), *rest = bound
        first, last = (literal(written_out(end, values)) for end in (low, high))
        if last - first > _MOST_TERMS or first.denominator != 1 or last.denominator != 1:
            return False
        return all(
            _is_met_at(kind, *_at_index(index, k, tree, rest), values)
            for k in range(int(first), int(last) + 1)
        )
    if kind == "integer":
        return literal(written_out(tree, values)).denominator == 1
    if kind == "power":
        natural = literal(written_out(tree[2], values)) >= 0
        return natural or _sign(tree[1], values) not in (None, 0)
    sign = _sign(tree, values)
    return sign is not None and {
        "nonzero": sign != 0, "positive": sign > 0, "nonnegative": sign >= 0
    }[kind]  # fmt: skip


def _at_index(index: str, k: int, tree: Tree, bound: list[Any]) -> tuple[Tree, list[Any]]:
    """What is left of an obligation inside a sum at one index."""
    for other, low, high in reversed(bound):
        tree = ["sum", other, low, high, tree]
    tree, ranges = replace(tree, {index: ["q", str(k)]}), []
    for _ in bound:
        _, other, low, high, tree = tree
        ranges.append([other, low, high])
    return tree, ranges


def written_out(tree: Tree, values: Point) -> Tree:
    """The tree with all values put in and all sums written out."""
    plain = {n: ["q", v] for n, v in values.items() if isinstance(v, str)}
    return _written_out(replace(tree, plain), values, [_MOST_TERMS])


def _written_out(tree: Tree, values: Point, left: list[int]) -> Tree:
    op = tree[0]
    if op in ("sum", "prod"):
        _, index, low, high, body = tree
        first, last = (literal(_written_out(b, values, left)) for b in (low, high))
        if first.denominator != 1 or last.denominator != 1:
            raise NotReducible("a sum between numbers that are not integers")
        left[0] -= max(0, int(last - first) + 1)
        if left[0] < 0:
            raise TooLarge(f"sums of more than {_MOST_TERMS} terms")
        terms = [
            _written_out(replace(body, {index: ["q", str(k)]}), values, left)
            for k in range(int(first), int(last) + 1)
        ]
        if not terms:
            return ["q", "0" if op == "sum" else "1"]
        return ["+" if op == "sum" else "*", *terms]
    if op == "idx":
        at = literal(_written_out(tree[2], values, left))
        found = entries(values[tree[1]])
        if at.denominator != 1 or int(at) not in found:
            raise Malformed(f"the entry {tree[1]}[{at}] has no value")
        return ["q", found[int(at)]]
    return [op, *(_written_out(a, values, left) if isinstance(a, list) else a for a in tree[1:])]


def literal(tree: Tree) -> Fraction:
    """The rational value of a tree without variables."""
    constant = normal_form(tree, [])[1].constant()
    if constant is None:
        raise NotReducible("a value that is not rational")
    return Fraction(int(constant.p), int(constant.q))
