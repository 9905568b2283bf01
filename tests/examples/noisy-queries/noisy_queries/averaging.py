"""The mean of records in the unit ball, with Gaussian noise that dp-accounting calibrates."""

from collections.abc import Callable

import numpy as np
from dp_accounting.pld import common
from dp_accounting.pld.privacy_loss_mechanism import GaussianPrivacyLoss


def scale_of(epsilon: float, delta: float, sensitivity: float) -> float:
    """The least standard deviation for which a query of that sensitivity keeps the promise."""
    promise = common.DifferentialPrivacyParameters(epsilon, delta)
    return float(
        GaussianPrivacyLoss.from_privacy_guarantee(promise, sensitivity).standard_deviation
    )


def mean(
    epsilon: float, delta: float, dimension: int, records: int, sensitivity: float | None = None
) -> Callable[[np.ndarray, int, np.random.Generator], np.ndarray]:
    """An (epsilon, delta)-DP mean of `records` points, shape (records, dimension), norms at most 1.

    One record replaced moves the mean by 2 / records.  The query draws `size` means at once.
    """
    scale = scale_of(epsilon, delta, 2 / records if sensitivity is None else sensitivity)

    def query(rows: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
        norms = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1.0)
        return (rows / norms).mean(axis=0) + rng.normal(scale=scale, size=(size, dimension))

    return query
