"""Private estimates of the plain sum of gradients from differences, in any fixed order.

Both stand still for one epoch, w[1] = ... = w[n+1], release G0 = sum_i grad f(w[1], x_i) + noise,
and then follow U[t] = S[t] / n, an estimate of the mean of the last n gradients:

    UniformWindow     S[t] = kappa S[t-n] + B(t - n + 1, t),  S[1..n] = G0;  leaves of B are
                      gamma g[t] for t <= n, then g[t] - kappa g[t-n]; nodes of length up to n
    TelescopingTree   S[t] = G0 + C(1, t - n);  leaves of C are g[t] - g[t-n]; nodes of any length

B and C are sums without weights.  A record's leaves in a node of C telescope: c uses move the node
by at most 2 min(2 G, c L eta n), however many there are.  So there is no leak, no momentum weight
and no window.  The mean of the window differs from the gradient of F at w[t] by at most
eta L (n - 1) / 2 in any repeated order, without chance.  Released are G0 and the noisy nodes.
Points have shape (trials, d); memory is O(n) arrays of that shape.  Fresh orders are refused.
"""

from dataclasses import dataclass

from workbench.algorithms.momentum.difference_momentum import (
    UP,
    check_leak,
    check_repeated,
    difference_sensitivity,
    longest_node,
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
    node_counts,
)
from workbench.errors import require
from workbench.privacy import Curator, Secret, TreeStream
from workbench.privacy.arrays import Array
from workbench.problems.nonconvex import SmoothProblem


def telescoping_sensitivity(problem: SmoothProblem, *, n: int, eta: float, length: int) -> float:
    """2 min(2 G, c L eta n) for `length` differences in a row, c = ceil(length / n), rounded up."""
    uses = -(-length // n)
    return 2 * min(2 * problem.lipschitz, uses * problem.smoothness * eta * n) * UP


def _beyond(steps: int, n: int) -> range:
    """Iterations n + 1..T."""
    rule = f"is not above n = {n}: the first epoch stands still"
    require(steps > n, "steps", steps, rule, "Run at least n + 1 iterations.")
    return range(n + 1, steps + 1)


def _first_epoch(
    problem: SmoothProblem, curator: Curator, schedule: Schedule, start: Array, sigma: float
) -> tuple[Array, list[Secret]]:
    """G0, and the gradients of the records in their order at the starting point."""
    query = problem.mean_gradient(start)
    base = curator.gaussian(
        curator.n * curator.secret(query), sigma=sigma, sensitivity=2 * problem.lipschitz * UP
    )
    rows = (schedule.rows(t) for t in range(1, curator.n + 1))
    return base, [curator.secret(query, rows=row) for row in rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class UniformWindow(NormalisedDescent):
    """Leak gamma, step length eta, noise of G0 and of the nodes, order of the records (2U)."""

    gamma: float
    eta: float
    sigma_a: float
    sigma_b: float
    order: Order
    check: bool = True

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        check_rates(1.0, self.eta)
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
        gamma: float,
        eta: float,
        order: Order,
    ) -> "UniformWindow":
        """Noise for rho-zCDP, half of it for G0: a record is in ceil(T/n) (K + 1) nodes."""
        check_budget(rho)
        _beyond(steps, n)
        count = -(-steps // n) * n.bit_length()
        return cls(
            gamma=gamma,
            eta=eta,
            sigma_a=2 * problem.lipschitz * rho**-0.5 * UP**2,
            sigma_b=difference_sensitivity(problem, n=n, eta=eta, gamma=gamma)
            * (count / rho) ** 0.5
            * UP,
            order=order,
        )

    def times(self, steps: int, n: int) -> range:
        """Iterations n + 1..T."""
        return _beyond(steps, n)

    def direction(
        self, problem: SmoothProblem, curator: Curator, *, steps: int, trials: int
    ) -> Direction:
        """S[t] / n, from the window of the last epoch."""
        n, kappa = curator.n, 1 - self.gamma
        start = curator.copies(problem.start, trials)
        schedule = Schedule(self.order, curator, trials)
        tree = TreeStream(
            curator,
            sigma=self.sigma_b,
            sensitivity=difference_sensitivity(problem, n=n, eta=self.eta, gamma=self.gamma),
            windows=True,
            longest=longest_node(n),
            reach=n,
        )
        base, gradients = _first_epoch(problem, curator, schedule, start, self.sigma_a)
        for g in gradients:
            tree.push(self.gamma * g)
        windows = [base] * n

        def direction(t: int, w: Array) -> Array:
            place = (t - 1) % n
            g = curator.secret(problem.mean_gradient(w), rows=schedule.rows(t))
            tree.push(g - kappa * gradients[place])
            gradients[place] = g
            windows[place] = kappa * windows[place] + tree.interval(t - n + 1, t)
            return windows[place] / n

        return direction


@dataclass(frozen=True, slots=True, kw_only=True)
class TelescopingTree(NormalisedDescent):
    """Step length eta, noise of G0 and of the nodes, order of the records (2T)."""

    eta: float
    sigma_base: float
    sigma_node: float
    order: Order
    check: bool = True

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        check_rates(1.0, self.eta)
        check_deviation("sigma_base", self.sigma_base)
        check_deviation("sigma_node", self.sigma_node)
        check_repeated(self.order, check=self.check)

    @classmethod
    def calibrated(
        cls, problem: SmoothProblem, *, n: int, steps: int, rho: float, eta: float, order: Order
    ) -> "TelescopingTree":
        """Noise for rho-zCDP, half of it for G0.

        A record is in at most ceil(T'/n) nodes of each length, T' = T - n, and in at most all.
        """
        check_budget(rho)
        charge, rest = 0.0, len(_beyond(steps, n))
        for length, count in node_counts(rest):
            moved = telescoping_sensitivity(problem, n=n, eta=eta, length=length)
            charge += min(count, -(-rest // n) if length <= n else count) * moved**2
        return cls(
            eta=eta,
            sigma_base=2 * problem.lipschitz * rho**-0.5 * UP**2,
            sigma_node=(charge / rho) ** 0.5 * UP,
            order=order,
        )

    def times(self, steps: int, n: int) -> range:
        """Iterations n + 1..T."""
        return _beyond(steps, n)

    def direction(
        self, problem: SmoothProblem, curator: Curator, *, steps: int, trials: int
    ) -> Direction:
        """(G0 + C(1, t - n)) / n."""
        n, L = curator.n, problem.smoothness
        require(L > 0, "smoothness", L, "is zero: no difference says anything", "Use TreeMomentum.")
        start = curator.copies(problem.start, trials)
        schedule = Schedule(self.order, curator, trials)

        def sensitivity(first: int, last: int) -> float:
            return telescoping_sensitivity(problem, n=n, eta=self.eta, length=last - first + 1)

        tree = TreeStream(curator, sigma=self.sigma_node, sensitivity=sensitivity)
        base, gradients = _first_epoch(problem, curator, schedule, start, self.sigma_base)

        def direction(t: int, w: Array) -> Array:
            place = (t - 1) % n
            g = curator.secret(problem.mean_gradient(w), rows=schedule.rows(t))
            tree.push(g - gradients[place])
            gradients[place] = g
            return (base + tree.prefix()) / n

        return direction
