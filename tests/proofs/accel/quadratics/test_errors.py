"""Exact errors of heavy ball on quadratics against covariances and the exact formula."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from workbench.convergence.quadratics import expected_suboptimality
from workbench_papers.accel.quadratics import fig_1

F = Fraction


@pytest.mark.parametrize(
    ("steps", "value"),
    [(5, 0.0213814061), (10, 0.0818032505), (20, 0.327210884352), (50, 2.04506802721)],
)
def test_exact_errors_of_the_reference_quadratic(steps: int, value: float) -> None:
    """Q = diag(1/2, 1), alpha = 1, beta = 3/10, Laplace scale 2 T/100; by 2x2 covariances."""
    noise, alpha, beta = 2 * F(2 * steps, 100) ** 2, F(1), F(3, 10)
    spectrum, offsets = [F(1, 2), F(1)], [F(-6, 5), F(2, 5)]
    found = expected_suboptimality(
        spectrum, offsets, alpha=alpha, beta=beta, variances=[noise] * steps
    )
    total = 0.0
    for lam, offset in zip(spectrum, offsets, strict=True):
        T = np.array([[float(1 + beta - alpha * lam), -float(beta)], [1.0, 0.0]])
        second = np.full((2, 2), float(offset) ** 2)
        for _ in range(steps):
            second = T @ second @ T.T + np.diag([float(alpha**2 * noise), 0.0])
        total += float(lam) * second[0, 0] / 2
    assert float(found) == pytest.approx(total, rel=1e-12)
    assert float(found) == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize("step", tuple(fig_1.BELOW))
def test_errors_of_figure_1_by_the_exact_formula(step: sp.Rational) -> None:
    for name in fig_1.NAMES:
        offset = float(np.sqrt(2.5))
        slow = [
            expected_suboptimality(
                [0.5, 1.0], [offset] * 2, alpha=float(step), beta=float(fig_1.momentum(name, step)),
                variances=[(t / 100) ** 2] * t,
            )
            for t in range(1, 16)
        ]  # fmt: skip
        assert fig_1.errors(name, step)[:15] == pytest.approx(slow, rel=1e-9)
