"""Accountants: add up releases, then read delta at an epsilon or epsilon at a delta.

One interface, five ways to add; every reading is an upper bound, rounded up.

    BasicAccountant      sums of epsilon and delta
    AdvancedAccountant   concentration of the loss of pure or approximate releases
    ZCDPAccountant       sum of rho, read through the best Renyi order
    RenyiAccountant      sums of Renyi divergences over a list of orders
    PLDAccountant        the whole law of the loss, bracketed (module pld)

The schedule of releases is fixed in advance; where it is not, use a filter.  An accountant speaks
about one neighbouring relation and refuses releases about another.  `math.inf` as an answer means
that this way of adding proves no finite epsilon at that delta.
"""

import math
from collections.abc import Callable
from typing import Protocol

from flint import arb

from workbench.errors import OutOfReachError
from workbench.privacy.composition.balls import enclose, smallest
from workbench.privacy.composition.checks import (
    check_count,
    check_delta,
    check_epsilon,
    check_positive,
    check_relation,
    same_relation,
)
from workbench.privacy.composition.conversions import (
    Divergence,
    renyi_to_delta,
    renyi_to_epsilon,
    zcdp_delta,
    zcdp_epsilon,
)
from workbench.privacy.composition.release import Release

ORDERS = tuple([1 + k / 16 for k in range(1, 32)] + [3 + k / 2 for k in range(26)])
ORDERS += tuple(16.0 * 2 ** (k / 4) for k in range(37))
"""Renyi orders tried by default: from 17/16 to 8192."""


class Accountant(Protocol):
    """What every way of adding offers."""

    neighbouring: str

    def add(self, release: Release, *, count: int = 1) -> None:
        """Record `count` equal releases."""
        ...

    def delta(self, epsilon: float) -> float:
        """Proven delta of everything recorded, at this epsilon."""
        ...

    def epsilon(self, delta: float) -> float:
        """Proven epsilon of everything recorded, at this delta."""
        ...


class Ledger:
    """The list of releases, all about one neighbouring relation."""

    def __init__(self, *, neighbouring: str) -> None:
        check_relation(neighbouring)
        self.neighbouring = neighbouring
        self.entries: list[tuple[Release, int]] = []

    def add(self, release: Release, *, count: int = 1) -> None:
        """Record `count` equal releases."""
        check_count("count", count)
        same_relation(self.neighbouring, release.neighbouring)
        self._check(release)
        self.entries.append((release, count))

    def _check(self, release: Release) -> None:
        """Refuse a release that this accountant cannot add up."""

    def _refuse(self, what: str, way_out: str) -> None:
        raise OutOfReachError(f"{type(self).__name__} needs {what}.\n  {way_out}")

    def _sum(self, cost: Callable[[Release], arb]) -> arb:
        return sum((count * cost(release) for release, count in self.entries), arb(0))


class BasicAccountant(Ledger):
    """Sums of epsilon and of delta."""

    def _check(self, release: Release) -> None:
        if release.epsilon is None:
            self._refuse(
                "an (epsilon, delta) for each release, and this one has a whole curve",
                "Fix a delta: Release.approximate(mechanism.epsilon_at(delta, ...), delta, ...).",
            )

    @property
    def _epsilon(self) -> float:
        return enclose(lambda: self._sum(lambda r: arb(r.epsilon)), low=0.0).upper

    @property
    def _delta(self) -> float:
        return enclose(lambda: self._sum(lambda r: arb(r.delta)), low=0.0, high=1.0).upper

    def delta(self, epsilon: float) -> float:
        """Sum of the deltas where epsilon covers the sum, else 1: nothing is proven."""
        check_epsilon(epsilon)
        return self._delta if epsilon >= self._epsilon else 1.0

    def epsilon(self, delta: float) -> float:
        """Sum of the epsilons where delta covers the sum, else infinity."""
        check_delta(delta, zero=True)
        return self._epsilon if delta >= self._delta else math.inf


