"""The empirical Bernstein bound of Maurer and Pontil: three sums are all that it needs.

    mean >= average - sqrt(2 V log(2 / alpha) / n) - 7 log(2 / alpha) / (3 (n - 1))

with the unbiased sample variance V.  It can be kept up to date over any number of blocks; from
samples that fit into memory `workbench.privacy.confidence.betting_lower` gives more.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import require

SLACK = 2.0**-40
"""More than the relative rounding error of the sums and of what follows from them."""


def empirical_bernstein_lower(x: ArrayLike, *, alpha: float) -> float:
    """Lower confidence bound for the mean of independent variables in [0, 1]; may be negative.

    >>> round(empirical_bernstein_lower([1.0] * 1000, alpha=0.05), 4)  # no variance: rate 1 / n
    0.9914
    """
    sample = np.asarray(x, dtype=np.float64).ravel()
    require(sample.size >= 2, "x", f"{sample.size} values", "has no variance", "Pass two or more.")
    low, high = float(sample.min()), float(sample.max())
    ok = 0 <= low and high <= 1
    require(ok, "x", f"[{low}, {high}]", "leaves [0, 1]", "Scale the sample to [0, 1].")
    ok = 0 < alpha < 1
    require(ok, "alpha", alpha, "is outside (0, 1)", "Pass the error probability you can afford.")
    price = math.log(2 / alpha) * (1 + SLACK)
    spread = math.sqrt(2 * float(sample.var(ddof=1)) * price / sample.size)
    rest = 7 * price / (3 * (sample.size - 1))
    return float(sample.mean()) - spread - rest - SLACK
