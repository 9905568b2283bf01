"""Audit of pure differential privacy by the exact likelihood ratio of the transcript.

The audited code runs against paired curators; each transcript comes with its exact log-ratio L
between the two datasets.  Pure epsilon-DP means |L| <= epsilon for every possible transcript, so

- one transcript with |L| > epsilon refutes the claim, with no statistics and no error level;
- the largest |L| seen, less its rounding error, is a certified lower bound on epsilon;
- transcripts need not be typical: steered runs search for the worst one;
- honest transcripts give lower confidence bounds for delta(e) = E (1 - exp(e - L))_+ at any e.

L is computed from the declared density.  So a battery of conformance tests asks whether the
sampler follows it; only the two together are an audit.  No verdict ever says "private".
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

import numpy as np

from workbench.audit.conformance import Conformance, check_residuals
from workbench.audit.observed import Observed, constant_dataset
from workbench.errors import DataError, PrivacyError, require
from workbench.privacy import NEIGHBOURING, Curator, Dataset, PairedCurator, TrustedCurator
from workbench.privacy.arrays import Array
from workbench.privacy.confidence import betting_lower

MakeRun = Callable[[Curator, int], object]
"""Runs the audited code against a curator, with a number of trials."""

Wrap = Callable[[Curator], Curator]
"""Puts something between the audited code and the curator, such as a planted fault."""

SEEN = 0.95
"""Probability that goes with every statement of power."""


class Verdict(StrEnum):
    """What an audit can say."""

    VIOLATION = "violation"
    FALSE_SENSITIVITY = "false sensitivity"
    MODEL_MISMATCH = "model mismatch"
    NO_VIOLATION_FOUND = "no violation found"


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
    """Everything one audit found; nothing in it is a certificate of privacy."""

    epsilon: float
    witness: Witness
    exceeding: int
    trials: int
    deltas: tuple[DeltaBound, ...]
    conformance: Conformance
    false_sensitivity: str | None
    alpha: float
    neighbouring: str = NEIGHBOURING

    @property
    def epsilon_lower(self) -> float:
        """Certified lower bound on the pure privacy loss; infinite precision costs no alpha."""
        return self.witness.epsilon

    @property
    def ratio(self) -> float:
        """Lower bound over claim: above 1 refutes, near 1 means the claim is tight."""
        return self.epsilon_lower / self.epsilon

    @property
    def verdict(self) -> Verdict:
        """The gravest finding."""
        if self.epsilon_lower > self.epsilon:
            return Verdict.VIOLATION
        if self.false_sensitivity is not None:
            return Verdict.FALSE_SENSITIVITY
        if not self.conformance.holds:
            return Verdict.MODEL_MISMATCH
        return Verdict.NO_VIOLATION_FOUND

    @property
    def detectable_probability(self) -> float:
        """Probability of {|L| > epsilon} at which it would have been seen (with chance 0.95)."""
        return float(-np.expm1(np.log1p(-SEEN) / self.trials))

    @property
    def power(self) -> str:
        """What would have been found, in words."""
        return (
            "An event with log-ratio above the claim and probability "
            f"{self.detectable_probability:.2g} on either dataset, or noise below "
            f"{self.conformance.detectable_scale:.3f} times its declared scale, "
            f"would have been found with probability {SEEN}."
        )

    def __str__(self) -> str:
        """One line for a person."""
        return (
            f"{self.verdict}: epsilon >= {self.epsilon_lower:.6g} on this pair, claimed "
            f"{self.epsilon:.6g} (ratio {self.ratio:.6g}, {self.trials} transcripts per order)"
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Transcripts:
    order: str
    steer: int
    log_ratio: Array
    rounding: Array

    def witness(self) -> Witness:
        certified = np.abs(self.log_ratio) - self.rounding
        i = int(np.argmax(certified))
        return Witness(self.order, self.steer, i, float(self.log_ratio[i]), float(self.rounding[i]))


def likelihood_ratio_audit(
    make_run: MakeRun,
    pair: tuple[Dataset, Dataset],
    *,
    epsilon: float,
    rng: np.random.Generator,
    trials: int = 1000,
    at: Sequence[float] = (),
    alpha: float = 1e-3,
    wrap: Wrap | None = None,
    steered_trials: int = 16,
    conformance_trials: int = 500,
) -> LikelihoodRatioAudit:
    """Audit the claim "make_run is epsilon-DP" on one pair of neighbours.

    `make_run(curator, trials)` runs the audited code.  `alpha` bounds the probability of a false
    statement: half for the conformance battery, half for the delta bounds at the loss levels `at`;
    the verdict VIOLATION spends none of it.

        likelihood_ratio_audit(
            lambda curator, trials: run(method, problem, curator, steps=20, trials=trials),
            problem.extremal_pair(100), epsilon=1.0, rng=rng)
    """
    require(epsilon > 0, "epsilon", epsilon, "is not positive", "Pass the claimed privacy loss.")
    require(trials >= 2, "trials", trials, "is below 2", "Pass at least two transcripts.")
    require(0 < alpha < 1, "alpha", alpha, "is outside (0, 1)", "Pass an error probability.")
    streams = rng.spawn(6)
    plan = [
        ("first", 0, trials, streams[0]),
        ("second", 0, trials, streams[1]),
        ("first", 1, steered_trials, streams[2]),
        ("first", -1, steered_trials, streams[3]),
    ]
    false_sensitivity: str | None = None
    found: list[_Transcripts] = []
    for order, steer, size, stream in plan:
        pairing = pair if order == "first" else pair[::-1]
        try:
            if false_sensitivity is None:
                found.append(_follow(make_run, pairing, order, steer, size, stream, wrap))
                continue
        except PrivacyError as error:
            false_sensitivity = str(error)
        found.append(
            _follow(make_run, pairing, order, steer, size, stream, wrap, check_sensitivity=False)
        )
    honest = found[:2]
    return LikelihoodRatioAudit(
        epsilon=epsilon,
        witness=max((f.witness() for f in found), key=lambda w: w.epsilon),
        exceeding=sum(int((np.abs(f.log_ratio) - f.rounding > epsilon).sum()) for f in honest),
        trials=trials,
        deltas=_delta_bounds(honest, at, alpha / 2),
        conformance=_conformance(
            make_run, pair[0], wrap, min(trials, conformance_trials), alpha / 2, streams[4:]
        ),
        false_sensitivity=false_sensitivity,
        alpha=alpha,
    )


def _follow(
    make_run: MakeRun,
    pair: tuple[Dataset, Dataset],
    order: str,
    steer: int,
    trials: int,
    rng: np.random.Generator,
    wrap: Wrap | None,
    *,
    check_sensitivity: bool = True,
) -> _Transcripts:
    paired = PairedCurator(*pair, rng, steer=steer, check_sensitivity=check_sensitivity)
    curator: Curator = paired if wrap is None else wrap(paired)
    make_run(curator, trials)
    # a wrapper may have replaced the paired curator by a copy: it then shows the copy's readings
    reading = cast(PairedCurator, curator) if hasattr(curator, "log_ratio") else paired
    ratio, rounding = reading.log_ratio, reading.rounding
    if np.isnan(ratio).any():
        raise DataError(
            f"log-ratio of trial {int(np.flatnonzero(np.isnan(ratio))[0])} is not a number.\n"
            "  The iterates overflowed; choose a smaller step size or fewer steps."
        )
    return _Transcripts(order, steer, ratio, rounding)


def _delta_bounds(
    honest: list[_Transcripts], at: Sequence[float], alpha: float
) -> tuple[DeltaBound, ...]:
    """Betting lower bounds, alpha divided over orders and loss levels; L rounded down."""
    share = alpha / max(1, len(honest) * len(at))
    bounds = []
    for level in at:
        for f in honest:
            x = -np.expm1(np.minimum(0.0, level - (f.log_ratio - f.rounding)))
            lower = betting_lower(x, alpha=share)
            bounds.append(DeltaBound(level, f.order, float(x.mean()), lower, share))
    return tuple(bounds)


def _conformance(
    make_run: MakeRun,
    dataset: Dataset,
    wrap: Wrap | None,
    trials: int,
    alpha: float,
    streams: Sequence[np.random.Generator],
) -> Conformance:
    constant = constant_dataset(dataset)
    calls = []
    for stream in streams:
        curator: Curator = TrustedCurator(constant, stream)
        observed = Observed(curator if wrap is None else wrap(curator), constant)
        make_run(observed, trials)
        calls.append(observed.residuals)
    return check_residuals(calls[0], calls[1], alpha=alpha)
