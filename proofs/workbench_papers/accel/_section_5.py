"""The constants of Section 5, and rational brackets for the irrational numbers made from them.

The fading factor r = (1 - sqrt(alpha mu))^(1/3) is irrational.  A claim about it is proved for
all r inside a rational bracket, and the bracket is justified by an exact comparison of rationals:
0 < low < r < high < 1  if and only if  (1 - high^3)^2 < alpha mu < (1 - low^3)^2.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor import visible
from workbench.symbolic import Relation

MU, L = sp.Rational("0.02"), sp.Rational("5.1")
DIMENSION, RECORDS, BATCH, SENSITIVITY = 20, 10**5, 10**3, 40

Bracket = tuple[Fraction, Fraction]


def fade_bracket(speed: sp.Rational, bits: int = 48) -> Bracket:
    """Rationals 2^-bits apart around r, for the step size alpha = speed / L."""
    target = Fraction(str(speed * MU / L))
    low, high = Fraction(0), Fraction(1)
    for _ in range(bits):
        middle = (low + high) / 2
        if (1 - middle**3) ** 2 > target:
            low = middle
        else:
            high = middle
    return low, high


def fade_is_inside(speed: sp.Rational, bracket: Bracket) -> Outcome:
    """The bracket holds r: an exact comparison of rationals, with no root left."""
    low, high = (sp.Rational(str(end)) for end in bracket)
    target = speed * MU / L
    return all_of(
        visible((1 - high**3) ** 2, "<", target), visible((1 - low**3) ** 2, ">", target),
        summary=f"r lies in a bracket of width {float(bracket[1] - bracket[0]):.0e}",
    )  # fmt: skip


def within(statement: Relation, brackets: Mapping[str, Bracket]) -> Relation:
    """The statement for all values of the named variables strictly inside their brackets."""
    narrowed = [
        replace(v, low=str(ends[0]), low_open=True, high=str(ends[1]), high_open=True)
        if (ends := brackets.get(v.name))
        else v
        for v in statement.variables
    ]
    return replace(statement, variables=tuple(narrowed))
