"""Getting rid of roots: variables become powers of their roots, both sides are raised to a power.

Which powers is read off the statement: for a variable, the orders of all roots over it; for both
sides, the order of the roots that are left.  What is to be raised is arranged so that the upper
side holds the terms with a plus, and the lower side those with a minus.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from workbench.rigor.check.conditions import difference
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.powers import parts_of
from workbench.rigor.check.radicals import in_roots
from workbench.rigor.check.trees import Tree, free
from workbench.rigor.provers.attempts import Evidence, ProvePart, Unfit, as_relation
from workbench.rigor.provers.falsify import falsify
from workbench.rigor.provers.tidy import tidy
from workbench.symbolic import Expr, Relation
from workbench.symbolic.expr import negative

_LARGEST_ORDER = 12
_MOST_SPLITS = 4
_ALGEBRAIC = ("v", "q", "pi", "+", "*", "neg", "/", "^", "root")


def without_roots(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate in terms of the roots of variables (see `check.radicals`)."""
    orders: dict[str, int] = {}
    for side in (r.left, r.right, *(e for c in r.where for e in (c.left, c.right))):
        for node in side.walk():
            if node.op == "root":
                for name in _below(node.args[1].tree):
                    orders[name] = math.lcm(orders.get(name, 1), node.args[0])
    allowed = {v.name for v in r.variables
               if v.sort == "real" and v.low is not None and not v.low.startswith("-")}  # fmt: skip
    powers = {n: k for n, k in orders.items() if n in allowed and 1 < k <= _LARGEST_ORDER}
    if not powers:
        raise Unfit("no root over a non-negative variable")
    try:
        made = in_roots(r.bare, powers)
    except (NotReducible, ZeroDivisionError) as error:
        raise Unfit(str(error)) from error
    if isinstance(made, str):
        raise Unfit(made)
    if _roots_in(made) >= _roots_in(r.bare):
        raise Unfit("the roots would stay")
    proof, why = prove_part(as_relation(made))
    if proof is None:
        return None, f"radicals: {why}"
    return {"kind": "radicals", "powers": powers, "proof": proof}, ""


def _roots_in(s: dict[str, Any]) -> int:
    sides = [s["left"], s["right"], *(side for a, _, b in s["where"] for side in (a, b))]
    return sum(n.op == "root" for side in sides for n in Expr.from_tree(side).walk())


def _below(tree: Tree) -> frozenset[str]:
    """Variables of a product under a root; a sum is left alone."""
    if tree[0] in ("v", "q", "*", "/", "^"):
        if tree[0] in ("*", "/") and any(a[0] == "+" for a in tree[1:] if isinstance(a, list)):
            return frozenset()
        return free(tree)
    return frozenset()


def raised(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate about powers of both sides (see `check.powers`)."""
    s, why = r.bare, ""
    if s["op"] == "=":
        raise Unfit("an inequality is needed")
    gap = Expr.from_tree(difference(s["left"], s["op"], s["right"]))
    orders = [n.args[0] for n in gap.walk() if n.op == "root" and n.args[1].free()]
    if not orders or any(n.op in ("sum", "prod", "idx", "npow") for n in gap.walk()):
        raise Unfit("no root to be rid of")
    power, alone = min(orders), one_root(r)
    for lower, upper in _splits(gap):
        sign, raised_gap = parts_of(s, lower, upper, power)
        part = as_relation(raised_gap)
        if alone and _has_root(tidy(raised_gap["right"], s["vars"])):
            continue
        if falsify(part, 60) is not None or falsify(as_relation(sign), 60) is not None:
            continue
        first, missing = prove_part(as_relation(sign))
        if first is None:
            why = f"powers: the sign of the upper side: {missing}"
            continue
        second, missing = prove_part(part)
        if second is None:
            why = f"powers: {missing}"
            continue
        return {"kind": "powers", "power": power, "lower": lower, "upper": upper,
                "sign": first, "proof": second}, ""  # fmt: skip
    if not why:
        raise Unfit("no arrangement of both sides")
    return None, why


def one_root(r: Relation) -> bool:
    """Whether one root is all that keeps the statement from being about fractions."""
    nodes = [n for side in (r.left, r.right) for n in side.walk()]
    rooted = {n for n in nodes if n.op == "root" and n.args[1].free()}
    return len(rooted) == 1 and all(n.op in _ALGEBRAIC for n in nodes)


def _splits(gap: Expr) -> Iterator[tuple[Tree, Tree]]:
    """Both sides for raising: by sign, then each term with a root against all others."""
    terms = list(terms_of(gap.tree))
    minus = [k for k, t in enumerate(terms) if _is_negative(t)]
    rooted = [k for k, t in enumerate(terms) if _has_root(t)]
    rest = [k for k in range(len(terms)) if k not in rooted]
    ways = [minus, rooted, rest, *([k] for k in rooted[:_MOST_SPLITS])]
    for chosen in {tuple(way): None for way in ways if way and len(way) < len(terms)}:
        lower = [_negated(terms[k]) for k in chosen]
        upper = [t for k, t in enumerate(terms) if k not in chosen]
        yield _sum(lower), _sum(upper)


def terms_of(tree: Tree) -> Iterator[Tree]:
    """The summands, through signs and sums within sums."""
    if tree[0] == "+":
        for part in tree[1:]:
            yield from terms_of(part)
    elif tree[0] == "neg":
        for part in terms_of(tree[1]):
            yield _negated(part)
    elif tree != ["q", "0"]:
        yield tree


def _sum(parts: list[Tree]) -> Tree:
    return parts[0] if len(parts) == 1 else ["+", *parts]


def _is_negative(tree: Tree) -> bool:
    if tree[0] in ("*", "/"):
        return _is_negative(tree[1])
    return tree[0] == "neg" or (tree[0] == "q" and tree[1].startswith("-"))


def _negated(tree: Tree) -> Tree:
    return negative(Expr.from_tree(tree)).tree


def _has_root(tree: Tree) -> bool:
    return any(n.op == "root" and n.args[1].free() for n in Expr.from_tree(tree).walk())
