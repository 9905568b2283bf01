"""Sections 3 and 4: decisions of the claims, and their formulas against slower derivations."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from workbench.claims import Claim, Run, load
from workbench.convergence.quadratics import expected_suboptimality
from workbench.solvers import HeavyBallRate, Infeasible, heavy_ball_rate
from workbench.solvers.exact import HeavyBallLmi, feasible
from workbench.solvers.matrices import symmetric
from workbench_papers.accel import _heavy_ball, fig_1, hb_cycles, lmi_noise_optimal
from workbench_papers.accel.lmi_exact_certificate import TABLE

F = Fraction
CLAIMS = load(["accel", "ext"]).claims

REFUTED = """
erratum-9 erratum-12 erratum-13 erratum-14 prop-3-4 erratum-38 quad-rate erratum-4 erratum-6
thm-3-5 quad-tradeoff erratum-2
""".split()
QUICK = """
lyapunov-function lemma-b1 erratum-9.repaired lmi-scaling lmi-exact-refutation lmi-noise-optimal
quadratic-model quad-stationary
""".split()
SLOW = """
prop-3-4.repaired lmi-monotone-in-rho lmi-lower-bound lmi-gd-closed-form lmi-feasible-region
lmi-feasible-region.converse lmi-tight-region lmi-not-better-than-gd hb-cycles
lmi-exact-certificate quad-rate.repaired quad-finite-time quad-power-bound thm-3-5.repaired
quad-tradeoff.repaired fig-1 lmi-extended
""".split()


def decided(claim: Claim) -> None:
    """Every check decides as its aim says, and rejects every mutant."""
    for check in claim.checks:
        outcome = check(Run())
        assert outcome.decision == ("holds" if check.aim == "support" else "fails"), check.name
        for mutant in check.mutants:
            assert check.rejects(mutant(Run())), mutant.name


@pytest.mark.parametrize("slug", REFUTED)
def test_what_is_printed_wrongly_is_refuted_and_repaired(slug: str) -> None:
    claim = CLAIMS[f"accel.{slug}"]
    assert claim.checks
    assert all(check.aim == "refute" for check in claim.checks)
    assert any(claim.id in other.repairs for other in CLAIMS.values())
    decided(claim)


@pytest.mark.parametrize("slug", QUICK)
def test_claims_hold(slug: str) -> None:
    decided(CLAIMS[f"accel.{slug}"])


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLOW)
def test_longer_claims_hold(slug: str) -> None:
    decided(CLAIMS[f"accel.{slug}"])


# ------------------------------------------------------------------------------ the three forms


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


# ------------------------------------------------------------------------------------- tables


@pytest.mark.parametrize(("mu", "alpha", "beta", "rho2"), TABLE)
def test_table_of_rates_is_the_bracket_to_its_last_digit(mu, alpha, beta, rho2) -> None:
    found = heavy_ball_rate(mu, 1, alpha, beta)
    assert isinstance(found, HeavyBallRate)
    assert found.rho2 <= F(rho2)
    assert found.rho2_refuted > F(rho2) - F(1, 10**8)


@pytest.mark.parametrize("row", lmi_noise_optimal.TABLE)
def test_noise_constants_are_between_quadratics_and_the_table(row) -> None:
    mu, alpha, beta, rho2, solution, bound = row
    p11, p12, p22, c0, c = map(F, solution.split())
    lmi = HeavyBallLmi(F(mu), F(1), F(alpha), F(beta))
    found = feasible(lmi, F(rho2), symmetric(p11, p12, p22), c0, c)
    assert found is not None
    value = F(found["noise"]) * F(alpha) ** 2 / (1 - F(rho2))
    a, b = F(alpha), F(beta)
    exact = max(a * (1 + b) / (2 * (1 - b) * (2 + 2 * b - a * x)) for x in (F(mu), F(1)))
    assert exact <= value <= F(bound)


@pytest.mark.parametrize("mu", ["1/10", "1/2"])
@pytest.mark.parametrize("alpha", ["1/4", "1", "3/2"])
def test_border_of_the_feasible_region_by_bisection(mu: str, alpha: str) -> None:
    """The largest certifiable momentum is 1 - alpha (1 - mu)/2, found without the formula."""
    low, high = F(1, 10), F(1)
    while high - low > F(1, 1000):
        middle = (low + high) / 2
        found = heavy_ball_rate(mu, 1, alpha, middle, tolerance=1)
        low, high = (low, middle) if isinstance(found, Infeasible) else (middle, high)
    assert low <= 1 - F(alpha) * (1 - F(mu)) / 2 <= high


# --------------------------------------------------------------------------------- quadratics


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


@pytest.mark.parametrize("step", fig_1.SIZES)
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


# ------------------------------------------------------------------------------------- cycles


def test_heavy_ball_from_rest_falls_into_the_cycle() -> None:
    x = old = 3.3
    for _ in range(3000):
        slope = float(hb_cycles.slope(sp.Float(x, 17), 1))
        x, old = x - slope / 9 + 4 / 9 * (x - old), x
    assert min(abs(x - float(point)) for point in hb_cycles.POINTS) < 1e-9


@pytest.mark.parametrize("speed", [F(1), F(1, 10)])
def test_slacks_of_seven_points_by_coordinates(speed: Fraction) -> None:
    """The polynomials in cos(2 pi/7) against the inequality for points, gradients and values."""
    L = float(hb_cycles.RATIO)
    alpha = float(speed) / L
    beta = (1 - np.sqrt(alpha)) / (1 + np.sqrt(alpha))
    angles = 2 * np.pi * np.arange(7) / 7
    x = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    g = ((1 + beta) * x - beta * np.roll(x, 1, axis=0) - np.roll(x, -1, axis=0)) / alpha
    for j in range(1, 7):
        dx, dg = x[0] - x[j], g[0] - g[j]
        bracket = dg @ dg / L + dx @ dx - 2 / L * dg @ dx
        slow = -g[j] @ dx - bracket / (2 * (1 - 1 / L))
        found = hb_cycles.slack(j, speed).subs(hb_cycles.C, sp.cos(2 * sp.pi / 7))
        assert float(found.evalf(30)) == pytest.approx(slow, rel=1e-9)
