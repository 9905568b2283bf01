"""Theorems as data, with operators of our own to write them: nothing evaluates what is written.

    alpha = number("alpha", above=0)
    x, s = draw("x", mean=None), vector("s")
    F = function("F", strong=mu, smooth=L, minimiser=s)
    THEOREM = Theorem(
        (mu, L, x, s, F), given=[(mu, "<=", L)], concludes=(mean(F(s)), "<=", mean(F(x)))
    )

The terms, the sorts of symbols and the rules of proofs are those of `workbench.rigor.check.theorem`
and its README; the order of the symbols is the order in which draws are drawn.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.errors import ClaimError
from workbench.symbolic.cards import StatementCard
from workbench.symbolic.theorem_terms import ONLY, Many, Num, Vec, chance, fact, num, product, said

__all__ = [
    "Many", "Num", "Theorem", "Vec", "chance", "convex", "draw", "draws", "exp", "fact",
    "function", "geometry", "integer", "iterates", "ln", "mapping", "mean", "num", "number",
    "numbers", "pair", "point", "points", "product", "prox", "psd", "root", "saddle", "said",
    "simplex", "square", "supremum", "total", "vector",
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


def vector(name: str) -> Vec:
    """A fixed vector; in a theorem without chance any one, so that it holds for each outcome."""
    return Vec(["vec", name], {"name": name, "sort": "vector"})


def convex(name: str) -> Many:
    """A norm and a convex set."""
    return Many({"name": name, "sort": "convex"})


def simplex(name: str, size: Num) -> Many:
    """The simplex of so many coordinates, with the 1-norm and the entropy."""
    return Many({"name": name, "sort": "simplex", "size": size.tree[1]})


def geometry(name: str) -> Many:
    """A norm, a compact convex set, and a 1-strongly convex function on it with its divergence."""
    return Many({"name": name, "sort": "geometry"})


def points(name: str, of: Many) -> Many:
    """A sequence of fixed points of a set."""
    return Many({"name": name, "sort": "points", "geometry": of.name})


def point(name: str, of: Many, *, inner: bool | str = False) -> Vec:
    """A fixed vector in the set of a geometry.

    name, of: of the point, and its geometry
    inner: whether the function of the geometry is differentiable there; "centre" of a simplex
    """
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


def _drawn(name: str, index: str, mean: Any, laplace: Any, of: Many | None) -> dict[str, Any]:  # noqa: ANN401
    law = None if laplace is None else ["laplace", num(laplace).tree]
    middle = None if mean is None else ["zero"] if mean == 0 else mean.tree
    return {"name": name, "sort": "draws", "mean": middle, "law": law,
            "geometry": None if of is None else of.name, "index": index}  # fmt: skip


def draw(
    name: str,
    *,
    mean: Vec | int | None = 0,
    laplace: Any = None,  # noqa: ANN401 - a number
    of: Many | None = None,
) -> Vec:
    """A square-integrable random vector: entry 0 of a sequence, of which no more is used.

    name: of the vector
    mean: given all before it, which does not know the index; None where it is not known
    laplace: the scale, where the law is that of Laplace
    of: the geometry in whose set it is, where it is in one
    """
    return Vec(["at", name, ["q", "0"]], _drawn(name, ONLY, mean, laplace, of))


def draws(
    name: str,
    index: Num,
    *,
    mean: Vec | int | None = 0,
    laplace: Any = None,  # noqa: ANN401 - a number
    of: Many | None = None,
    average: Num | None = None,
    vertex: bool = False,
    together: Many | None = None,
    copy: Many | None = None,
    late: bool = False,
) -> Many:
    """Such a draw for each index 0, 1, ...

    name, index, mean, laplace, of: of the sequence and of one of them, and as for `draw`
    average, vertex: the number of independent points of the set of which it is the average, and
    whether these, or it itself, are vertices, each with the chance that its mean says
    together, copy: draws just before these that are drawn with them, and that they are a copy of
    late: whether they are drawn after all draws of all indices that are not
    """
    count = num(1) if vertex and average is None else average
    law = {} if count is None else {"law": ["vertices" if vertex else "average", count.tree]}
    beside = {k: z.name for k, z in (("with", together), ("copy", copy)) if z is not None}
    told = _drawn(name, index.tree[1], mean, laplace, of)
    return Many({**told, **law, **beside, **({"late": True} if late else {})})


def function(
    name: str,
    *,
    smooth: Any = None,  # noqa: ANN401 - a number
    strong: Any = None,  # noqa: ANN401
    minimiser: Vec | None = None,
    on: Many | None = None,
) -> Many:
    """A function with `smooth`-Lipschitz gradient, `strong`-ly convex unless that is None.

    name: of the function
    minimiser: the vector at which it is least, where the theorem mentions one
    on: the geometry on whose set alone it is defined, and whose norm is meant
    """
    parts = (("strong", strong), ("smooth", smooth))
    told = {key: None if one is None else num(one).tree for key, one in parts}
    told |= {"minimiser": minimiser and minimiser.tree[1], "on": on and on.name}
    return Many({"name": name, "sort": "function", **told})


def pair(name: str, x: Many, y: Many) -> Many:
    """A differentiable function of two points, of these geometries."""
    return Many({"name": name, "sort": "pair", "x": x.name, "y": y.name})


def saddle(name: str, x: Many, y: Many) -> Many:
    """A differentiable function of two such points, convex in the first, concave in the second."""
    return Many({"name": name, "sort": "saddle", "x": x.name, "y": y.name})


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


def total(index: Num, low: Any, high: Any, body: Any) -> Any:  # noqa: ANN401
    """The sum of numbers, or of vectors, over an index.

    low, high: the first and the last value of the index
    body: the number or the vector at one index
    """
    ends = [index.tree[1], num(low).tree, num(high).tree]
    if isinstance(body, Vec):
        return Vec(["vsum", *ends, body.tree])
    return Num(["sum", *ends, body.tree])


def supremum(over: Sequence[Vec], body: Num) -> Num:
    """The largest value of a number over all points of the sets of these `point`s."""
    bound = [[v.symbol["name"], v.symbol["geometry"]] for v in over if v.symbol is not None]
    return Num(["sup", bound, body.tree])


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

    def latex(self) -> str:
        """The conclusion, with the symbols and hypotheses under which it holds."""
        from workbench.symbolic.theorem_text import latex

        return latex(self.tree)
