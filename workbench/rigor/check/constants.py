"""Real constants as an enclosure together with the expression that they are.

Whether a constant is 0 cannot be seen in an enclosure, but in the normal form of its expression.
Rational numbers stay exact, as long as they are short.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from workbench.rigor.check.enclose import NoEnclosure, enclose
from workbench.rigor.check.normal import NotReducible, is_zero
from workbench.rigor.check.points import literal
from workbench.rigor.check.trees import Tree

_LARGEST = 300  # nodes of an expression that is kept
_LONGEST = 4000  # bits of a rational number that stays exact


@dataclass(frozen=True)
class ExactConstant:
    """`value` encloses the number; `tree` is what it is, or None if that has become too long."""

    value: arb
    tree: Tree | None
    size: int = 1

    @classmethod
    def of(cls, number: Fraction | int) -> ExactConstant:
        """A rational number."""
        exact = Fraction(number)
        return cls(arb(fmpq(exact.numerator, exact.denominator)), ["q", str(exact)])

    @classmethod
    def written(cls, tree: Tree) -> ExactConstant:
        """What a tree without variables stands for."""
        try:
            exact = literal(tree)
            if _bits(exact) <= _LONGEST:
                return cls.of(exact)
        except (NotReducible, ZeroDivisionError):
            pass
        found = enclose(tree, {})
        return cls(found.low.union(found.high), tree, 20)

    @property
    def rational(self) -> Fraction | None:
        """The number, if it is kept as an exact fraction."""
        return Fraction(self.tree[1]) if self.tree is not None and self.tree[0] == "q" else None

    def __add__(self, other: ExactConstant) -> ExactConstant:
        a, b = self.rational, other.rational
        if a is not None and b is not None and _bits(a + b) <= _LONGEST:
            return ExactConstant.of(a + b)
        if a == 0 or b == 0:
            return other if a == 0 else self
        return self._made("+", self.value + other.value, other)

    def __mul__(self, other: ExactConstant) -> ExactConstant:
        a, b = self.rational, other.rational
        if a is not None and b is not None and _bits(a * b) <= _LONGEST:
            return ExactConstant.of(a * b)
        if a == 1 or b == 1:
            return other if a == 1 else self
        return self._made("*", self.value * other.value, other)

    def power(self, exponent: Fraction) -> ExactConstant:
        """The power of a number that is positive, unless the exponent is an integer."""
        a, n, root = self.rational, exponent.numerator, exponent.denominator
        if a == 1:
            return self
        if root == 1 and a is not None and _bits(a) * abs(n) <= _LONGEST:
            return ExactConstant.of(a**n)
        value, tree = self.value, self.tree
        if root > 1:
            value, tree = value.root(root), ["root", root, tree]
        return self._of(value**n, ["^", tree, n])

    def applied(self, op: str) -> ExactConstant:
        """exp, ln or erfc of the number."""
        if self.rational == (1 if op == "ln" else 0):
            return ExactConstant.of(0 if op == "ln" else 1)
        value = {"exp": arb.exp, "ln": arb.log, "erfc": arb.erfc}[op](self.value)
        return self._of(value, [op, self.tree])

    def _made(self, op: str, value: arb, other: ExactConstant) -> ExactConstant:
        size = self.size + other.size + 1
        known = self.tree is not None and other.tree is not None and size <= _LARGEST
        return ExactConstant(value, [op, self.tree, other.tree] if known else None, size)

    def _of(self, value: arb, tree: Tree) -> ExactConstant:
        if not value.is_finite():
            raise NoEnclosure("not finite")
        known = self.tree is not None and self.size < _LARGEST
        return ExactConstant(value, tree if known else None, self.size + 2)

    @property
    def sign(self) -> int | None:
        """1, -1 or 0, if that is certain."""
        if not self.value.contains(0):
            return 1 if self.value > 0 else -1
        if self.rational is not None:
            return 0
        try:
            return 0 if self.tree is not None and is_zero(self.tree, []) else None
        except (NotReducible, ZeroDivisionError):
            return None


def _bits(number: Fraction) -> int:
    return number.numerator.bit_length() + number.denominator.bit_length()
