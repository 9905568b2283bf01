"""Recurrences and first values that define sequences, and cannot contradict each other.

Each sequence has at most one rule; a rule uses only entries that are computed before it, in the
order of time and, at equal times, of the list; no entry is given twice.  So such sequences exist.

What the entries of a defined sequence are follows from its definition alone.  The domain that it
is declared with is believed only where it follows too, by induction along that order (`settled`).
Entries that nothing defines are data, and have the declared domain then.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from workbench.rigor.check.atom_signs import NONNEGATIVE, POSITIVE
from workbench.rigor.check.duties import Duty, duties, is_met, unmet
from workbench.rigor.check.normal import NotReducible, normal_form
from workbench.rigor.check.obligations import Bound
from workbench.rigor.check.signs import Statement, reader_of
from workbench.rigor.check.trees import Malformed, Tree, free, read_tree, replace, whole
from workbench.rigor.check.vacuous import refuse_vacuous
from workbench.rigor.check.words import is_word

Variables = list[dict[str, Any]]


def distance(a: Tree, b: Tree, variables: Variables) -> fmpq | None:
    """The value of a - b, if it is a constant."""
    try:
        return normal_form(["+", a, ["neg", b]], variables)[1].constant()
    except (NotReducible, ZeroDivisionError):
        return None


def settled(s: Statement, rules: list[Any], base: list[Any]) -> Statement:
    """The statement with only those domains of defined sequences that their definitions show."""
    trusted = {d["name"] for d in (*rules, *base)}
    bare = {v["name"]: {**v, "low": None, "high": None} for v in s["vars"] if v["name"] in trusted}
    while True:
        variables = [v if v["name"] in trusted else bare.get(v["name"], v) for v in s["vars"]]
        here = {**s, "vars": variables}
        declared = [v for v in s["vars"] if v["name"] in trusted]
        lost = {v["name"] for v in declared if not _stays(v, here, rules, base)}
        if not lost:
            return here
        trusted -= lost


def _stays(v: dict[str, Any], s: Statement, rules: list[Any], base: list[Any]) -> bool:
    """Whether a new entry is visibly in the domain of its sequence, if the earlier entries are."""
    values = [(s, known["value"]) for known in base if known["name"] == v["name"]]
    values += [at_any_time(s, rule) for rule in rules if rule["name"] == v["name"]]
    for where, value in values:
        signs = reader_of(where)
        for end, gap in (
            ("low", ["+", value, ["neg", ["q", v["low"]]]]),
            ("high", ["+", ["q", v["high"]], ["neg", value]]),
        ):
            allowed = POSITIVE if v[f"{end}_open"] else NONNEGATIVE
            if v[end] is not None and not signs(gap) <= allowed:
                return False
    return True


def at_any_time(s: Statement, rule: dict[str, Any]) -> tuple[Statement, Tree]:
    """The body of a rule with t~ for its index, and the statement with all t~ that it is for."""
    time = {"name": "t~", "sort": "int", "low": str(rule["from"]), "low_open": False,
            "high": None, "high_open": False}  # fmt: skip
    return {**s, "vars": [*s["vars"], time]}, replace(rule["body"], {rule["index"]: ["v", "t~"]})


def read_definitions(
    rules: list[Any], base: list[Any], s: Statement, name: str, start: int
) -> Statement:
    """The statement, settled; contradictory definitions and those without a value are refused.

    `name` is the variable of the induction, which no definition may mention, and `start` its first
    value.
    """
    sorts = {v["name"]: v["sort"] for v in s["vars"]}
    ruled = _read_rules(rules, sorts, name, start)
    _read_values(base, rules, ruled, sorts, name)
    here = settled(s, rules, base)
    for rule in rules:
        where, body = at_any_time(here, rule)
        if unmet(where, [body]):
            raise Malformed(f"the rule for {rule['name']!r} may have no value for some entries")
    for known in base:
        if unmet(here, [known["value"]]):
            raise Malformed(f"the value of {known['name']}[{known['at']}] may not exist")
    values = [[["idx", b["name"], ["q", str(b["at"])]], "=", b["value"]] for b in base]
    refuse_vacuous({**here, "where": [*here["where"], *values]})
    return here


def _read_rules(rules: list[Any], sorts: dict[str, str], name: str, start: int) -> dict[str, int]:
    """The place of each sequence's rule in the list."""
    ruled: dict[str, int] = {}
    for place, rule in enumerate(rules):
        own, shift, first = rule["name"], whole(rule["shift"]), whole(rule["from"])
        if sorts.get(own) != "seq":
            raise Malformed(f"the rule is for {own!r}, which is no sequence of the statement")
        if own in ruled:
            raise Malformed(f"two rules for the sequence {own!r}")
        if shift < 1 or first > start:
            raise Malformed(f"the rule for {own!r} starts after the induction does")
        index = rule["index"]
        if not is_word(index) or sorts.get(index) == "seq":
            raise Malformed(f"the rule for {own!r} has the index {index!r}")
        read_tree(rule["body"], {**sorts, index: "int"})
        if index != name and name in free(rule["body"]):
            raise Malformed(f"the rule for {own!r} mentions the induction variable {name!r}")
        ruled[own] = place
    for rule in rules:
        _only_earlier(rule["body"], rule, rules, ruled, ())
    return ruled


def _read_values(
    base: list[Any], rules: list[Any], ruled: dict[str, int], sorts: dict[str, str], name: str
) -> None:
    given: set[tuple[str, int]] = set()
    for known in base:
        own, at = known["name"], whole(known["at"])
        if sorts.get(own) != "seq":
            raise Malformed(f"the value is for {own!r}, which is no sequence of the statement")
        if (own, at) in given:
            raise Malformed(f"two values for {own}[{at}]")
        if own in ruled:
            rule = rules[ruled[own]]
            if at >= rule["from"] + rule["shift"]:
                raise Malformed(f"{own}[{at}] has a value, and a rule says what it is")
        read_tree(known["value"], sorts)
        if name in free(known["value"]):
            raise Malformed(f"the value of {own}[{at}] mentions the induction variable {name!r}")
        given.add((own, at))
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
        if index not in free(time):
            continue
        up = distance(replace(time, {index: ["+", ["v", index], ["q", "1"]]}), time, [])
        if up is None or abs(up) != 1:
            return None
        time = replace(time, {index: high if up > 0 else low})
    return time


def discharge(statement: Statement) -> list[Duty]:
    """Each obligation of the statement, with whether it is met on the whole domain.

    A statement with definitions may hold its "rules" and "base", as `conclusions` writes them.
    Obligations that a reader sees to be met (a literal denominator, an integer bound) are left out.
    """
    here = settled(statement, statement.get("rules", []), statement.get("base", []))
    found, reader = [], reader_of(here)
    for duty in duties(here):
        met = is_met(reader, duty)
        if not (met and (duty["kind"] == "integer" or duty["tree"][0] == "q")):
            found.append({**duty, "discharged": met})
    return found
