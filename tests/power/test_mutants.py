"""Every planted fault must be found, in every method, with and without a hidden batch."""

import numpy as np
import pytest

from workbench.algorithms import GradientDescent, HeavyBall, MultistageNesterov, Nesterov, Stage
from workbench.audit import LikelihoodVerdict, likelihood_ratio_audit
from workbench.privacy import FAULTS, Mutant, TrustedCurator, laplace_epsilon, uniform_scale
from workbench.problems import LogisticRegression, reference_quadratic

QUADRATIC, _ = reference_quadratic()
LOGISTIC = LogisticRegression(radius=2.0, penalty=0.1, start=np.array([3.0, -3.0]))
STEPS, N = 6, 30
STAGES = (Stage(0.5, 0.3, 2), Stage(0.3, 0.3, 100))

METHODS = {
    "gd": lambda b, m: GradientDescent(alpha=0.5, b=b, m=m),
    "hb": lambda b, m: HeavyBall(alpha=0.5, beta=0.3, b=b, m=m),
    "nag": lambda b, m: Nesterov(alpha=0.5, beta=0.3, b=b, m=m),
    "masg": lambda b, m: MultistageNesterov(stages=STAGES, b=b, m=m),
}


def audit(kind, m, *, wrap=None, problem=QUADRATIC, pair=None, factor=1.0, steps=STEPS):
    b = factor * uniform_scale(1.0, problem.l1_sensitivity, n=N, m=m, steps=STEPS)
    method = METHODS[kind](b, m)
    return likelihood_ratio_audit(
        lambda curator, trials: method.run(problem, curator, steps=steps, trials=trials),
        problem.extremal_pair(N) if pair is None else pair,
        epsilon=1.0,
        rng=np.random.default_rng(8),
        trials=300,
        wrap=wrap,
    )


CELLS = pytest.mark.parametrize(
    ("kind", "m"), [("gd", N), ("hb", N), ("nag", N), ("masg", N), ("hb", 5)]
)


@CELLS
def test_control_passes(kind, m):
    result = audit(kind, m)
    assert result.verdict is LikelihoodVerdict.NO_VIOLATION_FOUND
    assert result.conformance.holds


@CELLS
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("declared", [True, False])
def test_every_fault_is_found(kind, m, fault, declared):
    result = audit(kind, m, wrap=lambda c: Mutant(c, fault, declared=declared))
    assert result.verdict is not LikelihoodVerdict.NO_VIOLATION_FOUND
    in_density = fault == "drop-batch-factor" or (declared and fault != "reuse-noise")
    if in_density:
        assert result.verdict is LikelihoodVerdict.VIOLATION
    else:
        assert result.verdict is LikelihoodVerdict.MODEL_MISMATCH
        assert result.epsilon_lower <= 1.0


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_found_on_logistic_regression(fault):
    """The pair does not attain S_1, so the noise has room; the battery sees what L cannot."""
    result = audit(
        "nag",
        5,
        problem=LOGISTIC,
        pair=LOGISTIC.sharp_pair(N),
        wrap=lambda c: Mutant(c, fault),
    )
    assert result.verdict is not LikelihoodVerdict.NO_VIOLATION_FOUND


def test_the_published_code_spends_the_square_root_of_two():
    result = audit("hb", N, wrap=lambda c: Mutant(c, "std-as-scale"))
    assert result.epsilon_lower == pytest.approx(2**0.5, abs=1e-9)
    assert result.epsilon_lower <= 2**0.5


def test_scale_for_the_whole_data_with_a_batch_is_found():
    """B = S / (n eps_0) in place of S / (m eps_0): too little noise by n / m."""
    result = audit("nag", 5, factor=5 / N)
    assert result.verdict is LikelihoodVerdict.VIOLATION


def test_one_step_too_many_is_found():
    result = audit("gd", N, steps=STEPS + 1)
    assert result.epsilon_lower == pytest.approx((STEPS + 1) / STEPS, abs=1e-9)


def test_amplification_without_a_hidden_batch_is_found():
    """Noise for a batch of 5 of 30, but the batch always holds the changed record."""
    b = uniform_scale(1.0, 2.0, n=N, m=5, steps=STEPS)
    assert STEPS * laplace_epsilon(b, 2.0, n=5, m=5) > 2.5
    first, second = QUADRATIC.extremal_pair(5)
    method = HeavyBall(alpha=0.5, beta=0.3, b=b, m=5)
    result = likelihood_ratio_audit(
        lambda curator, trials: method.run(QUADRATIC, curator, steps=STEPS, trials=trials),
        (first, second),
        epsilon=1.0,
        rng=np.random.default_rng(0),
    )
    assert result.verdict is LikelihoodVerdict.VIOLATION
    assert result.ratio > 2.5


class FixedSeed:
    """Ignores the generator it was given."""

    def __init__(self, curator):
        self._curator = curator.with_noise(lambda _: self)
        self._rng = np.random.default_rng(0)

    def laplace(self, *args, **kwargs):
        if "batch" in kwargs:
            return self._curator.laplace(*args, **kwargs)
        scale, shape = args
        return self._rng.laplace(0.0, scale, shape)

    def __getattr__(self, name):
        return getattr(self._curator, name)


def test_a_fixed_seed_is_found_by_the_second_call():
    result = audit("hb", N, wrap=FixedSeed)
    assert result.verdict is LikelihoodVerdict.MODEL_MISMATCH
    assert [row.name for row in result.conformance.rejected] == ["draws repeated in a second call"]


class OneNoisyCoordinate:
    """Noise in the first coordinate only."""

    def __init__(self, source):
        self._source = source

    def laplace(self, scale, shape):
        noise = self._source.laplace(scale, shape)
        noise[:, 1:] = 0.0
        return noise


def test_bare_coordinates_are_found():
    class Bare:
        def __init__(self, curator):
            self._curator = curator.with_noise(OneNoisyCoordinate)

        def __getattr__(self, name):
            return getattr(self._curator, name)

    result = audit("hb", N, wrap=Bare)
    assert result.verdict is LikelihoodVerdict.MODEL_MISMATCH


def test_the_control_uses_the_same_wrapping():
    """A wrapper that changes nothing is not found: audits react to faults, not to wrappers."""

    class Innocent:
        def __init__(self, curator):
            self._curator = curator.with_noise(lambda source: source)

        def __getattr__(self, name):
            return getattr(self._curator, name)

    assert audit("hb", 5, wrap=Innocent).verdict is LikelihoodVerdict.NO_VIOLATION_FOUND
    assert isinstance(
        Innocent(TrustedCurator(QUADRATIC.extremal_pair(3)[0], np.random.default_rng(0)))._curator,
        TrustedCurator,
    )
