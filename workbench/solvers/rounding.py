"""From cuts to rational matrices Z that refute the heavy-ball LMI (L = 1).

Rounding a cut must not break what makes it valid for every P >= 0: an atom keeps |z|^2 >= r, and a
path solves its Lyapunov equation exactly for the rounded feedback.  Then the drift of Z is
(|z|^2 - r) Z[:2, :2] or x x^T, positive semidefinite whatever the rounding did; only the products
with X0 and X1 + (1-r) X2 have moved a little.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from workbench.solvers.balls import grid
from workbench.solvers.circle import Cut, Trajectory, solve_path
from workbench.solvers.exact import HeavyBallLmi
from workbench.solvers.matrices import Matrix, combine, inner


def refuting(lmi: HeavyBallLmi, cuts: Sequence[Cut], r: Fraction, bits: int) -> Matrix | None:
    """The rounded cut, or the sum of two rounded cuts, with both products negative."""
    parts = [rounded(lmi, cut, r, bits) for cut in cuts]
    if len(parts) != 2:
        return parts[0] if parts else None
    gain = lmi.gain(r)
    (x0, x1), (y0, y1) = ((inner(lmi.X0, Z), inner(gain, Z)) for Z in parts)
    # weights w and 1 - w: both products are negative for w between these two ratios
    if x0 == y0 or x1 == y1:
        return None
    weight = _simple(*sorted((y0 / (y0 - x0), y1 / (y1 - x1))))
    if not 0 <= weight <= 1:
        return None
    return combine((weight, parts[0]), (1 - weight, parts[1]))


def rounded(lmi: HeavyBallLmi, cut: Cut, r: Fraction, bits: int) -> Matrix:
    """The Z of one cut at rational numbers of about this many bits."""
    z = cut.source
    if isinstance(z, Trajectory):
        return path(lmi, r, Trajectory(*(grid(x, bits) for x in (z.k1, z.k2, z.x1, z.x2))))
    s = grid(z.s, bits)
    if not z.real:
        return atom(lmi, s, r)
    while s * s < r:
        s += Fraction(1 if s > 0 else -1, 2**bits)
    return atom(lmi, s, s * s)


def atom(lmi: HeavyBallLmi, s: Fraction, p: Fraction) -> Matrix:
    """Re e e* for e = (1, 1/z, g), alpha g = 1 + beta - beta / z - z, Re z = s and |z|^2 = p."""
    a, b = lmi.alpha, lmi.beta
    lag = 1 + b / p
    g = (1 + b - lag * s) / a
    gy = ((1 + b) * s - b - 2 * s * s + p) / (p * a)
    gg = (4 * b / p * s * s - 2 * (1 + b) * lag * s + (1 + b) ** 2 + p * (1 - b / p) ** 2) / (a * a)
    return ((Fraction(1), s / p, g), (s / p, 1 / p, gy), (g, gy, gg))


def path(lmi: HeavyBallLmi, r: Fraction, z: Trajectory[Fraction]) -> Matrix:
    """Z = (I; K) Y (I; K)^T for the path with feedback K, scaled to trace about 1."""
    y11, y12, y22 = solve_path(lmi.alpha, lmi.beta, r, z)
    top, low = z.k1 * y11 + z.k2 * y12, z.k1 * y12 + z.k2 * y22
    Z = ((y11, y12, top), (y12, y22, low), (top, low, z.k1 * top + z.k2 * low))
    size = max(1, math.floor(abs(Z[0][0]) + abs(Z[1][1]) + abs(Z[2][2])))
    return combine((Fraction(1, size), Z))


def _simple(low: Fraction, high: Fraction) -> Fraction:
    """A rational with a short denominator in the middle half of an interval."""
    middle, width = (low + high) / 2, high - low
    bits = 2 + math.ceil(-math.log2(width)) if 0 < width < 1 else 2
    return Fraction(round(middle * 2**bits), 2**bits)
