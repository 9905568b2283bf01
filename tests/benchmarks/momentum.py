"""Seconds per million iterations of the momentum methods, and what more trials cost.

    python tests/benchmarks/momentum.py

Cosine loss, 100 variables, 1000 records, one core; prints, asserts nothing.  The floor is the
arithmetic of an iteration of tree momentum alone: a gradient, a draw, one merge of nodes, a step.
"""

import time
from collections.abc import Callable

import numpy as np

from workbench.algorithms.momentum.difference_momentum import DifferenceMomentum
from workbench.algorithms.momentum.difference_sums import TelescopingTree, UniformWindow
from workbench.algorithms.momentum.prefix_differences import PrefixDifferences
from workbench.algorithms.momentum.tree_momentum import TreeMomentum
from workbench.privacy import TrustedCurator
from workbench.problems.nonconvex_instances import cosine_problem

D, N, STEPS, REPEATS = 100, 1000, 4000, 3


def microseconds(task: Callable[[], object], steps: int) -> float:
    """Least processor time per iteration of several repetitions."""
    best = np.inf
    for _ in range(REPEATS):
        begin = time.process_time()
        task()
        best = min(best, time.process_time() - begin)
    return best / steps * 1e6


def main() -> None:
    """Print one line per method."""
    problem, rng = cosine_problem(d=D), np.random.default_rng(0)
    data = problem.dataset(problem.loss.draw(rng, N))

    def floor(trials: int) -> Callable[[], object]:
        def task() -> None:
            x = np.ones((trials, D))
            node = prefix = np.zeros((trials, D))
            for t in range(STEPS):
                g = np.sin(data.records[t % N] - x) * D**-0.5
                node = node * 0.999 + g
                prefix = prefix * 0.999 + node + rng.normal(0.0, 1.0, (trials, D))
                x = x - prefix * (1e-3 / np.sqrt((prefix**2).sum(axis=1, keepdims=True)))

        return task

    tree = TreeMomentum(alpha=1 / N, eta=1e-3, sigma=1.0, order="fixed")
    shared = {"gamma": 0.1, "eta": 1e-3, "sigma_a": 1.0, "sigma_b": 1.0, "order": "fixed"}
    methods = {
        "tree momentum": tree,
        "tree momentum, single": TreeMomentum(alpha=1 / N, eta=1e-3, sigma=1.0, order="single"),
        "tree momentum, fresh": TreeMomentum(alpha=1 / N, eta=1e-3, sigma=1.0, order="fresh"),
        "difference momentum": DifferenceMomentum(alpha=1 / N, **shared),
        "prefix differences": PrefixDifferences(alpha=1 / N, **shared),
        "uniform window": UniformWindow(**shared),
        "telescoping tree": TelescopingTree(
            eta=1e-3, sigma_base=1.0, sigma_node=1.0, order="fixed"
        ),
    }
    base = {trials: microseconds(floor(trials), STEPS) for trials in (1, 64)}
    print(f"{'floor':24s} {base[1]:8.1f} s per million, 64 trials {base[64] / base[1]:5.1f} x one")
    for name, method in methods.items():
        cost = {
            trials: microseconds(
                lambda m=method, r=trials: m.run(
                    problem, TrustedCurator(data, rng), steps=STEPS, trials=r
                ),
                STEPS,
            )
            for trials in (1, 64)
        }
        print(
            f"{name:24s} {cost[1]:8.1f} s per million ({cost[1] / base[1]:4.1f} x the floor), "
            f"64 trials {cost[64] / cost[1]:5.1f} x one"
        )
    for steps in (2 * STEPS, 8 * STEPS):
        took = microseconds(
            lambda s=steps: methods["difference momentum"].run(
                problem, TrustedCurator(data, rng), steps=s
            ),
            steps,
        )
        print(f"difference momentum, T = {steps:6d}: {took:8.1f} s per million")


if __name__ == "__main__":
    main()
