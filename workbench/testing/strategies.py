"""Hypothesis strategies for neighbouring datasets and for the instances that break methods.

    from hypothesis import given
    from workbench.testing import strategies as ws

    @given(ws.replace_one(ws.records(2, norm=1)))
    def test_mean_moves_little(pair): ...

Extremal instances come first and often: records on the boundary of their ball and their sign
flips, datasets of one to three records, corners of the simplex, condition number 1 and the largest
one, degenerate games.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np
from hypothesis import strategies as st

from workbench.errors import require
from workbench.privacy.arrays import Array
from workbench.problems import Quadratic

Record = TypeVar("Record")
Rows = TypeVar("Rows")
NORMS = (1, 2, math.inf)


def records(
    dimension: int = 1, *, radius: float = 1.0, norm: float = 2
) -> st.SearchStrategy[tuple[float, ...]]:
    """Points of a ball, as tuples: its corners and 0 first, then boundary and interior.

    The computed norm never exceeds the radius.
    """
    require(dimension >= 1, "dimension", dimension, "is below 1", "Pass a number of coordinates.")
    ok = 0 < radius < math.inf
    require(ok, "radius", radius, "is not a positive number", "Pass the radius of the ball.")
    require(norm in NORMS, "norm", norm, "is not 1, 2 or inf", "Pass one of these.")

    def scaled(draw: tuple[list[int], float]) -> tuple[float, ...]:
        direction, length = draw
        x = np.array(direction, dtype=np.float64)
        size = float(np.linalg.norm(x, norm))
        if size == 0:
            return (0.0,) * dimension
        x = x * (radius * length / size)
        while float(np.linalg.norm(x, norm)) > radius:  # rounded up: one more ulp inwards
            x = np.nextafter(x, 0.0)
        return tuple((x + 0.0).tolist())

    axis = [[int(i == j) for i in range(dimension)] for j in range(dimension)]
    corner = [sign * np.array(e) for e in [*axis, [1] * dimension] for sign in (1, -1)]
    corners = st.tuples(st.sampled_from([c.tolist() for c in corner]), st.just(1.0))
    direction = st.lists(st.integers(-9, 9), min_size=dimension, max_size=dimension)
    boundary = st.tuples(direction, st.just(1.0))
    interior = st.tuples(direction, st.integers(0, 64).map(lambda k: k / 64))
    return st.one_of(corners, boundary, interior).map(scaled)


def datasets(
    record: st.SearchStrategy[Record],
    *,
    min_size: int = 1,
    max_size: int = 4,
    build: Callable[[list[Record]], Any] = list,
) -> st.SearchStrategy[Any]:
    """Lists of records, short ones first; `build` makes a dataset of the list (np.array, ...)."""
    return st.lists(record, min_size=min_size, max_size=max_size).map(build)


def replace_one(
    record: st.SearchStrategy[Record],
    *,
    min_size: int = 1,
    max_size: int = 4,
    build: Callable[[list[Record]], Any] = list,
) -> st.SearchStrategy[tuple[Any, Any]]:
    """Neighbours of one size that differ in exactly one record, half of the time in its sign."""
    require(min_size >= 1, "min_size", min_size, "is below 1", "A record must be there to replace.")

    @st.composite
    def pairs(draw: st.DrawFn) -> tuple[Any, Any]:
        rows = draw(st.lists(record, min_size=min_size, max_size=max_size))
        at = draw(st.integers(0, len(rows) - 1))
        flipped = _flip(rows[at])
        others = record if flipped is None else st.one_of(st.just(flipped), record)
        other = draw(others.filter(lambda r: r != rows[at]))
        return build(list(rows)), build([*rows[:at], other, *rows[at + 1 :]])

    return pairs()


def add_remove(
    record: st.SearchStrategy[Record],
    *,
    max_size: int = 4,
    build: Callable[[list[Record]], Any] = list,
) -> st.SearchStrategy[tuple[Any, Any]]:
    """Neighbours of which one has one record more, in either order; the smaller may be empty."""

    @st.composite
    def pairs(draw: st.DrawFn) -> tuple[Any, Any]:
        rows = draw(st.lists(record, min_size=1, max_size=max_size))
        at = draw(st.integers(0, len(rows) - 1))
        pair = build(list(rows)), build([*rows[:at], *rows[at + 1 :]])
        return pair if draw(st.booleans()) else pair[::-1]

    return pairs()


def _flip(record: Any) -> Any:  # noqa: ANN401
    """The record with its sign turned; None if it has none, or is 0."""
    if isinstance(record, tuple) and record and all(isinstance(x, float | int) for x in record):
        flipped: Any = tuple(-x + 0.0 for x in record)
    elif isinstance(record, float | int) and not isinstance(record, bool):
        flipped = -record
    else:
        return None
    return None if flipped == record else flipped


def simplex_points(dimension: int) -> st.SearchStrategy[Array]:
    """Points of the probability simplex, shape (dimension,): corners and centre first.

    Entries are nonnegative and add up to 1 within `dimension` units in the last place.
    """
    require(dimension >= 1, "dimension", dimension, "is below 1", "Pass a number of coordinates.")
    whole = [[int(i == j) for i in range(dimension)] for j in range(dimension)]
    corners = st.sampled_from([*whole, [1] * dimension])
    weights = st.lists(
        st.one_of(st.integers(0, 9), st.sampled_from([10**6, 10**15])),
        min_size=dimension,
        max_size=dimension,
    ).filter(any)
    return st.one_of(corners, weights).map(
        lambda w: np.array([float(Fraction(k, sum(w))) for k in w])
    )


def quadratics(
    *, max_dimension: int = 4, max_condition: float = 1e6, radius: float = 1.0
) -> st.SearchStrategy[Quadratic]:
    """Strongly convex quadratics with exact constants mu and L: `Quadratic` of any condition.

    The eigenvectors are the axes, or those mirrored at a hyperplane.
    """
    ok = 1 <= max_condition < math.inf
    require(ok, "max_condition", max_condition, "is below 1", "Pass the largest L / mu.")

    @st.composite
    def instances(draw: st.DrawFn) -> Quadratic:
        d = draw(st.integers(1, max_dimension))
        smoothness = draw(st.sampled_from([1.0, 2.0**-10, 2.0**10]))
        places = st.one_of(st.sampled_from([0.0, 1.0]), st.floats(0, 1))
        spectrum = [smoothness * max_condition ** -draw(places) for _ in range(d)]
        entries = st.lists(st.integers(-3, 3), min_size=d, max_size=d)
        normal = np.array(draw(entries), dtype=np.float64)
        square = float(normal @ normal)
        mirror = np.eye(d) - (2 / square) * np.outer(normal, normal) if square else np.eye(d)
        start = np.array(draw(entries), dtype=np.float64)
        return Quadratic(spectrum=np.array(spectrum), radius=radius, start=start, basis=mirror)

    return instances()


@dataclass(frozen=True, slots=True, eq=False)
class MatrixGame:
    """min over x max over y of x^T A y on two simplices, with an equilibrium and its value.

    `exact` is the payoff in rational numbers; in them x^T A = value 1^T on the support of y and
    nowhere above it, A y = value 1 on the support of x and nowhere below it.
    """

    exact: tuple[tuple[Fraction, ...], ...]
    x: tuple[Fraction, ...]
    y: tuple[Fraction, ...]
    value: Fraction

    @property
    def payoff(self) -> Array:
        """A as floats, shape (rows, columns)."""
        return np.array([[float(a) for a in row] for row in self.exact])

    def gap(self, x: Array, y: Array) -> float:
        """Duality gap max_j (x^T A)_j - min_i (A y)_i: nonnegative, 0 at equilibria only."""
        a = self.payoff
        return float((x @ a).max() - (a @ y).min())


def matrix_games(*, max_rows: int = 4, max_columns: int = 4) -> st.SearchStrategy[MatrixGame]:
    """Convex-concave games whose equilibrium is known exactly, with payoffs in [-1, 1].

    With B any matrix, A = v + (I - 1 x^T) B (I - y 1^T) satisfies x^T A = v and A y = v.  A pure
    strategy that loses for certain may be added to either side, and x and y may lie on a face.
    """

    @st.composite
    def games(draw: st.DrawFn) -> MatrixGame:
        rows, columns = draw(st.integers(1, max_rows)), draw(st.integers(1, max_columns))
        inner = draw(st.integers(1, rows)), draw(st.integers(1, columns))
        x, y = (_mixed(draw, n) for n in inner)
        value = Fraction(draw(st.integers(-4, 4)), 8)
        entry = st.integers(-4, 4).map(Fraction)
        b = [[draw(entry) for _ in y] for _ in x]
        left = [_dot(x, [row[j] for row in b]) for j in range(len(y))]
        centred = [[e - mean for e, mean in zip(row, left, strict=True)] for row in b]
        a = [[e - _dot(y, row) for e in row] for row in centred]
        largest = max([abs(e) for row in a for e in row] + [Fraction(1)])
        a = [[value + e / (2 * largest) for e in row] for row in a]
        for row in a:  # worse columns for the maximiser ...
            row += [Fraction(-1)] * (columns - inner[1])
        a += [[Fraction(1)] * columns for _ in range(rows - inner[0])]  # ... and for the minimiser
        zero = Fraction(0)
        return MatrixGame(
            tuple(map(tuple, a)),
            (*x, *[zero] * (rows - inner[0])),
            (*y, *[zero] * (columns - inner[1])),
            value,
        )

    return games()


def _dot(p: list[Fraction], v: list[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(p, v, strict=True)), Fraction(0))


def _mixed(draw: st.DrawFn, size: int) -> list[Fraction]:
    """A point of a simplex in rational numbers, corners included."""
    weights = draw(st.lists(st.integers(0, 5), min_size=size, max_size=size).filter(any))
    return [Fraction(w, sum(weights)) for w in weights]
