"""The audit as a whole: tight on tight mechanisms, silent on honest ones, honest about power."""

import math

import numpy as np
import pytest

from tests.workbench.privacy.toy import identity_query
from workbench.algorithms import GradientDescent, HeavyBall, Nesterov
from workbench.audit import LikelihoodVerdict, likelihood_ratio_audit
from workbench.errors import DataError, ParameterError
from workbench.privacy import Dataset, Laplace, laplace_epsilon, uniform_scale
from workbench.problems import LogisticRegression, reference_quadratic

PROBLEM, _ = reference_quadratic()


def audit(problem, method, pair, *, steps, epsilon=1.0, seed=0, **more):
    def make_run(curator, trials):
        return method.run(problem, curator, steps=steps, trials=trials)

    return likelihood_ratio_audit(
        make_run, pair, epsilon=epsilon, rng=np.random.default_rng(seed), **more
    )


@pytest.mark.parametrize(("n", "m", "steps"), [(100, 100, 100), (100, 10, 20), (20, 1, 5)])
@pytest.mark.parametrize("kind", ["gd", "hb", "nag"])
def test_calibrated_methods_reach_their_claim_and_do_not_pass_it(kind, n, m, steps):
    b = uniform_scale(1.0, PROBLEM.l1_sensitivity, n=n, m=m, steps=steps)
    method = {
        "gd": lambda: GradientDescent(alpha=1.0, b=b, m=m),
        "hb": lambda: HeavyBall(alpha=1.0, beta=0.3, b=b, m=m),
        "nag": lambda: Nesterov.tuned(PROBLEM, alpha=1.0, b=b, m=m),
    }[kind]()
    result = audit(PROBLEM, method, PROBLEM.extremal_pair(n), steps=steps, trials=200)
    assert result.verdict is LikelihoodVerdict.NO_VIOLATION_FOUND
    assert 1 - 1e-10 < result.ratio <= 1
    assert result.exceeding == 0


def test_a_claim_below_the_truth_by_one_in_ten_thousand_is_refuted():
    b = uniform_scale(1.0, 2.0, n=50, m=50, steps=60)
    method = HeavyBall(alpha=1.0, beta=0.3, b=b, m=50)
    pair = PROBLEM.extremal_pair(50)
    result = audit(PROBLEM, method, pair, steps=60, trials=100, epsilon=0.9999)
    assert result.verdict is LikelihoodVerdict.VIOLATION
    assert result.witness.steer != 0
    assert str(result).startswith("violation: epsilon >= 1 ")


def test_honest_draws_alone_find_a_single_step():
    b = uniform_scale(1.0, 2.0, n=50, m=50, steps=1)
    method = GradientDescent(alpha=1.0, b=b, m=50)
    result = audit(PROBLEM, method, PROBLEM.extremal_pair(50), steps=1, trials=100, epsilon=0.99)
    assert result.exceeding > 20


def test_logistic_regression_is_audited_within_its_claim():
    problem = LogisticRegression(radius=2.0, penalty=0.1, start=np.array([3.0, -3.0]))
    b = uniform_scale(1.0, problem.l1_sensitivity, n=20, m=5, steps=4)
    method = Nesterov.tuned(problem, alpha=0.5, b=b, m=5)
    for pair, least in ((problem.extremal_pair(20), 0.4), (problem.sharp_pair(20), 0.5)):
        result = audit(problem, method, pair, steps=4, trials=300)
        assert result.verdict is LikelihoodVerdict.NO_VIOLATION_FOUND
        assert least < result.ratio <= 1


def test_delta_bounds_bracket_the_exact_curve():
    """One full-batch step on numbers: delta(e) = 1 - exp((e - c) / 2), known exactly."""
    data = Dataset(np.array([[1.0], [0.0]]))
    pair = (data, data.replace(0, [-1.0]))

    def make_run(curator, trials):
        query = identity_query(np.zeros((trials, 1)))
        curator.laplace(query, scale=0.5, sensitivity=1.0, batch=2)

    levels = (0.0, 0.5, 1.0, 1.9, 2.5)
    result = likelihood_ratio_audit(
        make_run, pair, epsilon=2.0, rng=np.random.default_rng(0), trials=4000, at=levels
    )
    assert len(result.deltas) == 10
    for bound in result.deltas:
        exact = Laplace(0.5).delta(bound.epsilon, shift=1.0)
        assert bound.alpha == pytest.approx(1e-3 / 2 / 10)
        assert bound.lower <= exact
        assert bound.lower >= 0.75 * exact - 0.01
        assert bound.mean == pytest.approx(exact, abs=0.04)
    assert {b.order for b in result.deltas} == {"first", "second"}


