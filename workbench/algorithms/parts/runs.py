"""Running a method: one Python loop, over iterations; the trials are an array axis."""

from collections.abc import Callable, Collection
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
class RunResult:
    """Final points, shape (trials, d), and observed trace, shape (moments, trials), or None."""

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
    moments: Collection[int] | None = None,
) -> RunResult:
    """Run `steps` iterations of `trials` independent trials.

    `observe` maps points of shape (trials, d) to one number per trial, and is recorded before the
    first step and after every step, for instance

        observe=lambda x: problem.suboptimality(x, dataset)

    or, where that is costly, only after the numbers of steps listed in `moments`.
    """
    require(steps >= 0, "steps", steps, "is negative", "Pass a number of iterations.")
    require(trials >= 1, "trials", trials, "is below 1", "Pass at least one trial.")
    wanted = sorted(set(range(steps + 1) if moments is None else moments))
    ok = not wanted or (0 <= wanted[0] and wanted[-1] <= steps)
    require(ok, "moments", wanted, f"leaves 0..steps = {steps}", "Observe what is run.")
    rows = {t: row for row, t in enumerate(wanted)}
    trace = None if observe is None else np.empty((len(rows), trials))
    state = algorithm.init(problem, trials)
    for t in range(steps + 1):
        if t:
            state = algorithm.step(state, problem, curator)
        if trace is not None and observe is not None and t in rows:
            trace[rows[t]] = observe(state.x)
    return RunResult(state.x, trace)


def privacy_cost(
    algorithm: Algorithm[S], problem: Problem, *, n: int, steps: int
) -> AccountingCurator:
    """The accountant's reading of the same `step`, for datasets of n records (replace-one)."""
    accountant = AccountingCurator(n=n)
    run(algorithm, problem, accountant, steps=steps)
    return accountant
