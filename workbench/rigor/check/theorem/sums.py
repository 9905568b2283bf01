"""Sums of terms over an index, in normal form: from 0 on to ends that are known, and single terms.

Two ends that differ by 1 or 2 are told apart by single terms, and a sum that starts later is a
difference of two, so what is equal looks equal.  The coefficient of a sum stands inside of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

from workbench.rigor.check.numbers import ONE, UNDER, ZERO, Numbers, Symbol, minus, natural, put
from workbench.rigor.check.trees import Malformed, Tree, replace


class Sums(Numbers):
    """Numbers, and sums of what is made of them."""

    bound = ""  # the index of the sum in which these terms stand
    _apart: tuple[int, ...] = (0, 1, -1, 2, -2)  # how far ends of sums are from known ones

    def __init__(self, symbols: Mapping[str, Symbol], **more: Any) -> None:  # noqa: ANN401
        super().__init__(symbols, **more)
        self._ends: list[Tree] = [["q", "-1"]]  # of sums
        self.things: list[Any] = []  # what has a number: basic vectors, atoms, combinations

    def number(self, thing: Any) -> int:  # noqa: ANN401
        """The number of a thing: one for all that are equal."""
        entry = thing[:2] if isinstance(thing, tuple) and thing[0] == "at" else None
        for place, known in enumerate(self.things):
            if isinstance(known, dict):
                equal = isinstance(thing, dict) and self.same(known, thing)
            elif known[:2] == entry:
                equal = self.equals(known[2], thing[2])
            else:
                equal = known == thing
            if equal:
                return place
        self.things.append(thing)
        return len(self.things) - 1

    def text(self, place: int | None) -> str:
        """The text of all that a thing is made of, to find a bound index in."""
        thing = () if place is None else self.things[place]
        if isinstance(thing, dict):
            return "".join(str(c) + self.text(key) for key, c in thing.items())
        return "".join(self.text(a) if isinstance(a, int) else str(a) for a in thing[1:])

    def added(self, parts: Iterable[dict[Any, Tree]]) -> dict[Any, Tree]:
        """The sum of normal forms."""
        total: dict[Any, Tree] = {}
        for part in parts:
            for key, factor in part.items():
                total[key] = ["+", total[key], factor] if key in total else factor
        return {key: c for key, c in total.items() if not self.zero(c)}

    def sums(self, term: Any, read: str, times: str) -> dict[Any, Tree]:  # noqa: ANN401
        """The normal form of a sum: single terms, and sums from 0 on to ends that are known."""
        _, index, low, high, body = term
        self.index(low, 0)
        self.integer(high)
        if not isinstance(index, str) or index in self.symbols:
            raise Malformed("the index of a sum is a symbol")
        if not self.nonnegative(["+", high, minus(ONE, low)]):
            raise Malformed("a sum is not visibly one that ends before its start or later")
        inside = self.bounded(UNDER[UNDER[0] in self.symbols])
        if inside.bound in str(body):
            raise Malformed("the body of a sum knows what no one can know")
        form = getattr(inside, read)(put(body, {index: ["v", inside.bound]}))
        parts: list[dict[Any, Tree]] = []
        for sign, end in (1, high), (-1, minus(low, ONE)):
            known, more = self._end(end)
            for k in range(min(more, 0) + 1, max(more, 0) + 1):
                at, factor = ["+", known, ["q", str(k)]], ["q", str(sign if more > 0 else -sign)]
                parts.append(getattr(self, read)([times, factor, put(body, {index: at})]))
            for key, factor in form.items() if known != self._ends[0] else ():
                scale = ["*", ["q", str(sign)], factor]
                if inside.bound in self.text(key):
                    parts.append({self.number((term[0], key, known, inside.bound)): scale})
                else:
                    parts.append({key: inside.summed(scale, known)})
        return self.added(parts)

    def _end(self, end: Tree) -> tuple[Tree, int]:
        """An end of sums that is known, and by how much this one is later: by 2 at most."""
        for known in self._ends:
            for k in self._apart:
                near = self.zero(minus(minus(end, known), ["q", str(k)]))
                if near and (k == 0 or self.nonnegative(["+", known, ONE])):
                    return known, k
        self._ends.append(end)
        return end, 0

    def bounded(self, name: str) -> Self:
        """The terms inside of a sum."""
        inside = self.within(natural(name, 0))
        inside.bound = name
        return inside

    def summed(self, factor: Tree, end: Tree) -> Tree:
        """The sum of a scalar, whose index is the bound one, from 0 to an end."""
        return ["sum", "i~", ZERO, end, replace(factor, {self.bound: ["v", "i~"]})]
