"""Exponential weights in floating point: both sides of a bound that holds along every path."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def weights(scores: Array) -> Array:
    """Exponential weights of the scores, which are not changed by a shift of all of them."""
    grown = np.exp(scores - scores.max())
    return grown / grown.sum()


def regret_and_bound(
    seed: int, size: int, rounds: int, tau: float, drift: float, entropies: float
) -> tuple[float, float]:
    """Regret of exponential weights against the best vertex, and ln d/tau + tau/8 sum range^2.
    `drift` in [0, 1] mixes independent losses with one fixed loss, the adversary's best choice.
    """
    rng = np.random.default_rng(seed)
    fixed = rng.uniform(-1, 1, size)
    total, regret = np.zeros(size), 0.0
    bound = entropies * np.log(size) / tau
    for _ in range(rounds):
        loss = drift * fixed + (1 - drift) * rng.uniform(-1, 1, size)
        regret += float(loss @ weights(-tau * total))
        total = total + loss
        bound += tau / 8 * float(np.ptp(loss)) ** 2
    return float(regret - total.min()), float(bound)
