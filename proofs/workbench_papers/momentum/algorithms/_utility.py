"""Mean gradient norms of runs against an explicit bound, on one instance with a small gap.

The bounds have the size of the trivial one, G, where few records meet a strong demand for privacy.
The instance starts on the flank of its well, where the gradient is large and the gap R small, so
that a run of a second is already below.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Protocol

import numpy as np

from workbench.algorithms.momentum.normalised import Descent, Observe
from workbench.claims import Figure, Outcome, Run
from workbench.harness import decided, once
from workbench.privacy import Curator, Dataset, TrustedCurator
from workbench.privacy.arrays import Array
from workbench.privacy.confidence import betting_lower
from workbench.problems.nonconvex import SmoothProblem
from workbench.problems.nonconvex_instances import cosine_problem


class Descending(Protocol):
    """A method whose runs can be looked at now and then."""

    @property
    def eta(self) -> float:
        """Length of a step."""
        ...

    def run(
        self, problem: SmoothProblem, curator: Curator, *, steps: int, trials: int = 1,
        observe: Observe | None = None, moments: Collection[int] | None = None,
    ) -> Descent:  # fmt: skip
        """All iterations."""
        ...


def flank(n: int, *, d: int = 1) -> tuple[SmoothProblem, Dataset, float]:
    """The cosine loss started at (2, ..., 2), n records around the origin, and R."""
    problem = replace(cosine_problem(d=d), start=np.full(d, 2.0))
    data = problem.dataset(np.random.default_rng(1).normal(0.0, 0.4, (n, d)))
    return problem, data, problem.initial_gap(data)


def against_bound(
    method: Descending, problem: SmoothProblem, data: Dataset, trial: Run, *, bound: float,
    share: float, steps: int, first: int = 1, size: int = 100, stride: int = 16,
    figures: tuple[Figure, ...] = (),
) -> Outcome:  # fmt: skip
    """Mean over t = first..T of the gradient norm in `size` runs, against `share` of the bound.
    Gradients are looked at once in `stride` iterations, in between they move by L eta each.
    """
    G = problem.lipschitz
    limit = share * bound + problem.smoothness * method.eta * (stride - 1) / 2

    def norms(rng: np.random.Generator, runs: int) -> Array:
        found = method.run(
            problem, TrustedCurator(data, rng), steps=steps, trials=runs,
            observe=lambda w, m: np.linalg.norm(problem.full_gradient(w, data), axis=1),
            moments=range(first, steps + 1, stride),
        ).trace  # fmt: skip
        assert found is not None
        return found.mean(axis=0)

    means = once(norms)(trial.rng("trials"), size)  # each of a run, in [0, G]
    mean = float(means.mean())
    low = G * betting_lower(np.minimum(means / G, 1.0), alpha=float(trial.alpha) * (1 - 2.0**-40))
    return decided(
        low <= limit and bound < G, "mean of runs",
        f"mean gradient norm {mean:.4g}, at least {low:.4g}; bound {limit:.4g}, trivial one {G:g}",
        run=trial,
        figures=(
            Figure("bound", share * bound),
            Figure("added, as only some iterations are looked at", limit - share * bound),
            Figure("mean gradient norm", mean),
            Figure("lower confidence bound", low),
            Figure("trivial bound", G),
            Figure("runs", size),
            *figures,
        ),
        power=f"a mean of {mean * limit / low if low else G:.4g} would have been disputed",
    )  # fmt: skip
