"""Balls of real numbers at a precision of one's own choice, and rationals near their middles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

from flint import arb, ctx, fmpq


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Compute with this many bits, and restore the precision afterwards."""
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


def ball(x: Fraction | int) -> arb:
    """A rational as a ball at the current precision."""
    x = Fraction(x)
    return arb(fmpq(x.numerator, x.denominator))


def grid(x: arb, bits: int) -> Fraction:
    """The middle of a ball, rounded to a multiple of 2^-bits."""
    mantissa, exponent = x.mid().man_exp()
    exact = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return Fraction(round(exact * 2**bits), 2**bits)


def away_from_zero(c: arb, a: arb) -> arb:
    """A zero of h at infinity is moved to a very large z: c is kept above a / 2^40."""
    least = abs(a) * ball(Fraction(1, 2**40))
    return c if abs(c) > least else least


def least(a: arb, b: arb) -> arb:
    """The one that is smaller for certain, else the second."""
    return a if a < b else b


def most(a: arb, b: arb) -> arb:
    """The one that is larger for certain, else the second."""
    return a if a > b else b
