"""Linear forms in function values and inner products, and what a class makes of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from flint import fmpq, fmpq_mat

from workbench.rigor.check.fuel import spend
from workbench.rigor.check.interpolation import OracleClass

Label = tuple[str | int, ...]
_ZERO, _ONE = fmpq(0), fmpq(1)


@dataclass(slots=True)
class Form:
    """constant + sum of numbers + sum of inner products <names[a], names[b]>, a <= b."""

    constant: fmpq = _ZERO
    numbers: dict[str, fmpq] = field(default_factory=dict)
    products: dict[tuple[int, int], fmpq] = field(default_factory=dict)

    def add(self, other: Form, factor: fmpq) -> None:
        """Add factor * other."""
        spend(1 + len(other.numbers) + len(other.products), "sums of inequalities")
        self.constant += factor * other.constant
        for name, value in other.numbers.items():
            self.numbers[name] = self.numbers.get(name, _ZERO) + factor * value
        for key, value in other.products.items():
            self.products[key] = self.products.get(key, _ZERO) + factor * value

    def value(self, full: fmpq_mat, numbers: dict[str, fmpq], *, one: fmpq = _ONE) -> fmpq:
        """The value at a Gram matrix of the names; one = 0 leaves the constant out."""
        out = self.constant * one
        for name, weight in self.numbers.items():
            out += weight * numbers[name]
        for (a, b), weight in self.products.items():
            out += weight * full[a, b]
        return out


Calls = list[tuple[int, int, Form]]  # rows of x and g, and f


@dataclass(frozen=True, slots=True)
class Constraint:
    """form >= 0, or form = 0 for an equation."""

    label: Label
    form: Form
    equation: bool = False


@dataclass(frozen=True, slots=True)
class Gram:
    """The matrix of the forms is positive semidefinite; entries for i <= j."""

    label: Label
    size: int
    entries: dict[tuple[int, int], Form]


@dataclass(frozen=True, slots=True)
class OracleCalls:
    """The calls of one member of a class."""

    kind: OracleClass
    parameters: dict[str, fmpq]
    calls: Calls
    adjoint: Calls
    center: int | None
