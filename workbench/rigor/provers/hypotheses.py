"""Whether the conditions of a statement can hold together: a point that meets all of them.

Every statement about nothing is true.  Conditions that visibly contradict each other are refused by
the checker (`check.vacuous`); for others a point is looked for here.  It is a counterexample to
`1 <= 0` under the same conditions, so the same search finds it and the same checker decides on it.
That none was found proves nothing; it is said beside what is called proved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from workbench.claims import Outcome
from workbench.claims.evidence import NO_POINT
from workbench.rigor.check.numbers import SCALARS, pure
from workbench.rigor.check.points import check_counterexample
from workbench.rigor.check.trees import Tree, names_in
from workbench.rigor.provers.attempts import as_relation
from workbench.rigor.provers.falsify import sampled, without_definitions
from workbench.symbolic import Relation


def doubts(statement: Mapping[str, Any], point: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """What a proof leaves open where the conditions on numbers were never seen to be met.

    The point with all numbers 1 is tried first.  An equation between numbers that are not rational
    is compared in floating point; conditions on vectors, functions and means are left aside, and so
    are those for all indices and on matrices, whose visible contradictions the checker refuses.

    statement: as the checker has it, of any kind that says its variables and conditions
    point: exact values of the numbers at which an author says that the conditions hold
    """
    variables, where = (
        statement.get(one, statement.get(other, ()))
        for one, other in (("vars", "symbols"), ("where", "given"))
    )
    numbers = [v for v in variables if v["sort"] in SCALARS]
    names = frozenset(v["name"] for v in numbers)
    told = [
        list(c)
        for c in where
        if isinstance(c[0], list) and _about(c[0], names) and _about(c[2], names)
    ]
    rooted = [_rooted(*c) for c in told]
    met = (
        not told
        or (point is not None and _met_at(numbers, told, point))
        or _met_at(numbers, told, {v["name"]: {} if v["sort"] == "seq" else "1" for v in numbers})
        or _met(numbers, told)
        or (rooted != told and _met(numbers, rooted))
    )
    return () if met else (NO_POINT,)


def settled(found: Outcome, r: Relation, point: Mapping[str, Any]) -> Outcome:
    """An outcome without the doubt, where an author's point meets the conditions."""
    if NO_POINT not in found.trust or doubts(r.tree, {n: str(v) for n, v in point.items()}):
        return found
    return replace(found, trust=tuple(one for one in found.trust if one != NO_POINT))


def _bare(numbers: list[dict[str, Any]], where: list[Any]) -> Relation:
    """What no point that meets the conditions makes true."""
    return as_relation(
        {"vars": numbers, "where": where, "left": ["q", "1"], "op": "<=", "right": ["q", "0"]}
    )


def _met_at(numbers: list[dict[str, Any]], where: list[Any], point: Mapping[str, Any]) -> bool:
    """Whether this point meets the conditions, exactly."""
    refuted = {"statement": _bare(numbers, where).tree, "point": dict(point)}
    try:
        return check_counterexample(refuted).accepted
    except KeyError:  # an entry of a sequence of which the point says nothing
        return False


def _met(numbers: list[dict[str, Any]], where: list[Any]) -> bool:
    """Whether a point was found that meets the conditions."""
    bare = _bare(numbers, where)
    found = sampled(bare)
    if found.point is None and (put_in := without_definitions(bare)) is not None:
        bare, found = put_in, sampled(put_in)
    return found.point is not None or (found.met > 0 and any(c.op == "=" for c in bare.where))


def _about(tree: Tree, names: frozenset[str]) -> bool:
    """Whether a tree is of numbers, and of these alone."""
    return pure(tree) and names_in(tree) <= names | _indices(tree)


def _indices(tree: Tree) -> frozenset[str]:
    """What the sums and products of a tree run over."""
    own = frozenset({tree[1]}) if tree[0] in ("sum", "prod") else frozenset()
    return own.union(*(_indices(a) for a in tree[1:] if isinstance(a, list)))


def _rooted(left: Tree, op: str, right: Tree) -> list[Any]:
    """An equation for a power of a variable as one for the variable: its root is a solution."""
    for power, other in ((left, right), (right, left)):
        lone = power[0] == "^" and power[1][0] == "v" and power[1][1] not in names_in(other)
        if op == "=" and lone and power[2] > 1:
            return [power[1], "=", ["root", power[2], other]]
    return [left, op, right]
