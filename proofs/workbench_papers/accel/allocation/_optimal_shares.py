"""The optimal schedule under subsampling as numbers: found in floating point, certified in Arb.

`solve` finds y_t = h(s_t) by two nested bisections.  `upper` and `lower` are the two bounds of
`accel.allocation-subsampled` as frozen trees in u = -ln r, r = (1 - q)^(1/3), with the y_t as exact
rationals: cost and budget of the candidate, and the dual bound.  Weights are
a_t = r^(3 (T - t)) = e^(-3 u (T - t)), the whole budget is eps = 1.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import expm1, log, log1p

import numpy as np

from workbench.symbolic import Expr
from workbench.symbolic.expr import rational, variable

RATE = variable("u")


@dataclass(frozen=True, slots=True)
class Schedule:
    """y_t = h(s_t) for t = 1..T as exact rationals, and the multiplier nu; k = n/m."""

    ratio: int
    values: tuple[Fraction, ...]
    multiplier: Fraction

    @property
    def steps(self) -> int:
        """The number of steps T."""
        return len(self.values)


def shares(y: np.ndarray, ratio: int) -> np.ndarray:
    """h^(-1)(y) = ln(1 + (e^y - 1)/k)."""
    return np.log1p(np.expm1(y) / ratio)


@cache
def solve(fade: float, ratio: int, steps: int) -> Schedule:
    """The optimum for the weights fade^(3 (T - t)) and eps = 1, up to rounding.
    For a multiplier nu, y_t solves 2 a_t (1 + (k - 1) e^(-y))/y^3 = nu, whose left side falls in y;
    the sum of the shares falls in nu.
    """
    log_weights = 3 * np.log(fade) * np.arange(steps - 1, -1, -1)

    def at(log_multiplier: float) -> np.ndarray:
        # of ln y; a share of 1, the whole budget, buys the largest y
        low, high = np.full(steps, -60.0), np.full(steps, log(log1p(ratio * expm1(1.0))))
        for _ in range(56):
            middle = (low + high) / 2
            slope = np.log(2) + log_weights + np.log1p((ratio - 1) * np.exp(-np.exp(middle)))
            above = slope - 3 * middle > log_multiplier
            low, high = np.where(above, middle, low), np.where(above, high, middle)
        return np.exp(low)

    low, high = -60.0, 60.0
    for _ in range(62):
        middle = (low + high) / 2
        if shares(at(middle), ratio).sum() > 1:
            low = middle
        else:
            high = middle
    # a trifle less than the whole budget, so that the candidate is surely feasible
    y = at(high) * (1 - 2.0**-44)
    return Schedule(ratio, tuple(Fraction(float(v)) for v in y), Fraction(float(np.exp(high))))


def _sum(parts: list[Expr]) -> Expr:
    return parts[0] if len(parts) == 1 else Expr("+", tuple(parts))


def _scaled(factor: Fraction, inner: Expr) -> Expr:
    return Expr("*", (rational(factor), inner))


def _weights(steps: int) -> list[Expr]:
    """a_t = e^(-3 u (T - t))."""
    return [
        Expr("exp", (Expr("*", (rational(-3 * (steps - t)), RATE)),)) for t in range(1, steps + 1)
    ]


def _share(y: Fraction, ratio: int) -> Expr:
    """ln((1 - 1/k) + e^y/k): both terms visibly non-negative."""
    inner = _scaled(Fraction(1, ratio), Expr("exp", (rational(y),)))
    return Expr("ln", (Expr("+", (rational(1 - Fraction(1, ratio)), inner)),))


def budget(schedule: Schedule) -> Expr:
    """The sum of the shares."""
    return _sum([_share(y, schedule.ratio) for y in schedule.values])


def upper(schedule: Schedule) -> Expr:
    """Cost of the candidate, sum a_t / y_t^2."""
    weights = _weights(schedule.steps)
    return _sum([_scaled(1 / y**2, a) for a, y in zip(weights, schedule.values, strict=True)])


def lower(schedule: Schedule) -> Expr:
    """The dual bound: sum [a_t/y_t^2 + s_t h^(-1)(y_t)] - (nu + sum (s_t - nu)_+)."""
    nu = schedule.multiplier
    parts, excess = [upper(schedule)], [rational(-nu)]
    for a, y in zip(_weights(schedule.steps), schedule.values, strict=True):
        decay = _scaled(Fraction(schedule.ratio - 1), Expr("exp", (rational(-y),)))
        slope = Expr("*", (rational(2 / y**3), a, Expr("+", (rational(1), decay))))
        parts.append(Expr("*", (slope, _share(y, schedule.ratio))))
        above = Expr("+", (slope, rational(-nu)))
        positive = Expr("+", (Expr("abs", (above,)), above))  # twice the positive part
        excess.append(_scaled(Fraction(-1, 2), positive))
    return _sum([*parts, *excess])
