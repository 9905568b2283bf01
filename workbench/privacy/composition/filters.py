"""Privacy filters: may this step still be paid for?  Asked, and answered, before it is drawn.

The costs of the steps may depend on everything released so far.  A filter holds a budget fixed in
advance and a running sum; `charge` compares the sum INCLUDING the candidate with the budget and
records the candidate only when it fits.  The answer is a function of costs that the released past
determines, so it leaks nothing; a refused step costs nothing and must not be run, and a cheaper one
may be tried later.

    PrivacyFilter        sqrt(2 log(1/s) V) + V / 2 <= eps for V = sum eps_i^2,
                         and sum delta_i <= delta - s
                         (Whitehouse, Ramdas, Rogers, Wu 2023); as a budget on V:
                         (sqrt(2 log(1/s) + 2 eps) - sqrt(2 log(1/s)))^2
    ConcentratedFilter   sum rho_i <= rho (Feldman, Zrnic 2021, as zCDP)
    PureFilter           sum eps_i <= eps (Rogers, Roth, Ullman, Vadhan 2016)

All sums carry one entry per trial, so ten thousand adaptive runs are one program; every rounding
is towards more cost and less budget.
"""

import math

import numpy as np
from flint import arb
from numpy.typing import ArrayLike, NDArray

from workbench.errors import ParameterError, require
from workbench.privacy.arrays import Array
from workbench.privacy.composition.balls import enclose, largest
from workbench.privacy.composition.checks import (
    check_count,
    check_delta,
    check_epsilon,
    check_positive,
    check_relation,
)
from workbench.privacy.composition.conversions import zcdp_budget

Decisions = NDArray[np.bool_]


def filter_epsilon(squares: float, slack: float) -> float:
    """Epsilon certified for V = `squares`, the sum of squared costs: rounded up.

    >>> round(filter_epsilon(0.01, 1e-6), 6)
    0.530652
    """
    check_epsilon(squares)
    check_delta(slack)
    v = arb(squares)
    return enclose(lambda: (-2 * arb(slack).log() * v).sqrt() + v / 2, low=0.0).upper


def filter_budget(epsilon: float, slack: float) -> float:
    """Largest sum of squared costs that the filter admits; inverse of filter_epsilon.

    >>> filter_epsilon(filter_budget(1.0, 1e-6), 1e-6) <= 1.0
    True
    """
    check_positive("epsilon", epsilon)
    check_delta(slack)

    def budget() -> arb:
        level = -2 * arb(slack).log()
        return ((level + 2 * arb(epsilon)).sqrt() - level.sqrt()) ** 2

    guess = enclose(budget, low=0.0).lower
    return largest(lambda squares: filter_epsilon(squares, slack) <= epsilon, start=guess)


class _Purse:
    """A running sum per trial, rounded up at every step, against one limit."""

    def __init__(self, limit: float, trials: int) -> None:
        self.limit = limit
        self.spent: Array = np.zeros(trials)

    def after(self, cost: Array) -> Array:
        """The sum with the candidate included, rounded up where the float sum is too small."""
        total = self.spent + cost
        part = total - self.spent
        error = (self.spent - (total - part)) + (cost - part)  # exact (Knuth): sum = total + error
        return np.where(error > 0, np.nextafter(total, math.inf), total)


class _Filter:
    """What the filters share: the trials, the relation, the comparison before the record."""

    def __init__(self, *, neighbouring: str, trials: int) -> None:
        check_relation(neighbouring)
        check_count("trials", trials)
        self.neighbouring = neighbouring
        self.trials = trials

    def _costs(self, name: str, value: ArrayLike) -> Array:
        costs = np.asarray(value, dtype=np.float64)
        if costs.shape not in {(), (self.trials,)}:
            raise ParameterError(
                f"{name} has shape {costs.shape}: one cost, or one per trial, is needed.\n"
                f"  Pass a number or an array of shape ({self.trials},)."
            )
        ok = bool((costs >= 0).all()) and bool(np.isfinite(costs).all())
        require(ok, name, value, "is not a finite cost", f"Pass a finite {name} >= 0.")
        return np.broadcast_to(costs, (self.trials,))

    @staticmethod
    def _fits(entries: list[tuple[_Purse, Array]]) -> Decisions:
        return np.logical_and.reduce([purse.after(cost) <= purse.limit for purse, cost in entries])

    def _charge(self, entries: list[tuple[_Purse, Array]], active: ArrayLike) -> Decisions:
        run = self._fits(entries) & np.asarray(active, dtype=bool)
        for purse, cost in entries:
            purse.spent = np.where(run, purse.after(cost), purse.spent)
        return run


