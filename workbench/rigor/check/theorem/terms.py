"""Terms of theorems, and their normal form: affine in inner products, values and expectations.

    scalars   the operators of the frozen tree;  ["dot", u, v];  ["value", F, u];  ["E", a]
    vectors   ["vec", name]  ["at", name, i]  ["zero"]  ["v+", u, ...]  ["v*", a, u]
              ["grad", F, u]  ["map", P, u, ...]

A scalar term becomes a sum of coefficients times atoms.  Coefficients are scalar trees, which hold
no vector; atoms are <u, v> of two basic vectors, F(u), and the expectation of a random one.  So
<.,.> is bilinear and symmetric, E is linear, and E a = a where nothing in a is random, because the
normal form makes them so.  A product of two such atoms is refused; hence all that stands under an
E is integrable: vectors are square-integrable, and smooth functions grow at most quadratically.
The gradient of a function at its minimiser is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.rigor.check.atom_signs import NONNEGATIVE, POSITIVE, Signs
from workbench.rigor.check.duties import is_met, of_trees
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.signs import SignReader
from workbench.rigor.check.theorem.symbols import SEQUENCES, VECTORS, Symbol, rank, scalars
from workbench.rigor.check.trees import Malformed, Tree, is_integer, read_tree, replace

Affine = dict[int | None, Tree]  # atom (None: the number 1) -> coefficient
Linear = dict[int, Tree]  # basic vector -> coefficient
ZERO: Tree = ["q", "0"]
ONE: Tree = ["q", "1"]
_MIXED = ("dot", "value", "E")
_VECTOR = ("vec", "at", "zero", "v+", "v*", "grad", "map")


def pure(term: Any) -> bool:  # noqa: ANN401 - JSON
    """Whether a term holds no vector, no function and no expectation."""
    if not isinstance(term, list) or not term:
        return True
    return term[0] not in (*_MIXED, *_VECTOR) and all(pure(a) for a in term[1:])


def minus(a: Tree, b: Tree) -> Tree:
    """The scalar a - b."""
    return ["+", a, ["neg", b]]


class Terms:
    """Normal forms under the symbols of one theorem and the scalar facts found so far."""

    def __init__(
        self,
        symbols: Mapping[str, Symbol],
        *,
        dimension: str | None = None,
        where: Iterable[Any] = (),
    ) -> None:
        self.symbols, self.dimension = symbols, dimension
        self.variables = scalars(symbols)
        self.where: list[Any] = list(where)
        self._names = {v["name"]: v["sort"] for v in self.variables}
        self._bases: list[tuple[Any, ...]] = []
        self._points: list[Linear] = []
        self._atoms: list[tuple[Any, ...]] = []
        self._read: set[str] = set()
        self._zero: dict[str, bool] = {}
        self._reader: tuple[int, SignReader] | None = None

    # scalars -----------------------------------------------------------------------------------

    @property
    def domain(self) -> dict[str, Any]:
        """The statement about the scalars alone that signs and duties are read under."""
        return {"vars": self.variables, "where": list(self.where), "left": ZERO, "op": "<=",
                "right": ZERO}  # fmt: skip

    def scalar(self, tree: Tree) -> Tree:
        """A scalar tree, read once, with a value everywhere on the domain; else Malformed."""
        key = repr(tree)
        if key not in self._read:
            read_tree(tree, self._names)
            reader = self.domain
            for duty in of_trees({**reader, "where": []}, [tree]).values():
                # u^(s+t) is split by the normal form, which asks for more than a value
                base = {"kind": "nonzero", "tree": duty["tree"][1], "bound": duty["bound"]}
                wanted = [duty, base] if duty["kind"] == "power" else [duty]
                if not all(is_met(reader, one) for one in wanted):
                    raise Malformed(f"a term may have no value: {str(duty)[:200]}")
            self._read.add(key)
        return tree

    def zero(self, tree: Tree) -> bool:
        """Whether a scalar tree reduces to 0."""
        key = repr(tree)
        if key not in self._zero:
            self._zero[key] = is_zero(tree, self.variables)
        return self._zero[key]

    def nonnegative(self, tree: Tree) -> bool:
        """Whether a scalar tree is visibly non-negative on the domain."""
        return self._signs(tree) <= NONNEGATIVE

    def positive(self, tree: Tree) -> bool:
        """Whether a scalar tree is visibly positive on the domain."""
        return self._signs(tree) <= POSITIVE

    def _signs(self, tree: Tree) -> Signs:
        if self._reader is None or self._reader[0] != len(self.where):  # a new condition
            self._reader = (len(self.where), SignReader(self.domain))
        return self._reader[1](self.scalar(tree))

    def index(self, tree: Tree, low: int) -> Tree:
        """A scalar tree that is an integer and at least `low`; else Malformed."""
        self.integer(tree)
        if not self.nonnegative(minus(tree, ["q", str(low)])):
            raise Malformed(f"an index is not visibly at least {low}")
        return tree

    def integer(self, tree: Tree) -> None:
        """Refuse a scalar tree that is not visibly an integer."""
        integers = frozenset(n for n, sort in self._names.items() if sort == "int")
        if not is_integer(self.scalar(tree), integers):
            raise Malformed("a number is not visibly an integer")

    # vectors -----------------------------------------------------------------------------------

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

    def sort(self, name: str) -> str:
        """The sort of a symbol; Malformed where it is not declared."""
        if name not in self.symbols:
            raise Malformed(f"{name[:40]!r} is not declared")
        return str(self.symbols[name]["sort"])

    def _point(self, vector: Linear) -> int:
        for place, known in enumerate(self._points):
            if self.same(known, vector):
                return place
        self._points.append(vector)
        return len(self._points) - 1

    def same(self, a: Mapping[Any, Tree], b: Mapping[Any, Tree]) -> bool:
        """Whether two normal forms are equal."""
        return all(self.zero(minus(a.get(k, ZERO), b.get(k, ZERO))) for k in {*a, *b})

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
        return any(self.sort(self._bases[b][1]) != "vector" for b in self.leaves(vector))

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

        An iterate z[j] is made of draws of index j - 1 and lower: `read_method` has seen to that.
        """
        own = rank(self.symbols, name)
        for place in self.leaves(vector):
            _, other, *at = self._bases[place]
            sort = self.sort(other)
            if sort in ("vector", "random"):
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

    # scalars that hold vectors -------------------------------------------------------------------

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
        vectors = [{b: ONE} for b in rest] if kind == "dot" else [self._points[rest[1]]]
        return self._atom(("E", atom)) if any(map(self.is_random, vectors)) else atom

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
        case [("at" | "value" | "grad" | "map") as op, name, *rest]:
            return [op, values.get(name, name), *(put(a, values) for a in rest)]
    return [term[0], *(put(a, values) for a in term[1:])]


def _rename(tree: Tree, names: Mapping[str, str]) -> Tree:
    """Other names for sequences, which no sum binds."""
    if tree[0] == "idx":
        return ["idx", names.get(tree[1], tree[1]), _rename(tree[2], names)]
    return [tree[0], *(_rename(a, names) if isinstance(a, list) else a for a in tree[1:])]
