"""Theorems as data, with operators of our own to write them: nothing evaluates what is written.

    alpha = number("alpha", above=0)
    x, s = vector("x", random=True), vector("s")
    F = function("F", strong=mu, smooth=L, minimiser=s)
    THEOREM = Theorem(
        (mu, L, x, s, F), given=[(mu, "<=", L)], concludes=(mean(F(s)), "<=", mean(F(x)))
    )

The terms, the sorts of symbols and the rules of proofs are those of `workbench.rigor.check.theorem`
and its README; the order of the symbols is the order in which draws are drawn.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.errors import ClaimError
from workbench.symbolic.cards import StatementCard
from workbench.symbolic.theorem_terms import Many, Num, Vec, num

__all__ = [
    "Many", "Num", "Theorem", "Vec", "draw", "draws", "exp", "fact", "function", "geometry",
    "integer", "iterates", "ln", "mapping", "mean", "num", "number", "numbers", "point", "prox",
    "psd", "root", "said", "square", "total", "vector",
]  # fmt: skip

Said = tuple[Any, str, Any]  # left, op, right


# symbols ------------------------------------------------------------------------------------------


def _interval(name: str, sort: str, at_least: int | None, above: int | None) -> dict[str, Any]:
    low = above if at_least is None else at_least
    return {"name": name, "sort": sort, "low": None if low is None else str(low),
            "low_open": above is not None, "high": None, "high_open": False}  # fmt: skip


def number(name: str, *, at_least: int | None = None, above: int | None = None) -> Num:
    """A real number."""
    return Num(["v", name], _interval(name, "real", at_least, above))


def integer(name: str, *, at_least: int | None = None) -> Num:
    """An integer."""
    return Num(["v", name], _interval(name, "int", at_least, None))


def numbers(name: str, *, at_least: int | None = None, above: int | None = None) -> Many:
    """A sequence of reals."""
    return Many(_interval(name, "seq", at_least, above))


def vector(name: str, *, random: bool = False) -> Vec:
    """A fixed vector; or a random one, square-integrable, known before anything is drawn."""
    return Vec(["vec", name], {"name": name, "sort": "random" if random else "vector"})


def geometry(name: str) -> Many:
    """A norm, a compact convex set, and a 1-strongly convex function on it with its divergence."""
    return Many({"name": name, "sort": "geometry"})


def point(name: str, of: Many, *, inner: bool = False) -> Vec:
    """A fixed vector in the set of a geometry; `inner`: its function is differentiable there."""
    symbol = {"name": name, "sort": "point", "geometry": of.name, "inner": inner}
    return Vec(["vec", name], symbol)


def prox(name: str, of: Many, index: Num, *, start: Vec, step: Vec) -> Many:
    """Vectors v[0] = start, v[index + 1] = argmin <step, v> + D(v, v[index]) over the set.

    name: of the sequence v
    of: the geometry, which gives the set and the divergence D
    """
    return Many(
        {"name": name, "sort": "prox", "geometry": of.name, "index": index.tree[1],
         "start": start.tree[1], "step": step.tree}
    )  # fmt: skip


def draw(name: str, *, centred: bool = True, laplace: Any = None) -> Vec:  # noqa: ANN401
    """A square-integrable random vector, centred given all before it; `laplace` is its scale."""
    law = None if laplace is None else ["laplace", num(laplace).tree]
    return Vec(["vec", name], {"name": name, "sort": "draw", "centred": centred, "law": law})


def draws(name: str, index: Num, *, centred: bool = True, laplace: Any = None) -> Many:  # noqa: ANN401
    """Such a draw for each index 0, 1, ...

    name: of the sequence of draws
    centred: each has mean zero given all before it
    laplace: the scale, where the law is that of Laplace
    """
    law = None if laplace is None else ["laplace", num(laplace).tree]
    return Many(
        {"name": name, "sort": "draws", "centred": centred, "law": law, "index": index.tree[1]}
    )


def function(name: str, *, smooth: Any, strong: Any = None, minimiser: Vec | None = None) -> Many:  # noqa: ANN401
    """A function with `smooth`-Lipschitz gradient, `strong`-ly convex unless that is None.

    name: of the function
    minimiser: the vector at which it is least, where the theorem mentions one
    """
    return Many(
        {
            "name": name,
            "sort": "function",
            "strong": None if strong is None else num(strong).tree,
            "smooth": num(smooth).tree,
            "minimiser": None if minimiser is None else minimiser.tree[1],
        }
    )


def mapping(name: str) -> Many:
    """A fixed measurable map of vectors to a vector, of linear growth."""
    return Many({"name": name, "sort": "map"})


def iterates(
    name: str, index: Num, *, before: Vec, start: Vec, following: Vec | None = None
) -> Many:
    """Vectors z[-1] = `before`, z[0] = `start` and z[index + 1] = `following`.

    The equation mentions z itself: make the iterates without it, then again with it.

    name: of the sequence z
    """
    return Many(
        {
            "name": name,
            "sort": "iterates",
            "index": index.tree[1],
            "first": {"-1": before.tree, "0": start.tree},
            "next": ["zero"] if following is None else following.tree,
        }
    )


# operators ----------------------------------------------------------------------------------------


def mean(term: Num) -> Num:
    """The expectation."""
    return Num(["E", term.tree])


def square(u: Vec) -> Num:
    """|u|^2."""
    return u @ u


def root(value: Any) -> Num:  # noqa: ANN401
    """The square root."""
    return Num(["root", 2, num(value).tree])


def psd(rows: Sequence[Sequence[Any]]) -> list[Any]:
    """The hypothesis that a symmetric matrix of numbers is positive semidefinite."""
    return ["psd", [[num(a).tree for a in row] for row in rows]]


def ln(value: Any) -> Num:  # noqa: ANN401
    """The natural logarithm."""
    return Num(["ln", num(value).tree])


def exp(value: Any) -> Num:  # noqa: ANN401
    """The exponential."""
    return Num(["exp", num(value).tree])


def total(index: Num, low: Any, high: Any, body: Num) -> Num:  # noqa: ANN401
    """The sum of numbers over an index.

    low, high: the first and the last value of the index
    body: the number at one index
    """
    return Num(["sum", index.tree[1], num(low).tree, num(high).tree, body.tree])


@dataclass(frozen=True, slots=True)
class Theorem(StatementCard):
    """Symbols, hypotheses and conclusion, frozen when they are written.

    symbols:   every symbol of the theorem, once; draws in the order in which they are drawn
    given:     relations (left, op, right), (index, first, relation) for all indices >= first, or
               psd(rows) of a matrix
    concludes: one relation (left, op, right) with <= or =
    dimension: the integer symbol that is the dimension of the space, where the theorem uses it
    """

    symbols: tuple[Any, ...]
    given: Sequence[Any] = field(default=(), kw_only=True)
    concludes: Said = field(kw_only=True)
    dimension: Num | None = field(default=None, kw_only=True)
    tree: Mapping[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        for symbol in self.symbols:
            if getattr(symbol, "symbol", None) is None:
                raise ClaimError(
                    f"symbols holds {symbol!r}, which declares nothing: a theorem lists its"
                    " symbols. Make it with number(), vector(), function() and the like."
                )
        data = {
            "symbols": [dict(s.symbol) for s in self.symbols],
            "dimension": None if self.dimension is None else self.dimension.tree[1],
            "given": [fact(one) for one in self.given],
            "conclusion": said(self.concludes),
        }
        object.__setattr__(self, "tree", json.loads(json.dumps(data)))

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON form, first 16 hexadecimal digits."""
        text = json.dumps(self.tree, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def latex(self) -> str:
        """The conclusion, with the symbols and hypotheses under which it holds."""
        from workbench.symbolic.theorem_text import latex

        return latex(self.tree)


def said(relation: Iterable[Any]) -> list[Any]:
    """A relation as data."""
    left, op, right = relation
    return [num(left).tree, op, num(right).tree]


def fact(one: Any) -> list[Any]:  # noqa: ANN401 - a relation, or one for all indices
    """A hypothesis as data."""
    if isinstance(one[0], str):
        return list(one)
    left, middle, right = one
    if isinstance(right, tuple):
        return ["all", left.tree[1], middle, said(right)]
    return said(one)
