"""Frank-Wolfe with recursive gradients and restarts in l_p, run: accounted, attacked, and its gap.

Each noisy mean is released once and inherited up to the next restart, so the run costs one release.
The bound holds for the mean gap over the visited points, which is what a uniform output index
expects; it is below the trivial 2 L0 D at some thousand records.  No point of the sigmoid instance
has so large a gap, so a linear loss stands beside it: there a run that learns nothing is found.
"""

from dataclasses import replace

import numpy as np

from workbench.algorithms.frank_wolfe.restarted import NoisyRestartedFrankWolfe
from workbench.claims import Claim, Figure, Outcome, Run, all_of
from workbench.harness import Runs, accounted_zcdp, mean_is_below
from workbench.privacy.arrays import Array
from workbench.privacy.curators.separate import SeparateCurator
from workbench.problems.ball_instances import linear_means, ripple, sigmoid_regression
from workbench.problems.ball_problems import BallProblem
from workbench_papers.noneuclid._norm_runs import both_attained, register_audit

CLAIM = Claim(
    "noneuclid.nc-spider.norm.runs",
    kind="algorithm",
    title="Restarted recursive-gradient Frank-Wolfe with noise in a norm, run",
    source='"DP Stochastic Nonconvex Optimization", table, row 2',
    provenance="reconstructed",
    statement=r"""\begin{gathered}
        \sigma_0^2 = \frac{2 \kappa L_0^2}{b_0^2 \rho}, \;
        \sigma_1^2 = \frac{8 \kappa \eta^2 L_1^2 D^2}{b_1^2 \rho}
        \text{ is } \rho\text{-zCDP, the sensitivities attained}; \quad
        \frac1T \sum_{t < T} \mathbb{E} \operatorname{gap}(x_t) \le \frac{2 L_0 D}{\eta T}
        + 2 \eta L_1 D^2 \\ {} + 2 D \sqrt{ \kappa \left( \frac{4 L_0^2}{b_0}
        + \frac{8 (q - 1) \eta^2 L_1^2 D^2}{b_1} \right)
        + \kappa d \left( \sigma_0^2 + \frac{q - 1}{2} \sigma_1^2 \right) }
        \end{gathered}""",
    hypotheses=(
        r"1 < p \le 2, \; \kappa = p'-1 \text{ with } \tfrac1p + \tfrac1{p'} = 1; \;"
        r" \lVert x \rVert_p \le D; \; f(\cdot, z) \; L_0\text{-Lipschitz, } L_1\text{-smooth}",
        r"q \mid T, \text{ a restart every } q \text{ steps of length } \eta; \;"
        r" \text{fresh independent batches of } b_0, b_1",
        r"\text{one record replaced}",
    ),
    parts=("privacy", "audit", "sensitivity", "gap"),
    uses=("noneuclid.nc-spider",),
    note="Instances only.",
)

RHO = 0.5
REGRESSION = sigmoid_regression(6, 1.5)
LINEAR = linear_means(3, 1.75)


@CLAIM.exact(part="privacy", corner="sigmoid regression, p = 1.5, d = 6, n = 400, q = 4", uses=())
def accountant_reads_one_release(*, factor: float = 1.0) -> Outcome:
    """16 releases, a record is in one.

    Sigmoid regression, d = 6, p = 1.5, n = 400, q = 4; the noise divided by `factor`.
    """
    method = NoisyRestartedFrankWolfe.calibrated(REGRESSION, n=400, rho=RHO, q=4)
    other = replace(
        method,
        sigma_restart=method.sigma_restart / factor,
        sigma_change=method.sigma_change / factor,
    )
    return accounted_zcdp(other.cost(REGRESSION, n=400), rho=RHO)


accountant_reads_one_release.broken(
    "noise_of_a_euclidean_norm_overspends", "Without kappa = 2.", factor=2**0.5
)


FEW = NoisyRestartedFrankWolfe.calibrated(LINEAR, n=16, rho=RHO, q=2)


def few(problem: BallProblem) -> Runs:
    """Two rounds of two steps on 16 records; the noise is that of the linear losses."""
    return lambda curator, trials: FEW.run(problem, curator, trials=trials)


# Linear losses, a record of the first restart turned round.
register_audit(
    CLAIM,
    few(LINEAR),
    LINEAR.extremal_pair(16, index=0),
    rho=RHO,
    gaussian=False,
    corner="linear losses, d = 3, p = 1.75, n = 16, q = 2, rho = 1/2",
)


@CLAIM.statistical(part="sensitivity", corner="d = 3 and d = 1, n = 16, q = 2", uses=())
def sensitivities_are_attained(run: Run, *, factor: float = 1.0) -> Outcome:
    """2 L0/b0 and 4 eta L1 D/b1.

    On the wave the first step may go from D to (1 - 2 eta) D = 0, and the slope falls.
    """
    steep = ripple(G=1.0, L=2.0, peak=0.0)
    return both_attained(few, ((LINEAR, 0), (steep, 4)), run, n=16, factor=factor)


sensitivities_are_attained.broken("half_of_them", "Half of all claims.", factor=0.5)


@CLAIM.statistical(
    part="gap",
    corner="p = 1.5: sigmoid regression, d = q = 6, n = 8000; linear, d = 5, q = 10, n = 20000",
    uses=(),
)
def mean_gap_is_not_above_the_bound(run: Run, *, louder: float = 1.0) -> Outcome:
    """Population gap, averaged over the visited points of runs on fresh samples, rho = 1/2.

    A loss that is not convex, and a linear one; the noise is `louder` times what is told.
    """

    def one(problem: BallProblem, n: int, q: int) -> Outcome:
        told = NoisyRestartedFrankWolfe.calibrated(problem, n=n, rho=RHO, q=q)
        method = replace(
            told, sigma_restart=louder * told.sigma_restart, sigma_change=louder * told.sigma_change
        )

        def gaps(rng: np.random.Generator, size: int) -> Array:
            sample = problem.sample(rng, size * method.records)
            curator = SeparateCurator(sample, rng, trials=size)
            trace = method.run(problem, curator, trials=size, observe=problem.gap).trace
            assert trace is not None
            return np.asarray(trace.mean(axis=0))

        trivial = 2 * problem.lipschitz * problem.ball.radius
        idle = Figure("gap of the start", float(problem.gap(problem.start[None])[0]))
        return mean_is_below(
            gaps, run, bound=told.bound(problem), trivial=trivial, share=2, more=(idle,)
        )

    return all_of(one(REGRESSION, 8000, 6), one(linear_means(5, 1.5, m=0.9), 20000, 10))


mean_gap_is_not_above_the_bound.broken(
    "louder_noise_than_told_is_disputed",
    "A thousand times the noise: the linear losses keep the gap of the start.",
    louder=1000.0,
)
