"""A statement about finitely many integers, checked case by case.

Every integer variable has both ends, and every point of the ranges that meets the conditions is
evaluated; nothing is sampled.  A condition that cannot be decided at a point leaves it in.

Sequences of the statement are defined, as in an induction, by `base` values and by `rules`; they
are computed forward as enclosures, up to the entry `last`.  A definition may depend on no variable
of the statement, and a defined sequence has no domain of its own: what it is worth follows from
the definition alone.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.enclose import Interval, NoEnclosure, enclose, precision
from workbench.rigor.check.points import decide_at
from workbench.rigor.check.solve import solutions, solved
from workbench.rigor.check.trees import Malformed, Tree, free, rational, read_tree, whole
from workbench.rigor.check.words import is_word

_MOST_BITS = 8192
_MOST_POINTS = 200_000
_MOST_ENTRIES = 50_000  # of all sequences together
Point = dict[str, int]


def check_enumeration(c: Certificate) -> Answer:
    """Check `statement` at every point of its finite domain, with `bits` of precision.

    `rules` lists recurrences {"name": u, "index": t, "shift": k, "from": a, "body": e}, each
    meaning u[t+k] = e for a <= t <= last - k; `base` lists first values {"name", "at", "value"},
    with "to" for the same value at all indices up to that.
    """
    bits = whole(c.get("bits", 64))
    if not 2 <= bits <= _MOST_BITS:
        raise Malformed(f"bits = {bits}")
    with precision(bits):
        try:
            made = Enumeration(c)
        except NoEnclosure as error:
            return Answer(False, f"enumeration: an entry of a sequence has no value: {error}")
        return judged(made)


def judged(made: Enumeration) -> Answer:
    """Whether the statement holds at every point, at the precision in force."""
    cases = 0
    for point in made.points():
        if made.is_outside(point):
            continue
        cases += 1
        if not made.holds(point):
            return Answer(False, f"enumeration: not certainly so at {told(point)}")
    if not cases:
        return Answer(False, "enumeration: the conditions exclude every case")
    return Answer(True, f"enumeration: all {cases} cases")


def told(point: Point) -> str:
    """A point on one line."""
    return ", ".join(f"{name} = {value}" for name, value in point.items()) or "the only case"


class Enumeration:
    """The finite domain of a statement, and what is evaluated at its points."""

    def __init__(self, c: Certificate) -> None:
        s = c["statement"]
        self.op = s["op"]
        self.left, self.right = solved(s, s["left"]), solved(s, s["right"])
        self.gap = difference(self.left, self.op, self.right)
        self.where = [(solved(s, a), op, solved(s, b)) for a, op, b in s["where"]]
        self.sequences = _computed(c)
        self.ranges = _ranges(s, set(self.sequences))
        sides = [self.left, self.right, *(side for a, _, b in self.where for side in (a, b))]
        for name in frozenset().union(*map(free, sides)) - set(self.ranges):
            raise Malformed(f"the variable {name!r} is defined by itself")

    def points(self) -> Iterator[Point]:
        """All points of the ranges."""
        for values in itertools.product(*self.ranges.values()):
            yield dict(zip(self.ranges, values, strict=True))

    def is_outside(self, point: Point) -> bool:
        """Whether a condition is certainly violated at the point."""
        env = self._environment(point)
        return any(violated(a, op, b, env) for a, op, b in self.where)

    def holds(self, point: Point) -> bool:
        """Whether both sides have a value at the point and the statement is certainly true."""
        try:
            gap = enclose(self.gap, self._environment(point))
        except (NoEnclosure, LookupError):
            return False
        if self.op == "=":
            settled = bool(gap.low == 0 and gap.high == 0)
        else:
            settled = gap.positive if self.op in ("<", ">") else gap.nonnegative
        if settled or self.sequences:
            return settled
        values = {name: str(value) for name, value in point.items()}
        return decide_at(self.left, self.op, self.right, values) is True

    def fails(self, point: Point) -> bool:
        """Whether the statement is certainly false at the point."""
        return violated(self.left, self.op, self.right, self._environment(point))

    def _environment(self, point: Point) -> dict[str, Any]:
        return {**self.sequences, **{name: Interval.of(value) for name, value in point.items()}}


def violated(left: Tree, op: str, right: Tree, env: Mapping[str, Any]) -> bool:
    """Whether the enclosures of both sides show that the comparison is false."""
    try:
        gap = enclose(difference(left, op, right), env)
    except (NoEnclosure, LookupError):
        return False
    if op == "=":
        return gap.negative or gap.positive
    return gap.negative or (op in ("<", ">") and bool(gap.high <= 0))


def _ranges(s: Mapping[str, Any], defined: set[str]) -> dict[str, range]:
    """The integers that each variable runs through."""
    found, points, put = {}, 1, solutions(dict(s))
    for v in s["vars"]:
        name = v["name"]
        if v["sort"] == "seq":
            if name not in defined or v["low"] is not None or v["high"] is not None:
                raise Malformed(f"the sequence {name!r} has no definition, or a domain of its own")
            continue
        if name in put:
            continue
        if v["sort"] != "int" or v["low"] is None or v["high"] is None:
            raise Malformed(f"the variable {name!r} does not run through finitely many integers")
        low, high = rational(v["low"]), rational(v["high"])
        first = math.floor(low) + 1 if v["low_open"] else math.ceil(low)
        last = math.ceil(high) - 1 if v["high_open"] else math.floor(high)
        found[name] = range(first, last + 1)
        points *= len(found[name])
    if points > _MOST_POINTS:
        raise Malformed(f"more than {_MOST_POINTS} points")
    return found


def _computed(c: Certificate) -> dict[str, dict[int, Interval]]:
    """Enclosures of the entries of the defined sequences; each is computed once, from earlier ones.

    So the sequences exist, as far as they are computed, and a definition cannot contradict another.
    """
    s, rules, base = c["statement"], c.get("rules", []), c.get("base", [])
    sorts = {v["name"]: v["sort"] for v in s["vars"]}
    names = {n: "seq" for n, sort in sorts.items() if sort == "seq"}
    for d in (*rules, *base):
        if names.get(d["name"]) != "seq":
            raise Malformed(f"{str(d['name'])[:40]!r} is no sequence of the statement")
    first = min((whole(rule["from"]) for rule in rules), default=0)
    last = whole(c["last"]) if rules else first - 1
    given = [range(whole(b["at"]), whole(b.get("to", b["at"])) + 1) for b in base]
    if sum(map(len, given)) + len(rules) * max(0, last - first + 1) > _MOST_ENTRIES:
        raise Malformed(f"more than {_MOST_ENTRIES} entries of sequences")
    found: dict[str, dict[int, Interval]] = {d["name"]: {} for d in (*rules, *base)}
    for known, indices in zip(base, given, strict=True):
        value = solved(s, known["value"])
        read_tree(value, names)
        for at in indices:
            _put(found, known["name"], at, value, {})
    bodies = []
    for rule in rules:
        index, body = rule["index"], solved(s, rule["body"])
        if not is_word(index) or index in sorts:
            raise Malformed(f"the rule for {rule['name']!r} has the index {str(index)[:40]!r}")
        if whole(rule["shift"]) < 1:
            raise Malformed(f"the rule for {rule['name']!r} does not lead to a later entry")
        read_tree(body, {**names, index: "int"})
        bodies.append(body)
    for t in range(first, last):
        for rule, body in zip(rules, bodies, strict=True):
            if rule["from"] <= t <= last - rule["shift"]:
                here = {rule["index"]: Interval.of(t)}
                _put(found, rule["name"], t + rule["shift"], body, here)
    return found


def _put(
    found: dict[str, dict[int, Interval]], name: str, at: int, value: Tree, env: dict[str, Interval]
) -> None:
    if at in found[name]:
        raise Malformed(f"{name}[{at}] is defined twice")
    try:
        found[name][at] = enclose(value, {**found, **env})
    except LookupError as error:
        raise Malformed(f"{name}[{at}] uses an entry that is not known by then: {error}") from error
