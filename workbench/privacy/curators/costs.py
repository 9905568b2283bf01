"""What releases cost: one entry for all equal ones, and the lines that a reader sees.

An entry holds everything proven about one release, and its pure loss as a ball, so that a sum of
many is rounded once.  A release with a price is charged that: the caller has compared it with the
curve.  A budget is one entry, whatever it is spent on.
"""

import math
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np
from flint import arb, ctx

from workbench.privacy.arrays import Ints
from workbench.privacy.calibration import PRECISION, round_up, step_loss
from workbench.privacy.composition.filters import ConcentratedFilter, PrivacyFilter, PureFilter
from workbench.privacy.composition.release import Release
from workbench.privacy.curators.price import Price
from workbench.privacy.curators.spending import Budget
from workbench.privacy.mechanisms import (
    ExponentialMechanism,
    Gaussian,
    GeneralizedGaussian,
    Laplace,
    NoisyMax,
    Subsampled,
)

Mechanism = Laplace | Gaussian | GeneralizedGaussian | ExponentialMechanism | NoisyMax


@dataclass(frozen=True, slots=True)
class StepCost:
    """One release: what was claimed about it, and what it costs (rounded up).

    `ratio` is sensitivity / scale, to a float; `epsilon` is infinite where the loss is not bounded;
    `records` says how many records can have been in it, `chance` how likely each is to be in a
    Poisson batch.
    """

    index: int
    mechanism: str
    ratio: float
    batch: int | None
    epsilon: float
    records: int
    chance: Fraction | None = None


@dataclass(slots=True, eq=False)
class CostEntry:
    """Equal releases: their cost, how many touch every record, and how many each of some."""

    release: Release
    pure: arb | None
    rounded: float
    everyone: int = 0
    some: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


def priced(
    mechanism: Mechanism,
    sensitivity: float,
    batch: int | Fraction,
    price: Price | None,
    *,
    n: int,
    neighbouring: str,
) -> CostEntry:
    """The cost of a release over a hidden batch of n records; its stated price where it has one.

    A batch that is a fraction is the chance with which every record joins it.
    """
    if isinstance(batch, Fraction):
        whole = mechanism.release(sensitivity=sensitivity, neighbouring=neighbouring)
        return CostEntry(whole.poisson(batch), None, math.inf)
    hidden = mechanism if batch == n else Subsampled(mechanism, n, batch)
    release = hidden.release(sensitivity=sensitivity, neighbouring=neighbouring)
    if price is not None:
        stated = Release.approximate(price.epsilon, price.delta, neighbouring=neighbouring)
        stated = replace(stated, rho=release.rho, renyi=release.renyi)
        return CostEntry(stated, None, price.epsilon)
    if release.epsilon is None:
        return CostEntry(release, None, math.inf)
    if isinstance(mechanism, Laplace):  # kept as a ball until everything is added up
        with ctx.workprec(PRECISION):
            ratio = arb(sensitivity) / arb(mechanism.scale)
            pure = step_loss(ratio, n=n, m=batch)
            return CostEntry(release, pure, round_up(pure))
    return CostEntry(release, arb(release.epsilon), release.epsilon)


def whole(budget: Budget) -> CostEntry:
    """All that a filter ever lets happen, as one release that touches every record."""
    relation = budget.neighbouring
    match budget:
        case PureFilter():
            release = Release.pure(budget.epsilon, neighbouring=relation)
            return CostEntry(release, arb(budget.epsilon), budget.epsilon, everyone=1)
        case PrivacyFilter():
            release = Release.approximate(budget.epsilon, budget.delta, neighbouring=relation)
        case ConcentratedFilter():
            rho = budget.rho
            release = Release(neighbouring=relation, rho=rho, renyi=lambda order: order * arb(rho))
    return CostEntry(release, None, math.inf, everyone=1)
