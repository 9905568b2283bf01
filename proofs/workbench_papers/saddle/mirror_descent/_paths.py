"""Mirror descent on random matrix games, in floating point: both sides of path-wise bounds.

Nothing here is expected or averaged: the inequalities hold along every path, so each run is a test.
Gradients carry noise of any size; the gap of a matrix game has a closed form.
"""

from dataclasses import dataclass

import hypothesis.strategies as st
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Sizes, step size tau, K vertices per round, T rounds, noise level and the seed of one run."""

    seed: int
    rows: int
    columns: int
    rounds: int
    vertices: int
    tau: float
    noise: float


def weights(scores: Array) -> Array:
    """Exponential weights of the scores, which are not changed by a shift of all of them."""
    grown = np.exp(scores - scores.max())
    return grown / grown.sum()


def sampled(point: Array, count: int, rng: np.random.Generator) -> Array:
    """The average of `count` vertices drawn from a point of the simplex."""
    return rng.multinomial(count, point / point.sum()) / count


SETTINGS = st.builds(
    Setting,
    seed=st.integers(0, 10**6),
    rows=st.integers(2, 6),
    columns=st.integers(2, 6),
    rounds=st.integers(1, 30),
    vertices=st.integers(1, 9),
    tau=st.floats(0.01, 2.0),
    noise=st.floats(0.0, 2.0),
)
"""Matrix games of up to 6 x 6 with noisy gradients."""

ROUNDING = 1e-9  # relative, some thousand additions of numbers of order 1


def assert_gap_is_bounded(setting: Setting, *, entropies: float) -> None:
    """Fails on a path whose gap is above its bound."""
    gap, bound = gap_and_bound(setting, entropies=entropies)
    assert gap <= bound + ROUNDING * (1 + abs(bound))


def gap_and_bound(s: Setting, *, entropies: float) -> tuple[float, float]:
    """T Gap of the sampled output and its bound, with `entropies` in the place of the factor 2.

    The ghost iterates run on the errors of the gradients.
    """
    rng = np.random.default_rng(s.seed)
    matrix = rng.uniform(-1, 1, (s.rows, s.columns))
    sizes = (s.rows, s.columns)
    scores, ghosts = [np.zeros(d) for d in sizes], [np.zeros(d) for d in sizes]
    outputs = [np.zeros(d) for d in sizes]
    bound = entropies * np.log(s.rows * s.columns) / s.tau
    for _ in range(s.rounds):
        exact = [weights(v) for v in scores]
        drawn = [sampled(v, s.vertices, rng) for v in exact]
        operator = (matrix @ drawn[1], -(matrix.T @ drawn[0]))
        for k in range(2):
            noise = s.noise * rng.standard_normal(sizes[k])
            g = operator[k] + noise
            error = operator[k] - g
            bound += s.tau / 2 * (np.abs(g).max() ** 2 + np.abs(error).max() ** 2)
            bound += error @ (drawn[k] - weights(ghosts[k])) + g @ (drawn[k] - exact[k])
            scores[k] = scores[k] - s.tau * g
            ghosts[k] = ghosts[k] - s.tau * error
            outputs[k] = outputs[k] + drawn[k]
    gap = (matrix.T @ outputs[0]).max() - (matrix @ outputs[1]).min()
    return float(gap), float(bound)


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
