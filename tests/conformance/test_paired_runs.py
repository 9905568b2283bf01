"""A paired run is a trusted run: same generator, same draws, same iterates (full batch)."""

import numpy as np
import pytest

from workbench.algorithms import GradientDescent, HeavyBall, Nesterov
from workbench.privacy import PairedCurator, TrustedCurator
from workbench.problems import LogisticRegression, random_quadratic

N = 12


@pytest.mark.parametrize(
    "method",
    [
        GradientDescent(alpha=0.8, b=0.2, m=N),
        HeavyBall(alpha=0.8, beta=0.3, b=0.2, m=N),
        Nesterov(alpha=0.8, beta=0.3, b=0.2, m=N),
    ],
    ids=lambda method: type(method).__name__,
)
@pytest.mark.parametrize(
    "problem",
    [
        random_quadratic(np.random.default_rng(4), spectrum=[0.5, 0.7, 1.0]),
        LogisticRegression(radius=1.5, penalty=0.2, start=np.array([0.3, -0.2])),
    ],
    ids=lambda problem: type(problem).__name__,
)
def test_same_draws(problem, method):
    first, second = problem.extremal_pair(N)
    paired = PairedCurator(first, second, np.random.default_rng(3))
    one = method.run(problem, paired, steps=7, trials=4).x
    trusted = TrustedCurator(first, np.random.default_rng(3))
    np.testing.assert_array_equal(one, method.run(problem, trusted, steps=7, trials=4).x)


def test_hidden_batches_have_the_same_law():
    """Final points under both curators: two-sample Kolmogorov-Smirnov, false alarm 1e-7."""
    from scipy.stats import ks_2samp

    problem = random_quadratic(np.random.default_rng(4), spectrum=[0.5, 1.0])
    first, second = problem.extremal_pair(N)
    method = HeavyBall(alpha=0.8, beta=0.3, b=0.02, m=3)
    draws = []
    for kind in (PairedCurator, TrustedCurator):
        held = (first, second) if kind is PairedCurator else (first,)
        curator = kind(*held, np.random.default_rng(len(held)))
        draws.append(method.run(problem, curator, steps=3, trials=20_000).x[:, 0])
    assert ks_2samp(*draws).pvalue > 1e-7
