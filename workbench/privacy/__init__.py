"""Private mechanisms as data, the curators that run them, and what they cost."""

from workbench.privacy.accounting import AccountingCurator, StepCost
from workbench.privacy.calibration import (
    laplace_epsilon,
    laplace_scale,
    prop31_scale,
    split_budget,
    uniform_scale,
)
from workbench.privacy.curators import Curator, NoiselessCurator, TrustedCurator
from workbench.privacy.datasets import NEIGHBOURING, Dataset, changed_record
from workbench.privacy.mechanisms import Laplace
from workbench.privacy.mutants import FAULTS, Fault, Mutant
from workbench.privacy.paired import PairedCurator
from workbench.privacy.queries import Query

__all__ = [
    "FAULTS",
    "NEIGHBOURING",
    "AccountingCurator",
    "Curator",
    "Dataset",
    "Fault",
    "Laplace",
    "Mutant",
    "NoiselessCurator",
    "PairedCurator",
    "Query",
    "StepCost",
    "TrustedCurator",
    "changed_record",
    "laplace_epsilon",
    "laplace_scale",
    "prop31_scale",
    "split_budget",
    "uniform_scale",
]
