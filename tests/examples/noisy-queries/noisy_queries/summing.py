"""The sum of bounded records, with the noise of diffprivlib."""

from collections.abc import Callable, Sequence

import numpy as np
from diffprivlib.mechanisms import Laplace


def bounded_sum(
    epsilon: float, bound: float, sensitivity: float | None = None
) -> Callable[[Sequence[float], np.random.Generator], float]:
    """An epsilon-DP sum of records clipped to [-bound, bound]; one record moves it by `bound`."""
    moved = bound if sensitivity is None else sensitivity

    def query(rows: Sequence[float], rng: np.random.Generator) -> float:
        state = np.random.RandomState(rng.bit_generator)  # the stream that diffprivlib draws from
        noise = Laplace(epsilon=epsilon, sensitivity=moved, random_state=state)
        return float(noise.randomise(float(sum(max(-bound, min(bound, x)) for x in rows))))

    return query
