"""The count keeps its promise."""

import pytest
from noisy_queries.counting import count


@pytest.mark.dp(epsilon=1.0, dataset=[1, 1, 1], neighbour=[1, 1], samples=4_000)
def test_count(assert_private):
    assert_private(count(epsilon=1.0))
