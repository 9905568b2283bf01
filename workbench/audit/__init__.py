"""Attacks on privacy claims: exact likelihood ratios, tests of samplers, black-box audits."""

from workbench.audit.black_box import black_box
from workbench.audit.conformance import Conformance, ConformanceRow, check_residuals
from workbench.audit.finding import BlackBoxAudit, Recheck, recheck
from workbench.audit.likelihood_ratio import (
    DeltaBound,
    LikelihoodRatioAudit,
    Verdict,
    Witness,
    likelihood_ratio_audit,
)
from workbench.audit.observed import Observed, constant_dataset
from workbench.audit.outcomes import MechanismError

__all__ = [
    "BlackBoxAudit",
    "Conformance",
    "ConformanceRow",
    "DeltaBound",
    "LikelihoodRatioAudit",
    "MechanismError",
    "Observed",
    "Recheck",
    "Verdict",
    "Witness",
    "black_box",
    "check_residuals",
    "constant_dataset",
    "likelihood_ratio_audit",
    "recheck",
]
