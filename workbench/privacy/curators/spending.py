"""A curator's budget: a privacy filter that is asked before a step, and releases held to it.

    run = curator.may_spend(epsilon=0.1, count=K)     # True where the step is paid for
    x = curator.softmax_vertices(scores, count=K, ..., active=run)

The answer is a function of costs that the released past determines.  A granted step may make up to
`count` releases of at most the stated cost each; a release that was not granted is a PrivacyError,
so that code which draws first and asks afterwards does not run.

A step that is granted at (epsilon, delta) may make any number of releases with prices that add up
to at most that (basic composition).
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.errors import OutOfReachError, ParameterError, PrivacyError, require
from workbench.privacy.arrays import Array
from workbench.privacy.composition.checks import check_count
from workbench.privacy.composition.filters import ConcentratedFilter, PrivacyFilter, PureFilter
from workbench.privacy.curators.price import Price

Budget = PrivacyFilter | ConcentratedFilter | PureFilter

SAFETY = 1 + 2.0**-46
"""Costs are charged this much higher than stated: more than the roundings of computing one."""


class Spending:
    """A budget, and what is left of the last grant, per trial."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._cost: Array = np.zeros(budget.trials)
        self._left = np.zeros(budget.trials, dtype=np.int64)
        self._purse = (np.zeros(budget.trials), np.zeros(budget.trials))

    @property
    def concentrated(self) -> bool:
        """Whether the currency is rho; otherwise it is epsilon."""
        return isinstance(self.budget, ConcentratedFilter)

    def may_spend(
        self,
        *,
        epsilon: ArrayLike | None,
        rho: ArrayLike | None,
        count: int,
        active: ArrayLike,
        delta: ArrayLike | None = None,
    ) -> NDArray[np.bool_]:
        """Charge `count` releases of that cost where they fit."""
        check_count("count", count)
        if delta is not None:
            return self._step(epsilon, delta, rho=rho, count=count, active=active)
        name, cost, other = (
            ("rho", rho, epsilon) if self.concentrated else ("epsilon", epsilon, rho)
        )
        if cost is None or other is not None:
            raise ParameterError(
                f"{name} = {cost!r}: {type(self.budget).__name__} is charged in {name} and "
                f"in nothing else.\n  Pass {name}= alone."
            )
        each = np.broadcast_to(np.asarray(cost, dtype=np.float64), (self.budget.trials,))
        match self.budget:
            case PrivacyFilter():
                run = self.budget.charge(each * (count**0.5 * SAFETY), active=active)
            case _:
                run = self.budget.charge(each * (count * SAFETY), active=active)
        self._cost = np.where(run, each, 0.0)
        self._left = np.where(run, count, 0)
        self._purse = (0 * each, 0 * each)
        return run

    def _step(
        self,
        epsilon: ArrayLike | None,
        delta: ArrayLike,
        *,
        rho: ArrayLike | None,
        count: int,
        active: ArrayLike,
    ) -> NDArray[np.bool_]:
        """Charge one (epsilon, delta) step where it fits."""
        filter_, trials = self.budget, self.budget.trials
        ok = isinstance(filter_, PrivacyFilter) and epsilon is not None and rho is None
        if not ok or count != 1 or not isinstance(filter_, PrivacyFilter):
            raise ParameterError(
                f"delta = {delta!r}: one step of cost (epsilon, delta) is charged to a "
                "PrivacyFilter.\n  Pass epsilon= and delta= alone."
            )
        costs = [
            np.broadcast_to(np.asarray(cost, dtype=np.float64), (trials,)) * SAFETY
            for cost in (epsilon, delta)
        ]
        run = filter_.charge(*costs, active=active)
        self._purse = (np.where(run, costs[0], 0.0), np.where(run, costs[1], 0.0))
        self._left = np.zeros(trials, dtype=np.int64)
        return run

    def take(self, price: Price, *, active: NDArray[np.bool_]) -> None:
        """Take a release of this price from the step that was granted, in the active trials."""
        epsilon, delta = self._purse
        bad = active & ((price.epsilon > epsilon) | (price.delta > delta))
        if bad.any():
            i = int(np.argmax(bad))
            raise PrivacyError(
                f"release of price ({price.epsilon:.6g}, {price.delta:.6g}) was not granted in "
                f"trial {i}: left of its step is ({epsilon[i]:.6g}, {delta[i]:.6g}).\n"
                "  Call may_spend(epsilon=, delta=) before the draw, with the sums of the prices, "
                "and pass active= where it answers True."
            )
        self._purse = (
            _less(epsilon, np.where(active, price.epsilon, 0.0)),
            _less(delta, np.where(active, price.delta, 0.0)),
        )

    def draw(
        self,
        pure: Array | float | None,
        rho: Array | float | None,
        *,
        count: int,
        active: NDArray[np.bool_],
    ) -> None:
        """Take `count` releases of this cost from the grant, in the active trials."""
        cost = rho if self.concentrated else pure
        if cost is None:
            raise OutOfReachError(
                "a release has no pure epsilon, and the budget is charged in epsilon.\n"
                "  Use a ConcentratedFilter for Gaussian noise."
            )
        each = np.broadcast_to(np.ravel(cost), (self.budget.trials,))
        bad = active & ((each > self._cost * SAFETY) | (self._left < count))
        if bad.any():
            i = int(np.argmax(bad))
            raise PrivacyError(
                f"release of cost {each[i]:.6g} (times {count}) was not granted in trial {i}: left "
                f"are {self._left[i]} releases of cost {self._cost[i]:.6g}.\n"
                "  Call may_spend before the draw, with the cost and number of the releases, and "
                "pass active= where it answers True."
            )
        self._left = self._left - np.where(active, count, 0)


def _less(purse: Array, cost: Array) -> Array:
    """The difference, rounded down: even a cost below the last digit leaves the purse."""
    return np.where(cost > 0, np.nextafter(purse - cost, -np.inf), purse)


def spending(budget: Budget | None) -> Spending | None:
    """The ledger of a curator that has a budget."""
    if budget is None:
        return None
    ok = isinstance(budget, PrivacyFilter | ConcentratedFilter | PureFilter)
    require(ok, "budget", budget, "is no privacy filter", "Pass a filter, or nothing.")
    return Spending(budget)
