"""What the provers of `certify` hand to each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.rigor.check.kinds import prove
from workbench.symbolic import Condition, Expr, Relation, Variable

Evidence = tuple[dict[str, Any] | None, str]  # a certificate without its statement, or why not
ProvePart = Callable[[Relation], Evidence]


class Unfit(Exception):
    """The statement does not have the shape that a method is for."""


def as_relation(s: dict[str, Any]) -> Relation:
    """A statement of the checker as a relation."""
    where = tuple(Condition(Expr.from_tree(a), op, Expr.from_tree(b)) for a, op, b in s["where"])
    return Relation(
        Expr.from_tree(s["left"]), s["op"], Expr.from_tree(s["right"]), where,
        tuple(Variable(**v) for v in s["vars"]),
    )  # fmt: skip


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
