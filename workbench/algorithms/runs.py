"""Running a method: one Python loop, over iterations; the trials are an array axis."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np

from workbench.errors import require
from workbench.privacy import AccountingCurator, Curator
from workbench.privacy.arrays import Array
from workbench.problems import Problem


class HasPoints(Protocol):
    """A state whose current points are `x`, shape (trials, d)."""

    @property
    def x(self) -> Array:
        """Current points."""
        ...


S = TypeVar("S", bound=HasPoints)


class Algorithm(Protocol[S]):
    """Frozen parameters, a pure `init` and a pure `step`."""

    def init(self, problem: Problem, trials: int) -> S:
        """State before the first step."""
        ...

    def step(self, state: S, problem: Problem, curator: Curator) -> S:
        """State after one release."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Final points, shape (trials, d), and observed trace, shape (steps + 1, trials), or None."""

    x: Array
    trace: Array | None


def run(
    algorithm: Algorithm[S],
    problem: Problem,
    curator: Curator,
    *,
    steps: int,
    trials: int = 1,
    observe: Callable[[Array], Array] | None = None,
) -> Run:
    """Run `steps` iterations of `trials` independent trials.

    `observe` maps points of shape (trials, d) to one number per trial, and is recorded before the
    first step and after every step, for instance

        observe=lambda x: problem.suboptimality(x, dataset)
    """
    require(steps >= 0, "steps", steps, "is negative", "Pass a number of iterations.")
    require(trials >= 1, "trials", trials, "is below 1", "Pass at least one trial.")
    state = algorithm.init(problem, trials)
    trace = None if observe is None else np.empty((steps + 1, trials))
    if trace is not None and observe is not None:
        trace[0] = observe(state.x)
    for t in range(steps):
        state = algorithm.step(state, problem, curator)
        if trace is not None and observe is not None:
            trace[t + 1] = observe(state.x)
    return Run(state.x, trace)


def privacy_cost(
    algorithm: Algorithm[S], problem: Problem, *, n: int, steps: int
) -> AccountingCurator:
    """The accountant's reading of the same `step`, for datasets of n records (replace-one)."""
    accountant = AccountingCurator(n=n)
    run(algorithm, problem, accountant, steps=steps)
    return accountant