class PrivacyFilter(_Filter):
    """Fully adaptive (epsilon, delta)-DP steps under one (epsilon, delta) budget.

    `slack` is the part of delta that the concentration of the loss uses; the rest pays for the
    deltas of the steps.

    >>> payer = PrivacyFilter(epsilon=1.0, delta=1e-6, neighbouring="replace-one")
    >>> [bool(payer.charge(0.1)[0]) for _ in range(4)]
    [True, True, True, False]
    """

    def __init__(
        self,
        *,
        epsilon: float,
        delta: float,
        slack: float | None = None,
        neighbouring: str,
        trials: int = 1,
    ) -> None:
        super().__init__(neighbouring=neighbouring, trials=trials)
        check_delta(delta)
        self.epsilon, self.delta = epsilon, delta
        self.slack = delta if slack is None else slack
        ok = 0 < self.slack <= delta
        require(ok, "slack", slack, f"is outside (0, delta = {delta}]", "Choose a part of delta.")
        self._loss = _Purse(filter_budget(epsilon, self.slack), trials)
        rest = enclose(lambda: arb(delta) - arb(self.slack), low=0.0).lower
        self._failure = _Purse(rest, trials)

    @property
    def remaining(self) -> Array:
        """Budget left for squared costs, per trial."""
        return self._loss.limit - self._loss.spent

    def affords(self, epsilon: ArrayLike, delta: ArrayLike = 0.0) -> Decisions:
        """Whether a step of this cost would still fit, per trial; records nothing."""
        return self._fits(self._entries(epsilon, delta))

    def charge(
        self, epsilon: ArrayLike, delta: ArrayLike = 0.0, *, active: ArrayLike = True
    ) -> Decisions:
        """Pay for the next step where it fits (and the trial is active); True where it may run."""
        return self._charge(self._entries(epsilon, delta), active)

    def _entries(self, epsilon: ArrayLike, delta: ArrayLike) -> list[tuple[_Purse, Array]]:
        cost = self._costs("epsilon", epsilon)
        square = np.where(cost > 0, np.nextafter(cost * cost, math.inf), 0.0)
        return [(self._loss, square), (self._failure, self._costs("delta", delta))]


class ConcentratedFilter(_Filter):
    """Fully adaptive zCDP steps under one budget rho."""

    def __init__(self, *, rho: float, neighbouring: str, trials: int = 1) -> None:
        super().__init__(neighbouring=neighbouring, trials=trials)
        check_positive("rho", rho)
        self.rho = rho
        self._purse = _Purse(rho, trials)

    @classmethod
    def for_budget(
        cls, *, epsilon: float, delta: float, neighbouring: str, trials: int = 1
    ) -> "ConcentratedFilter":
        """The largest rho that implies (epsilon, delta)-DP."""
        rho = zcdp_budget(epsilon, delta)
        return cls(rho=rho, neighbouring=neighbouring, trials=trials)

    @property
    def remaining(self) -> Array:
        """Budget left, per trial."""
        return self._purse.limit - self._purse.spent

    def affords(self, rho: ArrayLike) -> Decisions:
        """Whether a step of this cost would still fit, per trial; records nothing."""
        return self._fits([(self._purse, self._costs("rho", rho))])

    def charge(self, rho: ArrayLike, *, active: ArrayLike = True) -> Decisions:
        """Pay for the next step where it fits (and the trial is active); True where it may run."""
        return self._charge([(self._purse, self._costs("rho", rho))], active)


class PureFilter(_Filter):
    """Fully adaptive pure steps under one budget epsilon."""

    def __init__(self, *, epsilon: float, neighbouring: str, trials: int = 1) -> None:
        super().__init__(neighbouring=neighbouring, trials=trials)
        check_positive("epsilon", epsilon)
        self.epsilon = epsilon
        self._purse = _Purse(epsilon, trials)

    @property
    def remaining(self) -> Array:
        """Budget left, per trial."""
        return self._purse.limit - self._purse.spent

    def affords(self, epsilon: ArrayLike) -> Decisions:
        """Whether a step of this cost would still fit, per trial; records nothing."""
        return self._fits([(self._purse, self._costs("epsilon", epsilon))])

    def charge(self, epsilon: ArrayLike, *, active: ArrayLike = True) -> Decisions:
        """Pay for the next step where it fits (and the trial is active); True where it may run."""
        return self._charge([(self._purse, self._costs("epsilon", epsilon))], active)
