"""A gap that is quadratic in a tail, as a product of two that are linear in it.

    a t^2 + b t + c = a (t - r) (t - s),     r, s = (-b +- sqrt(b^2 - 4 a c)) / (2 a)

Each linear factor bounds the tail t = erfc(...) by something without it, which is what chains of
derivatives are good at.  The checker multiplies the factors out again.
"""

from __future__ import annotations

import math
from fractions import Fraction

from workbench.rigor.check.conditions import difference
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.trees import Tree, replace
from workbench.rigor.provers.attempts import Evidence, ProvePart, Unfit
from workbench.rigor.provers.factoring import with_signs
from workbench.rigor.provers.summands import ONE, TRANSCENDENTAL, nodes_of, product_of
from workbench.rigor.provers.tidy import factors, tidy
from workbench.symbolic import Expr, Relation

_TAIL = "t_q"  # stands for the tail while the coefficients are read off


def in_two(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate for the product of the two factors (see `check.factors`)."""
    gap = difference(r.left.tree, r.op, r.right.tree)
    tails = {e for e in Expr.from_tree(gap).walk() if e.op == "erfc"}
    if r.op == "=" or len(tails) != 1 or not next(iter(tails)).free():
        raise Unfit("the gap holds no single tail")
    tail = next(iter(tails)).tree
    coefficients = _coefficients(r, gap, tail)
    if coefficients is None:
        raise Unfit("the gap is not quadratic in a tail")
    a, b, c = coefficients
    root = _root(["+", ["^", b, 2], ["neg", ["*", ["q", "4"], a, c]]], r)
    under = [n for n in nodes_of(root or ONE) if n[0] == "root"]
    if root is None or any(m[0] in TRANSCENDENTAL for n in under for m in nodes_of(n)):
        raise Unfit("the roots in the tail are no simpler")
    parts = [(Expr.from_tree(a), 1)] if a != ONE else []
    for signed in (root, ["neg", root]):
        value: Tree = ["/", ["+", ["neg", b], signed], ["*", ["q", "2"], a]]
        made = tidy(["+", tail, ["neg", value]], r.bare["vars"])
        parts.append((Expr.from_tree(made), 1))
    return with_signs(r, parts, prove_part)


def _coefficients(r: Relation, gap: Tree, tail: Tree) -> tuple[Tree, Tree, Tree] | None:
    """a, b and c, from the values at t = 0, 1 and -1; None if that is not all of the gap."""
    variables = r.bare["vars"]
    at = _with(gap, tail, ["v", _TAIL])
    c, up, down = (replace(at, {_TAIL: ["q", k]}) for k in ("0", "1", "-1"))
    half: Tree = ["q", "1/2"]
    a = tidy(["+", ["*", half, ["+", up, down]], ["neg", c]], variables)
    b = tidy(["*", half, ["+", up, ["neg", down]]], variables)
    c = tidy(c, variables)
    made: Tree = ["+", ["*", a, ["^", tail, 2]], ["*", b, tail], c]
    try:
        if is_zero(a, variables) or not is_zero(["+", gap, ["neg", made]], variables):
            return None
    except (NotReducible, ZeroDivisionError):
        return None
    return a, b, c


def _root(square: Tree, r: Relation) -> Tree | None:
    """The square root of a tree, with exponentials and even powers taken out of it."""
    found = factors(square, r.bare["vars"])
    if found is None:
        return None
    sides: dict[bool, list[Tree]] = {True: [], False: []}
    under: list[Tree] = []
    for tree, power in found:
        outside = sides[power > 0]
        if tree[0] == "exp":
            sides[True].append(["exp", tidy(["*", ["q", f"{power}/2"], tree[1]], r.bare["vars"])])
            continue
        if tree[0] == "q":
            outside.append(_root_of_number(Fraction(tree[1])))
            continue
        whole, rest = divmod(abs(power), 2)
        outside += [["^", tree, whole] if whole > 1 else tree] * bool(whole)
        if rest and tree == ["pi"]:
            outside.append(["root", 2, tree])
        elif rest:
            under.append(tree if power > 0 else ["/", ONE, tree])
    top = [*sides[True], *([["root", 2, product_of(under)]] if under else [])]
    return ["/", product_of(top), product_of(sides[False])] if sides[False] else product_of(top)


def _root_of_number(number: Fraction) -> Tree:
    """The square root of a rational, without a root where it is a square."""
    top, bottom = math.isqrt(abs(number.numerator)), math.isqrt(number.denominator)
    if number == Fraction(top, bottom) ** 2:
        return ["q", str(Fraction(top, bottom))]
    return ["root", 2, ["q", str(number)]]


def _with(tree: Tree, old: Tree, new: Tree) -> Tree:
    if tree == old:
        return new
    return [tree[0], *(_with(x, old, new) if isinstance(x, list) else x for x in tree[1:])]
