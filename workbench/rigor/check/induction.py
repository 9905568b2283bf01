"""Induction: an equation for all n >= start, from its first case and one step.

The sequences of the statement may be defined by recurrences.  A definition must define: each
sequence has at most one rule, a rule uses only entries that come earlier, and no given value
contradicts a rule.  Otherwise no such sequence might exist, and everything would follow.

What the step uses is checked for every n >= start, wherever the domain of n begins: both sides,
and what the certificate adds to them, have a value there, or the chain from n to n + 1 is broken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.definitions import Variables, distance, read_definitions
from workbench.rigor.check.duties import is_met, moves, of_trees, own_duties
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.signs import Statement, reader_of
from workbench.rigor.check.solve import solutions, solved
from workbench.rigor.check.trees import (
    Tree,
    free,
    fresh_index,
    least,
    read_tree,
    replace,
    whole,
)


def check_induction(c: Certificate) -> Answer:
    """Check left = right for all n >= start.

    `rules` lists recurrences {"name": u, "index": t, "shift": k, "from": a, "body": e}, each
    meaning u[t+k] = e for all t >= a, used at t = n; `base` lists values {"name", "at", "value"}.
    The gap left - right is 0 at the start, and gap(n+1) = factor * gap(n).
    """
    s = c["statement"]
    if s["op"] != "=":
        return Answer(False, "induction: the statement must be an equation")
    made = frame_of(c, ["+", s["left"], ["neg", s["right"]]])
    if isinstance(made, str):
        return Answer(False, f"induction: {made}")
    if not is_zero(made.first, made.variables):
        return Answer(
            False, f"induction: the base case {made.name} = {made.start} does not reduce to 0"
        )
    factor = c.get("factor", ["q", "1"])
    fault = made.breaks([factor])
    if fault:
        return Answer(False, f"induction: {fault}")
    if not made.follows(factor, ["q", "0"]):
        return Answer(False, "induction: the step does not reduce to 0")
    return Answer(True, f"induction: base at {made.start} and step both reduce to 0")


@dataclass(frozen=True, slots=True)
class Frame:
    """The gap of a statement about all n >= start: at the start, at n, and at n + 1."""

    statement: Statement  # for all n >= start, its definitions settled
    name: str
    start: int
    first: Tree
    before: Tree
    after: Tree
    variables: Variables  # with n~ >= 0 for n - start

    def breaks(self, trees: list[Tree]) -> str:
        """Why the way from n to n + 1 may be broken: somewhere a side or a tree has no value.

        An obligation that is the same for every n may be the statement's own: where it is not met,
        the statement says nothing for any n.
        """
        s = self.statement
        sorts = {v["name"]: v["sort"] for v in s["vars"]}
        for tree in trees:
            read_tree(tree, sorts)
        own, reader = own_duties(s), reader_of(s)
        for text, duty in (own | of_trees(reader, trees)).items():
            if text in own and not moves(duty, self.name):
                continue
            if not is_met(reader, duty):
                what = "a side" if text in own else "a stated factor or slack"
                return f"{what} may have no value for some {self.name}: {duty['kind']}"
        return ""

    def follows(self, factor: Tree, slack: Tree) -> bool:
        """Whether gap(n+1) = factor * gap(n) + slack."""
        factor, slack = (self.at_n(tree) for tree in (factor, slack))
        told = ["+", ["*", factor, self.before], slack]
        return is_zero(["+", self.after, ["neg", told]], self.variables)

    def at_n(self, tree: Tree) -> Tree:
        """A tree in the counter, with definitions put in, at n = n~ + start."""
        return replace(solved(self.statement, tree), {self.name: _shifted(self.start)})


def frame_of(c: Certificate, gap: Tree) -> Frame | str:
    """The frame of a certificate with `variable`, `start`, `rules` and `base`, or what is wrong."""
    s, name, start = c["statement"], c["variable"], whole(c["start"])
    counter = {v["name"]: v for v in s["vars"]}.get(name)
    if counter is None or counter["sort"] != "int":
        return f"{name!r} is not an integer variable of the statement"
    if counter["low"] is None or start > least(counter):
        return f"it starts at {start}, the domain of {name!r} before"
    if any(name in free(side) for left, _, right in s["where"] for side in (left, right)):
        return "a condition mentions the induction variable"
    rules, base = c.get("rules", []), c.get("base", [])
    variables = [counted_from(v, start) if v["name"] == name else v for v in s["vars"]]
    here = read_definitions(rules, base, {**s, "vars": variables}, name, start)
    gone = {name, *solutions(s)}
    variables = [v for v in here["vars"] if v["name"] not in gone]
    gap = solved(s, gap)
    first = replace(gap, {name: ["q", str(start)]})
    for known in base:  # values such as u[0] = e, part of the definition
        first = rewrite(first, known["name"], ["q", str(known["at"])], known["value"], variables)
    variables.append(counted_from({**counter, "name": "n~"}, 0))
    n = _shifted(start)
    before, after = replace(gap, {name: n}), replace(gap, {name: ["+", n, ["q", "1"]]})
    for rule in rules:
        body = replace(rule["body"], {rule["index"]: n})
        at = ["+", n, ["q", str(rule["shift"])]]
        after = rewrite(after, rule["name"], at, body, variables)
    return Frame(here, name, start, first, before, after, variables)


def counted_from(counter: dict[str, Any], start: int) -> dict[str, Any]:
    """The variable over all integers from `start` on: the step is used for every one of them."""
    return {**counter, "low": str(start), "low_open": False, "high": None, "high_open": False}


def _shifted(start: int) -> Tree:
    return ["+", ["v", "n~"], ["q", str(start)]]


def rewrite(tree: Tree, name: str, at: Tree, value: Tree, variables: Variables) -> Tree:
    """Put `value` for the entry name[at], except for indices that a sum binds."""
    op = tree[0]
    if op == "idx" and tree[1] == name and _same(tree[2], at, variables):
        return value
    if op in ("sum", "prod"):
        _, index, low, high, body = tree
        index, body = fresh_index(index, body, free(value) | free(at))
        tree = [op, index, low, high, body]
    return [
        op,
        *(rewrite(a, name, at, value, variables) if isinstance(a, list) else a for a in tree[1:]),
    ]


def _same(a: Tree, b: Tree, variables: Variables) -> bool:
    return distance(a, b, variables) == 0
