"""Mean errors against bounds: false bounds are disputed, true ones are not."""

import numpy as np
import pytest

from workbench.algorithms import GradientDescent, HeavyBall, Nesterov
from workbench.convergence import (
    expected_suboptimality,
    gradient_descent_bound,
    mean_error_against_bound,
    nesterov_bound,
    noise_variances,
    sampling_variance,
)
from workbench.errors import DataError, ParameterError
from workbench.privacy import TrustedCurator, uniform_scale
from workbench.problems import LogisticRegression, reference_quadratic

PROBLEM, DATA = reference_quadratic()


def exponential(rng, size):
    return rng.exponential(size=size)


def heavy_ball_errors(scale):
    method = HeavyBall(alpha=1.0, beta=0.3, b=scale, m=100)

    def errors(rng, trials):
        x = method.run(PROBLEM, TrustedCurator(DATA, rng), steps=20, trials=trials).x
        return PROBLEM.suboptimality(x, DATA)

    return errors


def exact_error(scale):
    return expected_suboptimality(
        [0.5, 1.0], [-1.2, 0.4], alpha=1.0, beta=0.3, variances=[2 * scale**2] * 20
    )


@pytest.mark.parametrize(("factor", "disputed"), [(0.85, True), (1.0, False), (1.2, False)])
def test_heavy_ball_against_multiples_of_the_exact_error(factor, disputed):
    b = uniform_scale(1.0, 2.0, n=100, m=100, steps=20)
    result = mean_error_against_bound(
        heavy_ball_errors(b),
        bound=factor * exact_error(b),
        rng=np.random.default_rng(0),
        trials=8000,
    )
    assert result.disputed is disputed
    assert result.lower <= exact_error(b)
    assert abs(result.mean - exact_error(b)) < 6 * result.standard_error
    assert ("not disputed" in str(result)) is not disputed


def test_a_bound_for_half_of_the_noise_is_disputed():
    b = uniform_scale(1.0, 2.0, n=100, m=100, steps=20)
    result = mean_error_against_bound(
        heavy_ball_errors(b), bound=exact_error(b / 2), rng=np.random.default_rng(0), trials=500
    )
    assert result.disputed


def test_gradient_descent_and_nesterov_stay_below_their_bounds_on_logistic_regression():
    problem = LogisticRegression(radius=2.0, penalty=0.1, start=np.array([3.0, -3.0]))
    data = problem.random_dataset(np.random.default_rng(1), 50)
    m, T, L, mu = 10, 15, problem.smoothness, problem.strong_convexity
    b = uniform_scale(5.0, problem.l1_sensitivity, n=50, m=m, steps=T)
    best = problem.minimise(data)
    gap = float(problem.objective(problem.start[None], data)[0]) - best.value
    distance2 = float(((problem.start - best.x) ** 2).sum())
    noise = sampling_variance(problem.l1_sensitivity, n=50, m=m)
    v = noise_variances(b, dimension=2, steps=T, sampling=noise)
    alpha = 1 / L
    energy = gap + mu / 2 * distance2
    cases = (
        (
            GradientDescent(alpha=alpha, b=b, m=m),
            gradient_descent_bound(gap=gap, mu=mu, L=L, alpha=alpha, variances=v),
        ),
        (
            Nesterov.tuned(problem, alpha=alpha, b=b, m=m),
            nesterov_bound(energy=energy, mu=mu, L=L, alpha=alpha, variances=v),
        ),
    )
    for method, bound in cases:

        def errors(rng, trials, method=method):
            x = method.run(problem, TrustedCurator(data, rng), steps=T, trials=trials).x
            return problem.objective(x, data) - best.value

        result = mean_error_against_bound(
            errors, bound=bound, rng=np.random.default_rng(2), trials=1000
        )
        assert not result.disputed
        assert result.margin > 0
        assert result.mean < result.detectable < np.inf


def test_detectable_is_the_smallest_mean_that_would_have_been_found():
    kwargs = {"trials": 2000, "alpha": 1e-3}
    result = mean_error_against_bound(
        exponential, bound=3.0, rng=np.random.default_rng(0), **kwargs
    )
    for factor, disputed in ((0.99, False), (1.01, True)):
        size = factor * result.detectable / result.mean
        again = mean_error_against_bound(
            lambda rng, n, size=size: size * rng.exponential(size=n),
            bound=3.0,
            rng=np.random.default_rng(0),
            **kwargs,
        )
        assert again.disputed is disputed
    assert result.detectable / 3.0 < 1.2  # a violation by a fifth is found


def test_blocks_bound_the_number_of_trials_at_once():
    sizes = []

    def errors(rng, n):
        sizes.append(n)
        return rng.exponential(size=n)

    mean_error_against_bound(errors, bound=2.0, rng=np.random.default_rng(0), trials=100, block=30)
    assert sizes == [10, 30, 30, 30, 10]


@pytest.mark.statistical
def test_false_alarms_at_the_exact_bound_are_rare():
    """400 experiments on an exponential error with a bound equal to its mean, alpha = 0.1."""
    rng = np.random.default_rng(0)
    alarms = sum(
        mean_error_against_bound(exponential, bound=1.0, rng=rng, trials=300, alpha=0.1).disputed
        for _ in range(400)
    )
    assert alarms <= 40 + 4 * 6


def test_resolution_is_given_away():
    """Errors known to 0.1 only: clipping may raise the mean by that much, and is paid for."""
    fine, coarse = (
        mean_error_against_bound(
            lambda rng, n: rng.exponential(size=n) - 0.1,
            bound=0.9,
            rng=np.random.default_rng(0),
            trials=5000,
            resolution=resolution,
        )
        for resolution in (0.1, 0.3)
    )
    assert fine.lower - coarse.lower == pytest.approx(0.2)
    assert not fine.disputed


def test_zero_errors_never_dispute():
    result = mean_error_against_bound(
        lambda rng, n: np.zeros(n), bound=0.0, rng=np.random.default_rng(0), trials=50
    )
    assert not result.disputed
    assert result.detectable == np.inf


@pytest.mark.parametrize(
    ("errors", "message"),
    [
        (lambda rng, n: np.zeros((n, 2)), "returned shape"),
        (lambda rng, n: np.full(n, np.nan), "is not finite"),
        (lambda rng, n: np.full(n, -1e-9), "negative beyond the resolution"),
    ],
)
def test_unusable_errors_are_named(errors, message):
    with pytest.raises(DataError, match=message):
        mean_error_against_bound(errors, bound=1.0, rng=np.random.default_rng(0), trials=20)


@pytest.mark.parametrize(
    "arguments", [{"trials": 5}, {"bound": -1.0}, {"block": 0}, {"resolution": -1.0}]
)
def test_nonsense_is_refused(arguments):
    call = {"trials": 20, "bound": 1.0} | arguments
    with pytest.raises(ParameterError, match=next(iter(arguments))):
        mean_error_against_bound(exponential, rng=np.random.default_rng(0), **call)
