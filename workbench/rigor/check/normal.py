"""Normal forms of rational functions over elementary atoms: when two expressions are the same.

An expression becomes a fraction of polynomials over Q (python-flint) in its variables and in
atoms: e^u, ln u, u^(1/k), |u|, u^t for symbolic t, entries of sequences, and finite sums.  The
rules used are few and valid wherever the expression has a value:

    e^(u+v) = e^u e^v,  e^(ln u) = u,  ln(e^u) = u,       y^k = u for an atom y = u^(1/k),
    u^(s+t) = u^s u^t,  (u v)^t = u^t v^t,                |u| = u for u visibly positive,
    sums are linear, and lose their last terms:  sum_{i<=n+1} f = sum_{i<=n} f + f(n+1).

A difference that reduces to 0 proves the identity wherever the denominators do not vanish.  A
difference that does not is no refutation: some identity may need a rule that is not here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpz

Tree = list[Any]
_LONGEST_EXPANSION = 400  # longer sums with numeric bounds stay atoms


class NotReducible(Exception):
    """The tree holds something that has no normal form (erfc, a product of symbolic length)."""


class _NeedFinerRoot(Exception):
    """A fractional power of an atom was met: start again with the finer root as the generator."""


class Fraction2:
    """A fraction of polynomials in lowest terms, its denominator monic."""

    __slots__ = ("den", "num")

    def __init__(self, num: fmpq_mpoly, den: fmpq_mpoly) -> None:
        if den.is_zero():
            raise ZeroDivisionError("a denominator is identically zero")
        common = num.gcd(den)
        if not common.is_one():
            num, den = num / common, den / common
        lead = den.leading_coefficient()
        if lead != 1:
            num, den = num / lead, den / lead
        self.num, self.den = num, den

    def __add__(self, other: Fraction2) -> Fraction2:
        return Fraction2(self.num * other.den + other.num * self.den, self.den * other.den)

    def __sub__(self, other: Fraction2) -> Fraction2:
        return Fraction2(self.num * other.den - other.num * self.den, self.den * other.den)

    def __mul__(self, other: Fraction2) -> Fraction2:
        return Fraction2(self.num * other.num, self.den * other.den)

    def __truediv__(self, other: Fraction2) -> Fraction2:
        return Fraction2(self.num * other.den, self.den * other.num)

    def __pow__(self, n: int) -> Fraction2:
        if n < 0:
            return Fraction2(self.den**-n, self.num**-n)
        return Fraction2(self.num**n, self.den**n)

    @property
    def zero(self) -> bool:
        return self.num.is_zero()

    @property
    def key(self) -> str:
        """Text that two fractions share exactly when they are equal."""
        return f"{self.num.str()}|{self.den.str()}"

    def constant(self) -> fmpq | None:
        """The rational value, if there are no generators."""
        if self.den.is_one() and self.num.is_constant():
            return self.num.leading_coefficient() if not self.num.is_zero() else fmpq(0)
        return None


class Normalizer:
    """Normal forms over one common set of generators.

    `positive` names the variables that are known to be positive, `naturals` those known to be
    non-negative integers; both license a few more rules.
    """

    def __init__(
        self,
        *,
        positive: frozenset[str] = frozenset(),
        naturals: frozenset[str] = frozenset(),
        size: int = 64,
        finer: dict[str, int] | None = None,
    ) -> None:
        self.positive, self.naturals = positive, naturals
        self.finer = {} if finer is None else finer
        self.context = fmpq_mpoly_ctx.get([f"x{i}" for i in range(size)], Ordering.lex)
        self.generators: dict[tuple[Any, ...], int] = {}
        self.meaning: list[tuple[Any, ...]] = []
        self.arguments: list[tuple[Any, ...]] = []
        self.is_positive: list[bool] = []
        self.labels: list[str] = []
        self._label_of: dict[str, str] = {}
        self.bound_in: list[frozenset[str]] = []

    # fractions ---------------------------------------------------------------------------------

    def number(self, value: Fraction | int | fmpq) -> Fraction2:
        """A rational constant."""
        if not isinstance(value, fmpq):
            value = fmpq(Fraction(value).numerator, Fraction(value).denominator)
        return Fraction2(self.context.constant(value), self.context.constant(1))

    def _generator(
        self,
        key: tuple[Any, ...],
        argument: tuple[Any, ...] = (),
        *,
        positive: bool = False,
        bound_in: frozenset[str] = frozenset(),
    ) -> Fraction2:
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
        return self._gen(place) ** order

    def label(self, value: Fraction2) -> str:
        """Text for a fraction that does not depend on the order in which atoms were met."""
        key = value.key
        if key not in self._label_of:
            parts = []
            for poly in (value.num, value.den):
                terms = []
                for powers, coefficient in poly.terms():
                    factors = [f"{self.labels[i]}^{p}" for i, p in enumerate(powers) if p]
                    terms.append("*".join([str(coefficient), *sorted(factors)]))
                parts.append("+".join(sorted(terms)))
            self._label_of[key] = "|".join(parts)
        return self._label_of[key]

    def _bound(self, *parts: Fraction2) -> frozenset[str]:
        found: frozenset[str] = frozenset()
        for part in parts:
            for poly in (part.num, part.den):
                for place, degree in enumerate(poly.degrees()):
                    if degree > 0:
                        found |= self.bound_in[place]
        return found

    def _monomial(self, poly: fmpq_mpoly) -> tuple[fmpq, tuple[int, ...]] | None:
        terms = list(poly.terms())
        if len(terms) != 1:
            return None
        powers, coefficient = terms[0]
        return coefficient, tuple(int(p) for p in powers)

    def _positive_monomial(self, value: Fraction2) -> tuple[fmpq, list[int]] | None:
        """Coefficient and signed exponents, if the value is a product of positive generators."""
        top, bottom = self._monomial(value.num), self._monomial(value.den)
        if top is None or bottom is None or top[0] <= 0:
            return None
        powers = [a - b for a, b in zip(top[1], bottom[1], strict=True)]
        if any(p and not self.is_positive[i] for i, p in enumerate(powers)):
            return None
        return top[0] / bottom[0], powers

    def _gen(self, place: int) -> Fraction2:
        return Fraction2(self.context.gen(place), self.context.constant(1))

    def reduce(self, value: Fraction2) -> Fraction2:
        """Lower every power y^k of a root atom y = u^(1/k) to u."""
        for place, meaning in enumerate(self.meaning):
            if meaning[0] != "root":
                continue
            order, radicand = meaning[1], self.arguments[place][0]
            for _ in range(64):
                degrees = (value.num.degrees()[place], value.den.degrees()[place])
                if max(degrees) < order:
                    break
                value = self._lower(value.num, place, order, radicand) / self._lower(
                    value.den, place, order, radicand
                )
        return value

    def _lower(self, poly: fmpq_mpoly, place: int, order: int, radicand: Fraction2) -> Fraction2:
        parts: dict[int, dict[tuple[int, ...], fmpq]] = {}
        for powers, coefficient in poly.terms():
            whole, rest = divmod(int(powers[place]), order)
            left = tuple(rest if i == place else int(p) for i, p in enumerate(powers))
            parts.setdefault(whole, {})[left] = coefficient
        total = self.number(0)
        for whole, terms in parts.items():
            piece = Fraction2(self.context.from_dict(terms), self.context.constant(1))
            total = total + piece * radicand**whole
        return total

    # trees -------------------------------------------------------------------------------------

    def __call__(self, tree: Tree) -> Fraction2:
        """The normal form of a tree."""
        op, *args = tree
        if op == "q":
            return self.number(Fraction(args[0]))
        if op == "v":
            return self._variable(args[0])
        if op == "pi":
            return self._generator(("pi",), positive=True)
        if op == "+":
            total = self(args[0])
            for arg in args[1:]:
                total = total + self(arg)
            return total
        if op == "*":
            total = self(args[0])
            for arg in args[1:]:
                total = total * self(arg)
            return self.reduce(total)
        if op == "/":
            return self.reduce(self(args[0]) / self.reduce(self(args[1])))
        if op == "neg":
            return self.number(0) - self(args[0])
        if op == "^":
            return self.reduce(self(args[0]) ** int(args[1]))
        if op == "npow":
            return self._power(self.reduce(self(args[0])), self(args[1]))
        if op == "root":
            return self._root(int(args[0]), self.reduce(self(args[1])))
        if op == "exp":
            return self._exp(self.reduce(self(args[0])))
        if op == "ln":
            return self._ln(self.reduce(self(args[0])))
        if op == "abs":
            return self._abs(self.reduce(self(args[0])))
        if op == "idx":
            index = self.reduce(self(args[1]))
            return self._generator(
                ("idx", args[0], self.label(index)),
                (index,),
                positive=args[0] in self.positive,
                bound_in=self._bound(index),
            )
        if op == "sum":
            return self._sum(*args)
        if op == "prod":
            return self._prod(*args)
        if op == "erfc":
            inner = self.reduce(self(args[0]))
            return self._generator(
                ("erfc", self.label(inner)), (inner,), positive=True, bound_in=self._bound(inner)
            )
        raise NotReducible(f"operator {op!r}")

    def _variable(self, name: str) -> Fraction2:
        bound = frozenset({name}) if name.startswith("#") else frozenset()
        return self._generator(("v", name), positive=name in self.positive, bound_in=bound)

    def _exp(self, inner: Fraction2) -> Fraction2:
        total = self.number(1)
        for powers, coefficient in inner.num.terms():
            term = Fraction2(self.context.from_dict({powers: fmpq(1)}), inner.den)
            if coefficient.q == 1 and (place := self._single(term)) is not None:
                if self.meaning[place][0] == "ln":
                    total = total * self.arguments[place][0] ** int(coefficient.p)
                    continue
            parts = self.finer.get(f"exp of {self.label(term)}", 1)
            if parts % int(coefficient.q):
                self._refine(f"exp of {self.label(term)}", int(coefficient.q))
            atom = self._generator(
                ("exp", self.label(term), parts), (term,), positive=True, bound_in=self._bound(term)
            )
            total = total * atom ** int(coefficient.p * (parts // int(coefficient.q)))
        return self.reduce(total)

    def _single(self, value: Fraction2) -> int | None:
        """The generator that the value consists of, if it is one."""
        if not value.den.is_one():
            return None
        found = self._monomial(value.num)
        if found is None or found[0] != 1 or sum(found[1]) != 1:
            return None
        return found[1].index(1)

    def _ln(self, inner: Fraction2) -> Fraction2:
        split = self._positive_monomial(inner)
        if split is None:
            return self._generator(("ln", self.label(inner)), (inner,), bound_in=self._bound(inner))
        coefficient, powers = split
        total = self.number(0)
        if coefficient != 1:
            constant = self.number(coefficient)
            total = self._generator(("ln", self.label(constant)), (constant,))
        for place, power in enumerate(powers):
            if not power:
                continue
            meaning = self.meaning[place]
            if meaning[0] == "exp":
                piece = self.arguments[place][0] * self.number(Fraction(power, meaning[2]))
            else:
                order = meaning[1] if meaning[0] == "rooted" else 1
                atom = self._gen(place) ** order
                piece = self._generator(
                    ("ln", self.label(atom)), (atom,), bound_in=self.bound_in[place]
                ) * self.number(Fraction(power, order))
            total = total + piece
        return total

    def _root(self, order: int, inner: Fraction2) -> Fraction2:
        constant = inner.constant()
        if constant is not None and constant >= 0:
            outside, inside = _extract(int(constant.p) * int(constant.q) ** (order - 1), order)
            value = self.number(Fraction(outside, int(constant.q)))
            if inside == 1 or constant == 0:
                return value
            rest = self.number(inside)
            return value * self._generator(("root", order, self.label(rest)), (rest,), positive=True)
        split = self._positive_monomial(inner)
        if split is None or constant is not None:
            return self._generator(
                ("root", order, self.label(inner)), (inner,), positive=split is not None,
                bound_in=self._bound(inner),
            )
        coefficient, powers = split
        total = self._root(order, self.number(coefficient))
        for place, power in enumerate(powers):
            whole, rest = divmod(power, order)
            if rest:  # represent the atom by a finer root of itself, and start again
                meaning = self.meaning[place]
                needed = order // math.gcd(order, rest)
                if meaning[0] == "exp":
                    self._refine(f"exp of {meaning[1]}", needed)
                original = meaning[2:] if meaning[0] == "rooted" else meaning
                self._refine(f"root of {original}", needed)
            if whole:
                total = total * self._gen(place) ** whole
        return self.reduce(total)

    def _refine(self, what: str, times: int) -> None:
        self.finer[what] = self.finer.get(what, 1) * times
        raise _NeedFinerRoot

    def _abs(self, inner: Fraction2) -> Fraction2:
        if self._positive_monomial(inner) is not None or inner.zero:
            return inner
        if not inner.num.is_zero() and inner.num.leading_coefficient() < 0:
            inner = self.number(0) - inner
            if self._positive_monomial(inner) is not None:
                return inner
        return self._generator(("abs", self.label(inner)), (inner,), bound_in=self._bound(inner))

    def _power(self, base: Fraction2, exponent: Fraction2) -> Fraction2:
        known = exponent.constant()
        if known is not None and known.q == 1:
            return self.reduce(base ** int(known.p))
        if not exponent.den.is_one():
            raise NotReducible("an integer power whose exponent is a fraction")
        one = base.constant()
        if one is not None and one == 1:
            return base
        total = self.number(1)
        for powers, coefficient in exponent.num.terms():
            if coefficient.q != 1:
                raise NotReducible("an integer power whose exponent has a fractional coefficient")
            term = Fraction2(self.context.from_dict({powers: fmpq(1)}), self.context.constant(1))
            plain = base if term.constant() is not None else self._atoms_to(base, term)
            total = total * plain ** int(coefficient.p)
        return self.reduce(total)

    def _atoms_to(self, base: Fraction2, exponent: Fraction2) -> Fraction2:
        """base^exponent for an exponent that is one monomial, split over the factors of base."""
        top, bottom = self._monomial(base.num), self._monomial(base.den)
        if top is None or bottom is None:
            if not base.den.is_one():
                return self._atoms_to(
                    Fraction2(base.num, self.context.constant(1)), exponent
                ) / self._atoms_to(Fraction2(base.den, self.context.constant(1)), exponent)
            return self._power_atom(base, exponent)
        total = self.number(1)
        coefficient = top[0] / bottom[0]
        if coefficient != 1:
            total = self._power_atom(self.number(coefficient), exponent)
        for place, (a, b) in enumerate(zip(top[1], bottom[1], strict=True)):
            if a != b:
                total = total * self._power_atom(self._gen(place), exponent) ** (a - b)
        return total

    def _power_atom(self, base: Fraction2, exponent: Fraction2) -> Fraction2:
        split = self._positive_monomial(base)
        return self._generator(
            ("npow", self.label(base), self.label(exponent)),
            (base, exponent),
            positive=split is not None,
            bound_in=self._bound(base, exponent),
        )

    # finite sums -------------------------------------------------------------------------------

    def _sum(self, index: str, low: Tree, high: Tree, body: Tree) -> Fraction2:
        first, last = self(low), self(high)
        a, b = first.constant(), last.constant()
        if a is not None and b is not None:
            if b < a:
                return self.number(0)
            if b - a <= _LONGEST_EXPANSION:
                total = self.number(0)
                for k in range(int(a.p), int(b.p) + 1):
                    total = total + self(replace(body, {index: ["q", str(k)]}))
                return total
        peeled, kept = self._peel(first, last)
        total = self.number(0)
        for k in range(peeled):
            at = ["+", high, ["q", str(-k)]]
            total = total + self(replace(body, {index: at}))
        name = f"#{_height(body) + 1}"
        inner = self.reduce(self(replace(body, {index: ["v", name]})))
        return total + self._linear(inner, name, first, kept)

    def _peel(self, first: Fraction2, last: Fraction2) -> tuple[int, Fraction2]:
        """How many last terms to split off, so that upper bounds differing by integers agree."""
        if not last.den.is_one():
            return 0, last
        constant = fmpq(0)
        for powers, coefficient in last.num.terms():
            if not any(powers):
                constant = coefficient
        if constant.q != 1 or constant <= 0:
            return 0, last
        kept = last - self.number(constant)
        # the remaining sum may be empty, but its upper bound must not be below low - 1
        if not self._natural(kept - first + self.number(1)):
            return 0, last
        return int(constant.p), kept

    def _natural(self, value: Fraction2) -> bool:
        """Whether the value is a sum of naturals with natural coefficients."""
        if not value.den.is_one():
            return False
        for powers, coefficient in value.num.terms():
            if coefficient.q != 1 or coefficient < 0:
                return False
            for place, power in enumerate(powers):
                meaning = self.meaning[place] if power else ("v", "")
                if power and not (meaning[0] == "v" and meaning[1] in self.naturals):
                    return False
        return True

    def _linear(self, inner: Fraction2, name: str, low: Fraction2, high: Fraction2) -> Fraction2:
        """The sum over the bound name, linear in the factors that do not contain it."""

        def depends(powers: tuple[int, ...]) -> list[bool]:
            return [bool(p) and name in self.bound_in[i] for i, p in enumerate(powers)]

        free, tied = self.context.constant(1), self.context.constant(1)
        if not inner.den.is_constant():
            constant, factors = inner.den.factor()
            free = free * constant
            for factor, power in factors:
                if name in self._bound(Fraction2(factor, self.context.constant(1))):
                    tied = tied * factor**power
                else:
                    free = free * factor**power
        groups: dict[tuple[int, ...], dict[tuple[int, ...], fmpq]] = {}
        for powers, coefficient in inner.num.terms():
            powers = tuple(int(p) for p in powers)
            flags = depends(powers)
            inside = tuple(p if f else 0 for p, f in zip(powers, flags, strict=True))
            outside = tuple(0 if f else p for p, f in zip(powers, flags, strict=True))
            groups.setdefault(inside, {})[outside] = coefficient
        total = self.number(0)
        for inside, terms in groups.items():
            piece = Fraction2(self.context.from_dict({inside: fmpq(1)}), tied)
            factor = Fraction2(self.context.from_dict(terms), free)
            total = total + factor * self._sum_atom(piece, name, low, high)
        return total

    def _sum_atom(self, body: Fraction2, name: str, low: Fraction2, high: Fraction2) -> Fraction2:
        length = high - low + self.number(1)
        if body.constant() is not None and self._natural(length):
            return self.number(body.constant() or 0) * length
        inside = frozenset({name})
        return self._generator(
            ("sum", self.label(low), self.label(high), _canonical(self.label(body), name)),
            (low, high, body),
            positive=False,
            bound_in=(self._bound(body) - inside) | self._bound(low, high),
        )

    def _prod(self, index: str, low: Tree, high: Tree, body: Tree) -> Fraction2:
        first, last = self(low), self(high)
        a, b = first.constant(), last.constant()
        if a is not None and b is not None and b - a <= _LONGEST_EXPANSION:
            total = self.number(1)
            for k in range(int(a.p), int(b.p) + 1):
                total = total * self(replace(body, {index: ["q", str(k)]}))
            return self.reduce(total)
        peeled, kept = self._peel(first, last)
        total = self.number(1)
        for k in range(peeled):
            total = total * self(replace(body, {index: ["+", high, ["q", str(-k)]]}))
        name = f"#{_height(body) + 1}"
        inner = self.reduce(self(replace(body, {index: ["v", name]})))
        atom = self._generator(
            ("prod", self.label(first), self.label(kept), _canonical(self.label(inner), name)),
            (first, kept, inner),
            bound_in=(self._bound(inner) - {name}) | self._bound(first, kept),
        )
        return self.reduce(total * atom)


def replace(tree: Tree, values: Mapping[str, Tree]) -> Tree:
    """Replace free variables in a tree; a bound index shadows a variable of the same name."""
    op = tree[0]
    if op == "v":
        return values.get(tree[1], tree)
    if op in ("sum", "prod"):
        inner = {k: v for k, v in values.items() if k != tree[1]}
        return [op, tree[1], replace(tree[2], values), replace(tree[3], values),
                replace(tree[4], inner)]  # fmt: skip
    return [op, *(replace(a, values) if isinstance(a, list) else a for a in tree[1:])]


def _height(tree: Tree) -> int:
    """How deep sums are nested; a bound index is named by it, so equal sums look alike anywhere."""
    below = max((_height(a) for a in tree[1:] if isinstance(a, list)), default=0)
    return below + (tree[0] in ("sum", "prod"))


def _canonical(label: str, name: str) -> str:
    """A body's label with its bound index renamed by what is really nested inside it."""
    inside = [int(k) for k in re.findall(r"binds #(\d+)", label)]
    index = f"#{1 + max(inside, default=0)}"
    return f"binds {index}: " + re.sub(rf"{name}\b", index, label)


