"""The atoms of a normal form: what each generator of the polynomials stands for.

Two atoms are the same exactly when their keys are; a key names the atom's arguments by labels that
do not depend on the order in which atoms were met.  A positive atom may be represented by a finer
root of itself, so that its fractional powers are powers of one generator.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from workbench.rigor.check.fraction import NotReducible, Quotient
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.trees import Tree


class Atoms(ABC):
    """Generators of the polynomials, with what each of them means.

    `positive` names the variables that are known to be positive, `integers` the integer ones, and
    `naturals` those known to be at least 0; each licenses a few more rules.

    A normalizer derives from this class and says how a tree becomes a fraction over the atoms.
    """

    def __init__(
        self,
        *,
        positive: frozenset[str] = frozenset(),
        integers: frozenset[str] = frozenset(),
        naturals: frozenset[str] = frozenset(),
        size: int = 64,
        finer: dict[str, int] | None = None,
    ) -> None:
        self.positive, self.integers, self.naturals = positive, integers, naturals
        self.expanded = 0  # terms of sums so far
        self.finer = {} if finer is None else finer
        self.context = fmpq_mpoly_ctx.get([f"x{i}" for i in range(size)], Ordering.lex)
        self.generators: dict[tuple[Any, ...], int] = {}
        self.meaning: list[tuple[Any, ...]] = []
        self.arguments: list[tuple[Any, ...]] = []
        self.is_positive: list[bool] = []
        self.labels: list[str] = []
        self._label_of: dict[str, str] = {}
        self.bound_in: list[frozenset[str]] = []

    @abstractmethod
    def __call__(self, tree: Tree) -> Quotient:
        """The normal form of a tree."""

    # fractions ---------------------------------------------------------------------------------

    def number(self, value: Fraction | int | fmpq) -> Quotient:
        """A rational constant."""
        if not isinstance(value, fmpq):
            value = fmpq(Fraction(value).numerator, Fraction(value).denominator)
        return Quotient(self.context.constant(value), self.context.constant(1))

    def generator(
        self,
        key: tuple[Any, ...],
        argument: tuple[Any, ...] = (),
        *,
        positive: bool = False,
        bound_in: frozenset[str] = frozenset(),
    ) -> Quotient:
        """The atom with this key; its meaning is kept as `argument`, to be read again later."""
        order = self.finer.get(f"root of {key}", 1) if positive else 1
        whole, key = key, (key if order == 1 else ("rooted", order, *key))
        place = self.generators.get(key)
        if place is None:
            place = len(self.meaning)
            if place >= self.context.nvars():
                raise NotReducible(f"more than {place} different atoms")
            self.generators[key] = place
            self.meaning.append(key)
            self.labels.append(f"<{' '.join(map(str, whole))}>^1/{order}")
            self.arguments.append(argument)
            self.is_positive.append(positive)
            self.bound_in.append(bound_in)
        return self.gen(place) ** order

    def label(self, value: Quotient) -> str:
        """Text for a fraction that does not depend on the order in which atoms were met."""
        key = value.key
        if key not in self._label_of:
            parts = []
            for poly in (value.num, value.den):
                terms = []
                spend(len(poly) * (2 + len(self.labels) // 10), "normal forms")
                for powers, coefficient in poly.terms():
                    factors = [f"{self.labels[i]}^{p}" for i, p in enumerate(powers) if p]
                    terms.append("*".join([str(coefficient), *sorted(factors)]))
                parts.append("+".join(sorted(terms)))
            self._label_of[key] = "|".join(parts)
        return self._label_of[key]

    def bound(self, *parts: Quotient) -> frozenset[str]:
        """The bound indices that the fractions hold."""
        found: frozenset[str] = frozenset()
        for part in parts:
            for poly in (part.num, part.den):
                for place, degree in enumerate(poly.degrees()):
                    if degree > 0:
                        found |= self.bound_in[place]
        return found

    def _made_of(self, value: Quotient, names: frozenset[str], *, least: int | None) -> bool:
        """A polynomial over the integers in these variables, with coefficients >= least."""
        if not value.den.is_one():
            return False
        for powers, coefficient in value.num.terms():
            if coefficient.q != 1 or (least is not None and coefficient < least):
                return False
            for place, power in enumerate(powers):
                if power:
                    order, op, *rest = self.plain(place)
                    if op != "v" or power % order:
                        return False
                    if rest[0] not in names and not (least is None and rest[0].startswith("#")):
                        return False
        return True

    def integral(self, value: Quotient) -> bool:
        """Whether the value is visibly an integer."""
        return self._made_of(value, self.integers, least=None)

    def natural(self, value: Quotient) -> bool:
        """Whether the value is a sum of naturals with natural coefficients."""
        return self._made_of(value, self.naturals, least=0)

    def plain(self, place: int) -> tuple[Any, ...]:
        """(k, what): the k-th power of the generator is the atom `what`."""
        meaning = self.meaning[place]
        return meaning[1:] if meaning[0] == "rooted" else (1, *meaning)

    def monomial(self, poly: fmpq_mpoly) -> tuple[fmpq, tuple[int, ...]] | None:
        """Coefficient and exponents, if there is one term."""
        terms = list(poly.terms())
        if len(terms) != 1:
            return None
        powers, coefficient = terms[0]
        return coefficient, tuple(int(p) for p in powers)

    def positive_monomial(self, value: Quotient) -> tuple[fmpq, list[int]] | None:
        """Coefficient and signed exponents, if the value is a product of positive generators."""
        top, bottom = self.monomial(value.num), self.monomial(value.den)
        if top is None or bottom is None or top[0] <= 0:
            return None
        powers = [a - b for a, b in zip(top[1], bottom[1], strict=True)]
        if any(p and not self.is_positive[i] for i, p in enumerate(powers)):
            return None
        return top[0] / bottom[0], powers

    def gen(self, place: int) -> Quotient:
        """One generator."""
        return Quotient(self.context.gen(place), self.context.constant(1))

    def reduce(self, value: Quotient) -> Quotient:
        """Lower every power y^k of a root atom y = u^(1/k) to u."""
        for place in range(len(self.meaning)):
            finer, op, *rest = self.plain(place)
            if op != "root":
                continue
            order, radicand = finer * rest[0], self.arguments[place][0]
            for _ in range(64):
                degrees = (value.num.degrees()[place], value.den.degrees()[place])
                if max(degrees) < order:
                    break
                value = self._lower(value.num, place, order, radicand) / self._lower(
                    value.den, place, order, radicand
                )
        return value

    def _lower(self, poly: fmpq_mpoly, place: int, order: int, radicand: Quotient) -> Quotient:
        parts: dict[int, dict[tuple[int, ...], fmpq]] = {}
        for powers, coefficient in poly.terms():
            whole, rest = divmod(int(powers[place]), order)
            left = tuple(rest if i == place else int(p) for i, p in enumerate(powers))
            parts.setdefault(whole, {})[left] = coefficient
        total = self.number(0)
        for whole, terms in parts.items():
            piece = Quotient(self.context.from_dict(terms), self.context.constant(1))
            total = total + piece * radicand**whole
        return total
