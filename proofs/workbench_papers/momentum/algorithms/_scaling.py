"""Exponents measured in runs, against those of derived rates.

A cell is a number of independent runs with the parameters of a theorem; what is measured is the
median over runs of the mean gradient norm along a run (a median is at most twice the mean, and its
interval from order statistics is exact for every number of runs and every law).  The slope of its
logarithm over the cells is a sum of logarithms with fixed weights, so the ends of the intervals
give the slope's: the derived exponent is confirmed if all of that interval is nearer to it than to
any other rate of this paper.  That is a statement about the cells at hand, not about a limit.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from workbench.claims import Figure, Grade, Outcome, Run, fails, holds, inconclusive
from workbench.convergence.summaries import median_band
from workbench.harness import TRUST
from workbench.privacy import Dataset
from workbench.privacy.arrays import Array
from workbench.problems.nonconvex import SmoothProblem
from workbench.problems.nonconvex_instances import cosine_problem
from workbench.rates import Rate, best_rate
from workbench_papers.momentum._rates import REGION
from workbench_papers.momentum.normalized_sgd.thm_6_rate import ANY_ORDER, CONSTRAINTS, TERMS
from workbench_papers.momentum.sensitivity_reduced.difference_tree import TERMS as DIFFERENCES

LOOKS = 256
"""At so many iterations of a run, equally spaced, its gradient is measured."""

RATES: dict[str, tuple[list[str], list[str], list[str]]] = {
    "algorithm 1": (TERMS, CONSTRAINTS, ["eta", "T", "alpha", "sigma"]),
    "algorithm 1, any order": (ANY_ORDER, ["a", "N/T"], ["eta", "T", "a"]),
    "differences": (DIFFERENCES, ["N/T"], ["eta", "T"]),
}
"""Terms, constraints, free parameters of the bounds; R = L = G = 1, logarithms left out."""

Measure = Callable[[int, int, float, np.random.Generator, int], Array]
"""Takes N, d, rho, a generator, a number of runs; answers gradient norms without logarithms."""


def exponents(name: str) -> dict[str, Fraction]:
    """Of N, d and rho ~ eps^2, in the term of the rate that depends on privacy."""
    terms, constraints, free = RATES[name]
    rate = best_rate(terms, constraints, free=free, region=REGION)
    assert isinstance(rate, Rate)
    found = next(term for term in rate.terms if "d" in term)
    return {"N": found["N"], "d": found["d"], "rho": found["eps"] / 2}


def two_sided(n: int, d: int) -> tuple[SmoothProblem, Dataset, float]:
    """The cosine loss from (2, ..., 2), half of the records on either side of 0: F without n."""
    problem = replace(cosine_problem(d=d), start=np.full(d, 2.0))
    data = problem.dataset(np.where(np.arange(n) % 2, -0.4, 0.4)[:, None] * np.ones((1, d)))
    return problem, data, problem.initial_gap(data)


def moments(first: int, last: int) -> range:
    """LOOKS iterations of first..last, equally spaced."""
    return range(first, last + 1, max(1, (last - first + 1) // LOOKS))


def slope(points: Sequence[float], samples: Sequence[Array], *, alpha: float) -> Array:
    """Lower end, estimate, upper end of the slope of the log-median, by least squares."""
    x = np.log(points)
    weights = (x - x.mean()) / ((x - x.mean()) ** 2).sum()
    level = 1 - alpha / len(samples)
    bands = np.log([median_band(s, level=level) for s in samples])  # (cells, 2)
    middle = np.log([np.median(s) for s in samples])
    ends = weights[:, None] * bands
    return np.array([ends.min(axis=1).sum(), weights @ middle, ends.max(axis=1).sum()])


def scales(
    trial: Run,
    measure: Measure,
    *,
    rate: str,
    claimed: str,
    symbol: str,
    cells: Sequence[tuple[int, int, float, int]],
) -> Outcome:
    """Whether the slope over `symbol` is that of the rate `claimed`; cells are (N, d, rho, runs).

    `rate` names the rate whose distance to the others is the yardstick.
    """
    own = exponents(claimed)[symbol]
    others = [exponents(name)[symbol] for name in RATES]
    radius = min(abs(exponents(rate)[symbol] - e) for e in others if e != exponents(rate)[symbol])
    points = [float({"N": n, "d": d, "rho": rho}[symbol]) for n, d, rho, _ in cells]
    samples = [measure(n, d, rho, trial.rng(f"{n}-{d}-{rho:g}"), size) for n, d, rho, size in cells]
    low, found, high = slope(points, samples, alpha=float(trial.alpha) * (1 - 2.0**-20))
    left, right = own - radius / 2, own + radius / 2
    inside, apart = left < low and high < right, high < left or low > right
    shown = (
        Figure(f"median at {symbol} = {p:g}", float(np.median(s)), note=f"{s.size} runs, no logs")
        for p, s in zip(points, samples, strict=True)
    )
    text = (
        f"exponent of {symbol}: {found:.4f} in [{low:.4f}, {high:.4f}]; derived {own}, "
        f"nearest other rate {float(radius):.3f} away"
    )
    common: dict[str, Any] = {
        "figures": (
            Figure("derived exponent", f"{own}"),
            Figure("measured exponent", float(found)),
            Figure("its interval", f"[{low:.4f}, {high:.4f}]"),
            Figure("interval that confirms", f"({left}, {right})"),
            *shown,
        ),
        "alpha": trial.alpha,
        "looks": len(cells),
        "power": f"an exponent off by {float(radius) / 2 + float(high - low):.3f} is refused",
        "trust": (*TRUST, "scipy"),
    }
    if not inside and not apart:
        return inconclusive("slope of medians", f"{text}; more runs would decide it", **common)
    return (holds if inside else fails)("slope of medians", text, grade=Grade.SUPPORTED, **common)
