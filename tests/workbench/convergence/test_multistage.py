"""The bound of staged runs, and the exact error against trials and the one-stage formula."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.algorithms import MultistageNesterov, Stage, doubling_stages
from workbench.convergence import expected_suboptimality, nesterov_bound
from workbench.convergence.multistage import expected_multistage_errors, multistage_bound
from workbench.errors import ParameterError
from workbench.privacy import NoiselessCurator
from workbench.problems import reference_quadratic


def test_one_stage_is_the_formula_for_nesterov():
    variances = [0.3, 0.1, 0.2, 0.7]
    stage = Stage(0.4, 0.5, 4)
    exact = expected_multistage_errors(
        [stage], eigenvalues=[0.5, 1.3], offsets=[1.0, -2.0], variances=variances
    )
    for t in range(5):
        known = expected_suboptimality(
            [0.5, 1.3], [1.0, -2.0], alpha=0.4, beta=0.5, variances=variances[:t], method="nesterov"
        )
        assert exact[t] == pytest.approx(known, rel=1e-12)
    tuned = [Stage.tuned(alpha=0.5, mu=0.1, steps=4)]
    bound = multistage_bound(tuned, gap=2.0, mu=0.1, L=1.3, variances=variances)
    known = nesterov_bound(energy=4.0, mu=0.1, L=1.3, alpha=0.5, variances=variances)
    assert bound == pytest.approx(known, rel=1e-12)


@pytest.mark.parametrize("restart", [True, False])
def test_noise_free_errors_are_those_of_the_method(restart):
    problem, data = reference_quadratic()
    stages = doubling_stages(mu=0.5, L=1.0, steps=20)
    offsets = problem.start - problem.minimise(data).x
    errors = expected_multistage_errors(
        stages, eigenvalues=problem.spectrum, offsets=offsets, variances=np.zeros(20),
        restart=restart,
    )  # fmt: skip
    method = MultistageNesterov(stages=stages, b=1.0, m=100)
    result = method.run(
        problem, NoiselessCurator(data), steps=20,
        observe=lambda x: problem.suboptimality(x, data),
    )  # fmt: skip
    same = np.allclose(errors, result.trace[:, 0], rtol=1e-9, atol=1e-15)
    assert same is restart


@given(
    kappa=st.floats(1.01, 500), first=st.integers(1, 30), steps=st.integers(1, 300),
    speed=st.floats(0.05, 1), where=st.floats(0, 1), noise=st.floats(0, 1),
)  # fmt: skip
def test_bound_is_never_exceeded_on_quadratics(kappa, first, steps, speed, where, noise):
    mu = 1 / kappa
    stages = doubling_stages(mu=mu, L=1.0, steps=steps, first=first, speed=speed)
    lam = [mu ** (1 - where)]
    variances = np.full(steps, noise)
    errors = expected_multistage_errors(stages, eigenvalues=lam, offsets=[1.0], variances=variances)
    bound = multistage_bound(stages, gap=lam[0] / 2, mu=mu, L=1.0, variances=variances)
    assert errors[-1] <= bound * (1 + 1e-9)


def test_without_restart_the_bound_is_exceeded():
    """Kappa = 255, n_1 = 1, lambda = L: the momentum of stage 2 carries the iterate away."""
    stages = doubling_stages(mu=0.02, L=5.1, steps=7, first=1)
    zeros = np.zeros(7)
    bound = multistage_bound(stages, gap=2.55, mu=0.02, L=5.1, variances=zeros)
    with_restart, without = (
        expected_multistage_errors(
            stages, eigenvalues=[5.1], offsets=[1.0], variances=zeros, restart=restart
        )[-1]
        for restart in (True, False)
    )
    assert with_restart <= bound
    assert without / bound == pytest.approx(2.399, abs=1e-3)


def test_refusals():
    good = Stage.tuned(alpha=0.5, mu=0.1, steps=2)
    for stages, variances in (
        ([Stage.tuned(alpha=2.0, mu=0.1, steps=2)], [0, 0]),
        ([Stage(0.5, 0.1, 2)], [0, 0]),
        ([good], [0]),
    ):
        with pytest.raises(ParameterError):
            multistage_bound(stages, gap=1.0, mu=0.1, L=1.0, variances=variances)
