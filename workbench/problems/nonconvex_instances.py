"""Instances of smooth losses, each with the best constants known for its domain.

    linear          <x, w>                                      G, L = 0: noise meets nothing else
    cosine          d^(-1/2) sum_j cos(w_j - x_j)               G = 1, L = d^(-1/2), exact
    sigmoid         1 / (1 + exp(y <a, w>))                     G = r/4, L = r^2/(6 sqrt 3)
    logistic        ln(1 + exp(-y <a, w>)) + c sum w^2/(1+w^2)  see `logistic_problem`
    robust          rho(<a, w> - b), rho(t) = t^2/(1 + t^2)     G = 3 sqrt(3) r/8, L = 2 r^2
    huber           h(|w - x|), quadratic up to 1               G = L = 1, exact
    triangle wave   x psi(w), psi' a triangle wave, x = +-1     G, L exact; saturates differences
    order memory    wells that remember the order               see `order_memory`

with features |a| <= r, labels y = +-1, any b.  A supremum over the domain, so a dataset whose
features are shorter has smaller constants: build the problem with its radius.
"""

import math

import numpy as np

from workbench.errors import require
from workbench.privacy.arrays import Array
from workbench.privacy.queries.datasets import Dataset
from workbench.problems.labelled_losses import Logistic, Robust, Sigmoid
from workbench.problems.nonconvex import RecordLoss, SmoothProblem
from workbench.problems.nonconvex_losses import Cosine, Huber, LinearLoss, TriangleWave
from workbench.problems.order_memory import OrderMemory

ROBUST_SLOPE = 3 * math.sqrt(3) / 8
"""The largest derivative of t^2 / (1 + t^2), at t = 1 / sqrt(3)."""


def linear_problem(*, d: int, G: float = 1.0) -> SmoothProblem:
    """Instance M1: the loss is linear, so sensitivities of sums of gradients are exact."""
    return _problem("linear", LinearLoss(d, G), np.zeros(d), G, 0.0)


def cosine_problem(*, d: int) -> SmoothProblem:
    """Instance M2, started at (1, ..., 1)."""
    return _problem("cosine", Cosine(d), np.ones(d), 1.0, d**-0.5)


def sigmoid_problem(*, d: int, radius: float = 1.0) -> SmoothProblem:
    """Instance M3, started at the origin."""
    L = radius**2 / (6 * math.sqrt(3))
    return _problem("sigmoid", Sigmoid(d, radius), np.zeros(d), radius / 4, L)


def logistic_problem(*, d: int, radius: float = 1.0, weight: float = 0.1) -> SmoothProblem:
    """Instance M4, started at the origin; G and L are upper bounds, not attained together."""
    require(weight >= 0, "weight", weight, "is negative", "Pass a weight >= 0.")
    G = radius + weight * math.sqrt(d) * ROBUST_SLOPE
    L = radius**2 / 4 + 2 * weight
    return _problem("logistic", Logistic(d, radius, weight), np.zeros(d), G, L)


def robust_problem(*, d: int, radius: float = 1.0) -> SmoothProblem:
    """Instance M5, started at (3, -3, 3, ...)."""
    start = np.where(np.arange(d) % 2 == 0, 3.0, -3.0)
    return _problem("robust", Robust(d, radius), start, ROBUST_SLOPE * radius, 2 * radius**2)


def huber_problem(*, d: int) -> SmoothProblem:
    """Instance M6, started at (3, ..., 3)."""
    return _problem("huber", Huber(d), np.full(d, 3.0), 1.0, 1.0)


def triangle_problem(*, G: float = 1.0, L: float = 1.0) -> SmoothProblem:
    """Instance M7, started at the origin."""
    return _problem("triangle wave", TriangleWave(G, L), np.zeros(1), G, L)


def order_memory_problem(
    *, n: int, a: float = 1.0, A: float = 0.3, b: float = 0.02, k: float = 1.0, B: float = 1.0
) -> SmoothProblem:
    """Instance M8 with one direction for each of n records, started at the origin.

    Record j is the number j = 0..n-1.  In the gradient e_j - 1/n (1, ..., 1) has norm below 1.
    """
    loss = OrderMemory(n, a, A, b, k, B)
    G = math.hypot(a + k, a * B / 2 + A + b)
    L = max(a / B + k, a * B / 4 + A + b / 4) + a / 2
    return _problem("order memory", loss, np.zeros(n + 1), G, L)


def reference_points(n: int = 16, d: int = 2) -> Array:
    """X_ij = 2 sin(i j + 1/2), i = 1..n, j = 1..d."""
    i, j = np.arange(1, n + 1)[:, None], np.arange(1, d + 1)[None]
    return 2 * np.sin(i * j + 0.5)


def reference_labelled(n: int = 16, d: int = 2) -> Array:
    """Rows (a_i, y_i): a_i = X_i / sqrt(1 + |X_i|^2), and every third label -1, from the first."""
    x = reference_points(n, d)
    y = np.where(np.arange(n) % 3 == 0, -1.0, 1.0)
    return np.column_stack([x / np.sqrt(1 + (x**2).sum(axis=1, keepdims=True)), y])


def reference_responses(n: int = 16, d: int = 2) -> Dataset:
    """The same features with responses cos(i), for the robust regression."""
    rows = reference_labelled(n, d)
    rows[:, -1] = np.cos(np.arange(1, n + 1))
    return Dataset(rows)


def _problem(name: str, loss: RecordLoss, start: Array, G: float, L: float) -> SmoothProblem:
    """The constants are bounds: what was computed is rounded up, a given G stays as it is."""
    given = isinstance(loss, LinearLoss | Cosine | Huber | TriangleWave)
    up = 1 + 2.0**-50
    return SmoothProblem(
        name=name, loss=loss, start=start, lipschitz=G if given else G * up, smoothness=L * up
    )
