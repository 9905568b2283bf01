"""Accountant, audits and trials as outcomes of checks: what a claim about an algorithm needs.

    @CLAIM.exact(part="privacy", uses=())
    def accountant_reads_the_budget() -> Outcome:
        return accounted(method.cost(problem, n=n), epsilon=1.0)

    @CLAIM.statistical(part="privacy", corner="the extremal pair", uses=())
    def audit_finds_no_violation(run: Run) -> Outcome:
        return audited(runs, pair, run, epsilon=1.0)

Each function takes what a mutant of the check changes as an argument: less noise in the method, a
fault of the curator, a smaller bound.
"""

from workbench.harness.accounts import accounted, accounted_zcdp
from workbench.harness.audits import (
    Claiming,
    Pair,
    Runs,
    audited,
    audited_zcdp,
    judged,
    sensitivity_is_attained,
)
from workbench.harness.errors import mean_is_below
from workbench.harness.levels import TRUST, error_level

__all__ = [
    "TRUST",
    "Claiming",
    "Pair",
    "Runs",
    "accounted",
    "accounted_zcdp",
    "audited",
    "audited_zcdp",
    "error_level",
    "judged",
    "mean_is_below",
    "sensitivity_is_attained",
]
