"""The program of a private method: what each round asks for, gathers, and says next.

    state     names of points: public at first, then what `next` says
    releases  [{"name", "query", "law", "sensitivity", "times"}, ...] in the order of a round
    gathered  [{"name", "batch", "bound", "factor", "at"}, ...]: sums that are never released, 0 at
              first.  At the end of a round, `factor` times a mean over a batch of m records is
              added, at a point.  No record is in two batches
    next      {state: point, ...}

A point is made of states and of what was released, and of nothing else: ["vec", name], sums "v+",
multiples "v*", several points "beside" each other.  A query is one of

    ["batch", m, bound, at]    a mean over a hidden batch of m records, fresh, without replacement
    ["all", bound, at]         a mean over all records
    ["gathered", name]         a gathered sum
    ["earlier", name]          the same as it was in this round or an earlier one, which is drawn
                               anew for each draw, by chances that are fixed in advance
    ["steps", i, low, high, c, [x, t], bound, at]
                               the sum over steps i = low, ..., high of c times the value of the
                               record that has its turn in step t, c >= 0.  Where datasets differ in
                               a certain record x_t is 1 if this is the one, and 0 if it is another
    ["poisson", q, bound, at]  the sum of the values of the records of a hidden batch, fresh, which
                               each of them joins on its own with chance q; a record is added or
                               removed, ["size", "2", L], and the law is Gaussian: see `accounts`
    ["function", norm, at]     a function of the data and of points, of which only is known how far
                               it moves: by at most the sensitivity
    null                       nothing: the law is that of any mechanism with a known loss

and a bound says of the values of one record, at a point: two of them are at most S apart, ["apart",
norm, S], or each has at most the size L, ["size", norm, L], so that two are at most 2 L apart.
What moves is read off here:  a mean over m records by S/m, a gathered sum by |factor| S/m, because
one batch alone has the record, and in each round by no more: the round that was drawn depends on no
data and could be told, so a loss that holds for each holds for their mixture.  A sum over steps
moves by S times the sum of c x_t; that each x_t is 0 or 1 is a condition of the statement, ["all",
j, first, [["*", x_j, x_j], "=", x_j]].  At most `times` fresh draws are made of one answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.rigor.check.numbers import ONE, ZERO, Numbers, minus, natural, pure
from workbench.rigor.check.private.laws import NORMS, PrivacyCost, loss
from workbench.rigor.check.trees import Malformed, Tree, names_in
from workbench.rigor.check.words import is_word

ADD_OR_REMOVE = "add-or-remove-one"
_RELEASE = {"name", "query", "law", "sensitivity", "times"}
_GATHERED = {"name", "batch", "bound", "factor", "at"}
Statement = Mapping[str, Any]


def whole_from(terms: Numbers, tree: Tree, low: int) -> None:
    """Refuse what is not visibly an integer from `low` on, by the intervals or the conditions."""
    try:
        Numbers(terms.symbols).index(tree, low)
    except Malformed:  # conditions may show it, or hide it
        terms.index(tree, low)


@dataclass(frozen=True, slots=True)
class Cost:
    """What a release costs in each round from `first` on.

    sampled: of a batch that records join by chance, this chance, and how many standard deviations
             the laws with and without the record are apart, at most
    """

    loss: PrivacyCost
    first: int
    sampled: tuple[Tree, Tree] | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a program: its terms, the number of records, and what may differ by round.

    alone: whether its releases are made one by one, perhaps in another order
    """

    statement: Statement
    terms: Numbers
    changing: frozenset[str]
    alone: bool = False

    def costs(self) -> list[Cost]:
        """What each release costs, after its duties."""
        s, known = self.statement, list(self.statement["state"])
        sums = {one["name"]: one for one in s["gathered"]}
        found = []
        for release in s["releases"]:
            if set(release) != _RELEASE:
                raise Malformed(f"a release has the keys {', '.join(sorted(_RELEASE))}")
            found.append(self._cost(release, sums, known))
            if not self.alone:
                known.append(release["name"])
        known += [one["name"] for one in s["releases"]] if self.alone else []
        for one in s["gathered"]:
            if set(one) != _GATHERED:
                raise Malformed(f"a gathered sum has the keys {', '.join(sorted(_GATHERED))}")
            self._made_of(one["at"], known)
        names = [*known, *(one["name"] for one in s["gathered"]), *self.terms.symbols]
        if not all(map(is_word, names)) or len(set(names)) != len(names):
            raise Malformed("states, releases and gathered sums are different plain words")
        if not s["releases"] or set(s["next"]) != set(s["state"]):
            raise Malformed("a round releases something, and then says what every state is")
        for point in s["next"].values():
            self._made_of(point, known)
        return found

    def _cost(self, release: Mapping[str, Any], sums: Mapping[str, Any], known: list[str]) -> Cost:
        terms, s, stated = self.terms, self.statement, release["sensitivity"]
        times, first = terms.scalar(release["times"]), 1
        if not terms.nonnegative(times):
            raise Malformed("a number of draws is not visibly at least 0")
        match release["query"]:
            case ["poisson", *parts] if s["adjacency"] == ADD_OR_REMOVE and stated is None:
                return self._by_chance(parts, release["law"], times, known)
            case _ if s["adjacency"] == ADD_OR_REMOVE:
                raise Malformed("one record more or less: no rule but that for Poisson batches")
            case None if stated is None:
                return Cost(loss(release["law"], None, None, terms).times(times), 1)
            case ["batch", m, bound, at] if s["adjacency"] == "replace-one":
                self._made_of(at, known)
                whole_from(terms, m, 1)
                if not terms.nonnegative(minus(s["records"], m)):
                    raise Malformed("a batch is not visibly within the records")
                norm = self._moves(bound, ["/", ONE, m], stated)
                whole = loss(release["law"], norm, stated, terms).times(times)
                return Cost(whole.amplified(m, s["records"]), 1)
            case ["all", bound, at]:
                self._made_of(at, known)
                norm = self._moves(bound, ["/", ONE, s["records"]], stated)
            case ["gathered" | "earlier", str(name)] if name in sums:
                one, first = sums[name], 2
                if not terms.positive(terms.scalar(one["batch"])):
                    raise Malformed("a batch does not visibly have a record")
                if self.changing & names_in(stated):
                    raise Malformed("the sensitivity of a gathered sum is one for all rounds")
                share = ["/", terms.scalar(one["factor"]), one["batch"]]
                norm = self._moves(one["bound"], share, stated)
                self._moves(one["bound"], ["neg", share], stated)
            case ["steps", *parts] if s["adjacency"] == "replace-record" and stated is None:
                norm, stated = self._in_steps(parts, known)
            case ["function", norm, at] if norm in NORMS:
                self._made_of(at, known)
                if not terms.nonnegative(stated):
                    raise Malformed("a sensitivity is not visibly at least 0")
            case _:
                raise Malformed(f"no rule knows the query {str(release['query'])[:60]}")
        return Cost(loss(release["law"], norm, stated, terms).times(times), first)

    def _by_chance(self, parts: list[Any], law: Any, times: Tree, known: Iterable[str]) -> Cost:  # noqa: ANN401
        """The cost of a sum over a batch that each record joins by chance."""
        chance, bound, at = parts
        self._made_of(at, known)
        match bound, law:
            case ["size", "2", most], ["gaussian", scale]:
                pass
            case _:
                raise Malformed("a Poisson batch has values of a 2-norm, and Gaussian noise")
        loss(law, "2", most, self.terms)  # its scale is positive
        if not self.terms.zero(minus(times, ONE)):
            raise Malformed("of a Poisson batch there is one draw")
        return Cost(PrivacyCost(None, None), 1, (chance, ["/", most, scale]))

    def _in_steps(self, parts: list[Any], known: Iterable[str]) -> tuple[str, Tree]:
        """The norm in which a sum over steps moves, and by how much at most."""
        step, low, high, weight, (used, place), bound, at = parts
        self._made_of(at, known)
        terms = self.terms
        if low not in (ZERO, ONE) or not is_word(step) or step in terms.symbols:
            raise Malformed("steps have an index that is a new plain word, from 0 or 1 on")
        whole_from(terms, ["+", high, minus(ONE, low)], 0)  # there may be none, and no less
        inside = terms.within(natural(step, int(low[1])))
        inside.index(place, self._first_bit(used))
        if not inside.nonnegative(weight):
            raise Malformed("the weight of a step is not visibly at least 0")
        norm, apart = self._apart(bound)
        share = ["sum", step, low, high, ["*", weight, ["idx", used, place]]]
        return norm, terms.scalar(["*", apart, share])

    def _first_bit(self, used: str) -> int:
        """From which index on a condition says that the entries of a sequence are 0 or 1."""
        for one in self.statement["where"]:
            match one:
                case ["all", index, int(first), [["*", x, y], "=", z]] if (
                    x == y == z == ["idx", used, ["v", index]]
                ):
                    return first
        raise Malformed("no condition says that the entries for the turns are 0 or 1")

    def _apart(self, bound: Any) -> tuple[str, Tree]:  # noqa: ANN401 - JSON
        """How far two values of one record are apart at most, and in which norm."""
        match bound:
            case ["apart", str(norm), apart] if norm in NORMS:
                pass
            case ["size", str(norm), size] if norm in NORMS:
                apart = ["*", ["q", "2"], size]
            case _:
                raise Malformed(f"{str(bound)[:60]} bounds nothing that is known")
        if not self.terms.nonnegative(self.terms.scalar(apart)):
            raise Malformed("values of a record are not visibly at least 0 apart")
        return norm, apart

    def _moves(self, bound: Any, share: Tree, stated: Tree) -> str:  # noqa: ANN401 - JSON
        """The norm in which an answer moves: by a share of its bound, not more than is stated."""
        norm, apart = self._apart(bound)
        moved = minus(stated, ["*", share, apart])
        self.terms.scalar(moved)
        if not (self.terms.zero(moved) or self.terms.nonnegative(moved)):
            raise Malformed("a stated sensitivity is not visibly that of its query")
        return norm

    def _made_of(self, point: Any, known: Iterable[str]) -> None:  # noqa: ANN401 - JSON
        match point:
            case ["vec", str(name)] if name in known:
                return
            case ["v+" | "beside", _, *_]:
                for part in point[1:]:
                    self._made_of(part, known)
                return
            case ["v*", scale, inner] if pure(scale):
                self.terms.scalar(scale)
                self._made_of(inner, known)
                return
        raise Malformed(f"{str(point)[:60]!r} is not made of what was released")
