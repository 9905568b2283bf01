"""Linear matrix inequalities: solved numerically with a margin, rounded, and made exact.

The margin is what rounding may use up: the denominators grow until the exact L D L^T passes, and no
tolerance is ever enlarged.  When there is no solution, the dual problem has one that shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from workbench.claims import Counterexample, Figure, Grade, Outcome, fails, holds, inconclusive
from workbench.errors import require
from workbench.rigor.asking import check_certificate
from workbench.rigor.provers.matrices import ldl
from workbench.rigor.provers.outcomes import TRUST, exact, short, stamped
from workbench.rigor.provers.rounding import cvxpy, is_solved, projected, roundings

_METHOD = "rounded semidefinite programme"
_BOX = 1e4  # of the unknowns: a solution far out leaves no digits for the margin
Matrix = list[list[Fraction]]


def matrix_inequality(
    constant: Sequence[Sequence[Any]],
    matrices: Sequence[Sequence[Sequence[Any]]],
    *,
    label: str = "the matrix inequality",
    summary: str = "",
) -> Outcome:
    """There are y_i with  constant + sum_i y_i matrices[i]  positive semidefinite.

    All matrices are symmetric with exact entries.  `holds` carries y and the exact L D L^T, `fails`
    a dual matrix that excludes every y; a problem without any margin stays inconclusive.

    label: what messages call the inequality
    summary: what the outcome says, in a sentence
    """
    data = [[[Fraction(e) for e in row] for row in exact(label, [list(r) for r in m])]
            for m in (constant, *matrices)]  # fmt: skip
    n = len(data[0])
    square = n > 0 and all(len(m) == n and all(len(row) == n for row in m) for m in data)
    symmetric = square and all(m[i][j] == m[j][i] for m in data for i in range(n) for j in range(i))
    require(symmetric, label, f"{len(data)} matrices", "are not symmetric of one size",
            "Symmetrise the quadratic forms first.")  # fmt: skip
    text = [[[str(e) for e in row] for row in m] for m in data]
    for y in _solutions(data):
        weighted = list(zip([Fraction(1), *y], data, strict=True))
        total = [[sum((v * m[i][j] for v, m in weighted), Fraction(0)) for j in range(n)]
                 for i in range(n)]  # fmt: skip
        certificate = _with_ldl({"kind": "matrix-inequality", "matrices": text,
                                 "y": [str(v) for v in y]}, total)  # fmt: skip
        if certificate is not None:
            return holds(
                _METHOD, summary or f"{label} has a rational solution", grade=Grade.CERTIFIED,
                certificate=certificate, trust=TRUST,
                figures=tuple(Figure(f"y {k}", short(v)) for k, v in enumerate(y, start=1)),
            )  # fmt: skip
    for z in _exclusions(data):
        certificate = _with_ldl({"kind": "no-matrix-inequality", "matrices": text}, z)
        if certificate is not None:
            message = check_certificate(certificate).message
            return fails(
                _METHOD, f"{label} has no solution: {message}", grade=Grade.CERTIFIED,
                counterexample=Counterexample((("Z", str([[str(e) for e in r] for r in z])),),
                                              message),
                certificate=certificate, trust=TRUST,
            )  # fmt: skip
    return inconclusive(
        _METHOD,
        f"{label}: no rounding of the solver's answer is exact, neither of a solution nor of a dual"
        " matrix. It may have solutions on the boundary only; eliminate the common null space.",
    )


def _with_ldl(certificate: dict[str, Any], matrix: Matrix) -> dict[str, Any] | None:
    """The certificate with L and D, if the checker accepts it."""
    lower, pivots, bad = ldl(matrix, strict=False)
    if bad is not None:
        return None
    made = stamped({**certificate, "L": [[str(x) for x in row] for row in lower],
                    "D": [str(d) for d in pivots]})  # fmt: skip
    return made if check_certificate(made).accepted else None


def _solutions(data: list[Matrix]) -> list[list[Fraction]]:
    cp = cvxpy()
    if len(data) == 1:
        return [[]]
    floats = [np.array(m, dtype=float) for m in data]
    y, margin = cp.Variable(len(data) - 1), cp.Variable()
    total = floats[0] + sum(y[k] * m for k, m in enumerate(floats[1:]))
    limits = [total >> margin * np.eye(len(data[0])), cp.abs(y) <= _BOX, margin <= 1]
    if not is_solved(cp.Problem(cp.Maximize(margin), limits)):
        return []
    return list(roundings(list(y.value)))


def _exclusions(data: list[Matrix]) -> list[Matrix]:
    cp = cvxpy()
    n = len(data[0])
    floats = [np.array(m, dtype=float) for m in data]
    z, margin = cp.Variable((n, n), symmetric=True), cp.Variable()
    limits = [
        z >> margin * np.eye(n),
        cp.sum(cp.multiply(floats[0], z)) == -1,
        cp.sum(cp.diag(z)) <= _BOX,
    ]
    limits += [cp.sum(cp.multiply(m, z)) == 0 for m in floats[1:]]
    if not is_solved(cp.Problem(cp.Maximize(margin), limits)):
        return []
    places = [(i, j) for i in range(n) for j in range(i + 1)]
    rows = [
        {k: m[i][j] * (1 if i == j else 2) for k, (i, j) in enumerate(places) if m[i][j]}
        for m in data
    ]
    right = [Fraction(-1), *[Fraction(0)] * (len(data) - 1)]
    found = []
    for values in roundings([z.value[i][j] for i, j in places]):
        entries = projected(values, rows, right)
        if entries is not None:
            at = dict(zip(places, entries, strict=True))
            found.append([[at[(max(i, j), min(i, j))] for j in range(n)] for i in range(n)])
    return found
