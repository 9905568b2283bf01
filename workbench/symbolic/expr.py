"""The frozen expression tree: the single source of every encoded statement.

A node is an operator with its arguments; leaves are exact rationals and named variables.

    q p/q       v name        pi
    + a b ...   * a b ...     / a b      neg a     ^ a n  (n a natural number)
    npow a t    (a to an integer-valued expression t)
    root k a    exp a         ln a       abs a     erfc a
    sum i lo hi body          prod i lo hi body    idx name i

Sums and products over an empty range (upper bound below the lower one) are 0 and 1.  The JSON form
of a node is a nested list with the same letters; `workbench.rigor.check` reads that form and
nothing else.  Every division, logarithm, root and integer power yields a domain obligation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from workbench.errors import ClaimError
from workbench.symbolic.latex import latex

OPERATORS = frozenset(
    ("q", "v", "pi", "+", "*", "/", "neg", "^", "npow", "root", "exp", "ln", "abs", "erfc", "sum",
     "prod", "idx")
)  # fmt: skip
_BINDERS = ("sum", "prod")


class _Known:
    """Room for what was asked of a node: a search asks the same nodes again and again."""

    __slots__ = ("_hash", "_needs", "_tree")
    _hash: int
    _needs: tuple[DomainObligation, ...]
    _tree: list[Any]


@dataclass(frozen=True, slots=True)
class Expr(_Known):
    """One node; `args` holds expressions, and names or integers where the operator wants them."""

    op: str
    args: tuple[Any, ...]

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", found := hash((self.op, self.args)))
            return found

    @property
    def tree(self) -> list[Any]:
        """The JSON form; nobody changes its lists."""
        try:
            return self._tree
        except AttributeError:
            found = [self.op, *(a.tree if isinstance(a, Expr) else a for a in self.args)]
            object.__setattr__(self, "_tree", found)
            return found

    @classmethod
    def from_tree(cls, tree: list[Any]) -> Expr:
        """The inverse of `tree`; nobody changes its lists from now on."""
        op, *args = tree
        if op not in OPERATORS:
            raise ClaimError(
                f"operator {op!r} is not one of {', '.join(sorted(OPERATORS))}: the tree was not"
                " written by this version. Freeze the expression again."
            )
        made = cls(op, tuple(cls.from_tree(a) if isinstance(a, list) else a for a in args))
        object.__setattr__(made, "_tree", tree)
        return made

    def children(self) -> tuple[Expr, ...]:
        """The arguments that are expressions."""
        return tuple(a for a in self.args if isinstance(a, Expr))

    def walk(self) -> Iterator[Expr]:
        """This node and all nodes below it."""
        yield self
        for child in self.children():
            yield from child.walk()

    def free(self) -> frozenset[str]:
        """The variables (not the sequences) that occur outside of a sum that binds them."""
        if self.op == "v":
            return frozenset(self.args)
        if self.op in _BINDERS:
            index, low, high, body = self.args
            return low.free() | high.free() | (body.free() - {index})
        return frozenset().union(*(child.free() for child in self.children()))

    def sequences(self) -> frozenset[str]:
        """The sequences that occur."""
        return frozenset(node.args[0] for node in self.walk() if node.op == "idx")

    def latex(self) -> str:
        """The expression as encoded."""
        return latex(self.tree)

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex()}$"

    def __call__(self, **values: Any) -> Any:  # noqa: ANN401 - floats or arrays
        """The value in floating point; arrays broadcast, sequences are indexed from their range."""
        from workbench.symbolic.numeric import evaluate  # brings numpy

        return evaluate(self.tree, values)


@dataclass(frozen=True, slots=True)
class DomainObligation:
    """A condition without which the expression has no value: `expr` is nonzero, ... .

    The kind "power" is about a node u^t with an integer t: u != 0 or t >= 0.  `bound` lists the
    enclosing sums and products as (index, lower, upper): the condition is needed for every index
    in those ranges.
    """

    kind: str  # "nonzero" | "positive" | "nonnegative" | "power" | "integer"
    expr: Expr
    bound: tuple[tuple[str, Expr, Expr], ...] = ()

    @property
    def tree(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "kind": self.kind,
            "tree": self.expr.tree,
            "bound": [[i, lo.tree, hi.tree] for i, lo, hi in self.bound],
        }

    def latex(self) -> str:
        """The condition in LaTeX."""
        if self.kind == "integer":
            return rf"{self.expr.latex()} \in \mathbb{{Z}}"
        if self.kind == "power":
            base, exponent = (a.latex() for a in self.expr.args)
            return rf"{base} \neq 0 \text{{ or }} {exponent} \ge 0"
        sign = {"nonzero": r"\neq 0", "positive": "> 0", "nonnegative": r"\ge 0"}
        return f"{self.expr.latex()} {sign[self.kind]}"


def obligations(expr: Expr) -> tuple[DomainObligation, ...]:
    """All domain obligations of an expression, each once, in order of appearance."""
    try:
        return expr._needs
    except AttributeError:
        object.__setattr__(expr, "_needs", found := _obligations(expr))
        return found


def _obligations(expr: Expr) -> tuple[DomainObligation, ...]:
    found: dict[DomainObligation, None] = {}

    def need(kind: str, node: Expr, bound: tuple[tuple[str, Expr, Expr], ...]) -> None:
        if node.op == "q":
            value = Fraction(node.args[0])
            if (kind == "nonzero" and value) or (kind != "nonzero" and value > 0):
                return
        found[DomainObligation(kind, node, bound)] = None

    def visit(node: Expr, bound: tuple[tuple[str, Expr, Expr], ...]) -> None:
        if node.op == "/":
            need("nonzero", node.args[1], bound)
        elif node.op == "ln":
            need("positive", node.args[0], bound)
        elif node.op == "root":
            need("nonnegative", node.args[1], bound)
        elif node.op == "npow":
            need("power", node, bound)
        if node.op in _BINDERS:
            index, low, high, body = node.args
            visit(low, bound)
            visit(high, bound)
            visit(body, (*bound, (index, low, high)))
            return
        for child in node.children():
            visit(child, bound)

    visit(expr, ())
    return tuple(found)


def rational(value: int | Fraction | str) -> Expr:
    """An exact literal; a float is refused, since it is not the number that its digits show."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
        raise ClaimError(
            f"literal = {value!r} is a {type(value).__name__}: statements hold exact numbers."
            " Write a Fraction, an int or a string such as '1/10'."
        )
    return Expr("q", (str(Fraction(value)),))


