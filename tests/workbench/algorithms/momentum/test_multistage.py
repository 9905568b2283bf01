"""The multistage method against a plain loop, and its schedule against the printed formulas."""

import math

import numpy as np
import pytest

from tests.workbench.algorithms.test_methods import DATA, PROBLEM, recorded
from workbench.algorithms import MultistageNesterov, Nesterov, Stage, doubling_stages, truncated
from workbench.errors import ParameterError
from workbench.privacy import NoiselessCurator

STAGES = (Stage(0.7, 0.2, 2), Stage(0.3, 0.5, 3), Stage(0.1, 0.6, 1))


def test_by_hand_with_a_restart_at_every_stage():
    result, seen = recorded(MultistageNesterov(stages=STAGES, b=0.1, m=100))
    plan = [(s.alpha, s.beta, i == 0) for s in STAGES for i in range(s.steps)]
    x = before = np.zeros((3, 2))
    for (alpha, beta, first), points, g in zip(plan, seen.points, seen.releases, strict=True):
        if first:
            before = x
        z = (1 + beta) * x - beta * before
        np.testing.assert_allclose(points, z, atol=1e-15)
        x, before = z - alpha * g, x
    np.testing.assert_allclose(result.x, x, rtol=1e-13)


def test_a_restart_does_not_touch_released_iterates():
    method = MultistageNesterov(stages=STAGES, b=0.1, m=100)
    curator = NoiselessCurator(DATA)
    state, kept = method.init(PROBLEM, np.tile(PROBLEM.start, (2, 1))), []
    for _ in range(method.steps):
        kept.append((state.x, state.x.copy()))
        state = method.step(state, PROBLEM, curator)
        assert state.x_prev is kept[-1][0]  # the newest release, whatever the momentum used
    for array, copy in kept:
        np.testing.assert_array_equal(array, copy)


def test_one_stage_is_nesterov():
    one = MultistageNesterov(stages=(Stage(0.7, 0.4, 6),), b=0.1, m=10)
    two = Nesterov(alpha=0.7, beta=0.4, b=0.1, m=10)
    np.testing.assert_array_equal(recorded(one)[0].x, recorded(two)[0].x)


def test_truncation_keeps_the_run():
    method = MultistageNesterov(stages=STAGES, b=0.1, m=100)
    cut = MultistageNesterov(stages=truncated(STAGES, 3), b=0.1, m=100)
    curator = NoiselessCurator(DATA)
    full, short = (one.run(PROBLEM, curator, steps=3).x for one in (method, cut))
    np.testing.assert_array_equal(full, short)


@pytest.mark.parametrize(("mu", "L", "first"), [(1.0, 20.0, 14), (0.02, 5.1, 89), (1.0, 1.0, 1)])
def test_schedule_of_the_paper(mu, L, first):
    kappa = L / mu
    unit = math.ceil(math.sqrt(kappa) * math.log(8))
    stages = doubling_stages(mu=mu, L=L, steps=first + 12 * unit + 1, speed=0.5)
    assert [s.steps for s in stages] == [first, 4 * unit, 8 * unit, 1]
    for k, stage in enumerate(stages, start=1):
        assert stage.alpha == pytest.approx(0.5 / (4**k * L) if k > 1 else 0.5 / L, rel=1e-15)
        q = math.sqrt(stage.alpha * mu)
        assert stage.beta == pytest.approx((1 - q) / (1 + q), rel=1e-15)


def test_given_first_stage_as_in_figure_2():
    """With n_1 = 13, C = 10 the stages end at 13, 53, 133, 293, 613."""
    stages = doubling_stages(mu=1.0, L=20.0, steps=613, first=13)
    assert np.cumsum([s.steps for s in stages]).tolist() == [13, 53, 133, 293, 613]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Stage(0.0, 0.1, 3), "alpha"),
        (lambda: Stage(0.1, 0.1, 0), "steps"),
        (lambda: truncated(STAGES, 7), "outside 1..6"),
        (lambda: doubling_stages(mu=2.0, L=1.0, steps=3), "mu"),
        (lambda: doubling_stages(mu=1.0, L=1.0, steps=3, speed=2.0), "speed"),
        (lambda: doubling_stages(mu=1.0, L=1.0, steps=3, p=0), "p = 0"),
        (lambda: doubling_stages(mu=1.0, L=1.0, steps=0), "steps"),
        (lambda: doubling_stages(mu=1.0, L=1.0, steps=3, first=0), "first"),
        (lambda: MultistageNesterov(stages=(), b=0.1, m=1), "stages"),
        (lambda: MultistageNesterov(stages=(Stage(0.1, 1.0, 2),), b=0.1, m=1), "beta"),
        (
            lambda: MultistageNesterov(stages=(Stage(1.5, 0.1, 2),), b=0.1, m=1).init(
                PROBLEM, PROBLEM.start[None]
            ),
            "alpha",
        ),
        (lambda: recorded(MultistageNesterov(stages=STAGES, b=0.1, m=100), steps=7), "step 7"),
    ],
)
def test_refusals_name_the_argument(make, words):
    with pytest.raises(ParameterError, match=words):
        make()
