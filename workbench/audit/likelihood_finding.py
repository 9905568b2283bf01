"""What a likelihood-ratio audit found, in words, in JSON, and in a notebook.

The JSON holds the numbers that the verdict follows from: the largest log-ratio with its rounding
error, the wealth of the test at the certified level, the p-values of the conformance battery.
`recheck_likelihood_ratio(text)` judges them again.
"""

import json
import math
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np

from workbench.audit.conformance import Conformance, ConformanceRow
from workbench.audit.finding import Recheck
from workbench.audit.tilted import SEEN, TiltedBound
from workbench.display import card
from workbench.errors import EvidenceError
from workbench.privacy import NEIGHBOURING

SCHEMA = "workbench-likelihood-ratio/1"

MEASURES = ("measured", "expected", "p_value")

SIDES = {"first": "dataset", "second": "neighbour"}


class LikelihoodVerdict(StrEnum):
    """What an audit can say."""

    VIOLATION = "violation"
    MODEL_MISMATCH = "model mismatch"
    NO_VIOLATION_FOUND = "no violation found"
    UNDERPOWERED = "underpowered"


@dataclass(frozen=True, slots=True)
class Witness:
    """The transcript with the largest |log-ratio|, less its rounding error.

    `order` says which dataset the run was made on, `steer` which way its noise was pushed (0: an
    honest draw).
    """

    order: str
    steer: int
    trial: int
    log_ratio: float
    rounding: float

    @property
    def epsilon(self) -> float:
        """Certified lower bound on the pure privacy loss."""
        if math.isinf(self.log_ratio):
            return math.inf
        return max(0.0, float(np.nextafter(abs(self.log_ratio) - self.rounding, -np.inf)))


@dataclass(frozen=True, slots=True)
class DeltaBound:
    """Lower confidence bound for delta(epsilon) of this pair in one order."""

    epsilon: float
    order: str
    mean: float
    lower: float
    alpha: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LikelihoodRatioAudit:
    """Everything one audit found; nothing in it is a certificate of privacy.

    `conformance` is None for a mechanism that declares its density: its sampler was not looked at.
    `bound` is there where the claim has a delta > 0.
    """

    epsilon: float
    witness: Witness
    exceeding: int
    trials: int
    deltas: tuple[DeltaBound, ...]
    conformance: Conformance | None
    false_sensitivity: str | None
    alpha: float
    delta: float = 0.0
    bound: TiltedBound | None = None
    neighbouring: str = NEIGHBOURING
    mechanism: str = "run"
    samples: int = 0
    seconds: float = field(default=0.0, compare=False)
    reproduce: str = ""

    @property
    def confidence(self) -> float:
        """Probability that no statement is false."""
        return 1 - self.alpha

    @property
    def words(self) -> str:
        """The witness: what was seen, and how often."""
        if self.bound is not None:
            return (
                f"delta({self.bound.epsilon:.6g}) above {self.delta:g}: transcripts on the "
                f"{SIDES[self.bound.order]}, tilted by {self.bound.tilt:.4g}, gave wealth "
                f"exp({self.bound.log_wealth:.2f}) at error level {self.bound.alpha:.3g}"
            )
        how = f", noise pushed {'up' if self.witness.steer > 0 else 'down'}"
        return (
            f"transcript {self.witness.trial} on the {SIDES[self.witness.order]}"
            f"{how if self.witness.steer else ''}: log-ratio {self.witness.log_ratio:.6g} "
            f"(rounding {self.witness.rounding:.1g}); {self.exceeding} drawn transcripts are above "
            "the claim"
        )

    @property
    def epsilon_lower(self) -> float:
        """Lower bound on epsilon at the claimed delta.

        For delta = 0 it is the witness's, and costs no error probability; for delta > 0 it holds
        but for the probability `bound.alpha`.
        """
        return self.witness.epsilon if self.bound is None else self.bound.epsilon

    @property
    def ratio(self) -> float:
        """Lower bound over claim: above 1 refutes, near 1 means the claim is tight."""
        return self.epsilon_lower / self.epsilon

    @property
    def verdict(self) -> LikelihoodVerdict:
        """The gravest finding."""
        if self.epsilon_lower > self.epsilon:
            return LikelihoodVerdict.VIOLATION
        mismatch = self.conformance is not None and not self.conformance.holds
        if mismatch or self.false_sensitivity is not None:
            return LikelihoodVerdict.MODEL_MISMATCH
        able = self.bound is None or self.bound.could_refute
        return LikelihoodVerdict.NO_VIOLATION_FOUND if able else LikelihoodVerdict.UNDERPOWERED

    @property
    def detectable_probability(self) -> float:
        """Probability of {|L| > epsilon} at which it would have been seen (with chance 0.95)."""
        return float(-np.expm1(np.log1p(-SEEN) / self.trials))

    @property
    def power(self) -> str:
        """What would have been found, in words."""
        seen = (
            "An event with log-ratio above the claim and probability "
            f"{self.detectable_probability:.2g} on either dataset"
        )
        if self.bound is not None:
            return self.bound.power
        noise = ""
        if self.conformance is not None:
            small = self.conformance.detectable_scale
            noise = f", or noise below {small:.3f} times its declared scale,"
        return f"{seen}{noise} would have been found with probability {SEEN}."

    def __str__(self) -> str:
        """One line for a person."""
        at, drawn = "", f"{self.trials} transcripts per order"
        if self.bound is not None:
            at, drawn = f" at delta = {self.delta:g}", f"{self.bound.samples} transcripts"
        return (
            f"{self.verdict}: epsilon >= {self.epsilon_lower:.6g}{at} on this pair, claimed "
            f"{self.epsilon:.6g} (ratio {self.ratio:.6g}, {drawn})"
        )

    def to_json(self) -> str:
        """One JSON document; `audit.recheck` judges its numbers again."""
        document = {
            "schema": SCHEMA,
            **asdict(self),
            "verdict": str(self.verdict),
            "epsilon_lower": self.epsilon_lower,
            "confidence": self.confidence,
            "words": self.words,
            "power": self.power,
        }
        return json.dumps(_plain(document), indent=1, sort_keys=True, allow_nan=False)

    def _repr_html_(self) -> str:
        """The same as a table for a notebook."""
        rows = [
            ("claim", f"epsilon = {self.epsilon:g}, delta = {self.delta:g}"),
            ("found", f"epsilon >= {self.epsilon_lower:.6g} (confidence {self.confidence:.6g})"),
            ("witness", self.words),
            ("power", self.power),
            ("sampler", _battery(self.conformance)),
            ("sensitivity", self.false_sensitivity or "no claimed sensitivity was exceeded"),
            ("effort", f"{self.samples} transcripts, {self.seconds:.2f} s"),
            ("repeat", self.reproduce),
        ]
        return card(self.mechanism, rows, mark=self.verdict)


