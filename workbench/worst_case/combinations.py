"""Combinations of free vectors, and of function values and inner products, with exact weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from workbench.errors import require
from workbench.worst_case.numbers import exact_or_formula, weight


@dataclass(frozen=True, slots=True, eq=False)
class Vector:
    """A combination of free vectors of one problem."""

    problem: object
    weights: Mapping[str, Fraction]

    def __add__(self, other: Vector) -> Vector:
        out = dict(self.weights)
        for name, value in other.weights.items():
            out[name] = out.get(name, Fraction(0)) + value
        return Vector(self.problem, {k: v for k, v in out.items() if v})

    def __sub__(self, other: Vector) -> Vector:
        return self + (-other)

    def __neg__(self) -> Vector:
        return Vector(self.problem, {k: -v for k, v in self.weights.items()})

    def __mul__(self, other: Any) -> Any:  # noqa: ANN401 - a number, or a vector (inner product)
        if not isinstance(other, Vector):
            factor = exact_or_formula("factor", other)
            return Vector(self.problem, {k: factor * v for k, v in self.weights.items() if factor})
        out: dict[tuple[str, ...], Fraction] = {}
        for a, s in self.weights.items():
            for b, t in other.weights.items():
                key = (a, b) if a <= b else (b, a)
                out[key] = out.get(key, Fraction(0)) + s * t
        return Number(self.problem, {k: v for k, v in out.items() if v})

    __rmul__ = __mul__

    def __truediv__(self, divisor: object) -> Vector:
        number = exact_or_formula("divisor", divisor)
        require(number != 0, "divisor", divisor, "is 0: the point is undefined", "Change the step.")
        return self * (1 / number)

    def __pow__(self, power: int) -> Number:
        require(power == 2, "power", power, "is not 2", "Only squared norms are quadratic.")
        return self * self


@dataclass(frozen=True, slots=True, eq=False)
class Number:
    """A combination of function values, inner products and 1: keys (name,), (name, name), ()."""

    problem: object
    weights: Mapping[tuple[str, ...], Fraction]

    def __add__(self, other: Any) -> Number:  # noqa: ANN401
        out = dict(self.weights)
        terms = (
            other.weights if isinstance(other, Number) else {(): exact_or_formula("number", other)}
        )
        for key, value in terms.items():
            out[key] = out.get(key, Fraction(0)) + value
        return Number(self.problem, {k: v for k, v in out.items() if v})

    __radd__ = __add__

    def __neg__(self) -> Number:
        return self * -1

    def __sub__(self, other: Any) -> Number:  # noqa: ANN401
        return self + (-other if isinstance(other, Number) else -exact_or_formula("number", other))

    def __rsub__(self, other: Any) -> Number:  # noqa: ANN401
        return -self + other

    def __mul__(self, factor: object) -> Number:
        size = exact_or_formula("factor", factor)
        return Number(self.problem, {k: size * v for k, v in self.weights.items() if size})

    __rmul__ = __mul__

    def __truediv__(self, divisor: object) -> Number:
        number = exact_or_formula("divisor", divisor)
        require(number != 0, "divisor", divisor, "is 0", "Change the number.")
        return self * (1 / number)

    def __le__(self, other: Any) -> LinearCondition:  # noqa: ANN401
        return LinearCondition(self - other, "<=")

    def __ge__(self, other: Any) -> LinearCondition:  # noqa: ANN401
        return LinearCondition(-(self - other), "<=")

    def equals(self, other: Any) -> LinearCondition:  # noqa: ANN401
        """The condition that two numbers are equal."""
        return LinearCondition(self - other, "=")


@dataclass(frozen=True, slots=True)
class LinearCondition:
    """number <= 0, or number = 0."""

    number: Number
    relation: str


def terms(number: Number) -> list[list[Any]]:
    """A number as the checker reads it."""
    return [[weight(value), *key] for key, value in number.weights.items()]
