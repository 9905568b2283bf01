"""Statements about sequences that recurrences and first values define.

    h = Defined(relation(h[t], "<=", 1), rules=[Rule(h, t, body)], base=[First(h, 0, 1)])

The definitions belong to the statement: the same relation about sequences that are defined in
another way, or not at all, is another statement.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from workbench.claims import Encoded
from workbench.symbolic.expr import Expr, rational, substitute, variable
from workbench.symbolic.relation import Relation
from workbench.symbolic.variables import Condition, Variable

_SHOWN = 12  # first values that a reader sees; the digest and a certificate are of them all


@dataclass(frozen=True, slots=True)
class Rule:
    """A recurrence: `sequence[index + shift] = body` for every index >= first.

    The sequence is a sympy IndexedBase or its name, the index a sympy Symbol or its name; the body
    is an expression in the index and in entries that come earlier.
    """

    sequence: Any
    index: Any
    body: Any
    shift: int = field(default=1, kw_only=True)
    first: int = field(default=0, kw_only=True)


@dataclass(frozen=True, slots=True)
class First:
    """A first value: `sequence[at] = value`; for an enumeration also at every index up to `to`."""

    sequence: Any
    at: int
    value: Any
    to: int | None = field(default=None, kw_only=True)


class Defined:
    """A relation with the recurrences and first values of its sequences, all frozen.

    relation: what is said of the sequences
    rules:    their recurrences
    base:     their first values
    last:     of an enumeration: the index up to which the rules are used
    """

    def __init__(
        self,
        relation: Relation,
        rules: Sequence[Rule] = (),
        base: Sequence[First] = (),
        *,
        last: int | None = None,
    ) -> None:
        from workbench.symbolic.freezer import Freezer  # brings sympy

        freezer, named = Freezer(), cache(str)  # a table has thousands of values
        self.last = last
        self.rules: list[dict[str, Any]] = [
            {
                "name": str(u.sequence),
                "index": str(u.index),
                "shift": u.shift,
                "from": u.first,
                "body": freezer(u.body),
            }
            for u in rules
        ]
        self.base: list[dict[str, Any]] = [
            {"name": named(b.sequence), "at": b.at, "value": freezer(b.value)}
            | ({} if b.to is None else {"to": b.to})
            for b in base
        ]
        known = {v.name for v in relation.variables}
        self.names = {d["name"] for d in (*self.rules, *self.base)}
        indices = {rule["index"] for rule in self.rules}
        more = {n: v for n, v in freezer.variables.items() if n not in known | indices}
        for name in self.names - known:
            more[name] = Variable(name, "seq")
        added = (more[n] for n in sorted(more))
        self.relation = replace(relation, variables=(*relation.variables, *added))

    @property
    def tree(self) -> dict[str, Any]:
        """Rules and first values as certificates have them."""
        return {
            "rules": [{**rule, "body": rule["body"].tree} for rule in self.rules],
            "base": [{**b, "value": b["value"].tree} for b in self.base],
        }

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON form, first 16 hexadecimal digits."""
        data = {**self.relation.tree, **{name: said for name, said in self.tree.items() if said}}
        if self.last is not None and self.rules:
            data["last"] = self.last
        text = json.dumps(data, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def latex(self) -> str:
        """The statement as encoded, with what defines its sequences."""
        given = r",\quad ".join(one.latex for one in self.encoded())
        return rf"{self.relation.latex()} \quad \text{{if }} {given}"

    def encoded(self) -> tuple[Encoded, ...]:
        """The definitions as a reader sees them."""
        shown = [Encoded("first value", self._shown(b)) for b in self.base[:_SHOWN]]
        if (more := len(self.base) - _SHOWN) > 0:
            shown.append(Encoded("first value", rf"\text{{and {more} further values}}"))
        for rule in self.rules:
            at = Expr("+", (variable(rule["index"]), rational(rule["shift"])))
            text = Condition(Expr("idx", (rule["name"], at)), "=", rule["body"]).latex()
            first = rf"{variable(rule['index']).latex()} \ge {rule['from']}"
            shown.append(Encoded("recurrence", rf"{text} \text{{{{ for all }}}} {first}"))
        return tuple(shown)

    def _value(self, b: Mapping[str, Any]) -> Condition:
        return Condition(Expr("idx", (b["name"], rational(b["at"]))), "=", b["value"])

    def _shown(self, b: Mapping[str, Any]) -> str:
        text = self._value(b).latex()
        return text if "to" not in b else rf"{text} \text{{ and so on up to the index }} {b['to']}"

    def unrolled(self, counter: str, start: int, case: int) -> Relation:
        """The statement for one value of the counter, with the definitions as conditions.

        counter: the integer variable of the induction
        start: its first value
        case: the value that is looked at
        """
        conditions = [self._value(b) for b in self.base]
        for t in range(start, case + 1):
            for rule in self.rules:
                entry = Expr("idx", (rule["name"], rational(t + rule["shift"])))
                body = substitute(rule["body"], {rule["index"]: rational(t)})
                conditions.append(Condition(entry, "=", _literal_indices(body)))
        conditions.append(Condition(variable(counter), "=", rational(case)))
        free = tuple(
            Variable(v.name, "seq") if v.name in self.names else v for v in self.relation.variables
        )
        return replace(self.relation, where=(*self.relation.where, *conditions), variables=free)


def _literal_indices(e: Expr) -> Expr:
    """Indices such as 2 + 1 as literals, for a reader's sake."""
    args = tuple(_literal_indices(a) if isinstance(a, Expr) else a for a in e.args)
    if e.op == "idx" and args[1].op == "+" and all(a.op == "q" for a in args[1].args):
        total = sum(int(a.args[0]) for a in args[1].args)
        return Expr("idx", (args[0], rational(total)))
    return Expr(e.op, args)
