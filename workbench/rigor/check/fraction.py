"""Fractions of polynomials over Q in lowest terms (python-flint), with limits on their size."""

from __future__ import annotations

import functools
import math
from itertools import islice

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpz

from workbench.rigor.check.fuel import spend

_MOST_PRODUCTS = 2_000_000  # term by term products in one multiplication
_MOST_TERMS = 20_000  # of a power
_LARGEST_DENSE = 10**8  # coefficients of a common divisor, zeros included
_MOST_BITS = 200_000  # of a coefficient of a power
_HIGHEST_DEGREE = 1_000_000
_SAMPLE = 50  # coefficients whose length is looked at


class NotReducible(Exception):
    """The tree holds something that has no normal form, or one that is too large."""


class TooLarge(NotReducible):
    """A check that would take more time or memory than it is worth; the message says of what."""


class Quotient:
    """A fraction of polynomials in lowest terms, its denominator monic.

    lowered: whether it is known that `Atoms.reduce` leaves it as it is
    """

    __slots__ = ("den", "lowered", "num")

    def __init__(self, num: fmpq_mpoly, den: fmpq_mpoly, *, lowered: bool = False) -> None:
        if not den.is_one():
            if den.is_zero():
                raise ZeroDivisionError("a denominator is identically zero")
            _refuse_dense(num, den)
            common = num.gcd(den)
            if not common.is_one():
                num, den = num / common, den / common
            lead = den.leading_coefficient()
            if lead != 1:
                num, den = num / lead, den / lead
        self.num, self.den, self.lowered = num, den, lowered

    def __add__(self, other: Quotient) -> Quotient:
        if self.den == other.den:  # no degree grows
            lowered = self.lowered and other.lowered
            return Quotient(self.num + other.num, self.den, lowered=lowered)
        return Quotient(
            times(self.num, other.den) + times(other.num, self.den), times(self.den, other.den)
        )

    def __neg__(self) -> Quotient:
        return Quotient(-self.num, self.den, lowered=self.lowered)

    def __sub__(self, other: Quotient) -> Quotient:
        if self.den == other.den:
            lowered = self.lowered and other.lowered
            return Quotient(self.num - other.num, self.den, lowered=lowered)
        return Quotient(
            times(self.num, other.den) - times(other.num, self.den), times(self.den, other.den)
        )

    def __mul__(self, other: Quotient) -> Quotient:
        return Quotient(times(self.num, other.num), times(self.den, other.den))

    def __truediv__(self, other: Quotient) -> Quotient:
        return Quotient(times(self.num, other.den), times(self.den, other.num))

    def __pow__(self, n: int) -> Quotient:
        if n == 1:
            return self
        if n < 0:
            return Quotient(_raised(self.den, -n), _raised(self.num, -n))
        return Quotient(_raised(self.num, n), _raised(self.den, n))

    @property
    def zero(self) -> bool:
        return bool(self.num.is_zero())

    @property
    def key(self) -> str:
        """Text that two fractions over the same generators share exactly when they are equal."""
        return f"{self.num.str()}|{self.den.str()}"

    def constant(self) -> fmpq | None:
        """The rational value, if there are no generators."""
        if len(self.num) < 2 and self.den.is_one() and self.num.is_constant():
            return self.num.leading_coefficient() if not self.num.is_zero() else fmpq(0)
        return None


def _refuse_dense(a: fmpq_mpoly, b: fmpq_mpoly) -> None:
    """Refuse a greatest common divisor whose dense form would not fit in memory."""
    products = len(a) * len(b)
    if len(a) > 1 and len(b) > 1:
        size = math.prod(1 + int(least) for least in map(min, a.degrees(), b.degrees()) if least)
        if size > _LARGEST_DENSE:
            raise TooLarge("a fraction of too high degrees")
        products = min(size, products)
    spend(len(a) + len(b) + products, "fractions")


def times(a: fmpq_mpoly, b: fmpq_mpoly) -> fmpq_mpoly:
    """The product, unless it is too large."""
    if a.is_one() or b.is_one():  # most denominators are
        return b if a.is_one() else a
    products = len(a) * len(b)
    if products > _MOST_PRODUCTS:
        raise TooLarge("a product with too many terms")
    spend(1 + products * (1 + (bits(a) + bits(b)) // 256), "products")
    return a * b


def _raised(a: fmpq_mpoly, n: int) -> fmpq_mpoly:
    if n < 2:
        return a**n
    terms = len(a)
    if terms > 1 and (n > _MOST_TERMS or math.comb(n + terms - 1, n) > _MOST_TERMS):
        raise TooLarge("a power with too many terms")
    long, degree = bits(a), max((int(d) for d in a.degrees()), default=0)
    if long * n > _MOST_BITS or degree * n > _HIGHEST_DEGREE:
        raise TooLarge(f"the power {str(n)[:20]} of an expression")
    made = a**n
    spend(len(made) * (1 + long * n // 64), "powers")
    return made


def bits(a: fmpq_mpoly) -> int:
    """The length of the longest of the first coefficients that is not 1 or -1."""
    return max(
        (
            int(c.p.bit_length()) + int(c.q.bit_length())
            for c in islice(a.coeffs(), _SAMPLE)
            if c.height_bits() > 1
        ),
        default=0,
    )


@functools.cache  # there are few sizes
def context_of(size: int) -> fmpq_mpoly_ctx:
    """The ring of polynomials in so many generators."""
    return fmpq_mpoly_ctx.get([f"x{i}" for i in range(size)], Ordering.lex)


def extract(value: int, order: int) -> tuple[int, int]:
    """Write value >= 0 as outside^order * inside, with inside free of powers of small primes."""
    if value == 0:  # 0 has no factors, and its root is 0
        return 0, 1
    outside, inside = 1, 1
    for prime, power in fmpz(value).factor_smooth() if value > 1 else ():
        outside *= int(prime) ** (int(power) // order)
        inside *= int(prime) ** (int(power) % order)
    return outside, inside


def as_power(value: fmpq) -> tuple[fmpq, int]:
    """Write value > 0 as base^times, with times as large as the factors that are found allow."""
    found = [(side, fmpz(n).factor_smooth()) for side, n in ((1, value.p), (-1, value.q)) if n > 1]
    times = math.gcd(*(int(power) for _, factors in found for _, power in factors))
    base = fmpq(1)
    for side, factors in found:
        for prime, power in factors:
            base *= fmpq(prime) ** (side * int(power) // max(times, 1))
    return base, max(times, 1)
