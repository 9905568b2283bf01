"""Runs of Algorithm 1 taken apart: points, gradients of every record, orders, parts of the error.

Arrays have the iterations first, then the trials: (T, trials, d).
"""

from dataclasses import dataclass

import numpy as np

from workbench.algorithms.momentum.normalised import Order
from workbench.algorithms.momentum.tree_momentum import TreeMomentum
from workbench.claims import Run
from workbench.privacy import Dataset, TrustedCurator
from workbench.privacy.arrays import Array, Ints
from workbench.problems.nonconvex import SmoothProblem
from workbench.problems.nonconvex_instances import cosine_problem

RECORDS, EPOCHS, ETA, SIGMA = 12, 6, 0.02, 0.5


class Witness(TrustedCurator):
    """A trusted curator that remembers the orders it drew."""

    def permutation(self, *, trials: int) -> Ints:
        """As drawn, and written down."""
        drawn = super().permutation(trials=trials)
        self.drawn = [*getattr(self, "drawn", []), drawn]
        return drawn


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """Points (T, trials, d), released and exact momentum, gradients of every record, its order.

    `gradients` has shape (T, trials, N, d); `used` (T, trials) says which record met iteration t.
    """

    problem: SmoothProblem
    alpha: float
    released: Array
    exact: Array
    gradients: Array
    used: Ints

    def own(self, at: Array) -> Array:
        """Of (T, trials, N, d), the record of each iteration: (T, trials, d)."""
        return np.take_along_axis(at, self.used[:, :, None, None], axis=2)[:, :, 0]

    def averaged(self, terms: Array) -> Array:
        """For every t, sum_i alpha q^(t-i) terms_i."""
        total, found = np.zeros_like(terms[0]), []
        for term in terms:
            total = (1 - self.alpha) * total + self.alpha * term
            found.append(total)
        return np.array(found)


def walked(trial: Run, order: Order, *, alpha: float, trials: int, data: Dataset) -> Path:
    """Runs of Algorithm 1 on the cosine loss, taken apart."""
    problem, n = cosine_problem(d=2), data.n
    method = TreeMomentum(alpha=alpha, eta=ETA, sigma=SIGMA, order=order)
    points: list[Array] = []
    released: list[Array] = []

    def observe(w: Array, m: Array) -> Array:
        points.append(w)
        released.append(m)
        return m[:, 0]

    curator = Witness(data, trial.rng("run", order))
    method.run(problem, curator, steps=n * EPOCHS, trials=trials, observe=observe)
    gradients = np.array([problem.loss.gradient(w[:, None], data.records[None]) for w in points])
    drawn = getattr(curator, "drawn", [np.tile(np.arange(n), (trials, 1))])
    epochs = drawn if len(drawn) == EPOCHS else drawn * EPOCHS
    used = np.concatenate([epoch.T for epoch in epochs])
    path = Path(problem, alpha, np.array(released), np.empty(0), gradients, used)
    return Path(problem, alpha, path.released, path.averaged(path.own(gradients)), gradients, used)


def length(vectors: Array) -> Array:
    """l2 norms along the last axis."""
    return np.asarray(np.sqrt((vectors**2).sum(axis=-1)))


def fresh_parts(path: Path, n: int) -> tuple[dict[str, Array], Array]:
    """Start, movement, epoch and order, each (T, trials, d), and what they leave of the error."""
    q, mean = 1 - path.alpha, path.gradients.mean(axis=2)
    t = np.arange(1, len(mean) + 1)[:, None, None]
    first = path.gradients[np.arange(len(mean)) // n * n]  # at the epoch's first point
    moved = np.concatenate([np.zeros_like(mean[:1]), mean[:-1] - mean[1:]])
    centred = path.own(first) - first.mean(axis=2)
    parts = {
        "start": -(q**t) * mean[0], "movement": path.averaged(q * moved / path.alpha),
        "epoch": path.averaged(path.own(path.gradients) - mean - centred),
        "order": path.averaged(centred),
    }  # fmt: skip
    return parts, path.exact - mean - sum(parts.values())


def repeated_parts(path: Path, n: int) -> tuple[dict[str, Array], Array]:
    """Start, drift and order, each (T, trials, d), and D_t, shape (T,): the same for all runs."""
    alpha, q, mean = path.alpha, 1 - path.alpha, path.gradients.mean(axis=2)
    drift, order = np.zeros_like(mean), np.zeros_like(mean)
    deviation = np.zeros(len(mean))
    weights = np.zeros((path.used.shape[1], n))
    for t in range(len(mean)):
        weights *= q
        weights[np.arange(len(weights)), path.used[t]] += alpha
        excess = weights - (1 - q ** (t + 1)) / n
        drift[t] = path.exact[t] - np.einsum("rn,rnd->rd", weights, path.gradients[t])
        order[t] = np.einsum("rn,rnd->rd", excess, path.gradients[t])
        deviation[t] = np.abs(excess).sum(axis=1).max()
    start = -(q ** np.arange(1, len(mean) + 1)[:, None, None]) * mean
    return {"start": start, "drift": drift, "order": order}, deviation
