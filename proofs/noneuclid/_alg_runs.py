"""What the claims on running the algorithms share: accountant, audit, sensitivity, mean errors.

Each function returns an outcome, and takes what its mutants change as an argument.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from workbench.audit import Verdict, likelihood_ratio, likelihood_ratio_audit
from workbench.claims import Figure, Grade, Outcome, Run, fails, holds, inconclusive
from workbench.convergence import mean_error_against_bound
from workbench.errors import PrivacyError
from workbench.privacy import (
    Accountant,
    AccountingCurator,
    AdvancedAccountant,
    Curator,
    Dataset,
    Fault,
    Mutant,
    PairedCurator,
)
from workbench.privacy.arrays import Array
from workbench.privacy.calls import Call
from workbench.privacy.passing import PassingCurator

TRUST = ("numpy", "floating point")
DOWN = 1 - 2.0**-40  # an error level handed on as a float is rounded down
NARROW = 1 - 2.0**-30  # a sensitivity this much smaller is another one

Runs = Callable[[Curator, int], object]
Pair = tuple[Dataset, Dataset]


def spends(
    accountants: AccountingCurator | Sequence[AccountingCurator],
    *,
    epsilon: float,
    delta: float = 0.0,
    using: Callable[..., Accountant] = AdvancedAccountant,
    more: Sequence[Figure] = (),
) -> Outcome:
    """What the accountant read while the method ran, against the claimed (epsilon, delta).

    Several accountants stand for several kinds of records; the worst one counts.  With delta = 0
    the reading is the sum of the pure losses.
    """
    every = [accountants] if isinstance(accountants, AccountingCurator) else list(accountants)
    pure = max(one.epsilon for one in every)
    reading = max(one.epsilon_at(delta, using=using) for one in every) if delta else pure
    common: dict[str, Any] = {
        "grade": Grade.DERIVED,
        "figures": (
            Figure("claimed epsilon", epsilon),
            Figure("delta", delta),
            Figure("epsilon read", reading),
            Figure("sum of the pure losses", pure),
            Figure("calls of a mechanism", len(every[0].steps)),
            *more,
        ),
        "trust": ("python-flint", *TRUST),
    }
    found = f"the accountant reads {reading:.6g}"
    if reading <= epsilon:
        return holds("accountant", f"{found} of {epsilon:g} at delta = {delta:g}", **common)
    return fails("accountant", f"{found}, above {epsilon:g} at delta = {delta:g}", **common)


def audited(
    runs: Runs,
    pair: Pair,
    trial: Run,
    *,
    epsilon: float,
    delta: float = 0.0,
    fault: Fault | None = None,
    trials: int = 300,
) -> Outcome:
    """Exact log-ratios of whole transcripts against the claim, and tests of the sampler."""
    wrap = None if fault is None else lambda curator: Mutant(curator, fault)
    alpha = float(trial.alpha) * DOWN
    if delta:
        audit = likelihood_ratio(
            runs,
            pair,
            epsilon=epsilon,
            delta=delta,
            samples=trials,
            confidence=1 - alpha,
            seed=int(trial.rng("audit").integers(2**63)),
            wrap=wrap,
        )
    else:
        audit = likelihood_ratio_audit(
            runs,
            pair,
            epsilon=epsilon,
            rng=trial.rng("audit"),
            trials=trials,
            alpha=alpha,
            wrap=wrap,
        )
    note = f"at delta = {delta:g}" if delta else "no error probability"
    common: dict[str, Any] = {
        "figures": (
            Figure("claimed epsilon", epsilon),
            Figure("observed, lower bound", audit.epsilon_lower, note=note),
            Figure("observed / claimed", audit.ratio),
            Figure("transcripts per order", audit.trials),
        ),
        "grade": Grade.SUPPORTED,
        "alpha": trial.alpha,
        "looks": (delta > 0) + (0 if audit.conformance is None else len(audit.conformance.rows)),
        "power": audit.power,
        "trust": TRUST,
    }
    if audit.verdict is Verdict.UNDERPOWERED:
        del common["grade"]
        return inconclusive("likelihood-ratio audit", f"more transcripts: {audit.power}", **common)
    decide = holds if audit.verdict is Verdict.NO_VIOLATION_FOUND else fails
    return decide("likelihood-ratio audit", str(audit), **common)


class Claiming(PassingCurator):
    """Claims `factor` times the sensitivities that the algorithm claims."""

    def __init__(self, curator: Curator, factor: float) -> None:
        super().__init__(curator)
        self._factor = factor

    def answer(self, call: Call) -> Array:
        """The release, with the other claim."""
        return super().answer(replace(call, sensitivity=call.sensitivity * self._factor))


def sensitivity_is_attained(
    runs: Runs, pair: Pair, trial: Run, *, factor: float = 1.0, trials: int = 20
) -> Outcome:
    """A paired run accepts `factor` times all claims and refuses a billionth less than that."""
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


def mean_error_is_below(
    errors: Callable[[np.random.Generator, int], np.ndarray],
    trial: Run,
    *,
    bound: float,
    trivial: float = float("inf"),
    share: int = 1,
    trials: int = 40,
    more: Sequence[Figure] = (),
) -> Outcome:
    """The mean of independent errors against an explicit bound, at 1/share of the error level.

    `trivial` is what no point of the feasible set exceeds: the row says when the bound does.
    """
    found = mean_error_against_bound(
        errors,
        bound=bound,
        rng=trial.rng("trials"),
        trials=trials,
        alpha=float(trial.alpha / share) * DOWN,
        resolution=1e-8,
    )
    vacuous = bound >= trivial
    common: dict[str, Any] = {
        "figures": (
            Figure("bound", bound),
            *((Figure("trivial bound", trivial),) if trivial < float("inf") else ()),
            Figure("mean", found.mean),
            Figure("bound / mean", bound / found.mean if found.mean else float("inf")),
            Figure("lower confidence bound", found.lower),
            Figure("runs", found.trials),
            *more,
        ),
        "grade": Grade.SUPPORTED,
        "alpha": trial.alpha / share,
        "looks": 1,
        "power": f"a mean of {found.detectable:.4g} would have been disputed",
        "trust": TRUST,
    }
    decide = fails if found.disputed else holds
    return decide(
        "mean of trials", f"{found}{', and that is vacuous' if vacuous else ''}", **common
    )
