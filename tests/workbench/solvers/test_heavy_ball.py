"""The bracket of heavy_ball_rate against tables, closed forms, trajectories and another solver."""

import time
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import ParameterError, SolverError
from workbench.rigor.check import check_certificate
from workbench.solvers import (
    HeavyBallRate,
    NoCertifiedRate,
    check,
    heavy_ball_certificate,
    heavy_ball_rate,
)
from workbench.solvers.exact import HeavyBallLmi

# mu, alpha, beta at L = 1; ends of the exact bracket of rho that a general SDP solver gave
TABLE = [
    ("1/2", "1", "1/5", 0.61466094, 0.61466102),
    ("1/2", "3/2", "3/10", 0.76966082, 0.76966082),
    ("1/10", "1", "1/5", 0.87603721, 0.87603727),
    ("1/10", "1", "2/5", 0.92317249, 0.92317249),
    ("1/10", "1/2", "1/10", 0.94407631, 0.94407637),
    ("1/10", "1/2", "3/10", 0.92603986, 0.92603987),
    ("1/100", "1", "2/5", 0.98413890, 0.98413895),
    ("1/100", "3/2", "1/5", 0.98287592, 0.98287643),
    ("1/100", "1/10", "9/10", 0.99043844, 0.99044349),
    ("1/10", "1", "0", 0.89999994, 0.90000000),
]


def certified(*point: object) -> HeavyBallRate:
    answer = heavy_ball_rate(*point)
    assert isinstance(answer, HeavyBallRate)
    check(answer.certificate)
    return answer


def spectral_radius(mu: Fraction, L: Fraction, alpha: Fraction, beta: Fraction) -> float:
    """Largest eigenvalue of the companion matrices at the two ends of the spectrum."""
    radii = []
    for x in (mu, L):
        step = np.array([[float(1 + beta - alpha * x), -float(beta)], [1.0, 0.0]])
        radii.append(np.abs(np.linalg.eigvals(step)).max())
    return float(max(radii))


