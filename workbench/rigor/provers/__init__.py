"""Provers: they look for a certificate, hand it to the checker, and report what it said.

Nothing here is trusted.  A claim's check calls one of these functions and returns its outcome:

    identity(left, right)             both sides have the same normal form
    inequality(relation)              sign, derivative chain, then boxes, in the order that works
    counterexample(relation, ...)     the statement fails at this rational point
    positive_semidefinite(matrix)     exact L D L^T
    induction(relation, ...)          an identity for all natural numbers

Before any proof is tried, the statement is evaluated exactly at rational points of its domain: a
wrong one is mostly refuted at once, with the point.
"""

from workbench.rigor.provers.equations import identity, induction, same
from workbench.rigor.provers.falsify import falsify
from workbench.rigor.provers.inequalities import inequality
from workbench.rigor.provers.matrices import positive_semidefinite
from workbench.rigor.provers.outcomes import TRUST, counterexample, enclosure

__all__ = [
    "TRUST",
    "counterexample",
    "enclosure",
    "falsify",
    "identity",
    "induction",
    "inequality",
    "positive_semidefinite",
    "same",
]