def _extract(value: int, order: int) -> tuple[int, int]:
    """value = outside^order * inside, with inside free of powers of small primes."""
    outside, inside = 1, 1
    for prime, power in fmpz(value).factor_smooth() if value > 1 else ():
        outside *= int(prime) ** (int(power) // order)
        inside *= int(prime) ** (int(power) % order)
    return outside, inside


def known_positive(variables: list[dict[str, Any]]) -> frozenset[str]:
    """Names of the variables whose domain is positive."""
    return frozenset(
        v["name"]
        for v in variables
        if v["low"] is not None and (Fraction(v["low"]) > 0 or (v["low_open"] and v["low"] == "0"))
    )


def known_naturals(variables: list[dict[str, Any]]) -> frozenset[str]:
    """Names of the integer variables whose domain starts at 0 or above."""
    return frozenset(
        v["name"]
        for v in variables
        if v["sort"] == "int" and v["low"] is not None and Fraction(v["low"]) >= 0
    )


def normal_form(tree: Tree, variables: list[dict[str, Any]]) -> tuple[Normalizer, Fraction2]:
    """The normal form of a tree over variables with domains, and the normalizer that made it."""
    finer: dict[str, int] = {}
    size = 64
    for _ in range(32):
        normalizer = Normalizer(
            positive=known_positive(variables),
            naturals=known_naturals(variables),
            size=size,
            finer=finer,
        )
        try:
            return normalizer, normalizer.reduce(normalizer(tree))
        except _NeedFinerRoot:
            continue
        except NotReducible as error:
            if "different atoms" not in str(error) or size >= 512:
                raise
            size *= 4
    raise NotReducible("too many different fractional powers")


def is_zero(tree: Tree, variables: list[dict[str, Any]]) -> bool:
    """Whether the tree reduces to 0."""
    return normal_form(tree, variables)[1].zero
