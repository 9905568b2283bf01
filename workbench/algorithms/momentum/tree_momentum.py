"""Normalised descent along a momentum that is summed in a private tree.

    g[t] = grad f(w[t], x_(t))                                       one record per iteration
    m[t] = alpha sum over tiles [y, z] of 1..t of (1 - alpha)^(t - z) (G[y, z] + noise[y, z])
    w[t+1] = w[t] - eta m[t] / |m[t]|

with G[y, z] = sum_{i = y..z} (1 - alpha)^(z - i) g[i], so that without noise m[t] is the momentum
(1 - alpha) m[t-1] + alpha g[t] from m[0] = 0.  Released are the noisy nodes, one per iteration and
each drawn once; m and w are post-processing.  Noise is N(0, sigma^2) per coordinate of a node.

A record may be in a node several times: it moves it by at most 2 G times its weight there, which
the order of the records decides (module `normalised`).  Any data-independent order is private.
Points have shape (trials, d); memory is O(log T) arrays of that shape.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from workbench.algorithms.momentum.normalised import (
    Direction,
    NormalisedDescent,
    Order,
    Schedule,
    check_order,
)
from workbench.errors import require
from workbench.privacy import Curator, TreeStream
from workbench.problems.nonconvex import SmoothProblem


def heaviest_weight(first: int, last: int, *, n: int, decay: float, order: Order) -> float:
    """The largest total weight of a record in the node first..last, rounded up.

    In a repeated order the record used last has weight 1 + decay^n + decay^2n + ...; with fresh
    orders the worst record is used as late as possible in each epoch that meets the node.

    >>> heaviest_weight(3, 4, n=3, decay=0.5, order="fixed")
    1.0000000000000018
    >>> heaviest_weight(3, 4, n=3, decay=0.5, order="fresh")
    1.5000000000000027
    """
    if order == "fresh":
        ends = [last, *range((last - 1) // n * n, first - 1, -n)]
    else:
        ends = list(range(last, first - 1, -n))
    return sum(decay ** (last - end) for end in ends) * (1 + 8 * 2.0**-52)


def node_sensitivity(
    moved: float, *, n: int, decay: float, order: Order
) -> Callable[[int, int], float]:
    """Sensitivity of the node first..last, where a record moves one leaf by `moved`; remembers."""
    weights: dict[tuple[int, int], float] = {}

    def sensitivity(first: int, last: int) -> float:
        # beside its length, only how a node lies to the epochs counts, and only if they differ
        key = (last - first, last % n if order == "fresh" else 0)
        if (first - 1) // n == (last - 1) // n:
            key = (0, 0)  # inside one epoch: used once
        if key not in weights:
            if len(weights) > 4096:  # n is large: no node is met again soon
                weights.clear()
            weights[key] = heaviest_weight(first, last, n=n, decay=decay, order=order)
        return moved * weights[key]

    return sensitivity


def node_counts(steps: int, *, every: bool = False) -> list[tuple[int, int]]:
    """Lengths of the nodes that prefixes of 1..T use, or of `every` node, and how many of each.

    >>> node_counts(13)
    [(1, 7), (2, 3), (4, 2), (8, 1)]
    >>> node_counts(13, every=True)
    [(1, 13), (2, 6), (4, 3), (8, 1)]
    """
    lengths = [1 << k for k in range(steps.bit_length())]
    return [(s, steps // s - (0 if every else steps // (2 * s))) for s in lengths]


def tree_charge(*, n: int, steps: int, alpha: float, order: Order, every: bool = False) -> float:
    """An upper bound on the sum over released nodes of the squared weight of a record.

    Released are the nodes that prefixes use, or `every` node.
    A record is used ceil(T/n) times, and so is in at most that many nodes of each length.  Two uses
    in a node no longer than n count at most four: fresh orders cost there twice the number of uses.
    """
    uses, total = -(-steps // n), 0.0
    for length, count in node_counts(steps, every=every):
        offsets = range(n) if order == "fresh" and length > n else [0]
        heaviest = max(
            heaviest_weight(m + 1, m + length, n=n, decay=1 - alpha, order=order) for m in offsets
        )
        if length > n:
            total += min(count, uses) * heaviest**2
        elif order == "fresh":
            total += min(4 * count, 2 * uses)
        else:
            total += min(count, uses)
    return total * (1 + 2.0**-40)


def check_size(steps: int) -> None:
    """There is something to run."""
    require(steps >= 1, "steps", steps, "is below 1", "Run at least one iteration.")


def check_budget(rho: float) -> None:
    """A zCDP budget is a positive number."""
    require(0 < rho < np.inf, "rho", rho, "is not positive and finite", "Pass a budget > 0.")


def check_rates(alpha: float, eta: float) -> None:
    """Momentum weight and step length make sense."""
    require(0 < alpha <= 1, "alpha", alpha, "is outside (0, 1]", "1 is no momentum at all.")
    require(0 < eta < np.inf, "eta", eta, "is not positive and finite", "Choose a length > 0.")


def check_deviation(name: str, sigma: float) -> None:
    """Noise is a positive number."""
    ok = 0 < sigma < np.inf
    require(ok, name, sigma, "is not positive and finite", "Pass a deviation > 0.")


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeMomentum(NormalisedDescent):
    """Weight alpha of a new gradient, step length eta, noise sigma per node, order of records."""

    alpha: float
    eta: float
    sigma: float
    order: Order

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        check_rates(self.alpha, self.eta)
        check_deviation("sigma", self.sigma)
        check_order(self.order)

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
    ) -> "TreeMomentum":
        """Noise for rho-zCDP whatever the coins of the order: 2 G sqrt(charge / (2 rho))."""
        check_budget(rho)
        check_size(steps)
        charge = tree_charge(n=n, steps=steps, alpha=alpha, order=order)
        sigma = 2 * problem.lipschitz * math.sqrt(charge / (2 * rho))
        return cls(alpha=alpha, eta=eta, sigma=sigma, order=order)

    def direction(
        self, problem: SmoothProblem, curator: Curator, *, steps: int, trials: int
    ) -> Direction:
        """Alpha times the prefix of a tree of gradients."""
        decay, n = 1 - self.alpha, curator.n
        sensitivity = node_sensitivity(2 * problem.lipschitz, n=n, decay=decay, order=self.order)
        schedule = Schedule(self.order, curator, trials)
        tree = TreeStream(curator, sigma=self.sigma, sensitivity=sensitivity, decay=decay)

        def direction(t: int, w: np.ndarray) -> np.ndarray:
            tree.push(curator.secret(problem.mean_gradient(w), rows=schedule.rows(t)))
            return self.alpha * tree.prefix()

        return direction
