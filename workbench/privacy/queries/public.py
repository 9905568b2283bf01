"""Public randomness and public splits: drawn without looking at the data, free to publish.

Neither costs privacy, and none of it enters a likelihood ratio: it has the same law under both
datasets.  What it decides (which rows meet which step, how many steps there are) must be decided
before the data is asked.
"""

import numpy as np

from workbench.errors import require
from workbench.privacy.arrays import Ints


def disjoint_batches(n: int, size: int) -> Ints:
    """Rows 0..n-1 in consecutive batches, shape (n // size, size); what is left over is unused.

    >>> disjoint_batches(5, 2).tolist()
    [[0, 1], [2, 3]]
    """
    require(1 <= size <= n, "size", size, f"is outside 1..n = {n}", "Choose smaller batches.")
    return np.arange(n // size * size).reshape(-1, size)


def permutations(rng: np.random.Generator, *, n: int, trials: int) -> Ints:
    """One uniform order of 0..n-1 per trial, shape (trials, n)."""
    return rng.permuted(np.broadcast_to(np.arange(n), (trials, n)), axis=1)


def truncated_geometric(rng: np.random.Generator, *, p: float, top: int, trials: int) -> Ints:
    """Levels k in 0..top with chance proportional to (1 - p)^k, shape (trials,)."""
    require(0 < p < 1, "p", p, "is outside (0, 1)", "Choose a success probability.")
    require(top >= 0, "top", top, "is negative", "Choose the highest level, 0 or more.")
    ends = np.cumsum((1 - p) ** np.arange(top + 1))
    return np.searchsorted(ends, rng.random(trials) * ends[-1], side="right").clip(max=top)
