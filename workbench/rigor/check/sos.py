"""Sums of squares with multipliers: a polynomial inequality as an identity.

    f - margin = sum_j g_j(x) z_j(x)^T L_j D_j L_j^T z_j(x),    D_j >= 0

f is the gap of the statement, z_j a vector of monomials, and g_j a product of expressions that are
non-negative on the domain: x - low and high - x for every bounded variable, and the gap of every
condition.  The checker writes the list of those itself; a certificate refers to them by number.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpq_mat, fmpq_mpoly

from workbench.rigor.check.answer import Answer, Certificate, as_fmpq
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.fraction import times
from workbench.rigor.check.polynomials import Polynomials
from workbench.rigor.check.trees import Malformed, Tree, whole

_MOST_TERMS = 100
_LONGEST_BASIS = 120
_HIGHEST_DEGREE = 60


def check_sos(c: Certificate) -> Answer:
    """Check `margin` and `terms`, each {"times": numbers, "basis": exponents, "L", "D"}."""
    s, terms = c["statement"], c["terms"]
    if s["op"] == "=" or not isinstance(terms, list) or len(terms) > _MOST_TERMS:
        return Answer(False, "sos: an inequality and at most 100 terms are needed")
    polynomials, margin = Polynomials(s), as_fmpq(c["margin"])
    if margin < 0 or (margin == 0 and s["op"] in ("<", ">")):
        return Answer(False, f"sos: the margin {margin} does not show {s['op']!r}")
    signed = [polynomials(tree) for tree in constraints(polynomials)]
    total = polynomials.number(margin)
    for place, term in enumerate(terms):
        pivots = [as_fmpq(d) for d in term["D"]]
        if any(d < 0 for d in pivots):
            return Answer(False, f"sos: a pivot of term {place} is negative")
        factor = polynomials.number(fmpq(1))
        for number in term["times"]:
            if not 0 <= whole(number) < len(signed):
                raise Malformed(f"there is no constraint number {number}")
            factor = times(factor, signed[number])
        total = total + times(factor, _squares(term, pivots, polynomials))
    if total != polynomials.gap():
        return Answer(False, "sos: the squares do not add up to right - left")
    return Answer(True, f"sos: right - left is a sum of squares with {len(terms)} multipliers")


def constraints(polynomials: Polynomials) -> list[Tree]:
    """Expressions that are non-negative on the domain: ends of intervals, then conditions."""
    found: list[Tree] = []
    for v in polynomials.variables:
        if v["sort"] == "seq":
            continue
        if v["low"] is not None:
            found.append(["+", ["v", v["name"]], ["neg", ["q", v["low"]]]])
        if v["high"] is not None:
            found.append(["+", ["q", v["high"]], ["neg", ["v", v["name"]]]])
    return found + [
        difference(left, op, right)
        for left, op, right in polynomials.statement["where"]
        if op != "="
    ]


def _squares(term: dict[str, Any], pivots: list[fmpq], polynomials: Polynomials) -> fmpq_mpoly:
    """z^T L D L^T z = sum_k D_k (column k of L . z)^2 as a polynomial."""
    basis, n = term["basis"], len(term["basis"])
    rows = [[as_fmpq(e) for e in row] for row in term["L"]]
    if n > _LONGEST_BASIS or len(pivots) != n or len(rows) != n or any(len(r) != n for r in rows):
        raise Malformed("the sizes of the basis, L and D do not fit")
    for powers in basis:
        if len(powers) != len(polynomials.names) or any(
            not 0 <= whole(k) <= _HIGHEST_DEGREE for k in powers
        ):
            raise Malformed("a monomial of the basis does not fit the variables")
    lower = fmpq_mat(n, n, [e for row in rows for e in row])
    diagonal = fmpq_mat(n, n, [pivots[i] if i == j else fmpq(0)
                               for i in range(n) for j in range(n)])  # fmt: skip
    gram = lower * diagonal * lower.transpose()
    found: dict[tuple[int, ...], fmpq] = {}
    for i, a in enumerate(basis):
        for j, b in enumerate(basis):
            powers = tuple(p + q for p, q in zip(a, b, strict=True))
            found[powers] = found.get(powers, fmpq(0)) + gram[i, j]
    if not polynomials.names:
        return polynomials.number(found.get((), fmpq(0)))
    return polynomials.context.from_dict(found)