def variable(name: str) -> Expr:
    """A named variable."""
    return Expr("v", (name,))


ZERO, ONE = rational(0), rational(1)


def negative(expr: Expr) -> Expr:
    """Minus the expression, folded into a literal where there is one."""
    match expr:
        case Expr("q", (value,)):
            return rational(-Fraction(value))
        case Expr("neg", (inner,)):
            return inner
        case Expr("*", (Expr("q", (value,)), *rest)):
            flipped = -Fraction(value)
            if flipped == 1:
                return rest[0] if len(rest) == 1 else Expr("*", tuple(rest))
            return Expr("*", (rational(flipped), *rest))
        case Expr("/", (top, bottom)):
            return Expr("/", (negative(top), bottom))
    return Expr("neg", (expr,))


def substitute(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """Replace free variables; a bound index shadows its namesake and captures nothing."""
    if expr.op == "v":
        return values.get(expr.args[0], expr)
    if expr.op in _BINDERS:
        index, low, high, body = expr.args
        inner = {k: v for k, v in values.items() if k != index}
        taken = frozenset().union(*(v.free() for v in inner.values()))
        if index in taken:
            fresh = f"{index}_1"
            while fresh in taken | body.free():
                fresh += "1"
            index, body = fresh, substitute(body, {index: variable(fresh)})
        return Expr(
            expr.op,
            (index, substitute(low, values), substitute(high, values), substitute(body, inner)),
        )
    return Expr(
        expr.op, tuple(substitute(a, values) if isinstance(a, Expr) else a for a in expr.args)
    )


def whole(expr: Expr, integers: Collection[str]) -> bool:
    """Whether the expression is built from integers by operations that keep them."""
    match expr.op:
        case "q":
            return Fraction(expr.args[0]).denominator == 1
        case "v":
            return expr.args[0] in integers
        case "+" | "*" | "neg" | "^" | "abs":
            return all(whole(child, integers) for child in expr.children())
        case "sum" | "prod":
            return whole(expr.args[3], {*integers, expr.args[0]})
    return False
