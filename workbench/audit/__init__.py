"""Attacks on privacy claims: exact likelihood ratios, tests of samplers, black-box audits."""

from workbench.audit.adapters import Additive, Curated
from workbench.audit.black_box import black_box
from workbench.audit.conformance import Conformance, ConformanceRow, check_residuals
from workbench.audit.curves import (
    Approximate,
    Concentrated,
    GaussianPrivacy,
    NotionClaim,
    Renyi,
    TradeOff,
)
from workbench.audit.finding import BlackBoxAudit, Recheck
from workbench.audit.freezing import FrozenRuns, replay_draws
from workbench.audit.leaks import Leak
from workbench.audit.likelihood_finding import (
    DeltaBound,
    LikelihoodRatioAudit,
    LikelihoodVerdict,
    Witness,
)
from workbench.audit.likelihood_notions import LikelihoodNotion, likelihood_notion
from workbench.audit.likelihood_ratio import likelihood_ratio, likelihood_ratio_audit
from workbench.audit.notions import Notions, notions
from workbench.audit.observed import Observed, constant_dataset
from workbench.audit.one_run import Guesses, OneRun, one_run
from workbench.audit.outcomes import MechanismError
from workbench.audit.replay import NoiseCall, Primitive, Replay, replay
from workbench.audit.searching import PairSearch, search
from workbench.audit.stored import from_samples
from workbench.audit.summary import Audit, recheck
from workbench.audit.tradeoff import NotionAudit, audit_notion
from workbench.audit.watching import FrozenDraw
from workbench.audit.whole import audit
from workbench.audit.wrapping import per_call

__all__ = [
    "Additive",
    "Approximate",
    "Audit",
    "BlackBoxAudit",
    "Concentrated",
    "Conformance",
    "ConformanceRow",
    "Curated",
    "DeltaBound",
    "FrozenDraw",
    "FrozenRuns",
    "GaussianPrivacy",
    "Guesses",
    "Leak",
    "LikelihoodNotion",
    "LikelihoodRatioAudit",
    "LikelihoodVerdict",
    "MechanismError",
    "NoiseCall",
    "NotionAudit",
    "NotionClaim",
    "Notions",
    "Observed",
    "OneRun",
    "PairSearch",
    "Primitive",
    "Recheck",
    "Renyi",
    "Replay",
    "TradeOff",
    "Witness",
    "audit",
    "audit_notion",
    "black_box",
    "check_residuals",
    "constant_dataset",
    "from_samples",
    "likelihood_notion",
    "likelihood_ratio",
    "likelihood_ratio_audit",
    "notions",
    "one_run",
    "per_call",
    "recheck",
    "replay",
    "replay_draws",
    "search",
]
