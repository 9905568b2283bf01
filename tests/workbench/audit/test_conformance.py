"""The battery: exact null distributions, honest draws pass, each kind of dishonesty is caught."""

import math

import numpy as np
import pytest
from scipy.stats import gamma, kstwo

from tests.workbench.privacy.toy import identity_query
from workbench.audit import Observed, check_residuals, constant_dataset
from workbench.audit.conformance import CLOSE
from workbench.errors import DataError, ParameterError
from workbench.privacy import Dataset, TrustedCurator

SHAPE = (20, 100, 2)


def draws(seed, shape=SHAPE):
    return np.random.default_rng(seed).laplace(size=shape)


def rejected(first, second=None, alpha=1e-3):
    second = draws(99, first.shape) if second is None else second
    return {row.name for row in check_residuals(first, second, alpha=alpha).rejected}


def p_values(first, second=None):
    result = check_residuals(first, draws(99) if second is None else second, alpha=0.01)
    return {row.name: row.p_value for row in result.rows}


def test_honest_draws_pass():
    assert not rejected(draws(0))


@pytest.mark.parametrize("factor", [0.5, 0.5**0.5, 0.93, 1.07, 2.0])
def test_wrong_scale(factor):
    assert "scale" in rejected(factor * draws(0))


def test_one_wrong_step_is_named():
    z = draws(0)
    z[13] *= 0.4
    assert "scale of the worst step (13)" in rejected(z)


def test_shifted_or_one_sided_noise():
    assert {"signs", "shape"} <= rejected(draws(0) + 0.3)
    assert {"signs", "shape"} <= rejected(np.abs(draws(0)))


def test_wrong_family_with_the_right_mean_size():
    normal = np.random.default_rng(0).normal(size=SHAPE) * math.sqrt(math.pi / 2)
    found = rejected(normal)
    assert "shape" in found
    assert "scale" not in found


def test_one_draw_for_all_steps_trials_or_coordinates():
    for axis, name in enumerate(("steps", "trials", "coordinates")):
        z = draws(0)
        z[:] = np.take(z, [0], axis=axis)
        assert f"signs of neighbouring {name}" in rejected(z)
        assert f"sizes of neighbouring {name}" in rejected(z)
        assert "repeated draws" in rejected(z)


def test_same_size_with_fresh_signs():
    z = draws(0)
    z[:] = np.abs(z[:1]) * np.sign(draws(5))
    assert "sizes of neighbouring steps" in rejected(z)
    assert "signs of neighbouring steps" not in rejected(z)


def test_fixed_seed_repeats_in_the_second_call():
    assert rejected(draws(0), draws(0)) == {"draws repeated in a second call"}


def test_scale_test_is_the_exact_gamma_test():
    z = 0.95 * draws(0)
    total = float(np.abs(z).sum())
    law = gamma(z.size)
    assert p_values(z)["scale"] == pytest.approx(2 * min(law.cdf(total), law.sf(total)), rel=1e-9)


def test_shape_bound_is_above_the_exact_kolmogorov_p_value_and_tight():
    z = draws(0) + 0.1
    n = z.size
    cdf = np.where(z < 0, np.exp(-np.abs(z)) / 2, 1 - np.exp(-np.abs(z)) / 2).ravel()
    u = np.sort(cdf)
    distance = max((np.arange(1, n + 1) / n - u).max(), (u - np.arange(n) / n).max())
    exact = kstwo.sf(distance, n)
    assert exact < 1e-3
    assert exact <= p_values(z)["shape"] <= 1.3 * exact


def test_close_pairs_are_as_rare_as_claimed():
    """With a wide h the expected number of pairs can be counted: N^2 h / 4 is an upper bound."""
    z = np.sort(draws(1, (1, 3000, 1)).ravel())
    h = 1e-4
    pairs = sum(int(np.searchsorted(z, v + h) - i - 1) for i, v in enumerate(z))
    bound = math.comb(3000, 2) * h / 2
    assert 0.3 * bound < pairs < bound
    assert CLOSE < 1e-11


def test_p_values_are_uniform_under_the_null():
    """1000 batteries: the share of p-values below 0.1 stays near 0.1 or below, row by row."""
    rng = np.random.default_rng(3)
    small = {}
    for _ in range(1000):
        a, b = rng.laplace(size=(2, 4, 30, 2))
        for row in check_residuals(a, b, alpha=0.1).rows:
            name = row.name.split(" (")[0]
            small[name] = small.get(name, 0) + (row.p_value <= 0.1)
    # Binomial(1000, 0.1) exceeds 160 with probability below 1e-8
    assert max(small.values()) <= 160
    assert small["scale"] >= 50
    assert small["shape"] >= 20


def test_detectable_scale_has_the_stated_power():
    n = math.prod(SHAPE)
    result = check_residuals(draws(0), draws(1), alpha=1e-3)
    factor = result.detectable_scale
    assert 0.8 < factor < 1
    totals = gamma(n).rvs(20_000, random_state=np.random.default_rng(0)) * factor
    found = (2 * gamma(n).cdf(totals) <= result.level).mean()
    assert found == pytest.approx(0.95, abs=0.01)


def test_observed_measures_the_noise_of_a_curator():
    data = constant_dataset(Dataset(np.array([[2.0], [7.0]])))
    assert data.records.tolist() == [[2.0], [2.0]]
    observed = Observed(TrustedCurator(data, np.random.default_rng(0)), data)
    query = identity_query(np.zeros((500, 1)))
    for scale in (0.5, 3.0):
        observed.laplace(query, scale=scale, sensitivity=1.0, batch=1)
    assert observed.residuals.shape == (2, 500, 1)
    for residuals in observed.residuals:  # |residual| is exponential with mean 1
        assert abs(np.abs(residuals).mean() - 1) < 6 / math.sqrt(500)


def test_observed_refuses_unknown_means_and_wrong_shapes():
    data = Dataset(np.array([[2.0], [7.0]]))
    with pytest.raises(DataError, match="constant_dataset"):
        Observed(TrustedCurator(data, np.random.default_rng(0)), data)

    class Wrong:
        def laplace(self, query, *, scale, sensitivity, batch):
            return np.zeros(3)

    with pytest.raises(ParameterError, match=r"release has shape \(3,\) at step 0"):
        Observed(Wrong(), constant_dataset(data)).laplace(
            identity_query(np.zeros((3, 1))), scale=1.0, sensitivity=1.0, batch=1
        )


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (np.zeros((2, 3)), np.zeros((2, 3)), "equal axes"),
        (np.zeros((2, 3, 1)), np.zeros((2, 4, 1)), "equal axes"),
        (np.full((2, 3, 1), np.nan), np.zeros((2, 3, 1)), "residuals of step 0 are not finite"),
    ],
)
def test_malformed_residuals(first, second, message):
    with pytest.raises(DataError, match=message):
        check_residuals(first, second, alpha=0.1)
