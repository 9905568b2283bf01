"""Equations: identities by normal form, and identities in a natural number by induction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from workbench.claims import Outcome, inconclusive
from workbench.rigor.asking import check_certificate
from workbench.rigor.check.normal import is_zero
from workbench.rigor.provers.attempts import Unfit
from workbench.rigor.provers.budget import Budget
from workbench.rigor.provers.falsify import search
from workbench.rigor.provers.outcomes import (
    at_point,
    certified,
    counterexample,
    encoded,
    with_encoded,
)
from workbench.rigor.provers.run import METHODS, ProofSearch
from workbench.rigor.provers.sums import inductive
from workbench.symbolic import Defined, Expr, First, Relation, Rule, relation
from workbench.symbolic.freezer import Freezer

_CASES = 4  # of an induction, tried one by one


def identity(
    left: Any,  # noqa: ANN401 - sympy, int, Fraction or Expr; or the whole relation
    right: Any = None,  # noqa: ANN401
    *,
    where: Iterable[tuple[Any, Any, Any]] = (),
    nonzero: Iterable[Any] = (),
    multiples: Mapping[int, Any] | None = None,
    at: Mapping[str, Any] | None = None,
    summary: str = "",
) -> Outcome:
    """`left = right` wherever both are defined; `where` may define symbols by (v, "=", expr).

    Both sides, with their conditions, may come as one relation.

    nonzero: expressions by which may be divided
    multiples: by which the equations in `where`, told by their places, add up to left - right
    at: a point at which the statement is tried first where it is not proved
    summary: what the outcome says, in a sentence
    """
    stated = isinstance(left, Relation) and right is None
    r = left if stated else relation(left, "=", right, where=where, nonzero=nonzero)
    certificate: dict[str, Any] = {"kind": "identity", "statement": r.tree}
    if multiples:
        freezer = Freezer()
        certificate["multiples"] = [[k, freezer(m).tree] for k, m in multiples.items()]
    answer = check_certificate(certificate)
    if answer.accepted:
        return certified(r, certificate, "normal form", summary or "left - right reduces to 0")
    if at and (there := counterexample(r, **at)).decision == "fails":
        return there
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
    stated: Relation | Defined,
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

    stated: the relation, in sequences and the variable; as a `Defined` with rules and base of its
            own
    summary: what the outcome says, in a sentence
    """
    made = stated if isinstance(stated, Defined) else Defined(stated, rules, base)
    r = made.relation
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


def _of_inequality(made: Defined, variable: str, start: int, factor: Expr, summary: str) -> Outcome:
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
