"""Normal forms written as trees again: a gap, a slope or a slack as short as the checker sees it.

The checker's normal form decides what is equal; here it is read backwards, so that what provers
propose is tidy and certain to pass the comparison.  Factors come from flint, too.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mpoly

from workbench.rigor.check.fraction import NotReducible, Quotient
from workbench.rigor.check.normal import Normalizer, normal_form
from workbench.rigor.check.trees import Tree

_MOST_TERMS = 300  # of a polynomial that is factored
_HIGHEST_DEGREE = 40
_LONGEST_NUMBER = 10_000  # bits; Python reads back at most 4,300 digits
_ONE: Tree = ["q", "1"]


def tidy(tree: Tree, variables: list[dict[str, Any]]) -> Tree:
    """An equal tree in normal form; the tree itself if it has none that can be written."""
    try:
        normalizer, value = normal_form(tree, variables)
        return fraction(normalizer, value)
    except (NotReducible, ZeroDivisionError):
        return tree


def fraction(n: Normalizer, value: Quotient) -> Tree:
    """A fraction as a tree; term by term over a denominator that is a monomial."""
    below = n.monomial(value.den)
    if below is not None:
        return _over(n, value.num, below[1])
    return ["/", polynomial(n, value.num), polynomial(n, value.den)]


def polynomial(n: Normalizer, p: fmpq_mpoly) -> Tree:
    """A polynomial in the atoms as a tree."""
    return _over(n, p, None)


def _over(n: Normalizer, p: fmpq_mpoly, below: tuple[int, ...] | None) -> Tree:
    """A polynomial over a monomial, each term with one exponential."""
    terms: list[Tree] = []
    for powers, coefficient in p.terms():
        signed = [int(k) - (below[i] if below else 0) for i, k in enumerate(powers)]
        terms.append(_term(n, coefficient, signed))
    return ["q", "0"] if not terms else terms[0] if len(terms) == 1 else ["+", *terms]


def _term(n: Normalizer, coefficient: fmpq, powers: list[int]) -> Tree:
    size = abs(coefficient)
    if max(size.p.bit_length(), size.q.bit_length()) > _LONGEST_NUMBER:
        raise NotReducible("a number too long to be written")
    top: list[Tree] = [["q", str(size.p)]] if size.p != 1 else []
    bottom: list[Tree] = [["q", str(size.q)]] if size.q != 1 else []
    exponent = n.number(0)
    for place, power in enumerate(powers):
        if power and n.plain(place)[1] == "exp":
            exponent = exponent + _exponent(n, place) * n.number(power)
        elif power:
            (top if power > 0 else bottom).append(_raised(_atom(n, place), abs(power)))
    if not exponent.zero:
        top.append(["exp", fraction(n, exponent)])
    above = _product(top or [_ONE])
    made = ["/", above, _product(bottom)] if bottom else above
    return made if coefficient > 0 else ["neg", made]


def _exponent(n: Normalizer, place: int) -> Quotient:
    order, _, *rest = n.plain(place)
    return n.arguments[place][0] * n.number(Fraction(1, rest[1] * order))


def _product(factors: list[Tree]) -> Tree:
    return factors[0] if len(factors) == 1 else ["*", *factors]


def _raised(tree: Tree, power: int) -> Tree:
    return tree if power == 1 else ["^", tree, power]


def _atom(n: Normalizer, place: int) -> Tree:
    order, op, *rest = n.plain(place)
    arguments = [fraction(n, a) for a in n.arguments[place]] if op != "sum" else []
    made: Tree
    match op:
        case "v" if not rest[0].startswith("#"):
            made = ["v", rest[0]]
        case "pi":
            made = ["pi"]
        case "exp":
            return ["exp", fraction(n, _exponent(n, place))]
        case "ln" | "abs" | "erfc":
            made = [op, arguments[0]]
        case "root":
            made = ["root", rest[0], arguments[0]]
        case "npow":
            made = ["npow", *arguments]
        case "idx":
            made = ["idx", rest[0], arguments[0]]
        case _:
            raise NotReducible(f"the atom {op!r} is not written as a tree")
    return made if order == 1 else ["root", order, made]


def factors(tree: Tree, variables: list[dict[str, Any]]) -> list[tuple[Tree, int]] | None:
    """Factors and exponents of the normal form; None if it is too large, or has none.

    Exponentials go with the only factor that holds others: e^(2x) - 1 over e^x is e^x - e^(-x).
    """
    try:
        n, value = normal_form(tree, variables)
        if value.zero:
            return None
        found: list[tuple[Tree, int]] = []
        whole: list[tuple[fmpq_mpoly, int]] = []  # those of more than one term
        exponent = n.number(0)
        for p, sign in ((value.num, 1), (value.den, -1)):
            if len(p) > _MOST_TERMS or max(map(int, p.degrees()), default=0) > _HIGHEST_DEGREE:
                return None
            content, parts = p.factor()
            if content != 1:
                found.append((["q", str(content if sign > 0 else 1 / content)], 1))
            for part, power in parts:
                single = n.monomial(part)
                if single is None:
                    whole.append((part, sign * int(power)))
                    continue
                place = single[1].index(1)
                if n.plain(place)[1] == "exp":
                    exponent = exponent + _exponent(n, place) * n.number(sign * int(power))
                else:
                    found.append((_atom(n, place), sign * int(power)))
        if not exponent.zero and len(whole) == 1 and whole[0][1] == 1 and _has_exp(n, whole[0][0]):
            moved = ["*", ["exp", fraction(n, exponent)], polynomial(n, whole[0][0])]
            return [*found, (tidy(moved, variables), 1)]
        if not exponent.zero:
            found.append((["exp", fraction(n, exponent)], 1))
        found += [(polynomial(n, part), power) for part, power in whole]
    except (NotReducible, ZeroDivisionError):
        return None
    return found


def _has_exp(n: Normalizer, p: fmpq_mpoly) -> bool:
    return any(k > 0 and n.plain(i)[1] == "exp" for i, k in enumerate(p.degrees()))
