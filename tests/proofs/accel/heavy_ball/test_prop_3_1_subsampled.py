from itertools import combinations

import numpy as np
import pytest
import sympy as sp

from workbench.rigor.provers.batch_mixtures import BATCH, RECORDS, below_the_budget
from workbench.symbolic import to_sympy
from workbench_papers.accel.heavy_ball.prop_3_1_subsampled import losses


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


def test_a_lone_record_has_the_ratio_of_the_budget() -> None:
    v = sp.Symbol("v", positive=True)
    assert sp.simplify(to_sympy(below_the_budget(0).left, {"v": v}) - sp.exp(v)) == 0
