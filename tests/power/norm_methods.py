"""The methods on l_p balls (see `methods`).

Losses are linear, and the record that is turned round is in the second release, the one that a
fault may leave bare.
"""

from tests.power.methods import RHO, Case, on
from workbench.algorithms.frank_wolfe.norm_ball import NoisyRecursiveFrankWolfe
from workbench.algorithms.frank_wolfe.norm_ball_tree import NoisyTreeFrankWolfe
from workbench.algorithms.frank_wolfe.restarted import NoisyRestartedFrankWolfe
from workbench.algorithms.gradient.noisy_projected_descent import NoisyProjectedDescent
from workbench.algorithms.gradient.proximal_descent import NoisyProximalDescent
from workbench.algorithms.mirror.onepass_descent import OnePassMirrorDescent
from workbench.algorithms.mirror.proximal_mirror_descent import NoisyProximalMirrorDescent
from workbench.problems.ball_instances import linear_means

FLAT, CURVED = linear_means(2, 2.0), linear_means(3, 1.75)


def case(method, problem, *, n, row):
    """A method with normal noise, on records of which one is turned round."""
    return Case(on(problem, method), problem.extremal_pair(n, index=row), normal=True)


TREE = NoisyTreeFrankWolfe.calibrated(CURVED, n=28, phases=2, rho=RHO)
CASES = {
    "norm, projected": case(
        NoisyProjectedDescent.calibrated(FLAT, n=8, T=4, rho=RHO), FLAT, n=8, row=0
    ),
    "one pass": case(OnePassMirrorDescent.calibrated(CURVED, n=4, rho=RHO), CURVED, n=4, row=1),
    "norm, recursive": case(
        NoisyRecursiveFrankWolfe(T=3, eta=0.25, multiplier=1.7), CURVED, n=12, row=0
    ),
    "norm, tree": case(TREE, CURVED, n=28, row=12),
    "norm, restarts": case(
        NoisyRestartedFrankWolfe.calibrated(CURVED, n=16, q=2, rho=RHO), CURVED, n=16, row=8
    ),
    "norm, proximal": case(
        NoisyProximalDescent.calibrated(FLAT, n=8, T=2, K=4, rho=RHO), FLAT, n=8, row=0
    ),
    **{
        f"proximal mirror, {kind}": case(
            NoisyProximalMirrorDescent.calibrated(CURVED, n=8, T=2, K=4, rho=RHO, kind=kind),
            CURVED,
            n=8,
            row=0,
        )
        for kind in ("generalized", "gaussian")
    },
}
HARMLESS = {
    ("one pass", "drop-batch-factor"): "the mean of one record is its sum",
}
