"""Cost of a run as a multiple of the cost of drawing its noise; prints, asserts nothing.

    python tests/benchmarks/curators.py

Heavy ball on a quadratic, 5000 trials, 100 steps, 2 variables, 100 records.
"""

import time
from collections.abc import Callable

import numpy as np

from workbench.algorithms import HeavyBall
from workbench.privacy import AccountingCurator, PairedCurator, TrustedCurator
from workbench.problems import reference_quadratic

TRIALS, STEPS, REPEATS = 5000, 100, 5


def seconds(task: Callable[[], object]) -> float:
    """Least processor time of several repetitions."""
    best = np.inf
    for _ in range(REPEATS):
        begin = time.process_time()
        task()
        best = min(best, time.process_time() - begin)
    return best


def main() -> None:
    """Print one line per curator."""
    problem, data = reference_quadratic()
    pair = problem.extremal_pair(100)
    rng = np.random.default_rng(0)

    def noise() -> None:
        for _ in range(STEPS):
            rng.laplace(0.0, 1.0, (TRIALS, 2))

    def heavy_ball(make: Callable[[], object], m: int) -> Callable[[], object]:
        method = HeavyBall(alpha=1.0, beta=0.3, b=1.0, m=m)
        return lambda: method.run(problem, make(), steps=STEPS, trials=TRIALS)

    unit = seconds(noise)
    tasks = {
        "trusted, full batch": heavy_ball(lambda: TrustedCurator(data, rng), 100),
        "trusted, batch of 1": heavy_ball(lambda: TrustedCurator(data, rng), 1),
        "trusted, batch of 10": heavy_ball(lambda: TrustedCurator(data, rng), 10),
        "paired, full batch": heavy_ball(lambda: PairedCurator(*pair, rng), 100),
        "paired, batch of 10": heavy_ball(lambda: PairedCurator(*pair, rng), 10),
        "accounting": heavy_ball(lambda: AccountingCurator(n=100), 10),
    }
    for name, task in tasks.items():
        print(f"{name:24s} {seconds(task) / unit:8.2f} x drawing the noise")


if __name__ == "__main__":
    main()
