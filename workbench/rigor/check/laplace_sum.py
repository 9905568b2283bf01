"""The exact delta of k equal Laplace releases, in closed form.

With a = size / scale the transform of the sum of the losses is

    (((s + 1) e^(s a) + s e^(-(s + 1) a)) / (2 s + 1))^k,

by the binomial formula a sum over j of rational functions times e^(s (k - 2 j) a).
Where y = (k - 2 j) a - eps <= 0 the contour closes to the right, and the term is 0; else to the
left, over the poles at -1/2 and, for j = 0, at 0.  With s = (u - 1) / 2,

    delta(eps) = 1 + sum over j, y > 0, of C(k, j) e^(-j a) 2^(1 - k) e^(-y / 2)
                     [u^(k - 1)] (1 + u)^(k - j - 1) (u - 1)^(j - 1) e^(u y / 2)

where the 1 is the residue at 0.  The polynomials are exact; what cancels is paid for in bits.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from flint import arb, ctx, fmpz_poly

from workbench.rigor.check.answer import as_fmpq
from workbench.rigor.check.enclose import precision
from workbench.rigor.check.fuel import spend

MOST = 600
"""Releases up to which the formula is used: its cost grows like the square."""


def laplace_delta(size: Fraction, count: int, at: Fraction) -> arb:
    """delta at epsilon >= 0 of `count` releases, each of size / scale = `size`."""
    with precision(ctx.prec + 3 * count):
        return _delta(arb(as_fmpq(str(size))), count, arb(as_fmpq(str(at))))


def _delta(ratio: arb, count: int, epsilon: arb) -> arb:
    if not epsilon < count * ratio:
        return arb(0) if epsilon >= count * ratio else arb(0).union(arb(1))
    total = arb(1)
    for j in range(count // 2 + 1):
        y = (count - 2 * j) * ratio - epsilon
        if y <= 0:
            break
        spend(2 * count, "terms of a sum of Laplace losses")
        y = y.max(arb(0))  # 0 is a bound where the sign is in doubt: the term is continuous
        factor = comb(count, j) * (-j * ratio - y / 2).exp() * arb(2) ** (1 - count)
        total += factor * _coefficient(_polynomial(count, j), count, y / 2)
    return total.max(arb(0)).min(arb(1))


def _polynomial(count: int, j: int) -> list[int]:
    """(1 + u)^(k - j - 1) (u - 1)^(j - 1) up to u^(k - 1)."""
    if j == 0:  # 1 / (u - 1) = -(1 + u + u^2 + ...)
        sums, total = [], 0
        for i in range(count):
            total += comb(count - 1, i)
            sums.append(-total)
        return sums
    found = fmpz_poly([1, 1]) ** (count - j - 1) * fmpz_poly([-1, 1]) ** (j - 1)
    return [int(one) for one in found.coeffs()]


def _coefficient(polynomial: list[int], count: int, y: arb) -> arb:
    """[u^(k - 1)] polynomial(u) e^(u y): sum of p_i y^(k - 1 - i) / (k - 1 - i)!."""
    power, total = arb(1), arb(0)
    for m in range(count):
        if count - 1 - m < len(polynomial):
            total += polynomial[count - 1 - m] * power
        power = power * y / (m + 1)
    return total
