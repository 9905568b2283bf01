"""Array types of the numerical rooms; the leading axis of an array of results is the trial."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

BLOCK = 2**22
"""Largest number of floats in one temporary array (32 MiB)."""

ULP = 2.0**-52
"""The distance from 1 to the next float: one operation errs by at most half of it."""


def trial_blocks(trials: int, floats_per_trial: int, *, block: int = BLOCK) -> Iterator[slice]:
    """Consecutive slices of the trial axis whose temporaries stay below `block` floats.

    >>> list(trial_blocks(5, 2, block=4))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    size = max(1, block // max(1, floats_per_trial))
    for begin in range(0, trials, size):
        yield slice(begin, min(begin + size, trials))
