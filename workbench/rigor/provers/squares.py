"""Sums of squares with multipliers: found by a semidefinite solver, rounded, made exact.

Half-degrees are chosen for each multiplier on its own, so that odd degrees fit.  The solver's Gram
matrices are rounded, moved onto the equations that they have to meet by an exact least-norm step,
and kept if their exact L D L^T is non-negative.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np

from workbench.rigor.check.conditions import difference
from workbench.rigor.check.factors import sign_of
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.polynomials import Polynomials
from workbench.rigor.check.sos import constraints
from workbench.rigor.check.trees import Tree
from workbench.rigor.provers.attempts import Evidence, Unfit
from workbench.rigor.provers.matrices import ldl
from workbench.rigor.provers.rounding import projected, roundings, semidefinite
from workbench.symbolic import Relation

_ROOT_2 = 2**0.5
_MOST_BASIS = 36  # monomials; larger Gram matrices take a solver too long
_LONGEST = 14_000  # bits; Python reads and writes no integer of more than 4,300 digits
Exponents = tuple[int, ...]


def sum_of_squares(statement: dict[str, Any]) -> tuple[dict[str, Any] | None, str]:
    """Find `margin` and `terms` (see `check.sos`), or why none was found.

    A semidefinite solver proposes Gram matrices; they are rounded, projected on the equations that
    they have to meet, and kept if their exact L D L^T is non-negative.  That needs a strict
    interior: where the inequality touches, factor first.
    """
    if statement["op"] == "=":
        raise Unfit("an inequality is needed")
    try:
        polynomials = Polynomials(statement)
        target = polynomials.gap()
        signed = [polynomials(tree) for tree in constraints(polynomials)]
    except (NotReducible, ZeroDivisionError) as error:
        raise Unfit(str(error)) from error
    if not polynomials.names or target.is_zero():
        raise Unfit("there is nothing to square")
    problem = _Problem(_as_dict(target), [_as_dict(g) for g in signed])
    if not problem.terms:
        return None, "sos: the basis of monomials is too long"
    grams, margin = problem.solve(strict=statement["op"] in ("<", ">"))
    if grams is None:
        return None, "sos: the solver found no sum of squares of this degree"
    strict = statement["op"] in ("<", ">")
    for found in problem.rounded(grams, margin):
        if margin or not strict:
            return found, ""
    return None, "sos: no rounding is exactly a sum of squares; the inequality may touch"


def multiplied(r: Relation, why: str) -> Evidence:
    """A positive multiple of right - left as a sum of squares, where right - left itself is none.

    The multipliers are the positive variables (a x^2 + b x + c under 4 a c >= b^2, times a), then
    1 + |x|^2 (Motzkin).  The certificate is a product (see `check.factors`): the sum of squares
    over the multiplier.
    """
    gap = difference(r.left.tree, r.op, r.right.tree)
    names = [v.name for v in r.variables if v.sort != "seq"]
    multipliers: list[Tree] = [
        ["v", v.name] for v in r.variables
        if v.sort != "seq" and v.low is not None and not v.low.startswith("-")
        and (v.low_open or v.low != "0")
    ]  # fmt: skip
    for multiplier in [*multipliers, ["+", ["q", "1"], *(["^", ["v", n], 2] for n in names)]]:
        product = ["*", multiplier, gap]
        squares, _ = sum_of_squares(sign_of(r.bare, product, "<" if r.op in ("<", ">") else "<="))
        if squares is not None:
            proof = {"kind": "sos", **squares}
            return {"kind": "factors", "factors": [
                {"tree": product, "power": 1, "proof": proof},
                {"tree": multiplier, "power": -1, "proof": {"kind": "sign"}},
            ]}, ""  # fmt: skip
    return None, f"{why}, nor after multiplication by a positive variable or 1 + |x|^2"


def _as_dict(p: Any) -> dict[Exponents, Fraction]:  # noqa: ANN401 - a polynomial of flint
    return {tuple(int(k) for k in powers): Fraction(int(c.p), int(c.q)) for powers, c in p.terms()}


class _Problem:
    """The equations between the coefficients of the target and the entries of Gram matrices."""

    def __init__(
        self, target: dict[Exponents, Fraction], signed: list[dict[Exponents, Fraction]]
    ) -> None:
        self.target = target
        n = len(next(iter(target)))
        degree = max(sum(e) for e in target)
        degree += degree % 2
        caps = [max(e[k] for e in target) for k in range(n)]
        numbers = range(len(signed))
        self.terms: list[tuple[list[int], dict[Exponents, Fraction], list[Exponents]]] = []
        one: dict[Exponents, Fraction] = {(0,) * n: Fraction(1)}
        for times in [[], *([i] for i in numbers), *map(list, combinations(numbers, 2))]:
            factor = one
            for i in times:
                factor = _multiplied(factor, signed[i])
            rest = degree - max((sum(e) for e in factor), default=degree + 1)  # 0 adds nothing
            if rest < 0 or (len(times) == 2 and len(signed) > 4):
                continue
            room = [(max(c + c % 2, 2) - max(e[k] for e in factor)) // 2
                    for k, c in enumerate(caps)]  # fmt: skip
            basis = [
                b for b in product(*(range(max(r, 0) + 1) for r in room)) if 2 * sum(b) <= rest
            ]
            if min(room, default=0) >= 0 and 0 < len(basis) <= _MOST_BASIS:
                self.terms.append((times, factor, basis))

    def solve(self, *, strict: bool) -> tuple[Any, Fraction]:
        """Gram matrices in floating point, the smallest eigenvalue as large as possible.

        The solver's unknowns are the upper triangles, column by column, with off-diagonal entries
        times sqrt(2); then the slack, a bound on the smallest eigenvalue, and the margin.
        """
        sizes = [len(basis) for _, _, basis in self.terms]
        starts = np.concatenate([[0], np.cumsum([n * (n + 1) // 2 for n in sizes])])
        slack, margin = int(starts[-1]), int(starts[-1]) + 1
        zero = (0,) * len(next(iter(self.target)))
        sums: dict[Exponents, dict[int, float]] = {zero: {margin: 1.0} if strict else {}}
        for (_, factor, basis), start in zip(self.terms, starts, strict=False):
            for j, b in enumerate(basis):
                for i, a in enumerate(basis[: j + 1]):
                    place, weight = int(start) + j * (j + 1) // 2 + i, 1.0 if i == j else _ROOT_2
                    for e, c in factor.items():
                        at = tuple(x + y + z for x, y, z in zip(a, b, e, strict=True))
                        row = sums.setdefault(at, {})
                        row[place] = row.get(place, 0.0) + weight * float(c)
        if any(at not in sums for at in self.target):
            return None, Fraction(0)
        equations = [(row, float(self.target.get(at, 0))) for at, row in sums.items() if row]
        bounds = [({slack: 1.0}, 1.0), ({margin: -1.0}, 0.0)]
        if strict:
            bounds.append(({slack: 1.0, margin: -1.0}, 0.0))
        cones = [({int(start) + k: -1.0, **({slack: 1.0} if k in _diagonal(n) else {})}, 0.0)
                 for n, start in zip(sizes, starts, strict=False)
                 for k in range(n * (n + 1) // 2)]  # fmt: skip
        found = semidefinite(equations, bounds, cones, sizes, margin + 1, goal={slack: -1.0})
        if found is None or found[slack] < -1e-6:
            return None, Fraction(0)
        low = Fraction(float(found[margin]) / 2).limit_denominator(10**6) if strict else Fraction(0)
        grams = [_square(found[start : start + n * (n + 1) // 2], n)
                 for n, start in zip(sizes, starts, strict=False)]  # fmt: skip
        return grams, max(low, Fraction(0))

    def rounded(self, grams: list[Any], margin: Fraction) -> Iterator[dict[str, Any]]:
        """Rational Gram matrices that meet the equations exactly and are non-negative."""
        places = [
            (t, i, j) for t, (_, _, basis) in enumerate(self.terms)
            for i in range(len(basis)) for j in range(i + 1)
        ]  # fmt: skip
        rows: dict[Exponents, dict[int, Fraction]] = {at: {} for at in self.target}
        for k, (t, i, j) in enumerate(places):
            _, factor, basis = self.terms[t]
            for e, c in factor.items():
                at = tuple(x + y + z for x, y, z in zip(basis[i], basis[j], e, strict=True))
                row = rows.setdefault(at, {})
                row[k] = row.get(k, Fraction(0)) + c * (1 if i == j else 2)
        zero = (0,) * len(next(iter(self.target)))
        right = {at: self.target.get(at, Fraction(0)) for at in rows}
        right[zero] = right.get(zero, Fraction(0)) - margin
        rows.setdefault(zero, {})
        wanted = [right[at] for at in rows]
        for values in roundings([(grams[t][i][j] + grams[t][j][i]) / 2 for t, i, j in places]):
            exact = projected(values, list(rows.values()), wanted)
            if exact is None:
                return
            found = self._certificate(dict(zip(places, exact, strict=True)), margin)
            if found is not None:
                yield found

    def _certificate(
        self, entries: dict[tuple[int, int, int], Fraction], margin: Fraction
    ) -> dict[str, Any] | None:
        terms = []
        for t, (times, _, basis) in enumerate(self.terms):
            size = range(len(basis))
            gram = [[entries[(t, max(i, j), min(i, j))] for j in size] for i in size]
            lower, pivots, bad = ldl(gram, strict=False)
            numbers = [*pivots, *(x for row in lower for x in row)]
            if bad is not None or any(
                max(x.numerator.bit_length(), x.denominator.bit_length()) > _LONGEST
                for x in numbers
            ):
                return None
            if any(pivots):
                terms.append(
                    {"times": times, "basis": [list(b) for b in basis],
                     "L": [[str(x) for x in row] for row in lower], "D": [str(d) for d in pivots]}
                )  # fmt: skip
        return {"margin": str(margin), "terms": terms}


def _diagonal(n: int) -> set[int]:
    """Places of the diagonal in an upper triangle, column by column."""
    return {j * (j + 1) // 2 + j for j in range(n)}


def _square(triangle: Any, n: int) -> Any:  # noqa: ANN401 - arrays
    gram = np.zeros((n, n))
    for j in range(n):
        for i in range(j + 1):
            value = triangle[j * (j + 1) // 2 + i] / (1.0 if i == j else _ROOT_2)
            gram[i, j] = gram[j, i] = value
    return gram


def _multiplied(
    a: dict[Exponents, Fraction], b: dict[Exponents, Fraction]
) -> dict[Exponents, Fraction]:
    found: dict[Exponents, Fraction] = {}
    for e, c in a.items():
        for f, d in b.items():
            at = tuple(x + y for x, y in zip(e, f, strict=True))
            found[at] = found.get(at, Fraction(0)) + c * d
    return {e: c for e, c in found.items() if c}
