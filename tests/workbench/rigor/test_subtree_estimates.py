"""The least variance at the root of a tree, against least squares."""

from __future__ import annotations

import numpy as np
import pytest

from workbench.rigor.provers import subtree_estimates as estimates


@pytest.mark.parametrize("height", [0, 1, 2, 3])
def test_the_recursion_is_what_least_squares_attain(height: int) -> None:
    decay, leaves = 0.7, 2**height
    level = [height - (c.bit_length() - 1) if c else 0 for c in range(2 * leaves)]
    factor = [decay**2**k for k in level]
    rows = np.zeros((2 * leaves, leaves))  # each node as a sum of leaves
    rows[leaves:] = np.eye(leaves)
    for c in range(leaves - 1, 0, -1):
        rows[c] = factor[2 * c] * rows[2 * c] + rows[2 * c + 1]
    sizes = rows[1:]
    variance = rows[1] @ np.linalg.inv(sizes.T @ sizes) @ rows[1]
    nu = [1.0]
    for k in range(1, height + 1):
        nu.append(1 / (1 + 1 / ((1 + decay**2**k) * nu[-1])))
    assert np.isclose(variance, nu[height])
    left, used = np.zeros(2 * leaves), np.zeros(2 * leaves)
    left[1] = 1
    for c in range(1, 2 * leaves):
        used[c] = nu[level[c]] * left[c]
        if c < leaves:
            rest = left[c] - used[c]
            left[2 * c], left[2 * c + 1] = factor[2 * c] * rest, rest
    assert np.allclose(used[1:] @ sizes, rows[1])
    assert np.isclose(used @ used, nu[height])


def test_proofs_are_accepted_and_need_their_hypotheses() -> None:
    assert estimates.unbiased().outcome().decision == "holds"
    assert estimates.least().outcome().decision == "holds"
    assert estimates.least(best=True).outcome().decision == "holds"
    assert estimates.least(given=estimates.TREE).outcome().decision == "refused"
