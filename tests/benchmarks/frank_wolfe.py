"""Frank-Wolfe over the vertices of the l1 ball: processor seconds against drawing the noise.

    python tests/benchmarks/frank_wolfe.py

d = 100,000, so M = 200,000 scores per choice.  The floor is the Laplace noise of all the choices.
The full-batch method reads n d numbers per step besides; the others a few records.  Prints, asserts
nothing.
"""

import resource
import time
from collections.abc import Callable

import numpy as np

from workbench.algorithms import (
    FullBatchFrankWolfe,
    PolyhedralFrankWolfe,
    RecursiveFrankWolfe,
    TreeFrankWolfe,
)
from workbench.privacy import TrustedCurator
from workbench.problems.sign_instances import sign_regression

D, N, TRIALS = 100_000, 64, 4


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def main() -> None:
    """One line per method, and one for the oracle alone."""
    rng = np.random.default_rng(0)
    problem = sign_regression(d=D).problem
    data, ball = problem.sample(rng, N), problem.feasible
    g = rng.standard_normal((TRIALS, D))
    oracle = seconds(lambda: [ball.minimise(g) for _ in range(20)]) / 20
    noise = seconds(lambda: [rng.laplace(size=(TRIALS, 2 * D)) for _ in range(20)]) / 20
    print(f"oracle: {oracle:8.4f} s, {oracle / noise:4.2f} x the noise of a choice")
    for method, choices in (
        (FullBatchFrankWolfe(scale=1.0, T=32), 32),
        (PolyhedralFrankWolfe(eta=0.1, loss=1.0, T=32), 32),
        (TreeFrankWolfe(scales=(1.0, 1.0, 1.0), b=8), 14),
        (RecursiveFrankWolfe(eta=0.2, scale=1.0, T=30, q=5, b0=4, b1=1), 30),
    ):
        curator = TrustedCurator(data, rng)
        spent = seconds(lambda m=method, c=curator: m.run(problem, c, trials=TRIALS))  # type: ignore[misc]
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        print(
            f"{type(method).__name__:>21}: {spent / choices:8.4f} s a step,"
            f" {spent / (choices * noise):4.1f} x the noise, peak {memory:.2f} GiB",
            flush=True,
        )


if __name__ == "__main__":
    main()
