"""Terms that are numbers: read once, with a value on the whole domain, their signs and zeros."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from operator import is_
from typing import Any, Self, TypeVar, cast

from workbench.rigor.check.atom_signs import NONNEGATIVE, POSITIVE
from workbench.rigor.check.duties import is_met, of_trees
from workbench.rigor.check.integers import is_integer
from workbench.rigor.check.keys import key_of
from workbench.rigor.check.normal import Forms
from workbench.rigor.check.signs import SignReader, reader_of
from workbench.rigor.check.trees import Malformed, Tree, read_tree, replace
from workbench.rigor.check.words import is_word

T = TypeVar("T")
Symbol = Mapping[str, Any]  # a declaration; those of vectors and functions are in `theorem`
SCALARS = ("real", "int", "seq")
ZERO: Tree = ["q", "0"]
ONE: Tree = ["q", "1"]
# a name, then terms
NAMED = ("at", "value", "grad", "gradx", "grady", "map", "breg", "norm", "sq", "dual", "peak")
MIXED = ("dot", "len", "E", "chance", "sup", *NAMED)
UNDER = ("i#", "j#")  # the indices of sums in normal form: nothing else can be called so
VECTOR = ("vec", "zero", "v+", "v*", "vsum")
_NO_NUMBERS = frozenset((*MIXED, *VECTOR))


def scalars(symbols: Mapping[str, Symbol]) -> list[dict[str, Any]]:
    """The variables of the scalar statements about these symbols."""
    return [dict(s) for s in symbols.values() if s["sort"] in SCALARS]


def natural(name: str, low: int) -> dict[str, Any]:
    """The declaration of an integer from `low` on."""
    return {"name": name, "sort": "int", "low": str(low), "low_open": False, "high": None,
            "high_open": False}  # fmt: skip


def pure(term: Any) -> bool:  # noqa: ANN401 - JSON
    """Whether a term holds no vector, no function and no expectation."""
    if not isinstance(term, list) or not term:
        return True
    op = term[0]
    if isinstance(op, str) and op in _NO_NUMBERS:
        return False
    for part in term[1:]:
        if isinstance(part, list):
            leaf = len(part) == 2 and part[0] in ("v", "q") and isinstance(part[1], str)
            if not leaf and not pure(part):
                return False
    return True


def minus(a: Tree, b: Tree) -> Tree:
    """The scalar a - b."""
    return ["+", a, ["neg", b]]


def put(term: Any, values: Mapping[str, Any]) -> Any:  # noqa: ANN401 - JSON
    """Replace symbols: numbers and vectors by terms, all others by names; nothing is captured.

    What is not told, None, stays so.
    """
    if term is None:
        return None
    if not isinstance(term, list):  # a text has places, too: "vx" would be read as a variable
        raise Malformed(f"{str(term)[:40]!r} is no term")
    if pure(term):
        renamed = {k: v for k, v in values.items() if isinstance(v, str)}
        trees = {k: v for k, v in values.items() if not isinstance(v, str)} if renamed else values
        return replace(_rename(term, renamed) if renamed else term, trees)
    match term:
        case ["vec", name]:
            return values.get(name, term)
        case [("sum" | "vsum") as op, index, low, high, body]:
            # bound names that no free one can be
            inner = put(body, {index: ["v", f"{index}~b"]})
            return [op, f"{index}~b", *(put(a, values) for a in (low, high, inner))]
        case ["sup", bound, body]:
            inner = put(body, {name: ["vec", f"{name}~b"] for name, _ in bound})
            return ["sup", [[f"{n}~b", values.get(g, g)] for n, g in bound], put(inner, values)]
        case [op, str(name), *rest] if op in NAMED:
            made = [op, values.get(name, name), *(put(a, values) for a in rest)]
        case _:
            made = [term[0], *(put(a, values) for a in term[1:])]
    return term if all(map(is_, made, term)) else made


def put_all(relation: Any, values: Mapping[str, Any]) -> list[Any]:  # noqa: ANN401 - JSON
    """The same in both sides of a relation."""
    left, op, right = relation
    return [put(left, values), op, put(right, values)]


def less(u: Any, v: Any) -> Any:  # noqa: ANN401 - JSON
    """The vector u - v."""
    return ["v+", u, ["v*", ["q", "-1"], v]]


def _rename(tree: Tree, names: Mapping[str, str]) -> Tree:
    """Other names for sequences, which no sum binds."""
    if tree[0] == "idx" and tree[1] in names:
        return ["idx", names[tree[1]], _rename(tree[2], names)]
    made = [tree[0], *(_rename(a, names) if isinstance(a, list) else a for a in tree[1:])]
    return tree if all(map(is_, made, tree)) else made


def once(form: Callable[[Any, Any], T]) -> Callable[[Any, Any], T]:
    """The form of a term that may stand at several places.

    A new condition may change it only where one was missed: it is then made anew.
    """

    def known(self: Numbers, term: Any) -> T:  # noqa: ANN401 - JSON
        if self._at != len(self.where):
            self._at, self._made = len(self.where), {} if self._missed else self._made
        place = (form.__name__, id(term))  # a number is never taken for a vector
        if (found := self._made.get(place)) is None:
            text = (form.__name__, key_of(term))
            if (equal := self._made.get(text)) is None:
                equal = self._made[text] = form(self, term), None
            found = self._made[place] = equal[0], term  # kept: no other has its id
        return cast("T", found[0])

    return known


def shown(demands: Callable[..., None]) -> Callable[..., None]:
    """What is demanded of a term, once: with more conditions it is met all the more."""

    def known(self: Numbers, *told: Any) -> None:  # noqa: ANN401 - JSON
        text = key_of([demands.__name__, *told])
        if text not in self._shown:
            demands(self, *told)
            self._shown.add(text)

    return known


class Numbers:
    """The scalars of one theorem, under the scalar facts found so far."""

    bound = ""  # the index of the sum in which these terms stand

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
        self._integers = frozenset(n for n, sort in self._names.items() if sort == "int")
        self._read: set[bytes] = set()
        self._seen: dict[int, Tree] = {}  # those of `_read` by what they are: quicker than by text
        self._made: dict[tuple[str, int | bytes], tuple[Any, Any]] = {}
        self._shown: set[bytes] = set()
        self._not_0: dict[int, Tree] = {}
        self._inside: dict[str, Numbers] = {}
        self._at = 0
        self._missed: list[Tree] = []  # what would be another form if it were known not to be < 0
        self._forms = Forms([*self.variables, *(natural(under, 0) for under in UNDER)])
        self._reader: tuple[int, SignReader] | None = None
        self._bare = reader_of({**self.domain, "where": []})

    def within(self, *symbols: Symbol) -> Self:
        """The same terms with more symbols, which keep the numbers of what is known."""
        inside = copy(self)
        if any(s["name"] in self.symbols for s in symbols):
            raise Malformed("one sum or supremum too many stands inside of another")
        more = {**self.symbols, **{s["name"]: s for s in symbols}}
        Numbers.__init__(inside, more, dimension=self.dimension, where=self.where)
        inside._missed = self._missed  # forms outside are made of those inside
        return inside

    def bounded(self, name: str) -> Self:
        """The terms inside of a sum, under all conditions, those included that are found later."""
        if name not in self._inside:
            self._inside[name] = inside = self.within(natural(name, 0))
            inside.bound, inside.where = name, self.where
        return cast("Self", self._inside[name])

    @property
    def domain(self) -> dict[str, Any]:
        """The statement about the scalars alone that signs and duties are read under."""
        return {"vars": self.variables, "where": list(self.where), "left": ZERO, "op": "<=",
                "right": ZERO}  # fmt: skip

    def scalar(self, tree: Tree) -> Tree:
        """A scalar tree, read once, with a value everywhere on the domain; else Malformed."""
        if id(tree) in self._seen:
            return tree
        key = key_of(tree)
        if key not in self._read:
            read_tree(tree, self._names)
            reader = self._signs()
            for duty in of_trees(self._bare, [tree]).values():
                # u^(s+t) is split by the normal form, which asks for more than a value
                base = {"kind": "nonzero", "tree": duty["tree"][1], "bound": duty["bound"]}
                wanted = [duty, base] if duty["kind"] == "power" else [duty]
                if not all(is_met(reader, one) for one in wanted):
                    raise Malformed(f"a term may have no value: {str(duty)[:200]}")
            self._read.add(key)
        self._seen[id(tree)] = tree
        return tree

    def zero(self, tree: Tree) -> bool:
        """Whether a scalar tree reduces to 0."""
        return self._forms.zero(tree)

    def equals(self, a: Tree, b: Tree) -> bool:
        """Whether the difference of two scalar trees reduces to 0."""
        return self._forms.same(a, b)

    def nonnegative(self, tree: Tree) -> bool:
        """Whether a scalar tree is visibly non-negative on the domain."""
        return self._signs()(self.scalar(tree)) <= NONNEGATIVE

    def positive(self, tree: Tree) -> bool:
        """Whether a scalar tree is visibly positive on the domain."""
        return self._signs()(self.scalar(tree)) <= POSITIVE

    def _signs(self) -> SignReader:
        """What reads signs under the conditions found so far."""
        if self._reader is None or self._reader[0] != len(self.where):  # a new condition
            self._reader = (len(self.where), reader_of(self.domain))
        return self._reader[1]

    def index(self, tree: Tree, low: int) -> Tree:
        """A scalar tree that is an integer and at least `low`; else Malformed."""
        self._counts(tree, low)
        return tree

    @shown
    def _counts(self, tree: Tree, low: int) -> None:
        self.integer(tree)
        if not self.nonnegative(minus(tree, ["q", str(low)])):
            raise Malformed(f"an index is not visibly at least {low}")

    def integer(self, tree: Tree) -> None:
        """Refuse a scalar tree that is not visibly an integer."""
        if not is_integer(self.scalar(tree), self._integers):
            raise Malformed("a number is not visibly an integer")

    def binds(self, name: Any) -> bool:  # noqa: ANN401 - JSON
        """Whether an index or a point may be called so: a word, or what `put` makes of one."""
        plain = isinstance(name, str) and is_word(name.replace("~b", ""))
        return plain and name not in self.symbols

    def sort(self, name: str) -> str:
        """The sort of a symbol; Malformed where it is not declared."""
        if name not in self.symbols:
            raise Malformed(f"{name[:40]!r} is not declared")
        return str(self.symbols[name]["sort"])

    def same(self, a: Mapping[Any, Tree], b: Mapping[Any, Tree]) -> bool:
        """Whether two normal forms are equal."""
        for k in a.keys() ^ b.keys():
            if not self.zero(a[k] if k in a else b[k]):
                return False
        return all(self.equals(a[k], b[k]) for k in a.keys() & b.keys())
