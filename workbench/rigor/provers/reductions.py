"""Reductions to simpler statements: a slope in place of a gap, a variable for an expression.

What touches at an end of its domain is out of reach of any subdivision.  There, differentiating
once in the variable of that end often leaves a statement with room to spare.  And an expression
that occurs as the argument of a logarithm or under a root may as well be a variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.rigor.check.conditions import difference
from workbench.rigor.check.exponentials import of_exponentials
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.growth import parts_of
from workbench.rigor.check.logarithms import of_logarithms
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.points import literal
from workbench.rigor.check.signs import holds_by_sign
from workbench.rigor.check.substitution import bound, generalised
from workbench.rigor.check.trees import Tree, free, replace
from workbench.rigor.provers.attempts import Evidence, ProvePart, Unfit, as_relation
from workbench.rigor.provers.tidy import tidy
from workbench.symbolic import Expr, Relation, Variable
from workbench.symbolic.plain import plain

_NEW = ("u_1", "u_2")  # of one substitution, and of another one within it


def grown(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate of growth in a variable (see `check.growth`), or why there is none."""
    why = ""
    for v in r.variables:
        for end in ("low", "high"):
            is_open = v.low_open if end == "low" else v.high_open
            strict = "slope" if is_open else "start"
            try:
                made = parts_of(r.bare, v.name, end, strict)
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
    if not any(e.op in ("exp", "npow", "prod") for side in sides for e in _factors(side)):
        raise Unfit("no exponential or product that a logarithm would undo")
    if any(e.op == "erfc" for side in sides for e in side.walk()):
        raise Unfit("the logarithm of erfc is no simpler")
    made = of_logarithms(r.bare)
    if isinstance(made, str):
        raise Unfit(made)
    whole, parts = made
    values: dict[str, Any] = {}
    for name, part in parts.items():
        values[name], why = prove_part(as_relation(part))
        if values[name] is None:
            return None, f"logarithms of both sides: a sign is open: {why}"
    proof, why = prove_part(as_relation(whole))
    if proof is None:
        return None, f"logarithms of both sides: {why}"
    made_values = {"values": values} if values else {}
    return {"kind": "logarithms", "proof": proof, **made_values}, ""


