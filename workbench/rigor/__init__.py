"""Certificates: provers propose them, `workbench.rigor.check` accepts or rejects them.

Importing this package must not import sympy, because `workbench recheck` runs the checkers alone;
the provers load on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.rigor.provers.certify import METHODS, Budget, certify
    from workbench.rigor.provers.constants import Bracket, best_constant
    from workbench.rigor.provers.enumerations import enumeration
    from workbench.rigor.provers.equations import identity, induction, same
    from workbench.rigor.provers.explain import Explanation, explain
    from workbench.rigor.provers.falsify import falsify
    from workbench.rigor.provers.inequalities import inequality, visible
    from workbench.rigor.provers.integrals import integral, integral_enclosure
    from workbench.rigor.provers.matrices import positive_semidefinite
    from workbench.rigor.provers.outcomes import counterexample, enclosure, witness
    from workbench.rigor.provers.premises import follows
    from workbench.rigor.provers.semidefinite import matrix_inequality
    from workbench.symbolic import First, Rule

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