@st.composite
def points(draw: st.DrawFn) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Parameters from all over the domain, and close to the edge of the feasible region."""
    mu = Fraction(draw(st.integers(1, 999)), 1000) ** draw(st.integers(1, 3))
    beta = Fraction(draw(st.integers(0, 999)), 1000)
    edge = min(2 * (1 + beta), 2 * (1 - beta) / (1 - mu))
    alpha = edge * Fraction(draw(st.integers(1, 1200)), 1000)
    L = draw(st.sampled_from([Fraction(1), Fraction(25), Fraction(1, 3)]))
    return mu * L, L, alpha / L, beta


# ---------------------------------------------------------------------------- known numbers


@pytest.mark.parametrize(("mu", "alpha", "beta", "low", "high"), TABLE)
def test_the_bracket_meets_the_one_of_a_general_solver(mu, alpha, beta, low, high) -> None:
    answer = certified(mu, 1, alpha, beta)
    digit = 1e-8  # the table is rounded to eight digits
    assert answer.rho >= low - digit
    assert float(answer.rho2_refuted) ** 0.5 <= high + digit


def test_the_first_certificate_of_the_pipeline_is_no_better_than_ours() -> None:
    """257568359375/10^12 was the best rho^2 of an early pipeline that kept c = 1."""
    anchor = Fraction("0.257568359375")
    assert certified("1/2", 1, 1, "1/10").rho2 <= anchor
    assert heavy_ball_certificate("1/2", 1, 1, "1/10", anchor)["side"] == "feasible"


@pytest.mark.parametrize("alpha", ["1/10", "1/2", "1", "3/2", "7/4", "19/10"])
@pytest.mark.parametrize("mu", ["1/2", "1/10", "1/1000"])
def test_without_momentum_it_is_the_rate_of_gradient_descent(mu: str, alpha: str) -> None:
    a, m = Fraction(alpha), Fraction(mu)
    answer = certified(mu, 1, alpha, 0)
    exact = max(abs(1 - a * m), abs(1 - a)) ** 2
    assert answer.rho2_refuted < exact <= answer.rho2


@pytest.mark.parametrize(("alpha", "beta"), [("1", "1/10"), ("3/2", "0"), ("1/100", "1/2")])
def test_one_curvature_has_the_rate_of_its_quadratic(alpha: str, beta: str) -> None:
    answer = certified(3, 3, Fraction(alpha) / 3, beta)
    radius = spectral_radius(answer.mu, answer.L, answer.alpha, answer.beta)
    assert float(answer.rho2_refuted) < radius**2 + 1e-15
    assert answer.rho >= radius - 1e-15


def test_one_step_to_the_minimiser_has_nothing_below_to_refute() -> None:
    answer = certified(1, 1, 1, 0)
    assert answer.rho2 < 1e-9
    assert (answer.rho2_refuted, answer.dual) == (0, None)


# -------------------------------------------------------------------------------- everywhere


@settings(max_examples=120, deadline=None)
@given(points())
def test_every_point_is_bracketed_or_proved_silent(point) -> None:
    answer = heavy_ball_rate(*point)
    mu, L, alpha, beta = point
    assert check_certificate(answer.certificate).accepted
    assert check(answer.certificate)
    silent = alpha * L >= 2 * (1 + beta) or alpha * (L - mu) >= 2 * (1 - beta)
    corner = beta * L < mu and alpha * L > 2  # where the exact region is not known
    if isinstance(answer, NoCertifiedRate):
        assert silent or corner
        return
    assert not silent
    assert 0 < answer.rho2 - answer.rho2_refuted <= Fraction(1, 10**9) * (1 - answer.rho2)
    assert Fraction(answer.rho) ** 2 >= answer.rho2
    # eigenvalues next to a double root are good to the root of the rounding error
    assert answer.rho >= spectral_radius(*point) - 1e-7
    assert answer.kappa > 0


@settings(max_examples=40, deadline=None)
@given(points(), st.fractions(Fraction(1, 50), 50, max_denominator=1000))
def test_the_rate_does_not_depend_on_the_unit(point, unit: Fraction) -> None:
    mu, L, alpha, beta = point
    here = heavy_ball_rate(*point)
    there = heavy_ball_rate(mu * unit, L * unit, alpha / unit, beta)
    assert type(here) is type(there)
    if isinstance(here, HeavyBallRate):
        assert (here.rho2, here.rho2_refuted) == (there.rho2, there.rho2_refuted)
        assert (here.c, here.c0) == (there.c * unit, there.c0 * unit**2)


@settings(max_examples=40, deadline=None)
@given(points(), st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=200))
def test_the_side_at_a_given_rate_agrees_with_the_bracket(point, rho2: Fraction) -> None:
    answer = heavy_ball_rate(*point)
    low = answer.rho2_refuted if isinstance(answer, HeavyBallRate) else Fraction(1)
    high = answer.rho2 if isinstance(answer, HeavyBallRate) else Fraction(1)
    side = heavy_ball_certificate(*point, rho2)["side"]
    if rho2 <= low:
        assert side in {"infeasible", "slower"}
    if rho2 >= high:
        assert side == "feasible"


def test_the_thin_corner_has_points_of_both_kinds() -> None:
    assert certified("9/10", 1, 2, "1/10").rho < 0.78
    answer = heavy_ball_rate("1/5", 1, "11/5", "1/10")
    assert isinstance(answer, NoCertifiedRate)
    assert check(answer.certificate).endswith("< 1")


@pytest.mark.parametrize(
    "point",
    [
        (1, 25, "1/9", "4/9"),  # a cycle of period 3 exists
        ("1/2", 1, 2, "1/2"),  # on the boundary alpha (L - mu) = 2 (1 - beta)
        ("1/2", 1, 3, "1/2"),  # on the boundary alpha L = 2 (1 + beta)
        ("1/2", 1, 6, "1/2"),  # beyond it, at mu too
        ("1/2", 1, 9, 0),
        (1, 1, 2, 0),
        (2, 2, 5, "1/3"),
    ],
)
def test_where_nothing_can_be_certified_there_is_a_proof(point) -> None:
    answer = heavy_ball_rate(*point)
    assert isinstance(answer, NoCertifiedRate)
    assert check(answer.certificate).endswith("< 1")
    assert check_certificate(answer.certificate).accepted


def test_the_benchmarked_momentum_has_no_certificate() -> None:
    """With alpha = c / L, beta = (1 - q) / (1 + q), q = sqrt(alpha mu), kappa = 255.1."""
    for c, q in (("1", 0.0626), ("1/10", 0.0198)):
        beta = Fraction(round(1000 * (1 - q) / (1 + q)), 1000)
        assert isinstance(heavy_ball_rate("10/2551", 1, c, beta), NoCertifiedRate)


@pytest.mark.parametrize(
    ("mu", "alpha", "beta"),
    [("1e-12", "1", "1/2"), ("1e-20", "1", "1/3"), ("1/2", "1e-9", "0.999999")],
)
def test_extreme_condition_numbers_keep_their_digits(mu: str, alpha: str, beta: str) -> None:
    answer = certified(mu, 1, alpha, beta)
    assert answer.rho2 - answer.rho2_refuted <= Fraction(1, 10**9) * (1 - answer.rho2)


def test_the_tolerance_is_kept() -> None:
    coarse = heavy_ball_rate("1/2", 1, 1, "1/5", tolerance="1/100")
    fine = heavy_ball_rate("1/2", 1, 1, "1/5", tolerance="1/1000000000000000")
    assert coarse.rho2_refuted < fine.rho2_refuted < fine.rho2 < coarse.rho2
    assert fine.rho2 - fine.rho2_refuted < Fraction(1, 10**15)
    for share in ("1", "1/3", "1/1000000"):
        answer = heavy_ball_rate("1/10", 1, 1, "2/5", tolerance=share)
        assert answer.rho2 - answer.rho2_refuted <= Fraction(share) * (1 - answer.rho2)


# ------------------------------------------------------------- what the certificate promises


def log_cosh(mu: float, L: float, width: float) -> tuple[Callable, Callable]:
    """F and F' with curvature from mu to L, 0 at its minimiser 0."""

    def value(x: np.ndarray) -> np.ndarray:
        y = np.abs(x / width)
        near = np.log1p(np.sinh(np.minimum(y, 1.0)) ** 2) / 2  # keeps its digits next to 0
        soft = np.where(y < 1, near, np.logaddexp(y, -y) - np.log(2))
        return mu * x**2 / 2 + (L - mu) * width**2 * soft

    return value, lambda x: mu * x + (L - mu) * width * np.tanh(x / width)


