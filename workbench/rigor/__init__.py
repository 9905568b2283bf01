"""Certificates: provers propose them, `workbench.rigor.check` accepts or rejects them.

Importing this package must not import sympy, because `workbench recheck` runs the checkers alone;
the provers load on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.rigor.provers import (
        METHODS,
        Bracket,
        Budget,
        Explanation,
        First,
        Rule,
        best_constant,
        certify,
        counterexample,
        enclosure,
        enumeration,
        explain,
        falsify,
        follows,
        identity,
        induction,
        inequality,
        integral,
        integral_enclosure,
        matrix_inequality,
        positive_semidefinite,
        same,
        visible,
        witness,
    )

__all__ = [
    "METHODS",
    "Bracket",
    "Budget",
    "Explanation",
    "First",
    "Rule",
    "best_constant",
    "certify",
    "counterexample",
    "enclosure",
    "enumeration",
    "explain",
    "falsify",
    "follows",
    "identity",
    "induction",
    "inequality",
    "integral",
    "integral_enclosure",
    "matrix_inequality",
    "positive_semidefinite",
    "same",
    "visible",
    "witness",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401
    if name in __all__:
        from workbench.rigor import provers

        return getattr(provers, name)
    raise AttributeError(name)