def test_a_false_sensitivity_with_enough_noise_is_its_own_finding():
    """The code claims half of the true sensitivity, yet the noise is large enough for epsilon."""
    data = Dataset(np.array([[1.0], [0.0]]))

    def make_run(curator, trials):
        query = identity_query(np.zeros((trials, 1)))
        curator.laplace(query, scale=2.0, sensitivity=0.5, batch=2)

    result = likelihood_ratio_audit(
        make_run, (data, data.replace(0, [-1.0])), epsilon=0.5, rng=np.random.default_rng(0)
    )
    assert result.verdict is LikelihoodVerdict.MODEL_MISMATCH
    assert "claimed at step 0" in result.false_sensitivity
    assert result.ratio == pytest.approx(1.0)


def test_power_statement():
    method = GradientDescent(alpha=1.0, b=1.0, m=10)
    result = audit(PROBLEM, method, PROBLEM.extremal_pair(10), steps=2, trials=999)
    p = result.detectable_probability
    assert 1 - (1 - p) ** 999 == pytest.approx(0.95)
    assert f"probability {p:.2g} " in result.power
    assert result.neighbouring == "replace-one"


def test_same_generator_same_answer():
    method = HeavyBall(alpha=1.0, beta=0.3, b=0.5, m=10)
    pair = PROBLEM.extremal_pair(10)
    one, two = (audit(PROBLEM, method, pair, steps=3, seed=5, trials=50) for _ in range(2))
    assert one == two


def test_witness_is_not_a_rounding_error():
    """epsilon_lower is below the exact loss for every calibrated scale, however many steps."""
    for steps in (1, 3, 7, 300):
        b = uniform_scale(0.1, 2.0, n=10, m=10, steps=steps)
        method = GradientDescent(alpha=1.0, b=b, m=10)
        pair = PROBLEM.extremal_pair(10)
        result = audit(PROBLEM, method, pair, steps=steps, trials=10, epsilon=0.1)
        assert result.epsilon_lower <= steps * laplace_epsilon(b, 2.0, n=10, m=10)
        assert result.epsilon_lower <= 0.1
        assert result.ratio > 1 - 1e-10


def test_overflow_is_an_error_not_a_verdict():
    method = GradientDescent(alpha=1e30, b=1.0, m=2, check=False)
    problem = LogisticRegression(radius=1.0, penalty=1.0, start=np.zeros(1))
    with np.errstate(all="ignore"), pytest.raises(DataError, match=r"not a number|not finite"):
        audit(problem, method, problem.extremal_pair(2), steps=30, trials=5)


@pytest.mark.parametrize("arguments", [{"epsilon": 0.0}, {"trials": 1}, {"alpha": 1.0}])
def test_nonsense_is_refused(arguments):
    method = GradientDescent(alpha=1.0, b=1.0, m=2)
    call = {"epsilon": 1.0, "trials": 5, "alpha": 0.1} | arguments
    with pytest.raises(ParameterError, match=next(iter(arguments))):
        audit(PROBLEM, method, PROBLEM.extremal_pair(2), steps=1, **call)


def test_infinite_ratio_is_a_violation():
    """A release without noise: the two datasets never agree."""
    data = Dataset(np.array([[1.0], [0.0]]))

    def make_run(curator, trials):
        query = identity_query(np.zeros((trials, 1)))
        curator.laplace(query, scale=2.0**-900, sensitivity=1.0, batch=2)

    result = likelihood_ratio_audit(
        make_run, (data, data.replace(0, [-1.0])), epsilon=5.0, rng=np.random.default_rng(0)
    )
    assert result.verdict is LikelihoodVerdict.VIOLATION
    assert math.isfinite(result.epsilon_lower)
    assert result.epsilon_lower > 1e200
