"""Exact numbers: what an argument stands for, short fractions near a number, roots from below."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from workbench.errors import OutOfReachError, ParameterError, require

TOLERANCE = Fraction(1, 2**44)
"""Of floats in other people's problems, relative."""

Json = dict[str, Any]
"""Part of a certificate, with exact numbers as text."""


def exact(name: str, value: object) -> Fraction:
    """The exact number that an argument stands for."""
    require(not isinstance(value, float), name, value, "is a floating-point number",
            "Write Fraction(1, 3) or '1/3'; every number of a worst case is exact.")  # fmt: skip
    try:
        if isinstance(value, str | int | Fraction):
            return Fraction(value)
        return Fraction(int(value.p), int(value.q))  # type: ignore[attr-defined]
    except (AttributeError, ValueError, ZeroDivisionError) as error:
        raise ParameterError(
            f"{name} = {value} is not an exact number.\n  Pass an int, a Fraction or text '1/3'."
        ) from error


def exact_or_formula(name: str, value: object) -> Any:  # noqa: ANN401 - a Fraction, or sympy
    """The exact number that an argument stands for, or a sympy expression as it is."""
    if getattr(value, "free_symbols", None) or getattr(value, "is_irrational", False):
        return value
    return exact(name, value)


def weight(value: Any) -> Any:  # noqa: ANN401 - JSON
    """A weight as the checker reads it: a number as text, a formula as a tree."""
    if isinstance(value, Fraction):
        return str(value)
    from workbench.symbolic.freezer import freeze

    return freeze(value).tree


def simplest(value: Fraction, distance: Fraction) -> Fraction:
    """The first convergent of the continued fraction within a distance of the value."""
    rest, (p, q), (before, below) = value, (1, 0), (0, 1)
    while True:
        whole = math.floor(rest)
        p, q, before, below = whole * p + before, whole * q + below, p, q
        found = Fraction(p, q)
        if abs(found - value) <= distance or rest == whole:
            return found
        rest = 1 / (rest - whole)


def square_root(value: object, *, digits: int = 30) -> Fraction:
    """A rational within 10^-digits below the root of a number, for step sizes that are surds."""
    number, unit = exact("value", value), 10**digits
    require(number >= 0, "value", value, "is negative", "Pass a number >= 0.")
    return Fraction(math.isqrt(number.numerator * unit * unit // number.denominator), unit)


@dataclass(frozen=True, slots=True)
class FloatReader:
    """Floats as the simplest fraction within a tolerance (relative); 0 keeps them as they are."""

    tolerance: Fraction

    def __call__(self, value: Any, scale: float = 0.0) -> Fraction:  # noqa: ANN401
        number = float(value)
        if not math.isfinite(number):
            raise OutOfReachError(f"value = {value} of the problem is not finite.\n"
                                  "  Check the step sizes and parameters.")  # fmt: skip
        if abs(number) <= float(self.tolerance) * scale:
            return Fraction(0)
        return simplest(Fraction(number), self.tolerance * abs(Fraction(number)))
