"""Normalised descent along a momentum rebuilt from prefixes of small differences (form 2P).

With kappa = 1 - gamma and decay = 1 - alpha, the momentum times 1/alpha is

    M[t] = A(1, t)                                                        t <= n
    M[t] = kappa M[t-n] + B(n + 1, t) + decay^(t-n) A(1, n)               t > n

where A and B are noisy decayed sums of two trees, each over nodes that end a prefix:

    A: g[t] for t <= n;    B: g[t] - kappa g[t-n] for t > n.

Against the windows of `difference_momentum` it takes one node per iteration and O(log T) of them in
memory, beside n gradients and n sums; but long nodes carry a record several times.  In a repeated
order a leaf of B moves by at most 2 (gamma G + kappa min(L eta n, 2 G)), and a node by that times
the total weight of the record in it.  Fresh orders are refused.
"""

import math
from dataclasses import dataclass
from typing import Any

from workbench.algorithms.momentum.difference_momentum import (
    check_leak,
    check_repeated,
    difference_sensitivity,
)
from workbench.algorithms.momentum.normalised import (
    Direction,
    NormalisedDescent,
    Order,
    Schedule,
)
from workbench.algorithms.momentum.tree_momentum import (
    check_budget,
    check_deviation,
    check_rates,
    check_size,
    node_sensitivity,
    tree_charge,
)
from workbench.privacy import Curator, Secret, TreeStream
from workbench.privacy.arrays import Array
from workbench.problems.nonconvex import SmoothProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixDifferences(NormalisedDescent):
    """Weight alpha, leak gamma, step length eta, noise of the nodes of A and of B, order.

    `check=False` runs it with fresh orders, which is not private.
    """

    alpha: float
    gamma: float
    eta: float
    sigma_a: float
    sigma_b: float
    order: Order
    check: bool = True

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        check_rates(self.alpha, self.eta)
        check_leak(self.gamma)
        check_deviation("sigma_a", self.sigma_a)
        check_deviation("sigma_b", self.sigma_b)
        check_repeated(self.order, check=self.check)

    @classmethod
    def calibrated(
        cls,
        problem: SmoothProblem,
        *,
        n: int,
        steps: int,
        rho: float,
        alpha: float,
        gamma: float,
        eta: float,
        order: Order,
    ) -> "PrefixDifferences":
        """Noise for rho-zCDP, half of rho for each tree; a record is in K + 1 nodes of A."""
        check_budget(rho)
        check_size(steps)
        up = 1 + 8 * 2.0**-52
        charge = tree_charge(n=n, steps=max(1, steps - n), alpha=alpha, order=order)
        moved = difference_sensitivity(problem, n=n, eta=eta, gamma=gamma)
        return cls(
            alpha=alpha,
            gamma=gamma,
            eta=eta,
            sigma_a=2 * problem.lipschitz * math.sqrt(n.bit_length() / rho) * up,
            sigma_b=moved * math.sqrt(charge / rho) * up,
            order=order,
        )

    def direction(
        self, problem: SmoothProblem, curator: Curator, *, steps: int, trials: int
    ) -> Direction:
        """Alpha M[t], from the prefixes of both trees."""
        n, kappa, decay = curator.n, 1 - self.gamma, 1 - self.alpha
        moved = difference_sensitivity(problem, n=n, eta=self.eta, gamma=self.gamma)
        weight = node_sensitivity(moved, n=n, decay=decay, order=self.order)
        schedule = Schedule(self.order, curator, trials)
        first = TreeStream(
            curator, sigma=self.sigma_a, sensitivity=2 * problem.lipschitz, decay=decay
        )
        second = TreeStream(curator, sigma=self.sigma_b, sensitivity=weight, decay=decay)
        gradients: list[Secret | None] = [None] * n  # rings: entry t mod n is of t, or of t - n
        sums: list[Any] = [0.0] * n

        def direction(t: int, w: Array) -> Array:
            place = t % n
            g = curator.secret(problem.mean_gradient(w), rows=schedule.rows(t))
            before, gradients[place] = gradients[place], g
            if before is None:
                first.push(g)
                sums[place] = first.prefix()
            else:
                second.push(g - kappa * before)
                base = decay ** (t - n) * first.prefix()
                sums[place] = kappa * sums[place] + second.prefix() + base
            return self.alpha * sums[place]

        return direction
