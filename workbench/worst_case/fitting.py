"""Rational functions through numbers, and rational functions as trees that show their factors."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from flint import fmpq_mpoly

from workbench.rigor.check.fraction import Quotient
from workbench.rigor.check.normal import Normalizer
from workbench.rigor.check.trees import Tree
from workbench.rigor.provers.compiled import compiled
from workbench.worst_case.lowered import Array

_DEGREES = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (2, 1), (0, 2), (1, 2), (2, 2), (3, 0), (3, 1),
            (3, 2), (3, 3), (4, 3), (4, 4))  # fmt: skip
_LARGEST = 60  # coefficients
_CLOSE = (3e-6, 1e-4)  # the solver's errors in multipliers, usually and at worst
_CHOICES = tuple(Fraction(n, 12) for n in (1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 14, 16, 18, 21, 24, 30))


def value_at(tree: Tree, point: Mapping[str, Fraction]) -> Fraction:
    """The value of a tree; a root is rounded to a float, which is enough for a guess."""
    return Fraction(float(compiled(tree, exact=False)({k: float(v) for k, v in point.items()})))


def sampled(here: Mapping[str, Any], count: int) -> list[dict[str, Fraction]]:
    """Points of a domain (vars and where), spread over small numbers; the same ones every time."""
    rng, found = random.Random(0), []
    for _ in range(400 * count):
        point = {v["name"]: _drawn(v, rng) for v in here["vars"]}
        if all(_holds(c, point) for c in here["where"]) and point not in found:
            found.append(point)
        if len(found) == count:
            break
    return found


def _drawn(v: Mapping[str, Any], rng: random.Random) -> Fraction:
    low = Fraction(0) if v["low"] is None else Fraction(v["low"])
    if v["sort"] == "int":
        return Fraction(math.ceil(low) + rng.randint(0, 6))
    if v["low"] is None and v["high"] is not None:
        return Fraction(v["high"]) - rng.choice(_CHOICES)
    if v["high"] is not None:
        return low + (Fraction(v["high"]) - low) * Fraction(rng.randint(1, 15), 16)
    return low + rng.choice(_CHOICES)


def _holds(condition: Sequence[Any], point: Mapping[str, Fraction]) -> bool:
    left, op, right = condition
    gap = value_at(right, point) - value_at(left, point)
    return {"<=": gap >= 0, "<": gap > 0, "=": gap == 0, ">=": gap <= 0, ">": gap < 0}[op]


def fitted(
    coordinates: Sequence[Tree], points: Sequence[Mapping[str, Fraction]], values: Sequence[float]
) -> Tree | None:
    """The rational function of fewest coordinates and least degree that has these values."""
    if not points:
        return None
    X = np.array([[float(value_at(c, p)) for c in coordinates] for p in points]).reshape(
        len(points), -1
    )
    y = np.array(values)
    tries = [
        (_monomials(count, top), _monomials(count, bottom), places)
        for count in range(len(coordinates) + 1)
        for places in itertools.combinations(range(len(coordinates)), count)
        for top, bottom in (_DEGREES if count else _DEGREES[:1])
    ]
    tries = [one for one in tries if len(one[0]) + len(one[1]) <= min(_LARGEST, len(y) - 3)]
    tries.sort(key=lambda one: len(one[0]) + len(one[1]))
    for accuracy, (above, below, places) in itertools.product(_CLOSE, tries):
        found = _function(X[:, places], y, above, below, accuracy)
        if found is not None:
            return _quotient_tree([coordinates[i] for i in places], above, below, found)
    return None


@cache
def _monomials(n: int, degree: int) -> list[tuple[int, ...]]:
    every = itertools.product(range(degree + 1), repeat=n)
    return sorted((m for m in every if sum(m) <= degree), key=lambda m: (sum(m), m))


def _function(
    X: Array,
    y: Array,
    above: list[tuple[int, ...]],
    below: list[tuple[int, ...]],
    accuracy: float,
) -> list[Fraction] | None:
    """Coefficients of numerator and denominator, rational, if they give the values."""
    tops, bottoms = (
        np.prod(X[:, None, :] ** np.array(ms, dtype=int).reshape(len(ms), -1), axis=2)
        for ms in (above, below)
    )
    matrix = np.hstack([tops, -y[:, None] * bottoms])
    if matrix.shape[1] > 1 and not _varies(X):
        return None
    scale = np.abs(matrix).max(axis=0)
    scale[scale == 0] = 1.0
    rows = np.abs(matrix / scale).max(axis=1)
    _, sizes, right = np.linalg.svd(matrix / scale / rows[:, None])
    if len(sizes) < matrix.shape[1]:
        return None
    if sizes[-1] > accuracy * sizes[0] or (len(sizes) > 1 and sizes[-2] < 30 * sizes[-1]):
        return None
    vector = right[-1] / scale
    vector /= vector[np.abs(right[-1]).argmax()]
    for limit in (6, 60, 1000):
        short = [Fraction(float(v)).limit_denominator(limit) for v in vector]
        a, b = short[: len(above)], short[len(above) :]
        top, bottom = tops @ np.array(a, dtype=float), bottoms @ np.array(b, dtype=float)
        if (np.abs(bottom) > 0).all() and np.allclose(
            top / bottom, y, rtol=accuracy, atol=accuracy
        ):
            return short
    return None


def _varies(X: Array) -> bool:
    return bool((np.ptp(X, axis=0) > 0).all())


def _quotient_tree(
    coordinates: Sequence[Tree],
    above: list[tuple[int, ...]],
    below: list[tuple[int, ...]],
    found: list[Fraction],
) -> Tree:
    sides = []
    for monomials, part in ((above, found[: len(above)]), (below, found[len(above) :])):
        terms = [
            ["*", ["q", str(c)], *(["^", t, e] for t, e in zip(coordinates, m, strict=True) if e)]
            for c, m in zip(part, monomials, strict=True) if c
        ]  # fmt: skip
        sides.append(["+", *terms] if terms else ["q", "0"])
    return ["/", sides[0], sides[1]] if sides[1] != ["+", ["*", ["q", "1"]]] else sides[0]


def as_factors(atoms: Normalizer, value: Quotient) -> Tree:
    """A normal form as a tree in factors, whose signs are easier to see than those of sums."""
    top, bottom = _factors(atoms, value.num), _factors(atoms, value.den)
    return top if bottom == ["q", "1"] else ["/", top, bottom]


def _factors(atoms: Normalizer, poly: fmpq_mpoly) -> Tree:
    if poly.is_zero():
        return ["q", "0"]
    constant, parts = poly.factor()
    made: list[Tree] = [] if constant == 1 and parts else [["q", str(constant)]]
    for part, power in parts:
        tree = _sum(atoms, part)
        made.append(tree if power == 1 else ["^", tree, int(power)])
    return made[0] if len(made) == 1 else ["*", *made]


def _sum(atoms: Normalizer, poly: fmpq_mpoly) -> Tree:
    terms = []
    for powers, coefficient in poly.terms():
        held = [
            atoms_tree(atoms, i) if e == 1 else ["^", atoms_tree(atoms, i), int(e)]
            for i, e in enumerate(powers) if e
        ]  # fmt: skip
        number = [] if coefficient == 1 and held else [["q", str(coefficient)]]
        every = [*number, *held]
        terms.append(every[0] if len(every) == 1 else ["*", *every])
    return terms[0] if len(terms) == 1 else ["+", *terms]


def atoms_tree(atoms: Normalizer, place: int) -> Tree:
    """What a generator stands for; only variables and roots are met in families."""
    finer, op, *rest = atoms.plain(place)
    if op == "v" and finer == 1:
        return ["v", rest[0]]
    if op == "v":
        return ["root", finer, ["v", rest[0]]]
    if op == "root":
        return ["root", finer * rest[0], as_factors(atoms, atoms.arguments[place][0])]
    raise ValueError(f"a formula holds {op}")
