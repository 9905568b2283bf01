"""The arithmetic of signs, and the signs of normal forms read off their atoms.

The sign of something is the set of signs {-1, 0, 1} that it may take.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cache

from flint import fmpq_mpoly

from workbench.rigor.check.fraction import Quotient
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.normal import Normalizer

Signs = frozenset[int]
_MOST_TERMS = 20_000
ANY: Signs = frozenset({-1, 0, 1})
POSITIVE, NONNEGATIVE, ZERO = frozenset({1}), frozenset({0, 1}), frozenset({0})
NEGATIVE: Signs = frozenset({-1})


def added(parts: Iterable[Signs]) -> Signs:
    """The signs of a sum; parts after which it may have any are not asked for."""
    total: Signs = ZERO
    for part in parts:
        total = _sum(total, part)
        if total == ANY:
            break
    return total or ANY


@cache  # there are eight sets of signs
def _sum(one: Signs, other: Signs) -> Signs:
    return frozenset(r for s in one for t in other for r in _sum_signs(s, t))


def _sum_signs(s: int, t: int) -> tuple[int, ...]:
    if s == 0 or t == 0 or s == t:
        return (s or t,)
    return (-1, 0, 1)


@cache
def _product(one: Signs, other: Signs) -> Signs:
    return frozenset(s * t for s in one for t in other)


@cache
def _squared(signs: Signs) -> Signs:
    return frozenset(s * s for s in signs)


def multiplied(parts: list[Signs]) -> Signs:
    """The signs of a product."""
    total: Signs = POSITIVE
    for part in parts:
        total = _product(total, part)
    return total or ANY


def raised(base: Signs) -> Signs:
    """The signs of u^t for an integer t."""
    return POSITIVE if base == POSITIVE else NONNEGATIVE if base <= NONNEGATIVE else ANY


def _terms_after_shift(p: fmpq_mpoly, places: list[int]) -> int:
    """At most how many terms p has with x + 1 for the generators at some places."""
    return sum(math.prod(int(powers[i]) + 1 for i in places) for powers, _ in p.terms())


class AtomSigns:
    """Signs of normal forms, read off the signs of their atoms."""

    def __init__(
        self, normalizer: Normalizer, of_variable: Callable[[str], Signs], fresh: dict[str, Signs]
    ) -> None:
        self.n, self.of_variable, self.fresh = normalizer, of_variable, fresh

    def of_fraction(self, f: Quotient) -> Signs:
        """The signs of a fraction where it has a value."""
        if f.num.is_zero():
            return ZERO
        return multiplied([self.of_polynomial(f.num), self.of_polynomial(f.den) - ZERO])

    def of_polynomial(self, p: fmpq_mpoly) -> Signs:
        """The signs of a polynomial, read off its coefficients."""
        if p.is_zero():
            return ZERO
        n = self.n
        signs = {i: self.of_atom(i) for i, d in enumerate(p.degrees()) if d > 0}
        grown = {i: self.of_fraction(n.arguments[i][0]) for i in signs if n.meaning[i][0] == "exp"}
        shifted = [i for i, inner in grown.items() if inner <= NONNEGATIVE]
        if len(p) > 1 and shifted and _terms_after_shift(p, shifted) <= _MOST_TERMS:
            images = list(n.context.gens())
            for i, inner in grown.items():
                if inner <= NONNEGATIVE:  # e^u = 1 + s with s >= 0
                    images[i] = images[i] + 1
                    signs[i] = POSITIVE if inner == POSITIVE else NONNEGATIVE
            p = p.compose(*images, ctx=n.context)
        spend(len(p) * (1 + len(signs)), "signs of sums")
        total: Signs = ZERO
        counting = [(i, one, _squared(one)) for i, one in signs.items() if one != POSITIVE]
        if not counting:  # nothing but the coefficients says which sign a term has
            return added(POSITIVE if one > 0 else NEGATIVE for one in p.coeffs())
        for powers, coefficient in p.terms():
            term = POSITIVE if coefficient > 0 else NEGATIVE
            for i, of_atom, of_square in counting:
                if power := powers[i]:
                    term = _product(term, of_atom if power % 2 else of_square)
            total = _sum(total, term or ANY)
            if total == ANY:
                break
        return total

    def of_atom(self, place: int) -> Signs:
        """The signs that an atom may have, whatever the others are."""
        n = self.n
        meaning, argument = n.meaning[place], n.arguments[place]
        if n.is_positive[place]:
            return POSITIVE
        match meaning[0]:
            case "v":
                return self.fresh.get(meaning[1], ANY)
            case "idx":
                return self.of_variable(meaning[1])
            case "root":
                return NONNEGATIVE
            case "abs":
                return NONNEGATIVE
            case "ln":
                return self.of_fraction(argument[0] - n.number(1))
            case "npow":
                return raised(self.of_fraction(argument[0]))
            case "sum":
                return self.of_fraction(argument[2]) | ZERO
        return ANY
