"""Losses of one record without labels: linear, cosine, Huber, triangle wave.

Points have shape (R, 1, d) and records (1 or R, m, k): a value has shape (R, m) and a gradient
(R, m, d).  Module `nonconvex` says what the methods are for.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.privacy.arrays import Array, namespace, row_sum


def norms(rows: Array) -> Array:
    """l2 norms along the last axis."""
    xp = namespace(rows)
    return xp.sqrt(row_sum(rows * rows)[..., 0])


def flawed_rows(wrong: Any) -> Array:  # noqa: ANN401 - an array of flags
    """Which rows have a wrong entry, shape (rows,); all are asked at once first."""
    return np.asarray(wrong.any(axis=1) if wrong.any() else np.zeros(len(wrong), dtype=bool))


def too_long(rows: Array, radius: float) -> Array:
    """Rows longer than the radius; a norm on the boundary may round up by d units."""
    return np.asarray(norms(rows) > radius * (1 + (rows.shape[-1] + 4) * 2.0**-53))


def ball(rng: np.random.Generator, n: int, d: int, radius: float) -> Array:
    """Random vectors, n of them, of length below the radius."""
    rows = rng.standard_normal((n, d))
    rows *= (radius * (1 - 2.0**-40) * rng.random((n, 1))) / norms(rows)[:, None]
    return rows


def unit(d: int, size: float) -> Array:
    """A multiple of the first unit vector."""
    return np.eye(1, d)[0] * size


@dataclass(frozen=True, slots=True)
class LinearLoss:
    """<x, w> for |x| <= radius."""

    d: int
    radius: float

    def value(self, w: Array, records: Array) -> Array:
        """The product."""
        return np.asarray((w * records).sum(axis=-1))

    def gradient(self, w: Array, records: Array) -> Array:
        """The record itself."""
        shape = np.broadcast_shapes(w.shape, records.shape)
        return records if records.shape == shape else namespace(w).broadcast_to(records, shape)

    def outside(self, records: Array) -> Array:
        """Longer than the radius."""
        return too_long(records, self.radius)

    def floor(self, records: Array) -> float:
        """No lower bound, unless the mean of the records is zero."""
        return 0.0 if not records.mean(axis=0).any() else -math.inf

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Random directions and lengths."""
        return ball(rng, n, self.d, self.radius)

    def opposites(self) -> tuple[Array, Array]:
        """+-radius along the first axis."""
        return unit(self.d, self.radius), unit(self.d, -self.radius)


@dataclass(frozen=True, slots=True)
class Cosine:
    """d^(-1/2) sum_j cos(w_j - x_j)."""

    d: int

    def value(self, w: Array, records: Array) -> Array:
        """Between -sqrt(d) and sqrt(d)."""
        return np.asarray(np.cos(w - records).sum(axis=-1) / math.sqrt(self.d))

    def gradient(self, w: Array, records: Array) -> Array:
        """-d^(-1/2) sin(w - x), of norm at most 1."""
        found: Array = namespace(w).sin(records - w)
        found *= self.d**-0.5
        return found

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
class Huber:
    """h(|w - x|) with h(t) = t^2/2 up to 1 and t - 1/2 beyond: convex."""

    d: int

    def value(self, w: Array, records: Array) -> Array:
        """The Huber loss of the distance."""
        t = norms(w - records)
        return np.where(t <= 1, t**2 / 2, t - 0.5)

    def gradient(self, w: Array, records: Array) -> Array:
        """W - x, clipped to the unit ball."""
        step = w - records
        return step / namespace(w).clip(norms(step), min=1.0)[..., None]

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
        return unit(self.d, -100.0), unit(self.d, 100.0)


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
        p = (w * self.L / self.G + 1) % 4.0
        return records * self.G * (1 - namespace(w).abs(p - 2))

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
