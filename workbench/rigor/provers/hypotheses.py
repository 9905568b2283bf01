"""Whether the conditions of a statement can hold together: a point that meets all of them.

Every statement about nothing is true.  Conditions that visibly contradict each other are refused by
the checker (`check.vacuous`); for others a point is looked for here.  It is a counterexample to
`1 <= 0` under the same conditions, so the same search finds it and the same checker decides on it.
That none was found proves nothing; it is said beside what is called proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp

from workbench.claims.deciding import rejections_decide
from workbench.claims.evidence import NO_POINT
from workbench.rigor.check.numbers import SCALARS, pure
from workbench.rigor.check.points import check_counterexample
from workbench.rigor.check.trees import Malformed, Tree, names_in
from workbench.rigor.provers.attempts import as_relation
from workbench.rigor.provers.falsify import sampled, without_definitions
from workbench.symbolic import Relation
from workbench.symbolic.expr import Expr
from workbench.symbolic.freezer import freeze, to_sympy


def reason(found: object, read: Callable[[], object]) -> str:
    """Why a proof is refused: what was found, unless the statement is about nothing.

    read: reads the statement as who judges the whole does; of a false variant nobody wants to know
    """
    try:
        if not rejections_decide():
            read()
    except Malformed as error:
        return str(error)
    return str(found)


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
    ones = {v["name"]: {} if v["sort"] == "seq" else "1" for v in numbers}
    met = (
        not told
        or (point is not None and _met_at(_bare(numbers, told), point))
        or _met_at(_bare(numbers, told), ones)
        or _met(numbers, told)
        or _met(numbers, [_for_one(c, names) for c in told])
    )
    return () if met else (NO_POINT,)


def _bare(numbers: list[dict[str, Any]], where: list[Any]) -> Relation:
    """What no point that meets the conditions makes true."""
    return as_relation(
        {"vars": numbers, "where": where, "left": ["q", "1"], "op": "<=", "right": ["q", "0"]}
    )


def _met_at(bare: Relation | None, point: Mapping[str, Any]) -> bool:
    """Whether this point meets the conditions, exactly, itself or with what they define put in."""
    if bare is None:
        return False
    here = {v.name: point[v.name] for v in bare.variables if v.name in point}
    try:
        met = check_counterexample({"statement": bare.tree, "point": here}).accepted
    except KeyError:  # an entry of a sequence of which the point says nothing
        met = False
    return met or _met_at(without_definitions(bare), point)


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


def _for_one(condition: list[Any], names: frozenset[str]) -> list[Any]:
    """An equation `a x^k + b = 0` with a and b free of a number x, as `x = (-b/a)^(1/k)`.

    It is a proposal, so sympy may make it, as if all numbers were positive.
    """
    left, op, right = condition
    if op != "=":
        return condition
    known = {name: sp.Symbol(name, positive=True) for name in names}
    sides = (to_sympy(Expr.from_tree(one), known) for one in (left, right))
    zero = sp.expand(next(sides) - next(sides))
    for x in sorted(zero.free_symbols & set(known.values()), key=str):
        b, moving = zero.as_independent(x, as_Add=True)
        a, power = moving.as_independent(x, as_Add=False)
        base, k = power.as_base_exp()
        if base == x and k.is_Rational and k > 0:
            return [["v", x.name], "=", freeze((-b / a) ** (1 / k)).tree]
    return condition
