"""Losses of one record on an l_p ball, with the populations that their records come from.

    SquaredError    (<a, x> - y)^2 / 2           a = d^(-1/q) signs, y = <a, w> + noise * sign
    CentredSquare   |x - z|^2 / 2                z = d^(-1/2) signs of mean m
    SigmoidSquare   (s(<a, x>) - y)^2 / 2        labels y = 0, 1; not convex
    PhaseError      |<a, x>^2 - y|               weakly convex, with kinks

Points have shape (R, 1, d) and records (1 or R, m, k): a value has shape (R, m) and a gradient
(R, m, d).  `risk` and `slope` are F and its gradient for the population, exactly: in closed form,
or as the mean over a finite pool of records.  Constants are in module `ball_instances`.
"""

from dataclasses import dataclass

import numpy as np

from workbench.privacy.arrays import ULP, Array, logistic, namespace, row_sum
from workbench.problems.nonconvex_losses import flawed_rows, norms, too_long


def signs(rng: np.random.Generator, n: int, d: int) -> Array:
    """Uniform sign vectors, shape (n, d)."""
    return rng.choice([-1.0, 1.0], (n, d))


@dataclass(frozen=True, slots=True, eq=False)
class SquaredError:
    """Records (a, y): entries +-size, w a point of shape (d,), `noise` the size of the noise."""

    size: float
    w: Array
    noise: float

    def value(self, x: Array, records: Array) -> Array:
        """Half of the squared residual."""
        return np.asarray(_residual(x, records) ** 2 / 2)

    def gradient(self, x: Array, records: Array) -> Array:
        """The residual times a."""
        return _residual(x, records)[..., None] * records[..., :-1]

    def outside(self, records: Array) -> Array:
        """Entries that are not +-size, or a response that no noise explains."""
        a, y = records[:, :-1], records[:, -1]
        wrong = (np.abs(a) != self.size).any(axis=1)
        return np.asarray(wrong | (np.abs(y - a @ self.w) > self.noise + len(self.w) * ULP))

    def floor(self, records: Array) -> float:
        """Every term is non-negative."""
        return 0.0

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Random signs, and responses with noise of a random sign."""
        a = self.size * signs(rng, n, self.w.size)
        return np.column_stack([a, a @ self.w + self.noise * signs(rng, n, 1)[:, 0]])

    def opposites(self) -> tuple[Array, Array]:
        """All entries alike, noise of both signs."""
        a = np.full(self.w.size, self.size)
        return np.append(a, a @ self.w + self.noise), np.append(a, a @ self.w - self.noise)

    def risk(self, x: Array) -> Array:
        """size^2 |x - w|^2 / 2 + noise^2 / 2, shape (trials,)."""
        return np.asarray((self.size * norms(x - self.w)) ** 2 / 2 + self.noise**2 / 2)

    def slope(self, x: Array) -> Array:
        """size^2 (x - w), shape (trials, d)."""
        return np.asarray(self.size**2 * (x - self.w))


@dataclass(frozen=True, slots=True)
class CentredSquare:
    """Records z of length 1 in d coordinates; each sign has mean m."""

    d: int
    m: float

    def value(self, x: Array, records: Array) -> Array:
        """Half of the squared distance."""
        return np.asarray(norms(x - records) ** 2 / 2)

    def gradient(self, x: Array, records: Array) -> Array:
        """X - z."""
        return x - records

    def outside(self, records: Array) -> Array:
        """Longer than 1."""
        return too_long(records, 1.0)

    def floor(self, records: Array) -> float:
        """Every term is non-negative."""
        return 0.0

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Signs of mean m, scaled to length 1."""
        drawn = np.where(rng.random((n, self.d)) < (1 + self.m) / 2, 1.0, -1.0)
        return drawn * self.d**-0.5

    def opposites(self) -> tuple[Array, Array]:
        """Both ends of the diagonal."""
        z = np.full(self.d, self.d**-0.5)
        return z, -z

    def risk(self, x: Array) -> Array:
        """|x - mean|^2 / 2 plus half of the variance, shape (trials,)."""
        centre = self.m * self.d**-0.5
        return np.asarray(norms(x - centre) ** 2 / 2 + (1 - self.m**2) / 2)

    def slope(self, x: Array) -> Array:
        """X minus the mean of z, shape (trials, d)."""
        return x - self.m * self.d**-0.5


