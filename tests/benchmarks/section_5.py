"""Cost of a run of the experiment of Section 5 against its noise and its matrix products.

    python tests/benchmarks/section_5.py

The floor is what cannot be avoided: drawing the noise of every step, and for the full batch the two
products of a gradient of all trials at once (margins, then sums over records).  With batches of
1000 the floor has the drawing of the batches and the gathering of their rows as well, once each.
Prints ratios, asserts nothing; all times are processor times of one thread.
"""

import time
from collections.abc import Callable

import numpy as np

from workbench.privacy import TrustedCurator
from workbench.privacy.arrays import Array
from workbench.privacy.queries.batches import draw_batches
from workbench_papers.accel.experiments.setting import (
    FULL,
    POINTS,
    SUBSAMPLED,
    cell,
    cells,
    instance,
    plan_of,
)
from workbench_papers.accel.experiments.signed_logistic import ROWS

RUNS, STEPS, REPEATS = 20, 20, 5


def seconds(task: Callable[[], object]) -> float:
    """Least processor time of several repetitions."""
    best = np.inf
    for _ in range(REPEATS):
        begin = time.process_time()
        task()
        best = min(best, time.process_time() - begin)
    return best


def products(x: Array, records: Array) -> None:
    """The two matrix products of one full gradient, in blocks that stay in the cache."""
    points = np.ascontiguousarray(x.T)
    total = np.zeros_like(points)
    for begin in range(0, len(records), ROWS):
        rows = records[begin : begin + ROWS]
        total += rows.T @ (rows @ points)


def gathered_products(x: Array, records: Array, rng: np.random.Generator) -> None:
    """Drawing, gathering and the two products of one gradient on batches."""
    rows = records[draw_batches(rng, trials=RUNS, n=len(records), m=1000)]
    margins = (rows @ x[:, :, None])[..., 0]
    np.asarray(margins[:, None, :] @ rows)


def main() -> None:
    """Print the ratio for each batch size and method, and what the whole grid takes."""
    problem, dataset, *_ = where = instance("plus")
    rng = np.random.default_rng(0)
    x = rng.standard_normal((RUNS, problem.start.size))
    noise = seconds(lambda: [rng.laplace(0.0, 1.0, x.shape) for _ in range(STEPS)])
    look = seconds(lambda: where.errors(x))
    print(f"drawing the noise of a step {1e3 * noise / STEPS:8.3f} ms")
    print(f"looking at the errors once  {1e3 * look:8.3f} ms")
    for m, floor in (
        (FULL, lambda: [products(x, dataset.records) for _ in range(STEPS)]),
        (SUBSAMPLED, lambda: [gathered_products(x, dataset.records, rng) for _ in range(STEPS)]),
    ):
        least = noise + seconds(floor)
        print(f"{m:<12} floor {1e3 * least / STEPS:8.3f} ms a step of {RUNS} runs")
        for method in ("DP-GD", "DP-HB", "DP-NAG", "DP-MASG"):
            plan = plan_of(cell(method, "T=100", m=m))
            taken = seconds(
                lambda plan=plan: plan.method.run(  # type: ignore[misc]
                    problem, TrustedCurator(dataset, rng), steps=STEPS, trials=RUNS
                )
            )
            print(f"  {method:<10} {taken / least:8.2f} x the floor")
        grid = [plan_of(one).steps for one in cells() if one["m"] == m]
        whole = sum(grid) * taken / STEPS + len(grid) * (POINTS + 1) * look
        print(f"  all {len(grid)} cells, {RUNS} runs each: {whole / 120:.1f} minutes on two cores")


if __name__ == "__main__":
    main()
