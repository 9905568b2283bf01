"""Exact arithmetic of power products for the checkers: fractions and integers, nothing else."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

Powers = dict[str, Fraction]
Factors = list[tuple[Fraction, Fraction]]
ONE = Fraction(1)
_MOST_BITS = 2**20
_LONGEST = 200
# Fraction would read 1e9, 1_0 and the digits of other scripts too
_NUMBER = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")


class RejectedError(Exception):
    """The certificate does not prove what it states."""


def demand(ok: bool, what: str) -> None:
    """Reject the certificate unless ok."""
    if not ok:
        raise RejectedError(what)


def number(value: Any) -> Fraction:  # noqa: ANN401
    """A rational number written as text."""
    if not isinstance(value, str) or len(value) > _LONGEST or not _NUMBER.fullmatch(value):
        raise ValueError(f"{value!r:.50} is not a rational number written as text")
    return Fraction(value)


def numbers(texts: Any, count: int) -> list[Fraction]:  # noqa: ANN401
    """Numbers >= 0, as many as there must be."""
    found = [number(t) for t in texts]
    demand(len(found) == count, f"{len(found)} multipliers for {count} rows")
    demand(all(x >= 0 for x in found), "a multiplier is negative")
    return found


def powers_of(row: Any) -> Powers:  # noqa: ANN401
    """Symbol to exponent, without zeros."""
    return combine([({s: number(e) for s, e in row["powers"].items()}, ONE)])


def combine(factors: Iterable[tuple[Powers, Fraction]]) -> Powers:
    """The exponents of a product of powers; symbols that cancel are gone."""
    total: Powers = {}
    for powers, z in factors:
        for symbol, e in powers.items():
            total[symbol] = total.get(symbol, Fraction(0)) + z * e
    return {s: e for s, e in total.items() if e}


def ratio(above: Powers, below: Powers) -> Powers:
    """The exponents of a quotient."""
    return combine([(above, ONE), (below, -ONE)])


def coefficient(row: Any, power: Fraction) -> Factors:  # noqa: ANN401
    """The factors (base, exponent) of a coefficient raised to a power."""
    factors = []
    for base, e in row["coefficient"]:
        demand(type(base) is int and base > 0, "a coefficient is no product of natural numbers")
        factors.append((Fraction(base), number(e) * power))
    return factors


def versus_one(factors: Factors) -> int:
    """-1, 0 or 1 as the product of base**power is below, at or above 1; decided in integers."""
    used = [(base, power) for base, power in factors if power]
    scale = math.lcm(*(power.denominator for _, power in used))
    whole = [(base, int(power * scale)) for base, power in used]
    bits = sum(abs(k) * max(b.numerator.bit_length(), b.denominator.bit_length()) for b, k in whole)
    demand(bits <= _MOST_BITS, "a number is too large")
    product = math.prod((base**k for base, k in whole), start=ONE)
    return (product > 1) - (product < 1)
