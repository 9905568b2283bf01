"""Inequalities that all runs obey, and chances by their exact confidence bounds."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from workbench.claims import Run
from workbench.errors import ParameterError
from workbench.harness import frequency, never_above

RUN = Run(alpha=Fraction(1, 1000))


def test_one_run_above_its_bound_is_found():
    left, right = np.array([1.0, 2.0, 3.0]), np.array([1.5, 2.0, 3.25])
    right_side = never_above(left, right, RUN, of="sums")
    assert right_side.decision == "holds"
    assert right_side.alpha == RUN.alpha
    assert next(f.value for f in right_side.figures if f.name == "smallest margin") == 0.0
    assert never_above(left + 1e-9, right, RUN, of="sums").decision == "fails"
    assert never_above(left + 1e-9, right, RUN, of="sums", allowed=2e-9).decision == "holds"


@pytest.mark.parametrize("claim", ["least", "most"])
def test_a_chance_is_disputed_where_the_binomial_law_says_so(claim):
    """Decided against the tail of the law at the claimed chance, for every number of hits."""
    runs, chance = 40, 0.3
    for hits in range(runs + 1):
        tail = (
            binom.cdf(hits, runs, chance) if claim == "least" else binom.sf(hits - 1, runs, chance)
        )
        found = frequency(hits, runs, RUN, of="hits", share=2, **{claim: chance})
        assert (found.decision == "fails") == (tail < 0.0005), hits
        assert found.alpha == RUN.alpha / 2


def test_the_border_is_told_and_one_claim_is_made():
    found = frequency(20, 40, RUN, of="hits", least=0.3)
    border = max(k for k in range(41) if binom.cdf(k, 40, 0.3) < 0.001)
    assert found.power == f"{border} or fewer would have been disputed"
    with pytest.raises(ParameterError, match="are not one claim"):
        frequency(1, 2, RUN, of="hits")
    with pytest.raises(ParameterError, match="are not one claim"):
        frequency(1, 2, RUN, of="hits", least=0.1, most=0.2)
