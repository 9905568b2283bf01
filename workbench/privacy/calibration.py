"""Laplace scale for a privacy budget, and back, with and without a hidden batch.

One step releases the mean over m of n records of a value whose l1 sensitivity is S, with Laplace
noise of scale b per coordinate.  Under "replace one record" it costs

    epsilon(S, b, n, m) = log(1 + (m / n) (exp(S / (b m)) - 1)),    S / (b n) when m = n,

because the changed record is in the batch, drawn without replacement and hidden, with chance m / n.
Both functions are evaluated in ball arithmetic and rounded to the safe side: `laplace_epsilon`
towards more loss, `laplace_scale` towards more noise and one float further, so that reading the
cost of a calibrated scale never exceeds the budget.
"""

import math
from typing import overload

import numpy as np
from flint import arb, ctx
from numpy.typing import ArrayLike

from workbench.errors import require
from workbench.privacy.arrays import Array

PRECISION = 160
"""Bits of the ball arithmetic; a result is a float of 53."""


def round_up(ball: arb) -> float:
    """Smallest float that is at least every number of the ball."""
    top = ball.upper()
    x = float(top)
    while not bool(arb(x) >= top):
        x = math.nextafter(x, math.inf)
    while bool(arb(math.nextafter(x, -math.inf)) >= top):
        x = math.nextafter(x, -math.inf)
    return x


def step_loss(ratio: arb, *, n: int, m: int) -> arb:
    """Cost of one step as a ball; `ratio` is (sensitivity of the batch mean) / scale."""
    if m == n:
        return ratio
    gamma = arb(m) / n
    if bool(ratio < 1):
        return (gamma * ratio.expm1()).log1p()
    return ratio + (gamma + (1 - gamma) * (-ratio).exp()).log()


def _scale(budget: arb, sensitivity: float, *, n: int, m: int) -> float:
    """Scale for a budget given as a ball, rounded up and one float further."""
    if m == n:
        ratio = budget
    elif bool(budget < 1):
        ratio = (budget.expm1() * n / m).log1p()
    else:
        ratio = budget + (1 + (arb(n) / m - 1) * (-(-budget).expm1())).log()
    return math.nextafter(round_up(arb(sensitivity) / (m * ratio)), math.inf)


def _check(sensitivity: float, n: int, m: int) -> None:
    require(
        0 < sensitivity < math.inf,
        "sensitivity",
        sensitivity,
        "is not a positive number",
        "Pass the l1 sensitivity S of one record's value, not divided by m.",
    )
    require(1 <= m <= n, "m", m, f"is outside 1..n = {n}", "Choose a batch size of at most n.")


def _positive(name: str, value: float) -> None:
    ok = 0 < value < math.inf
    require(ok, name, value, "is not a positive number", f"Choose a finite {name} > 0.")


@overload
def laplace_epsilon(scale: float, sensitivity: float, *, n: int, m: int) -> float: ...
@overload
def laplace_epsilon(scale: Array, sensitivity: float, *, n: int, m: int) -> Array: ...
def laplace_epsilon(scale: float | Array, sensitivity: float, *, n: int, m: int) -> float | Array:
    """Privacy loss of one step of the given scale (replace-one), rounded up; arrays entry by entry.

    scale: of the Laplace noise, above 0
    sensitivity: l1 change of the mean over the batch when one of its records is replaced
    n, m: the numbers of records and of those in a batch; the batch is hidden where m < n

    >>> round(laplace_epsilon(0.7, 1.0, n=4, m=2), 10)
    0.4196069953
    """
    _check(sensitivity, n, m)

    def one(b: float) -> float:
        _positive("scale", b)
        with ctx.workprec(PRECISION):
            return round_up(step_loss(arb(sensitivity) / (arb(b) * m), n=n, m=m))

    if np.ndim(scale) == 0:
        return one(float(scale))
    return np.array([one(float(b)) for b in np.ravel(scale)]).reshape(np.shape(scale))


@overload
def laplace_scale(epsilon: float, sensitivity: float, *, n: int, m: int) -> float: ...
@overload
def laplace_scale(epsilon: Array, sensitivity: float, *, n: int, m: int) -> Array: ...
def laplace_scale(epsilon: float | Array, sensitivity: float, *, n: int, m: int) -> float | Array:
    """Scale at which one step costs at most epsilon (replace-one); inverse of laplace_epsilon.

    epsilon: the pure loss of one step, above 0
    sensitivity: l1 change of the mean over the batch when one of its records is replaced
    n, m: the numbers of records and of those in a batch; the batch is hidden where m < n

    >>> round(laplace_scale(1 / 100, 40.0, n=10**5, m=10**3), 5)
    0.0575
    """
    _check(sensitivity, n, m)

    def one(budget: float) -> float:
        _positive("epsilon", budget)
        with ctx.workprec(PRECISION):
            return _scale(arb(budget), sensitivity, n=n, m=m)

    if np.ndim(epsilon) == 0:
        return one(float(epsilon))
    return np.array([one(float(e)) for e in np.ravel(epsilon)]).reshape(np.shape(epsilon))


def uniform_scale(epsilon: float, sensitivity: float, *, n: int, m: int, steps: int) -> float:
    """Scale for `steps` equal steps that cost epsilon together.

    The share epsilon / steps is kept as a ball, so the sum of the costs stays within epsilon.

    epsilon: the pure loss of all steps together, above 0
    sensitivity: l1 change of the mean over the batch when one of its records is replaced
    n, m: the numbers of records and of those in a batch; the batch is hidden where m < n

    >>> uniform_scale(1.0, 2.0, n=100, m=100, steps=20)
    0.4000000000000001
    """
    _check(sensitivity, n, m)
    _positive("epsilon", epsilon)
    ok = 1 <= steps < math.inf
    require(ok, "steps", steps, "is not a number of steps from 1 on", "Plan at least one step.")
    with ctx.workprec(PRECISION):
        return _scale(arb(epsilon) / steps, sensitivity, n=n, m=m)


def split_budget(weights: ArrayLike, *, epsilon: float) -> Array:
    """Budgets proportional to the weights whose exact sum is at most epsilon.

    Each share carries at most three roundings, so a cut of four units of 2^-52 keeps the sum below.

    >>> split_budget([1, 3], epsilon=1.0).round(12).tolist()
    [0.25, 0.75]
    """
    w = np.asarray(weights, dtype=np.float64)
    _positive("epsilon", epsilon)
    ok = w.ndim == 1 and w.size > 0 and bool((w > 0).all()) and bool(np.isfinite(w).all())
    require(ok, "weights", w, "has an entry that is not positive", "Pass positive weights.")
    return epsilon * (w / math.fsum(w)) * (1 - 4 * 2.0**-52)
