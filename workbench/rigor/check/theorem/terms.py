"""Terms of theorems, and their normal form: affine in inner products, values and expectations.

    scalars   the operators of the frozen tree;  ["dot", u, v];  ["value", F, u, ...];  ["E", a]
              ["breg", G, u, v] = D(u, v);  ["norm", G, u] = |u|;  "sq": |u|^2;  "dual": |u|_*^2
              ["sum", index, low, high, a] of scalar terms, from an index >= 0 on;  ["len", u] = |u|
              ["sup", [[v, G], ...], a]: the largest a over all v in the sets of geometries
              ["peak", G, u]: the largest <u, v>^2 over all v in the set;  ["chance", a]: Pr[a >= 0]
    vectors   ["vec", name]  ["at", name, i]  ["zero"]  ["v+", u, ...]  ["v*", a, u]
              ["vsum", index, low, high, u]  ["grad", F, u]  ["map", P, u, ...]
              ["gradx", F, u, w]  ["grady", F, u, w], the gradients of a saddle

A scalar term becomes a sum of coefficients times atoms.  Coefficients are scalar trees, which hold
no vector; atoms are <u, v> of two basic vectors, |u|, F(u), D(u, v), squares of norms, suprema,
sums of one of these (the coefficient inside), and the expectation of a random one.  So
<.,.> is bilinear and symmetric, E is linear, and E a = a where nothing in a is random, because the
normal form makes them so.  A product of two such atoms is refused; hence all that stands under an
E is integrable: vectors are square-integrable, smooth functions grow at most quadratically, and
so do divergences between prox points; suprema are over compact sets.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from workbench.rigor.check.answer import demand
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.numbers import ONE, once, pure, put
from workbench.rigor.check.theorem.symbols import GEOMETRIES, declared
from workbench.rigor.check.theorem.vectors import Linear, Vectors
from workbench.rigor.check.trees import Malformed, Tree

Affine = dict[int | None, Tree]  # atom (None: the number 1) -> coefficient


class Terms(Vectors):
    """Normal forms under the symbols of one theorem and the scalar facts found so far."""

    @once
    def affine(self, term: Any) -> Affine:  # noqa: ANN401 - JSON
        """The normal form of a scalar term."""
        spend(20, "terms")
        if pure(term):
            self.scalar(term)
            return {} if self.zero(term) else {None: term}
        match term:
            case ["dot", u, v]:
                pairs = product(self.vector(u).items(), self.vector(v).items())
                return self.added({self._dot(a, b): ["*", c, e]} for (a, c), (b, e) in pairs)
            case ["value", str(name), *at] if self.sort(name) in ("function", "pair", "saddle"):
                return {self.number(("value", name, *self.places(name, *at))): ONE}
            case ["breg", str(name), u, v] if self.sort(name) in GEOMETRIES["geometry"]:
                a, b = self.member(name, u), self.member(name, v, inner=True)
                return {} if a == b else {self.number(("breg", name, a, b)): ONE}
            case [("norm" | "sq" | "dual" | "peak") as kind, str(name), u] if (
                self.sort(name) in GEOMETRIES["geometry" if kind == "peak" else "convex"]
            ):
                vector = self.vector(u)
                return {self.number((kind, name, self.number(vector))): ONE} if vector else {}
            case ["len", u]:
                vector = self.vector(u)
                return {self.number(("len", "", self.number(vector))): ONE} if vector else {}
            case ["sum", *_]:
                return self.sums(term, "affine", "*")
            case ["sup", [[_, _], *_] as bound, body]:
                return {self._sup(bound, body): ONE}
            case ["chance", inner]:
                return {self.number(("chance", self.number(self.affine(inner)))): ONE}
            case ["E", inner]:
                return self.added({self._mean(k): c} for k, c in self.affine(inner).items())
            case ["+", _, *_]:
                return self.added(self.affine(a) for a in term[1:])
            case ["neg", inner]:
                return {k: ["neg", c] for k, c in self.affine(inner).items()}
            case ["/", top, bottom] if pure(bottom):
                return self.affine(["*", ["/", ONE, bottom], top])
            case ["*", _, *_]:
                mixed = [a for a in term[1:] if not pure(a)]
                scale = ["*", ONE, *(self.scalar(a) for a in term[1:] if pure(a))]
                if len(mixed) == 1:
                    return {k: ["*", scale, c] for k, c in self.affine(mixed[0]).items()}
        raise Malformed(f"{str(term)[:60]!r} is not affine in inner products and values")

    def _dot(self, a: int, b: int) -> int:
        """<u, v>, as a sum where one of the two is one."""
        sums = [p for p in (a, b) if self.things[p][0] == "vsum"]
        demand(len(sums) < 2, "an inner product of two sums")
        if sums:
            _, inner, end, bound = self.things[sums[0]]
            return self.number(("sum", self._dot(inner, a + b - sums[0]), end, bound))
        return self.number(("dot", min(a, b), max(a, b)))

    def _sup(self, bound: Any, body: Any) -> int:  # noqa: ANN401 - JSON
        """A supremum over points of compact sets, whatever these are called."""
        sets, names = tuple(g for _, g in bound), [n for n, _ in bound]
        fits = all(self.sort(g) in GEOMETRIES["geometry"] for g in sets)
        fits = fits and len({*names}) == len(names) and all(map(self.binds, names))
        demand(fits, "suprema are over different points of compact sets, no symbol of the theorem")
        points = [declared(f"p{k}~", g) for k, g in enumerate(sets)]
        called = {n: ["vec", p["name"]] for n, p in zip(names, points, strict=True)}
        form = self.within(*points).affine(put(body, called))
        return self.number(("sup", sets, self.number(form)))

    def _mean(self, atom: int | None) -> int | None:
        """The expectation of an atom: the atom itself where it is a fixed number or a mean."""
        if atom is None or self.things[atom][0] in ("E", "chance"):
            return atom
        kind, *rest = self.things[atom]
        if kind == "sum":
            return self.number(("sum", self._mean(rest[0]), *rest[1:]))
        return self.number(("E", atom)) if any(map(self.is_random, self.made_of(atom))) else atom

    def made_of(self, atom: int) -> list[Linear]:
        """What an atom is made of."""
        kind, *rest = self.things[atom]
        if kind in ("E", "sum", "sup", "chance"):
            atoms = rest[:1] if kind in ("E", "sum") else self.things[rest[-1]]
            return [v for key in atoms if key is not None for v in self.made_of(key)]
        return [{b: ONE} for b in rest] if kind == "dot" else [self.things[p] for p in rest[1:]]

    def gap(self, relation: Any) -> Affine:  # noqa: ANN401 - JSON
        """The normal form of right - left."""
        left, op, right = relation
        demand(op in ("<=", "="), f"a relation of a theorem says <= or =, not {str(op)[:9]!r}")
        return self.affine(["+", right, ["neg", left]])

    def equal(self, a: Any, b: Any) -> bool:  # noqa: ANN401 - JSON
        """Whether two relations say the same: one sign, and one normal form of right - left."""
        return bool(a[1] == b[1] and self.same(self.gap(a), self.gap(b)))
