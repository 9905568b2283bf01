"""Plans against products and sums written out, and against the closed form for one stage."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.algorithms import (
    Stage,
    best_horizon,
    doubling_stages,
    log_bounds,
    log_weights,
    optimal_shares,
    plan_multistage,
    plan_nesterov,
    truncated,
)
from workbench.errors import ParameterError
from workbench.problems import reference_quadratic


def naive_weights(stages, mu, L):
    """a_{T,t} from the definition, stage by stage and step by step."""
    steps = [(k, s.alpha) for k, s in enumerate(stages) for _ in range(s.steps)]
    last = steps[-1][0]
    weights = []
    for t, (k, alpha) in enumerate(steps):
        product = 2.0 ** (last - k) * alpha * (1 + alpha * L)
        for _, later in steps[t + 1 :]:
            product *= 1 - math.sqrt(later * mu)
        weights.append(product)
    return np.array(weights)


def naive_bound(stages, mu, L, gap, noise):
    transient = 2.0 ** len(stages)
    for stage in stages:
        transient *= (1 - math.sqrt(stage.alpha * mu)) ** stage.steps
    return transient * gap + noise * np.cbrt(naive_weights(stages, mu, L)).sum() ** 3


INSTANCES = [
    ([Stage.tuned(alpha=1 / 5.1, mu=0.02, steps=30)], 0.02, 5.1),
    (doubling_stages(mu=1.0, L=20.0, steps=70), 1.0, 20.0),
    (doubling_stages(mu=1.0, L=2.0, steps=1), 1.0, 2.0),
]


@pytest.mark.parametrize(("stages", "mu", "L"), INSTANCES)
def test_weights_and_bounds_by_hand(stages, mu, L):
    np.testing.assert_allclose(
        np.exp(log_weights(stages, mu=mu, L=L)), naive_weights(stages, mu, L)
    )
    found = np.exp(log_bounds(stages, mu=mu, L=L, gap=3.0, noise=0.01))
    for tau in range(1, len(found) + 1):
        value = naive_bound(truncated(stages, tau), mu, L, 3.0, 0.01)
        assert found[tau - 1] == pytest.approx(value, rel=1e-10)


@given(
    kappa=st.floats(1.5, 1e4), speed=st.floats(0.05, 1), gap=st.floats(1e-3, 1e3),
    noise=st.floats(1e-8, 1.0),
)  # fmt: skip
def test_best_horizon_of_one_stage_is_next_to_the_closed_form(kappa, speed, gap, noise):
    """T* = log(1 + sqrt(E / K)) / -log r with r = (1 - q)^(1/3), E = 2 gap."""
    alpha, r = speed, (1 - math.sqrt(speed / kappa)) ** (1 / 3)
    K = noise * alpha * (1 + alpha) / (1 - r) ** 3
    ideal = math.log1p(math.sqrt(2 * gap / K)) / -math.log(r)
    steps = math.ceil(ideal) + 5
    if steps > 20_000:
        return
    stages = [Stage.tuned(alpha=alpha, mu=1 / kappa, steps=steps)]
    found = best_horizon(stages, mu=1 / kappa, L=1.0, gap=gap, noise=noise)
    # on a flat minimum rounding may choose a neighbour of floor and ceiling
    assert math.floor(ideal) - 1 <= found <= math.ceil(ideal) + 1 or found == 1


@pytest.mark.parametrize(("speed", "one", "many"), [(1.0, 121, 89), (0.1, 349, 89)])
def test_horizons_at_the_constants_of_the_paper(speed, one, many):
    constants = {"mu": 0.02, "L": 5.1, "gap": 10.0, "noise": 20 * (40 / 1e5) ** 2}
    stage = Stage.tuned(alpha=speed / 5.1, mu=0.02, steps=1000)
    assert best_horizon([stage], **constants) == one
    assert (
        best_horizon(doubling_stages(mu=0.02, L=5.1, steps=1000, speed=speed), **constants) == many
    )


def test_long_runs_do_not_underflow():
    stage = Stage.tuned(alpha=1.0, mu=0.25, steps=5000)  # 2^-5000 is no float
    bounds = log_bounds([stage], mu=0.25, L=1.0, gap=1.0, noise=1e-3)
    assert np.isfinite(bounds).all()
    limit = math.log(1e-3 * 2 / (1 - 0.5 ** (1 / 3)) ** 3)
    assert bounds[-1] == pytest.approx(limit, abs=1e-9)


@pytest.mark.parametrize(("stages", "mu", "L"), INSTANCES)
def test_shares_spend_the_budget_and_follow_the_cube_root(stages, mu, L):
    shares = optimal_shares(stages, mu=mu, L=L, epsilon=0.7)
    assert sum(map(Fraction, shares.tolist())) <= Fraction(0.7)
    assert shares.sum() == pytest.approx(0.7, rel=1e-12)
    roots = np.cbrt(naive_weights(stages, mu, L))
    np.testing.assert_allclose(shares, 0.7 * roots / roots.sum(), rtol=1e-12)


@pytest.mark.parametrize("m", [100, 10, 1])
def test_plans_cost_their_budget_at_every_batch_size(m):
    problem, _ = reference_quadratic()
    common = {"epsilon": 1.0, "n": 100, "m": m, "gap": 0.5}
    stages = doubling_stages(mu=0.5, L=1.0, steps=25)
    for plan in (
        plan_nesterov(problem, alpha=1.0, steps=25, **common),
        plan_multistage(problem, stages, **common),
    ):
        cost = plan.method.cost(problem, n=100, steps=plan.steps)
        assert len(cost.steps) == plan.steps == len(plan.method.b)
        assert 1 - 1e-12 <= cost.epsilon <= 1.0


@pytest.mark.parametrize("change", [{"gap": 0.0}, {"noise": 0.0}, {"mu": 4.0}])
def test_refusals(change):
    stages = [Stage(0.5, 0.1, 3)]
    with pytest.raises(ParameterError, match=next(iter(change))):
        best_horizon(stages, **({"mu": 0.5, "L": 1.0, "gap": 1.0, "noise": 0.1} | change))
