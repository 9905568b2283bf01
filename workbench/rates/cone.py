"""Exact linear algebra of exponents: elimination, domination, linear equations.

Taking logarithms turns power products into linear forms, so three questions are all there is.

`extreme_rays`   Which products of given power products cancel chosen symbols, and are no mixture
                 of simpler ones?  One symbol is eliminated at a time, by multiplying a product in
                 which it has a positive exponent with one in which it has a negative exponent.
`farkas`         Is a linear form at most the largest of others, wherever given forms are at most
                 0?  Either as an average of them plus conditions, or there is a direction against.
`solve`          The solutions of linear equations, with the combination of equations behind each.

Vectors of exponents are flint's rationals in here; what leaves for an answer is a Fraction.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from workbench.errors import OutOfReachError

Vector = tuple[Fraction, ...]
_MOST_RAYS = 800  # a minute for `best_rate`; the bounds of papers have a few dozen
Exponents = tuple[fmpq, ...]


def extreme_rays(rows: Sequence[Exponents]) -> list[tuple[int, ...]]:
    """The extreme rays, in smallest integers, of {z >= 0 : sum_i z_i rows[i] = 0}.

    >>> extreme_rays([(fmpq(1),), (fmpq(-2),), (fmpq(0),)])
    [(0, 0, 1), (2, 1, 0)]
    """
    count, width = len(rows), len(rows[0]) if rows else 0
    columns = []
    for k in range(width):
        scale = math.lcm(*(int(row[k].q) for row in rows))
        columns.append([int((row[k] * scale).p) for row in rows])
    rays = [tuple(int(i == j) for j in range(count)) for i in range(count)]
    while columns:
        balances = [_balance(column, rays) for column in columns]
        best = min(range(len(columns)), key=lambda k: _cost(balances[k]))
        columns.pop(best)
        rays = _cross(rays, balances[best])
    return sorted(rays)


def _balance(column: Sequence[int], rays: Iterable[Sequence[int]]) -> list[int]:
    return [sum(c * z for c, z in zip(column, ray, strict=True) if z) for ray in rays]


def _cost(balance: Iterable[int]) -> int:
    signs = [(v > 0) - (v < 0) for v in balance]
    return signs.count(1) * signs.count(-1)


def _cross(rays: list[tuple[int, ...]], balance: list[int]) -> list[tuple[int, ...]]:
    """The extreme rays of the slice where the balance is 0."""
    supports = [sum(1 << i for i, z in enumerate(ray) if z) for ray in rays]
    made = [ray for ray, value in zip(rays, balance, strict=True) if value == 0]
    for i, up in enumerate(balance):
        for j, down in enumerate(balance):
            if up <= 0 or down >= 0:
                continue
            outside = ~(supports[i] | supports[j])
            if any(not s & outside for k, s in enumerate(supports) if k not in (i, j)):
                continue  # not neighbours: their mixture is a mixture of simpler products
            mixed = [up * b - down * a for a, b in zip(rays[i], rays[j], strict=True)]
            divisor = math.gcd(*mixed)
            made.append(tuple(z // divisor for z in mixed))
        if len(made) > _MOST_RAYS:
            raise OutOfReachError(
                f"the terms and constraints combine in more than {_MOST_RAYS} irreducible ways."
                "\n  Pass fewer terms and constraints, or give some parameters their values."
            )
    return made


# -------------------------------------------------------------------------------------- domination


@dataclass(frozen=True, slots=True)
class Multipliers:
    """target = sum blend_i v_i + sum conditions_j r_j, with sum blend_i = 1 and nothing negative.

    So target <= max_i v_i wherever every r_j <= 0.
    """

    blend: Vector
    conditions: Vector


@dataclass(frozen=True, slots=True)
class Direction:
    """A point y with r . y <= 0 for every condition and target . y > v . y for every v."""

    at: Vector


def farkas(
    target: Exponents, rivals: Sequence[Exponents], conditions: Sequence[Exponents]
) -> Multipliers | Direction:
    """Whether target <= max(rivals) wherever the conditions are <= 0, with the reason.

    Without rivals the question is whether target <= 0.  Among several reasons the one with the
    least sum of multipliers of conditions is returned.
    """
    n = len(rivals)
    columns = [[*v, fmpq(1)] for v in rivals]
    columns += [[*r, fmpq(0)] for r in conditions]
    right = [*target, fmpq(1 if n else 0)]
    found, values = _simplex(columns, right, [fmpq(0)] * n + [fmpq(1)] * len(conditions))
    answer = tuple(fraction_of(v) for v in values)
    if found:
        return Multipliers(answer[:n], answer[n:])
    y = answer[:-1]
    scale = Fraction(math.lcm(*(x.denominator for x in y)), 1)
    divisor = math.gcd(*(int(x * scale) for x in y)) or 1
    return Direction(tuple(x * scale / divisor for x in y))


def interior(conditions: Sequence[Exponents], width: int) -> Exponents | None:
    """A direction that keeps every condition with room to spare, or None where two are tied."""
    zero = (fmpq(0),) * width
    if not conditions:
        return zero
    answer = farkas(zero, conditions, [])
    return tuple(map(fmpq_of, answer.at)) if isinstance(answer, Direction) else None


def fmpq_of(value: Fraction) -> fmpq:
    """The same number in flint's arithmetic, which is several times faster."""
    return fmpq(value.numerator, value.denominator)


