"""Instances of smooth losses, each with the best constants known for its domain.

    linear          <x, w>                                      G, L = 0: noise meets nothing else
    cosine          d^(-1/2) sum_j cos(w_j - x_j)               G = 1, L = d^(-1/2), exact
    sigmoid         1 / (1 + exp(y <a, w>))                     G = r/4, L = r^2/(6 sqrt 3)
    logistic        ln(1 + exp(-y <a, w>)) + c sum w^2/(1+w^2)  see `Logistic`
    robust          rho(<a, w> - b), rho(t) = t^2/(1 + t^2)     G = 3 sqrt(3) r/8, L = 2 r^2
    huber           h(|w - x|), quadratic up to 1               G = L = 1, exact
    triangle wave   x psi(w), psi' a triangle wave, x = +-1     G, L exact; saturates differences
    order memory    one direction per record                    see module `order_memory`

with features |a| <= r, labels y = +-1, any b.  A supremum over the domain, so a dataset whose
features are shorter has smaller constants: build the problem with its radius.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from workbench.errors import require
from workbench.privacy.arrays import Array
from workbench.privacy.datasets import Dataset
from workbench.problems.nonconvex import SmoothProblem

ROBUST_SLOPE = 3 * math.sqrt(3) / 8
"""The largest derivative of t^2 / (1 + t^2), at t = 1 / sqrt(3)."""


def _norms(rows: Array) -> Array:
    return np.sqrt((rows**2).sum(axis=-1))


def _too_long(rows: Array, radius: float) -> Array:
    """Rows longer than the radius; a norm on the boundary may round up by d units."""
    return np.asarray(_norms(rows) > radius * (1 + (rows.shape[-1] + 4) * 2.0**-53))


def _ball(rng: np.random.Generator, n: int, d: int, radius: float) -> Array:
    rows = rng.standard_normal((n, d))
    rows *= (radius * (1 - 2.0**-40) * rng.random((n, 1))) / _norms(rows)[:, None]
    return rows


def _unit(d: int, size: float) -> Array:
    return np.eye(1, d)[0] * size


@dataclass(frozen=True, slots=True)
class Linear:
    """<x, w> for |x| <= radius."""

    d: int
    radius: float

    def value(self, w: Array, records: Array) -> Array:
        """The product."""
        return np.asarray((w * records).sum(axis=-1))

    def gradient(self, w: Array, records: Array) -> Array:
        """The record itself."""
        return np.broadcast_to(records, np.broadcast_shapes(w.shape, records.shape))

    def outside(self, records: Array) -> Array:
        """Longer than the radius."""
        return _too_long(records, self.radius)

    def floor(self, records: Array) -> float:
        """No lower bound, unless the mean of the records is zero."""
        return 0.0 if not records.mean(axis=0).any() else -math.inf

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Random directions and lengths."""
        return _ball(rng, n, self.d, self.radius)

    def opposites(self) -> tuple[Array, Array]:
        """+-radius along the first axis."""
        return _unit(self.d, self.radius), _unit(self.d, -self.radius)


