"""What a method is: `run` under a curator, and `cost`, which is said here once for all of them.

A method of your own is a frozen dataclass of its parameters that says how it runs:

    @dataclass(frozen=True, slots=True, kw_only=True)
    class OneRelease(Method[Problem, Array]):
        b: float

        def run(self, problem: Problem, curator: Curator, *, trials: int = 1) -> Array:
            start = curator.copies(problem.start, trials)
            gradient = curator.secret(problem.mean_gradient(start))
            moved = problem.l1_sensitivity / curator.n
            return start - curator.laplace(gradient, scale=self.b, sensitivity=moved)

It reaches the data through the curator alone and states the sensitivity of what it asks for; the
trials are the first axis of every array.  Its cost, its audits and its trials follow from that one
`run`.  A method that takes any number of equal steps inherits from `Stepwise` and says what a step
is; the loop is the same for all.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from workbench.errors import require
from workbench.privacy import AccountingCurator, Curator
from workbench.privacy.arrays import Array, to_numpy
from workbench.privacy.queries.datasets import NEIGHBOURING
from workbench.problems import Problem

P = TypeVar("P")
"""What a method runs on: a problem, a set of queries, a set of vectors."""

A = TypeVar("A")
"""What a run answers: points of shape (trials, d), or a tuple of arrays over trials."""


class Method(ABC, Generic[P, A]):
    """A method with its parameters: frozen, and without any state between two runs."""

    __slots__ = ()

    @abstractmethod
    def run(self, problem: P, curator: Curator, *args: Any, **options: Any) -> A:  # noqa: ANN401
        """What the method answers in independent trials.

        Every method takes `trials`, the number of them, by keyword, 1 by default; further
        keywords are its own.

        Args:
            problem: what it runs on.
            curator: the only door to the data; its records fill the batches.
            args: none; a method names its own parameters.
            options: the keywords of the method, `trials` among them.

        Raises:
            ParameterError: a parameter does not fit the problem, or the number of records.
        """

    @property
    def neighbouring(self) -> str:
        """The relation that the stated sensitivities, and so the cost, speak of: replace one."""
        return NEIGHBOURING

    def cost(
        self,
        problem: P,
        *,
        n: int,
        rng: np.random.Generator | None = None,
        **options: Any,  # noqa: ANN401 - what `run` takes
    ) -> AccountingCurator:
        """The accountant's reading of the same `run`, for n records and `neighbouring` datasets.

        Args:
            problem: what the method runs on.
            n: the number of records, which is public.
            rng: the coins of methods that draw public randomness; the reading is for those coins.
            options: further keywords of `run`, such as the number of steps.

        Raises:
            ParameterError: as `run`, and where coins are needed and none are given.
        """
        accountant = AccountingCurator(n=n, rng=rng, neighbouring=self.neighbouring)
        self.run(problem, accountant, **options)
        return accountant


class HasPoints(Protocol):
    """A state whose current points are `x`, shape (trials, d)."""

    @property
    def x(self) -> Array:
        """Current points."""
        ...


S = TypeVar("S", bound=HasPoints)
"""The state between two steps, with the index of the next one where a step depends on it."""


@dataclass(frozen=True, slots=True, eq=False)
class RunResult:
    """Final points, shape (trials, d), and observed trace, shape (moments, trials), or None."""

    x: Array
    trace: Array | None


class Stepwise(Method[Problem, RunResult], Generic[S]):
    """A method that takes equal steps, as many as asked for: a pure `init` and a pure `step`."""

    __slots__ = ()

    @abstractmethod
    def init(self, problem: Problem, x: Array) -> S:
        """State before the first step, from points of shape (trials, d)."""

    @abstractmethod
    def step(self, state: S, problem: Problem, curator: Curator) -> S:
        """State after one release."""

    def run(
        self,
        problem: Problem,
        curator: Curator,
        *,
        steps: int,
        trials: int = 1,
        observe: Callable[[Array], Array] | None = None,
        moments: Collection[int] | None = None,
    ) -> RunResult:
        """Run `steps` iterations of `trials` independent trials: one Python loop, over iterations.

        Args:
            problem: what is minimised; it has the public starting point.
            curator: the only door to the data.
            steps: the number of iterations, 0 or more.
            trials: the number of independent trials.
            observe: maps points of shape (trials, d) to one number per trial, for instance
                `lambda x: problem.suboptimality(x, dataset)`; recorded before the first step and
                after every step.
            moments: the numbers of steps after which to observe, where doing so is costly.

        Raises:
            ParameterError: `steps` is negative, `trials` is below 1, a moment is never reached, or
                a parameter does not fit the problem.
        """
        require(steps >= 0, "steps", steps, "is negative", "Pass a number of iterations.")
        require(trials >= 1, "trials", trials, "is below 1", "Pass at least one trial.")
        wanted = sorted(set(range(steps + 1) if moments is None else moments))
        ok = not wanted or (0 <= wanted[0] and wanted[-1] <= steps)
        require(ok, "moments", wanted, f"leaves 0..steps = {steps}", "Observe what is run.")
        rows = {t: row for row, t in enumerate(wanted)}
        trace = None if observe is None else np.empty((len(rows), trials))
        state = self.init(problem, curator.copies(problem.start, trials))
        for t in range(steps + 1):
            if t:
                state = self.step(state, problem, curator)
            if trace is not None and observe is not None and t in rows:
                trace[rows[t]] = to_numpy(observe(state.x))
        return RunResult(state.x, trace)
