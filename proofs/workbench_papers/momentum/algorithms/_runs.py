"""What the claims about runs of the algorithms share: accountant, audit, noise, and the descent.

Each function returns an outcome, and takes what its mutants change as an argument.
"""

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.stats import chi2

from workbench.algorithms.momentum.normalised import NormalisedDescent
from workbench.claims import Figure, Outcome, Run
from workbench.errors import PrivacyError
from workbench.harness import TRUST, Case, decided, every_case
from workbench.privacy import Dataset, PairedCurator, TrustedCurator
from workbench.problems.nonconvex import SmoothProblem
from workbench.problems.nonconvex_instances import linear_problem
from workbench_papers.momentum._tree import lowest_bit, schedules, weight


def case(
    method: NormalisedDescent, problem: SmoothProblem, *, n: int, steps: int, rho: float
) -> Case:
    """The last record replaced, and the claimed rho; all noise is normal: mu^2 = 2 rho."""
    return Case(
        method, problem, n=n, options={"steps": steps}, pair=problem.extremal_pair(n), rho=rho,
        gaussian=True, more=(Figure("records", n), Figure("iterations", steps)),
    )  # fmt: skip


def sensitivities(
    methods: Callable[[], Iterator[tuple[str, NormalisedDescent, SmoothProblem, int, int]]],
    trial: Run,
) -> Outcome:
    """No node of any run moves by more than is claimed, on pairs that pull apart.
    `methods` yields a name, the method, its problem, n and T.
    """
    power = "a release that moves by more than is claimed, in any of the runs, is found"
    found: dict[str, Any] = {"run": trial, "power": power}
    count = 0
    for name, method, problem, n, steps in methods():
        for index in {0, n - 1}:
            rng = trial.rng(f"{name}-{index}")
            curator = PairedCurator(*problem.extremal_pair(n, index=index), rng)
            try:
                method.run(problem, curator, steps=steps, trials=20)
            except PrivacyError as error:
                return decided(False, "paired run", f"{name}: {error}".split("\n")[0], **found)
            count += curator.steps
    told = f"{count} releases, none moves by more than is claimed"
    return decided(True, "paired run", told, figures=(Figure("releases", count),), **found)


def noise_variances(
    method: NormalisedDescent, trial: Run, *, n: int, steps: int, variance: Callable[[int], float],
    first: int = 1, trials: int = 4000,
) -> Outcome:  # fmt: skip
    """Sums of squares of the noise of m[t] for t = first..T: chi-square around variance(t)."""
    problem = linear_problem(d=1)
    seen: list[np.ndarray] = []

    def observe(w: np.ndarray, m: np.ndarray) -> np.ndarray:
        seen.append(m[:, 0])
        return m[:, 0]

    curator = TrustedCurator(Dataset(np.zeros((n, 1))), trial.rng("noise"))
    method.run(problem, curator, steps=steps, trials=trials, observe=observe)
    return variances_fit(seen, trial, variance=variance, first=first)


def variances_fit(
    seen: list[np.ndarray], trial: Run, *, variance: Callable[[int], float], first: int
) -> Outcome:
    """Mean squares of normal draws, one array per iteration, against variance(t), t = first, ..."""
    trials = seen[0].size
    looks = len(seen)
    share = float(trial.alpha) / (2 * looks) * (1 - 2.0**-40)
    low, high = chi2.ppf(share, trials) / trials, chi2.isf(share, trials) / trials
    ratios = [float((m**2).mean()) / variance(t) for t, m in enumerate(seen, start=first)]
    good = all(low <= r <= high for r in ratios)
    inside = "inside" if good else "not inside"
    return decided(
        good, "chi-square interval",
        f"measured over stated variance is in [{min(ratios):.4f}, {max(ratios):.4f}] over {looks} "
        f"iterations, {inside} [{low:.4f}, {high:.4f}]",
        run=trial, looks=looks, trust=(*TRUST, "scipy"),
        power=f"a variance off by a factor outside [{low**2:.3f}, {high**2:.3f}] is found",
        figures=(
            Figure("smallest ratio", min(ratios)), Figure("largest ratio", max(ratios)),
            Figure("interval of the ratios", f"[{low:.4f}, {high:.4f}]"), Figure("trials", trials),
        ),
    )  # fmt: skip


