"""Regularised logistic regression with features in an l1 ball.

    F(x) = mean_i log(1 + exp(-z_i u_i^T x)) + penalty |x|^2,    z_i = +-1,  |u_i|_1 <= C

A record is a row (u, z).  Its gradient is -z u s(-z u^T x) + 2 penalty x, s the logistic function,
so two records differ by less than 2 C in l1 norm at every x: S_1 = 2 C, approached far away from
the origin and not attained; at the origin it is C.  The curvature is at least 2 penalty and, as
s (1 - s) <= 1/4, at most C_2^2 / 4 + 2 penalty with C_2 the largest l2 norm: both are constants of
the domain.  The sharper `data_smoothness` is computed from the data, and using it as a step size is
a release of its own.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from workbench.errors import DataError, ParameterError, SolverError, require
from workbench.privacy.arrays import Array, logistic, to_numpy, trial_blocks
from workbench.privacy.queries.datasets import Dataset
from workbench.privacy.queries.query import Query
from workbench.problems.base import Minimiser
from workbench.problems.spectral import gram_eigenvalue_upper


@dataclass(frozen=True, eq=False, kw_only=True)
class LogisticRegression:
    """Features of l1 norm at most `radius` (and l2 norm at most `l2_radius`), ridge `penalty`."""

    radius: float
    penalty: float
    start: Array
    l2_radius: float | None = None

    def __post_init__(self) -> None:
        """Check and freeze the parameters."""
        require(self.radius > 0, "radius", self.radius, "is not positive", "Pass a radius > 0.")
        ok = self.penalty > 0
        require(ok, "penalty", self.penalty, "is not positive", "F is strongly convex only then.")
        l2 = self.radius if self.l2_radius is None else self.l2_radius
        ok = 0 < l2 <= self.radius
        require(
            ok, "l2_radius", l2, "is outside (0, radius]", "The l2 norm is at most the l1 norm."
        )
        start = np.array(self.start, dtype=np.float64)
        if start.ndim != 1 or start.size == 0:
            raise ParameterError(f"start has shape {start.shape}: a point is needed.\n  Pass (d,).")
        start.setflags(write=False)
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "l2_radius", l2)

    @property
    def dimension(self) -> int:
        """Number of variables d."""
        return int(self.start.size)

    @property
    def strong_convexity(self) -> float:
        """Mu = 2 penalty."""
        return 2 * self.penalty

    @property
    def smoothness(self) -> float:
        """L = C_2^2 / 4 + 2 penalty, whatever the data; rounded up."""
        assert self.l2_radius is not None
        return (self.l2_radius**2 / 4 + 2 * self.penalty) * (1 + 2.0**-50)

    @property
    def l1_sensitivity(self) -> float:
        """S_1 = 2 C, a bound at every point."""
        return 2 * self.radius

    def l1_sensitivity_at(self, x: Array) -> Array:
        """State-dependent bound 2 C s(C |x|_inf) at points (trials, d); shape (trials,)."""
        return 2 * self.radius * expit(self.radius * np.abs(x).max(axis=1))

    def data_smoothness(self, dataset: Dataset) -> float:
        """Proven upper bound for L of this dataset: lambda_max(U^T U) / (4 n) + 2 penalty."""
        bound = gram_eigenvalue_upper(dataset.records[:, :-1]) / 4 + 2 * self.penalty
        return bound * (1 + 2.0**-50)

    def dataset(self, records: ArrayLike) -> Dataset:
        """Dataset of rows (u, z), checked against the declared domain."""
        data = Dataset(np.asarray(records, dtype=np.float64))
        if data.records.shape[1] != self.dimension + 1:
            raise DataError(
                f"records has shape {data.records.shape}: each row is (u, z) with "
                f"{self.dimension} features and a label.\n  Pass {self.dimension + 1} columns."
            )
        u, z = data.records[:, :-1], data.records[:, -1]
        wrong = np.flatnonzero(np.abs(z) != 1)
        if wrong.size:
            raise DataError(
                f"records[{wrong[0]}] has label {z[wrong[0]]}: labels are -1 or +1.\n"
                "  Recode the labels."
            )
        assert self.l2_radius is not None
        slack = 1 + self.dimension * 2.0**-52  # a norm on the boundary may round up by d ulps
        for name, norms, bound in (
            ("l1", np.abs(u).sum(axis=1), self.radius),
            ("l2", np.sqrt((u**2).sum(axis=1)), self.l2_radius),
        ):
            worst = int(np.argmax(norms))
            if norms[worst] > bound * slack:
                raise DataError(
                    f"records[{worst}] has {name} norm {norms[worst]}: the declared domain is the "
                    f"{name} ball of radius {bound}.\n  Clip the features or declare a larger ball."
                )
        return data

    def random_dataset(self, rng: np.random.Generator, n: int) -> Dataset:
        """Features uniform on [0, radius / d]^d, labels sign(u^T w) for a random direction w."""
        u = rng.random((n, self.dimension)) * self.radius / self.dimension
        assert self.l2_radius is not None
        norms = np.sqrt((u**2).sum(axis=1, keepdims=True))
        u *= np.minimum(1, self.l2_radius * (1 - 2.0**-40) / norms)
        z = np.where(u @ rng.standard_normal(self.dimension) >= 0, 1.0, -1.0)
        return self.dataset(np.column_stack([u, z]))

    def extremal_pair(self, n: int) -> tuple[Dataset, Dataset]:
        """Neighbours whose gradients point apart; the n - 1 other records equal the second's.

        The changed record is (C' e_1, +1) against (C' e_1, -1): the gradients differ by exactly C'
        at every x, half of S_1.  (S_1 is only approached by two coordinates far from the origin.)
        """
        rows = np.zeros((n, self.dimension + 1))
        rows[:, 0] = self.l2_radius
        rows[:, -1] = -1.0
        second = self.dataset(rows)
        rows[0, -1] = 1.0
        return self.dataset(rows), second

    def sharp_pair(self, n: int, *, sign: float = 1.0) -> tuple[Dataset, Dataset]:
        """Neighbours that come close to S_1 where x_1 and -x_2 are large (sign +1), for d >= 2.

        The records are (C' e_1, -1) and (C' e_2, +1), both misclassified there: the gradients
        are C' s(C' x_1) e_1 and -C' s(-C' x_2) e_2, with no coordinate in common.
        """
        require(self.dimension >= 2, "dimension", self.dimension, "is below 2", "Use two features.")
        assert self.l2_radius is not None
        rows = np.zeros((n, self.dimension + 1))
        rows[:, 1], rows[:, -1] = self.l2_radius, sign
        second = self.dataset(rows)
        rows[0] = 0.0
        rows[0, 0], rows[0, -1] = self.l2_radius, -sign
        return self.dataset(rows), second

    def random_pair(self, rng: np.random.Generator, n: int) -> tuple[Dataset, Dataset]:
        """Random neighbours: n + 1 random records, the last of which replaces the first."""
        rows = self.random_dataset(rng, n + 1).records
        first = self.dataset(rows[:n])
        return first, first.replace(0, rows[n])

    def mean_gradient(self, x: Array) -> Query:
        """The query of the mean over records of -z u s(-z u^T x) + 2 penalty x."""
        return Query(
            points=x,
            values=self._values,
            mean=self._mean,
            difference=self._difference,
            difference_error=self._difference_error,
        )

    def objective(self, x: Array, dataset: Dataset) -> Array:
        """F at points of shape (trials, d), in blocks of bounded memory; shape (trials,)."""
        x, records = to_numpy(x), dataset.in_numpy.records
        signed = records[:, :-1] * records[:, -1:]
        loss = np.concatenate(
            [
                np.logaddexp(0.0, -(x[rows] @ signed.T)).mean(axis=1)
                for rows in trial_blocks(len(x), dataset.n)
            ]
        )
        return loss + self.penalty * (x**2).sum(axis=1)

    def suboptimality(self, x: Array, dataset: Dataset) -> Array:
        """F(x) - F(x^) for the computed minimiser x^; at most its gap below F(x) - F*."""
        return self.objective(x, dataset) - self.minimise(dataset).value

    def minimise(
        self, dataset: Dataset, *, accuracy: float = 1e-12, iterations: int = 100
    ) -> Minimiser:
        """Damped Newton; the gap |grad F|^2 / (2 mu) is recomputed at the answer.

        By strong convexity the gap bounds F(x) - F*; an answer above `accuracy` is an error.
        """
        records = dataset.in_numpy.records
        signed = records[:, :-1] * records[:, -1:]
        x = np.zeros(self.dimension)
        for _ in range(iterations):
            s = expit(-(signed @ x))
            gradient = -(signed.T @ s) / dataset.n + 2 * self.penalty * x
            gap = float(gradient @ gradient) / (2 * self.strong_convexity)
            if gap <= accuracy * 1e-6:
                break
            curvature = (signed.T * (s * (1 - s))) @ signed / dataset.n
            curvature += 2 * self.penalty * np.eye(self.dimension)
            step = np.linalg.solve(curvature, gradient)
            x = x - self._damping(x, dataset, gradient, step) * step
        s = expit(-(signed @ x))
        gradient = -(signed.T @ s) / dataset.n + 2 * self.penalty * x
        gap = float(gradient @ gradient) / (2 * self.strong_convexity)
        if not gap <= accuracy:
            raise SolverError(
                f"minimiser of logistic regression: gap {gap:.2e} after {iterations} Newton "
                f"steps, wanted {accuracy:.0e}.\n  Likely cause: a very small penalty; raise it, "
                "or pass a larger accuracy."
            )
        return Minimiser(x, float(self.objective(x[None], dataset)[0]), gap)

    def _damping(self, x: Array, dataset: Dataset, gradient: Array, step: Array) -> float:
        """Largest 2^-k that decreases F by a quarter of the linear prediction."""
        here = self.objective(x[None], dataset)[0]
        for lengths in np.split(0.5 ** np.arange(40), [1]):  # the first is nearly always the one
            values = self.objective(x - lengths[:, None] * step, dataset)
            good = values <= here - 0.25 * lengths * float(gradient @ step)
            if good.any():
                return float(lengths[int(np.argmax(good))])
        return 1.0  # at the bottom F no longer resolves the decrease: take the full Newton step

    def _values(self, x: Array, records: Array) -> Array:
        signed = records[..., :-1] * records[..., -1:]
        same = records.shape[0] == 1
        margins = x @ signed[0, :, :].T if same else (signed @ x[:, :, None])[..., 0]
        return -signed * logistic(-margins)[..., None] + 2 * self.penalty * x[:, None, :]

    def _mean(self, x: Array, records: Array) -> Array:
        signed = records[..., :-1] * records[..., -1:]
        m = records.shape[1]
        if records.shape[0] == 1:
            loss = logistic(-(x @ signed[0, :, :].T)) @ signed[0, :, :]
        else:
            margins = (signed @ x[:, :, None])[..., 0]
            loss = (logistic(-margins)[:, None, :] @ signed)[:, 0, :]
        return 2 * self.penalty * x - loss / m

    def _difference(self, x: Array, old: Array, new: Array) -> Array:
        a, b = old[:-1] * old[-1], new[:-1] * new[-1]
        return expit(-(x @ a))[:, None] * a - expit(-(x @ b))[:, None] * b

    def _difference_error(self, x: Array, old: Array, new: Array) -> Array:
        """A margin with error e changes the logistic function by a factor of at most exp(e).

        e <= (d + 1) u |x|_inf |u|_1; evaluation, product and difference add a few units more.
        """
        size = np.abs(x).max(axis=1)
        error = np.zeros(len(x))
        for record in (old, new):
            norm = float(np.abs(record[:-1]).sum())
            error += (self.dimension + 8) * 2.0**-53 * (1 + size * norm) * norm
        return error


def random_logistic(*, dimension: int, radius: float, penalty: float) -> LogisticRegression:
    """Logistic regression with features on [0, radius / d]^d, started at the origin."""
    return LogisticRegression(
        radius=radius,
        l2_radius=min(radius, radius / math.sqrt(dimension) * (1 + 2.0**-50)),
        penalty=penalty,
        start=np.zeros(dimension),
    )
