"""Normal forms written as trees again: a gap, a slope or a slack as short as the checker sees it.

The checker's normal form decides what is equal; here it is read backwards, so that what provers
propose is tidy and certain to pass the comparison.  Factors come from flint, too.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpq_mpoly

from workbench.rigor.check.fraction import NotReducible, Quotient
from workbench.rigor.check.normal import Normalizer, normal_form
from workbench.rigor.check.trees import Tree

_MOST_TERMS = 300  # of a polynomial that is factored
_HIGHEST_DEGREE = 40
_ONE: Tree = ["q", "1"]


def tidy(tree: Tree, variables: list[dict[str, Any]]) -> Tree:
    """An equal tree in normal form; the tree itself if it has none that can be written."""
    try:
        normalizer, value = normal_form(tree, variables)
        return fraction(normalizer, value)
    except (NotReducible, ZeroDivisionError):
        return tree


def fraction(n: Normalizer, value: Quotient) -> Tree:
    """A fraction as a tree."""
    top = polynomial(n, value.num)
    return top if value.den.is_one() else ["/", top, polynomial(n, value.den)]


def polynomial(n: Normalizer, p: fmpq_mpoly) -> Tree:
    """A polynomial in the atoms as a tree."""
    terms: list[Tree] = []
    for powers, coefficient in p.terms():
        factors = [raised(_atom(n, i), int(k)) for i, k in enumerate(powers) if k]
        terms.append(_scaled(coefficient, factors))
    return ["q", "0"] if not terms else terms[0] if len(terms) == 1 else ["+", *terms]


def _scaled(coefficient: fmpq, factors: list[Tree]) -> Tree:
    if not factors:
        return ["q", str(coefficient)]
    size = abs(coefficient)
    whole = factors if size == 1 else [["q", str(size)], *factors]
    made: Tree = whole[0] if len(whole) == 1 else ["*", *whole]
    return made if coefficient > 0 else ["neg", made]


def raised(tree: Tree, power: int) -> Tree:
    """A power, if it is more than the tree itself; of an exponential, by its exponent."""
    if power == 1:
        return tree
    if tree[0] == "exp":
        return ["exp", ["*", ["q", str(power)], tree[1]]]
    return ["^", tree, power]


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
            parts = rest[1]
            made = ["exp", arguments[0] if parts == 1 else ["/", arguments[0], ["q", str(parts)]]]
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
    """Factors and exponents of the normal form; None if it is too large, or has none."""
    try:
        n, value = normal_form(tree, variables)
        if value.zero:
            return None
        found: list[tuple[Tree, int]] = []
        for p, sign in ((value.num, 1), (value.den, -1)):
            if len(p) > _MOST_TERMS or max(map(int, p.degrees()), default=0) > _HIGHEST_DEGREE:
                return None
            content, parts = p.factor()
            if content != 1:
                found.append((["q", str(content if sign > 0 else 1 / content)], 1))
            found += [(polynomial(n, part), sign * int(power)) for part, power in parts]
    except (NotReducible, ZeroDivisionError):
        return None
    return found
