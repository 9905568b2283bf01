"""Statements as frozen expression trees, with their variables, conditions and obligations."""

from workbench.symbolic.expr import DomainObligation, Expr, obligations, substitute
from workbench.symbolic.freeze import freeze, to_sympy
from workbench.symbolic.relation import Condition, Relation, Variable, relation

__all__ = [
    "Condition",
    "DomainObligation",
    "Expr",
    "Relation",
    "Variable",
    "freeze",
    "obligations",
    "relation",
    "substitute",
    "to_sympy",
]
