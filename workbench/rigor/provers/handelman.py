"""A polynomial as a combination of products of the conditions, with non-negative weights.

    right - left = sum_j c_j g_(j,1) g_(j,2) ... + margin,   c_j >= 0

where each g is non-negative on the domain: an interval's end, a condition.  A linear programme
proposes which products take part; their weights are then solved for exactly.  The certificate is
that of a sum of squares whose squares are constants (see `check.sos`).
"""

from __future__ import annotations

import warnings
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.polynomials import Polynomials
from workbench.rigor.check.sos import constraints
from workbench.rigor.provers.attempts import Unfit
from workbench.rigor.provers.squares import _as_dict

_MOST_PRODUCTS = 1500
_MOST_TERMS = 2000
_POSITIVE = 1e-9


def by_products(statement: dict[str, Any]) -> tuple[dict[str, Any] | None, str]:
    """`margin` and `terms` (see `check.sos`) of such a combination, or why there is none."""
    if statement["op"] == "=":
        raise Unfit("an inequality is needed")
    try:
        polynomials = Polynomials(statement)
        target = polynomials.gap()
        signed = [polynomials(tree) for tree in constraints(polynomials)]
    except (NotReducible, ZeroDivisionError) as error:
        raise Unfit(str(error)) from error
    if not polynomials.names or target.is_zero() or not signed:
        raise Unfit("no conditions to multiply")
    wanted = _as_dict(target)
    degree = max(sum(e) for e in wanted)
    kept: list[tuple[list[int], dict[Any, Fraction]]] = []
    for size in range(1, degree + 1):
        for times in combinations_with_replacement(range(len(signed)), size):
            made = polynomials.number(fmpq(1))
            for k in times:
                made = made * signed[k]
            if len(made) > 200:
                continue
            terms = _as_dict(made)
            if terms and max(sum(e) for e in terms) <= degree + 1:
                kept.append((list(times), terms))
            if len(kept) > _MOST_PRODUCTS:
                break
    strict = statement["op"] in ("<", ">")
    found = _weights(wanted, kept, strict=strict)
    if found is None:
        return None, "products: no combination of products of the conditions"
    weights, margin = found
    empty = [0] * len(polynomials.names)
    return {"margin": str(margin), "terms": [
        {"times": times, "basis": [empty], "L": [["1"]], "D": [str(w)]} for times, w in weights
    ]}, ""  # fmt: skip


def _weights(
    target: dict[Any, Fraction], products: list[tuple[list[int], dict[Any, Fraction]]], *,
    strict: bool,
) -> tuple[list[tuple[list[int], Fraction]], Fraction] | None:  # fmt: skip
    """Exact non-negative weights, and the margin that is left over."""
    from scipy.optimize import linprog
    from scipy.sparse import coo_matrix

    zero = (0,) * len(next(iter(target)))
    columns = [([], {zero: Fraction(1)}), *products]
    rows = {e: i for i, e in enumerate(dict.fromkeys(
        e for _, terms in columns for e in terms))}  # fmt: skip
    if any(e not in rows for e in target) or len(rows) > _MOST_TERMS:
        return None
    entries = [(rows[e], j, float(c)) for j, (_, terms) in enumerate(columns)
               for e, c in terms.items()]  # fmt: skip
    i, j, c = zip(*entries, strict=True)
    matrix = coo_matrix((c, (i, j)), shape=(len(rows), len(columns)))
    right = np.zeros(len(rows))
    for e, value in target.items():
        right[rows[e]] = float(value)
    cost = np.ones(len(columns))
    cost[0] = -1.0 if strict else 0.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = linprog(cost, A_eq=matrix.tocsr(), b_eq=right, bounds=(0, None), method="highs-ds")
    if found.status != 0:
        return None
    support = [k for k, x in enumerate(found.x) if x > _POSITIVE]
    exact = _solved([columns[k][1] for k in support], target)
    if exact is None or any(x < 0 for x in exact):
        return None
    weights = [(columns[k][0], x) for k, x in zip(support, exact, strict=True) if x]
    margin = sum((x for times, x in weights if not times), Fraction(0))
    if strict and not margin:
        return None
    return [(times, x) for times, x in weights if times], margin


def _solved(columns: list[dict[Any, Fraction]], target: dict[Any, Fraction]) -> Any:  # noqa: ANN401
    """The exact solution of the overdetermined equations for a basis of columns, if it exists."""
    rows = list(dict.fromkeys([*target, *(e for column in columns for e in column)]))
    n = len(columns)
    entries = [_flint(column.get(e, Fraction(0))) for e in rows
               for column in (*columns, target)]  # fmt: skip
    reduced, rank = fmpq_mat(len(rows), n + 1, entries).rref()
    found, pivots = [Fraction(0)] * n, []
    for i in range(rank):
        lead = next(j for j in range(n + 1) if reduced[i, j] != 0)
        if lead == n:
            return None
        pivots.append(lead)
        value = reduced[i, n]
        found[lead] = Fraction(int(value.p), int(value.q))
    return found


def _flint(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)
