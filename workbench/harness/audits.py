"""Whole transcripts on neighbouring datasets, against the privacy and the sensitivities claimed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from workbench.audit import (
    LikelihoodRatioAudit,
    LikelihoodVerdict,
    likelihood_ratio,
    likelihood_ratio_audit,
)
from workbench.claims import Figure, Grade, Outcome, Run, fails, holds, inconclusive
from workbench.errors import PrivacyError
from workbench.harness.draws import once
from workbench.harness.levels import TRUST, error_level, number
from workbench.privacy import (
    Curator,
    Dataset,
    Fault,
    Gaussian,
    Mutant,
    PairedCurator,
    zcdp_epsilon,
)
from workbench.privacy.arrays import Array
from workbench.privacy.curators.calls import Call
from workbench.privacy.curators.passing import PassingCurator

NARROW = 1 - 2.0**-30  # a sensitivity this much smaller is another one

Runs = Callable[[Curator, int], object]
"""Runs a number of trials of a method under a curator."""

DatasetPair = tuple[Dataset, Dataset]
"""Two neighbouring datasets."""


def audited(
    runs: Runs,
    pair: DatasetPair,
    trial: Run,
    *,
    epsilon: float,
    delta: float = 0.0,
    fault: Fault | None = None,
    trials: int = 300,
) -> Outcome:
    """Exact log-ratios of whole transcripts against (epsilon, delta), and tests of the sampler.

    `trials` transcripts in each order of the pair.  With delta = 0 the largest log-ratio is a lower
    bound on epsilon without error probability, and only the tests of the sampler look at chance.

    runs: runs(curator, trials) runs the audited code
    pair: two neighbouring datasets
    trial: gives the generators and the error level of the check
    fault: a fault of the sampler that is planted, for a variant that must be caught
    """
    wrap = None if fault is None else lambda curator: Mutant(curator, fault)
    if delta:
        audit = likelihood_ratio(
            runs,
            pair,
            epsilon=epsilon,
            delta=delta,
            samples=trials,
            confidence=1 - error_level(trial),
            seed=int(trial.rng("audit").integers(2**63)),
            wrap=wrap,
            shared=once if fault is None else None,
        )
    else:
        audit = likelihood_ratio_audit(
            runs,
            pair,
            epsilon=epsilon,
            rng=trial.rng("audit"),
            trials=trials,
            alpha=error_level(trial),
            wrap=wrap,
            shared=once if fault is None else None,
        )
    return judged(audit, trial)


def audited_zcdp(
    runs: Runs,
    pair: DatasetPair,
    trial: Run,
    *,
    rho: float,
    gaussian: bool,
    delta: float = 1e-3,
    share: float = 1.0,
    fault: Fault | None = None,
    trials: int = 3000,
) -> Outcome:
    """The same for rho-zCDP, read as `share` times the epsilon that it gives at delta.

    Where all noise is `gaussian` that is the exact curve of mu^2 = 2 rho; else zCDP's conversion.

    runs: runs(curator, trials) runs the audited code
    pair: two neighbouring datasets
    trial: gives the generators and the error level of the check
    fault: a fault of the sampler that is planted, for a variant that must be caught
    trials: transcripts in each order of the pair
    """
    if gaussian:
        claimed = Gaussian(1.0).epsilon_at(delta, sensitivity=(2 * rho) ** 0.5)
    else:
        claimed = zcdp_epsilon(rho, delta)
    return audited(
        runs, pair, trial, epsilon=share * claimed, delta=delta, fault=fault, trials=trials
    )


def judged(audit: LikelihoodRatioAudit, trial: Run) -> Outcome:
    """The finding of an audit as an outcome: what could not have been found is inconclusive."""
    tests = 0 if audit.conformance is None else len(audit.conformance.rows)
    note = f"at delta = {audit.delta:g}" if audit.delta else "no error probability"
    common: dict[str, Any] = {
        "figures": (
            Figure("claimed epsilon", audit.epsilon),
            Figure("claimed delta", audit.delta),
            number("observed epsilon, lower bound", audit.epsilon_lower, note=note),
            number("observed / claimed", audit.ratio),
            Figure("transcripts per order", audit.trials),
            Figure("conformance tests", tests),
        ),
        "alpha": trial.alpha,
        "looks": (audit.delta > 0) + tests,
        "power": audit.power,
        "trust": TRUST,
    }
    if audit.verdict is LikelihoodVerdict.UNDERPOWERED:
        return inconclusive("likelihood-ratio audit", f"more transcripts: {audit.power}", **common)
    decide = holds if audit.verdict is LikelihoodVerdict.NO_VIOLATION_FOUND else fails
    return decide("likelihood-ratio audit", str(audit), grade=Grade.SUPPORTED, **common)


class Claiming(PassingCurator):
    """Claims `factor` times the sensitivities that the algorithm claims."""

    def __init__(self, curator: Curator, factor: float) -> None:
        super().__init__(curator)
        self._factor = factor

    def answer(self, call: Call) -> Array:
        """The release, with the other claim."""
        return super().answer(replace(call, sensitivity=call.sensitivity * self._factor))


def sensitivity_is_attained(
    runs: Runs, pair: DatasetPair, trial: Run, *, factor: float = 1.0, trials: int = 20
) -> Outcome:
    """A paired run accepts `factor` times all claims and refuses a billionth less than that.

    runs: runs(curator, trials) runs the method
    pair: two neighbouring datasets that pull as far apart as claimed
    trial: gives the generators
    trials: how many runs
    """
    found = []
    for narrow in (1.0, NARROW):
        curator = PairedCurator(*pair, trial.rng("pair"))
        try:
            runs(Claiming(curator, factor * narrow), trials)
        except PrivacyError as error:
            found.append(str(error).split("\n")[0])
        else:
            found.append("")
    refused, tight = found
    common: dict[str, Any] = {
        "grade": Grade.SUPPORTED,
        "figures": (Figure("refused a billionth lower", tight or "no"),),
        "alpha": trial.alpha,
        "looks": 1,
        "power": "a release that moves by more than is claimed, in any trial, is found",
        "trust": TRUST,
    }
    if refused:
        return fails("paired run", refused, **common)
    if not tight:
        return fails("paired run", "accepted, and not attained: less is accepted too", **common)
    return holds("paired run", "all claims accepted, and one attained to nine digits", **common)
