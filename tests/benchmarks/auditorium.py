"""Google's dp_auditorium on a pair of datasets, for comparison; where it is installed.

No package registry has it: it is installed from the folder `python/dp_auditorium` of
github.com/google/differential-privacy.  Its histogram tester is given the outputs of both
datasets, as many as our audit draws, and rejects a delta of 0 at an epsilon; what is said here is
the greatest epsilon that it rejects.  Outputs of few values are numbered, a single real number
falls into a hundred bins; outputs of other kinds it does not read.
"""

from __future__ import annotations

import dataclasses
import importlib
import importlib.util
from collections.abc import Callable
from typing import Any

import numpy as np

Draw = Callable[[Any, int, np.random.Generator], Any]

BINS = 100
FEW = 1_000  # different outputs
MOST = 20.0  # epsilon


def is_installed() -> bool:
    """Whether it can be asked."""
    return importlib.util.find_spec("dp_auditorium") is not None


def rejected(
    draw: Draw, first: object, second: object, *, draws: int, seed: int, alpha: float = 0.01
) -> float | None:
    """The greatest epsilon that it rejects in either order; None for outputs of other kinds."""
    rng = np.random.default_rng(seed)
    one, two = (np.asarray(draw(data, draws // 2, rng)) for data in (first, second))
    values, numbers = np.unique(np.concatenate([one, two]), axis=0, return_inverse=True)
    if few := len(values) <= FEW:
        one, two = np.split(numbers.reshape(-1), 2)
        low, high, size = 0.0, float(len(values)), len(values)
    elif one.ndim == 1:
        low, high = (float(end) for end in np.quantile(one, [0.001, 0.999]))
        size = BINS
    else:
        return None

    def rejects(epsilon: float, a: np.ndarray, b: np.ndarray) -> bool:
        tester = _tester(few, size, low, high, epsilon)
        return bool(tester.reject_property(tester.estimate_lower_bound(a, b, alpha)))

    return max(_greatest(lambda e, p=pair: rejects(e, *p)) for pair in ((one, two), (two, one)))


def _tester(few: bool, size: int, low: float, high: float, epsilon: float) -> Any:
    properties = importlib.import_module("dp_auditorium.configs.privacy_property")
    configs = importlib.import_module("dp_auditorium.configs.property_tester_config")
    testers = importlib.import_module("dp_auditorium.testers.histogram_tester")
    kind = configs.HistogramPropertyTesterConfig
    more = {"use_original_tester": False}  # its narrower error, in the versions that have it
    known = {field.name for field in dataclasses.fields(kind)}
    return testers.HistogramTester(
        kind(
            test_discrete_mechanism=few,
            histogram_size=size,
            min_value=low,
            max_value=high,
            approximate_dp=properties.ApproximateDp(epsilon=epsilon, delta=0.0),
            **{name: value for name, value in more.items() if name in known},
        )
    )


def _greatest(rejects: Callable[[float], bool]) -> float:
    low, high = 0.0, MOST
    for _ in range(16):
        middle = (low + high) / 2
        low, high = (middle, high) if rejects(middle) else (low, middle)
    return low
