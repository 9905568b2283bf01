"""Norms of rows of numbers, safe from overflow and underflow of their powers."""

import numpy as np

from workbench.privacy.arrays import Array


def power_norm(v: Array, p: float) -> Array:
    """l_p norms of the last axis, 1 <= p <= inf.

    >>> power_norm(np.array([[2e200] * 4, [0.0] * 4]), 2.0).tolist()
    [4e+200, 0.0]
    """
    size = np.abs(v)
    if p == 1:
        return np.asarray(size.sum(axis=-1))
    top = size.max(axis=-1)
    if p == np.inf:
        return np.asarray(top)
    shares = size / np.where(top > 0, top, 1.0)[..., None]
    return np.asarray(top * (shares**p).sum(axis=-1) ** (1 / p))


def dual_exponent(p: float) -> float:
    """The exponent q with 1/p + 1/q = 1.

    >>> dual_exponent(1.5), dual_exponent(1.0)
    (3.0, inf)
    """
    return np.inf if p == 1 else 1.0 if p == np.inf else p / (p - 1)
