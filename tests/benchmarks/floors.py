"""What a run of an algorithm cannot do without: its noise, and its products with the data.

`Metered` is a trusted curator that adds up the processor time of its answers; the floor of a method
is that time, in the very run that is timed.  What is above the floor is the method's own: points,
projections, sums, the loop.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tests.power import methods, norm_methods, sparse_methods, training_methods, vertex_methods
from workbench.algorithms import GradientDescent, HeavyBall
from workbench.privacy import Dataset, TrustedCurator
from workbench.privacy.arrays import Array
from workbench.privacy.curators.calls import Call
from workbench.problems import LogisticRegression

TRIALS = 1_000
MANY = 16_000
LOOP = 20  # trials of the loop that are timed; the others cost the same
ENGINE = f"{os.sep}workbench{os.sep}"
Run = Callable[[TrustedCurator, int], object]


class Metered(TrustedCurator):
    """A curator that knows how long it took to answer."""

    seconds = 0.0

    def answer(self, call: Call) -> Array:
        """Answer, and add the time."""
        begin = time.process_time()
        found = super().answer(call)
        self.seconds += time.process_time() - begin
        return found

    def _read(self, query: Any, rows: Any) -> Any:
        begin = time.process_time()
        found = super()._read(query, rows)
        self.seconds += time.process_time() - begin
        return found


def measured(run: Run, data: Dataset, trials: int, *, repeats: int = 3) -> tuple[float, float]:
    """Seconds of a run and of its floor, those of the fastest repetition."""
    best = (np.inf, np.inf)
    for seed in range(repeats):
        curator = Metered(data, np.random.default_rng(seed))
        begin = time.process_time()
        run(curator, trials)
        best = min(best, (time.process_time() - begin, curator.seconds))
    return best


def busiest(run: Run, data: Dataset, trials: int) -> str:
    """Where a run spends most, its curator left out: functions with what NumPy does for them."""
    own, frames = Counter[str](), list[str]()
    last = time.perf_counter()

    def profile(frame: Any, event: str, argument: object) -> None:
        nonlocal last
        del argument
        if ENGINE not in frame.f_code.co_filename or event not in ("call", "return"):
            return  # a library, or C: the time is that of the function of ours that called it
        now = time.perf_counter()
        if frames:
            own[frames[-1]] += now - last
        last = now
        if event == "call":
            frames.append(_where(frame.f_code.co_filename, frame.f_code.co_name))
        elif frames:
            frames.pop()

    for _ in range(5):
        curator = TrustedCurator(data, np.random.default_rng(0))
        sys.setprofile(profile)
        try:
            run(curator, trials)
        finally:
            sys.setprofile(None)
    whole = sum(own.values())
    mine = [(name, part) for name, part in own.most_common() if not name.startswith("privacy/")]
    return ", ".join(f"{name} {100 * part / whole:.0f} %" for name, part in mine[:2])


NORMALISED = "an iteration normalises its direction, and adds up secrets in a tree"
BESIDES = {
    "tree momentum": NORMALISED,
    "difference momentum": NORMALISED,
    "prefix differences": NORMALISED,
    "uniform window": NORMALISED,
    "square root": "step t adds up t gradients and t releases: T (T + 1) products",
    "projection, pure": "a release is projected: sorted, added up, cut",
    "projection, approximate": "a release is projected: sorted, added up, cut",
}
"""Work that a method cannot do without and that is no noise and no product with the data."""


def reason(name: str, run: Run, data: Dataset, took: float) -> str:
    """Why a method is far above its floor: what is there with one trial too, and what goes away."""
    calls = measured(run, data, 1)[0]
    many, floor = measured(run, data, MANY, repeats=1)
    return "; ".join(
        [
            *([BESIDES[name]] if name in BESIDES else []),
            f"{100 * calls / took:.0f} % is there with one trial: calls",
            f"{many / floor:.2f} x at {MANY} trials",
            busiest(run, data, TRIALS),
        ]
    )


def _where(file: str, name: str) -> str:
    return f"{file.rpartition(ENGINE)[2]}:{name}"


def looped(run: Run, data: Dataset, trials: int) -> float:
    """Seconds of as many runs of one trial each."""
    rng = np.random.default_rng(0)
    begin = time.process_time()
    for _ in range(LOOP):
        run(TrustedCurator(data, rng), 1)
    return (time.process_time() - begin) * trials / LOOP


def cases() -> Iterator[tuple[str, Run, Dataset]]:
    """Every algorithm that ships, with an instance of its audits."""
    for module in (methods, vertex_methods, norm_methods, sparse_methods, training_methods):
        for name, case in module.CASES.items():
            yield name, case.run, case.pair[0]


def growth() -> Iterator[tuple[str, str, list[int], list[float]]]:
    """(method, what grows, its sizes, seconds) for descent on logistic regression."""
    usual = {"n": 1_000, "d": 20, "T": 20, "trials": 100}
    sizes = {
        "n": [2_000, 8_000, 32_000],
        "d": [20, 80, 320],
        "T": [20, 80, 320],
        "trials": [100, 400, 1_600],
    }
    kinds: dict[str, Callable[[int], Any]] = {
        "gradient descent": lambda n: GradientDescent(alpha=0.5, b=0.1, m=n),
        "heavy ball": lambda n: HeavyBall(alpha=0.5, beta=0.3, b=0.1, m=n),
    }
    for name, make in kinds.items():
        for what, values in sizes.items():
            seconds = [_one(make, usual | {what: value}) for value in values]
            yield name, what, values, seconds


def _one(make: Callable[[int], Any], at: dict[str, int]) -> float:
    problem = LogisticRegression(radius=1.0, penalty=0.1, start=np.zeros(at["d"]))
    data = problem.random_dataset(np.random.default_rng(0), at["n"])
    method = make(at["n"])
    return measured(
        lambda curator, trials: method.run(problem, curator, steps=at["T"], trials=trials),
        data,
        at["trials"],
        repeats=2,
    )[0]


def exponent(sizes: list[int], seconds: list[float]) -> float:
    """The slope of a line through the logarithms."""
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])
