"""Mean-type quadratics: f(x; y) = x^T Q x / 2 - y^T x with records y in an l1 ball.

The gradient Q x - y moves by y - y' when a record is replaced, at every x.  So the l1 sensitivity
of one record is exactly twice the radius, everywhere and in a direction that never turns:
the accountant is tight, and a privacy audit can reach its reading.  The
minimiser is Q^-1 (mean of y), the constants are the extreme eigenvalues of Q.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import DataError, ParameterError, require
from workbench.privacy.arrays import Array, like, namespace, to_numpy
from workbench.privacy.queries.datasets import Dataset
from workbench.privacy.queries.query import Query
from workbench.problems.base import Minimiser


@dataclass(frozen=True, eq=False, kw_only=True)
class Quadratic:
    """Q = basis diag(spectrum) basis^T, records with l1 norm at most `radius`."""

    spectrum: Array
    radius: float
    start: Array
    basis: Array | None = None

    def __post_init__(self) -> None:
        """Check and freeze the arrays."""
        spectrum = np.array(self.spectrum, dtype=np.float64)
        ok = spectrum.ndim == 1 and spectrum.size > 0 and bool((spectrum > 0).all())
        require(ok, "spectrum", spectrum, "is not a list of positive numbers", "Pass eigenvalues.")
        require(self.radius > 0, "radius", self.radius, "is not positive", "Pass a radius > 0.")
        d = spectrum.size
        basis = np.eye(d) if self.basis is None else np.array(self.basis, dtype=np.float64)
        error = np.abs(basis.T @ basis - np.eye(d)).max() if basis.shape == (d, d) else np.inf
        # The columns come from a QR factorisation, orthonormal to a few d units in the last place.
        ok = error <= 64 * d * 2.0**-53
        require(ok, "basis", f"of shape {basis.shape}", "is not orthonormal", "Use a QR factor.")
        start = np.array(self.start, dtype=np.float64)
        if start.shape != (d,):
            raise ParameterError(
                f"start has shape {start.shape}: Q is {d} x {d}.\n  Pass {d} coordinates."
            )
        for name, value in (("spectrum", spectrum), ("basis", basis), ("start", start)):
            value.setflags(write=False)
            object.__setattr__(self, name, value)

    @property
    def dimension(self) -> int:
        """Number of variables d."""
        return int(self.spectrum.size)

    @cached_property
    def matrix(self) -> Array:
        """Q, shape (d, d)."""
        assert self.basis is not None
        return (self.basis * self.spectrum) @ self.basis.T

    @property
    def strong_convexity(self) -> float:
        """mu: the smallest eigenvalue."""
        return float(self.spectrum.min())

    @property
    def smoothness(self) -> float:
        """L: the largest eigenvalue."""
        return float(self.spectrum.max())

    @property
    def l1_sensitivity(self) -> float:
        """S_1 = 2 radius, attained at every point."""
        return 2 * self.radius

    def dataset(self, records: ArrayLike) -> Dataset:
        """Dataset of records y, shape (n, d), checked against the declared domain."""
        data = Dataset(np.asarray(records, dtype=np.float64))
        if data.records.shape[1] != self.dimension:
            raise DataError(
                f"records has shape {data.records.shape}: each y has {self.dimension} "
                "coordinates.\n  Pass one row per record."
            )
        norms = np.abs(data.records).sum(axis=1)
        worst = int(np.argmax(norms))
        # the norm of a record on the boundary may round up by d units in the last place
        if norms[worst] > self.radius * (1 + self.dimension * 2.0**-52):
            raise DataError(
                f"records[{worst}] has l1 norm {norms[worst]}: the declared domain is the ball "
                f"of radius {self.radius}.\n  Clip the records or declare a larger radius."
            )
        return data

    def random_dataset(self, rng: np.random.Generator, n: int) -> Dataset:
        """N records, uniform in direction and norm inside the l1 ball."""
        y = rng.laplace(size=(n, self.dimension))
        y *= (self.radius * rng.random((n, 1)) * (1 - 2.0**-50)) / np.abs(y).sum(
            axis=1, keepdims=True
        )
        return self.dataset(y)

    def extremal_pair(self, n: int) -> tuple[Dataset, Dataset]:
        """Neighbours that attain S_1 at every point; the n - 1 other records equal the second's.

        The full privacy loss is reached, with or without a hidden batch.
        """
        rows = np.zeros((n, self.dimension))
        rows[:, 0] = -self.radius
        second = self.dataset(rows)
        rows[0, 0] = self.radius
        return self.dataset(rows), second

    def random_pair(self, rng: np.random.Generator, n: int) -> tuple[Dataset, Dataset]:
        """Random neighbours: n + 1 random records, the last of which replaces the first."""
        rows = self.random_dataset(rng, n + 1).records
        first = self.dataset(rows[:n])
        return first, first.replace(0, rows[n])

    def mean_gradient(self, x: Array) -> Query:
        """The query of the mean over records of Q x - y."""
        return Query(
            points=x,
            values=self._values,
            mean=self._mean,
            difference=self._difference,
            difference_error=self._difference_error,
        )

    def objective(self, x: Array, dataset: Dataset) -> Array:
        """F(x) = x^T Q x / 2 - (mean y)^T x, shape (trials,)."""
        x, records = to_numpy(x), dataset.in_numpy.records
        return 0.5 * np.einsum("rd,rd->r", x @ self.matrix, x) - x @ records.mean(axis=0)

    def suboptimality(self, x: Array, dataset: Dataset) -> Array:
        """F(x) - F* = (x - x*)^T Q (x - x*) / 2, without cancellation; shape (trials,)."""
        assert self.basis is not None
        gap = (to_numpy(x) - self.minimise(dataset).x) @ self.basis
        return 0.5 * (gap**2) @ self.spectrum

    def minimise(self, dataset: Dataset) -> Minimiser:
        """x* = Q^-1 mean(y), with the gap |grad|^2 / (2 mu) that its rounding leaves."""
        assert self.basis is not None
        target = dataset.in_numpy.records.mean(axis=0)
        x = self.basis @ ((self.basis.T @ target) / self.spectrum)
        gradient = self.matrix @ x - target
        gap = float(gradient @ gradient) / (2 * self.strong_convexity)
        return Minimiser(x, float(self.objective(x[None], dataset)[0]), gap)

    def _values(self, x: Array, records: Array) -> Array:
        return (x @ like(self.matrix, x))[:, None, :] - records

    def _mean(self, x: Array, records: Array) -> Array:
        return x @ like(self.matrix, x) - namespace(records).mean(records, axis=1)

    def _difference(self, x: Array, old: Array, new: Array) -> Array:
        return (old - new)[None]

    def _difference_error(self, x: Array, old: Array, new: Array) -> Array:
        return 2.0**-53 * np.abs(old - new).sum(keepdims=True)


def reference_quadratic() -> tuple[Quadratic, Dataset]:
    """Instance R1: Q = diag(1/2, 1), unit l1 ball, 60 records e_1 and 40 records -e_2, start 0.

    >>> problem, data = reference_quadratic()
    >>> problem.minimise(data).x.round(12).tolist()
    [1.2, -0.4]
    """
    problem = Quadratic(spectrum=np.array([0.5, 1.0]), radius=1.0, start=np.zeros(2))
    return problem, problem.dataset([[1.0, 0.0]] * 60 + [[0.0, -1.0]] * 40)


def random_quadratic(
    rng: np.random.Generator, *, spectrum: ArrayLike, radius: float = 1.0
) -> Quadratic:
    """Quadratic with the given eigenvalues, in a random basis, started at a random point."""
    values = np.asarray(spectrum, dtype=np.float64)
    basis = np.linalg.qr(rng.standard_normal((values.size, values.size)))[0]
    start = rng.standard_normal(values.size)
    return Quadratic(spectrum=values, radius=radius, start=start, basis=basis)
