"""Claims, checks, outcomes and verdicts: the vocabulary of the workbench."""

from workbench.claims.cases import Encodes, Example
from workbench.claims.check import Check, Outcomes
from workbench.claims.claim import Claim
from workbench.claims.deciding import all_of, argued, fails, holds, inconclusive, refused
from workbench.claims.evidence import CheckResult, Evidence, Verdict
from workbench.claims.outcome import (
    Counterexample,
    Encoded,
    Figure,
    Grade,
    Obligation,
    Outcome,
    Plot,
)
from workbench.claims.paper import Library, Paper, PaperFailure, collect, load
from workbench.claims.run import Run, derive_seed
from workbench.claims.variants import Variant, because, broken, dropped
from workbench.claims.verdict import judge

__all__ = [
    "Check",
    "CheckResult",
    "Claim",
    "Counterexample",
    "Encoded",
    "Encodes",
    "Evidence",
    "Example",
    "Figure",
    "Grade",
    "Library",
    "Obligation",
    "Outcome",
    "Outcomes",
    "Paper",
    "PaperFailure",
    "Plot",
    "Run",
    "Variant",
    "Verdict",
    "all_of",
    "argued",
    "because",
    "broken",
    "collect",
    "derive_seed",
    "dropped",
    "fails",
    "holds",
    "inconclusive",
    "judge",
    "load",
    "refused",
]
