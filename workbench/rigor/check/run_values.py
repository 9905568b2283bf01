"""Values of the trees of a run: rational numbers, polynomials in noise, and vectors of these."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from flint import fmpq, fmpq_mpoly

from workbench.rigor.check.answer import as_fmpq
from workbench.rigor.check.finite_tree import COMPARE
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.trees import Malformed, whole

_ZERO = fmpq(0)
_FEWEST = {"+": 1, "*": 1, "/": 2, "neg": 1, "abs": 1}
Value = Any  # a rational number, a polynomial in noise, or a tuple of these


def combined(op: str, values: list[Value]) -> Value:
    """Sums, products, quotients, signs and sizes of numbers and vectors."""
    if len(values) < _FEWEST.get(op, len(values) + 1) or (
        op not in "+*" and len(values) != _FEWEST[op]
    ):
        raise Malformed(f"{str(op)[:40]!r} with {len(values)} arguments, or an unknown operator")
    match op:
        case "+" if any(isinstance(v, tuple) for v in values):
            if len({len(v) if isinstance(v, tuple) else 0 for v in values}) > 1:
                raise Malformed("a sum of vectors of different lengths, or with a number")
            return tuple(sum(column, _ZERO) for column in zip(*values, strict=True))
        case "+":
            return sum(values, _ZERO)
        case "neg":
            (v,) = values
            return tuple(-e for e in v) if isinstance(v, tuple) else -v
        case "abs":
            return abs(scalar(values[0]))
        case "/":
            if scalar(values[1]) == 0:
                raise Malformed("a division by 0 in a run")
            values = [values[0], 1 / scalar(values[1])]
    vectors, product = [v for v in values if isinstance(v, tuple)], fmpq(1)
    if len(vectors) > 1:
        raise Malformed("a product of vectors; an inner product is written dot")
    for v in values:
        product = product if isinstance(v, tuple) else product * v
    return tuple(product * e for e in vectors[0]) if vectors else product


def refuse_unreadable(
    tree: Any,  # noqa: ANN401 - JSON
    known: Mapping[str, Any],
    families: Container[str],
) -> None:
    """Malformed where a tree of a run has no meaning, although its branch is not taken."""
    if not isinstance(tree, list) or not tree:
        raise Malformed(f"{str(tree)[:40]!r} is not a node of a tree")
    spend(3, "the trees of a run")
    op, *args = tree
    match op, args:
        case "q", [text]:
            as_fmpq(text)
            return
        case ("v", [str(name)]) if name in known:
            return
        case ("size", [str(name)]) if name in families:
            return
        case "idx", [str(name), place] if isinstance(known.get(name), tuple):
            args = [place]
        case "if", [[left, str(sign), right], yes, no] if sign in COMPARE:
            args = [left, right, yes, no]
        case "^", [base, n] if 0 <= whole(n) <= 1000:
            args = [base]
        case "norm", ["1" | "inf", u]:
            args = [u]
        case (("f" | "grad" | "sub"), [str(name), *rest]) if name in families and rest:
            args = rest
        case ("vec", [_, *_]) | ("dot", [_, _]) | (("+" | "*"), [_, *_]):
            pass
        case (("/" | "neg" | "abs"), _) if len(args) == _FEWEST[op]:
            pass
        case _:
            raise Malformed(f"{str(op)[:40]!r} with {len(args)} arguments, or an unknown name")
    for part in args:
        refuse_unreadable(part, known, families)


def entry(row: tuple[Any, ...], at: fmpq) -> Any:  # noqa: ANN401
    """An entry of a vector, or a member of a family; the first one has the place 1."""
    if at.q != 1 or not 1 <= at <= len(row):
        raise Malformed(f"an entry {at} of {len(row)}")
    return row[int(at.p) - 1]


def read_value(value: Any) -> Value:  # noqa: ANN401 - JSON
    """A number or a sequence of a point."""
    if isinstance(value, list):
        return tuple(map(as_fmpq, value))
    return as_fmpq(value)


def as_vector(value: Value) -> tuple[Any, ...]:
    """A vector as it is, a number as a vector of one coordinate."""
    return value if isinstance(value, tuple) else (value,)


def plain(value: Value) -> Value:
    """A number, with or without noise."""
    if isinstance(value, tuple):
        raise Malformed("a vector where a number belongs")
    return value


def scalar(value: Value) -> fmpq:
    """A number without noise."""
    if isinstance(value, fmpq_mpoly) and value.is_constant():
        return sum(value.coeffs(), _ZERO)
    if not isinstance(value, fmpq):
        raise Malformed("noise or a vector where a number belongs")
    return value