@pytest.mark.parametrize(("mu", "alpha", "beta", "low", "high"), TABLE)
@pytest.mark.parametrize("width", [0.01, 0.3, 3.0, 1e3])
def test_the_energy_contracts_on_functions_of_the_class(
    mu, alpha, beta, low, high, width: float
) -> None:
    """V(x_{t+1}, x_t) <= rho^2 V(x_t, x_{t-1}) and V >= kappa F at many states."""
    answer = certified(mu, 1, alpha, beta)
    value, slope = log_cosh(float(answer.mu), 1.0, width)
    P = np.array(answer.P, dtype=float)
    rng = np.random.default_rng(7)
    x, before = rng.standard_normal((2, 4000)) * 10.0 ** rng.uniform(-3, 3, 4000)

    def energy(now: np.ndarray, old: np.ndarray) -> np.ndarray:
        both = np.stack([now, old])
        return np.einsum("it,ij,jt->t", both, P, both) + float(answer.c) * value(now)

    after = x - float(answer.alpha) * slope(x) + float(answer.beta) * (x - before)
    here, there = energy(x, before), energy(after, x)
    roundoff = 1e-13 * (np.abs(P).max() * (x**2 + before**2 + after**2) + value(x))
    assert (there <= float(answer.rho2) * here + roundoff).all()
    assert (here >= float(answer.kappa) * value(x) - roundoff).all()


@settings(max_examples=30, deadline=None)
@given(points())
def test_the_noise_constant_has_its_closed_form(point) -> None:
    """R = (L/2) (1 + 2 P12^2 / (P22 c L + 2 det P)), the last factor of (23)."""
    answer = heavy_ball_rate(*point)
    if isinstance(answer, HeavyBallRate):
        (p11, p12), (_, p22) = answer.P
        below = p22 * answer.c * answer.L + 2 * (p11 * p22 - p12**2)
        assert answer.noise == answer.L / 2 * (1 + 2 * p12**2 / below)


# --------------------------------------------------------------------------- another solver


