"""Norms of rows of numbers, safe from overflow and underflow of their powers."""

import numpy as np

from workbench.privacy.arrays import Array, namespace


def power_norm(v: Array, p: float) -> Array:
    """l_p norms of the last axis, 1 <= p <= inf.

    >>> power_norm(np.array([[2e200] * 4, [0.0] * 4]), 2.0).tolist()
    [4e+200, 0.0]
    """
    xp = namespace(v)
    size = xp.abs(v)
    if p == 1:
        return xp.sum(size, axis=-1)
    top = xp.max(size, axis=-1)
    if p == np.inf:
        return top
    shares = size / xp.where(top > 0, top, 1.0)[..., None]
    powers = shares * shares if p == 2 else shares**p
    return top * xp.sum(powers, axis=-1) ** (1 / p)


def dual_exponent(p: float) -> float:
    """The exponent q with 1/p + 1/q = 1.

    >>> dual_exponent(1.5), dual_exponent(1.0)
    (3.0, inf)
    """
    return np.inf if p == 1 else 1.0 if p == np.inf else p / (p - 1)
