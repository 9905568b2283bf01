"""Checks and schedules shared by the methods."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import ParameterError, require

UP = 1 + 8 * 2.0**-52
"""Deviations and sensitivities are rounded up by more than the few operations behind them."""

Scale = float | tuple[float, ...]
"""One Laplace scale for all steps, or the schedule (b_1, ..., b_T)."""

ESCAPE = "or pass check=False to run the method without its guarantee."


def as_scale(b: ArrayLike | Sequence[float]) -> Scale:
    """A float, or a tuple of floats for a schedule; all positive."""
    array = np.asarray(b, dtype=np.float64)
    ok = array.ndim <= 1 and array.size > 0 and bool((array > 0).all() and np.isfinite(array).all())
    require(ok, "b", array, "has a scale that is not positive", "Pass scales > 0.")
    return float(array) if array.ndim == 0 else tuple(float(value) for value in array)


def scale_at(b: Scale, t: int) -> float:
    """Scale of the step with index t = 0, 1, ... (the noise that produces x_{t+1})."""
    if isinstance(b, float):
        return b
    if t >= len(b):
        raise ParameterError(
            f"b has {len(b)} scales: step {t + 1} has none.\n"
            "  Run at most as many steps as the schedule has, or pass one scale for all steps."
        )
    return b[t]


def check_positive(name: str, value: float) -> None:
    """Steps, deviations and budgets are positive numbers."""
    ok = 0 < value < np.inf
    require(ok, name, value, "is not positive and finite", f"Pass {name} > 0.")


def check_count(name: str, value: int) -> None:
    """At least one."""
    require(value >= 1, name, value, "is below 1", "Pass a whole number, 1 or more.")


class HasConvexity(Protocol):
    """A problem that says whether its losses are convex."""

    @property
    def convex(self) -> bool:
        """Whether every record's loss is convex."""
        ...


def check_convex(problem: HasConvexity) -> None:
    """A bound on F - min F is false for losses that are not convex; noise and cost are not."""
    rule = "says that the losses are not convex: the bound does not hold"
    way_out = "Use a method that bounds the Frank-Wolfe gap, or a proximal one."
    require(problem.convex, "problem.convex", problem.convex, rule, way_out)


def check_common(alpha: float, m: int) -> None:
    """Step size and batch size make sense at all."""
    require(0 < alpha < np.inf, "alpha", alpha, "is not a positive number", "Pass a step size > 0.")
    require(m >= 1, "m", m, "is below 1", "Pass a batch size of at least one record.")
