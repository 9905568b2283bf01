"""The matrices of (22) against a function that is no parabola, and against the solver's."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from workbench.solvers.exact import HeavyBallLmi
from workbench.solvers.matrices import symmetric
from workbench_papers.accel import _heavy_ball

F = Fraction


@pytest.mark.parametrize("seed", range(8))
def test_forms_on_a_function_that_is_no_parabola(seed: int) -> None:
    """A parabola plus log-cosh: X0 is not positive, one noisy step obeys the lemma."""
    rng = np.random.default_rng(seed)
    mu, L, alpha, beta, rho2 = 0.3, 1.0, rng.uniform(0.1, 1.9), rng.uniform(0, 1), rng.uniform()
    sharp, centre = rng.uniform(0.5, 3), rng.normal()

    def value(x: float) -> float:
        """Its second derivative mu + (L - mu) sech^2 stays in [mu, L]."""
        return mu / 2 * x**2 + (L - mu) / sharp**2 * np.logaddexp(
            sharp * x - centre, centre - sharp * x
        )

    def slope(x: float) -> float:
        return mu * x + (L - mu) / sharp * np.tanh(sharp * x - centre)

    star = 0.0
    for _ in range(2000):
        star -= slope(star)
    x, p, w = rng.normal(size=3) * 2
    g = slope(x)
    move = beta * (x - p) - alpha * (g + w)
    e = (x - star, p - star, g)

    def form(matrix: sp.Matrix) -> float:
        numbers = dict(zip((_heavy_ball.mu, _heavy_ball.L, _heavy_ball.alpha, _heavy_ball.beta),
                           (mu, L, alpha, beta), strict=True))  # fmt: skip
        return float(np.array(e) @ np.array(matrix.subs(numbers), dtype=float) @ np.array(e))

    tiny = 1e-12 * (1 + np.sum(np.square(e)))
    assert form(_heavy_ball.X0()) <= tiny
    gap = (
        rho2 * (value(x) - value(star)) - (value(x + move) - value(star)) + L * alpha**2 / 2 * w**2
    )
    centred = w * (alpha * g + L * alpha * (beta * (x - p) - alpha * g))
    left = form(_heavy_ball.X1()) + (1 - rho2) * form(_heavy_ball.X2()) + centred
    assert left <= gap + tiny


def test_symbolic_matrices_are_those_of_the_solver() -> None:
    point = {"mu": F(1, 3), "L": F(2), "alpha": F(2, 5), "beta": F(1, 7)}
    lmi = HeavyBallLmi(**point)
    P, c0, c, rho2 = symmetric(F(3), F(-1, 2), F(2)), F(1, 4), F(5), F(4, 5)
    r = sp.Symbol("rho2", positive=True)
    h = _heavy_ball
    S = h.c0 * h.X0() + h.c * (h.X1() + (1 - r) * h.X2()) - h.Phi(r)
    letters = (h.mu, h.L, h.alpha, h.beta, h.P11, h.P12, h.P22, h.c0, h.c, r)
    values = (*point.values(), P[0][0], P[0][1], P[1][1], c0, c, rho2)
    numbers = {k: sp.Rational(v.numerator, v.denominator)
               for k, v in zip(letters, values, strict=True)}  # fmt: skip
    built = S.subs(numbers)
    expected = lmi.slack(P, c0, c, rho2)
    assert [[F(int(v.p), int(v.q)) for v in built.row(k)] for k in range(3)] == [
        list(row) for row in expected
    ]
