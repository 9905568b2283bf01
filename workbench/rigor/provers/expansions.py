"""Looking for a centre about which every term of an expansion is non-negative.

Centres are guessed where the gap vanishes at random points: another variable, simple functions of
one, small rationals, the ends of the interval.  The order grows until the remainder looks
non-negative at random points; only then is a proof of it tried.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from workbench.rigor.check.expansion import parts_of
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.limits import slope_of
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.signs import difference
from workbench.rigor.check.trees import Tree, replace
from workbench.rigor.provers.attempts import Evidence, ProvePart, Unfit, as_relation
from workbench.rigor.provers.compiled import Irrational, compiled
from workbench.rigor.provers.falsify import falsify
from workbench.rigor.provers.sampling import Draw, Infeasible, Sampler, as_floats
from workbench.symbolic import Relation, Variable

_POINTS = 24
_HIGHEST_ORDER = 6
_LARGEST = 600  # nodes of a gap: derivatives of larger ones are not looked at
_VANISHING = 1e-9
_RATIONALS = ("0", "1", "1/2", "-1", "2", "1/4", "1/3", "3", "-1/2", "-2")


def expanded(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate of expansion (see `check.expansion`), or why there is none."""
    s, why = r.tree, ""
    gap = difference(s["left"], s["op"], s["right"])
    if s["op"] == "=" or _size(gap) > _LARGEST:
        raise Unfit("an inequality of moderate size is needed")
    for v in r.variables:
        if v.sort != "real":
            continue
        for centre in centres(r, gap, v):
            made, missing = _about(s, v.name, centre, prove_part)
            if made is not None:
                return made, ""
            why = missing or why
    if not why:
        raise Unfit("it touches along no simple curve")
    return None, f"taylor: {why}"


def _about(s: dict[str, Any], name: str, centre: Tree, prove_part: ProvePart) -> Evidence:
    """The smallest order whose terms and remainder look non-negative, with their proofs."""
    why = ""
    for order in range(1, _HIGHEST_ORDER + 1):
        try:
            parts = parts_of(s, name, centre, order)
        except NotReducible as error:
            return None, str(error)
        if isinstance(parts, str) or _size(parts["last"]["right"]) > 4 * _LARGEST:
            return None, parts if isinstance(parts, str) else "the derivatives are too long"
        last = as_relation(parts["last"])
        if falsify(last, 60) is not None:
            if not _vanishes(parts[f"term {order - 1}"]):
                return None, ""
            continue
        proofs: dict[str, Any] = {}
        for part_name, part in sorted(parts.items(), key=lambda item: item[0] == "last"):
            if part["op"] == "<=" and _vanishes(part):
                proofs[part_name] = None
                continue
            proofs[part_name], missing = prove_part(as_relation(part))
            if proofs[part_name] is None:
                why = (
                    f"about {name} = {as_relation(parts['last']).tree and _text(centre)},"
                    f" order {order}, {part_name}: {missing}"
                )
                break
        else:
            return {"kind": "taylor", "variable": name, "centre": centre, "order": order,
                    "proofs": proofs}, ""  # fmt: skip
        if order >= 3:
            break
    return None, why


def _text(tree: Tree) -> str:
    return tree[1] if tree[0] in ("v", "q") else "a function of the others"


def _vanishes(part: dict[str, Any]) -> bool:
    try:
        return is_zero(part["right"], part["vars"])
    except (NotReducible, ZeroDivisionError):
        return False


def centres(r: Relation, gap: Tree, v: Variable) -> Iterator[Tree]:
    """Expressions without the variable at which the gap vanishes, as far as random points show."""
    try:
        function = compiled(gap, exact=False)
    except Irrational:
        return
    points = _points(r)
    for candidate in _candidates(r, v):
        at = compiled(candidate, exact=False)
        seen = 0
        for env in points:
            try:
                value = float(function({**env, v.name: at(env)}))
            except (Irrational, ArithmeticError, ValueError, TypeError):
                if candidate[0] == "q":  # a pole or an open end: the limit may still be 0
                    seen = 0
                    break
                continue
            if not abs(value) < _VANISHING * (1 + _magnitude(env)):
                seen = 0
                break
            seen += 1
        if seen:
            yield candidate


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


def _points(r: Relation) -> list[dict[str, Any]]:
    sampler, rng, found = Sampler(r.tree), random.Random(r.digest), []
    for attempt in range(4 * _POINTS):
        try:
            env = sampler.point(Draw(rng, style=1 if attempt == 0 else 0))
            made = {n: as_floats(x) for n, x in env.items()}
        except (Infeasible, ArithmeticError):
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


def declining(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate that the gap falls towards its limit at infinity (see `check.limits`)."""
    try:
        made = slope_of(r.tree)
    except NotReducible as error:
        raise Unfit(str(error)) from error
    if isinstance(made, str):
        raise Unfit(made)
    proof, why = prove_part(as_relation(made))
    if proof is None:
        return None, f"decline: {why}"
    return {"kind": "decline", "slope": proof}, ""


def put(tree: Tree, name: str, value: Tree) -> Tree:
    """The tree with a value for one variable."""
    return replace(tree, {name: value})
