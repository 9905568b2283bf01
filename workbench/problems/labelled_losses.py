"""Losses of one record (a, y): features |a| <= radius and a last number, a label or a response.

Points have shape (R, 1, d) and records (1 or R, m, d + 1): a value has shape (R, m) and a gradient
(R, m, d).  Module `nonconvex` says what the methods are for.
"""

from dataclasses import dataclass

import numpy as np

from workbench.privacy.arrays import Array, logistic, row_sum
from workbench.problems.nonconvex_losses import ball, too_long, unit


@dataclass(frozen=True, slots=True)
class _Labelled:
    """Records (a, y): features |a| <= radius and a last number."""

    d: int
    radius: float

    def outside(self, records: Array) -> Array:
        """Long features, or a label that is not +-1."""
        return too_long(records[:, :-1], self.radius) | (np.abs(records[:, -1]) != 1)

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Random features, random labels."""
        return np.column_stack([ball(rng, n, self.d, self.radius), rng.choice([-1.0, 1.0], n)])

    def opposites(self) -> tuple[Array, Array]:
        """The longest feature with both labels."""
        a = unit(self.d, self.radius)
        return np.append(a, 1.0), np.append(a, -1.0)

    def floor(self, records: Array) -> float:
        """Every term is non-negative."""
        return 0.0


def _margin(w: Array, records: Array) -> Array:
    """<a, w>, shape (R, m)."""
    return row_sum(w * records[..., :-1])[..., 0]


@dataclass(frozen=True, slots=True)
class Sigmoid(_Labelled):
    """1 / (1 + exp(y <a, w>)): the smooth count of mistakes."""

    def value(self, w: Array, records: Array) -> Array:
        """The chance of a mistake."""
        return np.asarray(logistic(-records[..., -1] * _margin(w, records)))

    def gradient(self, w: Array, records: Array) -> Array:
        """-y a s (1 - s)."""
        s = logistic(_margin(w, records))
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
        loss = -(y * logistic(-y * _margin(w, records)))[..., None] * records[..., :-1]
        return loss + self.weight * 2 * w / (1 + w**2) ** 2


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
        return too_long(records[:, :-1], self.radius)
