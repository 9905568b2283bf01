"""The mean of a polynomial of degree at most two in families of random numbers.

A family X_1, ..., X_N of square-integrable numbers has one mean p, one second moment v, and one
mean c of the product of any two different ones; families are independent of each other.  So

    E sum_i a_i X_i = p sum_i a_i,
    E (sum_i a_i X_i)(sum_i b_i X_i) = c (sum_i a_i) (sum_i b_i) + (v - c) sum_i a_i b_i,

and of two families the product of the means.  Of an order pi_1, ..., pi_N the numbers are f(pi_i),
for any f; their means are finite sums, and c is that of f(pi_i) g(pi_j).  A tree is read as a
polynomial in such sums, with fixed coefficients.  A sum over k of fixed multiples of sums is one
again; that of products of two is a sum of their means: it counts as two factors, so that it is
never multiplied by a third one.

An entry X_k stands in a sum over k = 1..N of the whole family alone, and its index is k.  One of an
order may stand in the index of a sequence, which is then the f.  Bound indices are renamed when
they are met, so that each is there once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from typing import Any

from workbench.rigor.check.moments_families import FamilyMoments, in_order
from workbench.rigor.check.trees import Malformed, Tree, free, names_in, replace

_ZERO, _ONE = ["q", "0"], ["q", "1"]


@dataclass(frozen=True)
class Linear:
    """sum_index weight X_index over a family; with `at`, the one entry of that index."""

    family: FamilyMoments
    index: str
    weight: Tree
    at: str = ""
    of: Tree | None = None  # of an order: the function of `variable` that is taken of each entry
    variable: str = ""


_DONE = Linear(FamilyMoments("", _ONE, _ONE, _ONE, _ONE), "", _ONE)
_AVERAGED = (_DONE, _DONE)  # in place of a product whose mean is in the coefficient
Term = tuple[tuple[Linear, ...], Tree]  # of at most two sums, with a fixed coefficient


class Means:
    """Reads trees over some families; `names` are all that an index must not have."""

    def __init__(self, families: Mapping[str, FamilyMoments], names: frozenset[str]) -> None:
        self.families, self._names = families, names
        self._new = (name for k in range(10**6) if (name := f"i{k}") not in names)

    def __call__(self, tree: Tree) -> Tree:
        """E of the tree, in which no family is left."""
        return self._expected(tree, {})

    def _expected(self, tree: Tree, ranges: Mapping[str, tuple[Tree, Tree]]) -> Tree:
        """E is linear: what is left are products, in the order of the sums around them."""
        op, *args = tree
        if self._is_fixed(tree):
            return tree
        if op == "+":
            return _sum([self._expected(a, ranges) for a in args])
        if op == "neg":
            return ["neg", self._expected(args[0], ranges)]
        if op == "/" and self._is_fixed(args[1]):
            return ["/", self._expected(args[0], ranges), args[1]]
        if op == "*" and len(drawn := [a for a in args if not self._is_fixed(a)]) == 1:
            fixed = [a for a in args if self._is_fixed(a)]
            return _product([*fixed, self._expected(drawn[0], ranges)])
        if op == "sum":
            k, low, high, body, inner = self._opened([*args, ranges])
            return ["sum", k, low, high, self._expected(body, inner)]
        return _sum([_times(c, self._mean(product)) for product, c in self._read(tree, ranges)])

    def _is_fixed(self, tree: Tree) -> bool:
        return not names_in(tree) & set(self.families)

    def _opened(
        self, of: Sequence[Any]
    ) -> tuple[str, Tree, Tree, Tree, Mapping[str, tuple[Tree, Tree]]]:  # fmt: skip
        """The parts of a sum with an index of its own, and the ranges inside of it."""
        index, low, high, body, ranges = of
        if not (self._is_fixed(low) and self._is_fixed(high)):
            raise Malformed("the range of a sum is random")
        k = next(self._new)
        return k, low, high, replace(body, {index: ["v", k]}), {**ranges, k: (low, high)}

    def _read(self, tree: Tree, ranges: Mapping[str, tuple[Tree, Tree]]) -> list[Term]:
        if self._is_fixed(tree):
            return [((), tree)]
        op, *args = tree
        if op == "idx":
            placed = args[0] not in self.families or self.families[args[0]].is_order
            one = self._placed(tree, ranges) if placed else self._entry(args[0], args[1], ranges)
            return [((one,), _ONE)]
        if op == "+":
            return [term for a in args for term in self._read(a, ranges)]
        if op == "neg":
            return [(p, ["neg", c]) for p, c in self._read(args[0], ranges)]
        if op == "/" and self._is_fixed(args[1]):
            return [(p, ["/", c, args[1]]) for p, c in self._read(args[0], ranges)]
        if op == "*" or (op == "^" and args[1] == 2):
            return self._product(args if op == "*" else [args[0], args[0]], ranges)
        if op == "sum":
            return list(self._added(*args, ranges))
        raise Malformed("what a mean is taken of is no polynomial of degree two in the families")

    def _entry(self, name: str, at: Tree, ranges: Mapping[str, tuple[Tree, Tree]]) -> Linear:
        family = self.families[name]
        if at[0] != "v" or ranges.get(at[1]) != (_ONE, family.count):
            raise Malformed(f"an entry of {name} stands in a sum over all of them, at its index")
        return Linear(family, "", _ONE, at[1])

    def _placed(self, tree: Tree, ranges: Mapping[str, tuple[Tree, Tree]]) -> Linear:
        """What is random in an index is one entry of an order: the tree is a function of it."""
        first, *others = self._entries(tree)
        one = self._entry(first[1], first[2], ranges)
        if not one.family.is_order or any(other != first for other in others):
            raise Malformed("the index of a sequence knows one entry of an order alone")
        variable = next(self._new)
        return changed(one, of=_with(tree, first, ["v", variable]), variable=variable)

    def _entries(self, tree: Tree) -> list[Tree]:
        if tree[0] == "idx" and tree[1] in self.families:
            return [tree]
        return [e for part in tree if isinstance(part, list) for e in self._entries(part)]

    def _product(self, factors: list[Tree], ranges: Mapping[str, tuple[Tree, Tree]]) -> list[Term]:
        found: list[Term] = [((), _ONE)]
        for factor in factors:
            read = self._read(factor, ranges)
            found = [((*p, *r), _times(c, e)) for p, c in found for r, e in read]
            if any(len(p) > 2 for p, _ in found):
                raise Malformed("a product of more than two sums over families")
        return found

    def _added(self, *of: Any) -> Iterator[Term]:  # noqa: ANN401 - the parts of a sum, its ranges
        k, low, high, body, ranges = self._opened(of)
        for product, c in self._read(body, ranges):
            if len(product) != 1:
                mean = _times(c, self._mean(product))
                yield _AVERAGED if product else (), ["sum", k, low, high, mean]
            elif product[0].of and k in free(product[0].of):
                raise Malformed("a sum of functions of an order that are not one function")
            elif product[0].at == k:
                yield (changed(product[0], index=k, weight=c, at=""),), _ONE
            elif product[0].at:  # an entry of a sum further out
                yield product, ["sum", k, low, high, c]
            else:
                one = product[0]
                weight = ["sum", k, low, high, _times(c, one.weight)]
                yield (changed(one, weight=weight),), _ONE

    def _mean(self, product: tuple[Linear, ...]) -> Tree:
        if product in ((), _AVERAGED):
            return _ONE
        if len(product) == 1 or product[0].family is not product[1].family:
            return _product([_times(_moments(one, one).mean, _whole(one)) for one in product])
        a, b = product
        family = _moments(a, b)
        both = _times(family.pair, _sum([_times(_whole(a), _whole(b)), ["neg", _common(a, b)]]))
        return _sum([both, _times(family.square, _common(a, b))])


def _moments(a: Linear, b: Linear) -> FamilyMoments:
    """Those of the family, or of functions of the entries of an order."""
    if a.of is None or b.of is None:
        return a.family
    g = replace(b.of, {b.variable: ["v", a.variable]})
    return in_order(a.family, a.of, g, a.variable)


def _with(tree: Tree, old: Tree, new: Tree) -> Tree:
    """The tree with one subtree in place of another."""
    if tree == old:
        return new
    return [_with(part, old, new) if isinstance(part, list) else part for part in tree]


def _whole(one: Linear) -> Tree:
    """The sum of all weights."""
    return _ONE if one.at else ["sum", one.index, _ONE, one.family.count, one.weight]


def _common(a: Linear, b: Linear) -> Tree:
    """The sum of the products of the weights of each entry."""
    if a.at and b.at:
        if a.at != b.at:
            raise Malformed("a product of two entries with two indices")
        return _ONE
    if a.at or b.at:
        one, at = (b, a.at) if a.at else (a, b.at)
        return replace(one.weight, {one.index: ["v", at]})
    other = replace(b.weight, {b.index: ["v", a.index]})
    return ["sum", a.index, _ONE, a.family.count, _times(a.weight, other)]


def _times(a: Tree, b: Tree) -> Tree:
    if _ZERO in (a, b):
        return _ZERO
    return b if a == _ONE else a if b == _ONE else ["*", a, b]


def _product(trees: list[Tree]) -> Tree:
    found: Tree = _ONE
    for tree in trees:
        found = _times(found, tree)
    return found


def _sum(trees: list[Any]) -> Tree:
    kept = [tree for tree in trees if tree not in (_ZERO, ["neg", _ZERO])]
    return ["+", _ZERO, *kept] if not kept else kept[0] if len(kept) == 1 else ["+", *kept]
