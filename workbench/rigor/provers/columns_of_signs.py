"""Vectors of signs whose signed sums are as large as they can be in the maximum norm.

m vectors of signs in 2^(m-1) dimensions, every column of m signs that begins with 1 once: for each
choice of signs e the column c = e_1 e is there, and the sum of all e_i c_i is e_1 m.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

kappa, m, first = declare("kappa > 0, integer m > 0, real e_first")
e, c, top, C, E_T = declare("real e c, top >= 0, real C E_T")
SIGNS = ([[(e, "=", 1)], [(e, "=", -1)]], (c, "=", first * e))
ONE = ((first**2, "=", 1),)
REGULAR = ((E_T, "<=", kappa * m),)
REACHED = ((m, "<=", top),)
LINES = ("sign", "identity", "products")


def column(*, sure: Sequence[Any] = SIGNS, where: Sequence[Any] = ONE) -> LawStatement:
    """The sum of all e_i c_i is e_1 m, as its product with e_1 is m."""
    return LawStatement((first * C, "=", m), random=(e, c), means={C: e * c}, sure=sure,
                        where=where, over=m)  # fmt: skip


def bound(
    *, more: int = 0, where: Sequence[Any] = REGULAR, sure: Sequence[Any] = REACHED
) -> LawStatement:
    """Regularity asks kappa for m at least."""
    return LawStatement((m + more, "<=", kappa), random=(top,), means={E_T: top**2}, sure=sure,
                        where=where)  # fmt: skip


_ROOT = parse("n <= k", where="n^2 <= k*n, n > 0")
_BETWEEN = parse("n^2 <= k*n", where="0 <= t - n^2, t <= k*n")


def agrees(**changes: Any) -> Outcome:  # noqa: ANN401
    """Each e_1 e_i c_i is e_1^2 e_i^2 = 1."""
    proof = LawProof(column(**changes), seconds=1)
    proof.integrate("=", (first, C), (-1, 1), methods=LINES)
    return proof.outcome(methods=LINES)


def is_needed(**changes: Any) -> Outcome:  # noqa: ANN401
    """m^2 <= E top^2 <= kappa m."""
    proof = LawProof(bound(**changes), seconds=1)
    proof.integrate("<=", (1, E_T), (-(m**2), 1), facts=[(_GROWS, {"t": top, "n": m})])
    facts = [(_BETWEEN, {"t": E_T, "n": m, "k": kappa}), (_ROOT, {"n": m, "k": kappa})]
    return proof.outcome(facts=facts)


_GROWS = parse("n^2 <= t^2", where="n <= t, n > 0")


def of_signs(
    *, more: int = 0, regular: Sequence[Any] = REGULAR, reached: Sequence[Any] = REACHED,
    **changes: Any,  # noqa: ANN401
) -> Outcome:  # fmt: skip
    """Both."""
    needed = is_needed(more=more, where=regular, sure=reached)
    return all_of([agrees(**changes), needed])
