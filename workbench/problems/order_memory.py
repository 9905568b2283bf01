"""A loss whose gradients remember in which order the records come.

    w = (v, u_1, ..., u_n),  y_j = u_j - mean(u)
    f(w, j) = a B sin(v/B) phi(y_j) + Psi(y_j) + k (sqrt(1 + v^2) - 1) + b ln(1 + exp(-u_j))

phi = sin(y/2) on [-pi, pi] and +-1 outside; Psi' = -A sin y on [-pi, pi] and A min(|y| - pi, 1)
sign(y) outside.  Each record pushes its own coordinate into one of two wells, so that a repeated
order imprints itself on u, and the momentum of v keeps a bias of the order that a reshuffling of
the epochs would average out.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from workbench.privacy.arrays import Array, is_numpy, like, to_numpy


@dataclass(frozen=True, slots=True)
class OrderMemory:
    """The loss of n records with its parameters; a record is its own number."""

    n: int
    a: float
    A: float
    b: float
    k: float
    B: float

    def value(self, w: Array, records: Array) -> Array:
        """F, shape (R, m)."""
        v, u, y = self._parts(w, records)
        inside = self.A * (np.cos(y) - 1)
        beyond = np.abs(y) - math.pi
        outside = -2 * self.A + self.A * np.where(beyond <= 1, beyond**2 / 2, beyond - 0.5)
        well = np.where(beyond <= 0, inside, outside)
        wave = self.a * self.B * np.sin(v / self.B) * self._phi(y)
        bowl = self.k * (np.sqrt(1 + v**2) - 1)
        return np.asarray(wave + well + bowl + self.b * np.logaddexp(0.0, -u))

    def gradient(self, w: Array, records: Array) -> Array:
        """The gradient, shape (R, m, n + 1); computed in numpy for every library."""
        if not is_numpy(w):
            return like(self.gradient(to_numpy(w), to_numpy(records)), w)
        v, u, y = self._parts(w, records)
        own = np.arange(self.n) == records.astype(np.int64)
        beyond = np.abs(y) - math.pi
        slope = np.where(beyond <= 0, np.cos(y / 2) / 2, 0.0)
        well = np.where(beyond <= 0, -np.sin(y), np.sign(y) * np.minimum(beyond, 1.0))
        along = self.a * self.B * np.sin(v / self.B) * slope + self.A * well
        first = self.a * np.cos(v / self.B) * self._phi(y) + self.k * v / np.sqrt(1 + v**2)
        rest = along[..., None] * (own - 1 / self.n) - (self.b * expit(-u))[..., None] * own
        return np.concatenate([first[..., None], rest], axis=-1)

    def outside(self, records: Array) -> Array:
        """Not one of 0..n-1."""
        j = records[:, 0]
        return np.asarray((j != np.floor(j)) | (j < 0) | (j >= self.n))

    def floor(self, records: Array) -> float:
        """-a B - 2 A: every other term is non-negative, and |phi| <= 1."""
        return -(self.a * self.B + 2 * self.A) * (1 + 2.0**-50)

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Each record once, and then again."""
        return (np.arange(n, dtype=np.float64) % self.n)[:, None]

    def opposites(self) -> tuple[Array, Array]:
        """The first and the last record."""
        return np.array([0.0]), np.array([self.n - 1.0])

    def _parts(self, w: Array, records: Array) -> tuple[Array, Array, Array]:
        """V, the record's own u_j and y_j, all of shape (R, m)."""
        v, all_u = w[..., 0], w[..., 1:]
        index = np.broadcast_to(
            records[..., 0].astype(np.int64), np.broadcast_shapes(v.shape, records.shape[:-1])
        )
        u = np.take_along_axis(np.broadcast_to(all_u[:, 0], (len(index), self.n)), index, axis=1)
        return v, u, u - all_u.mean(axis=-1)

    def _phi(self, y: Array) -> Array:
        return np.sin(np.clip(y, -math.pi, math.pi) / 2)
