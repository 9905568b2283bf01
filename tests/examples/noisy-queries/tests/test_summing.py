"""The bounded sum keeps its promise."""

import pytest
from noisy_queries.summing import bounded_sum


@pytest.mark.dp(epsilon=1.0, dataset=[2.0, 2.0], neighbour=[2.0], samples=4_000)
def test_sum(assert_private):
    assert_private(bounded_sum(epsilon=1.0, bound=2.0))
