"""The best of several private attempts: from constant success probability to 1 - beta.

    run K = ceil(log_{1/c}(2 / beta)) independent attempts, each (eps / 2K, delta / K)-DP
    answer the attempt with the smallest score + Laplace(4 Delta / eps)

If an attempt fails with probability at most c < 1, all K fail with probability at most beta / 2;
the choice misses the smallest score by at most (8 Delta / eps) ln(2 K / beta), except with
probability beta / 2.  Delta bounds the change of a score by one replaced record; the choice is
(eps / 2)-DP, and everything together (eps, delta)-DP.

Scores at released points: |grad F(x)|_2 with Delta = 2 L / n, and F(x) - F(x_0) on a ball of radius
D around x_0 with Delta = 2 L D / n (its losses lie in [-L D, L D] at every point of the ball).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from workbench.errors import require
from workbench.privacy import Curator, Dataset, Secret, Statistic
from workbench.privacy.arrays import ULP, Array, Ints, namespace, picked, to_numpy
from workbench.problems.sparse_losses import SparseProblem

Attempt = Callable[[Curator, int], Array]
"""One attempt: a curator and a number of trials to points of shape (trials, d)."""

Score = Callable[[Curator, Array], Secret]
"""Scores at points of shape (trials, d) as a secret of shape (trials, 1); smaller is better."""


class Selected(NamedTuple):
    """Chosen points (trials, d), which attempt each is of, and all points (trials, K, d)."""

    x: Array
    which: Ints
    attempts: Array


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateSelection:
    """K attempts, and a choice that spends epsilon / 2 on scores of sensitivity Delta.

    delta: of the attempts together; each may spend delta / K
    beta: the probability with which the choice may miss its guarantee
    """

    K: int
    epsilon: float
    delta: float
    sensitivity: float
    beta: float

    def __post_init__(self) -> None:
        """Check the parameters."""
        require(self.K >= 1, "K", self.K, "is below 1", "Make at least one attempt.")
        for name in ("epsilon", "sensitivity"):
            value = getattr(self, name)
            require(0 < value < np.inf, name, value, "is not positive and finite", "Pass a size.")
        ok = 0 <= self.delta < 1
        require(ok, "delta", self.delta, "is outside [0, 1)", "Pass 1e-6, say.")
        require(0 < self.beta < 1, "beta", self.beta, "is outside (0, 1)", "Try 0.1.")

    @classmethod
    def calibrated(
        cls, *, failure: float, beta: float, epsilon: float, delta: float, sensitivity: float
    ) -> "PrivateSelection":
        """K = ceil(log(2 / beta) / log(1 / failure)).

        >>> PrivateSelection.calibrated(
        ...     failure=0.5, beta=0.125, epsilon=1.0, delta=1e-6, sensitivity=0.1
        ... ).K
        4
        """
        ok = 0 < failure < 1
        require(ok, "failure", failure, "is outside (0, 1)", "Pass the chance that one fails.")
        require(0 < beta < 1, "beta", beta, "is outside (0, 1)", "Try 0.1.")
        K = max(1, math.ceil(math.log(2 / beta) / math.log(1 / failure) * (1 - 2.0**-50)))
        while failure**K > beta / 2:
            K += 1
        return cls(K=K, epsilon=epsilon, delta=delta, sensitivity=sensitivity, beta=beta)

    @property
    def share(self) -> tuple[float, float]:
        """Budget (epsilon, delta) of one attempt, rounded down."""
        down = 1 - 2.0**-50
        return self.epsilon / (2 * self.K) * down, self.delta / self.K * down

    @property
    def scale(self) -> float:
        """Scale of the Laplace noise on a score."""
        return 4 * self.sensitivity / self.epsilon * (1 + 2.0**-50)

    @property
    def excess(self) -> float:
        """The choice misses the best score by at most this, with probability 1 - beta / 2."""
        return 2 * self.scale * math.log(2 * self.K / self.beta)

    def select(
        self, attempt: Attempt, score: Score, curator: Curator, *, trials: int = 1
    ) -> Selected:
        """K attempts and the choice.

        An attempt has to keep to a budget of its own, `share`; what it costs is for the accountant
        to say.
        """
        require(trials >= 1, "trials", trials, "is below 1", "Pass at least one trial.")
        points = [curator.array(attempt(curator, trials)) for _ in range(self.K)]
        scores = score(curator, points[0])
        for x in points[1:]:
            scores = scores.beside(score(curator, x))
        index = curator.noisy_max(-scores, scale=self.scale, sensitivity=self.sensitivity)
        every = namespace(points[0]).stack(points, axis=1)
        return Selected(picked(every, index), index, every)


def gradient_norm(problem: SparseProblem) -> Score:
    """|grad F(x)|_2, of sensitivity 2 L / n."""

    def score(curator: Curator, x: Array) -> Secret:
        gradient = curator.secret(problem.mean_gradient(x))
        terms = curator.n + problem.dimension + 8  # a sum over the records, one over the entries
        rounding = 4 * terms * ULP * problem.lipschitz

        def norm(g: Array) -> Array:
            xp = namespace(g)
            return xp.sqrt(xp.sum(g**2, axis=1, keepdims=True))

        return gradient.map(norm, dimension=1, rounding=rounding)

    return score


def excess_loss(problem: SparseProblem, *, radius: float) -> Score:
    """F(x) - F(x_0), of sensitivity 2 L radius / n on the ball of this radius around x_0."""

    def score(curator: Curator, x: Array) -> Secret:
        x = to_numpy(x)
        ball = math.sqrt(float(((x - problem.start) ** 2).sum(axis=1).max()))
        ok = ball <= radius * (1 + 2.0**-40)
        require(ok, "x", ball, f"is farther than {radius} from the start", "Project the points.")

        def function(records: Array) -> Array:
            data = Dataset(records)
            start = problem.objective(problem.start[None], data)
            return (problem.objective(x, data) - start)[:, None]

        terms = curator.n + problem.vectors.s + 64  # a sum over the records, one over the entries
        rounding = 2 * terms * ULP * (1 + problem.lipschitz * radius)
        shape = (len(x), 1)
        return curator.secret(Statistic(function=function, shape=shape, rounding=rounding))

    return score
