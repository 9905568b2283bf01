"""Gaussian l1-recovery: the mean of sparse vectors from a few noisy random measurements.

    A ~ N(0, 1/m)^(m x d), public, drawn without looking at the data
    b = mean(clip(A z_i)) + xi,     xi ~ N(0, sigma^2)^m,     clip to the l2 ball of 3/2 radius
    answer = argmin |z|_1 subject to A z = b, or argmin |A z - b|_2 over |z|_1 <= sqrt(s) radius

b is released, the rest is post-processing.  A record moves b by at most 3 radius / n because of
the clipping.  Without it (as printed) that holds if |A u| <= 3/2 |u| for all s-sparse u, an event
of probability 1 - delta/2 for m >= `enough_measurements`, and nobody can check it for a given A.
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from workbench.algorithms.method import Method
from workbench.algorithms.parts.parameters import ESCAPE
from workbench.algorithms.parts.vector_noise import NoiseRule, VectorNoise, calibrated_noise
from workbench.algorithms.sparse.basis_pursuit import decode_ball, decode_equality
from workbench.errors import require
from workbench.privacy import Curator, Query, project_l2_ball
from workbench.privacy.arrays import ULP, Array, like, namespace, to_numpy
from workbench.problems.sparse_vectors import SparseVectors

GAIN = 1.5
ROWS = 4096


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class L1Recovery(Method[SparseVectors, Array]):
    """The public matrix of shape (m, d), the noise, clipping and the decoder.

    clip: clip measurements to their sensitivity, which then holds whatever the matrix
    """

    matrix: Array
    noise: VectorNoise
    clip: bool = True
    decoder: Literal["equality", "ball"] = "ball"

    def __post_init__(self) -> None:
        """Check matrix, noise and decoder."""
        shape = np.shape(self.matrix)
        ok = len(shape) == 2 and 1 <= shape[0] <= shape[1]
        rule = "is no matrix with at most as many rows as columns: A z = b has no solution"
        require(ok, "matrix", f"of shape {shape}", rule, "Pass m <= d rows.")
        law = self.noise.law
        require(law == "gaussian", "law", law, "is not normal", "The sensitivity is in l2 norm.")
        ok = self.decoder in {"equality", "ball"}
        require(ok, "decoder", self.decoder, "is unknown", 'Choose "equality" or "ball".')

    @classmethod
    def calibrated(
        cls,
        vectors: SparseVectors,
        rng: np.random.Generator,
        *,
        n: int,
        epsilon: float,
        delta: float,
        m: int | None = None,
        rule: NoiseRule = "exact",
        clip: bool = True,
        decoder: Literal["equality", "ball"] = "ball",
        check: bool = True,
    ) -> "L1Recovery":
        """A fresh matrix and the noise for (epsilon, delta).

        By default m is the printed number of measurements, refused outside the range in which it
        makes sense.  As printed, half of delta is left for the gain of the matrix; with clipping
        nothing need be left, and the exact rule leaves nothing.
        """
        ok = 0 < delta < 1
        require(ok, "delta", delta, "is outside (0, 1): noise is normal", "Choose delta > 0.")
        if m is None:
            m = printed_measurements(vectors, n=n, epsilon=epsilon, delta=delta)
        if check:
            _check_measurements(vectors, m, delta)
        kept = delta if clip and rule == "exact" else delta / 2
        l2 = 2 * GAIN * vectors.radius / n
        noise = calibrated_noise(epsilon=epsilon, delta=kept, l1=l2, l2=l2, rule=rule)
        matrix = measurements(vectors, rng, m=m)
        return cls(matrix=matrix, noise=noise, clip=clip, decoder=decoder)

    def bound(self, vectors: SparseVectors, *, tolerance: float = 1e-3) -> float:
        """Bound on E |A (answer - mean)|_2^2 for the ball decoder, where nothing was clipped.

        It is <A^T xi, answer - mean> plus what the decoder leaves: at most 2 R E |A^T xi|_inf, each
        entry normal, plus tolerance E |b|^2, and |b - xi| <= 3/2 radius.
        """
        rule = "has no bound with explicit constants"
        require(self.decoder == "ball", "decoder", self.decoder, rule, 'Use the decoder "ball".')
        m, d = self.matrix.shape
        largest = float(np.sqrt((self.matrix**2).sum(axis=0)).max())
        noise = self.noise.scale * largest * math.sqrt(2 * math.log(2 * d))
        left = tolerance * ((GAIN * vectors.radius) ** 2 + m * self.noise.variance)
        return 2 * vectors.l1_radius * noise + left

    def measure(self, vectors: SparseVectors, curator: Curator, *, trials: int = 1) -> Array:
        """The release, shape (trials, m)."""
        require(trials >= 1, "trials", trials, "is below 1", "Pass at least one trial.")
        d = self.matrix.shape[1]
        require(d == vectors.d, "vectors.d", vectors.d, f"is not {d}", "Match the matrix.")
        moved = 2 * GAIN * vectors.radius / curator.n
        query = measured_query(vectors, self.matrix, trials=trials, clip=self.clip)
        return self.noise.release(curator, query, sensitivity=moved)

    def decode(self, vectors: SparseVectors, b: Array, *, tolerance: float = 1e-3) -> Array:
        """Estimates of the mean from measurements, shape (trials, d)."""
        if self.decoder == "equality":
            return decode_equality(self.matrix, b, tolerance=tolerance).z
        return decode_ball(self.matrix, b, radius=vectors.l1_radius, tolerance=tolerance).z

    def run(self, vectors: SparseVectors, curator: Curator, *, trials: int = 1) -> Array:
        """One release per trial, decoded; shape (trials, d)."""
        return self.decode(vectors, self.measure(vectors, curator, trials=trials))


def measurements(vectors: SparseVectors, rng: np.random.Generator, *, m: int) -> Array:
    """A matrix of independent N(0, 1/m) entries, shape (m, d)."""
    rule = f"is outside 1..d = {vectors.d}: A z = b has no solution for m > d"
    require(1 <= m <= vectors.d, "m", m, rule, "Choose m, d/4 at most for a good decoder.")
    matrix = rng.standard_normal((m, vectors.d))
    matrix /= math.sqrt(m)
    return matrix


def measured_query(vectors: SparseVectors, matrix: Array, *, trials: int, clip: bool) -> Query:
    """The query of the mean of A z_i, clipped or not; shape (trials, m)."""
    m = len(matrix)

    def images(records: Array) -> Array:
        found = np.asarray(vectors.matrix(to_numpy(records)) @ matrix.T)
        return project_l2_ball(found, radius=GAIN * vectors.radius) if clip else found

    def values(x: Array, records: Array) -> Array:
        found = like(np.stack([images(rows) for rows in to_numpy(records)]), x)
        return namespace(x).broadcast_to(found, (x.shape[0], *found.shape[1:]))

    def mean(x: Array, records: Array) -> Array:
        totals = []
        for rows in to_numpy(records):
            parts = range(0, len(rows), ROWS)
            totals.append(sum(images(rows[k : k + ROWS]).sum(axis=0) for k in parts))
        found = like(np.stack(totals) / records.shape[1], x)
        return namespace(x).broadcast_to(found, x.shape)

    def difference(x: Array, old: Array, new: Array) -> Array:
        return images(new[None]) - images(old[None])

    def error(x: Array, old: Array, new: Array) -> Array:
        # s products an entry, the norm and the factor of the clipping
        both = np.abs(matrix) @ np.abs(vectors.dense(np.stack([old, new]))).T
        return np.full(1, (vectors.s + m + 8) * ULP * both.sum())

    return Query(
        points=np.broadcast_to(np.zeros(1), (trials, m)),
        values=values,
        mean=mean,
        difference=difference,
        difference_error=error,
    )


def printed_measurements(vectors: SparseVectors, *, n: int, epsilon: float, delta: float) -> int:
    """The printed number, n epsilon sqrt(s ln(d/s) / ln(1/delta)), rounded; zero where s = d."""
    s, d = vectors.s, vectors.d
    return round(n * epsilon * math.sqrt(s * math.log(d / s) / math.log(1 / delta)))


def enough_measurements(vectors: SparseVectors, *, delta: float) -> int:
    """Measurements at which |A u| <= 3/2 |u| for all s-sparse u, but for a chance of delta/2.

    4 (sqrt(s) + sqrt(2 (s ln(e d / s) + ln(2 / delta))))^2, rounded up.

    >>> enough_measurements(SparseVectors(d=10**4, s=5), delta=1e-5)
    650
    """
    s, d = vectors.s, vectors.d
    logs = s * (1 + math.log(d / s)) + math.log(2 / delta)
    return math.ceil(4 * (math.sqrt(s) + math.sqrt(2 * logs)) ** 2)


def _check_measurements(vectors: SparseVectors, m: int, delta: float) -> None:
    least, most = enough_measurements(vectors, delta=delta), vectors.d // 4
    rule = f"is below {least}, where the gain of the matrix is under control"
    way_out = f"Pass m={least}, which needs no more noise, {ESCAPE}"
    if least > most:
        rule += f", and d/4 = {most} is, too"
        way_out = f"Use ProjectionMechanism for so few coordinates, {ESCAPE}"
    require(m >= least, "m", m, rule, way_out)
    rule = f"is above d/4 = {most}: an equality decoder gets worse from there"
    require(m <= most, "m", m, rule, f"Pass m={most} or less, {ESCAPE}")
