"""Exponents measured in runs, against those of derived rates.

A cell is a number of independent runs with the parameters of a theorem; what is measured is the
median over runs of the mean gradient norm along a run (a median is at most twice the mean).  The
derived exponent is confirmed if all of the slope's interval (see `workbench.harness.slopes`) is
nearer to it than to any other rate of this paper.  That is a statement about the cells at hand, not
about a limit.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from workbench.claims import Outcome, Run
from workbench.convergence.experiments import Errors
from workbench.harness import derived_exponent, exponent_is
from workbench.privacy import Dataset, TrustedCurator
from workbench.privacy.arrays import Array
from workbench.problems.nonconvex import SmoothProblem
from workbench.problems.nonconvex_instances import cosine_problem
from workbench_papers.momentum._rates import REGION
from workbench_papers.momentum.algorithms._utility import Descending
from workbench_papers.momentum.normalized_sgd.thm_6_rate import ANY_ORDER, CONSTRAINTS, LEAST, TERMS
from workbench_papers.momentum.sensitivity_reduced.difference_tree import TERMS as DIFFERENCES

LOOKS = 256
"""At so many iterations of a run, equally spaced, its gradient is measured."""

RATES: dict[str, tuple[list[str], list[str], list[str]]] = {
    "algorithm 1": (TERMS, [*CONSTRAINTS, LEAST], ["eta", "T", "alpha", "sigma"]),
    "algorithm 1, any order": (ANY_ORDER, ["a", "N/T"], ["eta", "T", "a"]),
    "differences": (DIFFERENCES, ["N/T"], ["eta", "T"]),
}
"""Terms, constraints, free parameters of the bounds; R = L = G = 1, logarithms left out."""

Measure = Callable[[int, int, float, np.random.Generator, int], Array]
"""Takes N, d, rho, a generator, a number of runs; answers gradient norms without logarithms."""


def exponents(name: str) -> dict[str, Fraction]:
    """Of N, d and rho ~ eps^2, in the term of the rate that depends on privacy."""
    terms, constraints, free = RATES[name]
    found = {
        symbol: derived_exponent(
            terms, constraints, free=free, regime="d", symbol=symbol, region=REGION
        )
        for symbol in ("N", "d", "eps")
    }
    return {"N": found["N"], "d": found["d"], "rho": found["eps"] / 2}


def two_sided(n: int, d: int) -> tuple[SmoothProblem, Dataset, float]:
    """The cosine loss from (2, ..., 2), half of the records on either side of 0: F without n."""
    problem = replace(cosine_problem(d=d), start=np.full(d, 2.0))
    data = problem.dataset(np.where(np.arange(n) % 2, -0.4, 0.4)[:, None] * np.ones((1, d)))
    return problem, data, problem.initial_gap(data)


def mean_norms(
    method: Descending, n: int, d: int, rng: np.random.Generator, size: int, *, first: int = 1,
    steps: int,
) -> Array:  # fmt: skip
    """The mean gradient norm of each of `size` runs, at LOOKS iterations of first..steps."""
    problem, data, _ = two_sided(n, d)
    found = method.run(
        problem, TrustedCurator(data, rng), steps=steps, trials=size,
        observe=lambda w, m: np.linalg.norm(problem.full_gradient(w, data), axis=1),
        moments=range(first, steps + 1, max(1, (steps - first + 1) // LOOKS)),
    )  # fmt: skip
    assert found.trace is not None
    return np.asarray(found.trace.mean(axis=0))


def scales(
    trial: Run, measure: Measure, symbol: str, cells: Sequence[tuple[int, int, float]], *,
    rate: str, claimed: str, runs: int,
) -> Outcome:  # fmt: skip
    """Whether the slope over `symbol` is that of the rate `claimed`; cells are (N, d, rho).
    `rate` names the rate whose distance to the others is the yardstick.
    """
    own = exponents(rate)[symbol]
    radius = min(abs(own - e) for name in RATES if (e := exponents(name)[symbol]) != own)

    def errors(n: int, d: int, rho: float) -> Errors:
        return lambda rng, size: measure(n, d, rho, rng, size)

    sizes = [float({"N": n, "d": d, "rho": rho}[symbol]) for n, d, rho in cells]
    return exponent_is(
        exponents(claimed)[symbol], trial,
        [(size, errors(*cell)) for size, cell in zip(sizes, cells, strict=True)],
        of=symbol, tolerance=radius / 2, runs=runs,
    )  # fmt: skip