def in_exponentials(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate about the exponentials of both sides (see `check.exponentials`).

    It is tried for two logarithms, and for one where a condition is about the exponential of the
    other side: anywhere else the exponential is no simpler.
    """
    sides = (r.left, r.right)
    known = {side for c in r.where for side in (c.left, c.right)}
    if not any(e.op == "ln" for e in sides) or not all(
        e.op == "ln" or Expr("exp", (e,)) in known for e in sides
    ):
        raise Unfit("no logarithms of which the exponentials are simpler")
    proof, why = prove_part(as_relation(of_exponentials(r.bare)))
    if proof is None:
        return None, f"exponentials of both sides: {why}"
    return {"kind": "exponentials", "proof": proof}, ""


def _factors(side: Expr) -> Iterator[Expr]:
    if side.op in ("*", "/"):
        for part in side.children():
            yield from _factors(part)
    else:
        yield side


def substituted(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate of substitution (see `check.substitution`), or why there is none."""
    s, why = r.bare, ""
    taken = {v.name for v in r.variables}
    new = next((n for n in _NEW if n not in taken), None)
    if s["op"] == "=" or new is None:
        raise Unfit("it holds the variables of two substitutions already")
    old = difference(s["left"], s["op"], s["right"])
    for tree, gap in _proposals(r, new):
        if not _same(s, old, replace(gap, {new: tree})):
            continue
        v = _interval(r, tree, new)
        made: dict[str, Any] = {"kind": "substitution", "tree": tree, "gap": gap}
        proof, missing = prove_part(as_relation(generalised(s, v, gap)))
        if proof is None:
            why = why or f"substitution {new} = {plain(Expr.from_tree(tree))}: {missing}"
            continue
        ends = {e: {"kind": "sign"} for e in ("low", "high") if v[e] is not None}
        return {**made, "variable": v, "proof": proof, **ends}, ""
    if not why:
        raise Unfit("there is nothing to substitute")
    return None, why


def _same(s: dict[str, Any], old: Tree, back: Tree) -> bool:
    try:
        return is_zero(["+", old, ["neg", back]], s["vars"])
    except (NotReducible, ZeroDivisionError):
        return False


def _proposals(r: Relation, new: str) -> Iterator[tuple[Tree, Tree]]:
    """Expressions with the gap in terms of the new variable."""
    tree = difference(r.left.tree, r.op, r.right.tree)
    gap = Expr.from_tree(tree)
    u: Tree = ["v", new]
    ops = {e.op for e in gap.walk()}
    for v in r.variables:  # an integer may as well be real, unless something counts with it
        if v.sort == "int" and v.name in gap.free() and not ops & {"sum", "prod", "npow", "idx"}:
            yield ["v", v.name], replace(tree, {v.name: u})
    if ops & {"sum", "prod", "idx", "npow"}:
        return
    seen = set()
    for node in gap.walk():
        inner = node.args[-1] if node.op in ("ln", "root", "exp", "erfc") else None
        if inner is None or inner.op in ("v", "q", "pi") or inner in seen or not inner.free():
            continue
        if node.op in ("exp", "erfc") and len(inner.free()) < 2:
            continue  # e^(2 x) is as good as e^u
        seen.add(inner)
        if node.op == "root":
            yield from _eliminations(r, tree, node.tree, new)
        else:
            yield from _eliminations(r, tree, inner.tree, new)
    positive = {
        v.name
        for v in r.variables
        if v.low is not None and not v.low.startswith("-") and (v.low_open or v.low != "0")
    }
    variables = [{**Variable(new).tree, "low": "0", "low_open": True}, *r.bare["vars"]]
    for name in sorted(gap.free()):
        at = Expr("v", (name,))
        sort = next(v.sort for v in r.variables if v.name == name)
        if (
            sort == "real"
            and name in positive
            and any(e.op == "ln" and at in e.args for e in gap.walk())
        ):
            yield ["ln", at.tree], tidy(replace(tree, {name: ["exp", u]}), r.bare["vars"])
        if sort == "real" and any(e.op == "exp" and name in e.free() for e in gap.walk()):
            yield ["exp", at.tree], tidy(replace(tree, {name: ["ln", u]}), variables)
    for v in r.variables:  # what has no value at its upper end is turned round
        if v.sort == "real" and v.high is not None and v.high_open and ops & {"ln", "/", "root"}:
            turned: list[Tree] = [["+", ["q", v.high], ["neg", w]] for w in (["v", v.name], u)]
            yield turned[0], replace(tree, {v.name: turned[1]})


def _eliminations(r: Relation, gap: Tree, inner: Tree, new: str) -> Iterator[tuple[Tree, Tree]]:
    """The gap after solving u = inner for a variable: linear in it, or met once on the way in."""
    order, under = (inner[1], inner[2]) if inner[0] == "root" else (1, inner)
    left = [v.tree for v in r.variables]
    known = _interval(r, inner, new)
    u: Tree = ["v", new] if order == 1 else ["^", ["v", new], order]
    for name in sorted(free(under)):
        solution = _linear(under, name, u, left) or _peeled(under, name, u)
        if solution is None:
            continue
        image = replace(gap, {name: solution})
        if order > 1:
            image = _without(image, replace(inner, {name: solution}), ["v", new])
        made = tidy(image, [*left, known])
        if name not in free(made):
            yield inner, made


def _linear(tree: Tree, name: str, value: Tree, variables: list[dict[str, Any]]) -> Tree | None:
    """Where a tree that is linear in the variable has the value."""
    start, one = (replace(tree, {name: ["q", k]}) for k in ("0", "1"))
    slope: Tree = ["+", one, ["neg", start]]
    line: Tree = ["+", start, ["*", slope, ["v", name]]]
    try:
        if is_zero(slope, variables) or not is_zero(["+", tree, ["neg", line]], variables):
            return None
    except (NotReducible, ZeroDivisionError):
        return None
    return ["/", ["+", value, ["neg", start]], slope]


def _peeled(tree: Tree, name: str, value: Tree) -> Tree | None:
    """The same for a variable met once, under logarithms, exponentials, sums and quotients."""
    if tree == ["v", name]:
        return value
    op, *args = tree
    holding = [k for k, a in enumerate(args) if isinstance(a, list) and name in free(a)]
    if len(holding) != 1 or op not in ("ln", "exp", "neg", "+", "*", "/"):
        return None
    (k,) = holding
    rest: list[Tree] = [a for i, a in enumerate(args) if i != k]
    undone: Tree
    match op:
        case "ln" | "exp":
            undone = ["exp" if op == "ln" else "ln", value]
        case "neg":
            undone = ["neg", value]
        case "+":
            undone = ["+", value, *(["neg", a] for a in rest)]
        case "*":
            undone = ["/", value, ["*", *rest]]
        case _:
            undone = ["*", value, args[1]] if k == 0 else ["/", args[0], value]
    return _peeled(args[k], name, undone)


def _without(tree: Tree, root: Tree, value: Tree) -> Tree:
    """The tree with the new variable for the root that it stands for."""
    if tree == root:
        return value
    return [tree[0], *(_without(a, root, value) if isinstance(a, list) else a for a in tree[1:])]


def _interval(r: Relation, tree: Tree, name: str) -> dict[str, Any]:
    """The narrowest interval with simple ends that visibly holds the expression."""
    found: dict[str, Any] = Variable(name).tree
    for end in ("low", "high"):
        for value, is_open in _ends(r, tree, end):
            made = {**found, end: value, f"{end}_open": is_open}
            part = bound(r.bare, made, tree, end)
            if part is not None and holds_by_sign(part):
                found = made
                break
    return found


def _ends(r: Relation, tree: Tree, end: str) -> Iterator[tuple[str, bool]]:
    """Ends to try: the value of the expression at an end of its only variable, then 1 and 0."""
    names = free(tree)
    if len(names) == 1:
        (v,) = (v for v in r.variables if v.name in names)
        for at in (v.low, v.high):
            value = None if at is None else _value(replace(tree, {v.name: ["q", at]}))
            if value is not None:
                yield value, True
                yield value, False
    for value in ("1", "0") if end == "low" else ("0", "1"):
        yield value, True
        yield value, False


def _value(tree: Tree) -> str | None:
    try:
        return str(literal(tree))
    except (NotReducible, ZeroDivisionError):
        return None
