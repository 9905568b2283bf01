"""Fewer variables by symmetry, and two cases where the order of variables or a sign matters."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from workbench.rigor.check.cases import cases_of
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.derivative import derivative
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.symmetry import reduced
from workbench.rigor.check.trees import Tree
from workbench.rigor.provers.attempts import Evidence, ProvePart, Unfit, as_relation
from workbench.rigor.provers.compiled import Irrational, compiled
from workbench.rigor.provers.factoring import factors_of, points_of, sign_at
from workbench.rigor.provers.sampling import Draw, EmptyDraw, Sampler, as_floats
from workbench.rigor.provers.tidy import tidy
from workbench.symbolic import Expr, Relation
from workbench.symbolic.plain import plain

_POINTS = 6
_FACTORS = (2.0, 3.0)
_CLOSE = 1e-7
_SHORT = 6  # nodes of a factor whose sign makes two cases


def by_symmetry(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate with one variable at 1 or 0 (see `check.symmetry`)."""
    s, why = r.bare, ""
    if len(s["vars"]) < 2 or s["op"] == "=" or any(v["sort"] != "real" for v in s["vars"]):
        raise Unfit("two real variables and an inequality are needed")
    for group in ("scale", "shift"):
        degree = _degree(r, group)
        if degree is None:
            continue
        for v in r.variables[::-1]:
            try:
                made = reduced(s, v.name, group, degree)
            except (NotReducible, ZeroDivisionError) as error:
                why = f"symmetry: {error}"
                continue
            if isinstance(made, str):
                continue
            proof, missing = prove_part(as_relation(made))
            if proof is None:
                return None, f"symmetry: {v.name} = {1 if group == 'scale' else 0}: {missing}"
            return {"kind": "symmetry", "variable": v.name, "group": group, "degree": degree,
                    "proof": proof}, ""  # fmt: skip
    if not why:
        raise Unfit("neither homogeneous nor unchanged by a shift")
    return None, why


def _degree(r: Relation, group: str) -> int | None:
    """The degree of the gap, as points show it; None without the symmetry."""
    try:
        gap = compiled(difference(r.left.tree, r.op, r.right.tree), exact=False)
    except Irrational:
        return None
    sampler, rng, degrees = Sampler({**r.bare, "where": []}), random.Random(r.digest), set()
    for _ in range(4 * _POINTS):
        try:
            env = {n: as_floats(v) for n, v in sampler.point(Draw(rng)).items()}
            before = float(gap(env))
            for t in _FACTORS:
                after = float(gap({n: x * t if group == "scale" else x + t
                                   for n, x in env.items()}))  # fmt: skip
                if abs(before) < 1e-6 or not math.isfinite(before) or not math.isfinite(after):
                    continue
                if group == "shift":
                    degrees.add(0 if abs(after - before) < _CLOSE * abs(before) else None)
                    continue
                if after * before <= 0:
                    return None
                found = math.log(after / before) / math.log(t)
                degrees.add(round(found) if abs(found - round(found)) < _CLOSE else None)
        except (EmptyDraw, Irrational, ArithmeticError, ValueError, TypeError):
            continue
        if len(degrees) > 1 or None in degrees:
            return None
    return degrees.pop() if degrees else None


def in_cases(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate for both signs of an expression (see `check.cases`)."""
    s, why = r.bare, ""
    for tree in _distinctions(r):
        proofs: list[Any] = []
        for part in cases_of(s, tree):
            proof, missing = prove_part(as_relation(part))
            if proof is None:
                why = f"cases: {plain(Expr.from_tree(tree))}: {missing}"
                break
            proofs.append(proof)
        else:
            return {"kind": "cases", "tree": tree, "above": proofs[0], "below": proofs[1]}, ""
    if not why:
        raise Unfit("nothing to distinguish")
    return None, why


def _distinctions(r: Relation) -> Iterator[Tree]:
    """What stands between bars; else the order of two variables that the statement mixes alike."""
    own = {v.name for v in r.variables}  # what holds the index of a sum has no sign of its own
    bars = [n.args[0] for e in (r.left, r.right) for n in e.walk() if n.op == "abs"]
    if found := [inner.tree for inner in bars if inner.free() <= own]:
        yield found[0]
        return
    yield from _turning_factors(r)
    yield from _turning_slopes(r)
    names = [v.name for v in r.variables if v.sort == "real"]
    known = [c.left.free() | c.right.free() for c in r.where]
    if 2 <= len(names) <= 4 and _is_symmetric(r, names):
        for a, b in combinations(names, 2):
            if {a, b} not in known:
                yield ["+", ["v", a], ["neg", ["v", b]]]
                return


def _turning_factors(r: Relation) -> Iterator[Tree]:
    """Short factors of the gap that take both signs on the domain."""
    points = points_of(r)
    for expr, power in factors_of(r) or ():
        if power % 2 and len(list(expr.walk())) <= _SHORT and sign_at(expr, points) is None:
            yield _as_difference(expr.tree)


def _turning_slopes(r: Relation) -> Iterator[Tree]:
    """Slopes that take both signs, where the gap is linear in a variable of a bounded interval."""
    gap = difference(r.left.tree, r.op, r.right.tree)
    for v in r.variables:
        if v.sort != "real" or v.low is None or v.high is None or len(r.variables) < 2:
            continue
        try:
            slope = tidy(derivative(gap, v.name), r.bare["vars"])
        except NotReducible:
            continue
        expr = Expr.from_tree(slope)
        if v.name not in expr.free() and len(list(expr.walk())) <= 2 * _SHORT and (
            sign_at(expr, points_of(r)) is None
        ):  # fmt: skip
            yield _as_difference(slope)


def _as_difference(tree: Tree) -> Tree:
    """a - b rather than -b + a."""
    if tree[0] == "+" and len(tree) == 3 and tree[1][0] == "neg":
        return ["+", tree[2], tree[1]]
    return tree


def _is_symmetric(r: Relation, names: list[str]) -> bool:
    """Whether exchanging any two variables leaves the gap's value alone, as points show."""
    try:
        gap = compiled(difference(r.left.tree, r.op, r.right.tree), exact=False)
    except Irrational:
        return False
    sampler, rng, seen = Sampler({**r.bare, "where": []}), random.Random(r.digest), 0
    for _ in range(_POINTS):
        try:
            env = {n: as_floats(v) for n, v in sampler.point(Draw(rng)).items()}
            before = float(gap(env))
            for a, b in combinations(names, 2):
                after = float(gap({**env, a: env[b], b: env[a]}))
                if abs(after - before) > _CLOSE * (1 + abs(before)):
                    return False
            seen += 1
        except (EmptyDraw, Irrational, ArithmeticError, ValueError, TypeError):
            continue
    return seen > 0
