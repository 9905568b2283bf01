"""Inequalities: refuted at a point, or proved by sign, derivative chain or subdivision."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from workbench.claims import Encoded, Outcome, inconclusive
from workbench.rigor.boxes import split_until_certain
from workbench.rigor.check import check_certificate
from workbench.rigor.provers.falsify import search
from workbench.rigor.provers.outcomes import at_point, certified, encoded, with_encoded
from workbench.symbolic import Relation, freeze

_METHODS = {"sign": "visible sign", "chain": "derivative chain", "boxes": "Arb boxes"}


def inequality(
    r: Relation,
    *,
    gap: Any = None,  # noqa: ANN401 - an expression equal to right - left
    methods: Sequence[str] = ("sign", "chain", "boxes"),
    boxes: int = 20_000,
    seconds: float = 20.0,
    narrowest: Fraction = Fraction(1, 2**40),
    summary: str = "",
) -> Outcome:
    """An inequality on its whole domain.

    `gap` is an expression equal to right - left whose sign is visible (a sum of squares, ...).
    `boxes`, `seconds` and `narrowest` bound the subdivision; at a point where both sides touch it
    cannot succeed, and the outcome says where it is stuck.
    """
    found = search(r)
    if found.point is not None:
        return at_point(found.relation, found.point)
    stuck = []
    for method in methods:
        certificate: dict[str, Any] = {"kind": method, "statement": r.tree}
        if method == "boxes":
            tried = split_until_certain(r.tree, boxes=boxes, seconds=seconds, narrowest=narrowest)
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
    if found.note:
        stuck.append(found.note)
    return inconclusive("inequality", "; ".join(stuck), encoded=encoded(r))
