"""The projection mechanism for the mean of sparse vectors, for many trials at once.

    y = mean(z_i) + xi,      xi ~ Laplace(sigma)^d or N(0, sigma^2)^d
    answer = nearest point to y in K

K = {|x|_1 <= sqrt(s) radius}, where all means are, or its intersection with {|x|_2 <= radius}: the
first set alone leaves an error of up to sqrt(s) radius where the noise is large.  y is released;
the projection costs nothing.  Points have shape (trials, d), and a run needs a few arrays of that
size beside the n s numbers of the data.
"""

from dataclasses import dataclass
from typing import Literal

from workbench.algorithms.method import Method
from workbench.algorithms.parts.projections import project_l1, project_l1_l2
from workbench.algorithms.parts.vector_noise import NoiseRule, VectorNoise, calibrated_noise
from workbench.errors import require
from workbench.privacy import Curator
from workbench.privacy.arrays import Array
from workbench.problems.sparse_vectors import SparseVectors


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectionMechanism(Method[SparseVectors, Array]):
    """The noise, and the set: "l1" as printed, or "both" balls."""

    noise: VectorNoise
    onto: Literal["l1", "both"] = "both"

    def __post_init__(self) -> None:
        """Check the set."""
        ok = self.onto in {"l1", "both"}
        require(ok, "onto", self.onto, "is unknown", 'Choose "l1" or "both".')

    @classmethod
    def calibrated(
        cls,
        vectors: SparseVectors,
        *,
        n: int,
        epsilon: float,
        delta: float = 0.0,
        rule: NoiseRule = "exact",
        onto: Literal["l1", "both"] = "both",
    ) -> "ProjectionMechanism":
        """The noise for (epsilon, delta); Laplace noise for delta = 0."""
        noise = calibrated_noise(
            epsilon=epsilon,
            delta=delta,
            l1=vectors.sensitivity(n, norm="l1"),
            l2=vectors.sensitivity(n, norm="l2"),
            rule=rule,
        )
        return cls(noise=noise, onto=onto)

    def bound(self, vectors: SparseVectors) -> float:
        """Bound on E |answer - mean|_2^2: the smallest of `terms`."""
        return min(self.terms(vectors))

    def terms(self, vectors: SparseVectors) -> tuple[float, float, float]:
        """Bounds on E |answer - mean|_2^2 that hold together: sparse, dense, trivial.

        |answer - mean|^2 <= <xi, answer - mean>, which is at most 2 R |xi|_inf, with R the l1
        radius of K, and at most |xi|_2 |answer - mean|_2.  The trivial one is the squared diameter.
        """
        reach = vectors.radius if self.onto == "both" else vectors.l1_radius
        sparse = 2 * vectors.l1_radius * self.noise.mean_largest(vectors.d)
        return sparse, vectors.d * self.noise.variance, 4 * reach**2

    def run(self, vectors: SparseVectors, curator: Curator, *, trials: int = 1) -> Array:
        """One release per trial, projected; shape (trials, d)."""
        require(trials >= 1, "trials", trials, "is below 1", "Pass at least one trial.")
        noisy = self.noise.release(
            curator,
            vectors.query(trials),
            sensitivity=vectors.sensitivity(curator.n, norm=self.noise.norm),
        )
        if self.onto == "l1":
            return project_l1(noisy, radius=vectors.l1_radius)
        return project_l1_l2(noisy, l1=vectors.l1_radius, l2=vectors.radius)
