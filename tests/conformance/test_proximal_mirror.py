"""The proximal method in l_p norms under every curator, by the tests of the other norm methods."""

import pytest

from tests.conformance.test_norm_methods import (  # noqa: F401 - collected here with other methods
    RHO,
    N,
    test_every_curator_gives_points_of_the_ball,
    test_honest_samplers_pass_and_sharper_ones_do_not,
    test_likelihood_ratios_have_mean_one_and_obey_the_budget,
    test_runs_are_reproducible_and_parameters_are_frozen,
)
from workbench.algorithms.mirror.proximal_mirror_descent import NoisyProximalMirrorDescent
from workbench.problems.ball_phase import WEAK, phase_in_norm

PHASE = phase_in_norm(3, 1.5)
METHODS = {
    kind: (
        NoisyProximalMirrorDescent.calibrated(PHASE, n=N, T=2, K=5, rho=RHO, weak=WEAK, kind=kind),
        PHASE,
    )
    for kind in ("generalized", "gaussian")
}
pytestmark = pytest.mark.parametrize(("method", "problem"), METHODS.values(), ids=METHODS)
