"""The atoms of a normal form: what each generator of the polynomials stands for.

Two atoms are the same exactly when their keys are; a key names the atom's arguments by labels that
do not depend on the order in which atoms were met.  A positive atom may be represented by a finer
root of itself, so that its fractional powers are powers of one generator.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mpoly

from workbench.rigor.check.fraction import NotReducible, Quotient, context_of
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.trees import Tree, rational


class TooManyAtoms(NotReducible):
    """There are more different atoms than generators: start again with more of these."""


class Atoms(ABC):
    """Generators of the polynomials, with what each of them means.

    `positive` names the variables known to be positive, `integers` the integer ones, `naturals`
    those known to be at least 0; each licenses a few more rules.  `intervals` has the declarations.

    A normalizer derives from this class and says how a tree becomes a fraction over the atoms.
    """

    def __init__(
        self,
        *,
        positive: frozenset[str] = frozenset(),
        integers: frozenset[str] = frozenset(),
        naturals: frozenset[str] = frozenset(),
        intervals: Mapping[str, Mapping[str, Any]] | None = None,
        size: int = 64,
        finer: dict[str, int] | None = None,
    ) -> None:
        self.positive, self.integers, self.naturals = positive, integers, naturals
        self.intervals = {} if intervals is None else intervals
        self.expanded = 0  # terms of sums so far
        self._read: dict[int, tuple[Quotient, Tree]] = {}
        self._of_parts: dict[tuple[Any, ...], tuple[Quotient, list[Any]]] = {}
        self._literals: dict[str, Quotient] = {}
        self._gens: dict[int, Quotient] = {}
        self._variables: dict[str, Quotient] = {}
        self.finer = {} if finer is None else finer
        self.context = context_of(size)
        self.generators: dict[tuple[Any, ...], int] = {}
        self._made: dict[tuple[Any, ...], Quotient] = {}
        self.roots: list[tuple[int, int]] = []  # place and order of each root
        self.meaning: list[tuple[Any, ...]] = []
        self.arguments: list[tuple[Any, ...]] = []
        self.is_positive: list[bool] = []
        self.labels: list[str] = []
        self._label_of: dict[str, str] = {}
        self.bound_in: list[frozenset[str]] = []
        self._binding: list[int] = []  # places of the atoms that hold a bound index
        self.samples: Any = None  # see the module of this name

    @abstractmethod
    def __call__(self, tree: Tree) -> Quotient:
        """The normal form of a tree."""

    # fractions ---------------------------------------------------------------------------------

    def number(self, value: Fraction | int | fmpq) -> Quotient:
        """A rational constant."""
        if isinstance(value, int) and -100 < value < 100:
            return self.literal(str(value))
        if not isinstance(value, fmpq):
            value = fmpq(Fraction(value).numerator, Fraction(value).denominator)
        return Quotient(self.context.constant(value), self.context.constant(1))

    def literal(self, text: str) -> Quotient:
        """The constant that a text such as "-3/7" stands for."""
        known = self._literals.get(text)
        if known is None:
            known = self._literals[text] = self.number(rational(text))
        return known

    def generator(
        self,
        key: tuple[Any, ...],
        argument: tuple[Any, ...] = (),
        *,
        positive: bool = False,
        bound_in: frozenset[str] = frozenset(),
    ) -> Quotient:
        """The atom with this key; its meaning is kept as `argument`, to be read again later."""
        known = self._made.get((positive, *key))
        if known is not None:
            return known
        order = self.finer.get(f"root of {key}", 1) if positive else 1
        whole, key = key, (key if order == 1 else ("rooted", order, *key))
        place = self.generators.get(key)
        if place is None:
            place = len(self.meaning)
            if place >= self.context.nvars():
                raise TooManyAtoms(f"more than {place} different atoms")
            self.generators[key] = place
            self.meaning.append(key)
            self.labels.append(f"<{' '.join(map(str, whole))}>^1/{order}")
            self.arguments.append(argument)
            self.is_positive.append(positive)
            self.bound_in.append(bound_in)
            if bound_in:
                self._binding.append(place)
            if whole[0] == "root":
                self.roots.append((place, order * whole[1]))
        self._made[positive, *whole] = self.gen(place) ** order
        return self._made[positive, *whole]

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
        for part in parts if self._binding else ():
            for degrees in _degrees(part):
                for place in self._binding:
                    if degrees[place] > 0:
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
                    if self.meaning[place][0] == "prod" and self._made_of(
                        self.arguments[place][2], names, least=least
                    ):
                        continue  # a product of integers, or of naturals, is one; 1 without any
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
        if len(poly) != 1:
            return None
        return poly.leading_coefficient(), tuple(map(int, poly.monomial(0)))

    def positive_monomial(self, value: Quotient) -> tuple[fmpq, list[int]] | None:
        """Coefficient and signed exponents, if the value is a product of positive generators."""
        top = self.monomial(value.num)
        if top is None or top[0] <= 0 or (bottom := self.monomial(value.den)) is None:
            return None
        powers = [a - b for a, b in zip(top[1], bottom[1], strict=True)]
        if any(p and not self.is_positive[i] for i, p in enumerate(powers)):
            return None
        return top[0] / bottom[0], powers

    def never_zero(self, poly: fmpq_mpoly) -> bool:
        """Whether its terms have one sign, or it is a line without a root in the interval."""
        signs = {1 if c > 0 else -1 for _, c in poly.terms()}
        kinds = [self._sign_of_term(powers) for powers, _ in poly.terms()]
        if len(signs) == 1 and None not in kinds and 1 in kinds:
            return True
        return self._is_line_without_root(poly)

    def is_moved(self, poly: fmpq_mpoly) -> bool:
        """Whether a polynomial in variables has a real one x with x^k times a constant in it.

        Then its zeros are isolated in x whatever the integers are, and what has a value there has
        it by continuity: emptiness of a range does not depend on x.
        """
        used = [i for i, degree in enumerate(poly.degrees()) if degree > 0]
        meant = [self.plain(i) for i in used]
        if any(order != 1 or op != "v" for order, op, *_ in meant):
            return False
        terms = [tuple(int(p) for p in powers) for powers, _ in poly.terms()]
        for i, (_, _, name) in zip(used, meant, strict=True):
            if self.intervals.get(name, {}).get("sort") != "real":
                continue
            for k in {t[i] for t in terms} - {0}:
                alike = [t for t in terms if t[i] == k]
                if len(alike) == 1 and sum(alike[0]) == k:
                    return True
        return False

    def _sign_of_term(self, powers: Any) -> int | None:  # noqa: ANN401 - exponents
        """1 for a product of powers that is positive, 0 where it is at least 0, else None."""
        least = 1
        for place, power in enumerate(powers):
            if not power or self.is_positive[place]:
                continue
            op, *rest = self.meaning[place]
            v = self.intervals.get(rest[0], {}) if op == "v" else {}
            from_zero = v.get("low") is not None and Fraction(v["low"]) >= 0
            if not (power % 2 == 0 or from_zero or op in ("root", "abs")):
                return None
            least = 0
        return least

    def _is_line_without_root(self, poly: fmpq_mpoly) -> bool:
        """Whether it is a x + b in one variable whose interval does not hold -b/a."""
        places = [i for i, degree in enumerate(poly.degrees()) if degree > 0]
        if len(places) != 1 or poly.total_degree() != 1:
            return False
        order, op, *rest = self.plain(places[0])
        v = self.intervals.get(rest[0]) if op == "v" and order == 1 else None
        if v is None:
            return False
        slope, start = fmpq(0), fmpq(0)
        for powers, coefficient in poly.terms():
            slope, start = (coefficient, start) if any(powers) else (slope, coefficient)
        root = Fraction(int((-start / slope).p), int((-start / slope).q))
        below = v["low"] is not None and (
            root < Fraction(v["low"]) or (v["low_open"] and root == Fraction(v["low"]))
        )
        above = v["high"] is not None and (
            root > Fraction(v["high"]) or (v["high_open"] and root == Fraction(v["high"]))
        )
        return bool(below or above)

    def gen(self, place: int) -> Quotient:
        """One generator."""
        if place not in self._gens:
            self._gens[place] = Quotient(self.context.gen(place), self.context.constant(1))
        return self._gens[place]

    def reduce(self, value: Quotient) -> Quotient:
        """Lower every power y^k of a root atom y = u^(1/k) to u."""
        if value.lowered:
            return value
        degrees = _degrees(value) if self.roots else ()
        for place, order in self.roots:
            for _ in range(64):
                if all(degree[place] < order for degree in degrees):
                    break
                value = self._lower(value.num, place, order) / self._lower(value.den, place, order)
                degrees = _degrees(value)
        value.lowered = all(degree[p] < order for p, order in self.roots for degree in degrees)
        return value

    def same(self, a: Quotient, b: Quotient) -> bool:
        """Whether a - b reduces to 0; without roots, different fractions are not the same."""
        if a.num == b.num and a.den == b.den:
            return True
        return bool(self.roots) and self.reduce(a - b).zero

    def _lower(self, poly: fmpq_mpoly, place: int, order: int) -> Quotient:
        parts: dict[int, dict[tuple[int, ...], fmpq]] = {}
        for powers, coefficient in poly.terms():
            whole, rest = divmod(int(powers[place]), order)
            left = (*powers[:place], rest, *powers[place + 1 :])
            parts.setdefault(whole, {})[left] = coefficient
        total, radicand = self.number(0), self.arguments[place][0]
        for whole, terms in parts.items():
            piece = Quotient(self.context.from_dict(terms), self.context.constant(1))
            total = total + piece * radicand**whole
        return total


def _degrees(value: Quotient) -> tuple[Sequence[int], ...]:
    """The degree in each generator, of numerator and denominator."""
    if value.den.is_one():
        return (value.num.degrees(),)
    return value.num.degrees(), value.den.degrees()
