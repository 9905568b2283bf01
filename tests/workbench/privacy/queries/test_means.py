"""The query of a function of one's own, against loops and against exact fractions."""

from fractions import Fraction

import numpy as np
import pytest

from workbench.errors import ParameterError
from workbench.privacy import AccountingCurator, Dataset, PairedCurator, TrustedCurator, mean_query

RNG = np.random.default_rng(3)
POINTS, RECORDS = RNG.normal(size=(4, 3)), RNG.normal(size=(1, 7, 3))


def clipped(x, z):
    gap = x - z
    return gap / np.maximum(1, np.linalg.norm(gap, axis=-1, keepdims=True))


@pytest.mark.parametrize("records", [RECORDS, RNG.normal(size=(4, 7, 3))])
def test_values_and_means_are_those_of_a_loop(records):
    query = mean_query(clipped, POINTS)
    each = np.broadcast_to(records, (4, 7, 3))
    loop = np.array([[clipped(x, z) for z in rows] for x, rows in zip(POINTS, each, strict=True)])
    np.testing.assert_allclose(query.evaluate_values(records), loop, rtol=1e-15)
    np.testing.assert_allclose(query.evaluate_mean(records), loop.mean(axis=1), rtol=1e-14)


def test_a_difference_is_within_its_error_of_the_exact_one():
    query = mean_query(lambda x, z: x * z, POINTS * 1e8)
    old, new = RECORDS[0, 0], RECORDS[0, 0] + 1e-9
    found = query.evaluate_difference(old, new)
    error = query.evaluate_difference_error(old, new)
    assert found.shape == POINTS.shape
    assert error.shape == (4,)
    for row, x, bound in zip(found, POINTS * 1e8, error, strict=True):
        exact = [
            Fraction(a) * (Fraction(b) - Fraction(c)) for a, b, c in zip(x, new, old, strict=True)
        ]
        off = sum(abs(Fraction(f) - e) for f, e in zip(row, exact, strict=True))
        assert 0 < off <= Fraction(bound)


def test_a_value_without_the_points_is_broadcast():
    query = mean_query(lambda x, z: z, np.zeros((5, 3)))
    assert query.evaluate_mean(RECORDS).shape == (5, 3)


def test_the_same_query_is_drawn_audited_and_accounted():
    first = Dataset(np.ones((8, 1)))
    pair = first, first.replace(0, [-1.0])
    rng = np.random.default_rng(0)

    def run(curator):
        secret = curator.secret(mean_query(lambda x, z: np.clip(x + z, -1, 1), np.zeros((9, 1))))
        return curator.laplace(secret, scale=0.5, sensitivity=2 / 8)

    assert run(TrustedCurator(first, rng)).shape == (9, 1)
    paired, accountant = PairedCurator(*pair, rng), AccountingCurator(n=8)
    run(paired)
    run(accountant)
    assert np.abs(paired.log_ratio).max() == pytest.approx(0.5)
    assert accountant.epsilon == pytest.approx(0.5)


def test_values_of_another_shape_are_refused():
    query = mean_query(lambda x, z: np.zeros((4, 2)), POINTS)
    with pytest.raises(ParameterError, match=r"does not broadcast to \(trials, m, d\)"):
        query.evaluate_mean(RECORDS)
    with pytest.raises(ParameterError, match="ulps = -1"):
        mean_query(clipped, POINTS, ulps=-1)
