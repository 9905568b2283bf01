"""What a function grows by from one number to another, of whose derivative bounds are known.

A mean of the form

    {"form": "increment", "low": a, "high": b, "values": [name, ...], "told": [relation, ...]}

with the tree ["v", p] for one of the values p, and the variable s, is f(b) - f(a), where a <= b.
It stands for every function f that is continuous on [a, b] and has at each s in (a, b) a
derivative, p, if there are numbers for the other values there such that all that is told holds.
They may be others at another s.

Where p <= Q' for all such s and all values of which this is told, with Q continuous on [a, b],
f - Q does not rise on (a, b), by the mean value theorem, nor on [a, b], by continuity: so the
increment is at most Q(b) - Q(a).  In the same way with >=.

All that is told is told of the values.  What is told has to be possible at every s, or there is no
such function; that it is impossible at some s is looked at near both ends and between them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from workbench.rigor.check.cover import Statement
from workbench.rigor.check.drawn import within
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.trees import Malformed, Tree, free, read_statement, read_tree, replace
from workbench.rigor.check.vacuous import refuse_vacuous
from workbench.rigor.check.words import is_word

FORM = "increment"
_SHARES = ("1/1000", "1/2", "999/1000")  # of the way between the ends


@dataclass(frozen=True, slots=True)
class Increment:
    """f(b) - f(a): the variable, the derivative, the ends, and what is known between them."""

    variable: str
    slope: Tree
    low: Tree
    high: Tree
    values: tuple[str, ...]
    told: tuple[Any, ...]

    def read(self, s: Statement) -> None:
        """Refuse what is not well-formed, or may have no value, for some of the numbers."""
        sorts = {v["name"]: v["sort"] for v in s["vars"]}
        for end in (self.low, self.high):
            read_tree(end, sorts)
        if unmet(s, [self.low, self.high]):
            raise Malformed("an end of an increment may have no value")
        inside = self.inside(s)
        read_statement(inside)
        refuse_vacuous(inside)
        if any(not (free(a) | free(b)) & {*self.values} for a, _, b in self.told):
            raise Malformed(
                "what is told is of the values; what is of numbers alone is a condition"
            )
        start = len(inside["where"]) - len(self.told)
        for place, (left, _, right) in enumerate(self.told):
            if unmet({**inside, "where": inside["where"][: start + place]}, [left, right]):
                raise Malformed("what is told of a derivative may have no value")
        for share in _SHARES:
            refuse_vacuous(self.at(share, s))

    def inside(self, s: Statement) -> Statement:
        """What is known at a number between the ends."""
        names = [*s["vars"], *({**_REAL, "name": name} for name in (self.variable, *self.values))]
        between = within(self.variable, self.low, self.high, "<")
        return {**s, "vars": names, "where": [*s["where"], *between, *self.told]}

    def at(self, share: str, s: Statement) -> Statement:
        """What is known at a number that lies at this share of the way from an end to the other."""
        way = ["+", self.high, ["neg", self.low]]
        place = {self.variable: ["+", self.low, ["*", ["q", share], way]]}
        told = [[replace(a, place), op, replace(b, place)] for a, op, b in self.told]
        names = [*s["vars"], *({**_REAL, "name": name} for name in self.values)]
        return {**s, "vars": names, "where": [*s["where"], [self.low, "<", self.high], *told]}

    def closed(self, s: Statement) -> Statement:
        """The numbers, and one from an end to the other."""
        names = [*s["vars"], {**_REAL, "name": self.variable}]
        between = within(self.variable, self.low, self.high, "<=")
        return {**s, "vars": names, "where": [*s["where"], *between]}


_REAL = {"sort": "real", "low": None, "low_open": False, "high": None, "high_open": False}


def read_increment(one: Any, taken: Iterable[str]) -> Increment:  # noqa: ANN401 - JSON
    """An increment as the statement tells it; its values have names of their own."""
    over, variable = one["over"], one["variable"]
    if set(one) != {"name", "variable", "of", "over"} or not is_word(variable):
        raise Malformed("an increment has a name, a variable, a derivative, and what it is over")
    if set(over) != {"form", "low", "high", "values", "told"}:
        raise Malformed("an increment has two ends, values, and what is told of them")
    if not isinstance(over["values"], list) or not isinstance(over["told"], list):
        raise Malformed("values, and what is told of them, are lists")
    values = tuple(over["values"])
    names = [variable, *values]
    if not all(map(is_word, values)) or len({*names, *taken}) < len(names) + len({*taken}):
        raise Malformed("the values of an increment have names of their own")
    if one["of"] not in [["v", name] for name in values]:
        raise Malformed("the derivative is one of the values")
    return Increment(variable, one["of"], over["low"], over["high"], values, tuple(over["told"]))