class AdvancedAccountant(BasicAccountant):
    """The better of the basic sum and sqrt(2 log(1/s) sum eps^2) + sum eps tanh(eps / 2).

    delta = sum of deltas + s: the slack s is what delta leaves.
    """

    def _squares(self) -> arb:
        return self._sum(lambda r: arb(r.epsilon) ** 2)

    def _mean(self) -> arb:
        return self._sum(lambda r: arb(r.epsilon) * (arb(r.epsilon) / 2).tanh())

    def delta(self, epsilon: float) -> float:
        """Sum of deltas + exp(-(eps - mean)^2 / (2 V)), or the basic answer."""
        basic = super().delta(epsilon)
        if basic < 1 or not enclose(lambda: arb(epsilon) - self._mean()).lower > 0:
            return basic

        def curve() -> arb:
            tail = (-((arb(epsilon) - self._mean()) ** 2) / (2 * self._squares())).exp()
            return self._sum(lambda r: arb(r.delta)) + tail

        return enclose(curve, low=0.0, high=1.0).upper

    def epsilon(self, delta: float) -> float:
        """Inverse: the slack is delta minus the sum of deltas."""
        basic = super().epsilon(delta)
        slack = enclose(lambda: arb(delta) - self._sum(lambda r: arb(r.delta))).lower
        if slack <= 0:
            return basic

        def curve() -> arb:
            level = -2 * arb(slack).log()
            return (level * self._squares()).sqrt() + self._mean()

        return min(basic, enclose(curve, low=0.0).upper)


class ZCDPAccountant(Ledger):
    """Sum of rho; `tight` reads it through the best Renyi order, else by the textbook formula."""

    def __init__(self, *, neighbouring: str, tight: bool = True) -> None:
        super().__init__(neighbouring=neighbouring)
        self.tight = tight

    def _check(self, release: Release) -> None:
        if release.rho is None:
            self._refuse(
                "a zCDP cost rho for each release",
                "Add releases of Gaussian, pure or bounded-range mechanisms, or use PLDAccountant.",
            )

    @property
    def rho(self) -> float:
        """Everything recorded, rounded up."""
        return enclose(lambda: self._sum(lambda r: arb(r.rho)), low=0.0).upper

    def delta(self, epsilon: float) -> float:
        """Delta by the best Renyi order, whatever `tight` says (the textbook has no better)."""
        check_epsilon(epsilon)
        return zcdp_delta(self.rho, epsilon) if self.rho > 0 else 0.0

    def epsilon(self, delta: float) -> float:
        """Epsilon at delta."""
        check_delta(delta)
        return zcdp_epsilon(self.rho, delta, tight=self.tight) if self.rho > 0 else 0.0


class RenyiAccountant(Ledger):
    """Renyi divergences of a list of orders."""

    def __init__(self, *, neighbouring: str, orders: tuple[float, ...] = ORDERS) -> None:
        super().__init__(neighbouring=neighbouring)
        self.orders = orders

    def _check(self, release: Release) -> None:
        if release.renyi is None:
            self._refuse(
                "the Renyi divergence of each release",
                "Add releases of pure, Laplace or Gaussian mechanisms, or use PLDAccountant.",
            )

    def divergence(self, order: arb) -> arb:
        """Bound on the Renyi divergence of everything recorded."""
        return self._sum(lambda r: _renyi(r)(order))

    def delta(self, epsilon: float) -> float:
        """Smallest delta over the orders."""
        if not self.entries:
            return 0.0
        return renyi_to_delta(self.divergence, epsilon, orders=self.orders)

    def epsilon(self, delta: float) -> float:
        """Smallest epsilon over the orders."""
        if not self.entries:
            return 0.0
        return renyi_to_epsilon(self.divergence, delta, orders=self.orders)


def _renyi(release: Release) -> Divergence:
    if release.renyi is None:
        raise OutOfReachError("the release has no Renyi divergence.\n  Use PLDAccountant.")
    return release.renyi


def composed(
    accountant: Accountant, releases: list[Release] | list[tuple[Release, int]]
) -> Accountant:
    """The accountant with all the releases (or pairs of release and count) added."""
    for entry in releases:
        release, count = entry if isinstance(entry, tuple) else (entry, 1)
        accountant.add(release, count=count)
    return accountant


def calibrated_scale(
    account: Callable[[float], Accountant],
    *,
    epsilon: float,
    delta: float,
    start: float = 1.0,
    relative: float = 1e-9,
) -> float:
    """Smallest noise scale whose accountant reads at most delta at epsilon; the inverse of all.

    `account(scale)` answers an accountant with every release of the plan at that scale; its cost
    must fall as the scale grows.  The returned scale was read back and passed; a scale smaller by
    the fraction `relative` was read and did not.

    epsilon, delta: the budget
    start: where the search begins, any scale above 0
    """
    check_epsilon(epsilon)
    check_delta(delta, zero=True)
    check_positive("start", start)

    def affordable(scale: float) -> bool:
        return account(scale).delta(epsilon) <= delta

    return smallest(affordable, start=start, relative=relative)
