"""Terms that are vectors: combinations of basic vectors, and what is random in them.

Basic are the named vectors, the entries of sequences, gradients and maps at points.  The gradient
of a function at its minimiser is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.rigor.check.fuel import spend
from workbench.rigor.check.theorem.numbers import ONE, Numbers, minus, pure
from workbench.rigor.check.theorem.symbols import FIXED, SEQUENCES, VECTORS, Symbol, rank
from workbench.rigor.check.trees import Malformed, Tree

Linear = dict[int, Tree]  # basic vector -> coefficient


class Vectors(Numbers):
    """Normal forms of vectors."""

    def __init__(
        self,
        symbols: Mapping[str, Symbol],
        *,
        dimension: str | None = None,
        where: Iterable[Any] = (),
    ) -> None:
        super().__init__(symbols, dimension=dimension, where=where)
        self._bases: list[tuple[Any, ...]] = []
        self._points: list[Linear] = []

    def vector(self, term: Any) -> Linear:  # noqa: ANN401 - JSON
        """A vector as a combination of basic vectors."""
        spend(20, "vectors")
        if not isinstance(term, list) or not term:
            raise Malformed(f"{str(term)[:40]!r} is no vector")
        match term:
            case ["zero"]:
                return {}
            case ["vec", str(name)] if self.sort(name) in VECTORS:
                return {self._base(("vec", name)): ONE}
            case ["at", str(name), index] if self.sort(name) in SEQUENCES:
                self.index(index, SEQUENCES[self.sort(name)])
                if self.sort(name) == "prox" and self.zero(index):
                    return self.vector(["vec", self.symbols[name]["start"]])
                return {self._base(("at", name, index)): ONE}
            case ["v+", _, *_]:
                total: Linear = {}
                for part in term[1:]:
                    for base, factor in self.vector(part).items():
                        total[base] = ["+", total[base], factor] if base in total else factor
                return {b: c for b, c in total.items() if not self.zero(c)}
            case ["v*", scale, inner]:
                if not pure(scale):
                    raise Malformed("a vector times a scalar that is not a fixed number")
                self.scalar(scale)
                found = self.vector(inner)
                if self.zero(scale):
                    return {}
                return {b: c if scale == ONE else ["*", scale, c] for b, c in found.items()}
            case ["grad", str(name), inner] if self.sort(name) == "function":
                point = self._point(self.vector(inner))
                least = self.symbols[name]["minimiser"]
                if least is not None and point == self._point(self.vector(["vec", least])):
                    return {}
                return {self._base(("grad", name, point)): ONE}
            case ["map", str(name), _, *_] if self.sort(name) == "map":
                points = tuple(self._point(self.vector(a)) for a in term[2:])
                return {self._base(("map", name, *points)): ONE}
        raise Malformed(f"{str(term)[:60]!r} is no vector of the theorem")

    def _point(self, vector: Linear) -> int:
        for place, known in enumerate(self._points):
            if self.same(known, vector):
                return place
        self._points.append(vector)
        return len(self._points) - 1

    def _base(self, base: tuple[Any, ...]) -> int:
        for place, known in enumerate(self._bases):
            if known == base or (
                known[0] == base[0] == "at"
                and known[1] == base[1]
                and self.zero(minus(known[2], base[2]))
            ):
                return place
        self._bases.append(base)
        return len(self._bases) - 1

    def member(self, geometry: str, term: Any, *, inner: bool = False) -> int:  # noqa: ANN401
        """The number of a point that is visibly in the set of a geometry; else Malformed."""
        vector = self.vector(term)
        for place, factor in vector.items():
            symbol = self.symbols[self._bases[place][1]]
            if (
                len(vector) == 1
                and symbol.get("geometry") == geometry
                and self.zero(minus(factor, ONE))
                and self._bases[place][0] in ("vec", "at")
            ):
                if inner and symbol["sort"] == "point" and not symbol["inner"]:
                    break
                return self._point(vector)
        raise Malformed(f"{str(term)[:60]!r} is no {'inner ' * inner}point of {geometry[:40]}")

    # randomness --------------------------------------------------------------------------------

    def leaves(self, vector: Linear) -> set[int]:
        """The named vectors that a vector is made of, below its gradients and maps."""
        found: set[int] = set()
        for place in vector:
            kind, *rest = self._bases[place]
            if kind in ("grad", "map"):
                found = found.union(*(self.leaves(self._points[p]) for p in rest[1:]))
            else:
                found.add(place)
        return found

    def is_random(self, vector: Linear) -> bool:
        """Whether a vector may depend on chance."""
        return any(self.sort(self._bases[b][1]) not in FIXED for b in self.leaves(vector))

    def draw(self, term: Any) -> tuple[str, Tree | None]:  # noqa: ANN401
        """The name and index of a vector that is a single draw; else Malformed."""
        match term:
            case ["vec", str(name)] if self.sort(name) == "draw":
                return name, None
            case ["at", str(name), index] if self.sort(name) == "draws":
                return name, self.index(index, 0)
        raise Malformed(f"{str(term)[:60]!r} is no draw")

    def drawn(self, name: str, index: Tree | None) -> Any:  # noqa: ANN401 - JSON
        """A draw as a vector term."""
        return ["vec", name] if index is None else ["at", name, index]

    def draws_in(self, term: Any) -> list[tuple[str, Tree | None]]:  # noqa: ANN401
        """The draws of which a vector is a combination; Malformed where it is made of others."""
        bases = [self._bases[place] for place in self.vector(term)]
        if not bases or any(b[0] not in ("vec", "at") for b in bases):
            raise Malformed(f"{str(term)[:60]!r} is no combination of draws")
        return [self.draw(list(base)) for base in bases]

    def known_before(self, vector: Linear, name: str, index: Tree | None) -> bool:
        """Whether a vector is determined by what is known or drawn before a draw.

        An iterate z[j], and v[j] of a prox, is made of draws of index j - 1 and lower: `read_next`
        has seen to that.
        """
        own = rank(self.symbols, name)
        for place in self.leaves(vector):
            _, other, *at = self._bases[place]
            sort = self.sort(other)
            if sort in (*FIXED, "random"):
                continue
            if sort == "draw":
                if index is None and rank(self.symbols, other) < own:
                    continue
                return False
            if index is None:
                return False
            earlier = minus(index, at[0])
            if sort == "draws" and not (rank(self.symbols, other) < own and self.zero(earlier)):
                earlier = minus(earlier, ONE)
            if not (self.zero(earlier) or self.nonnegative(earlier)):
                return False
        return True

    def read_next(self, vector: Linear, now: Tree) -> None:
        """Refuse an equation for z[now + 1] that holds a later iterate or a later draw."""
        for place in self.leaves(vector):
            kind, name, *at = self._bases[place]
            if kind == "at" and not self.nonnegative(minus(now, at[0])):
                raise Malformed(f"an equation for an iterate holds a later entry of {name}")
