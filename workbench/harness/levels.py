"""What the outcomes share: trust, error levels of several looks, figures that may be infinite."""

import math
from typing import Any

from workbench.claims import Figure, Grade, Outcome, Run, fails, holds
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


def decided(
    good: bool, method: str, summary: str, *, run: Run | None = None,
    **more: Any,  # noqa: ANN401
) -> Outcome:  # fmt: skip
    """The statement was seen to hold, or was contradicted if not `good`: SUPPORTED, by floats.

    method: by what means, in two or three words
    summary: what was seen, in a sentence
    run: whose error level it spends, in one look; None for a finding without chance
    more: further fields of the Outcome, or another `grade` or `trust` than those
    """
    chance = {"alpha": run.alpha, "looks": 1} if run else {}
    return (holds if good else fails)(
        method, summary, **{"grade": Grade.SUPPORTED, "trust": TRUST, **chance, **more}
    )
