"""Equations: identities by normal form, and identities in a natural number by induction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.claims import Encoded, Outcome, inconclusive
from workbench.rigor.check import check_certificate
from workbench.rigor.check.normal import is_zero
from workbench.rigor.provers.attempts import Unfit
from workbench.rigor.provers.falsify import search
from workbench.rigor.provers.outcomes import at_point, certified, encoded, with_encoded
from workbench.rigor.provers.run import METHODS, Budget, ProofSearch
from workbench.rigor.provers.sums import inductive
from workbench.symbolic import Condition, Expr, Relation, Variable, relation, substitute
from workbench.symbolic.expr import rational, variable
from workbench.symbolic.freezer import Freezer

_CASES = 4  # of an induction, tried one by one


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


def identity(
    left: Any,  # noqa: ANN401 - sympy, int, Fraction or Expr
    right: Any,  # noqa: ANN401
    *,
    where: Iterable[tuple[Any, Any, Any]] = (),
    nonzero: Iterable[Any] = (),
    summary: str = "",
) -> Outcome:
    """`left = right` wherever both are defined; `where` may define symbols by (v, "=", expr).

    nonzero: expressions by which may be divided
    summary: what the outcome says, in a sentence
    """
    r = relation(left, "=", right, where=where, nonzero=nonzero)
    certificate = {"kind": "identity", "statement": r.tree}
    answer = check_certificate(certificate)
    if answer.accepted:
        return certified(r, certificate, "normal form", summary or "left - right reduces to 0")
    found = search(r)
    if found.point is not None:
        return at_point(found.relation, found.point)
    return inconclusive(
        "normal form",
        f"{answer.message}, and it differs from 0 at none of {found.met} rational points that were"
        " tried: a rule for its functions may be missing",
        encoded=encoded(r),
    )


def same(left: Any, right: Any) -> bool:  # noqa: ANN401
    """Whether two expressions reduce to the same normal form (a helper for tests and authors)."""
    r = relation(left, "=", right)
    return is_zero(["+", r.left.tree, ["neg", r.right.tree]], [v.tree for v in r.variables])


def induction(
    r: Relation,
    variable: str,
    *,
    start: int = 0,
    rules: Sequence[Rule] = (),
    base: Sequence[First] = (),
    factor: Any = 1,  # noqa: ANN401
    summary: str = "",
) -> Outcome:
    """An identity or inequality for every integer `variable` >= start.

    rules:  the recurrences of its sequences
    base:   their first values
    factor: the expression F with gap(n + 1) = F gap(n), and for an inequality gap(n + 1) - F gap(n)
            and F non-negative; 1 if the gap does not change, or grows

    r: the relation, in sequences and the variable
    summary: what the outcome says, in a sentence
    """
    made = Definitions(r, rules, base)
    if r.op != "=":
        return _of_inequality(made, variable, start, Freezer()(factor), summary)
    certificate = {
        "kind": "induction",
        "statement": made.relation.tree,
        "variable": variable,
        "start": start,
        **made.tree,
        "factor": Freezer()(factor).tree,
    }
    answer = check_certificate(certificate)
    if answer.accepted:
        outcome = certified(made.relation, certificate, "induction", summary or answer.message)
        return with_encoded(outcome, *made.encoded())
    known = variable in {v.name for v in r.variables}
    for case in range(start, start + _CASES) if known else ():
        found = search(made.unrolled(variable, start, case), tries=60)
        if found.point is not None:
            return at_point(found.relation, found.point)
    return inconclusive("induction", answer.message, encoded=(*encoded(r), *made.encoded()))


def _of_inequality(
    made: Definitions, variable: str, start: int, factor: Expr, summary: str
) -> Outcome:
    """The three signs of the step are proved by whatever works."""
    r = made.relation
    definitions = {
        "variable": variable, "start": start,
        **made.tree,
    }  # fmt: skip
    known = variable in {v.name for v in r.variables}
    for case in range(start, start + _CASES) if known else ():
        found = search(made.unrolled(variable, start, case), tries=60)
        if found.point is not None:
            return at_point(found.relation, found.point)
    run = ProofSearch(r, Budget())
    try:
        evidence, why = inductive(
            r, lambda part: run.attempt(part, METHODS), factors=(factor.tree,),
            definitions=definitions,
        )  # fmt: skip
    except Unfit as error:
        evidence, why = None, str(error)
    if evidence is not None:
        certificate = {**evidence, "statement": r.tree}
        answer = check_certificate(certificate)
        if answer.accepted:
            outcome = certified(r, certificate, "induction", summary or answer.message)
            return with_encoded(outcome, *made.encoded())
        why = answer.message
    return inconclusive("induction", why, encoded=(*encoded(r), *made.encoded()))


class Definitions:
    """A statement with the recurrences and first values of its sequences, all frozen."""

    def __init__(self, r: Relation, rules: Sequence[Rule], base: Sequence[First]) -> None:
        freezer = Freezer()
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
            {"name": str(b.sequence), "at": b.at, "value": freezer(b.value)}
            | ({} if b.to is None else {"to": b.to})
            for b in base
        ]
        known = {v.name for v in r.variables}
        self.names = {d["name"] for d in (*self.rules, *self.base)}
        indices = {rule["index"] for rule in self.rules}
        more = {n: v for n, v in freezer.variables.items() if n not in known | indices}
        for name in self.names - known:
            more[name] = Variable(name, "seq")
        self.relation = replace(r, variables=(*r.variables, *(more[n] for n in sorted(more))))

    @property
    def tree(self) -> dict[str, Any]:
        """Rules and first values as certificates have them."""
        return {
            "rules": [{**rule, "body": rule["body"].tree} for rule in self.rules],
            "base": [{**b, "value": b["value"].tree} for b in self.base],
        }

    def encoded(self) -> tuple[Encoded, ...]:
        """The definitions as a reader sees them."""
        shown = [Encoded("first value", self._shown(b)) for b in self.base]
        for rule in self.rules:
            at = Expr("+", (variable(rule["index"]), rational(rule["shift"])))
            text = Condition(Expr("idx", (rule["name"], at)), "=", rule["body"]).latex()
            first = rf"{variable(rule['index']).latex()} \ge {rule['from']}"
            shown.append(Encoded("recurrence", rf"{text} \quad ({first})"))
        return tuple(shown)

    def _value(self, b: Mapping[str, Any]) -> Condition:
        return Condition(Expr("idx", (b["name"], rational(b["at"]))), "=", b["value"])

    def _shown(self, b: Mapping[str, Any]) -> str:
        text = self._value(b).latex()
        return text if "to" not in b else rf"{text} \text{{ and so on up to the index }} {b['to']}"

    def unrolled(self, counter: str, start: int, case: int) -> Relation:
        """The statement for one value of the counter, with the definitions as conditions."""
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
