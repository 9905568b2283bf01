from itertools import combinations

import numpy as np
import pytest
import sympy as sp

from workbench_papers.accel.heavy_ball.prop_3_1_subsampled import (
    BATCH,
    RECORDS,
    counts,
    losses,
    ratio,
    z,
)


def test_every_batch_is_counted() -> None:
    assert counts((1, 1, 0, 0, 0, 0)) == {2: 1, 1: 8, 0: 6}


@pytest.mark.parametrize("others", range(RECORDS))
def test_no_output_of_a_fine_grid_has_a_larger_ratio(others: int) -> None:
    step = float(np.log(1 + 3 * np.expm1(0.1)))  # S/(m b) at the step budget 1/10
    rest = [1] * others + [0] * (RECORDS - 1 - others)
    grid = np.linspace(-3, 5, 2001) * step

    def density(gradients: list[int]) -> np.ndarray:
        means = np.array([sum(b) for b in combinations(gradients, BATCH)]) * step
        return np.exp(-np.abs(grid[:, None] - means)).sum(axis=1)

    found = np.log(density([1, *rest]) / density([0, *rest])).max()
    figures = losses()
    # 15 exponentials per density, each within a few ulps
    assert found == pytest.approx(figures[others].value, abs=1e-13)


def test_ratio_is_a_rational_function_of_z_alone() -> None:
    assert ratio(2, 1).free_symbols == {z}
    assert sp.simplify(ratio(0, 2) - (sp.Rational(2, 3) + z / 3)) == 0
