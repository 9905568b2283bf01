"""Attacks on privacy claims: exact likelihood ratios, and tests of the samplers behind them."""

from workbench.audit.conformance import Conformance, ConformanceRow, check_residuals
from workbench.audit.likelihood_ratio import (
    DeltaBound,
    LikelihoodRatioAudit,
    Verdict,
    Witness,
    likelihood_ratio_audit,
)
from workbench.audit.observed import Observed, constant_dataset

__all__ = [
    "Conformance",
    "ConformanceRow",
    "DeltaBound",
    "LikelihoodRatioAudit",
    "Observed",
    "Verdict",
    "Witness",
    "check_residuals",
    "constant_dataset",
    "likelihood_ratio_audit",
]
