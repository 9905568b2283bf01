"""Symbolic horizon or dimension: term by term, by induction, and by a bound that makes it work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import sympy as sp

from workbench.errors import ClaimError
from workbench.rigor.check.between import halves_of
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.induction import Frame, frame_of
from workbench.rigor.check.inductive import parts_of, starts_at_zero
from workbench.rigor.check.termwise import of_term
from workbench.rigor.check.trees import Malformed, Tree, free, replace
from workbench.rigor.provers.attempts import Evidence, ProvePart, Unfit, as_relation
from workbench.rigor.provers.falsify import falsify
from workbench.rigor.provers.remembering import prove
from workbench.rigor.provers.tidy import tidy
from workbench.symbolic import Expr, Relation, to_sympy
from workbench.symbolic.freezer import Freezer
from workbench.symbolic.plain import plain

_INDEX = "i_"
TERM = sp.Symbol(_INDEX, integer=True)  # the index of a term, in facts about it


def termwise(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate that every term of one common sum is non-negative (see `check.termwise`)."""
    s = r.bare
    gap = difference(s["left"], s["op"], s["right"])
    ranges = {repr(node[2:4]): node[2:4] for node in _nodes(gap) if node[0] == "sum"}
    if len(ranges) != 1 or s["op"] not in ("<=", ">="):
        raise Unfit("no sums over one common range")
    ((low, high),) = ranges.values()
    term = _term(gap)
    if term is None:
        raise Unfit("the gap is not a linear combination of sums")
    try:
        part = as_relation(of_term(s, _INDEX, low, high, term))
    except Malformed as error:
        raise Unfit(str(error)) from error
    proof, why = prove_part(part)
    if proof is None:
        return None, f"termwise: {why}"
    return {"kind": "termwise", "index": _INDEX, "low": low, "high": high, "term": term,
            "proof": proof}, ""  # fmt: skip


def _term(tree: Tree) -> Tree | None:
    """The summand of a tree that is linear in sums; None for a part that is no sum."""
    op, *args = tree
    if op == "sum":
        return replace(args[3], {args[0]: ["v", _INDEX]})
    if op == "neg":
        inner = _term(args[0])
        return None if inner is None else ["neg", inner]
    if op == "+":
        parts = [_term(a) for a in args if a != ["q", "0"]]
        return None if None in parts else ["+", *parts]
    if op in ("*", "/"):
        holding = [k for k, a in enumerate(args) if any(n[0] == "sum" for n in _nodes(a))]
        if len(holding) == 1 and (op == "*" or holding == [0]):
            inner = _term(args[holding[0]])
            if inner is not None:
                return [op, *args[: holding[0]], inner, *args[holding[0] + 1 :]]
    return None if tree != ["q", "0"] else ["q", "0"]


def inductive(
    r: Relation,
    prove_part: ProvePart,
    *,
    factors: tuple[Tree, ...] = (),
    definitions: Mapping[str, Any] | None = None,
) -> Evidence:
    """A certificate of induction for an inequality (see `check.inductive`).

    `definitions` may hold `variable`, `start`, `rules` and `base`; without them every integer
    variable with a first value is tried, with the bases of its powers as factors.
    """
    s, why, definitions = r.bare, "", dict(definitions or {})
    gap = difference(s["left"], s["op"], s["right"])
    if s["op"] == "=":
        raise Unfit("an equation")
    if not any(node[0] in ("npow", "sum", "prod", "idx") for node in _nodes(gap)):
        raise Unfit("nothing in it is defined by steps")
    wanted = definitions.get("variable")
    for v in s["vars"]:
        whole = v["sort"] == "int" and v["low"] is not None and v["high"] is None
        if not whole or v["name"] != (wanted or v["name"]) or "/" in v["low"]:
            continue
        start = int(v["low"]) + v["low_open"]
        certificate = {"kind": "inductive", "statement": s, "variable": v["name"],
                       "start": start, **definitions}  # fmt: skip
        try:
            made = frame_of(certificate, gap)
        except (Malformed, NotReducible) as error:
            return None, f"inductive: {error}"
        if isinstance(made, str):
            continue
        for factor in factors or _bases(gap, v["name"]):
            evidence, why = _with_factor(made, factor, prove_part)
            if evidence is not None:
                del certificate["statement"]
                return {**certificate, **evidence}, ""
    if not why:
        raise Unfit("no integer variable with a first value")
    return None, f"inductive: {why}"


def _with_factor(made: Frame, factor: Tree, prove_part: ProvePart) -> Evidence:
    """The slack is what is left of gap(n+1), in the counter itself."""
    back = {"n~": ["+", ["v", made.name], ["q", str(-made.start)]]}
    left = ["+", made.after, ["neg", ["*", made.at_n(factor), made.before]]]
    slack = tidy(replace(left, back), made.statement["vars"])
    proofs: dict[str, Any] = {}
    for name, part in parts_of(made, factor, slack, "factor").items():
        if name == "start" and starts_at_zero(made, part):
            proofs[name] = None
            continue
        proofs[name], why = prove_part(as_relation(part))
        if proofs[name] is None:
            return None, f"{name}: {why}"
    return {"factor": factor, "slack": slack, "strict": "factor", "proofs": proofs}, ""


