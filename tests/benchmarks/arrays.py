"""The same runs where the data is: numpy beside torch and CuPy, on every device of this machine.

    python -m tests.benchmarks.arrays [--n 100000] [--d 256] [--trials 256] [--steps 10]

Seconds by the clock, the fastest of three runs after one that warms up.  Draws are numpy's in each
place and go over afterwards, so the time of drawing and of going over is in all of them; answers
are compared with those of numpy.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from workbench.algorithms import GradientDescent, HeavyBall
from workbench.privacy import Dataset, TrustedCurator
from workbench.privacy.arrays import to_numpy
from workbench.problems import LogisticRegression

SIZES = {"n": 20_000, "d": 64, "trials": 64, "steps": 5}
Place = tuple[str, Any]


def places() -> Iterator[Place]:
    """Libraries of arrays with a device, as `Dataset.to` takes them: those of this machine."""
    if importlib.util.find_spec("torch"):
        yield "torch", "cpu"
        if importlib.import_module("torch").cuda.is_available():
            yield "torch", "cuda"
    if importlib.util.find_spec("cupy"):
        cupy = importlib.import_module("cupy")
        if cupy.cuda.is_available():
            yield "cupy", cupy.cuda.Device(0)


def named(place: Place) -> str:
    """A place in words."""
    return " ".join(str(word) for word in place if word is not None)


def moved(data: Dataset, place: Place) -> Dataset:
    """The same records in that place."""
    return data.to(importlib.import_module(place[0]), device=place[1])


def fastest(run: Callable[[Dataset], Any], data: Dataset) -> tuple[float, Any]:
    """Seconds by the clock until the answer is in numpy, and the answer."""
    best, answer = np.inf, None
    for repeat in range(4):
        begin = time.perf_counter()
        answer = to_numpy(run(data).x)
        if repeat:
            best = min(best, time.perf_counter() - begin)
    return best, answer


def measured(
    n: int, d: int, trials: int, steps: int
) -> Iterator[tuple[str, str, float, float, float]]:
    """(method, place, seconds there, seconds in numpy, largest difference of the answers)."""
    problem = LogisticRegression(radius=1.0, penalty=0.1, start=np.zeros(d))
    data = problem.random_dataset(np.random.default_rng(0), n)
    for name, method in (
        ("gradient descent", GradientDescent(alpha=0.5, b=0.1, m=n)),
        ("heavy ball", HeavyBall(alpha=0.5, beta=0.3, b=0.1, m=n)),
    ):

        def run(records: Dataset, method: Any = method) -> Any:
            curator = TrustedCurator(records, np.random.default_rng(1))
            return method.run(problem, curator, steps=steps, trials=trials)

        plain, expected = fastest(run, data)
        for place in places():
            took, answer = fastest(run, moved(data, place))
            yield name, named(place), took, plain, float(np.abs(answer - expected).max())


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for size, usual in SIZES.items():
        parser.add_argument(f"--{size}", type=int, default=usual)
    sizes = vars(parser.parse_args())
    print(", ".join(f"{name} {value}" for name, value in sizes.items()))
    found = False
    for name, place, took, plain, off in measured(**sizes):
        found = True
        print(
            f"{name:18s} {place:24s} {took:8.3f} s, numpy {plain:8.3f} s,"
            f" {plain / took:6.2f} x as fast, answers off by {off:.1e}",
            flush=True,
        )
    if not found:
        print("neither torch nor CuPy is installed")


if __name__ == "__main__":
    main()
