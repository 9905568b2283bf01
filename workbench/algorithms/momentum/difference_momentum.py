"""Normalised descent along a momentum rebuilt from small differences, with a window.

With kappa = 1 - gamma, rho = (1 - alpha)^n, and t = q n + r, 0 <= r < n, the momentum times
1/alpha is

    M[t] = A(1, t)                                    q = 0
    S[t] = A(t - n + 1, t)                            q = 1
    S[t] = kappa S[t-n] + B(t - n + 1, t)             q >= 2
    M[t] = rho M[t-n] + S[t],  M[0] = 0               q >= 1

where A and B are noisy sums with weights (1 - alpha)^(b - i) over leaves of two trees:

    A: g[t] for t < 2 n;    B: g[t] - kappa g[t-n] for t > n.

In a repeated order g[t] and g[t-n] belong to one record and their points are at most eta n apart,
so a leaf of B moves by only 2 (gamma G + kappa min(L eta n, 2 G)): the noise of B is small.  With
fresh orders it would move by up to 4 G, and nothing would be gained: they are refused.

Released are all nodes of both trees up to length 2^K <= n, in which a record is once at most; m, w
are post-processing.  Windows reuse the noise of nodes and of S and M: the recursions give the very
numbers of the unrolled sum (`reconstructed`).  Memory is O(n) arrays of shape (trials, d), a step
costs O(log n) operations on them.  The leaves of B are numbered from t = n + 1.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

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
)
from workbench.errors import ParameterError, require
from workbench.privacy import Curator, Secret, TreeStream
from workbench.privacy.arrays import Array
from workbench.problems.nonconvex import SmoothProblem

UP = 1 + 8 * 2.0**-52
"""Sensitivities are rounded up by more than the few operations that compute them."""


def difference_sensitivity(problem: SmoothProblem, *, n: int, eta: float, gamma: float) -> float:
    """2 (gamma G + (1 - gamma) min(L eta n, 2 G)) for g[t] - (1 - gamma) g[t-n], rounded up.

    Relies on a repeated order and on steps of length eta.
    """
    G, reach = problem.lipschitz, problem.smoothness * eta * n
    return 2 * (gamma * G + (1 - gamma) * min(reach, 2 * G)) * UP


def check_repeated(order: str, *, check: bool) -> None:
    """Refuse orders in which g[t] and g[t-n] belong to different records."""
    check_order(order)
    if check and order == "fresh":
        raise ParameterError(
            "order = 'fresh' is not private here: g[t] and g[t-n] would belong to different "
            "records, and their difference would not be small.\n"
            "  Choose 'fixed' or 'single'; check=False is for audits that should catch it."
        )


def check_leak(gamma: float) -> None:
    """The leak is a weight."""
    require(0 < gamma <= 1, "gamma", gamma, "is outside (0, 1]", "1 takes no differences.")


def longest_node(n: int) -> int:
    """The largest power of two up to n: no window of n leaves needs a longer node."""
    return 1 << (n.bit_length() - 1)


def reconstructed(
    t: int, first: TreeStream, second: TreeStream, *, n: int, alpha: float, gamma: float
) -> Array:
    """M[t] as one unrolled sum over both trees (RECONSTRUCT); O(t/n log n) operations.

    M[t] = rho^q A(1, r) + c_(q-1) A(r + 1, n + r) + sum_{l <= q-2} c_l B(window l before t),
    c_l = sum_{j <= l} rho^j kappa^(l-j).  The trees must have kept all their nodes.
    """
    q, r = divmod(t, n)
    rho, kappa = (1 - alpha) ** n, 1 - gamma
    c = [sum(rho**j * kappa ** (m - j) for j in range(m + 1)) for m in range(q)]
    total: Any = 0.0
    if r:
        total = total + rho**q * first.interval(1, r)
    if q:
        total = total + c[q - 1] * first.interval(r + 1, n + r)
    for back in range(q - 1):
        end = t - back * n - n  # leaf n + 1 of the stream is leaf 1 of the second tree
        total = total + c[back] * second.interval(end - n + 1, end)
    return total


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceMomentum(NormalisedDescent):
    """Weight alpha, leak gamma, step length eta, noise of the nodes of A and of B, order.

    `check=False` runs it with fresh orders, which is not private.  With `unrolled` all nodes are
    kept and M is summed anew at every step, the slow way.
    """

    alpha: float
    gamma: float
    eta: float
    sigma_a: float
    sigma_b: float
    order: Order
    check: bool = True
    unrolled: bool = False

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
    ) -> "DifferenceMomentum":
        """Noise for rho-zCDP, half of rho for each tree.

        A record is in at most 2 (K + 1) nodes of A and (ceil(T/n) - 1)(K + 1) of B.
        """
        check_budget(rho)
        check_size(steps)
        depth = n.bit_length()
        wide = np.sqrt(2 * depth / rho) * UP
        narrow = np.sqrt(max(1, -(-steps // n) - 1) * depth / rho) * UP
        return cls(
            alpha=alpha,
            gamma=gamma,
            eta=eta,
            sigma_a=2 * problem.lipschitz * float(wide),
            sigma_b=difference_sensitivity(problem, n=n, eta=eta, gamma=gamma) * float(narrow),
            order=order,
        )

    def direction(
        self, problem: SmoothProblem, curator: Curator, *, steps: int, trials: int
    ) -> Direction:
        """Alpha M[t], from the windows of both trees."""
        n, kappa, decay = curator.n, 1 - self.gamma, 1 - self.alpha
        rho = decay**n
        schedule = Schedule(self.order, curator, trials)

        def tree(sigma: float, sensitivity: float) -> TreeStream:
            return TreeStream(
                curator,
                sigma=sigma,
                sensitivity=sensitivity,
                decay=decay,
                windows=True,
                longest=longest_node(n),
                reach=None if self.unrolled else n,
            )

        moved = difference_sensitivity(problem, n=n, eta=self.eta, gamma=self.gamma)
        first, second = tree(self.sigma_a, 2 * problem.lipschitz), tree(self.sigma_b, moved)
        gradients: list[Secret | None] = [None] * n  # rings: entry t mod n is of t, or of t - n
        windows: list[Array | float] = [0.0] * n
        sums: list[Array | float] = [0.0] * n

        def direction(t: int, w: Array) -> Array:
            q, place = t // n, t % n
            g = curator.secret(problem.mean_gradient(w), rows=schedule.rows(t))
            if t < 2 * n:
                first.push(g)
            before = gradients[place]
            if before is not None:
                second.push(g - kappa * before)
            gradients[place] = g
            if self.unrolled:
                return self.alpha * reconstructed(
                    t, first, second, n=n, alpha=self.alpha, gamma=self.gamma
                )
            if q == 0:
                total = first.interval(1, t)
            else:
                if q == 1:
                    window = first.interval(t - n + 1, t)
                else:
                    window = kappa * windows[place] + second.interval(t - 2 * n + 1, t - n)
                windows[place] = window
                total = rho * sums[place] + window
            sums[place] = total
            return self.alpha * total

        return direction
