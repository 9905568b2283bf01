"""What a mean is does not depend on the names of numbers, and a planted fault is found."""

import random
from unittest.mock import PropertyMock, patch

from tests.campaigns.indices import false_mean
from workbench.rigor.check.moments_steps import MomentScope


def test_nothing_false_is_accepted() -> None:
    told = [false_mean(random.Random(seed)) for seed in range(60)]
    assert sum(ok for ok, _ in told) >= 10
    assert [why for _, why in told if why is not None] == []


def test_a_planted_fault_is_found() -> None:
    with patch.object(MomentScope, "taken", PropertyMock(return_value=frozenset())):
        assert any(false_mean(random.Random(seed))[1] for seed in range(200))
