"""The building blocks in numbers: Gaussian noise, report noisy max, advanced composition."""

import math

import numpy as np
import pytest

from workbench.privacy import Gaussian, NoisyMax, classical_sigma, optimal_delta


@pytest.mark.parametrize("delta", [0.999, 0.9, 0.5, 0.1, 1e-5, 1e-12, 1e-100])
def test_the_proven_range_agrees_with_the_mechanism(delta):
    sigma = classical_sigma(3.75, delta, sensitivity=1.0)
    assert Gaussian(sigma).delta_bounds(3.75, sensitivity=1.0).upper <= delta


def test_the_proven_range_can_hardly_be_larger():
    sigma = classical_sigma(3.79, 0.9, sensitivity=1.0)
    assert Gaussian(sigma).delta_bounds(3.79, sensitivity=1.0).lower > 0.9


@pytest.mark.parametrize("d", [2, 3, 5, 10])
@pytest.mark.parametrize("gap", [0.1, 1.0, 4.0])
def test_the_exact_law_agrees_with_the_mechanism(d, gap):
    low = 2.0**-d
    middle = gap * math.exp(-gap) / 4
    if d > 2:
        middle = low * (math.exp(-gap) - math.exp(-(d - 1) * gap)) / (d - 2)
    expected = (1 - low) * math.exp(-gap) / d + middle + low * math.exp(-(d - 1) * gap) / d
    scores = np.zeros(d)
    scores[0] = -gap
    assert NoisyMax(1.0).log_probability(scores)[0] == pytest.approx(math.log(expected), abs=1e-9)


def test_the_printed_choice_costs_twelve_times_its_delta():
    at = optimal_delta(15.0, step=0.5, steps=50)
    assert at.lower / math.exp(-9) == pytest.approx(12.3186, abs=1e-4)
