"""The mean keeps its promise where one replaced record moves it most."""

import numpy as np
import pytest
from noisy_queries.averaging import mean

ALIKE = np.array([[1.0, 0.0], [1.0, 0.0]])
OPPOSED = np.array([[-1.0, 0.0], [1.0, 0.0]])


@pytest.mark.dp(epsilon=1.0, delta=1e-3, dataset=ALIKE, neighbour=OPPOSED, samples=200_000)
def test_mean(assert_private):
    assert_private(mean(epsilon=1.0, delta=1e-3, dimension=2, records=2))
