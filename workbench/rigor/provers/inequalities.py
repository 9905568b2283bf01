"""Inequalities: proved by what is quick, refuted at a point, or subdivided further.

A point `at` which a false variant is known to fail is the first candidate of the search.  It is
given for the statement and its mutants alike, so that they take the same road: where the statement
holds there, the search goes on and the proof follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from workbench.claims import Encoded, Outcome, inconclusive
from workbench.rigor.asking import check_certificate
from workbench.rigor.boxes import split_until_certain
from workbench.rigor.provers.falsify import search
from workbench.rigor.provers.outcomes import (
    at_point,
    certified,
    counterexample,
    encoded,
    exact,
    with_encoded,
)
from workbench.rigor.provers.remembering import remembered
from workbench.symbolic import Relation, freeze, relation
from workbench.symbolic.variables import Op

_FEW = 100  # boxes that are sooner looked at than points
_METHODS = {"sign": "visible sign", "chain": "derivative chain", "boxes": "Arb boxes"}


def inequality(
    r: Relation,
    *,
    gap: Any = None,  # noqa: ANN401 - an expression equal to right - left
    at: Mapping[str, Any] | None = None,
    methods: Sequence[str] = ("sign", "chain", "boxes"),
    boxes: int = 20_000,
    seconds: float = 20.0,
    narrowest: Fraction = Fraction(1, 2**40),
    summary: str = "",
) -> Outcome:
    """An inequality on its whole domain.

    `gap` is an expression equal to right - left whose sign is visible (a sum of squares, ...); `at`
    is the first point to try.
    `boxes`, `seconds` and `narrowest` bound the subdivision; at a point where both sides touch it
    cannot succeed, and the outcome says where it is stuck.

    r: the relation
    methods: what is tried, in this order
    summary: what the outcome says, in a sentence
    """
    shape = None if gap is None else freeze(gap).tree
    first = None if at is None else {name: exact(name, value) for name, value in at.items()}
    limits = [boxes, seconds, str(narrowest)]
    return remembered(
        ["inequality", r.tree, shape, first, list(methods), limits, summary],
        lambda: _decided(r, gap, at, methods, boxes, seconds, narrowest, summary),
    )


def _decided(
    r: Relation,
    gap: Any,  # noqa: ANN401
    at: Mapping[str, Any] | None,
    methods: Sequence[str],
    boxes: int,
    seconds: float,
    narrowest: Fraction,
    summary: str,
) -> Outcome:
    """The first of the methods that decides, or a counterexample, or where all are stuck."""
    if at is not None and (met := counterexample(r, **at)).decision == "fails":
        return met
    found, stuck = None, []
    for method in methods:
        certificate: dict[str, Any] = {"kind": method, "statement": r.tree}
        if method == "boxes":
            limits: dict[str, Any] = {"seconds": seconds, "narrowest": narrowest}
            tried = split_until_certain(r.tree, boxes=min(boxes, _FEW), **limits)
            if tried.tree is None:
                found = search(r)
                if found.point is not None:
                    return at_point(found.relation, found.point)
                tried = split_until_certain(r.tree, boxes=boxes, **limits)
            if tried.point is not None:
                return at_point(r, tried.point)
            if tried.tree is None:
                stuck.append(f"boxes: {tried.reason}")
                continue
            certificate |= {"tree": tried.tree, "bits": 64}
        elif gap is not None and method == "sign":
            certificate["gap"] = freeze(gap).tree
        answer = check_certificate(certificate)
        if not answer.accepted:
            stuck.append(answer.message)
            continue
        outcome = certified(r, certificate, _METHODS[method], summary or answer.message)
        if "gap" in certificate:
            shown = Encoded("gap, visibly non-negative", freeze(gap).latex())
            outcome = with_encoded(outcome, shown)
        return outcome
    found = found or search(r)
    if found.point is not None:
        return at_point(found.relation, found.point)
    if found.note:
        stuck.append(found.note)
    return inconclusive("inequality", "; ".join(stuck), encoded=encoded(r))


def visible(
    left: Any,  # noqa: ANN401 - sympy, int, Fraction or Expr
    op: Op,
    right: Any,  # noqa: ANN401
    *,
    where: Iterable[tuple[Any, Any, Any]] = (),
    gap: Any = None,  # noqa: ANN401
    at: Mapping[str, Any] | None = None,
    summary: str = "",
) -> Outcome:
    """`left op right`, because right - left (or `gap`, equal to it) is visibly non-negative.

    where:   definitions and conditions, each (left, op, right)
    gap:     right - left written so that its sign can be read off: squares, products of what the
             domains make non-negative
    at:      the first point to try, as {"name": exact value}; it decides a false variant

    summary: what the outcome says, in a sentence
    """
    return inequality(
        relation(left, op, right, where=where), gap=gap, at=at, methods=("sign",), summary=summary
    )