def _bases(gap: Tree, name: str) -> tuple[Tree, ...]:
    """1, what is raised to powers of the counter, and the next factor of a product over it."""
    found = [n[1] for n in _nodes(gap) if n[0] == "npow" and name in free(n[2])]
    kept = [b for b in found if name not in free(b)]
    for node in _nodes(gap):
        if node[0] == "prod" and name in free(node[3]):
            following: Tree = ["+", node[3], ["q", "1"]]
            kept.append(replace(node[4], {node[1]: following}))
    return tuple({repr(t): t for t in (["q", "1"], *kept)}.values())


def by_induction(r: Relation) -> Evidence:
    """A certificate of induction for an equation (see `check.induction`)."""
    gap = ["+", r.left.tree, ["neg", r.right.tree]]
    for v in r.variables:
        if v.sort != "int" or v.low is None or v.high is not None or "/" in v.low:
            continue
        for factor in _bases(gap, v.name):
            made = {"kind": "induction", "variable": v.name, "start": int(v.low) + v.low_open,
                    "rules": [], "base": [], "factor": factor}  # fmt: skip
            if prove(r.bare, made).accepted:
                return made, ""
    raise Unfit("no integer variable with a first value")


def strengthened(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate with a stronger bound in between (see `check.between`), for an induction."""
    upper = r.op in ("<=", "<")
    side, other = (r.left, r.right) if upper else (r.right, r.left)
    iterated = [n for n in side.walk() if n.op in ("sum", "prod")]
    counters = [v for v in r.variables if v.sort == "int" and v.low is not None]
    if r.op == "=" or not iterated or not counters:
        raise Unfit("no sum over a symbolic range")
    why = ""
    known = {v.name for v in r.variables}
    for middle in _middles(r, side, other, counters[0].name):
        if not middle.free() <= known:  # the index of a sum stays in the sum
            continue
        left, right = (as_relation(part) for part in halves_of(r.bare, middle.tree))
        if any(falsify(part, 60) is not None for part in (left, right)):
            continue
        first, missing = prove_part(left)
        second: Any = None
        if first is not None:
            second, missing = prove_part(right)
        if second is not None:
            return {"kind": "between", "middle": middle.tree, "left": first, "right": second}, ""
        why = why or f"between: {plain(middle)}: {missing}"
    if not why:
        raise Unfit("no stronger bound came to mind")
    return None, why


def _middles(r: Relation, side: Expr, other: Expr, name: str) -> Iterator[Expr]:
    """Closed forms of the sums, and the bound less what is still to come."""
    n = sp.Symbol(name, integer=True, positive=True)
    names: dict[str, Any] = {v.name: sp.Symbol(v.name, positive=v.low_open or None, real=True)
                             for v in r.variables} | {name: n}  # fmt: skip
    whole = to_sympy(side, names)
    try:
        closed = whole.doit()
        ways = [w for w, _ in closed.args] if isinstance(closed, sp.Piecewise) else [closed]
        made = [f for w in ways if not w.has(sp.Sum, sp.Product, sp.Piecewise)
                for f in (w, sp.factor(w))]  # fmt: skip
    except (ArithmeticError, ValueError, TypeError, AttributeError, NotImplementedError):
        made = []
    bound = to_sympy(other, names)
    rest = [1 / n, 1 / (n + 1), 2 / n, 1 / sp.sqrt(n), 2 / sp.sqrt(n), 3 / sp.sqrt(n), 1 / (2 * n),
            1 / n**2, 1 / (2 * n**2), 1 / sp.sqrt(n + 1), 2 / sp.sqrt(n + 1)]  # fmt: skip
    bases = {to_sympy(e.args[0], names) for e in side.walk() if e.op in ("npow", "exp")}
    rest += [c * b ** (sign * n) for b in bases for c in (1, 2, n, n + 1, n + 2)
             for sign in (1, -1)]  # fmt: skip
    sign = -1 if r.op in ("<=", "<") else 1
    if bound.free_symbols == {n} and bound.is_rational_function(n):  # what it tends to, in steps
        far = sp.limit(bound, n, sp.oo)
        made += [far * (1 + sign * t) for t in (1 / (n + 1), 1 / n, 1 / (2 * n)) if far.is_finite]
    for candidate in [*made, *(bound + sign * t for t in rest)]:
        try:
            yield Freezer()(candidate)
        except ClaimError:
            continue


def _nodes(tree: Tree) -> list[Tree]:
    return [tree, *(n for a in tree[1:] if isinstance(a, list) for n in _nodes(a))]
