"""What brings a tree to its normal form over one set of atoms, operator by operator."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NoReturn

from flint import fmpq

from workbench.rigor.check.atoms import Atoms
from workbench.rigor.check.fraction import NotReducible, Quotient, TooLarge, as_power, extract
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.keys import key_of
from workbench.rigor.check.sums import finite_product, finite_sum
from workbench.rigor.check.trees import BINDERS, Tree

_MOST_READ = 50_000  # trees
_PORTION = 64  # trees made of parts that are known, which are paid for at once
_LONGEST_RADICAND = 40_000  # bits of a constant under a root, times the order


class NeedFinerRoot(Exception):
    """A fractional power of an atom was met: start again with the finer root as the generator.

    what, times: the atom, and of what order the root of its generator is to be
    """

    def __init__(self, what: str, times: int) -> None:
        super().__init__(what, times)
        self.what, self.times = what, times


class Normalizer(Atoms):
    """Normal forms of trees over one common set of atoms."""

    _again = 0  # how many trees were made of parts that were known

    def __call__(self, tree: Tree) -> Quotient:
        """The normal form of a tree; one that stands at several places is read once."""
        op = tree[0]
        if op == "q":
            return self._literals.get(tree[1]) or self.literal(tree[1])
        if op == "v":
            return self._variables.get(tree[1]) or self._variable(tree[1])
        known = self._read.get(id(tree))
        if known is None:
            known = self._read[id(tree)] = self._alike(tree), tree  # kept: no other has its id
        return known[0]

    def seen(self, tree: Tree) -> Quotient | None:
        """The normal form of a tree that was read before."""
        op = tree[0]
        if op == "q":
            return self._literals.get(tree[1])
        if op == "v":
            return self._variables.get(tree[1])
        known = self._read.get(id(tree))
        return None if known is None else known[0]

    @property
    def is_long(self) -> bool:
        """Whether so much was read that it is time to forget it."""
        return len(self._read) > _MOST_READ

    def _alike(self, tree: Tree) -> Quotient:
        """The normal form of a tree, or that of one which was made of the same parts before."""
        op, *args = tree
        parts: list[Any] = []
        made: list[Any] = [op]
        if op in BINDERS:  # what is inside means nothing outside
            made.append(key_of(args))
        else:
            for a in args:
                if isinstance(a, list):
                    known = self._read.get(id(a))  # a leaf is not there
                    part = self(a) if known is None else known[0]
                    made.append(id(part))
                else:
                    part = a
                    made.append((type(a), a))
                parts.append(part)
        key = tuple(made)
        found = self._of_parts.get(key)
        if found is None:
            spend(5 * len(tree), "normal forms")
            found = self._of_parts[key] = self._of(op, *(parts or args)), parts  # as in __call__
        else:
            self._again += 1
            if not self._again % _PORTION:
                spend(_PORTION, "normal forms")
        return found[0]

    def _of(self, op: str, *args: Any) -> Quotient:  # noqa: ANN401 - parts in normal form, or JSON
        if op == "pi":
            return self.generator(("pi",), positive=True)
        if op == "+":
            total = args[0]
            for arg in args[1:]:
                total = total + arg
            return total
        if op == "*":
            total = args[0]
            for arg in args[1:]:
                total = total * arg
            return self.reduce(total)
        if op == "/":
            return self.reduce(args[0] / self.reduce(args[1]))
        if op == "neg":
            return -args[0]
        if op == "^":
            return self.reduce(args[0] ** int(args[1]))
        if op == "npow":
            return self._power(self.reduce(args[0]), args[1])
        if op == "root":
            return self._root(int(args[0]), self.reduce(args[1]))
        if op == "exp":
            return self._exp(self.reduce(args[0]))
        if op == "ln":
            return self._ln(self.reduce(args[0]))
        if op == "abs":
            return self._abs(self.reduce(args[0]))
        if op == "idx":
            index = self.reduce(args[1])
            return self.generator(
                ("idx", args[0], self.label(index)),
                (index,),
                positive=args[0] in self.positive,
                bound_in=self.bound(index),
            )
        if op == "sum":
            return finite_sum(self, *args)
        if op == "prod":
            return finite_product(self, *args)
        if op == "erfc":
            inner = self.reduce(args[0])
            return self.generator(
                ("erfc", self.label(inner)), (inner,), positive=True, bound_in=self.bound(inner)
            )
        raise NotReducible(f"operator {op!r}")

    def _variable(self, name: str) -> Quotient:
        bound = frozenset({name}) if name.startswith("#") else frozenset()
        made = self.generator(("v", name), positive=name in self.positive, bound_in=bound)
        self._variables[name] = made
        return made

    def _exp(self, inner: Quotient) -> Quotient:
        total = self.number(1)
        for powers, coefficient in inner.num.terms():
            term = Quotient(self.context.from_dict({powers: fmpq(1)}), inner.den)
            place = self._single(term) if coefficient.q == 1 else None
            if place is not None and self.meaning[place][0] == "ln":
                total = total * self.arguments[place][0] ** int(coefficient.p)
                continue
            label = self.label(term)
            parts = self.finer.get(f"exp of {label}", 1)
            if parts % int(coefficient.q):
                self._refine(f"exp of {label}", int(coefficient.q))
            atom = self.generator(
                ("exp", label, parts), (term,), positive=True, bound_in=self.bound(term)
            )
            total = total * atom ** int(coefficient.p * (parts // int(coefficient.q)))
        return self.reduce(total)

    def _single(self, value: Quotient) -> int | None:
        """The generator that the value consists of, if it is one."""
        if not value.den.is_one():
            return None
        found = self.monomial(value.num)
        if found is None or found[0] != 1 or sum(found[1]) != 1:
            return None
        return found[1].index(1)

    def _ln(self, inner: Quotient) -> Quotient:
        split = self.positive_monomial(inner)
        if split is None:
            return self.generator(("ln", self.label(inner)), (inner,), bound_in=self.bound(inner))
        coefficient, powers = split
        total = self.number(0)
        if coefficient != 1:
            base, times = as_power(coefficient)
            constant = self.number(base)
            total = self.generator(("ln", self.label(constant)), (constant,)) * self.number(times)
        for place, power in enumerate(powers):
            if not power:
                continue
            meaning = self.meaning[place]
            if meaning[0] == "exp":
                piece = self.arguments[place][0] * self.number(Fraction(power, meaning[2]))
            elif meaning[0] == "npow":
                bottom, exponent = self.arguments[place]  # a positive one, as its power is
                piece = exponent * self._ln(bottom) * self.number(power)
            else:
                order = self.plain(place)[0]
                atom = self.gen(place) ** order
                piece = self.generator(
                    ("ln", self.label(atom)), (atom,), bound_in=self.bound_in[place]
                ) * self.number(Fraction(power, order))
            total = total + piece
        return total

    def _root(self, order: int, inner: Quotient) -> Quotient:
        constant = inner.constant()
        if constant is not None and constant >= 0:
            if order * (constant.p.bit_length() + constant.q.bit_length()) > _LONGEST_RADICAND:
                raise TooLarge(f"a root of order {order} of a long number")
            outside, inside = extract(int(constant.p) * int(constant.q) ** (order - 1), order)
            value = self.number(Fraction(outside, int(constant.q)))
            if inside == 1:
                return value
            rest = self.number(inside)
            key = ("root", order, self.label(rest))
            return value * self.generator(key, (rest,), positive=True)
        split = self.positive_monomial(inner)
        if split is None or constant is not None:
            key, positive = ("root", order, self.label(inner)), split is not None
            return self.generator(key, (inner,), positive=positive, bound_in=self.bound(inner))
        coefficient, powers = split
        total = self._root(order, self.number(coefficient))
        for place, power in enumerate(powers):
            whole, part = divmod(power, order)
            if part:  # represent the atom by a finer root of itself, and start again
                needed = order // math.gcd(order, part)
                if self.meaning[place][0] == "exp":
                    self._refine(f"exp of {self.meaning[place][1]}", needed)
                self._refine(f"root of {self.plain(place)[1:]}", needed)
            if whole:
                total = total * self.gen(place) ** whole
        return self.reduce(total)

    def _refine(self, what: str, times: int) -> NoReturn:
        raise NeedFinerRoot(what, self.finer.get(what, 1) * times)

    def _abs(self, inner: Quotient) -> Quotient:
        if self.positive_monomial(inner) is not None or inner.zero:
            return inner
        if not inner.num.is_zero() and inner.num.leading_coefficient() < 0:
            inner = -inner
            if self.positive_monomial(inner) is not None:
                return inner
        return self.generator(("abs", self.label(inner)), (inner,), bound_in=self.bound(inner))

    def _power(self, base: Quotient, exponent: Quotient) -> Quotient:
        known = exponent.constant()
        if known is not None and known.q == 1:
            return self.reduce(base ** int(known.p))
        if not self.integral(exponent):
            raise NotReducible("an integer power whose exponent is not visibly an integer")
        if base.zero:
            return self._power_of_zero(exponent)
        one = base.constant()
        if one is not None and one == 1:
            return base
        total = self.number(1)
        for powers, coefficient in exponent.num.terms():
            term = Quotient(self.context.from_dict({powers: fmpq(1)}), self.context.constant(1))
            plain = base if term.constant() is not None else self._atoms_to(base, term)
            total = total * plain ** int(coefficient.p)
        return self.reduce(total)

    def _power_of_zero(self, exponent: Quotient) -> Quotient:
        """0^t is 1 at t = 0, so 0^(s+t) must not be split."""
        if self.natural(exponent - self.number(1)):
            return self.number(0)
        if not self.natural(exponent):
            raise NotReducible("a power of 0 whose exponent is not visibly at least 0")
        return self._power_atom(self.number(0), exponent)

    def _atoms_to(self, base: Quotient, exponent: Quotient) -> Quotient:
        """base^exponent for an exponent that is one monomial, split over the factors of base."""
        top, bottom = self.monomial(base.num), self.monomial(base.den)
        if top is None or bottom is None:
            if not base.den.is_one():
                return self._atoms_to(
                    Quotient(base.num, self.context.constant(1)), exponent
                ) / self._atoms_to(Quotient(base.den, self.context.constant(1)), exponent)
            return self._power_atom(base, exponent)
        total = self.number(1)
        coefficient = top[0] / bottom[0]
        if coefficient != 1:
            turn = -1 if coefficient.p == 1 else 1  # (1/2)^t is 1/2^t
            total = self._power_atom(self.number(coefficient**turn), exponent) ** turn
        for place, (a, b) in enumerate(zip(top[1], bottom[1], strict=True)):
            if a != b:
                total = total * self._power_atom(self.gen(place), exponent) ** (a - b)
        return total

    def _power_atom(self, base: Quotient, exponent: Quotient) -> Quotient:
        place = self._single(base)
        if place is not None and self.meaning[place][0] == "exp" and not self.bound(exponent):
            (inner,), (_, _, parts) = self.arguments[place], self.meaning[place]
            return self._exp(inner * exponent / self.number(parts))
        return self.generator(
            ("npow", self.label(base), self.label(exponent)),
            (base, exponent),
            positive=self.positive_monomial(base) is not None,
            bound_in=self.bound(base, exponent),
        )
