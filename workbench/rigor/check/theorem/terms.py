"""Terms of theorems, and their normal form: affine in inner products, values and expectations.

    scalars   the operators of the frozen tree;  ["dot", u, v];  ["value", F, u];  ["E", a]
              ["breg", G, u, v] = D(u, v);  ["sq", G, u] = |u|^2;  ["dual", G, u] = |u|_*^2
              ["sum", index, low, high, a] of scalar terms, from 0 on
    vectors   ["vec", name]  ["at", name, i]  ["zero"]  ["v+", u, ...]  ["v*", a, u]
              ["grad", F, u]  ["map", P, u, ...]

A scalar term becomes a sum of coefficients times atoms.  Coefficients are scalar trees, which hold
no vector; atoms are <u, v> of two basic vectors, F(u), D(u, v), squares of norms, sums of one of
these, and the expectation of a random one.  So
<.,.> is bilinear and symmetric, E is linear, and E a = a where nothing in a is random, because the
normal form makes them so.  A product of two such atoms is refused; hence all that stands under an
E is integrable: vectors are square-integrable, smooth functions grow at most quadratically, and
so do divergences between prox points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any

from workbench.rigor.check.fuel import spend
from workbench.rigor.check.theorem.numbers import ONE, UNDER, ZERO, Numbers, minus, pure
from workbench.rigor.check.theorem.symbols import Symbol, natural
from workbench.rigor.check.theorem.vectors import Linear, Vectors
from workbench.rigor.check.trees import Malformed, Tree, replace

__all__ = ["ONE", "ZERO", "Terms", "minus", "pure", "put"]

Affine = dict[int | None, Tree]  # atom (None: the number 1) -> coefficient


class Terms(Vectors):
    """Normal forms under the symbols of one theorem and the scalar facts found so far."""

    def __init__(
        self,
        symbols: Mapping[str, Symbol],
        *,
        dimension: str | None = None,
        where: Iterable[Any] = (),
    ) -> None:
        super().__init__(symbols, dimension=dimension, where=where)
        self._atoms: list[tuple[Any, ...]] = []

    def affine(self, term: Any) -> Affine:  # noqa: ANN401 - JSON
        """The normal form of a scalar term."""
        spend(20, "terms")
        if pure(term):
            self.scalar(term)
            return {} if self.zero(term) else {None: term}
        match term:
            case ["dot", u, v]:
                left, right = self.vector(u), self.vector(v)
                return self._total(
                    ({self._atom(("dot", min(a, b), max(a, b))): ["*", c, e]})
                    for a, c in left.items()
                    for b, e in right.items()
                )
            case ["value", str(name), u] if self.sort(name) == "function":
                return {self._atom(("value", name, self._point(self.vector(u)))): ONE}
            case ["breg", str(name), u, v] if self.sort(name) == "geometry":
                a, b = self.member(name, u), self.member(name, v, inner=True)
                return {} if a == b else {self._atom(("breg", name, a, b)): ONE}
            case [("sq" | "dual") as kind, str(name), u] if self.sort(name) == "geometry":
                vector = self.vector(u)
                return {self._atom((kind, name, self._point(vector))): ONE} if vector else {}
            case ["sum", index, low, high, body]:
                return self._sum(index, self.index(low, 0), high, body)
            case ["E", inner]:
                return self._total({self._mean(k): c} for k, c in self.affine(inner).items())
            case ["+", _, *_]:
                return self._total(self.affine(a) for a in term[1:])
            case ["neg", inner]:
                return {k: ["neg", c] for k, c in self.affine(inner).items()}
            case ["/", top, bottom] if pure(bottom):
                self.scalar(["/", ONE, bottom])
                return {k: ["/", c, bottom] for k, c in self.affine(top).items()}
            case ["*", _, *_]:
                mixed = [a for a in term[1:] if not pure(a)]
                scale = ["*", ONE, *(self.scalar(a) for a in term[1:] if pure(a))]
                if len(mixed) == 1:
                    return {k: ["*", scale, c] for k, c in self.affine(mixed[0]).items()}
        raise Malformed(f"{str(term)[:60]!r} is not affine in inner products and values")

    def _total(self, parts: Iterable[Affine]) -> Affine:
        total: Affine = {}
        for part in parts:
            for key, factor in part.items():
                total[key] = ["+", total[key], factor] if key in total else factor
        return {k: c for k, c in total.items() if not self.zero(c)}

    def _sum(self, index: Any, low: Tree, high: Tree, body: Any) -> Affine:  # noqa: ANN401
        """Linear in its body: a sum of each atom, with a factor that does not know the index."""
        if not isinstance(index, str) or index in self.symbols or UNDER in self.symbols:
            raise Malformed("the index of a sum is a symbol, or stands inside of another sum")
        self.integer(high)
        if self.zero(minus(minus(low, high), ONE)):
            return {}
        inside = copy(self)
        Numbers.__init__(
            inside, {**self.symbols, UNDER: natural(UNDER, 0)}, dimension=self.dimension,
            where=self.where,
        )  # fmt: skip
        found: Affine = {}
        for key, factor in inside.affine(put(body, {index: ["v", UNDER]})).items():
            if key is None or UNDER in str(factor):
                raise Malformed("a term of a sum is a number, or has a factor with its index")
            found[self._summed(key, low, high)] = factor
        return found

    def _summed(self, atom: int, low: Tree, high: Tree) -> int:
        for place, (kind, *rest) in enumerate(self._atoms):
            if (
                kind == "sum"
                and rest[0] == atom
                and all(self.zero(minus(a, b)) for a, b in zip(rest[1:], (low, high), strict=True))
            ):
                return place
        return self._atom(("sum", atom, low, high))

    def _atom(self, atom: tuple[Any, ...]) -> int:
        if atom not in self._atoms:
            self._atoms.append(atom)
        return self._atoms.index(atom)

    def _mean(self, atom: int | None) -> int | None:
        """The expectation of an atom: the atom itself where it is a fixed number or a mean."""
        if atom is None:
            return None
        kind, *rest = self._atoms[atom]
        if kind == "E":
            return atom
        if kind == "sum":
            inner, low, high = rest
            return self._summed(self._mean(inner) or 0, low, high)
        return self._atom(("E", atom)) if any(map(self.is_random, self._vectors(atom))) else atom

    def _vectors(self, atom: int) -> list[Linear]:
        """What an atom is made of."""
        kind, *rest = self._atoms[atom]
        if kind in ("E", "sum"):
            return self._vectors(rest[0])
        return [{b: ONE} for b in rest] if kind == "dot" else [self._points[p] for p in rest[1:]]

    def named_in(self, gap: Affine) -> set[str]:
        """The vectors and sequences that a normal form speaks of."""
        vectors = [v for atom in gap if atom is not None for v in self._vectors(atom)]
        return {self._bases[place][1] for v in vectors for place in self.leaves(v)}

    def gap(self, relation: Any) -> Affine:  # noqa: ANN401 - JSON
        """The normal form of right - left."""
        left, op, right = relation
        if op not in ("<=", "="):
            raise Malformed(f"a relation of a theorem says <= or =, not {str(op)[:10]!r}")
        return self.affine(["+", right, ["neg", left]])

    def equal(self, a: Any, b: Any) -> bool:  # noqa: ANN401 - JSON
        """Whether two relations say the same: one sign, and one normal form of right - left."""
        return bool(a[1] == b[1] and self.same(self.gap(a), self.gap(b)))


def put(term: Any, values: Mapping[str, Any]) -> Any:  # noqa: ANN401 - JSON
    """Replace symbols: numbers and vectors by terms, all others by names; nothing is captured."""
    if pure(term):
        renamed = {k: v for k, v in values.items() if isinstance(v, str)}
        trees = {k: v for k, v in values.items() if not isinstance(v, str)}
        return replace(_rename(term, renamed), trees)
    match term:
        case ["vec", name]:
            return values.get(name, term)
        case ["sum", index, low, high, body]:  # a bound name that no free one can be
            fresh = f"{index}~b"
            inner = put(body, {index: ["v", fresh]})
            return ["sum", fresh, put(low, values), put(high, values), put(inner, values)]
        case [("at" | "value" | "grad" | "map" | "breg" | "sq" | "dual") as op, name, *rest]:
            return [op, values.get(name, name), *(put(a, values) for a in rest)]
    return [term[0], *(put(a, values) for a in term[1:])]


def _rename(tree: Tree, names: Mapping[str, str]) -> Tree:
    """Other names for sequences, which no sum binds."""
    if tree[0] == "idx":
        return ["idx", names.get(tree[1], tree[1]), _rename(tree[2], names)]
    return [tree[0], *(_rename(a, names) if isinstance(a, list) else a for a in tree[1:])]
