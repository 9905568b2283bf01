"""Stopped descent: naive recomputations, budgets, steps, refusals."""

import itertools
import math
from dataclasses import fields, replace
from typing import ClassVar

import mpmath as mp
import numpy as np
import pytest

from workbench.algorithms.sparse.multilevel_gradient import MultilevelGradient
from workbench.algorithms.sparse.stopped_descent import StoppedDescent, mean_square
from workbench.errors import ParameterError, PrivacyError
from workbench.privacy import (
    BasicAccountant,
    NoiselessCurator,
    PLDAccountant,
    TrustedCurator,
    filter_budget,
)
from workbench.privacy.curators.passing import PassingCurator
from workbench.problems import embedding_logistic, sparse_linear, sparse_sigmoid

LOGISTIC, LINE = embedding_logistic(d=7, s=2), sparse_linear(d=1, s=1)


def trusted(problem, n, seed=0):
    return TrustedCurator(problem.sample(np.random.default_rng(7), n), np.random.default_rng(seed))


class Spy(PassingCurator):
    """Keeps every release, with its call, and every level that was drawn."""

    def __init__(self, curator):
        super().__init__(curator)
        self.releases, self.levels = [], []

    def answer(self, call):
        out = call.send(self._curator)
        self.releases.append((call, out))
        return out

    def truncated_geometric(self, **options):
        self.levels.append(self._curator.truncated_geometric(**options))
        return self.levels[-1]


def naive_horizon(n, loss, *, epsilon, slack):
    """floor(V* / (4 E eps_N^2)), term by term with 40 digits."""
    with mp.workdps(40):
        log, top = 2 * mp.log(1 / mp.mpf(slack)), math.floor(math.log2(n)) - 1
        budget = (mp.sqrt(log + 2 * epsilon) - mp.sqrt(log)) ** 2
        total = weights = mp.mpf(0)
        for k in range(top + 1):
            q = mp.mpf(2) ** (k + 1) / n
            cost = mp.log(1 + q * (mp.exp(2 * mp.mpf(loss)) - 1))
            cost += mp.log(1 + (mp.exp(mp.mpf(loss)) - 1) / n)
            total, weights = total + cost**2 / 2**k, weights + mp.mpf(1) / 2**k
        return int(mp.floor(budget / (4 * total / weights)))


@pytest.mark.parametrize(("loss", "rounds"), [(0.269, 203), (0.05, 6914)])
def test_horizons_are_those_of_the_formula(loss, rounds):
    """203 is certified in `sparse.stopped-sgd.example`."""
    problem, n = embedding_logistic(d=40, s=3), 16384
    assert naive_horizon(n, loss, epsilon=1, slack=1e-6) == rounds
    budget = {"n": n, "epsilon": 1.0, "delta": 2e-6, "loss": loss, "radius": 1.0}
    method = StoppedDescent.calibrated(problem, **budget)
    assert method.T == rounds
    sharp = StoppedDescent.calibrated(problem, **budget, sharp=True)
    share = filter_budget(1.0, 1e-6) / 4
    squares = mean_square(sharp.gradient, n)
    assert sharp.T * squares <= share < (sharp.T + 1) * squares
    assert sharp.T > 3 * rounds


@pytest.mark.parametrize("convex", [True, False])
def test_descent_is_the_definition(convex):
    """Stops and points from the levels that were drawn and the gradients, trial by trial."""
    problem, n, trials = (LOGISTIC if convex else sparse_sigmoid(d=7, s=2)), 50, 300
    size = {"radius": 0.3} if convex else {"gap": 0.5}
    method = StoppedDescent.calibrated(problem, n=n, epsilon=1.0, delta=2e-6, loss=0.1, **size)
    spy = Spy(trusted(problem, n))
    out = method.run(problem, spy, trials=trials)
    budget, levels = filter_budget(1.0, 1e-6), np.array(spy.levels)
    stopped = 0
    for r in range(trials):
        V = D = rounds = 0
        for k in levels[:, r]:
            e, dl = method.gradient.price(int(k), n)
            if V + e * e > budget or D + dl > 1e-6:
                break
            V, D, rounds = V + e * e, D + dl, rounds + 1
        assert out.rounds[r] == rounds
        np.testing.assert_array_equal(out.levels[r, :rounds], levels[:rounds, r])
        assert (out.levels[r, rounds:] == -1).all()
        if rounds < method.T:
            stopped += 1
            assert (out.mean[r] == 0).all()
            assert (out.chosen[r] == 0).all()
    assert 0 < stopped < trials / 2
    points = iterates(method, spy, trials)
    done = out.rounds == method.T
    np.testing.assert_allclose(out.mean[done], points.mean(axis=0)[done], atol=1e-12)
    near = np.abs(points - out.chosen).max(axis=2).min(axis=0)
    assert near[done].max() < 1e-12
    norms = np.sqrt((points**2).sum(axis=2))
    assert (norms.max() <= 0.3 * (1 + 1e-12)) == convex


