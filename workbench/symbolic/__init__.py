"""Statements as frozen expression trees, with their variables, conditions and obligations.

sympy is loaded by what freezes its expressions, and by nothing else: a report is shown without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.symbolic.expr import DomainObligation, Expr, obligations, substitute
from workbench.symbolic.recurrences import Defined, First, Rule
from workbench.symbolic.relation import Relation, relation
from workbench.symbolic.variables import Condition, Variable

if TYPE_CHECKING:
    from workbench.symbolic.declared import declare
    from workbench.symbolic.freezer import freeze, to_sympy

__all__ = [
    "Condition",
    "Defined",
    "DomainObligation",
    "Expr",
    "First",
    "Relation",
    "Rule",
    "Variable",
    "declare",
    "freeze",
    "obligations",
    "relation",
    "substitute",
    "to_sympy",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a function
    if name == "declare":
        from workbench.symbolic.declared import declare

        return declare
    if name not in ("freeze", "to_sympy"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from workbench.symbolic import freezer

    return getattr(freezer, name)
