"""The promise of the count, with the noise of another one: this test fails."""

import pytest
from noisy_queries.counting import count


@pytest.mark.dp(epsilon=1.0, dataset=[1, 1, 1], neighbour=[1, 1], samples=4_000)
def test_a_count_whose_budget_was_spent_twice(assert_private):
    assert_private(count(epsilon=2.0))