def iterates(method, spy, trials):
    """x_0..x_(T-1), shape (T, trials, d), from the points at which gradients were asked for."""
    asked = [call.source.points for call, _ in spy.releases if call.batch == 1]
    return np.array(asked[: method.T])


def test_whole_budget_is_charged_once():
    method = StoppedDescent.calibrated(
        LOGISTIC, n=50, epsilon=0.7, delta=1e-6, slack=4e-7, loss=0.02, radius=1.0
    )
    accountant = method.cost(LOGISTIC, n=50, rng=np.random.default_rng(3))
    assert accountant.delta_at(0.7, using=BasicAccountant) == pytest.approx(1e-6)
    assert accountant.delta_at(0.7, using=PLDAccountant) <= 1.01e-6
    assert accountant.delta_at(0.69, using=BasicAccountant) == 1.0


def test_one_trial_and_reproducibility():
    method = StoppedDescent.calibrated(
        LOGISTIC, n=30, epsilon=1.0, delta=1e-6, loss=0.05, radius=1.0
    )
    one, two = (method.run(LOGISTIC, trusted(LOGISTIC, 30)) for _ in range(2))
    assert one.mean.shape == one.chosen.shape == (1, 7)
    for a, b in zip(one, two, strict=True):
        np.testing.assert_array_equal(a, b)


def test_noiseless_descent_never_stops():
    data = LOGISTIC.sample(np.random.default_rng(0), 16)
    method = StoppedDescent.calibrated(
        LOGISTIC, n=16, epsilon=1.0, delta=1e-6, loss=0.1, radius=1.0
    )
    curator = NoiselessCurator(data, rng=np.random.default_rng(0))
    assert (method.run(LOGISTIC, curator, trials=500).rounds == method.T).all()


def test_impossible_parameters_are_refused():
    good = {"n": 64, "epsilon": 1.0, "delta": 1e-6, "loss": 0.05, "radius": 1.0}
    for change, told in (
        ({"n": 1}, "n = 1 is below 2"),
        ({"loss": 0.9}, "not one round fits"),
        ({"loss": 1.5}, r"epsilon = 1.5 is outside \(0, 1\]"),
        ({"radius": None}, "both given or both missing"),
        ({"gap": 1.0}, "both given or both missing"),
        ({"radius": 0.0}, "not positive and finite"),
        ({"slack": 1e-6}, "slack = 1e-06 is outside"),
        ({"delta": 0.0}, "outside"),
    ):
        with pytest.raises(ParameterError, match=told):
            StoppedDescent.calibrated(LOGISTIC, **{**good, **change})
    method = StoppedDescent.calibrated(LOGISTIC, **good)
    with pytest.raises(ParameterError, match="below 1"):
        method.run(LOGISTIC, trusted(LOGISTIC, 64), trials=0)
    with pytest.raises(ParameterError, match="is given"):
        method.square_bound(7, 64, gap=1.0, smoothness=0.25)
    with pytest.raises(ParameterError, match="leaves"):
        method.gradient.estimate(LOGISTIC, trusted(LOGISTIC, 4), np.zeros((1, 7)), np.array([3]))


