"""Provers: they look for a certificate, hand it to the checker, and report what it said.

Nothing here is trusted.  A claim's check calls one of these functions and returns its outcome:

    certify(relation, budget)         refute or prove it by whatever works, within time and memory
    explain(relation)                 the whole search as a tree
    best_constant(relation, "c")      the best value of a constant, between a proof and a point
    identity(left, right)             both sides have the same normal form
    visible(left, op, right, gap=)    the sign of right - left (or of the gap) can be read off
    inequality(relation)              sign, derivative chain, then boxes: the quickest three
    follows(left, right, premises)    left <= right as a weighted sum of premises
    counterexample(relation, ...)     the statement fails at this rational point
    witness(relation, ...)            the same, not decided yet: what a refutation hands over
    positive_semidefinite(matrix)     exact L D L^T
    matrix_inequality(F_0, [F_i])     a rational solution, or a dual matrix that excludes any
    integral(f, x, a, b, op, bound)   rigorous quadrature
    enumeration(relation, ...)        for finitely many integers, case by case
    induction(relation, ...)          for all natural numbers; sequences by Rule and First

Before any proof is tried, the statement is evaluated exactly at rational points of its domain: a
wrong one is mostly refuted at once, with the point.
"""

from workbench.rigor.provers.certify import METHODS, Budget, certify
from workbench.rigor.provers.constants import Bracket, best_constant
from workbench.rigor.provers.enumerations import enumeration
from workbench.rigor.provers.equations import identity, induction, same
from workbench.rigor.provers.explain import Explanation, explain
from workbench.rigor.provers.falsify import falsify
from workbench.rigor.provers.inequalities import inequality, visible
from workbench.rigor.provers.integrals import integral, integral_enclosure
from workbench.rigor.provers.matrices import positive_semidefinite
from workbench.rigor.provers.outcomes import TRUST, counterexample, enclosure, witness
from workbench.rigor.provers.premises import follows
from workbench.rigor.provers.semidefinite import matrix_inequality
from workbench.symbolic import First, Rule

__all__ = [
    "METHODS",
    "TRUST",
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
