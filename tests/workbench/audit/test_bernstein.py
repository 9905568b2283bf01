"""The empirical Bernstein bound: its formula in rational numbers, and what it refuses."""

import math
from fractions import Fraction

import numpy as np
import pytest

from workbench.audit.bernstein import empirical_bernstein_lower
from workbench.errors import ParameterError
from workbench.privacy.confidence import betting_lower


@pytest.mark.parametrize("n", [2, 5, 300])
def test_the_formula_term_by_term(n):
    x = np.random.default_rng(n).random(n)
    exact = [Fraction(v) for v in x.tolist()]
    mean = sum(exact) / n
    variance = sum((a - b) ** 2 for i, a in enumerate(exact) for b in exact[:i]) / (n * (n - 1))
    price = math.log(2 / 0.05)
    slow = float(mean) - math.sqrt(2 * variance * price / n) - 7 * price / (3 * (n - 1))
    found = empirical_bernstein_lower(x, alpha=0.05)
    assert slow - 1e-9 < found <= slow


def test_betting_gives_more():
    x = (np.random.default_rng(1).random(500) < 0.1).astype(float)
    assert empirical_bernstein_lower(x, alpha=0.01) < betting_lower(x, alpha=0.01) < 0.1


@pytest.mark.parametrize(
    ("x", "alpha", "name"),
    [([0.5], 0.1, "x"), ([0.0, 2.0], 0.1, "x"), ([-1.0, 0.0], 0.1, "x"), ([0, 1], 0.0, "alpha")],
)
def test_nonsense_is_refused(x, alpha, name):
    with pytest.raises(ParameterError, match=name):
        empirical_bernstein_lower(x, alpha=alpha)
