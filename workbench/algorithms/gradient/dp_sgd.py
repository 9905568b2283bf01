"""Differentially private stochastic gradient descent (DP-SGD), for many trials at once.

    x[t+1] = x[t] - eta (g[t] + N(0, (z C / b)^2 I)),
    g[t] = (1 / b) sum over the batch of clip(grad f(x[t], record), C)

z is the noise multiplier, C the clipping norm, b the expected number of records in a batch.  The
batch is fresh at every step and hidden:

    poisson   every record joins on its own with chance b / n; neighbours add or remove a record,
              who moves the sum by C: a blank record, of gradient zero, is as good as none
    fixed     b of the n records without replacement; neighbours replace a record, which moves the
              sum by 2 C

Every g[t] plus noise is released; the points, shape (trials, d), are post-processing.  With b = n
there is no sampling.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Protocol, cast

from workbench.algorithms.gradient.gradient_descent import DescentState
from workbench.algorithms.method import Stepwise
from workbench.algorithms.parts.parameters import check_count, check_positive
from workbench.errors import require
from workbench.privacy import Curator, PLDAccountant, Query, calibrated_scale
from workbench.privacy.arrays import Array
from workbench.privacy.queries.clipping import clipped
from workbench.privacy.queries.datasets import NEIGHBOURING
from workbench.problems import Problem

Sampling = Literal["poisson", "fixed"]


class HasGradients(Protocol):
    """A public starting point of shape (d,), and the query of gradients at given points."""

    @property
    def start(self) -> Array:
        """Public starting point, shape (d,)."""
        ...

    def mean_gradient(self, x: Array, /) -> Query:
        """The query of the mean gradient at points of shape (trials, d)."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class DPSGD(Stepwise[DescentState]):
    """Step size eta, noise multiplier z, clipping norm C, batch size b, sampling of batches."""

    eta: float
    z: float
    C: float
    b: int
    sampling: Sampling = "poisson"

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        for name, value in (("eta", self.eta), ("z", self.z), ("C", self.C)):
            check_positive(name, value)
        check_count("b", self.b)
        ok = self.sampling in ("poisson", "fixed")
        way_out = "Choose poisson or fixed."
        require(ok, "sampling", self.sampling, "is unknown", way_out)

    @classmethod
    def calibrated(
        cls,
        problem: HasGradients,
        *,
        n: int,
        steps: int,
        epsilon: float,
        delta: float,
        eta: float,
        C: float,
        b: int,
        sampling: Sampling = "poisson",
    ) -> "DPSGD":
        """The least noise, to a thousandth, with which `steps` steps cost (epsilon, delta).

        problem: gives the dimension
        n: the number of records
        steps: how many steps will be run
        epsilon, delta: the budget
        eta, C, b, sampling: the other parameters
        """

        def method(z: float) -> DPSGD:
            return cls(eta=eta, z=z, C=C, b=b, sampling=sampling)

        def account(z: float) -> PLDAccountant:
            reading = method(z).cost(cast(Problem, problem), n=n, steps=steps)
            (one,) = reading.accountants(PLDAccountant)
            assert isinstance(one, PLDAccountant)
            return one

        return method(calibrated_scale(account, epsilon=epsilon, delta=delta, relative=1e-3))

    @property
    def neighbouring(self) -> str:
        """Add or remove a record where batches are Poisson, replace one where they are fixed."""
        return "add-or-remove-one" if self.sampling == "poisson" else NEIGHBOURING

    def init(self, problem: HasGradients, x: Array) -> DescentState:
        """All trials at their points."""
        return DescentState(x, 0)

    def step(self, state: DescentState, problem: HasGradients, curator: Curator) -> DescentState:
        """One noisy step along the clipped gradients of a fresh batch."""
        query = clipped(problem.mean_gradient(state.x), norm=self.C)
        share, sigma = self.C / self.b, self.z * self.C / self.b
        require(self.b <= curator.n, "b", self.b, f"is above n = {curator.n}", "Choose b <= n.")
        if self.sampling == "fixed":
            noisy = curator.gaussian(query, sigma=sigma, sensitivity=2 * share, batch=self.b)
        else:
            chance = Fraction(self.b, curator.n) if self.b < curator.n else None
            noisy = curator.gaussian(query, sigma=sigma, sensitivity=share, chance=chance)
        return DescentState(state.x - self.eta * noisy, state.t + 1)
