"""From a checker's answer to the outcome of a claim's check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import flint

from workbench.claims import (
    Counterexample,
    Encoded,
    Example,
    Figure,
    Grade,
    Obligation,
    Outcome,
    fails,
    holds,
    inconclusive,
)
from workbench.errors import ClaimError
from workbench.rigor.asking import check_certificate
from workbench.rigor.check import decide, discharge, is_evaluated
from workbench.rigor.check.enclose import NoEnclosure, enclose, precision
from workbench.rigor.check.enclose import point as environment
from workbench.rigor.check.kinds import digest
from workbench.rigor.provers.hypotheses import doubts
from workbench.symbolic import DomainObligation, Expr, Relation, freeze
from workbench.symbolic.plain import plain, plain_obligation

TRUST = (f"python-flint {flint.__version__}", "workbench.rigor.check")


def certified(r: Relation, certificate: dict[str, Any], method: str, summary: str) -> Outcome:
    """The checker accepted; whether both sides have a value everywhere decides the grade."""

    def met_by(duty: Mapping[str, Any]) -> str:
        if duty["discharged"]:
            return "visible sign"
        boxes = certificate["kind"] == "boxes" and is_evaluated(certificate, duty)
        return "enclosures" if boxes else ""

    asked = list(discharge(r.tree))
    duties = tuple(
        Obligation(duty_of(o).latex(), "discharged" if (by := met_by(o)) else "open", by)
        for o in asked
    )
    still_open = [
        plain_obligation(duty_of(o))
        for o, d in zip(asked, duties, strict=True)
        if d.status == "open"
    ]
    return holds(
        method,
        summary,
        grade=Grade.DERIVED if still_open else Grade.CERTIFIED,
        reason=f"domain obligations are open: {'; '.join(still_open)}" if still_open else "",
        certificate=stamped(certificate),
        encoded=encoded(r),
        obligations=duties,
        trust=(*TRUST, *doubts(r.tree)),
    )


def counterexample(r: Relation, /, *, note: str = "", **values: Any) -> Outcome:  # noqa: ANN401
    """Decide the statement at one rational point; `fails` carries the exact counterexample.

    Values are ints, Fractions or strings "p/q"; a list is a sequence that starts at index 1, a
    mapping gives entries by index.  Values of symbols that cancel in the statement are no part of
    the point.
    """
    point = {name: exact(name, value) for name, value in values.items()}
    return at_point(r, {v.name: point[v.name] for v in r.variables if v.name in point}, note)


@dataclass(frozen=True, slots=True, eq=False)
class PointExample(Example):
    """A relation and a rational point, at which `counterexample` decides it when it is asked."""

    relation: Relation
    point: Mapping[str, Any]
    note: str = ""
    trust: tuple[str, ...] = ()  # what else made the relation

    def says(self) -> Relation:
        """The relation, for all values of its variables."""
        return self.relation

    def place(self) -> dict[str, str]:
        """The values of those variables that the relation has."""
        known = {v.name for v in self.relation.variables}
        return {n: value_text(exact(n, v)) for n, v in self.point.items() if n in known}

    def outcome(self) -> Outcome:
        """`fails` with an exact counterexample where the relation is false at the point."""
        found = counterexample(self.relation, note=self.note, **self.point)
        return replace(found, trust=(*found.trust, *self.trust))


def witness(r: Relation, /, *, note: str = "", **values: Any) -> PointExample:  # noqa: ANN401
    """What `counterexample` would decide, for a refutation that says of what it is; see `Example`.

    r:      the relation
    note:   what a reader has to know of the point
    values: of the variables
    """
    return PointExample(r, values, note)


def at_point(r: Relation, point: dict[str, Any], note: str = "") -> Outcome:
    """The same for a point that holds exact text already."""
    certificate = {"kind": "counterexample", "statement": r.tree, "point": point}
    answer = check_certificate(certificate)
    figures = tuple(
        side_figure(label, side, point) for label, side in (("left", r.left), ("right", r.right))
    )
    if answer.accepted:
        return fails(
            "exact counterexample",
            note or f"fails at {point_text(point)}",
            grade=Grade.CERTIFIED,
            counterexample=Counterexample(
                tuple((n, value_text(v)) for n, v in point.items()), note or answer.message
            ),
            certificate=stamped(certificate),
            encoded=encoded(r),
            figures=figures,
            trust=TRUST,
        )
    if _holds_at(r, point):
        return holds(
            "exact counterexample",
            f"the statement holds at {point_text(point)}",
            grade=Grade.SUPPORTED,
            encoded=encoded(r),
            figures=figures,
            trust=TRUST,
        )
    return inconclusive("exact counterexample", answer.message, encoded=encoded(r))


def _holds_at(r: Relation, point: Mapping[str, Any]) -> bool:
    """Whether the statement is certainly met; `decide` knows the entries it needs, or says so."""
    if not {v.name for v in r.variables} <= set(point):
        return False
    try:
        return decide(r.tree, point) is True
    except (LookupError, ValueError, TypeError, AttributeError):
        return False


def enclosure(value: Any, /, **point: Any) -> Figure:  # noqa: ANN401
    """The value of an expression at a rational point, enclosed by Arb, as a figure."""
    expr = freeze(value)
    return side_figure(plain(expr), expr, {n: exact(n, v) for n, v in point.items()})


def side_figure(label: str, side: Expr, point: Mapping[str, Any]) -> Figure:
    """The value of one side at the point."""
    with precision(128):
        try:
            value = enclose(side.tree, environment(point))
        except (NoEnclosure, LookupError, TypeError, AttributeError):
            return Figure(label, "undefined")
        middle = (value.low + value.high) / 2
        return Figure(label, float(middle), note="midpoint of an Arb enclosure")


def duty_of(o: Mapping[str, Any]) -> DomainObligation:
    """A domain obligation from its JSON form."""
    bound = tuple((i, Expr.from_tree(a), Expr.from_tree(b)) for i, a, b in o["bound"])
    return DomainObligation(o["kind"], Expr.from_tree(o["tree"]), bound)


def stamped(certificate: dict[str, Any]) -> dict[str, Any]:
    """The certificate with its digest, which the checker compares."""
    return {**certificate, "digest": digest(certificate)}


def encoded(r: Relation) -> tuple[Encoded, ...]:
    """The statement and its conditions as the machine holds them."""
    shown = [Encoded("statement", r.latex())]
    shown += [Encoded("where", text) for text in r.conditions_latex()]
    return tuple(shown)


def with_encoded(outcome: Outcome, *more: Encoded) -> Outcome:
    """The outcome with more expressions to show."""
    return replace(outcome, encoded=outcome.encoded + more)


def exact(name: str, value: Any) -> Any:  # noqa: ANN401
    """Exact text for a value an author wrote; a float is refused."""
    if isinstance(value, Mapping):
        return {str(k): exact(name, v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [exact(name, v) for v in value]
    if not isinstance(value, bool | float):
        try:
            return str(Fraction(str(value)))
        except ValueError:
            pass
    raise ClaimError(
        f"{name} = {value!r} is a {type(value).__name__}: a counterexample is exact."
        " Write a Fraction, an int or a string such as '1/10'."
    )


def short(value: Fraction) -> str | float:
    """An exact number as text if that is short, else its value."""
    text = str(value)
    return text if len(text) <= 40 else float(value)


def point_text(point: Mapping[str, Any]) -> str:
    """A point on one line."""
    text = ", ".join(f"{n} = {value_text(v)}" for n, v in point.items())
    return text if len(text) <= 200 else text[:197] + "..."


def value_text(value: Any) -> str:  # noqa: ANN401
    """The value of one variable or sequence."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {v}" for k, v in value.items()) + "}"
    return "(" + ", ".join(value) + ")"
