"""The certificate with the smallest noise constant at a given rate.

At a fixed rho the LMI has many solutions; the fastest certificate is often a poor one for noise.
The constant R = (P11 + c L / 2) / kappa is least where P11 + c L / 2 is, subject to kappa >= 1:

    (P11 - s, P12; P12, P22) >= 0,   c + 2 s / L >= 1,   s >= 0,

a semidefinite program.  Its floating-point optimum lies on the boundary; it is mixed with an exact
interior solution, as little as the exact check allows.  The dual solution Z, shrunk and moved a
little into the cone, shows that R cannot be much smaller (see `exact`).  So both ends are proved.
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
from workbench.solvers.exact import HeavyBallLmi, Json
from workbench.solvers.heavy_ball import (
    Rational,
    as_fraction,
    heavy_ball_certificate,
    parameters,
)
from workbench.solvers.matrices import Matrix, combine, symmetric

_SHARES = tuple(Fraction(1, 4**k) for k in range(18, -1, -1))
_BITS = 80


@dataclass(frozen=True, slots=True)
class HeavyBallNoise:
    """A certificate at rho^2 whose noise term is alpha^2 noise (1 - rho^(2t)) / (1 - rho^2) W.

    `lower_certificate` shows that no other one has a constant below `noise_bound`.
    """

    alpha: Fraction
    rho2: Fraction
    noise: Fraction
    kappa: Fraction
    certificate: Json
    noise_bound: Fraction  # no certificate at rho^2 has a smaller one; 0 if that is not shown
    lower_certificate: Json | None

    @property
    def stationary(self) -> Fraction:
        """The bound on E F(x_t) - F* as t grows, per unit of W = max E|w|^2."""
        return self.alpha**2 * self.noise / (1 - self.rho2)


def heavy_ball_noise(
    mu: Rational, L: Rational, alpha: Rational, beta: Rational, rho2: Rational
) -> HeavyBallNoise:
    """Certify a small noise constant at this rho^2, which must be above the best certifiable one.

    mu, L: strong convexity and smoothness, 0 < mu <= L
    alpha, beta: step size and momentum
    rho2: the factor rho^2 per step

    >>> answer = heavy_ball_noise("1/2", 1, 1, "1/5", "17/40")
    >>> round(float(answer.stationary), 3)
    1.033
    >>> answer.noise - answer.noise_bound < Fraction(1, 10000)
    True
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
    unit = HeavyBallLmi(lmi.mu / size, Fraction(1), lmi.alpha * size, lmi.beta)
    best, dual = _optimum(unit, r)
    lower = _below(lmi, r, dual)
    best = [x * size for x in best[:3]] + [best[3] / size, best[4]]
    for share in _SHARES:
        mixed = [(1 - share) * x + share * y for x, y in zip(best, safe, strict=True)]
        certificate = exact.feasible(lmi, r, symmetric(*mixed[:3]), *mixed[3:])
        if certificate is not None:
            noise, bound = Fraction(certificate["noise"]), Fraction(certificate["kappa"])
            least = Fraction(lower["bound"]) if lower else Fraction(0)
            return HeavyBallNoise(lmi.alpha, r, noise, bound, certificate, least, lower)
    raise AssertionError("the last share is the interior solution itself")


def _below(lmi: HeavyBallLmi, r: Fraction, dual: Matrix) -> Json | None:
    """Z = (1 - share) dual + share^2 inside, for the smallest share that is accepted.

    A smaller Z leaves more of E11 in W; `inside` is positive definite, with <X0, inside> < 0 by a
    gradient between mu x and L x.
    """
    middle = (lmi.mu + lmi.L) / 2
    zero, rest = Fraction(0), (lmi.L - lmi.mu) ** 2 / 16
    inside: Matrix = (
        (Fraction(1), zero, middle), (zero, Fraction(1), zero), (middle, zero, middle**2 + rest),
    )  # fmt: skip
    size = (Fraction(1), Fraction(1), lmi.L)  # back from the unit in which L = 1
    scaled = tuple(tuple(size[i] * dual[i][j] * size[j] for j in range(3)) for i in range(3))
    for share in _SHARES:
        Z = combine((1 - share, scaled), (share**2, inside))
        certificate = exact.noise_bound(lmi, r, Z)
        if certificate is not None:
            return certificate
    return None


def _optimum(lmi: HeavyBallLmi, r: Fraction) -> tuple[list[Fraction], Matrix]:
    """P11, P12, P22, c0, c of the semidefinite program at L = 1, and Z; on a grid of 2^-80."""
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
    positive = form >> 0
    rules = [positive, P - s * corner >> 0, c + 2 * s >= 1]
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
    Z = turned @ positive.dual_value @ turned.T / delta
    dual = tuple(tuple(_on_grid(Z[i, j] + Z[j, i]) / 2 for j in range(3)) for i in range(3))
    return [_on_grid(x) for x in found], dual


def _on_grid(x: float) -> Fraction:
    return Fraction(round(Fraction(float(x)) * 2**_BITS), 2**_BITS)