def fraction_of(value: fmpq) -> Fraction:
    """The same number in the arithmetic of the standard library."""
    return Fraction(int(value.p), int(value.q))


def _simplex(
    columns: list[list[fmpq]], right: list[fmpq], cost: list[fmpq]
) -> tuple[bool, list[fmpq]]:
    """Minimise cost . x over x >= 0 with sum_j x_j columns[j] = right, in exact arithmetic.

    Returns (True, x), or (False, y) with y . columns[j] <= 0 for all j and y . right > 0.  Bland's
    rule (smallest index first) cannot cycle.  The costs here are not negative, so a minimum exists.
    """
    height, width = len(right), len(columns)
    signs = [-1 if b < 0 else 1 for b in right]
    # row i: the columns, then one artificial variable for each row, then the right side
    table = [
        [signs[i] * columns[j][i] for j in range(width)]
        + [fmpq(int(i == k)) for k in range(height)]
        + [signs[i] * right[i]]
        for i in range(height)
    ]
    basis = list(range(width, width + height))
    reduced = [-sum((row[j] for row in table), fmpq(0)) for j in range(width)]
    reduced += [fmpq(0)] * height + [-sum((row[-1] for row in table), fmpq(0))]
    _descend(table, basis, reduced, width)
    if reduced[-1] != 0:  # the artificial variables cannot all be 0
        return False, [signs[i] * (1 - reduced[width + i]) for i in range(height)]
    for i in range(height):
        if basis[i] >= width:
            entering = next((j for j in range(width) if table[i][j] != 0), None)
            if entering is not None:
                _pivot(table, basis, reduced, i, entering)
    prices = [*cost, *[fmpq(0)] * (height + 1)]
    for i in range(height):
        if basis[i] < width:
            weight = cost[basis[i]]
            prices = [p - weight * t for p, t in zip(prices, table[i], strict=True)]
    _descend(table, basis, prices, width)
    x = [fmpq(0)] * width
    for i in range(height):
        if basis[i] < width:
            x[basis[i]] = table[i][-1]
    return True, x


def _descend(table: list[list[fmpq]], basis: list[int], reduced: list[fmpq], width: int) -> None:
    while True:
        entering = next((j for j in range(width) if reduced[j] < 0), None)
        if entering is None:
            return
        _, _, leaving = min(
            (row[-1] / row[entering], basis[i], i)
            for i, row in enumerate(table)
            if row[entering] > 0
        )
        _pivot(table, basis, reduced, leaving, entering)


def _pivot(table: list[list[fmpq]], basis: list[int], reduced: list[fmpq], i: int, j: int) -> None:
    pivot = table[i][j]
    table[i] = row = [x / pivot for x in table[i]]
    for k, other in enumerate(table):
        if k != i and other[j] != 0:
            factor = other[j]
            table[k] = [x - factor * y for x, y in zip(other, row, strict=True)]
    factor = reduced[j]
    reduced[:] = [x - factor * y for x, y in zip(reduced, row, strict=True)]
    basis[i] = j


# --------------------------------------------------------------------------------------- equations


def solve(rows: Sequence[Exponents], width: int) -> tuple[tuple[int, ...], list[Exponents]]:
    """Rows that are linearly independent, chosen greedily in order, and the inverse they give.

    The second value W has one entry for each of the `width` unknowns: if rows[i] . x = b_i for the
    chosen rows, then x_k = sum_i W[k][i] b_i.  It is empty unless `width` rows were chosen.
    """
    chosen: list[int] = []
    reduced: list[tuple[int, list[fmpq]]] = []  # (pivot column, row with its combination)
    for index, row in enumerate(rows):
        current = [*row, *(fmpq(int(j == len(chosen))) for j in range(width))]
        for column, earlier in reduced:
            if current[column] != 0:
                factor = current[column]
                current = [x - factor * y for x, y in zip(current, earlier, strict=True)]
        column = next((j for j in range(width) if current[j] != 0), -1)
        if column < 0:
            continue
        pivot = current[column]
        current = [x / pivot for x in current]
        for k, (c, earlier) in enumerate(reduced):
            if earlier[column] != 0:
                factor = earlier[column]
                reduced[k] = c, [x - factor * y for x, y in zip(earlier, current, strict=True)]
        reduced.append((column, current))
        chosen.append(index)
        if len(chosen) == width:
            break
    if len(chosen) < width:
        return tuple(chosen), []
    inverse = [row for _, row in sorted(reduced, key=lambda pair: pair[0])]
    return tuple(chosen), [tuple(row[width:]) for row in inverse]
