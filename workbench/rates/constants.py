"""Positive constants that stay exact: products of prime powers with rational exponents.

The constants of a geometric program, such as (5/2)^(4/5) 5^(1/5) = 5 / 2^(4/5), are of this form.
Two of them are equal exactly when their exponents are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import flint

from workbench.errors import ParameterError


@dataclass(frozen=True, slots=True)
class Constant:
    """The product of p**e over the pairs (p, e) of `primes`.

    >>> c = Constant.of(8) ** Fraction(1, 2) / Constant.of(3)
    >>> print(c, c * c == Constant.of(Fraction(8, 9)))
    2/3*2**(1/2) True
    """

    primes: tuple[tuple[int, Fraction], ...] = ()

    @classmethod
    def of(cls, value: int | Fraction) -> Constant:
        """The constant that equals a positive integer or fraction."""
        if value <= 0:
            raise ParameterError(
                f"coefficient = {value} is not positive: bounds here are sums of positive terms."
                "\n  Move a negative term to the other side, or drop it from an upper bound."
            )
        value = Fraction(value)
        powers = [(int(p), Fraction(int(e))) for p, e in flint.fmpz(value.numerator).factor()]
        powers += [(int(p), -Fraction(int(e))) for p, e in flint.fmpz(value.denominator).factor()]
        return cls(tuple(sorted(powers)))

    @classmethod
    def product(cls, factors: Iterable[tuple[Constant, Fraction]]) -> Constant:
        """The product of the constants raised to their powers."""
        total: dict[int, Fraction] = {}
        for constant, power in factors:
            for prime, exponent in constant.primes:
                total[prime] = total.get(prime, Fraction(0)) + exponent * power
        return cls(tuple(sorted((p, e) for p, e in total.items() if e)))

    def __mul__(self, other: Constant) -> Constant:
        return Constant.product([(self, Fraction(1)), (other, Fraction(1))])

    def __truediv__(self, other: Constant) -> Constant:
        return Constant.product([(self, Fraction(1)), (other, Fraction(-1))])

    def __pow__(self, power: int | Fraction) -> Constant:
        return Constant.product([(self, Fraction(power))])

    def log(self) -> float:
        """The natural logarithm, as a float."""
        return math.fsum(float(e) * math.log(p) for p, e in self.primes)

    def __float__(self) -> float:
        rational, roots = self.split()
        return float(rational) * math.prod(p ** float(e) for p, e in roots)

    def exceeds_one(self) -> bool:
        """Whether the constant is larger than 1: the sign of its logarithm, in exact balls.

        Prime powers multiply to 1 only if there are none, so precision decides at some point.
        """
        bits = 64
        while self.primes:
            with flint.ctx.workprec(bits):
                log = sum(
                    (flint.arb(p).log() * _exact(e) for p, e in self.primes), start=flint.arb(0)
                )
            if log > 0 or log < 0:
                return bool(log > 0)
            bits *= 2
        return False

    def split(self) -> tuple[Fraction, tuple[tuple[int, Fraction], ...]]:
        """A rational factor, and the prime powers with exponents in (0, 1) that are left."""
        rational = Fraction(1)
        roots = []
        for prime, exponent in self.primes:
            whole = math.floor(exponent)
            rational *= Fraction(prime) ** whole
            if exponent != whole:
                roots.append((prime, exponent - whole))
        return rational, tuple(roots)

    def __str__(self) -> str:
        rational, roots = self.split()
        parts = [str(rational)] if rational != 1 or not roots else []
        return "*".join(parts + [f"{p}**({e})" for p, e in roots])

    def latex(self) -> str:
        """The same product as LaTeX."""
        rational, roots = self.split()
        parts = []
        if rational.denominator != 1:
            parts.append(rf"\frac{{{rational.numerator}}}{{{rational.denominator}}}")
        elif rational != 1 or not roots:
            parts.append(str(rational))
        for p, e in roots:
            parts.append(rf"\sqrt{{{p}}}" if e == Fraction(1, 2) else rf"{p}^{{{e}}}")
        return r" \cdot ".join(parts)


def _exact(value: Fraction) -> flint.fmpq:
    return flint.fmpq(value.numerator, value.denominator)


ONE = Constant()
