"""What the provers of `certify` hand to each other."""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workbench.rigor.check.kinds import prove
from workbench.rigor.check.trees import Tree
from workbench.symbolic import Condition, Expr, Relation, Variable

Evidence = tuple[dict[str, Any] | None, str]  # a certificate without its statement, or why not
# (left, op, right) in the variables of the statement, or a relation of which only that counts; or
# a relation about variables of its own, with an expression for each of them; or (left, op, right,
# facts), where left and right have sums over one range, and the facts are about their terms
Fact = (
    Relation
    | tuple[Any, Any, Any]
    | tuple[Relation, Mapping[str, Any]]
    | tuple[Any, Any, Any, Sequence[Any]]
)
ProvePart = Callable[[Relation], Evidence]


class Unfit(Exception):
    """The statement does not have the shape that a method is for."""


def as_relation(s: dict[str, Any]) -> Relation:
    """A statement of the checker as a relation."""
    where = tuple(Condition(expression(a), op, expression(b)) for a, op, b in s["where"])
    return Relation(
        expression(s["left"]), s["op"], expression(s["right"]), where,
        tuple(_variable(**v) for v in s["vars"]),
    )  # fmt: skip


def expression(tree: Tree) -> Expr:
    """The expression of a tree; the same one for the same list, so that it is read once.

    Statements of one proof share their conditions, and an expression keeps what was asked of it.
    """
    place = id(tree)
    if place not in _READ:
        _READ[place] = tree, Expr.from_tree(tree)  # kept, so that no other list has its place
        if len(_READ) > _MOST:
            _READ.popitem(last=False)
    return _READ[place][1]


_variable = functools.lru_cache(maxsize=4096)(Variable)  # it keeps its JSON form
_READ: OrderedDict[int, tuple[Tree, Expr]] = OrderedDict()
_MOST = 4096


def from_equation(s: dict[str, Any]) -> dict[str, Any]:
    """An equation in normal form, or one of its conditions as it stands or with exchanged sides."""
    plain = {"kind": "identity"}
    if prove(s, plain).accepted:
        return plain
    for place, (left, op, _) in enumerate(s["where"]):
        if op == "=" and left[0] != "v":  # a variable's equation is put in anyway
            for multiple in ("1", "-1"):
                known = {"kind": "identity", "multiples": [[place, ["q", multiple]]]}
                if prove(s, known).accepted:
                    return known
    return plain
