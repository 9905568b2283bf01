"""Uniform subsets without replacement, for many trials at once.

For a small batch every trial draws from 0..n-1 and redraws its repetitions until all are distinct:
the set of the first m distinct values of an independent stream is a uniform m-subset.  The work is
O(m log m) per trial.  For a batch above n / 4 a random permutation per trial is cheaper.
"""

import numpy as np

from workbench.privacy.arrays import Ints


def draw_batches(rng: np.random.Generator, *, trials: int, n: int, m: int) -> Ints:
    """Index array of shape (trials, m): one uniform m-subset of 0..n-1 per row.

    The order inside a row carries no meaning.

    >>> draw_batches(np.random.default_rng(0), trials=2, n=3, m=3)
    array([[0, 1, 2],
           [0, 1, 2]])
    """
    if m == n:
        return np.broadcast_to(np.arange(n), (trials, n)).copy()
    if 4 * m > n:
        rows = np.broadcast_to(np.arange(n), (trials, n))
        return rng.permuted(rows, axis=1)[:, :m]
    batch = rng.integers(n, size=(trials, m))
    batch.sort(axis=1)
    pending = np.arange(trials)
    while pending.size:
        rows = batch[pending]
        repeated = np.zeros(rows.shape, dtype=bool)
        repeated[:, 1:] = rows[:, 1:] == rows[:, :-1]
        dirty = repeated.any(axis=1)
        pending, rows, repeated = pending[dirty], rows[dirty], repeated[dirty]
        rows[repeated] = rng.integers(n, size=int(repeated.sum()))
        rows.sort(axis=1)
        batch[pending] = rows
    return batch
