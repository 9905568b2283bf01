"""What an integral is over: a range, or draws from a law that its distribution function gives.

A law is {"variable", "pieces": [{"low", "high", "chance"}, ...]}: for low <= x <= high the chance
Pr[X <= x] is F(x), a tree in its variable.  The pieces follow each other from -oo to oo; null is an
infinite end.  It is a law where F is continuous, does not fall, and tends to 0 and 1.  Inside of
each piece F has a derivative: so F' is a density, and no value has a positive chance.

A mean {"name", "variable", "of", "over"} is the integral of f, with g for `of`, x its variable:

    {"form": "range", "low", "high"}                f = g(x), over a range
    {"form": "draw", "law"}                         E g(X)
    {"form": "largest", "law", "count"}             E g(max X_i), i = 1..n, n >= 1
    {"form": "largest size", "law", "count"}        E g(max |X_i|), the same
    {"form": "ahead", "law", "count", "by"}         E g(X_0) on the event that X_0 - by >= X_i for
                                                    i = 1..n, n >= 0

The X_i are independent and have this law.  So the largest of n has the distribution function F^n,
and the density n F^(n-1) F'; so has the largest size, on x >= 0, with G(x) = F(x) - F(-x) for F;
and given X_0 = x the event has the chance F(x - by)^n.  Where F' is 0, so is f: g is a function of
what is drawn, and need have no value elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import replace as changed
from itertools import pairwise
from typing import Any

from workbench.rigor.check.atom_signs import NONNEGATIVE
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.derivative import derivative
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.integers import is_integer
from workbench.rigor.check.limits import limit
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.signs import reader_of
from workbench.rigor.check.trees import Malformed, Tree, read_tree, replace, whole
from workbench.rigor.check.words import is_word

_KEYS = {"range": {"low", "high"}, "draw": {"law"}, "largest": {"law", "count"},
         "largest size": {"law", "count"}, "ahead": {"law", "count", "by"}}  # fmt: skip
_MOST_PIECES = 20
_ZERO, _ONE = ["q", "0"], ["q", "1"]
Ends = tuple[Tree | None, Tree | None]


@dataclass(frozen=True, slots=True)
class DrawLaw:
    """A law by the pieces of its distribution function, as (ends, tree) in its variable."""

    variable: str
    pieces: tuple[tuple[Ends, Tree], ...]

    def at(self, place: int, argument: Tree) -> Tree:
        """The formula of a piece at an argument."""
        return replace(self.pieces[place][1], {self.variable: argument})


@dataclass(frozen=True, slots=True)
class DrawnMean:
    """A mean: the integral of a tree in its variable over a range, or under a law."""

    variable: str
    of: Tree
    form: str
    law: DrawLaw | None = None
    count: Any = None  # a tree, where the form has one
    by: Any = None
    ends: Ends = (None, None)

    def read(self, s: Statement) -> None:
        """Refuse what is not well-formed, or may have no value, for some of the numbers."""
        sorts = {v["name"]: v["sort"] for v in s["vars"]}
        read_tree(self.of, {**sorts, self.variable: "real"})
        for tree in self.numbers():
            read_tree(tree, sorts)
        if unmet(s, self.numbers()):
            raise Malformed("a number that a mean depends on may have no value")

    def numbers(self) -> list[Tree]:
        """What is fixed in it."""
        return [tree for tree in (self.count, self.by, *self.ends) if tree is not None]

    def fixed(self) -> Iterator[Tree]:
        """What an induction over the mean may not change: the ends, the shift and the law."""
        yield from (tree for tree in (self.by, *self.ends) if tree is not None)
        for ends, tree in self.law.pieces if self.law is not None else ():
            yield from (e for e in (*ends, tree) if e is not None)

    def put(self, values: Mapping[str, Tree]) -> DrawnMean:
        """The same mean for other numbers, in the tree and in the count."""
        count = None if self.count is None else replace(self.count, values)
        return changed(self, of=replace(self.of, values), count=count)

    def arguments(self) -> list[Tree]:
        """At what the distribution function is taken, as trees in the variable."""
        x: Tree = ["v", self.variable]
        match self.form:
            case "range":
                return []
            case "largest size":
                return [x, ["neg", x]]
            case "ahead":
                return [x, ["+", x, ["neg", self.by]]]
        return [x]

    def places(self, branches: list[Any]) -> Iterator[tuple[Tree, Tree]]:
        """What has to be known, as left <= right, where these pieces give the distribution."""
        if len(branches) != len(self.arguments()):
            raise Malformed("a formula of the law is named for each place where it is used")
        for argument, place in zip(self.arguments(), branches, strict=True):
            low, high = self._piece(place)
            yield from () if low is None else [(low, argument)]
            yield from () if high is None else [(argument, high)]

    def _piece(self, place: Any) -> Ends:  # noqa: ANN401 - JSON
        if self.law is None or not 0 <= whole(place) < len(self.law.pieces):
            raise Malformed("a law has no such piece")
        return self.law.pieces[place][0]

    def integrand(self, branches: list[Any], s: Statement) -> Tree:
        """The tree times the density, where these pieces give the distribution function."""
        if self.law is None:
            return self.of
        self._is_count(s)
        at = [self.law.at(k, a) for k, a in zip(branches, self.arguments(), strict=True)]
        size = self.form == "largest size"
        chance = ["+", at[0], ["neg", at[1]]] if size else at[0]
        slope = derivative(chance, self.variable)
        if slope == _ZERO:  # nothing is drawn here
            return _ZERO
        match self.form:
            case "draw":
                return ["*", self.of, slope]
            case "ahead":
                return ["*", self.of, ["npow", at[1], self.count], slope]
        others = ["npow", chance, ["+", self.count, ["q", "-1"]]]
        return ["*", self.of, self.count, others, slope]

    def _is_count(self, s: Statement) -> None:
        """Refuse a number of draws that is not visibly an integer, of at least one draw."""
        if self.form == "draw":
            return
        integers = frozenset(v["name"] for v in s["vars"] if v["sort"] == "int")
        more = self.count if self.form == "ahead" else ["+", self.count, ["q", "-1"]]
        if not is_integer(self.count, integers) or not reader_of(s)(more) <= NONNEGATIVE:
            raise Malformed("the number of draws is not visibly an integer that is large enough")


def drawn(one: Any, laws: list[DrawLaw]) -> DrawnMean:  # noqa: ANN401 - JSON
    """A mean as the statement tells it."""
    over = one["over"]
    form = over["form"]
    if set(one) != {"name", "variable", "of", "over"} or form not in _KEYS:
        raise Malformed("a mean has a name, a variable, a tree, and what it is over")
    if set(over) != {"form"} | _KEYS[form] or not is_word(one["variable"]):
        raise Malformed(f"a mean of the form {form!r} has {', '.join(sorted(_KEYS[form]))}")
    if form == "range":
        return DrawnMean(one["variable"], one["of"], form, ends=(over["low"], over["high"]))
    if not 0 <= whole(over["law"]) < len(laws):
        raise Malformed("there is no such law")
    ends = (_ZERO, None) if form == "largest size" else (None, None)
    return DrawnMean(one["variable"], one["of"], form, laws[over["law"]], over.get("count"),
                 over.get("by"), ends)  # fmt: skip


def read_laws(told: Any, s: Statement) -> list[DrawLaw]:  # noqa: ANN401 - JSON
    """The laws of a statement, well-formed; that each is one, `law_fault` looks at."""
    sorts, found = {v["name"]: v["sort"] for v in s["vars"]}, []
    for one in told:
        name, pieces = one["variable"], one["pieces"]
        if set(one) != {"variable", "pieces"} or not is_word(name) or name in sorts:
            raise Malformed("a law has a variable of its own, and pieces")
        if not 1 <= len(pieces) <= _MOST_PIECES:
            raise Malformed("a law has no piece, or too many")
        for piece in pieces:
            if set(piece) != {"low", "high", "chance"}:
                raise Malformed("a piece of a law has low, high and chance")
            read_tree(piece["chance"], {**sorts, name: "real"})
        ends = [(p["low"], p["high"]) for p in pieces]
        for tree in (e for both in ends for e in both if e is not None):
            read_tree(tree, sorts)
            if unmet(s, [tree]):
                raise Malformed("an end of a piece of a law may have no value")
        inner = [(a, b) for (_, a), (b, _) in pairwise(ends)]
        if ends[0][0] is not None or ends[-1][1] is not None or any(
            a is None or a != b for a, b in inner
        ):  # fmt: skip
            raise Malformed("the pieces of a law do not follow each other from -oo to oo")
        trees = (p["chance"] for p in pieces)
        found.append(DrawLaw(name, tuple(zip(ends, trees, strict=True))))
    return found


def law_fault(law: DrawLaw, s: Statement, shown: Mapping[str, Any], prove: Prove) -> str:
    """Why the distribution function may be none, or the empty text.

    shown: certificates that the ends of the pieces are in `order`, and that F is `rising`
    """
    name, pieces = law.variable, law.pieces
    free = {"name": name, "sort": "real", "low": None, "low_open": False, "high": None,
            "high_open": False}  # fmt: skip
    inner = {**s, "vars": [*s["vars"], free]}
    cuts = [high for (_, high), _ in pieces if high is not None]
    for (a, b), proof in zip(pairwise(cuts), shown["order"], strict=True):
        if not (answer := prove({**s, "left": a, "op": "<=", "right": b}, proof)).accepted:
            return f"the pieces of a law are not in order: {answer.message}"
    for place, (((low, high), tree), proof) in enumerate(zip(pieces, shown["rising"], strict=True)):
        here, closed = (
            {**inner, "where": [*s["where"], *within(name, low, high, sign)]}
            for sign in ("<", "<=")
        )
        slope = derivative(tree, name)
        if unmet(closed, [tree]) or unmet(here, [slope]):
            return f"a distribution function or its derivative may have no value on piece {place}"
        answer = prove({**here, "left": _ZERO, "op": "<=", "right": slope}, proof)
        if not answer.accepted:
            return f"a distribution function may fall on piece {place}: {answer.message}"
    for place, cut in enumerate(cuts):
        if not is_zero(["+", law.at(place, cut), ["neg", law.at(place + 1, cut)]], s["vars"]):
            return f"a distribution function may jump between the pieces {place} and {place + 1}"
    for place, end, value in ((0, -1, _ZERO), (-1, 1, _ONE)):
        if not is_zero(["+", limit(s, pieces[place][1], name, end), ["neg", value]], s["vars"]):
            return "a distribution function does not visibly tend to 0 and 1"
    return ""


def within(name: str, low: Tree | None, high: Tree | None, sign: str) -> list[list[Any]]:
    """That a variable lies in an interval, open or closed as the sign says."""
    here = [] if low is None else [[low, sign, ["v", name]]]
    return here if high is None else [*here, [["v", name], sign, high]]