def test_a_run_that_was_calibrated_for_less_noise_is_refused():
    """The price is compared with the curve before the first draw."""
    method = StoppedDescent.calibrated(LINE, n=8, epsilon=1.0, delta=1e-6, loss=0.02, radius=1.0)
    weak = MultilevelGradient(
        sigma=method.gradient.sigma / 3,
        epsilon=0.02,
        delta=method.gradient.delta,
        L=1.0,
        radius=1.0,
    )
    broken = StoppedDescent(
        gradient=weak, T=3, eta=0.1, epsilon=1.0, delta=1e-6, slack=5e-7, radius=1.0
    )
    with pytest.raises(PrivacyError, match="at this epsilon delta is"):
        broken.run(LINE, trusted(LINE, 8))


class Recorded(MultilevelGradient):
    """Keeps points and estimates."""

    seen: ClassVar[list] = []

    def estimate(self, problem, curator, x, level, *, active=None):
        G = MultilevelGradient.estimate(self, problem, curator, x, level, active=active)
        self.seen.append((x, G))
        return G


@pytest.mark.parametrize("radius", [0.3, None])
def test_every_step_is_projected_descent(radius):
    """x[t+1] = P(x[t] - eta G[t]), with steps so long that most of them leave the ball."""
    size = {"gap": 0.5} if radius is None else {"radius": radius}
    method = StoppedDescent.calibrated(LOGISTIC, n=50, epsilon=1.0, delta=2e-6, loss=0.1, **size)
    kept = Recorded(**{f.name: getattr(method.gradient, f.name) for f in fields(method.gradient)})
    Recorded.seen.clear()
    long = replace(method, gradient=kept, eta=50 * method.eta)
    long.run(LOGISTIC, trusted(LOGISTIC, 50), trials=40)
    outside = 0
    for (x, G), (after, _) in itertools.pairwise(list(Recorded.seen)):
        for r in range(40):
            free = x[r] - long.eta * G[r]
            norm = math.sqrt((free**2).sum())
            if radius is not None and norm > radius:
                outside, free = outside + 1, free * radius / norm
            np.testing.assert_allclose(after[r], free, atol=1e-12)
    assert (outside > 0) == (radius is not None)


def test_the_step_size_is_the_best_for_its_bound():
    """The bound at its own step is below that of longer and shorter ones, and in closed form."""
    convex = StoppedDescent.calibrated(
        LOGISTIC, n=50, epsilon=1.0, delta=2e-6, loss=0.1, radius=0.3
    )
    smooth = StoppedDescent.calibrated(LOGISTIC, n=50, epsilon=1.0, delta=2e-6, loss=0.1, gap=0.5)
    nu = math.sqrt(convex.gradient.second_moment(7, 50))
    bias = convex.gradient.bias(7, 50)
    best = 0.3 * nu / math.sqrt(convex.T) + 2 * 0.3 * bias
    assert convex.excess_bound(7, 50) == pytest.approx(best, rel=1e-12)
    best = 2 * math.sqrt(2 * 0.5 * 0.25 / smooth.T) * nu + bias**2

    def square(method):
        return method.square_bound(7, 50, gap=0.5, smoothness=0.25)

    assert square(smooth) == pytest.approx(best, rel=1e-12)
    for factor in (0.9, 1.1):
        other = replace(convex, eta=factor * convex.eta)
        assert other.excess_bound(7, 50) > convex.excess_bound(7, 50)
        assert square(replace(smooth, eta=factor * smooth.eta)) > square(smooth)


@pytest.mark.parametrize("sharp", [False, True])
def test_a_quarter_of_either_budget_is_spent_on_average(sharp):
    method = StoppedDescent.calibrated(
        LOGISTIC, n=100, epsilon=1.0, delta=3e-6, slack=1e-6, loss=0.1, radius=1.0, sharp=sharp
    )
    weights = np.array([0.5**k for k in range(6)])
    prices = [method.gradient.price(k, 100) for k in range(6)]
    squares, deltas = weights / weights.sum() @ [(e * e, d) for e, d in prices] * method.T
    assert squares <= filter_budget(1.0, 1e-6) / 4 < squares * (1 + 1 / method.T)
    assert deltas <= 2e-6 / 4
    if not sharp:  # there the horizon is iterated
        assert deltas == pytest.approx(2e-6 / 4, rel=1e-9)
