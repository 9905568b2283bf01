"""Recurrences and first values that define sequences, and cannot contradict each other.

Each sequence has at most one rule; a rule uses only entries that are computed before it, in the
order of time and, at equal times, of the list; no entry is given twice.  So such sequences exist.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from workbench.rigor.check.duties import unmet
from workbench.rigor.check.normal import NotReducible, normal_form
from workbench.rigor.check.trees import Bound, Malformed, Tree, mentions, read_tree, replace, whole

Variables = list[dict[str, Any]]


def distance(a: Tree, b: Tree, variables: Variables) -> fmpq | None:
    """The value of a - b, if it is a constant."""
    try:
        return normal_form(["+", a, ["neg", b]], variables)[1].constant()
    except (NotReducible, ZeroDivisionError):
        return None


def read_definitions(rules: list[Any], base: list[Any], s: dict[str, Any], start: int) -> None:
    """Refuse recurrences and first values that might contradict each other, or have no value."""
    sorts = {v["name"]: v["sort"] for v in s["vars"]}
    ruled: dict[str, int] = {}
    for place, rule in enumerate(rules):
        name, shift, first = rule["name"], whole(rule["shift"]), whole(rule["from"])
        if sorts.get(name) != "seq":
            raise Malformed(f"the rule is for {name!r}, which is no sequence of the statement")
        if name in ruled:
            raise Malformed(f"two rules for the sequence {name!r}")
        if shift < 1 or first > start:
            raise Malformed(f"the rule for {name!r} starts after the induction does")
        index = rule["index"]
        if not isinstance(index, str) or not index.isidentifier() or sorts.get(index) == "seq":
            raise Malformed(f"the rule for {name!r} has the index {index!r}")
        read_tree(rule["body"], {**sorts, index: "int"})
        inside = {"name": index, "sort": "int", "low": str(first), "low_open": False,
                  "high": None, "high_open": False}  # fmt: skip
        others = [v for v in s["vars"] if v["name"] != index]
        if unmet({**s, "vars": [*others, inside]}, [rule["body"]]):
            raise Malformed(f"the rule for {name!r} may have no value for some entries")
        ruled[name] = place
    for rule in rules:
        _only_earlier(rule["body"], rule, rules, ruled, ())
    given: set[tuple[str, int]] = set()
    for known in base:
        name, at = known["name"], whole(known["at"])
        if sorts.get(name) != "seq":
            raise Malformed(f"the value is for {name!r}, which is no sequence of the statement")
        if (name, at) in given:
            raise Malformed(f"two values for {name}[{at}]")
        if name in ruled:
            rule = rules[ruled[name]]
            if at >= rule["from"] + rule["shift"]:
                raise Malformed(f"{name}[{at}] has a value, and a rule says what it is")
        read_tree(known["value"], sorts)
        if unmet(s, [known["value"]]):
            raise Malformed(f"the value of {name}[{at}] may not exist")
        given.add((name, at))
    for place, known in enumerate(base):
        later = {(b["name"], b["at"]) for b in base[place:]}
        for entry in _entries(known["value"]):
            if not _known_by_then(entry, later, rules, ruled):
                raise Malformed(
                    f"the value of {known['name']}[{known['at']}] uses an entry of {entry[1]!r}"
                    " that is not visibly known by then"
                )


def _known_by_then(
    entry: Tree, later: set[tuple[str, int]], rules: list[Any], ruled: dict[str, int]
) -> bool:
    """An entry of the data, an earlier value, or an entry before the rule of its sequence."""
    name, at = entry[1], distance(entry[2], ["q", "0"], [])
    if name not in ruled and name not in {n for n, _ in later}:
        return True
    if at is None or at.q != 1 or (name, int(at.p)) in later:
        return False
    return name not in ruled or at < rules[ruled[name]]["from"] + rules[ruled[name]]["shift"]


def _entries(tree: Tree) -> list[Tree]:
    """The nodes that are entries of sequences."""
    here = [tree] if tree[0] == "idx" else []
    return here + [n for a in tree[1:] if isinstance(a, list) for n in _entries(a)]


def _only_earlier(
    tree: Tree, rule: dict[str, Any], rules: list[Any], ruled: dict[str, int], ranges: Bound
) -> None:
    """Refuse an entry of a ruled sequence that is not computed before the rule is applied at t."""
    op = tree[0]
    if op == "idx" and tree[1] in ruled:
        other = rules[ruled[tree[1]]]
        time = ["+", tree[2], ["q", str(-other["shift"])]]
        late = _latest(time, ranges)
        ahead = None if late is None else distance(late, ["v", rule["index"]], [])
        earlier_rule = ruled[tree[1]] < ruled[rule["name"]]
        if ahead is None or not (ahead < 0 or (ahead == 0 and earlier_rule)):
            raise Malformed(
                f"the rule for {rule['name']!r} uses an entry of {tree[1]!r} that does not visibly"
                " come earlier"
            )
    if op in ("sum", "prod"):
        _, index, low, high, body = tree
        _only_earlier(low, rule, rules, ruled, ranges)
        _only_earlier(high, rule, rules, ruled, ranges)
        _only_earlier(body, rule, rules, ruled, (*ranges, (index, low, high)))
        return
    for child in tree[1:]:
        if isinstance(child, list):
            _only_earlier(child, rule, rules, ruled, ranges)


def _latest(time: Tree, ranges: Bound) -> Tree | None:
    """The largest value of an index over the enclosing ranges, for those that move by +-1."""
    for index, low, high in reversed(ranges):
        if not mentions(time, index):
            continue
        up = distance(replace(time, {index: ["+", ["v", index], ["q", "1"]]}), time, [])
        if up is None or abs(up) != 1:
            return None
        time = replace(time, {index: high if up > 0 else low})
    return time
