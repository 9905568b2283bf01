"""The levels of an audit that look inside a mechanism; each finding is judged from its own numbers.

    A  the model     the exact law of the loss: does the claim follow?  No sampling.
    B  conformance   does the sampler follow the density that it declares?
    C  likelihood    exact log-ratios of draws; says something about the declared law only
    D  two samples   outputs only (workbench.audit.black_box); needs no model at all

A verdict is a property of the numbers that a finding holds, so that whoever reads them from a file
can judge again.  What A and C say counts only as long as B finds no fault.
"""

import math
from dataclasses import dataclass
from typing import Literal, Protocol

from scipy.special import betaincinv

from workbench.audit.coins import ROUNDING, SEEN
from workbench.audit.conformance import ConformanceRow
from workbench.audit.finding import BlackBoxAudit
from workbench.privacy.confidence import clopper_pearson_lower

AuditVerdict = Literal["violation", "model mismatch", "no violation found", "underpowered"]

NAMES = {
    "A": "model",
    "B": "conformance",
    "C": "likelihood ratio",
    "D": "two samples",
    "bits": "exponents of the lowest set bits of outputs",
}
ORDERS = ("dataset", "neighbour")
"""The side that draws come from: the direction of a finding."""


class Finding(Protocol):
    """What one level says about one pair."""

    @property
    def level(self) -> str:
        """A, B, C, D or bits."""

    @property
    def pair(self) -> int:
        """Number of the pair."""

    @property
    def verdict(self) -> AuditVerdict:
        """What the level may say."""

    @property
    def epsilon_lower(self) -> float:
        """Lower bound for epsilon of the pair at the claim's delta."""

    @property
    def words(self) -> str:
        """The witness, or what was seen."""

    @property
    def power(self) -> str:
        """What would have been found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFinding:
    """Level A: the exact privacy curve of the pair lies within [lower, upper] at the claim.

    `epsilon_lower` is the largest epsilon tried at which the curve is above delta, 0 if none.
    """

    pair: int
    side: str
    epsilon: float
    delta: float
    lower: float
    upper: float
    epsilon_lower: float
    level: Literal["A"] = "A"

    @property
    def verdict(self) -> AuditVerdict:
        return "violation" if self.lower > self.delta else "no violation found"

    @property
    def words(self) -> str:
        claim = "follows from" if self.upper <= self.delta else "is not decided by"
        claim = "is contradicted by" if self.lower > self.delta else claim
        curve = f"[{self.lower:.6g}, {self.upper:.6g}]"
        if abs(self.lower - self.delta) < 1e-4 * self.delta:  # a near miss: all the digits
            curve = f"[{self.lower!r}, {self.upper!r}]"
        return (
            f"the declared law has delta({self.epsilon:g}) in {curve} on the {self.side}, claimed "
            f"{self.delta:g}: the claim {claim} it on this pair"
        )

    @property
    def power(self) -> str:
        return "Exact for the declared law; says nothing about the code that draws."


@dataclass(frozen=True, slots=True, kw_only=True)
class ConformanceFinding:
    """Level B: tests of the sampler against the declared density, at level alpha together.

    `residuals` counts the numbers whose whole distribution was tested, 0 if none are declared.
    """

    pair: int
    rows: tuple[ConformanceRow, ...]
    alpha: float
    residuals: int = 0
    level: Literal["B"] = "B"

    @property
    def rejected(self) -> tuple[ConformanceRow, ...]:
        """The tests that reject; each has an equal share of alpha."""
        return tuple(row for row in self.rows if row.p_value <= self.alpha / len(self.rows))

    @property
    def verdict(self) -> AuditVerdict:
        return "model mismatch" if self.rejected else "no violation found"

    @property
    def epsilon_lower(self) -> float:
        return 0.0

    @property
    def words(self) -> str:
        if not self.rejected:
            return f"{len(self.rows)} tests of the sampler pass"
        return "; ".join(
            f"{row.name}: {row.measured:.6g}, expected {row.expected:.6g} (p = {row.p_value:.2g})"
            for row in self.rejected
        )

    @property
    def power(self) -> str:
        if not self.residuals:
            return "No residuals are declared: noise that depends on other noise is not seen."
        far = math.sqrt(2 * math.log(2 * len(self.rows) / self.alpha) / self.residuals)
        return (
            f"A distribution function of the residuals that is off by {far:.2g} somewhere would "
            "have been found with probability 0.95; what is no residual is not seen."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RatioFinding:
    """Level C: what the exact log-ratios of `trials` draws on one side say.

    delta = 0: `largest` is the largest log-ratio seen, less its rounding error; a refutation needs
    no error level.  delta > 0: X = weight (1 - exp(e - L))_+, cut at `cap`, has mean at most
    delta(e); it was rounded at random to 0 or `cap`, and `hits` were `cap` at e = `epsilon_lower`.
    The same uniforms serve every e, so hits fall in e, and the e found by bisection is a bound.
    """

    pair: int
    side: str
    epsilon: float
    delta: float
    alpha: float
    trials: int
    largest: float
    hits: int = 0
    cap: float = 1.0
    tilt: float = 0.0
    at: float = 0.0
    level: Literal["C"] = "C"

    @property
    def epsilon_lower(self) -> float:
        if self.delta == 0:
            return max(0.0, self.largest)
        return self.at if self.delta_lower > self.delta else 0.0

    @property
    def delta_lower(self) -> float:
        """Lower confidence bound for delta(epsilon_lower), delta > 0 only."""
        return delta_lower(self.hits, self.trials, cap=self.cap, alpha=self.alpha)

    @property
    def verdict(self) -> AuditVerdict:
        if self.epsilon_lower > self.epsilon:
            return "violation"
        if self.delta == 0:
            return "no violation found"
        most = delta_lower(self.trials, self.trials, cap=self.cap, alpha=self.alpha)
        return "no violation found" if most > self.delta else "underpowered"

    @property
    def words(self) -> str:
        if self.delta == 0:
            return (
                f"largest log-ratio of {self.trials} draws on the {self.side}: {self.largest:.6g}"
            )
        tilted = f", tilted by {self.tilt:.3g}" if self.tilt else ""
        return (
            f"delta({self.at:.6g}) >= {self.delta_lower:.4g} ({self.hits} of {self.trials} hits "
            f"of size {self.cap:.3g} on the {self.side}{tilted})"
        )

    @property
    def power(self) -> str:
        if self.delta == 0:
            rare = -math.expm1(math.log1p(-SEEN) / self.trials)
            return (
                f"An event of probability {rare:.2g} with log-ratio above the claim would have "
                f"been seen with probability {SEEN}."
            )
        low, high = 0, self.trials + 1
        while high - low > 1:
            middle = (low + high) // 2
            enough = delta_lower(middle, self.trials, cap=self.cap, alpha=self.alpha) > self.delta
            low, high = (low, middle) if enough else (middle, high)
        if high > self.trials:
            return "Too few draws: no outcome would have refuted the claim."
        least = self.cap * float(betaincinv(high, self.trials - high + 1, SEEN))
        return (
            f"A loss with delta({self.epsilon:g}) of {least:.3g} or more would have been found "
            f"with probability {SEEN}."
        )


def delta_lower(hits: int, trials: int, *, cap: float, alpha: float) -> float:
    """Lower confidence bound for a mean of {0, cap} variables: Clopper-Pearson, rounded down."""
    if hits == 0:
        return 0.0
    return cap * clopper_pearson_lower(hits, trials, alpha=alpha) * (1 - ROUNDING)


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoSampleFinding:
    """Level D, or the bits of outputs: a black-box audit of one pair."""

    pair: int
    audit: BlackBoxAudit
    level: Literal["D", "bits"] = "D"

    @property
    def alpha(self) -> float:
        return self.audit.alpha

    @property
    def verdict(self) -> AuditVerdict:
        return self.audit.verdict

    @property
    def epsilon_lower(self) -> float:
        return self.audit.epsilon_lower

    @property
    def words(self) -> str:
        return "; ".join(map(str, self.audit.last)) or "no event was chosen"

    @property
    def power(self) -> str:
        return f"{self.audit.power} {self.audit.looked}"


AnyFinding = ModelFinding | ConformanceFinding | RatioFinding | TwoSampleFinding


def verdict_of_all(findings: tuple[AnyFinding, ...]) -> AuditVerdict:
    """The verdict of an audit: bits apart, and A and C only where the sampler is as declared."""
    ours = [f for f in findings if f.level != "bits"]
    mismatch = any(f.verdict == "model mismatch" for f in ours)
    counted = [f for f in ours if f.level == "D" or not mismatch]
    if any(f.verdict == "violation" for f in counted):
        return "violation"
    if mismatch:
        return "model mismatch"
    able = any(_could_refute(f) for f in ours)
    return "no violation found" if able else "underpowered"


def _could_refute(finding: AnyFinding) -> bool:
    """Whether some outcome of this level would have refuted the claim; B never does."""
    if isinstance(finding, ModelFinding):
        return finding.upper <= finding.delta
    return finding.level != "B" and finding.verdict != "underpowered"


def lower_of_all(findings: tuple[AnyFinding, ...]) -> float:
    """The largest lower bound that counts."""
    ours = [f for f in findings if f.level != "bits"]
    mismatch = any(f.verdict == "model mismatch" for f in ours)
    return max((f.epsilon_lower for f in ours if f.level == "D" or not mismatch), default=0.0)
