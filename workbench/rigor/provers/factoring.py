"""The gap as a product of simpler expressions, before anything heavier is tried.

flint proposes the factors of numerator and denominator of the normal form; the checker multiplies
them out again.  Each is turned so that it looks positive at points of the domain, and its sign
becomes a statement of its own.
"""

from __future__ import annotations

import random
from typing import Any

from workbench.rigor.check.conditions import difference
from workbench.rigor.check.factors import sign_of
from workbench.rigor.check.solve import solutions, solved
from workbench.rigor.provers.attempts import Evidence, ProvePart, Unfit, as_relation
from workbench.rigor.provers.compiled import Irrational, compiled
from workbench.rigor.provers.sampling import Draw, EmptyDraw, Sampler, as_floats
from workbench.rigor.provers.tidy import factors
from workbench.symbolic import Expr, Relation
from workbench.symbolic.plain import plain

_POINTS = 12


def factored(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate for a product (see `check.factors`), or why there is none."""
    parts = factors_of(r)
    if parts is None:
        raise Unfit("the gap does not factor")
    return with_signs(r, parts, prove_part)


def with_signs(r: Relation, parts: list[tuple[Expr, int]], prove_part: ProvePart) -> Evidence:
    """The factors and exponents with a proof of each sign, or whose sign is open."""
    strict, found = r.op in ("<", ">"), list[dict[str, Any]]()
    sampled = points_of(r)
    for expr, power in parts:
        needed = strict or power < 0
        sign = sign_at(expr, sampled)
        if power > 0 and power % 2 == 0 and not needed:
            found.append({"tree": expr.tree, "power": power, "proof": None})
            continue
        if sign is None:
            return None, f"factors: {plain(expr)} seems to change its sign"
        turned = expr if sign > 0 else Expr("neg", (expr,))
        part = as_relation(sign_of(r.bare, turned.tree, "<" if needed else "<="))
        proof, why = prove_part(part)
        if proof is None:
            return None, f"factors: the sign of {plain(expr)} is open: {why}"
        found.append({"tree": turned.tree, "power": power, "proof": proof})
        if sign < 0 and power % 2:
            found.append({"tree": ["q", "-1"], "power": 1, "proof": {"kind": "sign"}})
    return {"kind": "factors", "factors": _without_signs(found)}, ""


def _without_signs(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Two factors -1 cancel; an odd number of them is left for the checker to turn down."""
    kept = [f for f in found if f["tree"] != ["q", "-1"]]
    return kept + [f for f in found if f["tree"] == ["q", "-1"]][: (len(found) - len(kept)) % 2]


def factors_of(r: Relation) -> list[tuple[Expr, int]] | None:
    """Factors and exponents of right - left, or None if there is nothing to gain."""
    gone = set(solutions(r.bare))
    gap = solved(r.bare, difference(r.left.tree, r.op, r.right.tree))
    found = factors(gap, [v for v in r.bare["vars"] if v["name"] not in gone])
    if found is None:
        return None
    parts = [(Expr.from_tree(tree), k) for tree, k in found if tree != ["q", "1"]]
    real = [k for e, k in parts if e.op != "q"]
    return parts if len(real) > 1 or any(k != 1 for k in real) else None


def points_of(r: Relation) -> list[dict[str, Any]]:
    """Some points of the domain, in floating point."""
    sampler, rng, found = Sampler(r.bare), random.Random(r.digest), []
    for attempt in range(4 * _POINTS):
        try:
            env = sampler.point(Draw(rng, style=1 if attempt == 0 else 0))
        except EmptyDraw:
            continue
        found.append({n: as_floats(v) for n, v in env.items()})
        if len(found) == _POINTS:
            break
    return found


def sign_at(expr: Expr, points: list[dict[str, Any]]) -> int | None:
    """The sign that the expression has at all points where it is not 0."""
    function = compiled(expr.tree, exact=False)
    signs = set()
    for env in points:
        try:
            value = function(env)
        except (Irrational, ArithmeticError, ValueError, TypeError):
            continue
        if abs(value) > 1e-9:
            signs.add(1 if value > 0 else -1)
    return signs.pop() if len(signs) == 1 else None
