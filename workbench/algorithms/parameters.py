"""Checks and schedules shared by the methods."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import ParameterError, require

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


def check_common(alpha: float, m: int) -> None:
    """Step size and batch size make sense at all."""
    require(0 < alpha < np.inf, "alpha", alpha, "is not a positive number", "Pass a step size > 0.")
    require(m >= 1, "m", m, "is below 1", "Pass a batch size of at least one record.")