@dataclass(frozen=True, slots=True)
class Cosine:
    """d^(-1/2) sum_j cos(w_j - x_j)."""

    d: int

    def value(self, w: Array, records: Array) -> Array:
        """Between -sqrt(d) and sqrt(d)."""
        return np.asarray(np.cos(w - records).sum(axis=-1) / math.sqrt(self.d))

    def gradient(self, w: Array, records: Array) -> Array:
        """-d^(-1/2) sin(w - x), of norm at most 1."""
        return np.sin(records - w) * self.d**-0.5

    def outside(self, records: Array) -> Array:
        """Every record is allowed."""
        return np.zeros(len(records), dtype=bool)

    def floor(self, records: Array) -> float:
        """-d^(-1/2) sum_j |mean_i exp(i x_ij)|, the minimum itself (less its rounding)."""
        lengths = np.abs(np.exp(1j * records).mean(axis=0)).sum() / math.sqrt(self.d)
        return -float(lengths) * (1 + (len(records) + self.d) * 2.0**-50)

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Uniform phases."""
        return rng.uniform(-math.pi, math.pi, (n, self.d))

    def opposites(self) -> tuple[Array, Array]:
        """Phases +-pi/2: the gradients are +-d^(-1/2) in every coordinate at the origin."""
        return np.full(self.d, math.pi / 2), np.full(self.d, -math.pi / 2)


@dataclass(frozen=True, slots=True)
class _Labelled:
    """Records (a, y): features |a| <= radius and a last number."""

    d: int
    radius: float

    def outside(self, records: Array) -> Array:
        """Long features, or a label that is not +-1."""
        return _too_long(records[:, :-1], self.radius) | (np.abs(records[:, -1]) != 1)

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Random features, random labels."""
        return np.column_stack([_ball(rng, n, self.d, self.radius), rng.choice([-1.0, 1.0], n)])

    def opposites(self) -> tuple[Array, Array]:
        """The longest feature with both labels."""
        a = _unit(self.d, self.radius)
        return np.append(a, 1.0), np.append(a, -1.0)

    def floor(self, records: Array) -> float:
        """Every term is non-negative."""
        return 0.0


def _margin(w: Array, records: Array) -> Array:
    """<a, w>, shape (R, m)."""
    return np.asarray((w * records[..., :-1]).sum(axis=-1))


@dataclass(frozen=True, slots=True)
class Sigmoid(_Labelled):
    """1 / (1 + exp(y <a, w>)): the smooth count of mistakes."""

    def value(self, w: Array, records: Array) -> Array:
        """The chance of a mistake."""
        return np.asarray(expit(-records[..., -1] * _margin(w, records)))

    def gradient(self, w: Array, records: Array) -> Array:
        """-y a s (1 - s)."""
        s = expit(_margin(w, records))
        return -(records[..., -1] * s * (1 - s))[..., None] * records[..., :-1]


@dataclass(frozen=True, slots=True)
class Logistic(_Labelled):
    """ln(1 + exp(-y <a, w>)) + weight sum_j w_j^2 / (1 + w_j^2).

    The regulariser has slopes of at most 3 sqrt(3) / 8 per coordinate, and curvature in [-1/2, 2].
    """

    weight: float

    def value(self, w: Array, records: Array) -> Array:
        """Loss and regulariser."""
        bounded = (w**2 / (1 + w**2)).sum(axis=-1)
        return np.logaddexp(0.0, -records[..., -1] * _margin(w, records)) + self.weight * bounded

    def gradient(self, w: Array, records: Array) -> Array:
        """-y a s(-y <a, w>) + weight 2 w / (1 + w^2)^2."""
        y = records[..., -1]
        loss = -(y * expit(-y * _margin(w, records)))[..., None] * records[..., :-1]
        return np.asarray(loss + self.weight * 2 * w / (1 + w**2) ** 2)


@dataclass(frozen=True, slots=True)
class Robust(_Labelled):
    """Regression with rho(t) = t^2 / (1 + t^2) of the residual t = <a, w> - b; records (a, b)."""

    def value(self, w: Array, records: Array) -> Array:
        """Between 0 and 1."""
        t = _margin(w, records) - records[..., -1]
        return t**2 / (1 + t**2)

    def gradient(self, w: Array, records: Array) -> Array:
        """A rho'(t), rho'(t) = 2 t / (1 + t^2)^2."""
        t = _margin(w, records) - records[..., -1]
        return (2 * t / (1 + t**2) ** 2)[..., None] * records[..., :-1]

    def outside(self, records: Array) -> Array:
        """Long features; any response is allowed."""
        return _too_long(records[:, :-1], self.radius)


