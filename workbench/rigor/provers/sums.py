"""Symbolic horizon or dimension: term by term, and by induction on an integer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.induction import Frame, frame_of
from workbench.rigor.check.inductive import parts_of, starts_at_zero
from workbench.rigor.check.signs import difference
from workbench.rigor.check.termwise import of_term
from workbench.rigor.check.trees import Malformed, Tree, free, replace
from workbench.rigor.provers.attempts import Evidence, ProvePart, Unfit, as_relation
from workbench.symbolic import Relation

_INDEX = "i_"


def termwise(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate that every term of one common sum is non-negative (see `check.termwise`)."""
    s = r.tree
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
    s, why, definitions = r.tree, "", dict(definitions or {})
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
    slack = replace(left, back)
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
    """1, and what is raised to powers of the counter."""
    found = [n[1] for n in _nodes(gap) if n[0] == "npow" and name in free(n[2])]
    kept = [b for b in found if b[0] != "q" and name not in free(b)]
    return tuple({repr(t): t for t in (["q", "1"], *kept)}.values())


def _nodes(tree: Tree) -> list[Tree]:
    return [tree, *(n for a in tree[1:] if isinstance(a, list) for n in _nodes(a))]
