from fractions import Fraction

import numpy as np
import pytest

from workbench_papers.accel.heavy_ball.prop_3_3_trace import corners, diameter, total_variance


@pytest.mark.parametrize("seed", range(5))
def test_total_variance_is_the_trace_of_numpys_population_covariance(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points = rng.integers(-9, 10, size=(7, 3))
    exact = total_variance([tuple(map(int, p)) for p in points])
    # entries of at most 9 and 7 points: a few roundings of numbers below 100
    assert float(exact) == pytest.approx(np.trace(np.cov(points.T, bias=True)), rel=1e-13)


@pytest.mark.parametrize("seed", range(5))
def test_diameter_agrees_with_a_double_loop(seed: int) -> None:
    points = np.random.default_rng(seed).integers(-9, 10, size=(6, 4))
    brute = max(np.abs(p - q).sum() for p in points for q in points)
    assert diameter([tuple(map(int, p)) for p in points]) == brute


@pytest.mark.parametrize("dimension", [1, 2, 5])
def test_cross_polytopes_attain_the_bound(dimension: int) -> None:
    points = corners(dimension)
    assert len(points) == 2 * dimension
    assert diameter(points) == 2
    assert total_variance(points) == Fraction(diameter(points) ** 2, 4)