def _battery(conformance: Conformance | None) -> str:
    if conformance is None:
        return "not looked at: the mechanism declares its density"
    bad = ", ".join(row.name for row in conformance.rejected)
    return f"contradicts its density: {bad}" if bad else f"{len(conformance.rows)} tests pass"


def _plain(x: Any) -> Any:  # noqa: ANN401
    """Infinities as words: JSON has none."""
    if isinstance(x, dict):
        return {k: _plain(v) for k, v in x.items()}
    if isinstance(x, list | tuple):
        return [_plain(v) for v in x]
    return repr(x) if isinstance(x, float) and not math.isfinite(x) else x


def recheck_likelihood_ratio(document: dict[str, Any]) -> Recheck:
    """Judge the numbers of a document of to_json() again; raise if its verdict does not follow."""
    try:
        witness = document["witness"]
        numbers = {k: float(witness[k]) for k in ("log_ratio", "rounding")}
        battery, bound = document["conformance"], document["bound"]
        if battery is not None:
            rows = tuple(
                ConformanceRow(row["name"], *(float(row[k]) for k in MEASURES))
                for row in battery["rows"]
            )
            battery = Conformance(rows, battery["alpha"], battery["residuals"])
        found = LikelihoodRatioAudit(
            epsilon=float(document["epsilon"]),
            witness=Witness(**(witness | numbers)),
            exceeding=document["exceeding"],
            trials=document["trials"],
            deltas=(),
            conformance=battery,
            false_sensitivity=document["false_sensitivity"],
            alpha=float(document["alpha"]),
            delta=float(document["delta"]),
            bound=None if bound is None else TiltedBound(**bound),
        )
        told, lower = document["verdict"], float(document["epsilon_lower"])
    except (KeyError, TypeError, ValueError) as error:
        raise EvidenceError(
            f"the document has no usable entry {error}.\n  Pass the text of to_json(), unchanged."
        ) from error
    rich = found.bound is None or found.bound.epsilon == 0 or found.bound.refuted
    if (str(found.verdict), found.epsilon_lower) != (told, lower) or not rich:
        raise EvidenceError(
            f"verdict = {told!r} with epsilon >= {lower} does not follow from the numbers, which "
            f"give {str(found.verdict)!r} and {found.epsilon_lower}.\n"
            "  The document was changed, or comes from another version; audit again."
        )
    return Recheck(told, lower, found.confidence, found.power)
