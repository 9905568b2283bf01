"""Rigorous upper bound for the largest eigenvalue of a symmetric matrix, in floating point.

A floating-point Cholesky factorisation that runs to its end proves that the matrix plus a small
multiple of the identity is positive definite (Rump 2006).  So tau is a proven upper bound when

    (tau - c) I - A    factors, with c at least the backward error of the factorisation.
"""

import numpy as np

from workbench.errors import SolverError, require
from workbench.privacy.arrays import Array

UNIT = 2.0**-53


def largest_eigenvalue_upper(matrix: Array) -> float:
    """A number that is at least every eigenvalue, and within about 1e-9 of the largest.

    >>> 3.0 <= largest_eigenvalue_upper(np.diag([1.0, 3.0])) < 3.0 * (1 + 1e-8)
    True
    """
    a = np.asarray(matrix, dtype=np.float64)
    square = a.ndim == 2 and a.shape[0] == a.shape[1] and bool((a == a.T).all())
    require(square, "matrix", f"of shape {a.shape}", "is not symmetric", "Symmetrise it first.")
    d = a.shape[0]
    size = float(np.abs(a).sum(axis=1).max())
    if size == 0:
        return 0.0
    guess = float(np.linalg.eigvalsh(a)[-1])
    for slack in (2.0**-31, 2.0**-24, 2.0**-16):
        tau = guess + slack * size
        # Backward error of Cholesky is below (d + 2) u times the trace; the trace is at most
        # d (|tau| + size).  A factor 4 covers the rounding of tau I - A and of c itself.
        c = 4 * (d + 2) * UNIT * d * (abs(tau) + size)
        try:
            np.linalg.cholesky((tau - c) * np.eye(d) - a)
        except np.linalg.LinAlgError:
            continue
        return tau
    raise SolverError(
        f"largest eigenvalue of a {d} x {d} matrix: no bound near {guess} could be verified.\n"
        "  The matrix is scaled extremely badly; rescale its rows and columns."
    )


def gram_eigenvalue_upper(rows: Array) -> float:
    """Proven upper bound for the largest eigenvalue of rows^T rows / n, for n rows."""
    n = rows.shape[0]
    gram = rows.T @ rows / n
    gram = (gram + gram.T) / 2
    # Every entry is an n-term sum: its error is below (n + 3) u sum |u_i| |u_j| / n, in any order.
    absolute = np.abs(rows).T @ np.abs(rows) / n
    error = 2 * (n + 3) * UNIT * float(np.abs(absolute).sum(axis=1).max())
    bound = largest_eigenvalue_upper(gram) + error
    return float(np.nextafter(bound, np.inf))
