"""The theorems about replaced records, against runs of a method in the order of its steps."""

import numpy as np
import pytest

from workbench.rigor.provers import replaced_records as records
from workbench.rigor.provers.empirical_risk import clipped, mean

N, T, G, L, ETA = 4, 24, 1.5, 2.0, 0.3


def runs(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Steps that use a record, in one order for all epochs, and its gradients in two datasets.

    The gradient G sin(L w/G + phase) is at most G long and L-Lipschitz; steps have length eta.
    """
    rng = np.random.default_rng(seed)
    points = np.cumsum(rng.choice([-ETA, ETA], size=T + 1))
    phases, signs = rng.uniform(0, 7, 2), rng.choice([-1, 1], 2)
    one, other = (s * G * np.sin(L * points / G + p) for s, p in zip(signs, phases, strict=True))
    uses = np.arange(T + 1) % N == rng.integers(N)
    return uses, one, other, int(rng.integers(N + 1, T + 1))


@pytest.mark.parametrize("seed", range(60))
def test_nodes_move_by_no_more_than_the_theorems_say(seed: int) -> None:
    uses, one, other, last = runs(seed)
    first = int(np.random.default_rng(seed + 1000).integers(N + 1, last + 1))
    alpha, gamma, steps = 0.2, 0.1, np.arange(first, last + 1)
    fading = (1 - alpha) ** (last - steps)
    weight = float(np.sum(fading * uses[steps]))
    node = np.sum(fading * uses[steps] * (one - other)[steps])
    assert abs(node) <= 2 * G * weight + 1e-12  # rounding of sums of at most 24 terms
    kept = uses * (one - other)
    difference = np.sum(fading * (kept[steps] - (1 - gamma) * kept[steps - N]))
    most = gamma * G + (1 - gamma) * min(L * ETA * N, 2 * G)
    assert abs(difference) <= 2 * most * weight + 1e-12
    epochs = -(-len(steps) // N)
    assert weight <= sum((1 - alpha) ** (i * N) for i in range(epochs)) + 1e-12
    assert len(steps) > N or weight <= 1


def test_proofs_are_accepted_and_say_what_is_left_out() -> None:
    made = [records.bounded, records.attained, records.repeated, records.once, records.difference]
    made += [records.differences, records.full_gradients, mean, clipped]
    assert all(proof().outcome().decision == "holds" for proof in made)
    for proof in (records.bounded, records.once, mean):
        assert proof(told=()).outcome().decision == "refused"
