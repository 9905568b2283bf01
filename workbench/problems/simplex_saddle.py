"""Saddle problems on two simplices whose records are drawn from finitely many atoms.

    min over x, max over y of  F(x, y) = mean over z of f(x, y; z),

f convex in x and concave in y for every z.  A record is the number of an atom, so the declared
domain is finite: constants are extremes over all atoms, F of the uniform law is an exact average,
and the mean gradient over a batch needs no more than how often each atom is in it.

A problem answers the two block gradients at public points z = (x, y), shape (trials, dx + dy), as
queries for a curator, and evaluates the duality gap

    Gap(x, y) = max_w F(x, w) - min_v F(v, y).

Constants are in the l1 setting: largest absolute entries of gradient (L0), Hessian (L1) and third
derivative tensor (L2) over the product of simplices.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import DataError, ParameterError, require
from workbench.privacy.arrays import ULP, Array, namespace
from workbench.privacy.queries.datasets import Dataset
from workbench.problems.atom_queries import BlockQuery, atom_query
from workbench.problems.best_responses import Responses, smallest_values

Mean = Callable[[Array, Array, Array], Array]


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """Duality gaps, shape (trials,): Gap lies in [lower, upper], and they agree to accuracy."""

    lower: Array
    upper: Array


class SimplexSaddleProblem(ABC):
    """What the algorithms, the audits and the experiments ask of a saddle problem."""

    name: str
    dx: int
    dy: int
    atoms: int

    @abstractmethod
    def mean_x(self, weights: Array, x: Array, y: Array) -> Array:
        """Gradient in x of the average of the atoms with weights (1 or trials, atoms)."""

    @abstractmethod
    def mean_y(self, weights: Array, x: Array, y: Array) -> Array:
        """Gradient in y of the same average, shape (trials, dy)."""

    @abstractmethod
    def value(self, weights: Array, x: Array, y: Array) -> Array:
        """Value of the average at points of shape (trials, dx) and (trials, dy)."""

    @property
    @abstractmethod
    def L0(self) -> float:
        """Largest absolute entry of a record's gradient, or a bound on it."""

    @property
    @abstractmethod
    def Lxx(self) -> float:
        """Largest absolute entry of the Hessian's x block."""

    @property
    @abstractmethod
    def Lyy(self) -> float:
        """Largest absolute entry of the Hessian's y block."""

    @property
    @abstractmethod
    def L1(self) -> float:
        """Largest absolute entry of the whole Hessian."""

    @property
    @abstractmethod
    def L2(self) -> float:
        """Largest absolute entry of the third derivatives; inf where there are none."""

    @property
    def log_sizes(self) -> float:
        """The number l = ln dx + ln dy of every bound."""
        return float(np.log(self.dx) + np.log(self.dy))

    @cached_property
    def uniform(self) -> Array:
        """Weights of the population, shape (1, atoms): all atoms alike."""
        return np.full((1, self.atoms), 1 / self.atoms)

    @cached_property
    def spread(self) -> float:
        """Largest change of a batch sum in one coordinate when a record is replaced: 2 L0.

        What the privacy of every method here relies on; divide by the batch size.
        """
        return 2 * self.L0

    def dataset(self, records: ArrayLike) -> Dataset:
        """Dataset of atom numbers, shape (n,)."""
        numbers = np.asarray(records, dtype=np.float64).reshape(-1)
        ok = numbers.size > 0 and bool((numbers == np.round(numbers)).all())
        if not ok or numbers.min() < 0 or numbers.max() >= self.atoms:
            raise DataError(
                f"records has entries that are not atoms of {self.name!r}: a record is a whole "
                f"number in 0..{self.atoms - 1}.\n  Pass one number of an atom per record."
            )
        return Dataset(numbers[:, None])

    def sample(self, rng: np.random.Generator, n: int) -> Dataset:
        """N independent records of the population."""
        return self.dataset(rng.integers(self.atoms, size=n))

    def gradient_x(self, points: Array) -> BlockQuery:
        """Query of the mean gradient in x at points (x, y) of shape (trials, dx + dy)."""
        return self._query(points, self.dx, self.mean_x)

    def gradient_y(self, points: Array) -> BlockQuery:
        """Query of the mean gradient in y."""
        return self._query(points, self.dy, self.mean_y)

    def split(self, points: Array) -> tuple[Array, Array]:
        """The blocks x and y of points (x, y)."""
        return points[:, : self.dx], points[:, self.dx :]

    def gaps(self, x: Array, y: Array, *, accuracy: float = 1e-9) -> Gaps:
        """Population duality gap at points of shape (trials, dx), (trials, dy).

        Best responses are found by descent and bracketed by their linearisation, so the answer is a
        proven interval (up to rounding) of a width of at most 2 `accuracy` times L0.
        """
        w = self.uniform
        tol = accuracy * max(self.L0, 2.0**-500)
        down = smallest_values(
            Responses(
                lambda v: self.value(w, v, y),
                lambda v: self.mean_x(w, v, y),
                self.dx * self.Lxx,
            ),
            x,
            tol,
        )
        up = smallest_values(
            Responses(
                lambda v: -self.value(w, x, v),
                lambda v: -self.mean_y(w, x, v),
                self.dy * self.Lyy,
            ),
            y,
            tol,
        )
        return Gaps(-up.upper - down.upper, -up.lower - down.lower)

    def losses(self, points: Array) -> BlockQuery:
        """Query of the mean losses at k pairs side by side, shape (trials, k (dx + dy)).

        The answer has shape (trials, k).
        """
        k, rest = divmod(points.shape[1], self.dx + self.dy)
        if rest or not k:
            raise ParameterError(self._misfit(points))

        def answer(weights: Array, z: Array) -> Array:
            xp = namespace(z)
            each = weights if weights.shape[0] == 1 else xp.repeat(weights, k, axis=0)
            flat = xp.reshape(z, (z.shape[0] * k, self.dx + self.dy))
            return xp.reshape(self.value(each, *self.split(flat)), (z.shape[0], k))

        def error(z: Array, old: int, new: int) -> Array:
            if old == new:
                return np.zeros(1)
            one = np.eye(self.atoms)
            size = (np.abs(answer(one[[i]], z)).sum(axis=1) for i in (old, new))
            return 4.0 * (self.dx + self.dy + 8) * ULP * (k * self.L0 + sum(size))

        return atom_query(points, width=k, atoms=self.atoms, answer=answer, error=error)

    def _query(self, points: Array, width: int, mean: Mean) -> BlockQuery:
        if points.ndim != 2 or points.shape[1] != self.dx + self.dy:
            raise ParameterError(self._misfit(points))

        def error(z: Array, old: int, new: int) -> Array:
            # every entry is a sum of at most dx + dy + 8 products of entries below L0
            rounding = 4.0 * width * (self.dx + self.dy + 8) * ULP * self.L0
            return np.full(1, rounding * (old != new))

        return atom_query(
            points,
            width=width,
            atoms=self.atoms,
            answer=lambda weights, z: mean(weights, *self.split(z)),
            error=error,
        )

    def _misfit(self, points: Array) -> str:
        return (
            f"points has shape {points.shape}: pairs (x, y) have {self.dx} + {self.dy} "
            "coordinates.\n  Put x and y side by side, one row per trial."
        )


def check_psd(name: str, matrix: Array) -> None:
    """Refuse a matrix that is not symmetric positive semidefinite, up to rounding."""
    require(bool((matrix == matrix.T).all()), name, "given", "is not symmetric", "Symmetrise it.")
    least = float(np.linalg.eigvalsh(matrix).min())
    room = len(matrix) * 2.0**-50 * float(np.abs(matrix).max(initial=0.0))
    rule = f"has the eigenvalue {least:.3g}: the problem is not convex-concave"
    require(least >= -room, name, "given", rule, "Pass a positive semidefinite matrix.")
