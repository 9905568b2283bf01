"""What a statement looks like in a notebook: formula, conditions, and that nobody ran it."""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from typing import Any

from workbench.display import NOT_RUN, card
from workbench.symbolic.expr import variable
from workbench.symbolic.latex import domain


def domain_of(statement: object) -> tuple[str, ...]:
    """The side conditions of a relation and the domains of its variables, as LaTeX.

    Theorems and orders say theirs in their own text.  What was said once of a statement of which
    only the text is left, as in an index of claims, is its `domain`.
    """
    if (said := getattr(statement, "domain", None)) is not None:
        return tuple(said)
    relation: Any = getattr(statement, "relation", statement)
    variables = getattr(relation, "variables", ())
    conditions = [
        *getattr(relation, "where", ()),
        *(c for v in variables if v.sort != "seq" for c in v.conditions()),
    ]
    entries = [domain(v.tree) for v in variables if v.sort == "seq" and v.conditions()]
    whole = [variable(v.name).latex() for v in variables if v.sort == "int"]
    integers = [rf"{', '.join(whole)} \in \mathbb{{Z}}"] if whole else []
    return (*(c.latex() for c in conditions), *entries, *integers)


def digest_of(tree: Any) -> str:  # noqa: ANN401 - JSON
    """SHA-256 of the canonical JSON form, first 16 hexadecimal digits."""
    text = json.dumps(tree, sort_keys=True, separators=(",", ":"), check_circular=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class StatementCard(ABC):
    """What a claim may declare, with its display; `latex` gives its formula."""

    __slots__ = ()

    @abstractmethod
    def latex(self) -> str:
        """The statement as encoded."""

    @property
    def digest(self: Any) -> str:
        """SHA-256 of the canonical JSON form of its tree, first 16 hexadecimal digits."""
        return digest_of(self.tree)

    def _repr_html_(self) -> str:
        variables = getattr(self, "variables", ())
        rows = [
            ("variables", ", ".join(f"`{v.name}`: {v.domain()}" for v in variables)),
            ("needs", [rf"\({o.latex()}\)" for o in getattr(self, "requires", ())]),
            ("digest", f"`{self.digest}`"),
        ]
        name = type(self).__name__
        return card(
            f"{name}, as encoded", rows, mark=NOT_RUN, formula=self.latex(), where=domain_of(self)
        )

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex()}$"
