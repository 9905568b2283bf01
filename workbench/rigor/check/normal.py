"""Normal forms of rational functions over elementary atoms: when two expressions are the same.

An expression becomes a fraction of polynomials over Q (python-flint) in its variables and in
atoms: e^u, ln u, u^(1/k), |u|, u^t for symbolic t, entries of sequences, and finite sums.  The
rules used are few and valid wherever the expression has a value:

    e^(u+v) = e^u e^v,  e^(ln u) = u,  ln(e^u) = u,       y^k = u for an atom y = u^(1/k),
    u^(s+t) = u^s u^t,  (u v)^t = u^t v^t,  (e^u)^t = e^(u t),  ln(u^t) = t ln u,
    |u| = u for u visibly positive,
    sums are linear, and lose their last terms:  sum_{i<=n+1} f = sum_{i<=n} f + f(n+1).

A difference that reduces to 0 proves the identity wherever the denominators do not vanish.  A
difference that does not is no refutation: some identity may need a rule that is not here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from workbench.rigor.check.atoms import TooManyAtoms
from workbench.rigor.check.fraction import NotReducible, Quotient
from workbench.rigor.check.fuel import forget, kept
from workbench.rigor.check.keys import key_of
from workbench.rigor.check.normalizer import NeedFinerRoot, Normalizer
from workbench.rigor.check.trees import Tree, rational

__all__ = ["Forms", "Normalizer", "NotReducible", "is_zero", "normal_form", "over_atoms"]

T = TypeVar("T")
Variables = list[dict[str, Any]]
_MOST_ATOMS = 1024


def _at_least_zero(v: dict[str, Any], *, above: bool) -> bool:
    if v["low"] is None:
        return False
    low = rational(v["low"])
    return low > 0 or (low == 0 and (v["low_open"] or not above))


class Forms:
    """Normal forms of many trees over one set of atoms, which is made anew where that must be.

    A tree that is a part of several is read once, and so is one that somebody else asks for who has
    the same variables.  What a normal form is does not depend on the trees that were read before
    it, the order of its terms apart; with atoms of one's `own`, on those of others not even that.
    """

    def __init__(self, variables: Variables, *, own: bool = False) -> None:
        self.variables = list(variables)  # others may add to theirs
        self._size = 8 * (1 + len(variables) // 4)
        self._text = b"" if own else key_of(variables)
        self._plain: Normalizer | None = None  # atoms without finer roots

    def work(self, work: Callable[[Normalizer], T]) -> T:
        """What some work comes to; it begins again if finer atoms are needed, or more of them."""
        finer: dict[str, int] = {}
        for _ in range(32):
            atoms = self._known(finer)
            fresh = not atoms.meaning
            atoms.expanded = 0
            try:
                return work(atoms)
            except NeedFinerRoot as needed:
                finer[needed.what] = needed.times
            except TooManyAtoms:
                self._forget(finer)
                if fresh and self._size >= _MOST_ATOMS:
                    raise
                self._size = min(4 * self._size, _MOST_ATOMS) if fresh else self._size
            except BaseException as error:
                if not isinstance(error, Exception):  # an alarm: who knows what is left half done
                    self._forget(finer)
                raise
        raise NotReducible("too many different fractional powers")

    def of(self, tree: Tree) -> tuple[Normalizer, Quotient]:
        """The normal form of a tree, and what made it."""
        return self.work(lambda atoms: (atoms, atoms.reduce(atoms(tree))))

    def zero(self, tree: Tree) -> bool:
        """Whether a tree reduces to 0."""
        known = None if self._plain is None else self._plain.seen(tree)
        if known is not None and known.lowered:
            return known.zero
        return self.work(lambda atoms: atoms.reduce(atoms(tree)).zero)

    def same(self, a: Tree, b: Tree) -> bool:
        """Whether the difference of two trees reduces to 0."""
        if self._plain is not None:
            one, other = self._plain.seen(a), self._plain.seen(b)
            if one is not None and other is not None:
                return self._plain.same(one, other)
        return self.work(lambda atoms: atoms.same(atoms(a), atoms(b)))

    def _known(self, finer: dict[str, int]) -> Normalizer:
        """The atoms that others have who ask of the same variables, unless these are our own."""
        if not finer and self._plain is not None and not self._plain.is_long:
            return self._plain
        if self._text:
            made = kept(self._key(finer), partial(self._new, finer))
            if made.is_long:
                self._forget(finer)
                made = kept(self._key(finer), partial(self._new, finer))
        else:
            made = self._new(finer)
        if not finer:
            self._plain = made
        return made

    def _key(self, finer: dict[str, int]) -> tuple[Any, ...]:
        return "atoms", self._text, self._size, frozenset(finer.items())

    def _forget(self, finer: dict[str, int]) -> None:
        """Begin with new atoms, and let others do so who ask from now on."""
        if not finer:
            self._plain = None
        forget(self._key(finer))

    def _new(self, finer: dict[str, int]) -> Normalizer:
        integers = {v["name"]: v for v in self.variables if v["sort"] == "int"}
        return Normalizer(
            positive=frozenset(v["name"] for v in self.variables if _at_least_zero(v, above=True)),
            integers=frozenset(integers),
            naturals=frozenset(n for n, v in integers.items() if _at_least_zero(v, above=False)),
            intervals={v["name"]: v for v in self.variables if v["sort"] != "seq"},
            size=self._size,
            finer=dict(finer),
        )


def normal_form(tree: Tree, variables: Variables) -> tuple[Normalizer, Quotient]:
    """The normal form of a tree, and what made it."""
    return Forms(variables, own=True).of(tree)


def over_atoms(variables: Variables, work: Callable[[Normalizer], T]) -> T:
    """What some work comes to over one set of atoms; it begins again if finer ones are needed."""
    return Forms(variables, own=True).work(work)


def is_zero(tree: Tree, variables: Variables) -> bool:
    """Whether the tree reduces to 0."""
    return Forms(variables).zero(tree)
