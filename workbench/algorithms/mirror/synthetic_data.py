"""Synthetic data for linear queries by private multiplicative weights.

    x[t] ~ exp(-tau sum_{i<t} q_{j_i}),     j_t ~ exp(eps_0 n / 2 (q_j(x[t]) - q_j(data)))

over a finite domain of d points and 2 m signed queries q_j with values in [-1, 1] (a query with
values in [0, 1] and its negative).  The answer is the mean of x[t], a law on the domain; synthetic
data are draws from it.  Released are the chosen queries; x[t] depends on them alone.  The data is
asked for one vector of answers, as a secret, and every round chooses from it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from workbench.algorithms.method import Method
from workbench.algorithms.mirror.anytime import softmax
from workbench.algorithms.mirror.vertex_sampling import step_loss
from workbench.errors import DataError, ParameterError, require
from workbench.privacy import Curator, Dataset, Query
from workbench.privacy.arrays import Array, like, namespace, to_numpy


@dataclass(frozen=True, slots=True, eq=False)
class LinearQueries:
    """Signed queries as a table of shape (domain, 2 m): m columns and their negatives."""

    table: Array

    @classmethod
    def of(cls, queries: ArrayLike) -> "LinearQueries":
        """Queries with values in [0, 1], shape (domain, m).

        >>> LinearQueries.of([[1.0], [0.0]]).table.tolist()
        [[1.0, -1.0], [0.0, 0.0]]
        """
        table = np.array(queries, dtype=np.float64)
        if table.ndim != 2 or table.size == 0:
            raise ParameterError(
                f"queries has shape {table.shape}: one row per point of the domain, one column per "
                "query.\n  Pass an array of shape (domain, m)."
            )
        ok = bool(((table >= 0) & (table <= 1)).all())
        require(ok, "queries", "given", "has a value outside [0, 1]", "Rescale the queries.")
        return cls(np.hstack([table, -table]) + 0.0)

    def dataset(self, points: ArrayLike) -> Dataset:
        """Dataset of points of the domain, as their numbers."""
        numbers = np.asarray(points, dtype=np.float64).reshape(-1)
        size = len(self.table)
        ok = numbers.size and bool(np.isin(numbers, np.arange(size)).all())
        if not ok:
            raise DataError(
                f"records has points outside the domain: they are numbers 0..{size - 1}.\n"
                "  Pass one number per record."
            )
        return Dataset(numbers[:, None])

    def answers(self, trials: int) -> Query:
        """The query of all answers, shape (trials, 2 m); it depends on no point."""
        table = self.table

        def values(x: Array, records: Array) -> Array:
            rows = like(table[to_numpy(records[..., 0]).astype(np.int64)], x)
            return namespace(x).broadcast_to(rows, (x.shape[0], *rows.shape[1:]))

        def mean(x: Array, records: Array) -> Array:
            counts = np.stack(
                [
                    np.bincount(row.astype(np.int64), minlength=len(table))
                    for row in to_numpy(records[..., 0])
                ]
            )
            return namespace(x).broadcast_to(like(counts @ table / records.shape[1], x), x.shape)

        return Query(
            points=np.zeros((trials, table.shape[1])),
            values=values,
            mean=mean,
            difference=lambda x, old, new: (table[int(new[0])] - table[int(old[0])])[None],
            difference_error=lambda x, old, new: np.full(1, table.shape[1] * 2.0**-52),
        )

    def error(self, law: Array, truth: Array) -> Array:
        """Largest |q_j(law) - q_j(truth)|, for laws of shape (trials, d); shape (trials,)."""
        return np.asarray(((law - truth) @ self.table).max(axis=1))


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateMultiplicativeWeights(Method[LinearQueries, Array]):
    """Step size tau, T rounds, pure loss eps_0 of each choice."""

    tau: float
    T: int
    loss: float

    def __post_init__(self) -> None:
        """Check the parameters."""
        require(self.T >= 1, "T", self.T, "is below 1", "Choose at least one query.")
        for name, value in (("tau", self.tau), ("loss", self.loss)):
            ok = 0 < value < np.inf
            require(ok, name, value, "is not positive and finite", f"Choose {name} > 0.")

    @classmethod
    def calibrated(
        cls,
        queries: LinearQueries,
        *,
        T: int,
        epsilon: float,
        delta: float,
        accounting: str = "strong",
    ) -> "PrivateMultiplicativeWeights":
        """Step sqrt(8 ln d / T), and the loss for which T choices are (epsilon, delta)-DP.

        `accounting` is "strong" (strong composition) or "zcdp" (a choice is a bounded range).
        """
        require(T >= 1, "T", T, "is below 1", "Choose at least one query.")
        size = len(queries.table)
        tau = float(np.sqrt(8 * np.log(max(size, 2)) / T))
        return cls(tau=tau, T=T, loss=step_loss(accounting, epsilon, delta, strong=T, zcdp=T))

    def bound(self, queries: LinearQueries, *, n: int) -> float:
        """Bound on the expected error: regret, selection, and sample against population."""
        size, signed = queries.table.shape
        regret = np.log(size) / (self.tau * self.T) + self.tau / 8
        selection = 2 * np.log(signed) / (n * self.loss)
        return float(regret + selection + np.sqrt(np.log(signed) / (2 * n)))

    def run(self, queries: LinearQueries, curator: Curator, *, trials: int = 1) -> Array:
        """T rounds; laws on the domain, shape (trials, d)."""
        require(trials >= 1, "trials", trials, "is below 1", "Pass at least one trial.")
        answers = curator.secret(queries.answers(trials))
        table = curator.array(queries.table)
        dual = curator.copies(np.zeros(len(queries.table)), trials)
        total, take = 0 * dual, namespace(table).take
        steps = self.tau * table.T
        for _ in range(self.T):
            x = softmax(dual)
            total += x
            chosen = curator.exponential(
                -answers + x @ table,
                factor=self.loss * curator.n / 2,
                sensitivity=1 / curator.n,
            )
            dual = dual - take(steps, chosen, axis=0)
        return total / self.T
