"""Numbers that depend on parameters: arithmetic on trees, with the normal form of each result.

A formula behaves like an exact number (+, -, *, /, powers, comparison with 0 for equality), so what
is written for numbers works for families of them.  Two formulas are equal if their normal forms
are: equality is then an identity wherever both have a value.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from workbench.rigor.check.fraction import Quotient
from workbench.rigor.check.normal import Normalizer
from workbench.rigor.check.trees import Tree


class Formula:
    """A tree, and its normal form over the atoms that all formulas of one check share."""

    __slots__ = ("atoms", "tree", "value")

    def __init__(self, atoms: Normalizer, tree: Tree, value: Quotient | None = None) -> None:
        self.atoms, self.tree = atoms, tree
        self.value = atoms.reduce(atoms(tree)) if value is None else value

    def _other(self, other: Any) -> Formula:  # noqa: ANN401 - a number or a formula
        if isinstance(other, Formula):
            return other
        number = fmpq(other)
        return Formula(self.atoms, ["q", str(number)], self.atoms.number(number))

    def _made(self, tree: Tree, value: Quotient) -> Formula:
        return Formula(self.atoms, tree, self.atoms.reduce(value))

    def __add__(self, other: Any) -> Formula:  # noqa: ANN401
        b = self._other(other)
        return self._made(["+", self.tree, b.tree], self.value + b.value)

    __radd__ = __add__

    def __neg__(self) -> Formula:
        return self._made(["neg", self.tree], self.atoms.number(0) - self.value)

    def __sub__(self, other: Any) -> Formula:  # noqa: ANN401
        return self + (-self._other(other))

    def __rsub__(self, other: Any) -> Formula:  # noqa: ANN401
        return self._other(other) + (-self)

    def __mul__(self, other: Any) -> Formula:  # noqa: ANN401
        b = self._other(other)
        return self._made(["*", self.tree, b.tree], self.value * b.value)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Formula:  # noqa: ANN401
        b = self._other(other)
        return self._made(["/", self.tree, b.tree], self.value / b.value)

    def __rtruediv__(self, other: Any) -> Formula:  # noqa: ANN401
        return self._other(other) / self

    def __pow__(self, n: int) -> Formula:
        return self._made(["^", self.tree, n], self.value**n)

    def __eq__(self, other: object) -> bool:
        return (self - other).value.zero

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return str(self.tree)
