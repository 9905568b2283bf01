"""Variables with the intervals that their symbols assume, and bare comparisons of expressions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from workbench.symbolic.expr import Expr, rational, variable

Op = Literal["<=", "<", "=", ">=", ">"]
# each comparison in LaTeX
SIGNS = {"<=": r"\le", "<": "<", "=": "=", ">=": r"\ge", ">": ">"}


class _Known:
    """Room for the JSON form of a variable, which every statement of a search asks for."""

    __slots__ = ("_tree",)
    _tree: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Variable(_Known):
    """A name with its sort (real, int, or seq: a sequence of reals) and its interval."""

    name: str
    sort: str = "real"
    low: str | None = None
    low_open: bool = False
    high: str | None = None
    high_open: bool = False

    @classmethod
    def of(cls, name: str, symbol: Any, sort: str) -> Variable:  # noqa: ANN401 - a sympy symbol
        """The domain that a sympy symbol's assumptions state."""
        integer = bool(symbol.is_integer) and sort == "real"
        low, is_open = None, False
        high, high_open = None, False
        if symbol.is_positive:
            low, is_open = ("1", False) if integer else ("0", True)
        elif symbol.is_nonnegative:
            low = "0"
        elif symbol.is_negative:
            high, high_open = ("-1", False) if integer else ("0", True)
        elif symbol.is_nonpositive:
            high = "0"
        return cls(name, "int" if integer else sort, low, is_open, high, high_open)

    def conditions(self) -> tuple[Condition, ...]:
        """The interval as comparisons."""
        here, found = variable(self.name), []
        if self.low is not None:
            found.append(Condition(rational(self.low), "<" if self.low_open else "<=", here))
        if self.high is not None:
            found.append(Condition(here, "<" if self.high_open else "<=", rational(self.high)))
        return tuple(found)

    def domain(self) -> str:
        """The interval in words."""
        left = "(-oo" if self.low is None else ("(" if self.low_open else "[") + self.low
        right = "oo)" if self.high is None else self.high + (")" if self.high_open else "]")
        return f"{self.sort} in {left}, {right}"

    @property
    def tree(self) -> dict[str, Any]:
        """The JSON form; nobody changes it."""
        try:
            return self._tree
        except AttributeError:
            found = {
                "name": self.name,
                "sort": self.sort,
                "low": self.low,
                "low_open": self.low_open,
                "high": self.high,
                "high_open": self.high_open,
            }
            object.__setattr__(self, "_tree", found)
            return found


@dataclass(frozen=True, slots=True)
class Condition:
    """One bare comparison."""

    left: Expr
    op: Op
    right: Expr

    def latex(self) -> str:
        """The comparison in LaTeX."""
        return f"{self.left.latex()} {SIGNS[self.op]} {self.right.latex()}"

    @property
    def tree(self) -> list[Any]:
        """The JSON form."""
        return [self.left.tree, self.op, self.right.tree]