def descends(
    method: NormalisedDescent, problem: SmoothProblem, dataset: Dataset, trial: Run, *, eta: float,
    steps: int, errors: float = 2.0, trials: int = 20,
) -> Outcome:  # fmt: skip
    """Lemma 5, path by path: mean |grad F| <= gap/(eta T) + L eta/2 + errors * mean |eps|."""
    norms: list[np.ndarray] = []
    misses: list[np.ndarray] = []

    def observe(w: np.ndarray, m: np.ndarray) -> np.ndarray:
        exact = problem.full_gradient(w, dataset)
        norms.append(np.linalg.norm(exact, axis=1))
        misses.append(np.linalg.norm(m - exact, axis=1))
        return norms[-1]

    curator = TrustedCurator(dataset, trial.rng("descent"))
    run = method.run(problem, curator, steps=steps, trials=trials, observe=observe)
    start = float(problem.objective(problem.start[None], dataset)[0])
    gained = start - problem.objective(run.x, dataset)
    mean, miss = np.mean(norms, axis=0), np.mean(misses, axis=0)
    bound = gained / (eta * len(norms)) + problem.smoothness * eta / 2 + errors * miss
    i = int((bound - mean).argmin())
    good = bool((mean <= bound + 1e-12).all())  # rounding of `steps` terms of size 1
    sign = "<=" if good else ">"
    text = f"{mean[i]:.6g} {sign} {bound[i]:.6g} in the run with the smallest margin"
    return decided(
        good, "descent of runs", text, run=trial, power="a run above the bound is found",
        figures=(
            Figure("mean gradient norm, over runs", float(mean.mean())),
            Figure("bound, over runs", float(bound.mean())),
            Figure("smallest margin of a run", float(bound[i] - mean[i])),
            Figure("gradient norm at the start", float(norms[0][0])),
        ),
    )  # fmt: skip


def worst_charge(n: int, steps: int, q: Fraction, *, repeated_order: bool) -> Fraction:
    """Exact: the largest sum of squared weights in prefix nodes, over all orders; small n and T."""
    nodes = [(t - lowest_bit(t) + 1, t) for t in range(1, steps + 1)]
    epochs = -(-steps // n)
    best = Fraction(0)
    for places in itertools.product(range(n), repeat=1 if repeated_order else epochs):
        spread = places * epochs if repeated_order else places
        uses = [e * n + p + 1 for e, p in enumerate(spread) if e * n + p + 1 <= steps]
        best = max(best, sum((weight(v, uses, q) ** 2 for v in nodes), Fraction(0)))
    return best


def worst_weights(
    stated: Callable[[int, int, int, Fraction], Fraction], *, repeated_order: bool
) -> Outcome:
    """The stated weight of a node is at least that of every record, for all orders of n <= 3."""
    q = Fraction(1, 2)

    def cases() -> Iterator[tuple[str, bool]]:
        for n in (1, 2, 3):
            steps = 3 * n
            orders = list(itertools.permutations(range(n)))
            chosen = [(o,) * 3 for o in orders] if repeated_order else itertools.product(
                orders, repeat=3
            )  # fmt: skip
            worst: dict[tuple[int, int], Fraction] = {}
            for epochs in chosen:
                for uses in schedules(n, steps, epochs):
                    for y, z in itertools.combinations_with_replacement(range(1, steps + 1), 2):
                        w = weight((y, z), uses, q)
                        worst[y, z] = max(worst.get((y, z), Fraction(0)), w)
            for (y, z), w in worst.items():
                yield f"n = {n}, node [{y}, {z}]", w <= stated(y, z, n, q)

    return every_case(cases(), "weight of a record in an interval")
