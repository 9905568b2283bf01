"""Every momentum method at its edges: one record, an epoch or less, odd T, alpha = 1, d = 1.

Without noise the answer is a plain recursion; with noise the cost stays within the budget.
"""

import numpy as np
import pytest

from workbench.algorithms.momentum.compared_momentum import ComparedMomentum
from workbench.algorithms.momentum.difference_momentum import DifferenceMomentum
from workbench.algorithms.momentum.difference_sums import TelescopingTree, UniformWindow
from workbench.algorithms.momentum.prefix_differences import PrefixDifferences
from workbench.algorithms.momentum.tree_momentum import TreeMomentum
from workbench.errors import ParameterError
from workbench.privacy import NoiselessCurator, PairedCurator, ZCDPAccountant
from workbench.problems.nonconvex_instances import cosine_problem

ETA = 0.05


def calibrated(name, problem, *, n, steps, alpha, rho=0.3):
    """The method for a budget; the second word of a name is its order or its kind of sums."""
    kind, _, word = name.partition(" ")
    shared = {"n": n, "steps": steps, "rho": rho, "eta": ETA}
    if kind == "tree":
        return TreeMomentum.calibrated(problem, alpha=alpha, order=word, **shared)
    if kind == "compared":
        return ComparedMomentum.calibrated(
            problem, alpha=alpha, order="single", sums=word, **shared
        )
    if kind in {"2W", "2P"}:
        made = DifferenceMomentum if kind == "2W" else PrefixDifferences
        return made.calibrated(problem, alpha=alpha, gamma=0.2, order=word, **shared)
    if kind == "2U":
        return UniformWindow.calibrated(problem, gamma=0.2, order=word, **shared)
    return TelescopingTree.calibrated(problem, order=word, **shared)


MOMENTA = ["tree fixed", "tree single", "tree fresh", "2W fixed", "2W single", "2P fixed",
           "compared independent", "compared refined", "compared factorised"]  # fmt: skip
WINDOWS = ["2U fixed", "2U single", "2T fixed", "2T single"]
EDGES = {
    "one record": (1, 5),
    "one record, one step": (1, 1),
    "one step": (4, 1),
    "less than an epoch": (6, 4),
    "one epoch": (5, 5),
    "one step more than an epoch": (5, 6),
    "two epochs": (4, 8),
    "T odd": (3, 17),
    "T a power of two, n not": (6, 32),
}
edges = pytest.mark.parametrize(("n", "steps"), EDGES.values(), ids=EDGES)


def records(problem, n):
    return problem.dataset(problem.loss.draw(np.random.default_rng(7), n))


@edges
@pytest.mark.parametrize("alpha", [1.0, 0.3])
@pytest.mark.parametrize("name", [m for m in MOMENTA if "fixed" in m])
def test_without_noise_it_is_the_momentum(name, alpha, n, steps):
    problem = cosine_problem(d=1)
    data = records(problem, n)
    method = calibrated(name, problem, n=n, steps=steps, alpha=alpha)
    found = method.run(problem, NoiselessCurator(data), steps=steps).x[0, 0]
    w, m = 1.0, 0.0
    for t in range(steps):
        m = (1 - alpha) * m + alpha * np.sin(data.records[t % n, 0] - w)
        w -= ETA * np.sign(m)
    assert found == pytest.approx(w, abs=1e-12)


@edges
@pytest.mark.parametrize("name", MOMENTA + WINDOWS)
def test_no_release_is_more_than_its_budget(name, n, steps):
    """Paired runs check every sensitivity; the accountant reads at most rho."""
    problem, alpha = cosine_problem(d=1), 1 / n
    if name in WINDOWS and steps <= n:
        for call in (
            lambda: calibrated(name, problem, n=n, steps=steps, alpha=alpha),
            lambda: calibrated(name, problem, n=n, steps=n + 1, alpha=alpha).run(
                problem, NoiselessCurator(records(problem, n)), steps=steps
            ),
        ):
            with pytest.raises(ParameterError, match="the first epoch stands still"):
                call()
        return
    method = calibrated(name, problem, n=n, steps=steps, alpha=alpha)
    curator = PairedCurator(*problem.extremal_pair(n), np.random.default_rng(1))
    found = method.run(problem, curator, steps=steps, trials=5)
    assert np.isfinite(found.x).all()
    if name == "compared factorised":  # its cost cannot be read release by release
        assert method.spends(problem, n=n, steps=steps) <= 0.3
        return
    accounts = method.cost(problem, n=n, steps=steps).accountants(ZCDPAccountant)
    assert max(account.rho for account in accounts) <= 0.3


@pytest.mark.parametrize("name", WINDOWS)
@pytest.mark.parametrize(("n", "steps"), [(1, 2), (1, 9), (5, 6), (6, 32)])
def test_without_noise_it_is_the_mean_of_the_window(name, n, steps):
    problem = cosine_problem(d=1)
    data = records(problem, n)
    method = calibrated(name, problem, n=n, steps=steps, alpha=1.0)
    curator = NoiselessCurator(data, rng=np.random.default_rng(3))
    seen = []
    method.run(problem, curator, steps=steps, observe=lambda w, m: seen.append((w, m)) or m[:, 0])
    first = np.sin(data.records[:, 0] - 1.0).mean()
    assert seen[0][1][0, 0] == pytest.approx(first, abs=1e-14)  # w[n+1] = w[1]
    points = [1.0] * n + [w[0, 0] for w, _ in seen]
    if name.endswith("fixed"):
        window = [np.sin(data.records[t % n, 0] - points[t]) for t in range(steps)][-n:]
        assert seen[-1][1][0, 0] == pytest.approx(np.mean(window), abs=1e-13)


@pytest.mark.parametrize("name", MOMENTA)
def test_no_step_at_all_is_refused(name):
    problem = cosine_problem(d=1)
    with pytest.raises(ParameterError, match="steps = 0 is below 1"):
        calibrated(name, problem, n=3, steps=0, alpha=0.5)
    method = calibrated(name, problem, n=3, steps=1, alpha=0.5)
    with pytest.raises(ParameterError, match="trials = 0 is below 1"):
        method.run(problem, NoiselessCurator(records(problem, 3)), steps=1, trials=0)
