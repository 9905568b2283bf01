"""Every algorithm against every rule of the house."""

import dataclasses

import numpy as np
import pytest

from workbench.algorithms import GradientDescent, HeavyBall, MultistageNesterov, Nesterov, Stage
from workbench.privacy import (
    AccountingCurator,
    NoiselessCurator,
    PairedCurator,
    TrustedCurator,
    uniform_scale,
)
from workbench.problems import LogisticRegression, random_quadratic

N, STEPS = 12, 7
STAGES = (Stage(0.8, 0.3, 2), Stage(0.6, 0.3, 3), Stage(0.5, 0.4, 1000))


def quadratic():
    return random_quadratic(np.random.default_rng(4), spectrum=[0.5, 0.7, 1.0])


def logistic():
    return LogisticRegression(radius=1.5, penalty=0.2, start=np.array([0.3, -0.2]))


PROBLEMS = {"quadratic": quadratic, "logistic": logistic}
METHODS = {
    "gradient-descent": lambda b, m: GradientDescent(alpha=0.8, b=b, m=m),
    "heavy-ball": lambda b, m: HeavyBall(alpha=0.8, beta=0.3, b=b, m=m),
    "nesterov": lambda b, m: Nesterov(alpha=0.8, beta=0.3, b=b, m=m),
    "multistage": lambda b, m: MultistageNesterov(stages=STAGES, b=b, m=m),
}

pytestmark = [
    pytest.mark.parametrize("problem", [make() for make in PROBLEMS.values()], ids=PROBLEMS),
    pytest.mark.parametrize("make", METHODS.values(), ids=METHODS),
    pytest.mark.parametrize("m", [N, 5, 1]),
]


def trusted(problem, seed=0):
    rng = np.random.default_rng(seed)
    return TrustedCurator(problem.random_dataset(np.random.default_rng(9), N), rng)


def test_shapes_and_reproducibility(problem, make, m):
    method = make(0.1, m)
    first = method.run(problem, trusted(problem), steps=STEPS, trials=5)
    again = method.run(problem, trusted(problem), steps=STEPS, trials=5)
    other = method.run(problem, trusted(problem, seed=1), steps=STEPS, trials=5)
    assert first.x.shape == (5, problem.dimension)
    np.testing.assert_array_equal(first.x, again.x)
    assert (first.x != other.x).all()


def test_parameters_are_frozen_and_steps_are_pure(problem, make, m):
    method = make(0.1, m)
    with pytest.raises(dataclasses.FrozenInstanceError):
        method.m = 2
    state = method.init(problem, np.tile(problem.start, (4, 1)))
    kept = tuple(np.copy(part) for part in state)
    one = method.step(state, problem, trusted(problem))
    two = method.step(state, problem, trusted(problem))
    for part, copy in zip(state, kept, strict=True):
        np.testing.assert_array_equal(part, copy)
    np.testing.assert_array_equal(one.x, two.x)


def test_trials_are_independent(problem, make, m):
    """No two trials share a draw, and the first trial does not see how many follow."""
    x = make(0.1, m).run(problem, trusted(problem), steps=STEPS, trials=400).x
    assert len(np.unique(x[:, 0])) == 400
    a, b = x[:200, 0], x[200:, 0]
    assert abs(np.corrcoef(a, b)[0, 1]) < 6 / np.sqrt(200)


def test_noise_free_run_ignores_scale_and_batch(problem, make, m):
    curator = NoiselessCurator(problem.random_dataset(np.random.default_rng(9), N))
    one = make(0.1, m).run(problem, curator, steps=STEPS).x
    two = make(99.0, N).run(problem, curator, steps=STEPS).x
    np.testing.assert_array_equal(one, two)


def test_noise_free_run_converges(problem, make, m):
    data = problem.random_dataset(np.random.default_rng(9), N)
    x = make(0.1, m).run(problem, NoiselessCurator(data), steps=300).x
    np.testing.assert_allclose(x[0], problem.minimise(data).x, atol=1e-7)


def test_calibration_and_cost_are_inverse(problem, make, m):
    b = uniform_scale(0.7, problem.l1_sensitivity, n=N, m=m, steps=STEPS)
    accountant = make(b, m).cost(problem, n=N, steps=STEPS)
    assert isinstance(accountant, AccountingCurator)
    assert len(accountant.steps) == STEPS
    assert 0.7 * (1 - 1e-12) <= accountant.epsilon <= 0.7 * (1 + 2.0**-51)


def test_paired_ratio_stays_within_the_cost_on_extremal_neighbours(problem, make, m):
    b = uniform_scale(0.7, problem.l1_sensitivity, n=N, m=m, steps=STEPS)
    first, second = problem.extremal_pair(N)
    for pair in ((first, second), (second, first)):
        for steer in (-1, 0, 1):
            curator = PairedCurator(*pair, np.random.default_rng(0), steer=steer)
            make(b, m).run(problem, curator, steps=STEPS, trials=50)
            assert curator.steps == STEPS
            assert (np.abs(curator.log_ratio) <= 0.7 + curator.rounding).all()
            assert (curator.rounding < 1e-10).all()


def test_paired_ratio_stays_within_the_cost_on_random_neighbours(problem, make, m):
    if m == 5:
        m = N - 1  # 12 records of 12 kinds: few enough batches to enumerate
    b = uniform_scale(0.7, problem.l1_sensitivity, n=N, m=m, steps=STEPS)
    pair = problem.random_pair(np.random.default_rng(1), N)
    for steer in (-1, 0, 1):
        curator = PairedCurator(*pair, np.random.default_rng(0), steer=steer)
        make(b, m).run(problem, curator, steps=STEPS, trials=20)
        assert (np.abs(curator.log_ratio) <= 0.7 + curator.rounding).all()
