"""Printed decimals as exact statements: the value lies within half a unit of the last digit."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.inequalities import inequality
from workbench.symbolic import Relation, relation


def half_unit(printed: str) -> Fraction:
    """Half a unit in the last printed place.

    >>> half_unit("0.0575")
    Fraction(1, 20000)
    """
    _, _, digits = printed.partition(".")
    return Fraction(1, 2 * 10 ** len(digits))


def rounded(value: sp.Expr, printed: str, *, over: sp.Expr = sp.S.One) -> Relation:
    """That value/over, with over > 0, rounds to the decimal: it is at most half a unit away."""
    middle, slack = sp.Rational(printed), sp.Rational(str(half_unit(printed)))
    return relation(sp.Abs(value - middle * over, evaluate=False), "<=", slack * over)


def rounds_to(value: sp.Expr, printed: str) -> Outcome:
    """The constant `value`, enclosed by ball arithmetic, rounds to the printed decimal."""
    found = inequality(rounded(value, printed), methods=("boxes",))
    return found.because(f"rounds to {printed}")
