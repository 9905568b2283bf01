"""Losses on balls that attain the sensitivities of gradients and of their differences.

SignedDirection    <z, x>                 z = d^(-1/q) signs of mean -m
Ripple             z psi(x), z = +-1      one variable; psi' turns as fast as L1 allows
"""

from dataclasses import dataclass

import numpy as np

from workbench.privacy.arrays import Array, namespace
from workbench.problems.nonconvex_losses import TriangleWave, flawed_rows


@dataclass(frozen=True, slots=True)
class SignedDirection:
    """<z, x> for z with entries +-size in d coordinates; each sign has mean -m."""

    d: int
    size: float
    m: float

    def value(self, x: Array, records: Array) -> Array:
        """The product."""
        return np.asarray((x * records).sum(axis=-1))

    def gradient(self, x: Array, records: Array) -> Array:
        """The record itself."""
        shape = np.broadcast_shapes(x.shape, records.shape)
        return records if records.shape == shape else namespace(x).broadcast_to(records, shape)

    def outside(self, records: Array) -> Array:
        """Other entries."""
        return flawed_rows(np.abs(records) != self.size)

    def floor(self, records: Array) -> float:
        """No lower bound off the ball."""
        return -np.inf

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Signs of mean -m."""
        return np.where(rng.random((n, self.d)) < (1 - self.m) / 2, self.size, -self.size)

    def opposites(self) -> tuple[Array, Array]:
        """All entries of either sign."""
        z = np.full(self.d, self.size)
        return z, -z

    def risk(self, x: Array) -> Array:
        """-m size sum_j x_j, shape (trials,)."""
        return np.asarray(-self.m * self.size * x.sum(axis=1))

    def slope(self, x: Array) -> Array:
        """The mean of z in every trial, shape (trials, d)."""
        return np.full(x.shape, -self.m * self.size)


@dataclass(frozen=True, slots=True)
class Ripple:
    """z psi(x - shift) in one variable, z = +-1 alike; psi' a triangle wave."""

    wave: TriangleWave
    shift: float

    def value(self, x: Array, records: Array) -> Array:
        """The wave, up or down."""
        return self.wave.value(x - self.shift, records)

    def gradient(self, x: Array, records: Array) -> Array:
        """Z psi'(x - shift)."""
        return self.wave.gradient(x - self.shift, records)

    def outside(self, records: Array) -> Array:
        """Not +-1."""
        return self.wave.outside(records)

    def floor(self, records: Array) -> float:
        """That of the wave."""
        return self.wave.floor(records)

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Random signs."""
        return self.wave.draw(rng, n)

    def opposites(self) -> tuple[Array, Array]:
        """Both signs."""
        return self.wave.opposites()

    def risk(self, x: Array) -> Array:
        """Zero: up and down are equally likely."""
        return np.zeros(len(x))

    def slope(self, x: Array) -> Array:
        """Zero."""
        return np.zeros(x.shape)