@dataclass(frozen=True, slots=True, eq=False)
class SigmoidSquare:
    """Records (a, y) with |a_j| = size and y = 0 or 1; `pool` has shape (N, d + 1)."""

    size: float
    pool: Array

    def value(self, x: Array, records: Array) -> Array:
        """At most 1/2."""
        return np.asarray((logistic(_product(x, records)) - records[..., -1]) ** 2 / 2)

    def gradient(self, x: Array, records: Array) -> Array:
        """(s - y) s (1 - s) a."""
        s = logistic(_product(x, records))
        return ((s - records[..., -1]) * s * (1 - s))[..., None] * records[..., :-1]

    def outside(self, records: Array) -> Array:
        """Other entries, or other labels."""
        y = records[:, -1]
        return flawed_rows(np.abs(records[:, :-1]) != self.size) | ((y != 0) & (y != 1))

    def floor(self, records: Array) -> float:
        """Every term is non-negative."""
        return 0.0

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Uniform draws from the pool."""
        return np.asarray(self.pool[rng.integers(len(self.pool), size=n)])

    def opposites(self) -> tuple[Array, Array]:
        """All entries alike, both labels."""
        a = np.full(self.pool.shape[1] - 1, self.size)
        return np.append(a, 0.0), np.append(a, 1.0)

    def risk(self, x: Array) -> Array:
        """Mean over the pool, shape (trials,)."""
        return np.asarray(self.value(x[:, None], self.pool[None]).mean(axis=1))

    def slope(self, x: Array) -> Array:
        """Mean gradient over the pool, shape (trials, d)."""
        return np.asarray(self.gradient(x[:, None], self.pool[None]).mean(axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class PhaseError:
    """Records (a, y) with |a|_2 <= 1 and y in [0, top]; `pool` has shape (N, d + 1)."""

    top: float
    pool: Array

    def value(self, x: Array, records: Array) -> Array:
        """|<a, x>^2 - y|."""
        return np.abs(_product(x, records) ** 2 - records[..., -1])

    def gradient(self, x: Array, records: Array) -> Array:
        """A subgradient: 2 sign(<a, x>^2 - y) <a, x> a, zero at a kink."""
        product = _product(x, records)
        factor = 2 * namespace(x).sign(product**2 - records[..., -1]) * product
        return factor[..., None] * records[..., :-1]

    def outside(self, records: Array) -> Array:
        """Long directions, or intensities outside the range."""
        y = records[:, -1]
        return np.logical_or(too_long(records[:, :-1], 1.0), (y < 0) | (y > self.top))

    def floor(self, records: Array) -> float:
        """Every term is non-negative."""
        return 0.0

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Uniform draws from the pool."""
        return np.asarray(self.pool[rng.integers(len(self.pool), size=n)])

    def opposites(self) -> tuple[Array, Array]:
        """The first axis, dark and bright: gradients of both signs in between."""
        a = np.eye(1, self.pool.shape[1] - 1)[0]
        return np.append(a, 0.0), np.append(a, self.top)

    def risk(self, x: Array) -> Array:
        """Mean over the pool, shape (trials,)."""
        return np.asarray(self.value(x[:, None], self.pool[None]).mean(axis=1))

    def slope(self, x: Array) -> Array:
        """Mean subgradient over the pool, shape (trials, d)."""
        return np.asarray(self.gradient(x[:, None], self.pool[None]).mean(axis=1))


def _product(x: Array, records: Array) -> Array:
    """<a, x>, shape (R, m)."""
    return row_sum(x * records[..., :-1])[..., 0]


def _residual(x: Array, records: Array) -> Array:
    return _product(x, records) - records[..., -1]
