"""Momentum summed by other noisy sums than a tree (module `noisy_sums`), for comparison.

    m[t] = alpha sum_{i <= t} (1 - alpha)^(t - i) g[i] + noise,    w[t+1] = w[t] - eta m[t] / |m[t]|

The same gradients, orders and steps as in `tree_momentum`; only the noise is another, and what it
costs: `charge` is the sum over the releases of the squared weight of a record, at its worst.
"""

import math
from dataclasses import dataclass
from typing import Literal, get_args

from workbench.algorithms.momentum.noisy_sums import (
    FactorisedSums,
    IndependentSums,
    NoisySums,
    RefinedTree,
    heaviest_root_weights,
    root_weights,
)
from workbench.algorithms.momentum.normalised import (
    Direction,
    NormalisedDescent,
    Order,
    Schedule,
    check_order,
)
from workbench.algorithms.momentum.tree_momentum import (
    check_budget,
    check_deviation,
    check_rates,
    check_size,
    node_sensitivity,
    tree_charge,
)
from workbench.errors import ParameterError, require
from workbench.privacy import Curator
from workbench.privacy.arrays import Array
from workbench.problems.nonconvex import SmoothProblem

Sums = Literal["independent", "refined", "factorised"]

KINDS: dict[str, type[IndependentSums | RefinedTree | FactorisedSums]] = {
    "independent": IndependentSums,
    "refined": RefinedTree,
    "factorised": FactorisedSums,
}


def charge(sums: Sums, *, n: int, steps: int, alpha: float, order: Order) -> float:
    """Sum of squared weights of a record over the releases, at its worst; rounded up.

    >>> charge("independent", n=5, steps=12, alpha=0.2, order="fixed") >= 3
    True
    """
    if sums == "independent":
        return -(-steps // n) * (1 + 2.0**-40)
    if sums == "refined":
        return tree_charge(n=n, steps=steps, alpha=alpha, order=order, every=True)
    weights = root_weights(steps, n=n, decay=1 - alpha)
    return float((weights**2).sum()) * (1 + 2.0**-40)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedMomentum(NormalisedDescent):
    """Weight alpha, step length eta, noise sigma per release, order of the records, kind of sums.

    Factorised sums are for orders that are repeated: with fresh ones the worst record is not known.
    Nor does `cost` know it: a release holds all records so far, and each is charged with the
    sensitivity of the worst.  What factorised sums cost is `spends`.
    """

    alpha: float
    eta: float
    sigma: float
    order: Order
    sums: Sums

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        check_rates(self.alpha, self.eta)
        check_deviation("sigma", self.sigma)
        check_order(self.order)
        check_sums(self.sums, self.order)

    @classmethod
    def calibrated(
        cls,
        problem: SmoothProblem,
        *,
        n: int,
        steps: int,
        rho: float,
        alpha: float,
        eta: float,
        order: Order,
        sums: Sums,
    ) -> "ComparedMomentum":
        """Noise for rho-zCDP: 2 G sqrt(charge / (2 rho))."""
        check_budget(rho)
        check_size(steps)
        check_sums(sums, order)
        spent = charge(sums, n=n, steps=steps, alpha=alpha, order=order)
        sigma = 2 * problem.lipschitz * math.sqrt(spent / (2 * rho))
        return cls(alpha=alpha, eta=eta, sigma=sigma, order=order, sums=sums)

    def variance(self, t: int) -> float:
        """Of the noise of a coordinate of m[t]."""
        kind = KINDS[self.sums]
        return self.alpha**2 * kind.variance(t, sigma=self.sigma, decay=1 - self.alpha)

    def spends(self, problem: SmoothProblem, *, n: int, steps: int) -> float:
        """Rho of T iterations on n records."""
        spent = charge(self.sums, n=n, steps=steps, alpha=self.alpha, order=self.order)
        return (2 * problem.lipschitz) ** 2 * spent / (2 * self.sigma**2)

    def direction(
        self, problem: SmoothProblem, curator: Curator, *, steps: int, trials: int
    ) -> Direction:
        """Alpha times the noisy sum of gradients."""
        schedule = Schedule(self.order, curator, trials)
        sums = self._sums(problem, curator, steps)

        def direction(t: int, w: Array) -> Array:
            sums.push(curator.secret(problem.mean_gradient(w), rows=schedule.rows(t)))
            return self.alpha * sums.prefix()

        return direction

    def _sums(self, problem: SmoothProblem, curator: Curator, steps: int) -> NoisySums:
        n, decay, moved = curator.n, 1 - self.alpha, 2 * problem.lipschitz
        if self.sums == "independent":
            return IndependentSums(curator, sigma=self.sigma, sensitivity=moved, decay=decay)
        if self.sums == "refined":
            node = node_sensitivity(moved, n=n, decay=decay, order=self.order)
            return RefinedTree(curator, sigma=self.sigma, sensitivity=node, decay=decay)
        weights = heaviest_root_weights(steps, n=n, decay=decay)
        return FactorisedSums(
            curator,
            sigma=self.sigma,
            sensitivity=lambda t: moved * float(weights[t - 1]),
            decay=decay,
        )


def check_sums(sums: str, order: str) -> None:
    """Known sums, with an order that they can have."""
    known = ", ".join(get_args(Sums))
    require(sums in KINDS, "sums", repr(sums), "is unknown", f"Choose from {known}.")
    if sums == "factorised" and order == "fresh":
        raise ParameterError(
            "order = 'fresh' has no known charge for factorised sums.\n"
            "  Choose 'fixed' or 'single'."
        )
