"""Small noise constants: known values, and that they are proved for the rate that was asked for."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from workbench.errors import ParameterError
from workbench.rigor.check import check_certificate
from workbench.rigor.check.conclusions import conclusions
from workbench.rigor.check.kinds import digest
from workbench.rigor.provers.momentum_rate import LeastNoise, ReachedNoise
from workbench.solvers import check, heavy_ball_noise, heavy_ball_rate, noise
from workbench.solvers.noise_points import NoisePoint

# mu, alpha, beta at L = 1, and the least stationary bound over rho with the rho that attains it
TABLE = [
    ("1/2", "1", "1/5", 1.033, 0.652),
    ("1/2", "1/2", "1/5", 0.413, 0.764),
    ("1/10", "1", "1/5", 3.126, 0.896),
    ("1/10", "1", "2/5", 4.767, 0.925),
    ("1/10", "1/2", "3/10", 1.393, 0.939),
    ("1/10", "1/10", "7/10", 0.418, 0.967),
    ("1/100", "1", "2/5", 22.82, 0.985),
]


@pytest.mark.parametrize(("mu", "alpha", "beta", "least", "near"), TABLE)
def test_the_least_stationary_bound_is_the_known_one(mu, alpha, beta, least, near) -> None:
    """Over five rates within the rounding of the known one."""
    rates = [Fraction(round(10000 * near) + k, 10000) for k in (-4, -2, 0, 2, 4)]
    answers = [heavy_ball_noise(mu, 1, alpha, beta, rate**2) for rate in rates]
    for answer in answers:
        assert check(answer.certificate)
        assert answer.certificate["parameters"]["rho2"] == str(answer.rho2)
    best = min(float(answer.stationary) for answer in answers)
    assert best == pytest.approx(least, rel=2e-3)  # the known numbers have three or four digits


@pytest.mark.parametrize(("mu", "alpha", "beta", "least", "near"), TABLE)
def test_no_certificate_promises_less_noise_than_a_quadratic_has(
    mu, alpha, beta, least, near
) -> None:
    """F = x^2 / 2 with white noise of variance 1: the stationary value by its Lyapunov equation."""
    a, b = float(Fraction(alpha)), float(Fraction(beta))
    step = np.array([[1 + b - a, -b], [1.0, 0.0]])
    system = np.eye(4) - np.kron(step, step)
    covariance = np.linalg.solve(system, np.array([a * a, 0.0, 0.0, 0.0]))
    answer = heavy_ball_noise(mu, 1, alpha, beta, Fraction(near + 0.001) ** 2)
    assert float(answer.stationary) >= covariance[0] / 2


def test_the_fastest_certificate_is_no_better_for_noise() -> None:
    fast = heavy_ball_rate("1/2", 1, "1/2", "1/5")
    slow = heavy_ball_noise("1/2", 1, "1/2", "1/5", Fraction("0.5837"))
    assert fast.noise / (1 - fast.rho2) > 3 * slow.noise / (1 - slow.rho2)
    same = heavy_ball_noise("1/2", 1, "1/2", "1/5", fast.rho2 + Fraction(1, 10**6))
    assert same.noise <= fast.noise


def test_gradient_descent_has_half_the_curvature() -> None:
    """R = L / 2 at P = diag(1, 0), and no R is smaller."""
    answer = heavy_ball_noise(2, 20, "1/20", 0, "82/100")
    assert 10 <= answer.noise <= Fraction("10.00001")


def test_the_unit_scales_the_constant() -> None:
    one = heavy_ball_noise("1/2", 1, 1, "1/5", "17/40")
    two = heavy_ball_noise(2, 4, "1/4", "1/5", "17/40")
    assert float(two.noise / one.noise) == pytest.approx(4, rel=1e-9)


@pytest.mark.parametrize("rho2", ["1/3", "1", "0", "3/2"])
def test_a_rate_that_is_not_certified_is_refused(rho2: str) -> None:
    with pytest.raises(ParameterError, match=f"rho2 = {rho2} is not certified"):
        heavy_ball_noise("1/2", 1, 1, "1/5", rho2)


def test_a_bad_answer_of_the_solver_costs_quality_not_truth(monkeypatch) -> None:
    good = heavy_ball_noise("1/2", 1, 1, "1/5", "17/40")
    nothing = ((Fraction(0),) * 3,) * 3
    monkeypatch.setattr(noise, "_optimum", lambda lmi, r: ([Fraction(0)] * 5, nothing))
    bad = heavy_ball_noise("1/2", 1, 1, "1/5", "17/40")
    assert Fraction(49, 100) < bad.noise_bound < good.noise_bound  # R >= L / 2 needs no solver
    assert check(bad.certificate)
    assert bad.noise > good.noise


@pytest.mark.parametrize("L", [1, 7])
@pytest.mark.parametrize(("mu", "alpha", "beta", "least", "near"), TABLE)
def test_no_certificate_has_less_noise(mu, alpha, beta, least, near, L) -> None:
    """The dual certificate leaves a millionth, in every unit, and is accepted by both checkers."""
    values = (Fraction(mu) * L, L, Fraction(alpha) / L, beta, Fraction(near + 0.001) ** 2)
    answer = heavy_ball_noise(*values)
    assert 0 <= answer.noise - answer.noise_bound <= answer.noise / 10**6
    assert answer.lower_certificate is not None
    assert str(answer.noise_bound) in check(answer.lower_certificate)
    assert check_certificate(answer.lower_certificate).accepted
    fast = heavy_ball_rate(*values[:4])
    assert fast.noise >= heavy_ball_noise(*values[:4], fast.rho2 + Fraction(1, 10**4)).noise_bound


POINT = ("1/2", "1", "1/5", "17/40", "0.308 -0.087 0.079 0.225 0.577", "1.04")
DUAL = "2.06 0.1 1.08 1.34 0.23 0.59"


def test_a_dual_solution_in_decimals_shows_no_more_than_it_can() -> None:
    """At 0.98 of the bound it is accepted by both checkers; nothing above the optimum is."""
    told = NoisePoint(*POINT, DUAL)
    shown = told.refuted(Fraction(98, 100))
    assert check(shown)
    assert check_certificate(shown).accepted
    best = heavy_ball_noise(*POINT[:1], 1, *POINT[1:4]).stationary
    assert told.refuted(best / Fraction(POINT[5]) + Fraction(1, 10))["side"] == "feasible"
    with pytest.raises(ValueError, match="does not show"):
        NoisePoint(*POINT, "1 0 0 1 0 1").refuted(Fraction(98, 100))


def test_what_is_declared_of_the_noise_is_what_the_certificates_show() -> None:
    told, share = NoisePoint(*POINT, DUAL), Fraction(98, 100)
    reached = ReachedNoise(*told.place(), *told.constants())
    least = LeastNoise(*told.place(), str(told.limit(share)))
    for one, certificate in ((reached, told.solved()), (least, told.refuted(share))):
        assert one.digest in {digest(said) for said in conclusions(certificate)}
        assert replace(one, rho2="1/2").digest not in map(digest, conclusions(certificate))
        assert one.latex()
    assert replace(least, bound="59/100").digest != least.digest
