"""Reductions to simpler statements: a slope in place of a gap, a variable for an expression.

What touches at an end of its domain is out of reach of any subdivision.  There, differentiating
once in the variable of that end often leaves a statement with room to spare.  And an expression
that occurs as the argument of a logarithm or under a root may as well be a variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from workbench.errors import ClaimError
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.growth import parts_of
from workbench.rigor.check.logarithms import of_logarithms
from workbench.rigor.check.signs import difference, holds_by_sign
from workbench.rigor.check.substitution import bound, generalised
from workbench.rigor.check.trees import Tree
from workbench.rigor.provers.attempts import Evidence, ProvePart, Unfit, as_relation
from workbench.symbolic import Expr, Relation, freeze, to_sympy

_NEW = "u"


def grown(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate of growth in a variable (see `check.growth`), or why there is none."""
    why = ""
    for v in r.variables:
        for end in ("low", "high"):
            is_open = v.low_open if end == "low" else v.high_open
            strict = "slope" if is_open else "start"
            try:
                made = parts_of(r.tree, v.name, end, strict)
            except NotReducible as error:
                raise Unfit(str(error)) from error
            if isinstance(made, str):
                continue
            start, slope = (as_relation(part) for part in made)
            first, missing = prove_part(start)
            if first is None:
                why = f"growth in {v.name} from its {end} end: the start is open: {missing}"
                continue
            second, missing = prove_part(slope)
            if second is None:
                why = f"growth in {v.name} from its {end} end: the slope is open: {missing}"
                continue
            return {"kind": "growth", "variable": v.name, "from": end, "strict": strict,
                    "start": first, "slope": second}, ""  # fmt: skip
    if not why:
        raise Unfit("no variable has an end to start from")
    return None, why


def in_logarithms(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate about the logarithms of both sides (see `check.logarithms`)."""
    sides = (r.left, r.right)
    if not any(e.op == "exp" for side in sides for e in side.walk()):
        raise Unfit("no exponential that a logarithm would undo")
    made = of_logarithms(r.tree)
    if isinstance(made, str):
        raise Unfit(made)
    proof, why = prove_part(as_relation(made))
    if proof is None:
        return None, f"logarithms of both sides: {why}"
    return {"kind": "logarithms", "proof": proof}, ""


def substituted(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate of substitution (see `check.substitution`), or why there is none."""
    s, why = r.tree, ""
    if any(v.name == _NEW for v in r.variables):
        raise Unfit("a variable was substituted already")
    for tree, gap in _proposals(r):
        made: dict[str, Any] = {"kind": "substitution", "tree": tree, "gap": gap}
        for v in _intervals(s, tree):
            new = generalised(s, v, gap)
            proof, missing = prove_part(as_relation(new))
            if proof is None:
                why = f"substitution {_NEW} = {Expr.from_tree(tree).latex()}: {missing}"
                continue
            ends = {e: {"kind": "sign"} for e in ("low", "high") if v[e] is not None}
            return {**made, "variable": v, "proof": proof, **ends}, ""
    if not why:
        raise Unfit("there is nothing to substitute")
    return None, why


def _proposals(r: Relation) -> Iterator[tuple[Tree, Tree]]:
    """Expressions with the gap in terms of the new variable."""
    gap = Expr.from_tree(difference(r.left.tree, r.op, r.right.tree))
    if any(e.op in ("sum", "prod", "idx", "npow") for e in gap.walk()):
        return
    orders: dict[str, int] = {}
    for node in gap.walk():
        if node.op == "root" and node.args[1].op == "v":
            name = node.args[1].args[0]
            orders[name] = orders.get(name, 1) * (1 if orders.get(name, 1) % node.args[0] == 0
                                                  else node.args[0])  # fmt: skip
    for name, order in orders.items():
        yield ["root", order, ["v", name]], _rooted(gap.tree, name, order)
    seen = set()
    for node in gap.walk():
        inner = node.args[0] if node.op in ("ln", "exp") else None
        if inner is None or inner.op in ("v", "q", "pi") or inner in seen:
            continue
        if node.op == "exp" and len(inner.free()) < 2:
            continue  # e^(2 x) is as good as e^u
        seen.add(inner)
        yield from _eliminations(gap, inner)


def _rooted(tree: Tree, name: str, order: int) -> Tree:
    """The tree in terms of u = name^(1/order)."""
    if tree == ["v", name]:
        return ["^", ["v", _NEW], order]
    if tree[0] == "root" and tree[2] == ["v", name]:
        return ["^", ["v", _NEW], order // tree[1]] if order != tree[1] else ["v", _NEW]
    return [tree[0], *(_rooted(a, name, order) if isinstance(a, list) else a for a in tree[1:])]


def _eliminations(gap: Expr, inner: Expr) -> Iterator[tuple[Tree, Tree]]:
    """The gap after solving u = inner for a variable in which it is linear."""
    symbols = {n: sp.Symbol(n, positive=True) for n in gap.free()}
    new = sp.Symbol(_NEW, positive=True)
    whole, part = to_sympy(gap, symbols), to_sympy(inner, symbols)
    for name in sorted(inner.free()):
        x = symbols[name]
        slope = sp.diff(part, x)
        if slope == 0 or slope.has(x):
            continue
        solution = (new - part.subs(x, 0)) / slope
        made = sp.simplify(whole.subs(x, solution))
        try:
            tree = freeze(made).tree
        except ClaimError:
            continue
        if not made.has(x):
            yield inner.tree, tree


def _intervals(s: dict[str, Any], tree: Tree) -> Iterator[dict[str, Any]]:
    """Intervals with simple ends that visibly hold the expression, narrow ones first."""
    v = {"name": _NEW, "sort": "real", "low": None, "low_open": False, "high": None,
         "high_open": False}  # fmt: skip
    for end, value, is_open in (
        ("low", "1", False), ("high", "1", False), ("low", "0", True), ("low", "0", False)
    ):  # fmt: skip
        made = {**v, end: value, f"{end}_open": is_open}
        part = bound(s, made, tree, end)
        if part is not None and holds_by_sign(part):
            if end == "high":
                positive = {**made, "low": "0", "low_open": True}
                below = bound(s, positive, tree, "low")
                if below is not None and holds_by_sign(below):
                    yield positive
            yield made
    yield v
