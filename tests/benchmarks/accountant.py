"""Seconds of the exact accountant beside dp-accounting's, and the widths that both reach.

    python -m tests.benchmarks.accountant

dp-accounting's width is that of its pessimistic and optimistic estimates at the grid shown; it
shrinks like the grid, so the time at a width of 1e-6 is out of reach and the grid shown is cheaper.
"""

import time
import warnings
from collections.abc import Callable
from typing import Any

from workbench.privacy import DominatingPair, Gaussian, Laplace, PLDAccountant, Release

ADD = "add-or-remove-one"
GRID = 1e-4


def plans() -> list[tuple[str, Release, int, str, dict[str, Any]]]:
    """Name, release, count, and how dp-accounting calls the same."""
    normal = Gaussian(1.0).release(sensitivity=1.0, neighbouring=ADD)
    wide = Gaussian(20.0).release(sensitivity=1.0, neighbouring=ADD)
    laplace = Laplace(20.0).release(sensitivity=1.0, neighbouring=ADD)
    whole = Release.dominated(DominatingPair("discrete-gaussian", 1, 20.0), neighbouring=ADD)
    poisson = {"standard_deviation": 1.0, "sampling_prob": 0.01}
    return [
        ("Gaussian", wide, 100, "gaussian", {"standard_deviation": 20.0}),
        ("Laplace", laplace, 100, "laplace", {"parameter": 20.0}),
        ("discrete Gaussian", whole, 100, "discrete_gaussian", {"sigma": 20.0, "sensitivity": 1}),
        ("Poisson, Gaussian", normal.poisson(0.25), 5, "gaussian",
         {"standard_deviation": 1.0, "sampling_prob": 0.25}),
        ("Poisson, Gaussian", normal.poisson(0.01), 100, "gaussian", poisson),
        ("Poisson, Gaussian", normal.poisson(0.01), 1000, "gaussian", poisson),
        ("Poisson, Gaussian", normal.poisson(0.01), 10_000, "gaussian", poisson),
        ("Poisson, Laplace", laplace.poisson(0.1), 1000, "laplace",
         {"parameter": 20.0, "sampling_prob": 0.1}),
    ]  # fmt: skip


Part = tuple[str, dict[str, Any], int]
"""A mechanism as dp-accounting calls it, its arguments, and how often it runs."""


def theirs(parts: list[Part], delta: float) -> tuple[float, float]:
    """The two ends of dp-accounting's epsilon."""
    from dp_accounting.pld import privacy_loss_distribution as losses

    def composed(*, high: bool) -> float:
        total = None
        for name, more, count in parts:
            make = getattr(losses, f"from_{name}_mechanism")
            one = make(**more, value_discretization_interval=GRID, pessimistic_estimate=high,
                       use_connect_dots=high).self_compose(count)  # fmt: skip
            total = one if total is None else total.compose(one)
        return float(total.get_epsilon_for_delta(delta))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return composed(high=False), composed(high=True)


def timed(task: Callable[[], Any]) -> tuple[Any, float]:
    """The answer and its CPU seconds."""
    start = time.process_time()
    return task(), time.process_time() - start


def main() -> None:
    """Print the table."""
    theirs([("gaussian", {"standard_deviation": 1.0}, 1)], 1e-5)  # the import is not counted
    print(f"{'releases':<28}{'epsilon':>12}{'width':>10}{'s':>8}{'peer width':>12}{'s':>8}")
    for name, release, count, theirs_name, more in plans():
        accountant = PLDAccountant(neighbouring=ADD)
        accountant.add(release, count=count)
        ours, seconds = timed(lambda a=accountant: a.epsilon_bounds(1e-5))
        (low, high), peer = timed(lambda n=theirs_name, m=more, k=count: theirs([(n, m, k)], 1e-5))
        print(
            f"{count:>6} {name:<21}{ours.upper:>12.8f}{ours.width / ours.upper:>10.1e}"
            f"{seconds:>8.2f}"
            f"{(high - low) / high:>12.1e}{peer:>8.2f}"
        )


if __name__ == "__main__":
    main()
