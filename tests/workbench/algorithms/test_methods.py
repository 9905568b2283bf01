"""Every method against a plain loop written from its formula."""

import numpy as np
import pytest

from workbench.algorithms import GradientDescent, HeavyBall, Nesterov
from workbench.errors import ParameterError
from workbench.privacy import NoiselessCurator, TrustedCurator, laplace_epsilon
from workbench.problems import reference_quadratic

PROBLEM, DATA = reference_quadratic()


class Recorder:
    """Passes calls on and keeps points, scales and releases."""

    def __init__(self, curator):
        self.curator, self.points, self.scales, self.releases = curator, [], [], []
        self.copies = curator.copies

    def laplace(self, query, *, scale, sensitivity, batch):
        release = self.curator.laplace(query, scale=scale, sensitivity=sensitivity, batch=batch)
        self.points.append(query.points)
        self.scales.append(scale)
        self.releases.append(release)
        return release


def recorded(algorithm, steps=6, trials=3):
    recorder = Recorder(TrustedCurator(DATA, np.random.default_rng(0)))
    result = algorithm.run(PROBLEM, recorder, steps=steps, trials=trials)
    return result, recorder


def test_gradient_descent_by_hand():
    result, seen = recorded(GradientDescent(alpha=0.7, b=0.1, m=100))
    x = np.zeros((3, 2))
    for points, g in zip(seen.points, seen.releases, strict=True):
        np.testing.assert_array_equal(points, x)
        x = x - 0.7 * g
    np.testing.assert_allclose(result.x, x, rtol=1e-15)


def test_heavy_ball_by_hand():
    result, seen = recorded(HeavyBall(alpha=0.7, beta=0.4, b=0.1, m=100))
    x = before = np.zeros((3, 2))
    for points, g in zip(seen.points, seen.releases, strict=True):
        np.testing.assert_allclose(points, x, atol=1e-15)
        x, before = x - 0.7 * g + 0.4 * (x - before), x
    np.testing.assert_allclose(result.x, x, rtol=1e-14)


def test_nesterov_by_hand_and_asks_at_the_extrapolated_point():
    result, seen = recorded(Nesterov(alpha=0.7, beta=0.4, b=0.1, m=100))
    x = before = np.zeros((3, 2))
    for points, g in zip(seen.points, seen.releases, strict=True):
        z = (1 + 0.4) * x - 0.4 * before
        np.testing.assert_allclose(points, z, atol=1e-15)
        x, before = z - 0.7 * g, x
    np.testing.assert_allclose(result.x, x, rtol=1e-14)


def test_heavy_ball_is_geometric_smoothing_of_the_gradients():
    """U = beta u + (1 - beta) g, x = x - alpha / (1 - beta) u, with u = 0 before the first step."""
    alpha, beta = 0.6, 0.35
    result, seen = recorded(HeavyBall(alpha=alpha, beta=beta, b=0.2, m=100), steps=20)
    x, u = np.zeros((3, 2)), np.zeros((3, 2))
    for g in seen.releases:
        u = beta * u + (1 - beta) * g
        x = x - alpha / (1 - beta) * u
    np.testing.assert_allclose(result.x, x, rtol=1e-12)


def test_iterates_determine_the_released_gradients():
    """Releasing the iterates is releasing the noisy gradients."""
    alpha, beta = 0.6, 0.35
    recorder = Recorder(TrustedCurator(DATA, np.random.default_rng(0)))
    method = HeavyBall(alpha=alpha, beta=beta, b=0.2, m=100)
    state = method.init(PROBLEM, np.tile(PROBLEM.start, (3, 1)))
    for t in range(5):
        after = method.step(state, PROBLEM, recorder)
        g = (state.x + beta * (state.x - state.x_prev) - after.x) / alpha
        np.testing.assert_allclose(g, recorder.releases[t], rtol=1e-12)
        state = after