def margin(lmi: HeavyBallLmi, rho2: Fraction, *, psd: bool = True) -> float:
    """Largest t with S >= t I, P >= 0 and trace P + c0 + c = 1, by cvxpy."""
    import cvxpy as cp

    def array(matrix) -> np.ndarray:
        return np.array([[float(x) for x in row] for row in matrix])

    P, t = cp.Variable((2, 2), symmetric=True), cp.Variable()
    c0, c = cp.Variable(nonneg=True), cp.Variable(nonneg=True)
    step, keep = array(lmi.AB), np.eye(2, 3)
    form = c0 * array(lmi.X0) + c * array(lmi.gain(rho2)) - step.T @ P @ step
    rules = [
        form + float(rho2) * keep.T @ P @ keep - t * np.eye(3) >> 0,
        cp.trace(P) + c0 + c == 1,
    ]
    rules += [P >> 0] if psd else []
    exact = {"tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11}
    cp.Problem(cp.Maximize(t), rules).solve(solver=cp.CLARABEL, **exact)
    return float(t.value)


# in the last three rows P >= 0 is active: the circle alone would promise too much
SOLVED = [
    ("1/2", "1", "1/5"),
    ("1/10", "1/2", "3/10"),
    ("1/5", "9/5", "1/20"),
    ("0.51", "0.155", "0.632"),
    ("0.42", "0.111", "0.6"),
    ("0.32", "0.1", "0.65"),
]


@pytest.mark.parametrize(("mu", "alpha", "beta"), SOLVED)
@pytest.mark.filterwarnings("ignore:Solution may be inaccurate")
def test_a_general_solver_agrees_on_both_sides(mu: str, alpha: str, beta: str) -> None:
    answer = certified(mu, 1, alpha, beta)
    lmi = HeavyBallLmi(answer.mu, answer.L, answer.alpha, answer.beta)
    step = (1 - answer.rho2) / 1000
    assert margin(lmi, answer.rho2 + step) > 1e-7
    assert margin(lmi, answer.rho2 - step) < -1e-7


def test_many_points_a_second() -> None:
    """Forty in a second and a half of processor time; one takes about five milliseconds."""
    grid = [(f"{m}/20", 1, f"{a}/5", "1/5") for m in range(1, 9) for a in range(1, 6)]
    begin = time.process_time()
    answers = [heavy_ball_rate(*point) for point in grid]
    assert time.process_time() - begin < len(grid) / 25
    assert all(isinstance(answer, HeavyBallRate) for answer in answers)


# ------------------------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("point", "message"),
    [
        ((2, 1, 1, 0), "mu = 2 is above L = 1"),
        ((0, 1, 1, 0), "mu = 0 is not positive"),
        ((1, 2, 0, 0), "alpha = 0 is not positive"),
        ((1, 2, "-1/2", 0), "alpha = -1/2 is not positive"),
        ((1, 2, 1, 1), "beta = 1 is outside"),
        ((1, 2, 1, "-1/9"), "beta = -1/9 is outside"),
        ((0.1, 1, 1, 0), "(?s)mu = 0.1 is a float.*may mean '1/10'"),
        ((1, float("nan"), 1, 0), "L = nan is a float"),
        ((1, 2, "one", 0), "alpha = 'one' is not a rational number"),
        ((1, 2, "1/0", 0), "alpha = '1/0' is not a rational number"),
        ((1, 2, 1, False), "beta = False is a bool"),
        ((None, 2, 1, 0), "mu = None is a NoneType"),
    ],
)
def test_an_error_names_the_argument(point, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        heavy_ball_rate(*point)


def test_a_useless_tolerance_and_a_useless_rate_are_refused() -> None:
    with pytest.raises(ParameterError, match="tolerance = 0 is outside"):
        heavy_ball_rate(1, 2, 1, 0, tolerance=0)
    with pytest.raises(ParameterError, match="rho2 = 5/4 is outside"):
        heavy_ball_certificate(1, 2, 1, 0, "5/4")


def test_what_cannot_be_decided_is_an_error_with_a_way_out() -> None:
    with pytest.raises(SolverError, match=r"mu = 1e-400.*\n.*\n  Move alpha or beta"):
        heavy_ball_rate("1e-400", 1, 1, 0)
    with pytest.raises(SolverError, match=r"neither side.*\n.*optimum"):
        heavy_ball_certificate("1/10", 1, 1, 0, "81/100")  # feasible, but with no room


def test_numbers_of_other_exact_types_are_welcome() -> None:
    import sympy as sp

    assert (
        heavy_ball_rate(sp.Rational(1, 2), np.int64(1), 1, "0.2").rho2
        == certified("1/2", 1, 1, Fraction(1, 5)).rho2
    )
