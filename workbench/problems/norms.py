"""Norms of rows of numbers, safe from overflow and underflow of their powers."""

import numpy as np

from workbench.privacy.arrays import Array, namespace, row_max, row_sum


def power_norm(v: Array, p: float) -> Array:
    """l_p norms of the last axis, 1 <= p <= inf.

    >>> power_norm(np.array([[2e200] * 4, [0.0] * 4]), 2.0).tolist()
    [4e+200, 0.0]
    """
    xp = namespace(v)
    size = xp.abs(v)
    if p == 1:
        return row_sum(size)[..., 0]
    top = row_max(size)
    if p == np.inf:
        return top[..., 0]
    shares = size / xp.where(top > 0, top, 1.0)
    powers = shares * shares if p == 2 else shares**p
    return (top * row_sum(powers) ** (1 / p))[..., 0]


def norm_gradient(v: Array, q: float) -> tuple[Array, Array]:
    """The gradients of |v|_q, zero at zero, and the norms; both of shape (trials, d or 1).

    sign(v) (|v| / |v|_q)^(q-1), with one power for each entry: their product with |v| adds up to
    the norm.

    >>> norm_gradient(np.array([[3.0, -4.0], [0.0, 0.0]]), 2.0)[0].round(12).tolist()
    [[0.6, -0.8], [0.0, 0.0]]
    """
    xp = namespace(v)
    size = xp.abs(v)
    top = row_max(size)
    shares = size / xp.where(top > 0, top, 1.0)
    low = shares if q == 2 else shares ** (q - 1)
    total = xp.where(top > 0, row_sum(low * shares), 1.0)
    return xp.sign(v) * low * total ** (1 / q - 1), top * total ** (1 / q)


def dual_exponent(p: float) -> float:
    """The exponent q with 1/p + 1/q = 1.

    >>> dual_exponent(1.5), dual_exponent(1.0)
    (3.0, inf)
    """
    return np.inf if p == 1 else 1.0 if p == np.inf else p / (p - 1)
