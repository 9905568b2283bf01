"""Printed decimals as exact statements: the value lies within half a unit of the last digit."""

from fractions import Fraction

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor import inequality
from workbench.symbolic import relation


def half_unit(printed: str) -> Fraction:
    """Half a unit in the last printed place.

    >>> half_unit("0.0575")
    Fraction(1, 20000)
    """
    _, _, digits = printed.partition(".")
    return Fraction(1, 2 * 10 ** len(digits))


def rounds_to(value: sp.Expr, printed: str) -> Outcome:
    """The constant `value`, enclosed by ball arithmetic, rounds to the printed decimal."""
    middle, slack = Fraction(printed), half_unit(printed)
    low, high = (sp.Rational(x.numerator, x.denominator) for x in (middle - slack, middle + slack))
    return all_of(
        inequality(relation(low, "<", value), methods=("boxes",)),
        inequality(relation(value, "<", high), methods=("boxes",)),
        summary=f"rounds to {printed}",
    )
