"""Strategies: what they promise of every draw, and that the extremal instances are there."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from workbench.errors import ParameterError
from workbench.privacy import Dataset, changed_record
from workbench.testing import strategies as ws

quick = settings(max_examples=60, deadline=None)


@quick
@given(st.data(), st.integers(1, 4), st.sampled_from([0.1, 1.0, 3.0]), st.sampled_from(ws.NORMS))
def test_records_never_leave_the_ball(data, dimension, radius, norm):
    record = data.draw(ws.records(dimension, radius=radius, norm=norm))
    assert len(record) == dimension
    assert np.linalg.norm(record, norm) <= radius


def test_the_boundary_is_there():
    assert find(ws.records(3), lambda r: r == (0.0, 0.0, -1.0))
    ball = ws.records(2, norm=math.inf, radius=2.0)
    assert find(ball, lambda r: r == (-2.0, -2.0)) == (-2.0, -2.0)
    assert find(ws.records(2), lambda r: r == (0.0, 0.0)) == (0.0, 0.0)


@quick
@given(ws.replace_one(ws.records(2)))
def test_replace_one_changes_exactly_one_record(pair):
    first, second = pair
    assert len(first) == len(second) >= 1
    assert sum(a != b for a, b in zip(first, second, strict=True)) == 1


@quick
@given(ws.replace_one(ws.records(2, norm=1), max_size=3, build=lambda r: Dataset(np.array(r))))
def test_pairs_can_be_built_into_any_kind_of_dataset(pair):
    assert 0 <= changed_record(*pair) < 3


@quick
@given(ws.add_remove(st.sampled_from("abc")))
def test_add_remove_adds_or_removes_one_record(pair):
    smaller, larger = sorted(pair, key=len)
    assert len(larger) == len(smaller) + 1
    assert any(larger[:i] + larger[i + 1 :] == smaller for i in range(len(larger)))


def test_hard_neighbours_are_there():
    pairs = ws.replace_one(ws.records(1))
    assert find(pairs, lambda p: p == ([(1.0,)], [(-1.0,)]))
    assert find(ws.add_remove(ws.records(1)), lambda p: p[1] == [])
    assert find(ws.replace_one(st.integers(0, 5)), lambda p: p[0] == [5])
    assert find(ws.replace_one(st.sampled_from([True, False])), lambda p: p[0] == [True])
    with pytest.raises(NoSuchExample):
        find(pairs, lambda p: p[0] == p[1], settings=settings(max_examples=50))


@quick
@given(ws.datasets(st.integers(), min_size=0, max_size=3, build=tuple))
def test_datasets_have_the_sizes_asked_for(rows):
    assert isinstance(rows, tuple)
    assert len(rows) <= 3


@quick
@given(st.data(), st.integers(1, 5))
def test_simplex_points_are_on_the_simplex(data, dimension):
    p = data.draw(ws.simplex_points(dimension))
    assert p.shape == (dimension,)
    assert (p >= 0).all()
    assert abs(p.sum() - 1) <= dimension * 2.0**-52


def test_corners_of_the_simplex_are_there():
    assert find(ws.simplex_points(3), lambda p: p[2] == 1).tolist() == [0, 0, 1]


@quick
@given(ws.quadratics(max_condition=1e4))
def test_quadratics_know_their_constants(problem):
    eigenvalues = np.linalg.eigvalsh(problem.matrix)
    assert eigenvalues[0] >= problem.strong_convexity * (1 - 1e-9)
    assert eigenvalues[-1] <= problem.smoothness * (1 + 1e-9)
    assert problem.smoothness / problem.strong_convexity <= 1e4 * (1 + 1e-12)


def test_hard_quadratics_are_there():
    worst = find(
        ws.quadratics(max_condition=1e4),
        lambda q: q.smoothness > 9999 * q.strong_convexity,
        settings=settings(max_examples=500),
    )
    assert worst.dimension >= 2


@quick
@given(ws.matrix_games())
def test_games_have_the_equilibrium_that_they_state(game):
    """Checked in rational numbers, against every pure deviation."""
    rows = [sum(a * q for a, q in zip(row, game.y, strict=True)) for row in game.exact]
    columns = [
        sum(p * row[j] for p, row in zip(game.x, game.exact, strict=True))
        for j in range(len(game.y))
    ]
    assert sum(game.x) == sum(game.y) == 1
    assert min(rows) == max(columns) == game.value
    assert all(abs(a) <= 1 for row in game.exact for a in row)
    x, y = (np.array([float(p) for p in side]) for side in (game.x, game.y))
    assert abs(game.gap(x, y)) < 1e-12


@quick
@given(st.data(), ws.matrix_games())
def test_the_gap_is_nonnegative(data, game):
    rows, columns = game.payoff.shape
    x, y = data.draw(ws.simplex_points(rows)), data.draw(ws.simplex_points(columns))
    assert game.gap(x, y) >= -1e-12


def test_games_with_useless_strategies_are_there():
    game = find(ws.matrix_games(), lambda g: g.x[-1] == 0 and len(g.x) > 2)
    assert game.exact[-1][0] >= game.value
    assert isinstance(game.value, Fraction)


@pytest.mark.parametrize(
    ("make", "argument"),
    [
        (lambda: ws.records(0), "dimension"),
        (lambda: ws.records(radius=0.0), "radius"),
        (lambda: ws.records(norm=3), "norm"),
        (lambda: ws.replace_one(st.integers(), min_size=0), "min_size"),
        (lambda: ws.simplex_points(0), "dimension"),
        (lambda: ws.quadratics(max_condition=0.5), "max_condition"),
    ],
)
def test_nonsense_is_refused(make, argument):
    with pytest.raises(ParameterError, match=argument):
        make()
