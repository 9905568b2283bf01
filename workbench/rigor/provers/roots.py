"""Getting rid of roots: variables become powers of their roots, both sides are raised to a power.

Which powers is read off the statement: for a variable, the orders of all roots over it; for both
sides, the order of the roots that are left.  What is to be raised is arranged so that the upper
side holds the terms with a plus, and the lower side those with a minus.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import sympy as sp

from workbench.errors import ClaimError
from workbench.rigor.check.factors import sign_of
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.powers import parts_of
from workbench.rigor.check.radicals import in_roots
from workbench.rigor.check.signs import difference
from workbench.rigor.check.trees import Tree, free
from workbench.rigor.provers.attempts import Evidence, ProvePart, Unfit, as_relation
from workbench.rigor.provers.falsify import falsify
from workbench.symbolic import Expr, Relation, freeze, to_sympy

_LARGEST_ORDER = 12
_MOST_TERMS = 40
_MOST_SPLITS = 4


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
        made = in_roots(r.tree, powers)
    except (NotReducible, ZeroDivisionError) as error:
        raise Unfit(str(error)) from error
    if isinstance(made, str):
        raise Unfit(made)
    if _roots_in(made) >= _roots_in(r.tree):
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
    s, why = r.tree, ""
    if s["op"] == "=":
        raise Unfit("an inequality is needed")
    gap = Expr.from_tree(difference(s["left"], s["op"], s["right"]))
    orders = [n.args[0] for n in gap.walk() if n.op == "root" and n.args[1].free()]
    if not orders or any(n.op in ("sum", "prod", "idx", "npow") for n in gap.walk()):
        raise Unfit("no root to be rid of")
    power = min(orders)
    for lower, upper in _splits(gap, r):
        sign, raised_gap = parts_of(s, lower.tree, upper.tree, power)
        tidy = _expanded(raised_gap["right"], r)
        part = as_relation(sign_of(s, tidy, raised_gap["op"]))
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
        proof = {"kind": "factors",
                 "factors": [{"tree": tidy, "power": 1, "proof": second}]}  # fmt: skip
        return {"kind": "powers", "power": power, "lower": lower.tree, "upper": upper.tree,
                "sign": first, "proof": proof}, ""  # fmt: skip
    if not why:
        raise Unfit("no arrangement of both sides")
    return None, why


def _splits(gap: Expr, r: Relation) -> Iterator[tuple[Expr, Expr]]:
    """Both sides for raising: by sign, then each term with a root against all others."""
    names = _symbols(r)
    whole = sp.expand(to_sympy(gap, names))
    terms = sp.Add.make_args(whole)
    if len(terms) > _MOST_TERMS:
        return
    minus = [t for t in terms if t.could_extract_minus_sign()]
    rooted = [t for t in terms if _has_root(t)]
    ways = [minus, rooted, [t for t in terms if t not in rooted],
            *([t] for t in rooted[:_MOST_SPLITS])]  # fmt: skip
    seen = set()
    for chosen in ways:
        lower = -sp.Add(*chosen)
        upper = sp.Add(*(t for t in terms if t not in chosen))
        if not chosen or upper == 0 or lower in seen:
            continue
        seen.add(lower)
        try:
            yield freeze(lower), freeze(upper)
        except ClaimError:
            continue


def _has_root(t: sp.Expr) -> bool:
    return any(p.exp.is_Rational and not p.exp.is_Integer and p.base.free_symbols
               for p in t.atoms(sp.Pow))  # fmt: skip


def _expanded(tree: Tree, r: Relation) -> Tree:
    try:
        made: Tree = freeze(sp.expand(to_sympy(Expr.from_tree(tree), _symbols(r)))).tree
    except ClaimError:
        return tree
    return made


def _symbols(r: Relation) -> dict[str, Any]:
    """Symbols that know what the domain says of the sign."""
    found = {}
    for v in r.variables:
        positive = v.low is not None and not v.low.startswith("-") and (
            v.low_open or v.low != "0")  # fmt: skip
        nonnegative = v.low is not None and not v.low.startswith("-")
        known = {"positive": True} if positive else {"nonnegative": True} if nonnegative else {
            "real": True}  # fmt: skip
        found[v.name] = sp.Symbol(v.name, **known)
    return found