def test_schedule_gives_step_t_its_own_scale():
    schedule = np.array([0.5, 0.25, 1.0])
    for method in (
        GradientDescent(alpha=0.5, b=schedule, m=10),
        HeavyBall(alpha=0.5, beta=0.1, b=schedule, m=10),
        Nesterov(alpha=0.5, beta=0.1, b=schedule, m=10),
    ):
        _, seen = recorded(method, steps=3)
        assert seen.scales == schedule.tolist()
        accountant = method.cost(PROBLEM, n=100, steps=3)
        costs = [step.epsilon for step in accountant.steps]
        assert costs == pytest.approx(laplace_epsilon(schedule, 2.0, n=100, m=10), rel=1e-15)
        with pytest.raises(ParameterError, match="b has 3 scales: step 4 has none"):
            recorded(method, steps=4)


def test_trace_and_zero_steps():
    method = GradientDescent(alpha=1.0, b=1.0, m=100)
    curator = NoiselessCurator(DATA)
    result = method.run(
        PROBLEM,
        curator,
        steps=3,
        trials=2,
        observe=lambda x: PROBLEM.suboptimality(x, DATA),
    )
    # eigenvalue 1/2: the error halves in every step; eigenvalue 1: it is gone after one
    expected = [0.44, *(0.25 * 1.2**2 * 0.25 ** np.arange(1, 4))]
    np.testing.assert_allclose(result.trace, np.array([expected, expected]).T, rtol=1e-12)
    still = method.run(PROBLEM, curator, steps=0)
    assert still.x.tolist() == [[0.0, 0.0]]
    assert still.trace is None


def test_tuned_momentum():
    method = Nesterov.tuned(PROBLEM, alpha=0.5, b=1.0, m=1)
    assert method.beta == pytest.approx((1 - 0.5) / (1 + 0.5))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: GradientDescent(alpha=0.0, b=1.0, m=1), "alpha = 0.0"),
        (lambda: GradientDescent(alpha=1.0, b=0.0, m=1), "b = 0.0"),
        (lambda: GradientDescent(alpha=1.0, b=[1.0, np.nan], m=1), "b = "),
        (lambda: HeavyBall(alpha=1.0, beta=0.5, b=1.0, m=0), "m = 0"),
        (lambda: HeavyBall(alpha=1.0, beta=1.0, b=1.0, m=1), r"beta = 1.0 is outside \[0, 1\)"),
        (lambda: Nesterov(alpha=1.0, beta=-0.1, b=1.0, m=1), r"beta = -0.1 is outside \[0, 1\)"),
    ],
)
def test_malformed_parameters_are_refused(make, message):
    with pytest.raises(ParameterError, match=message):
        make()


@pytest.mark.parametrize(
    ("kind", "more", "edge"),
    [
        (GradientDescent, {}, 2.0),
        (HeavyBall, {"beta": 0.5}, 3.0),
        (Nesterov, {"beta": 0.5}, 1.0),
    ],
)
def test_step_sizes_without_a_guarantee_need_the_escape(kind, more, edge):
    alpha = edge * (1 + 1e-9)
    with pytest.raises(ParameterError, match=r"(?s)alpha = .*check=False"):
        kind(alpha=alpha, b=1.0, m=1, **more).init(PROBLEM, PROBLEM.start[None])
    kind(alpha=alpha, b=1.0, m=1, check=False, **more).init(PROBLEM, PROBLEM.start[None])
    kind(alpha=edge * (1 - 1e-9), b=1.0, m=1, **more).init(PROBLEM, PROBLEM.start[None])


def test_run_refuses_nonsense():
    method = GradientDescent(alpha=1.0, b=1.0, m=1)
    with pytest.raises(ParameterError, match="steps = -1"):
        method.run(PROBLEM, NoiselessCurator(DATA), steps=-1)
    with pytest.raises(ParameterError, match="trials = 0"):
        method.run(PROBLEM, NoiselessCurator(DATA), steps=1, trials=0)
