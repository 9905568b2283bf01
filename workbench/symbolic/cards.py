"""What a statement looks like in a notebook: formula, conditions, and that nobody ran it."""

from __future__ import annotations

from typing import Any

from workbench.display import NOT_RUN, card


class StatementCard:
    """The display of a statement as encoded; `latex` gives its formula."""

    __slots__ = ()

    def _repr_html_(self: Any) -> str:
        variables = getattr(self, "variables", ())
        where = [
            *(c.latex() for c in getattr(self, "where", ())),
            *(c.latex() for v in variables for c in v.conditions()),
        ]
        rows = [
            ("variables", ", ".join(f"`{v.name}`: {v.domain()}" for v in variables)),
            ("needs", [rf"\({o.latex()}\)" for o in getattr(self, "requires", ())]),
            ("digest", f"`{self.digest}`"),
        ]
        name = type(self).__name__
        return card(f"{name}, as encoded", rows, mark=NOT_RUN, formula=self.latex(), where=where)

    def _repr_latex_(self: Any) -> str:
        return rf"$\displaystyle {self.latex()}$"
