"""Looking for a centre about which every term of an expansion is non-negative.

Centres are guessed where the gap vanishes at random points: another variable, simple functions of
one, small rationals, the ends of the interval.  The order grows until the remainder looks
non-negative at random points; only then is a proof of it tried.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from workbench.rigor.check.conditions import difference
from workbench.rigor.check.derivative import derivative
from workbench.rigor.check.expansion import parts_of
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.trees import Tree, free
from workbench.rigor.provers.attempts import Evidence, ProvePart, Unfit, as_relation
from workbench.rigor.provers.compiled import Irrational, compiled
from workbench.rigor.provers.covers import position
from workbench.rigor.provers.falsify import falsify
from workbench.rigor.provers.sampling import Draw, EmptyDraw, Sampler, as_floats
from workbench.symbolic import Expr, Relation, Variable
from workbench.symbolic.plain import plain

_POINTS = 24
_TRIES = 60
_MOST_ORDERS = 2  # whose remainder looks non-negative, for one centre
_HIGHEST_ORDER = 5
_LARGEST = 300  # nodes of a gap: derivatives of larger ones are not looked at
_VANISHING = 1e-9
_GRID, _FEWER = 160, 40  # places of the variable, for one and for several variables
_RATIONALS = ("0", "1", "1/2", "-1", "2", "1/4", "1/3", "3", "-1/2", "-2")


def expanded(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate of expansion (see `check.expansion`), or why there is none."""
    s, why = r.bare, ""
    gap = difference(s["left"], s["op"], s["right"])
    if s["op"] == "=" or _size(gap) > _LARGEST:
        raise Unfit("an inequality of moderate size is needed")
    here = free(gap)  # about a variable that the gap does not hold, it is the first term itself
    for v in r.variables:
        if v.sort != "real" or v.name not in here:
            continue
        for centre in centres(r, gap, v):
            made, missing = _about(r, v.name, Expr.from_tree(centre), prove_part)
            if made is not None:
                return made, ""
            why = missing or why
    if not why:
        raise Unfit("it touches along no simple curve")
    return None, f"taylor: {why}"


def _about(r: Relation, name: str, centre: Expr, prove_part: ProvePart) -> Evidence:
    """The smallest order whose terms and remainder look non-negative, with their proofs."""
    why, tried = "", 0
    for order in range(1, _HIGHEST_ORDER + 1):
        parts = _terms(r, name, centre, order)
        if isinstance(parts, str):
            return None, why or parts
        if not parts or tried == _MOST_ORDERS:
            continue
        tried += 1
        proofs: dict[str, Any] = {}
        for part_name, part in sorted(parts.items(), key=lambda item: item[0] == "last"):
            if _vanishes(part):
                proofs[part_name] = None
                continue
            proofs[part_name], missing = prove_part(part)
            if proofs[part_name] is None:
                why = f"about {name} = {plain(centre)}, order {order}, {part_name}: {missing}"
                break
        else:
            return {"kind": "taylor", "variable": name, "centre": centre.tree, "order": order,
                    "proofs": proofs}, ""  # fmt: skip
    return None, why


@lru_cache(maxsize=256)  # a search comes back to the same expansion, with more depth
def _terms(r: Relation, name: str, centre: Expr, order: int) -> dict[str, Relation] | str:
    """The statements of an expansion, or why there is none; empty if the remainder is false."""
    try:
        parts = parts_of(r.bare, name, centre.tree, order)
    except NotReducible as error:
        return str(error)
    if isinstance(parts, str):
        return parts
    if _size(parts["last"]["right"]) > 4 * _LARGEST:
        return "the derivatives are too long"
    made = {part_name: as_relation(part) for part_name, part in parts.items()}
    if falsify(made["last"], _TRIES) is None:
        return made
    return {} if _vanishes(made[f"term {order - 1}"]) else "the remainder changes its sign"


@lru_cache(maxsize=1024)
def _vanishes(part: Relation) -> bool:
    try:
        return part.op == "<=" and is_zero(part.right.tree, part.bare["vars"])
    except (NotReducible, ZeroDivisionError):
        return False


def centres(r: Relation, gap: Tree, v: Variable) -> Iterator[Tree]:
    """Expressions without the variable where the gap or its slope vanishes, as points show."""
    try:
        functions = [compiled(gap, exact=False)]
        if len(r.variables) > 1:
            functions.append(compiled(derivative(gap, v.name), exact=False))
    except (Irrational, NotReducible):
        return
    points = sampled(r)
    for candidate in _candidates(r, v):
        if any(_is_zero_at(f, v.name, candidate, points) for f in functions):
            yield candidate


def _is_zero_at(
    function: Callable[[Any], Any], name: str, centre: Tree, points: list[dict[str, Any]]
) -> bool:
    at, seen = compiled(centre, exact=False), 0
    for env in points:
        try:
            value = float(function({**env, name: at(env)}))
        except (Irrational, ArithmeticError, ValueError, TypeError):
            if centre[0] == "q":  # a pole or an open end
                return False
            continue
        if not abs(value) < _VANISHING * (1 + _magnitude(env)):
            return False
        seen += 1
    return seen > 0


def _candidates(r: Relation, v: Variable) -> Iterator[Tree]:
    others: list[Tree] = [["v", w.name] for w in r.variables if w.sort == "real" and w != v]
    one: Tree = ["q", "1"]
    yield from others
    for other in others:
        yield ["+", one, ["neg", other]]
        yield ["neg", other]
        yield ["/", one, other]
        yield ["^", other, 2]
        yield ["root", 2, other]
    ends = [e for e in (v.low, v.high) if e is not None]
    for text in dict.fromkeys([*ends, *_RATIONALS]):
        yield ["q", text]


def sampled(r: Relation) -> list[dict[str, Any]]:
    """Points of the domain, in floating point and not far out."""
    sampler, rng, found = Sampler(r.bare), random.Random(r.digest), []
    for attempt in range(4 * _POINTS):
        try:
            env = sampler.point(Draw(rng, style=1 if attempt == 0 else 0))
            made = {n: as_floats(x) for n, x in env.items()}
        except (EmptyDraw, ArithmeticError):
            continue
        if _magnitude(made) < 1e4:
            found.append(made)
        if len(found) == _POINTS:
            break
    return found


def _magnitude(env: dict[str, Any]) -> float:
    return sum(abs(x) for x in env.values() if isinstance(x, float))


def _size(tree: Tree) -> int:
    return 1 + sum(_size(a) for a in tree[1:] if isinstance(a, list))


def grid_of(r: Relation, name: str) -> list[list[dict[str, Any]]]:
    """Places of the variable, in order, for some values of the others."""
    (v,) = (w for w in r.variables if w.name == name)
    low = -math.inf if v.low is None else float(Fraction(v.low))
    high = math.inf if v.high is None else float(Fraction(v.high))
    alone = len(r.variables) == 1
    many = _GRID if alone else _FEWER
    places = [position(k / (many + 1), low, high) for k in range(1, many + 1)]
    others = [{}] if alone else sampled(r)
    return [[{**env, name: x} for x in places] for env in others]
