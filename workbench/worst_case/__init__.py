"""Worst cases of first-order methods as theorems: performance estimation with exact proofs.

A method is a list of equations between points and gradients, the function or operator is any
member of a class, and the worst case of a measure under an initial condition is the optimum of a
semidefinite programme (Drori and Teboulle; Taylor, Hendrickx and Glineur).  Here both sides of it
are exact: an upper bound by rational multipliers of the class's inequalities, and a lower bound by
an instance in rational numbers.  The solver is never believed; `rigor.check.worst_case` builds
every inequality anew and accepts or refuses.

    >>> from workbench.worst_case import PerformanceProblem, worst_case
    >>> problem = PerformanceProblem()
    >>> f = problem.oracle("smooth-convex", L=1)
    >>> x, best = problem.vector("x0"), f.stationary("best")
    >>> problem.require((x - best) ** 2 <= 1)
    >>> for _ in range(2):
    ...     x = x - f.gradient(x)
    >>> problem.measure(f.value(x) - f.value(best))
    >>> answer = worst_case(problem, sharp=True)
    >>> answer.lower, answer.upper
    (Fraction(1, 10), Fraction(1, 10))

PerformanceProblem
              points, oracles, conditions, measures; classes: see `rigor.check.interpolation`
worst_case    the bracket, with a certificate for each side; `sharp` also tries a short fraction
              between the sides as the exact value
at_most       the same as the outcome of a claim "the worst case is at most ..."
from_pepit    the bracket of a `PEP` of PEPit, as its users wrote it
from_autolyap the same for an inclusion problem and an algorithm of AutoLyap
MethodFamily  a method with a bound for every number of steps and every parameter, and a potential
seek_potential
              a potential of a given form for such a method, with sought coefficients
prove_family  its proof as data: multipliers fitted by formulas; `textbook` has examples

The bounds hold in every dimension; an instance lives in one of at most as many dimensions as there
are free vectors.  Classes whose known inequalities are only necessary have no lower bound.  Where a
problem has no interior, and its data are rounded surds, the exact problem can differ from the one
that was meant by more than any rounding of its solution can mend: then a side stays None.
"""

from workbench.worst_case.answer import Seconds, WorstCaseBounds, at_most, worst_case
from workbench.worst_case.autolyap import from_autolyap, read_autolyap
from workbench.worst_case.combinations import LinearCondition, Number, Vector
from workbench.worst_case.families import MethodFamily
from workbench.worst_case.family_prover import FamilyProof, prove_family
from workbench.worst_case.language import Oracle, PerformanceProblem
from workbench.worst_case.lyapunov import SoughtPotential, seek_potential
from workbench.worst_case.numbers import square_root
from workbench.worst_case.pepit import from_pepit, read_pepit

__all__ = [
    "FamilyProof",
    "LinearCondition",
    "MethodFamily",
    "Number",
    "Oracle",
    "PerformanceProblem",
    "Seconds",
    "SoughtPotential",
    "Vector",
    "WorstCaseBounds",
    "at_most",
    "from_autolyap",
    "from_pepit",
    "prove_family",
    "read_autolyap",
    "read_pepit",
    "seek_potential",
    "square_root",
    "worst_case",
]  # fmt: skip
