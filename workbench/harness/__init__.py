"""Accountant, audits and trials as outcomes of checks: what a claim about an algorithm needs.

    @examine(CLAIM, accounted=True)
    @broken("half_of_the_noise_overspends", "A sensitivity of L0/n.", noise=0.5)
    def small(*, noise: float = 1.0) -> Case:
        '''Quadratic means, d = 20, n = T = 200, rho = 1/2.'''
        ...
        return Case(method, problem, n=200, pair=problem.extremal_pair(200), rho=0.5)

`examine` registers the standard checks of a `Case` with their mutants.  What it is made of returns
outcomes, and takes what a mutant changes as an argument: a fault of the curator, a smaller bound.
"""

from workbench.harness.accounts import accounted, accounted_zcdp
from workbench.harness.audits import (
    Claiming,
    DatasetPair,
    Runs,
    audited,
    audited_zcdp,
    judged,
    sensitivity_is_attained,
)
from workbench.harness.case import Case
from workbench.harness.draws import once
from workbench.harness.enumeration import every_case
from workbench.harness.errors import mean_is_below
from workbench.harness.examination import examine
from workbench.harness.levels import TRUST, decided, error_level
from workbench.harness.samples import frequency, never_above
from workbench.harness.slopes import derived_exponent, exponent_is

__all__ = [
    "TRUST",
    "Case",
    "Claiming",
    "DatasetPair",
    "Runs",
    "accounted",
    "accounted_zcdp",
    "audited",
    "audited_zcdp",
    "decided",
    "derived_exponent",
    "error_level",
    "every_case",
    "examine",
    "exponent_is",
    "frequency",
    "judged",
    "mean_is_below",
    "never_above",
    "once",
    "sensitivity_is_attained",
]
