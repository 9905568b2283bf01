"""The certificate with the smallest noise constant at a given rate (`accel.lmi-noise-optimal`).

At a fixed rho the LMI has many solutions; the fastest certificate is often a poor one for noise.
The constant R = (P11 + c L / 2) / kappa is least where P11 + c L / 2 is, subject to kappa >= 1:

    (P11 - s, P12; P12, P22) >= 0,   c + 2 s / L >= 1,   s >= 0,

a semidefinite program.  Its floating-point optimum lies on the boundary; it is mixed with an exact
interior solution, as little as the exact check allows.  What is returned is a proof that R is
enough; that no smaller R would do is only the solver's word.
"""

from __future__ import annotations

import importlib
import warnings
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from workbench.errors import ParameterError, SolverError
from workbench.solvers import exact
from workbench.solvers.exact import HeavyBallLmi, Json, Matrix
from workbench.solvers.heavy_ball import (
    Rational,
    as_fraction,
    heavy_ball_certificate,
    parameters,
)

_SHARES = tuple(Fraction(1, 4**k) for k in range(18, -1, -1))
_BITS = 80


@dataclass(frozen=True, slots=True)
class HeavyBallNoise:
    """A certificate at rho^2 whose noise term is alpha^2 noise (1 - rho^(2t)) / (1 - rho^2) W."""

    alpha: Fraction
    rho2: Fraction
    noise: Fraction
    kappa: Fraction
    certificate: Json

    @property
    def stationary(self) -> Fraction:
        """The bound on E F(x_t) - F* as t grows, per unit of W = max E|w|^2."""
        return self.alpha**2 * self.noise / (1 - self.rho2)


def heavy_ball_noise(
    mu: Rational, L: Rational, alpha: Rational, beta: Rational, rho2: Rational
) -> HeavyBallNoise:
    """Certify a small noise constant at this rho^2, which must be above the best certifiable one.

    >>> answer = heavy_ball_noise("1/2", 1, 1, "1/5", "17/40")
    >>> round(float(answer.stationary), 3)
    1.033
    """
    values, r = parameters(mu, L, alpha, beta), as_fraction("rho2", rho2)
    inside = heavy_ball_certificate(*values, r) if 0 < r < 1 else {"side": "none"}
    if inside["side"] != "feasible":
        raise ParameterError(
            f"rho2 = {rho2} is not certified by the LMI at these parameters.\n"
            "  Pass a value between heavy_ball_rate(...).rho2 and 1."
        )
    lmi = HeavyBallLmi(*values)
    kappa = Fraction(inside["kappa"])
    safe = [Fraction(x) / kappa for x in (*inside["P"][0], inside["P"][1][1])]
    safe += [Fraction(inside["c0"]) / kappa, Fraction(inside["c"]) / kappa]
    size = lmi.L  # of the unit in which L = 1; kappa is in units of it
    best = _optimum(HeavyBallLmi(lmi.mu / size, Fraction(1), lmi.alpha * size, lmi.beta), r)
    best = [x * size for x in best[:3]] + [best[3] / size, best[4]]
    for share in _SHARES:
        mixed = [(1 - share) * x + share * y for x, y in zip(best, safe, strict=True)]
        certificate = exact.feasible(lmi, r, exact.symmetric(*mixed[:3]), *mixed[3:])
        if certificate is not None:
            noise, bound = Fraction(certificate["noise"]), Fraction(certificate["kappa"])
            return HeavyBallNoise(lmi.alpha, r, noise, bound, certificate)
    raise AssertionError("the last share is the interior solution itself")


def _optimum(lmi: HeavyBallLmi, r: Fraction) -> list[Fraction]:
    """P11, P12, P22, c0, c of the semidefinite program at L = 1, on a grid of 2^-80."""
    cp: Any = importlib.import_module("cvxpy")  # slow to import, and only needed here

    def array(matrix: Matrix) -> np.ndarray:
        return np.array([[float(x) for x in row] for row in matrix])

    # with d = (x_t - x_{t-1}) / delta in place of x_{t-1}, all the numbers are of similar size
    delta = float(lmi.alpha / (1 - lmi.beta))
    turn = np.array([[1.0, 0.0], [1.0, -delta]])
    turned = np.block([[turn, np.zeros((2, 1))], [np.zeros((1, 2)), np.ones((1, 1))]])
    step = np.linalg.inv(turn) @ array(lmi.AB) @ turned
    keep = np.eye(2, 3)
    first, gain = (turned.T @ array(one) @ turned for one in (lmi.X0, lmi.gain(r)))

    P, s = cp.Variable((2, 2), symmetric=True), cp.Variable(nonneg=True)
    c0, c = cp.Variable(nonneg=True), cp.Variable(nonneg=True)
    form = c0 * first + c * gain / delta
    form += (float(r) * keep.T @ P @ keep - step.T @ P @ step) / delta
    corner = np.diag([1.0, 0.0])
    ahead = step[:, 2] / float(lmi.alpha)
    first_entry = ahead @ P @ ahead  # P11
    rules = [form >> 0, P - s * corner >> 0, c + 2 * s >= 1]
    problem = cp.Problem(cp.Minimize(first_entry + c / 2), rules)
    accuracy = {"tol_gap_abs": 1e-12, "tol_gap_rel": 1e-12, "tol_feas": 1e-12}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # inaccurate or not, the answer is checked exactly
            problem.solve(solver=cp.CLARABEL, **accuracy)
    except cp.SolverError as error:
        raise SolverError(
            f"noise constant at rho2 = {float(r)}: {error}\n"
            "  Likely cause: rho2 is next to the best certifiable one.  Pass a larger rho2."
        ) from error
    if P.value is None:
        raise SolverError(
            f"noise constant at rho2 = {float(r)}: the solver says {problem.status!r}.\n"
            "  Likely cause: rho2 is next to the best certifiable one.  Pass a larger rho2."
        )
    back = np.linalg.inv(turn)
    original = back.T @ P.value @ back
    multiplier = c0.value * delta
    found = (original[0, 0], original[0, 1], original[1, 1], multiplier, c.value)
    return [Fraction(round(Fraction(float(x)) * 2**_BITS), 2**_BITS) for x in found]