@dataclass(frozen=True, slots=True)
class Huber:
    """h(|w - x|) with h(t) = t^2/2 up to 1 and t - 1/2 beyond: convex."""

    d: int

    def value(self, w: Array, records: Array) -> Array:
        """The Huber loss of the distance."""
        t = _norms(w - records)
        return np.where(t <= 1, t**2 / 2, t - 0.5)

    def gradient(self, w: Array, records: Array) -> Array:
        """W - x, clipped to the unit ball."""
        step = w - records
        return np.asarray(step / np.maximum(1.0, _norms(step))[..., None])

    def outside(self, records: Array) -> Array:
        """Every record is allowed."""
        return np.zeros(len(records), dtype=bool)

    def floor(self, records: Array) -> float:
        """Every term is non-negative."""
        return 0.0

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Normal centres."""
        return rng.standard_normal((n, self.d))

    def opposites(self) -> tuple[Array, Array]:
        """Far away on both sides: gradients of norm 1 that point apart near the origin."""
        return _unit(self.d, -100.0), _unit(self.d, 100.0)


@dataclass(frozen=True, slots=True)
class TriangleWave:
    """x psi(w) in one dimension, x = +-1; psi' a triangle wave of height G with slopes +-L."""

    G: float
    L: float

    def value(self, w: Array, records: Array) -> Array:
        """In units of G^2 / L: a parabola up, an inverted one, a parabola down."""
        p = np.mod(w * self.L / self.G, 4.0)
        wave = np.select([p <= 1, p <= 3], [p**2 / 2, 1 - (2 - p) ** 2 / 2], (4 - p) ** 2 / 2)
        return np.asarray((records * wave * self.G**2 / self.L)[..., 0])

    def gradient(self, w: Array, records: Array) -> Array:
        """G times a wave through 0 at 0, 1 at G/L, -1 at 3 G/L, of period 4 G/L."""
        p = np.mod(w * self.L / self.G + 1, 4.0)
        return np.asarray(records * self.G * (1 - np.abs(p - 2)))

    def outside(self, records: Array) -> Array:
        """Not +-1."""
        return np.asarray(np.abs(records[:, 0]) != 1)

    def floor(self, records: Array) -> float:
        """The wave covers [0, G^2 / L]."""
        return min(0.0, float(records.mean())) * self.G**2 / self.L * (1 + 2.0**-50)

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Random signs."""
        return rng.choice([-1.0, 1.0], (n, 1))

    def opposites(self) -> tuple[Array, Array]:
        """Both signs."""
        return np.array([1.0]), np.array([-1.0])


def linear_problem(*, d: int, G: float = 1.0) -> SmoothProblem:
    """Instance M1: the loss is linear, so sensitivities of sums of gradients are exact."""
    return _problem("linear", Linear(d, G), np.zeros(d), G, 0.0)


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
    start = 3.0 * (-1.0) ** np.arange(d)
    return _problem("robust", Robust(d, radius), start, ROBUST_SLOPE * radius, 2 * radius**2)


def huber_problem(*, d: int) -> SmoothProblem:
    """Instance M6, started at (3, ..., 3)."""
    return _problem("huber", Huber(d), np.full(d, 3.0), 1.0, 1.0)


def triangle_problem(*, G: float = 1.0, L: float = 1.0) -> SmoothProblem:
    """Instance M7, started at the origin."""
    return _problem("triangle wave", TriangleWave(G, L), np.zeros(1), G, L)


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


def _problem(name: str, loss: object, start: Array, G: float, L: float) -> SmoothProblem:
    """Constants rounded up: they are bounds."""
    up = 1 + 2.0**-50
    if isinstance(loss, Linear | Cosine | Huber | TriangleWave):  # exact as they stand
        up = 1.0 if loss.__class__ is not Cosine else 1 + 2.0**-52
    return SmoothProblem(name=name, loss=loss, start=start, lipschitz=G, smoothness=L * up)  # type: ignore[arg-type]
