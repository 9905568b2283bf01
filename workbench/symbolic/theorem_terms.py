"""Terms of theorems with operators of our own: numbers, vectors, and symbols used by name.

What is written is frozen as it stands; nothing is evaluated, and a float is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from workbench.errors import ClaimError
from workbench.symbolic.expr import Expr

Tree = Any
ONLY = "only"  # the index of a sequence of which entry 0 alone is used


@dataclass(frozen=True, slots=True, eq=False)
class Num:
    """A scalar term; `symbol` is its declaration where it is one."""

    tree: Tree
    symbol: Mapping[str, Any] | None = None

    def __bool__(self) -> bool:
        raise ClaimError(
            f"{self.tree} is a term and has no truth value: a relation is a triple."
            " Write (left, '<=', right)."
        )

    def __eq__(self, other: object) -> bool:
        return bool(self)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        from workbench.symbolic.theorem_plain import plain_term  # brings the grammar of formulas

        return plain_term(self.tree)

    def __add__(self, other: Any) -> Num:  # noqa: ANN401 - a number or a term
        return Num(["+", self.tree, num(other).tree])

    def __sub__(self, other: Any) -> Num:  # noqa: ANN401
        return Num(["+", self.tree, ["neg", num(other).tree]])

    def __mul__(self, other: Any) -> Any:  # noqa: ANN401
        if isinstance(other, Vec):
            return Vec(["v*", self.tree, other.tree])
        return Num(["*", self.tree, num(other).tree])

    def __truediv__(self, other: Any) -> Num:  # noqa: ANN401
        return Num(["/", self.tree, num(other).tree])

    def __pow__(self, power: Any) -> Num:  # noqa: ANN401
        if isinstance(power, int):
            return Num(["^", self.tree, power])
        return Num(["npow", self.tree, num(power).tree])

    def __neg__(self) -> Num:
        return Num(["neg", self.tree])

    def __abs__(self) -> Num:
        return Num(["abs", self.tree])

    def __radd__(self, other: Any) -> Num:  # noqa: ANN401
        return num(other) + self

    def __rsub__(self, other: Any) -> Num:  # noqa: ANN401
        return num(other) - self

    def __rmul__(self, other: Any) -> Num:  # noqa: ANN401
        return Num(["*", num(other).tree, self.tree])

    def __rtruediv__(self, other: Any) -> Num:  # noqa: ANN401
        return num(other) / self


@dataclass(frozen=True, slots=True, eq=False)
class Vec:
    """A vector term; `u @ v` is the inner product, `abs(u)` the length."""

    tree: Tree
    symbol: Mapping[str, Any] | None = None

    def __add__(self, other: Vec) -> Vec:
        return Vec(["v+", self.tree, other.tree])

    def __sub__(self, other: Vec) -> Vec:
        return Vec(["v+", self.tree, ["v*", ["q", "-1"], other.tree]])

    def __rmul__(self, other: Any) -> Vec:  # noqa: ANN401 - a number
        return Vec(["v*", num(other).tree, self.tree])

    def __matmul__(self, other: Vec) -> Num:
        return Num(["dot", self.tree, other.tree])

    def __abs__(self) -> Num:
        return Num(["len", self.tree])


@dataclass(frozen=True, slots=True, eq=False)
class Many:
    """A symbol that is used by name: a sequence, a function or a map."""

    symbol: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The name of the symbol."""
        return str(self.symbol["name"])

    def __getitem__(self, index: Any) -> Any:  # noqa: ANN401
        """An entry of a sequence, a number or a vector."""
        where = num(index).tree
        if self.symbol["sort"] == "seq":
            return Num(["idx", self.name, where])
        return Vec(["at", self.name, where])

    def __call__(self, *points: Vec) -> Any:  # noqa: ANN401
        """The value of a function (a number) or of a map (a vector)."""
        if self.symbol["sort"] == "map":
            return Vec(["map", self.name, *(p.tree for p in points)])
        return Num(["value", self.name, *(p.tree for p in points)])

    def grad(self, point: Vec) -> Vec:
        """The gradient of a function."""
        return Vec(["grad", self.name, point.tree])

    def slope(self, which: str, u: Vec, w: Vec) -> Vec:
        """The gradient of a function of two points at (u, w) in its `which`, "x" or "y"."""
        return Vec([f"grad{which}", self.name, u.tree, w.tree])

    def divergence(self, to: Vec, at: Vec) -> Num:
        """D(to, at) of a geometry."""
        return Num(["breg", self.name, to.tree, at.tree])

    def norm(self, u: Vec) -> Num:
        """|u| in the norm of a geometry."""
        return Num(["norm", self.name, u.tree])

    def square(self, u: Vec) -> Num:
        """|u|^2 in the norm of a geometry."""
        return Num(["sq", self.name, u.tree])

    def dual(self, u: Vec) -> Num:
        """|u|^2 in the dual norm of a geometry."""
        return Num(["dual", self.name, u.tree])

    def peak(self, u: Vec) -> Num:
        """The largest <u, v>^2 over the points v of a set."""
        return Num(["peak", self.name, u.tree])


def chance(term: Num) -> Num:
    """The probability that it is at least 0."""
    return Num(["chance", term.tree])


def num(value: Any) -> Num:  # noqa: ANN401 - a number or a term
    """A scalar term; floats are refused, since they are not the numbers that their digits show."""
    if isinstance(value, Num):
        return value
    if isinstance(value, Expr):
        return Num(value.tree)
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise ClaimError(
            f"term = {value!r} is a {type(value).__name__}: theorems hold exact numbers and terms."
            " Write Fraction(1, 10) for 0.1."
        )
    return Num(["q", str(Fraction(value))])


def said(relation: Iterable[Any]) -> list[Any]:
    """A relation as data."""
    left, op, right = relation
    return [num(left).tree, op, num(right).tree]


def fact(one: Any) -> list[Any]:  # noqa: ANN401 - a relation, or one for all indices
    """A hypothesis as data."""
    if isinstance(one[0], str):  # "psd", and the rows of a matrix
        return list(one)
    left, middle, right = one
    if isinstance(right, tuple):
        return ["all", left.tree[1], middle, said(right)]
    return said(one)


def product(index: Num, low: Any, high: Any, body: Any) -> Num:  # noqa: ANN401
    """The product of numbers over an index.

    low, high: the first and the last value of the index
    body: the number at one index
    """
    return Num(["prod", index.tree[1], num(low).tree, num(high).tree, num(body).tree])
