"""Terms that are numbers: read once, with a value on the whole domain, their signs and zeros."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.rigor.check.atom_signs import NONNEGATIVE, POSITIVE, Signs
from workbench.rigor.check.duties import is_met, of_trees
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.signs import SignReader
from workbench.rigor.check.theorem.symbols import Symbol, natural, scalars
from workbench.rigor.check.trees import Malformed, Tree, is_integer, read_tree

ZERO: Tree = ["q", "0"]
ONE: Tree = ["q", "1"]
MIXED = ("dot", "value", "E", "breg", "sq", "dual")
UNDER = "s~"  # the index of every sum in normal form: nothing else can be called so
VECTOR = ("vec", "at", "zero", "v+", "v*", "grad", "map")


def pure(term: Any) -> bool:  # noqa: ANN401 - JSON
    """Whether a term holds no vector, no function and no expectation."""
    if not isinstance(term, list) or not term:
        return True
    return term[0] not in (*MIXED, *VECTOR) and all(pure(a) for a in term[1:])


def minus(a: Tree, b: Tree) -> Tree:
    """The scalar a - b."""
    return ["+", a, ["neg", b]]


class Numbers:
    """The scalars of one theorem, under the scalar facts found so far."""

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
        self._read: set[str] = set()
        self._zero: dict[str, bool] = {}
        self._finer: dict[str, int] = {}
        self._reader: tuple[int, SignReader] | None = None

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
            self._zero[key] = is_zero(tree, [*self.variables, natural(UNDER, 0)], self._finer)
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

    def sort(self, name: str) -> str:
        """The sort of a symbol; Malformed where it is not declared."""
        if name not in self.symbols:
            raise Malformed(f"{name[:40]!r} is not declared")
        return str(self.symbols[name]["sort"])

    def same(self, a: Mapping[Any, Tree], b: Mapping[Any, Tree]) -> bool:
        """Whether two normal forms are equal."""
        return all(self.zero(minus(a.get(k, ZERO), b.get(k, ZERO))) for k in {*a, *b})
