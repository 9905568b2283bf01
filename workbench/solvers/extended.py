"""A richer certificate for heavy ball: gradients in the energy, all interpolation inequalities.

    V_t = e^T P e + c (F(x_t) - F*),    e = (x_t - x*, x_{t-1} - x*, grad F(x_t)),   P free in sign

V contracts by rho^2 and bounds F - F* on every F in S(mu, L) if there are multipliers >= 0, one for
each ordered pair (i, j) of points, of the interpolation inequalities F_i - F_j - Q_ij >= 0, with

    rho^2 V_t - V_{t+1}  = (form >= 0) + sum of m_ij (F_i - F_j - Q_ij) over {x_t, x_{t+1}, x*},
    V_t - (F(x_t) - F*)  = (form >= 0) + sum of n_ij (F_i - F_j - Q_ij) over {x_t, x*}.

The LMI of `heavy_ball_rate` is the case without gradients in V and with the descent lemma in place
of the pair (x_t, x_{t+1}).  So this one certifies more, also where the other is silent.

The semidefinite program asks for a solution with room on all sides; rounded to short fractions it
is accepted only if the two forms, built from the parameters, have exact factors L D L^T.
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from workbench.errors import SolverError, require
from workbench.solvers.heavy_ball import Rational, as_fraction, parameters
from workbench.solvers.matrices import Matrix, combine, factor

PAIRS = (("now", "best"), ("best", "now"), ("next", "best"), ("best", "next"), ("now", "next"),
         ("next", "now"))  # fmt: skip
_BITS = (10, 14, 18, 24, 32, 44)
Row = tuple[Fraction, ...]


class ExtendedLmi:
    """The forms, as matrices in (x_t, x_{t-1}, g_t, g_{t+1}), at rational parameters."""

    def __init__(self, mu: Fraction, L: Fraction, alpha: Fraction, beta: Fraction) -> None:
        zero, one = Fraction(0), Fraction(1)
        unit = [tuple(Fraction(i == j) for j in range(4)) for i in range(4)]
        self.mu, self.L = mu, L
        self.next: Row = (1 + beta, -beta, -alpha, zero)
        self.x = {"now": unit[0], "next": self.next, "best": (zero,) * 4}
        self.g = {"now": unit[2], "next": unit[3], "best": (zero,) * 4}
        self.before = (unit[0], unit[1], unit[2])
        self.after = (self.next, unit[0], unit[3])
        self.one = one

    def interpolation(self, i: str, j: str) -> Matrix:
        """Q_ij: F_i - F_j is at least this form, for every F of the class."""
        dx, dg = _minus(self.x[i], self.x[j]), _minus(self.g[i], self.g[j])
        share = 1 / (2 * (self.L - self.mu))
        return combine(
            (Fraction(1), _product(self.g[j], dx)),
            (share, _product(dg, dg)),
            (share * self.mu * self.L, _product(dx, dx)),
            (-2 * share * self.mu, _product(dg, dx)),
        )

    def energy(self, P: Matrix, rows: tuple[Row, Row, Row]) -> Matrix:
        """The form e^T P e for e given by three rows."""
        pairs = [(P[i][j], _product(rows[i], rows[j])) for i in range(3) for j in range(3)]
        return combine(*pairs)

    def contraction(
        self, P: Matrix, rho2: Fraction, m: Mapping[tuple[str, str], Fraction]
    ) -> Matrix:
        """The 4x4 form of the first line."""
        terms = [(m[pair], self.interpolation(*pair)) for pair in PAIRS]
        terms += [(rho2, self.energy(P, self.before)), (-self.one, self.energy(P, self.after))]
        return combine(*terms)

    def bound(self, P: Matrix, n: Mapping[tuple[str, str], Fraction]) -> Matrix:
        """The 3x3 form of the second line."""
        terms = [(n[pair], self.interpolation(*pair)) for pair in PAIRS[:2]]
        whole = combine((self.one, self.energy(P, self.before)), *terms)
        return tuple(row[:3] for row in whole[:3])


@dataclass(frozen=True, slots=True)
class HeavyBallExtended:
    """P, the six multipliers m (in the order of PAIRS), the two n, and c = 1 + n_1 - n_2."""

    mu: Fraction
    L: Fraction
    alpha: Fraction
    beta: Fraction
    rho2: Fraction
    P: Matrix
    m: tuple[Fraction, ...]
    n: tuple[Fraction, Fraction]

    @property
    def c(self) -> Fraction:
        """The weight of F - F* in the energy."""
        return 1 + self.n[0] - self.n[1]

    def forms(self) -> tuple[Matrix, Matrix]:
        """The two matrices that have to be positive semidefinite."""
        lmi = ExtendedLmi(self.mu, self.L, self.alpha, self.beta)
        m, n = dict(zip(PAIRS, self.m, strict=True)), dict(zip(PAIRS[:2], self.n, strict=True))
        return lmi.contraction(self.P, self.rho2, m), lmi.bound(self.P, n)

    def holds(self) -> bool:
        """Signs of the multipliers, the values of F on both sides, and both forms; exactly."""
        m = dict(zip(PAIRS, self.m, strict=True))

        def flow(point: str) -> Fraction:
            out = sum((v for (i, _), v in m.items() if i == point), Fraction(0))
            return out - sum((v for (_, j), v in m.items() if j == point), Fraction(0))

        return (
            0 < self.mu < self.L
            and min(*self.m, *self.n) >= 0
            and flow("now") == self.rho2 * self.c
            and flow("next") == -self.c
            and all(factor(form) is not None for form in self.forms())
        )


def heavy_ball_extended(
    mu: Rational, L: Rational, alpha: Rational, beta: Rational, rho2: Rational
) -> HeavyBallExtended:
    """Certify rho^2 by the richer energy: F(x_t) - F* <= rho^(2t) V_0 for noise-free heavy ball.

    Raises SolverError where no solution was found; that is no proof that there is none.

    mu, L: strong convexity and smoothness, 0 < mu <= L
    alpha, beta: step size and momentum
    rho2: the factor per step that is to be certified, in (0, 1)
    """
    low, size, step, momentum = parameters(mu, L, alpha, beta)
    require(low < size, "mu", mu, "is not below L", "At mu = L use heavy_ball_rate.")
    r = as_fraction("rho2", rho2)
    require(0 < r < 1, "rho2", rho2, "is outside (0, 1)", "Pass the square of a rate.")
    unit = (low / size, Fraction(1), step * size, momentum)
    found = _solution(ExtendedLmi(*unit), r)
    for bits in _BITS if found else ():
        P, free, n = (tuple(_rounded(v, bits) for v in part) for part in found)
        entries = (P[0:3], (P[1], P[3], P[4]), (P[2], P[4], P[5]))
        m = _multipliers(r, 1 + n[0] - n[1], free)
        answer = HeavyBallExtended(*unit, r, entries, m, (n[0], n[1]))
        if answer.holds():
            return _scaled(answer, low, size, step)
    raise SolverError(
        f"extended certificate at mu = {low}, L = {size}, alpha = {step}, beta = {momentum}:"
        f" none was found at rho2 = {float(r):.6g}.\n  Likely cause: heavy ball is not that fast.\n"
        "  Pass a larger rho2."
    )


def _multipliers(r: Fraction, c: Fraction, free: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """All six from (now, best), (next, best), (now, next), (next, now): F_t and F_{t+1} cancel."""
    first, third, fifth, sixth = free
    return (first, first + fifth - sixth - r * c, third, c + third + sixth - fifth, fifth, sixth)


def _solution(lmi: ExtendedLmi, r: Fraction) -> tuple[Any, ...]:
    """Floats P (six entries), four free multipliers, n, with the largest room; empty if none."""
    cp: Any = importlib.import_module("cvxpy")  # slow to import, and only needed here

    def array(matrix: Matrix) -> np.ndarray:
        return np.array([[float(v) for v in row] for row in matrix])

    P = cp.Variable((3, 3), symmetric=True)
    free, n, room = cp.Variable(4, nonneg=True), cp.Variable(2, nonneg=True), cp.Variable()
    before, after = (np.array(rows, dtype=float) for rows in (lmi.before, lmi.after))
    c, rate = 1 + n[0] - n[1], float(r)
    m = (free[0], free[0] + free[2] - free[3] - rate * c, free[1], c + free[1] + free[3] - free[2],
         free[2], free[3])  # fmt: skip
    forms = [array(lmi.interpolation(*pair)) for pair in PAIRS]
    contraction = rate * before.T @ P @ before - after.T @ P @ after
    contraction += sum(v * form for v, form in zip(m, forms, strict=True))
    bound = P + n[0] * forms[0][:3, :3] + n[1] * forms[1][:3, :3]
    rules = [contraction >> room * np.eye(4), bound >> room * np.eye(3), room <= 1]
    rules += [v >= room for v in m] + [n >= room, cp.trace(bound) + cp.sum(free) <= 1000]
    problem = cp.Problem(cp.Maximize(room), rules)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # inaccurate or not, the answer is checked exactly
            problem.solve(solver=cp.CLARABEL)
    except cp.SolverError:
        return ()
    if P.value is None or room.value <= 0:
        return ()
    return tuple(P.value[i, j] for i in range(3) for j in range(i, 3)), free.value, n.value


def _scaled(
    answer: HeavyBallExtended, mu: Fraction, size: Fraction, alpha: Fraction
) -> HeavyBallExtended:
    """The same at the given L: values of F are L times larger, gradients too."""
    weight = (size, size, Fraction(1))  # e^T P e is L times that of the scaled gradient g/L
    P = tuple(
        tuple(answer.P[i][j] * weight[i] * weight[j] / size for j in range(3)) for i in range(3)
    )
    made = replace(answer, mu=mu, L=size, alpha=alpha, P=P)
    assert made.holds(), "a change of units keeps a solution"
    return made


def _rounded(value: float, bits: int) -> Fraction:
    return Fraction(round(Fraction(float(value)) * 2**bits), 2**bits)


def _minus(u: Row, v: Row) -> Row:
    return tuple(a - b for a, b in zip(u, v, strict=True))


def _product(u: Row, v: Row) -> Matrix:
    """The form (u . z)(v . z)."""
    return tuple(
        tuple((a * y + b * x) / 2 for b, y in zip(u, v, strict=True))
        for a, x in zip(u, v, strict=True)
    )
