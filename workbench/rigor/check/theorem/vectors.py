"""Terms that are vectors: combinations of basic vectors, what is random in them, and sums.

Basic are the named vectors, the entries of sequences, gradients and maps at points, and sums from
index 0 on of one of these, ("vsum", basic vector, last index, name of the index): the coefficient
of a sum stands inside of it.  The gradient of a function at its minimiser is 0.

Sums over an index, of numbers and vectors alike, are written from 0 on to ends that are known, and
single terms: two ends that differ by 1 or 2 are told apart by single terms, and a sum that starts
later is a difference of two.  So what is equal looks equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any

from workbench.rigor.check.answer import demand
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.numbers import ONE, UNDER, ZERO, Numbers, minus, once, pure, put, shown
from workbench.rigor.check.theorem.symbols import AVERAGES, FIXED, SEQUENCES, VECTORS, rank, told
from workbench.rigor.check.trees import Malformed, Tree, replace

Linear = dict[int, Tree]  # basic vector -> coefficient
GRADIENTS = ("grad", "gradx", "grady")


class Vectors(Numbers):
    """Normal forms of vectors, and of sums of numbers and vectors."""

    _apart: tuple[int, ...] = (0, 1, -1, 2, -2)  # how far ends of sums are from known ones

    def __init__(self, symbols: Mapping[str, Any], **more: Any) -> None:  # noqa: ANN401
        super().__init__(symbols, **more)
        self._ends: list[Tree] = [["q", "-1"]]  # of sums
        self.things: list[Any] = []  # what has a number: basic vectors, atoms, combinations
        self._alike: dict[Any, list[int]] = {}  # the numbers of those that may be equal

    def number(self, thing: Any) -> int:  # noqa: ANN401
        """The number of a thing: one for all that are equal."""
        combines = isinstance(thing, dict)
        entry = not combines and thing[0] == "at"
        alike = frozenset(thing) if combines else thing[:2] if entry else str(thing)
        for place in self._alike.setdefault(alike, []):
            known = self.things[place]
            if combines and not self.same(known, thing):
                continue
            if not entry or self.equals(known[2], thing[2]):
                return place
        self.things.append(thing)
        self._alike[alike].append(len(self.things) - 1)
        return len(self.things) - 1

    def text(self, place: int | None) -> str:
        """The text of all that a thing is made of, to find a bound index in."""
        thing = () if place is None else self.things[place]
        if isinstance(thing, dict):
            return "".join(str(c) + self.text(key) for key, c in thing.items())
        return "".join(self.text(a) if isinstance(a, int) else str(a) for a in thing[1:])

    def added(self, parts: Iterable[dict[Any, Tree]]) -> dict[Any, Tree]:
        """The sum of normal forms; what was no 0 at one place is none at another."""
        total: dict[Any, Tree] = {}
        for part in parts:
            for key, factor in part.items():
                total[key] = ["+", total[key], factor] if key in total else factor
        found = {k: c for k, c in total.items() if id(c) in self._not_0 or not self.zero(c)}
        self._not_0.update((id(c), c) for c in found.values())
        return found

    def sums(self, term: Any, read: str, times: str) -> dict[Any, Tree]:  # noqa: ANN401
        """The normal form of a sum: single terms, and sums from 0 on to ends that are known."""
        _, index, low, high, body = term
        self.index(low, 0)
        self.integer(high)
        demand(self.binds(index), "the index of a sum is no plain word, or it is known")
        demand(self.nonnegative(["+", high, minus(ONE, low)]), "a sum that ends before its start")
        inside = self.bounded(UNDER[UNDER[0] in self.symbols])
        demand(inside.bound not in str(body), "the body of a sum knows what no one can know")
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

    @once
    def _end(self, end: Tree) -> tuple[Tree, int]:
        """An end of sums that is known, and by how much this one is later: by 2 at most."""
        for known in self._ends:
            for k in self._apart:
                if self.zero(minus(minus(end, known), ["q", str(k)])):
                    if k == 0 or self.nonnegative(["+", known, ONE]):
                        return known, k
                    self._missed.append(known)
        self._ends.append(end)
        return end, 0

    def summed(self, factor: Tree, end: Tree) -> Tree:
        """The sum of a scalar, whose index is the bound one, from 0 to an end."""
        return ["sum", "i~", ZERO, end, replace(factor, {self.bound: ["v", "i~"]})]

    @once
    def vector(self, term: Any) -> Linear:  # noqa: ANN401 - JSON
        """A vector as a combination of basic vectors."""
        spend(20, "vectors")
        match term:
            case ["zero"]:
                return {}
            case ["vec", str(name)] if name in self.symbols and self.sort(name) in VECTORS:
                return {self.number(("vec", name)): ONE}
            case ["at", str(name), index] if self.sort(name) in SEQUENCES:
                self.index(index, SEQUENCES[self.sort(name)])
                if self.sort(name) == "prox" and self.zero(index):
                    return self.vector(["vec", self.symbols[name]["start"]])
                return {self.number(("at", name, index)): ONE}
            case ["v+", _, *_]:
                return self.added(self.vector(part) for part in term[1:])
            case ["vsum", *_]:
                return self.sums(term, "vector", "v*")
            case ["v*", scale, inner]:
                demand(pure(scale), "a vector times a scalar that is not a fixed number")
                self.scalar(scale)
                found = self.vector(inner)
                if self.zero(scale):
                    return {}
                return {b: c if scale == ONE else ["*", scale, c] for b, c in found.items()}
            case [kind, str(name), *at] if kind in GRADIENTS and self.sort(name) in (
                ("function",) if kind == "grad" else ("pair", "saddle")
            ):
                points, least = self.places(name, *at), self.symbols[name].get("minimiser")
                if least is not None and points[0] == self.number(self.vector(["vec", least])):
                    return {}
                return {self.number((kind, name, *points)): ONE}
            case ["map", str(name), _, *_] if self.sort(name) == "map":
                points = tuple(self.number(self.vector(a)) for a in term[2:])
                return {self.number(("map", name, *points)): ONE}
        raise Malformed(f"{str(term)[:60]!r} is no vector of the theorem")

    def places(self, name: str, *terms: Any) -> tuple[int, ...]:  # noqa: ANN401 - JSON
        """The numbers of the points at which a function has a value."""
        own = self.symbols[name]
        sets = [own[k] for k in (("on",) if own["sort"] == "function" else ("x", "y"))]
        demand(len(terms) == len(sets), f"{name} is a function of {len(sets)} points")
        pairs = zip(sets, terms, strict=True)
        return tuple(self.member(g, u) if g else self.number(self.vector(u)) for g, u in pairs)

    def member(self, geometry: str, term: Any, *, inner: Any = False) -> int:  # noqa: ANN401
        """The number of a point that is visibly in the set of a geometry; else Malformed."""
        self._belongs(geometry, term, inner)
        return self.number(self.vector(term))

    @shown
    def _belongs(self, geometry: str, term: Any, inner: Any) -> None:  # noqa: ANN401
        """It is declared to be there, or written as an average: weights >= 0 that add up to 1."""
        written, text = self, str(term)
        if "vsum" in text:  # its sums have the ends that it names: no single term moves them
            written = copy(self)
            written._made, written._inside = {}, {}
            written._ends, written._apart = self._ends[:1], (0,)
        spans = [(*made[1:], c) if (made := self.things[b])[0] == "vsum" else (b, None, "", c)
                 for b, c in written.vector(term).items()]  # fmt: skip
        total = ZERO
        for one, end, bound, weight in spans:
            kind, name, *_ = self.things[one]
            symbol, inside = self.symbols.get(name, {}), self.bounded(bound) if bound else self
            named = kind in ("vec", "at", "map") and symbol.get("geometry") == geometry
            if inner:
                own = symbol.get("inner", symbol.get("sort") == "prox")
                named = named and len(spans) == 1 and not bound and own and inner in (True, own)
            # or a sum from its end on, as a difference of these two
            others = [s for s in spans if bound and s[0] == one and s[1] != end]
            falls = len(others) == 1 and self.zero(["+", weight, others[0][3]])
            falls = falls and self.nonnegative(minus(others[0][1], end))
            fits, word = named and (falls or inside.nonnegative(weight)), "inner " * bool(inner)
            demand(fits, f"{text[:60]!r} is no {word}point of {geometry[:40]}")
            total = ["+", total, inside.summed(weight, end) if bound else weight]
        left = minus(total, ONE)
        ones = [ZERO, *(minus(f[0], f[2]) for f in self.where if f[1] == "=")]
        full = any(self.zero(minus(left, f)) or self.zero(["+", left, f]) for f in ones)
        demand(full, f"the weights of {text[:60]!r} do not visibly add up to 1")

    def leaves(self, vector: Linear) -> set[int]:
        """The named vectors that a vector is made of, below its gradients and maps."""
        found: set[int] = set()
        for place in vector:
            kind, *rest = self.things[place]
            if kind in (*GRADIENTS, "map"):
                found = found.union(*(self.leaves(self.things[p]) for p in rest[1:]))
            elif kind == "vsum":
                found |= {self._last(p, *rest[1:]) for p in self.leaves({rest[0]: ONE})}
            else:
                found.add(place)
        return found

    def _last(self, place: int, end: Tree, bound: str) -> int:
        """The last entry of a sequence that a sum runs through, one after the other."""
        kind, name, *at = self.things[place]
        if kind != "at" or bound not in str(at[0]):
            return place
        last = replace(at[0], {bound: end})
        stepwise = self.zero(minus(minus(at[0], ["v", bound]), minus(last, end)))
        demand(stepwise, f"a sum runs through {name} otherwise than one entry after the other")
        return self.number(("at", name, last))

    def is_random(self, vector: Linear) -> bool:
        """Whether a vector may depend on chance."""
        names = {self.things[place][1] for place in self.leaves(vector)}
        return any(n in self.symbols and self.sort(n) not in FIXED for n in names)

    def symbol(self, name: Any, *sorts: str) -> Mapping[str, Any]:  # noqa: ANN401 - JSON
        """The declaration of a symbol of one of these sorts; else Malformed."""
        found: Mapping[str, Any] = self.symbols.get(name, {}) if isinstance(name, str) else {}
        demand(found.get("sort") in sorts, f"{str(name)[:40]!r} is no {' or '.join(sorts)}")
        return found

    def draw(self, term: Any) -> tuple[Mapping[str, Any], Tree]:  # noqa: ANN401
        """What is told of a vector that is a draw, at its index, and that index; else Malformed."""
        match term:
            case ["at", name, index]:
                symbol = self.symbol(name, "draws")
                return told(symbol, {symbol["index"]: self.index(index, 0)}), index
        raise Malformed(f"{str(term)[:60]!r} is no draw")

    def known_before(self, vector: Linear, name: str, index: Tree, *, beside: bool = False) -> bool:
        """Whether a vector is determined by what is known or drawn before a draw.

        An iterate z[j], and v[j] of a prox, is made of draws of index j - 1 and lower: this has
        been asked of the equations.

        name: the draw, or none for what comes after all draws of the index
        beside: or by averages that are drawn together with it
        """
        own = rank(self.symbols, name) if name else len(self.symbols)
        is_late = "late" in self.symbols.get(name, {})
        for place in self.leaves(vector):
            _, other, *at = self.things[place]
            symbol, first = self.symbols.get(other, {"sort": "point"}), True
            late = "late" in symbol
            if symbol["sort"] in FIXED or is_late > late:
                continue
            if symbol["sort"] == "draws":
                together = beside and other != name and (symbol["law"] or [""])[0] in AVERAGES
                first = rank(self.symbols, other) < own + together
            earlier = minus(index, at[0] if first else ["+", at[0], ONE])
            if is_late < late or not (self.zero(earlier) or self.nonnegative(earlier)):
                return False
        return True
