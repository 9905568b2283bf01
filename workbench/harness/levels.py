"""What the outcomes share: trust, error levels of several looks, figures that may be infinite."""

import math

from workbench.claims import Figure, Run
from workbench.errors import require

TRUST = ("numpy", "floating point")
"""What every outcome that rests on runs is trusted for."""


def error_level(trial: Run, share: int = 1) -> float:
    """1/share of the error probability of a check, rounded down to a float."""
    require(share >= 1, "share", share, "is below 1", "Pass the number of looks.")
    return float(trial.alpha / share) * (1 - 2.0**-40)


def number(name: str, value: float, *, note: str = "") -> Figure:
    """A figure; an infinite one in words, as reports hold finite numbers only."""
    return Figure(name, value if math.isfinite(value) else "infinite", note=note)
