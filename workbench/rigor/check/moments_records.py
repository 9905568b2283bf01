"""Means of functions of independent records of one law, and of a method that sees them.

    records    {"count", "functions", "means"}: records z_1, ..., z_n and a new one z, independent
               and of one law, any on any measurable space; and w, the randomness of a method, which
               is independent of all of them
    count      n, an integer variable >= 1
    functions  {"name", "stable"}: a measurable f(S, r, w) of n records, of one more, and of w, such
               as the loss at r of what a method makes of S; and null, or a number s with
               E |f(S, r, w) - f(S', r, w)| <= s over w, for all n records S, all S' that differ
               from them in one, and all r
    means      {"name", "index", "of"}: a number, where the index is null, or a sequence of numbers,
               for i = 1, ..., n: E f(D, r, w) over all that is random, for `of` = [f, D, r].  Here
               D is "S", the records z_1, ..., z_n, or ["replaced", i], these with z in the place of
               z_i; and r is "new", z, or ["record", i], z_i.  That it exists is a hypothesis

The steps add relations for all i from 1 to n:

    renamed    {"name", "of"}: a sequence of the name, which is new: the mean `of` with z and
               z_i exchanged everywhere.  They are independent and of one law, beside all others, so
               it exists and is the same
    near       {"first", "second"}: two means of one f that is stable, with one r and with S and
               ["replaced", i] for D: they are s apart at most, as given all records, which are
               independent of w, the means over w are
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.rigor.check.cover import Prove
from workbench.rigor.check.moments_families import real
from workbench.rigor.check.moments_steps import MomentScope
from workbench.rigor.check.trees import Malformed, Tree, least
from workbench.rigor.check.words import is_word

_ZERO, _ONE = ["q", "0"], ["q", "1"]
_I = "i"  # of a relation for all i, where it captures nothing


@dataclass(frozen=True, slots=True)
class RecordMean:
    """E f(D, r, w): f, whether a record of D is replaced, and whether r is one of the records."""

    function: str
    replaced: bool
    own: bool
    is_sequence: bool


class RecordScope(MomentScope):
    """What is known of means over records."""

    def __init__(self, variables: list[Any], prove: Prove, names: frozenset[str]) -> None:
        super().__init__(variables, prove, names)
        self.count: Tree = _ONE
        self.stable: dict[str, str | None] = {}
        self.of: dict[str, RecordMean] = {}

    def declare(self, told: Any, refuse: Callable[[Any], None]) -> None:  # noqa: ANN401 - JSON
        """Read the records of a statement, once its numbers are; refuse those about nothing."""
        if set(told) != {"count", "functions", "means"}:
            raise Malformed("records have a count, functions, and means")
        ints = {v["name"]: v for v in self.vars if v["sort"] == "int" and v["low"] is not None}
        if told["count"] not in ints or least(ints[told["count"]]) < 1:
            raise Malformed("how many records there are is an integer variable >= 1")
        self.count = ["v", told["count"]]
        reals = {v["name"] for v in self.vars if v["sort"] == "real"}
        for one in told["functions"]:
            name, stable = one["name"], one["stable"]
            known = {v["name"] for v in self.vars} | set(self.stable)
            if set(one) != {"name", "stable"} or not is_word(name) or name in known:
                raise Malformed("a function has a name of its own, and how stable it is")
            if stable is not None and stable not in reals:
                raise Malformed("how stable a function is is a number of the statement")
            self.stable[name] = stable
        some = [[_ZERO, "<=", ["v", s]] for s in self.stable.values() if s is not None]
        refuse(self.within([], some).said([_ZERO, "=", _ZERO]))  # else there is no such function
        for one in told["means"]:
            if set(one) != {"name", "index", "of"} or one["name"] in self.stable:
                raise Malformed("a mean over records has a name, an index or none, and a value")
            self._add(one["name"], one["index"], one["of"])

    def _add(self, name: Any, index: Any, of: Any) -> None:  # noqa: ANN401
        """A mean that exists."""
        function, data, record = of
        if function not in self.stable:
            raise Malformed("a mean over records is that of a function which is declared")
        replaced, own = data != "S", record != "new"
        if (index is not None and not is_word(index)) or (index is None and (replaced or own)):
            raise Malformed("a sequence has an index, and what is at an index is a sequence")
        if data != (["replaced", index] if replaced else "S") or record != (
            ["record", index] if own else "new"
        ):
            raise Malformed("a value is at S or with one record replaced, and at one record")
        sort = "real" if index is None else "seq"
        self.vars = self.within([{**real(name), "sort": sort}], []).vars  # no name twice
        self.of[name] = RecordMean(function, replaced, own, is_sequence=index is not None)

    def take(self, step: Mapping[str, Any]) -> str:
        """Take one step; the reason why it is refused, or the empty text."""
        if step["rule"] == "renamed":
            return self._renamed(step)
        return self._near(step) if step["rule"] == "near" else super().take(step)

    def _renamed(self, step: Mapping[str, Any]) -> str:
        if step["of"] not in self.of or step["name"] in self.taken | set(self.stable):
            return "what is renamed is a mean over records, and its name is new"
        mean = self.of[step["of"]]
        data = "S" if mean.replaced else ["replaced", _I]
        self._add(step["name"], _I, [mean.function, data, "new" if mean.own else ["record", _I]])
        self._for_all([self._at(step["name"]), "=", self._at(step["of"])])
        return ""

    def _near(self, step: Mapping[str, Any]) -> str:
        first, second = step["first"], step["second"]
        if first not in self.of or second not in self.of:
            return "what is near each other are means over records"
        one, other = self.of[first], self.of[second]
        stable = self.stable[one.function]
        if stable is None or (one.function, one.own) != (other.function, other.own):
            return "the two means are of one stable function at one record"
        if one.replaced == other.replaced:
            return "one of the two means has a record replaced, and the other has none"
        a, b = self._at(first), self._at(second)
        for left, right in ((a, b), (b, a)):
            self._for_all([["+", left, ["neg", right]], "<=", ["v", stable]])
        return ""

    def _at(self, name: str) -> Tree:
        """A mean, at the index i of a relation for all i."""
        return ["idx", name, ["v", _I]] if self.of[name].is_sequence else ["v", name]

    def _for_all(self, relation: list[Any]) -> None:
        i, (left, op, right) = ["v", _I], relation
        ends = [[_ONE, "<=", i], [i, "<=", self.count]]
        index = {**real(_I), "sort": "int"}
        self.within([index], ends).has_value(relation)  # and no other symbol is called i
        self.every.append({"vars": [index], "where": ends, "left": left, "op": op,
                           "right": right})  # fmt: skip
