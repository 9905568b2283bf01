"""Frank-Wolfe with recursive gradients and restarts in l_p, run: accounted, attacked, and its gap.

Each noisy mean is released once and inherited up to the next restart, so the run costs one release.
The bound holds for the mean gap over the visited points, which is what a uniform output index
expects; it is below the trivial 2 L0 D at some thousand records.  No point of the sigmoid instance
has so large a gap, so a linear loss stands beside it: there a run that learns nothing is found.
"""

from dataclasses import replace

from workbench.algorithms.frank_wolfe.restarted import NoisyRestartedFrankWolfe
from workbench.claims import Claim, Figure, because, broken
from workbench.harness import Case, examine
from workbench.privacy import Curator
from workbench.privacy.arrays import Array
from workbench.problems.ball_instances import linear_means, ripple, sigmoid_regression
from workbench.problems.ball_problems import BallProblem

CLAIM = Claim(
    "noneuclid.nc-spider.norm.runs",
    title="Restarted recursive-gradient Frank-Wolfe with noise in a norm, run",
    reconstructed=("algorithm", '"DP Stochastic Nonconvex Optimization", table, row 2'),
    statement=r"""\begin{gathered}
        \sigma_0^2 = \frac{2 \kappa L_0^2}{b_0^2 \rho}, \;
        \sigma_1^2 = \frac{8 \kappa \eta^2 L_1^2 D^2}{b_1^2 \rho}
        \text{ is } \rho\text{-zCDP, the sensitivities attained}; \quad
        \frac1T \sum_{t < T} \mathbb{E} \operatorname{gap}(x_t) \le \frac{2 L_0 D}{\eta T}
        + 2 \eta L_1 D^2 \\ {} + 2 D \sqrt{ \kappa \left( \frac{4 L_0^2}{b_0}
        + \frac{8 (q - 1) \eta^2 L_1^2 D^2}{b_1} \right)
        + \kappa d \left( \sigma_0^2 + \frac{q - 1}{2} \sigma_1^2 \right) }
        \end{gathered}""",
    hypotheses=r"""1 < p \le 2, \; \kappa = p'-1 \text{ with } \tfrac1p + \tfrac1{p'} = 1; \; \
            \lVert x \rVert_p \le D; \; f(\cdot, z) \; L_0\text{-Lipschitz, } L_1\text{-smooth}
        q \mid T, \text{ a restart every } q \text{ steps of length } \eta; \; \text{fresh \
            independent batches of } b_0, b_1
        \text{one record replaced}""",
    parts=("privacy", "audit", "sensitivity", "gap"),
    uses=("noneuclid.nc-spider",),
    note="Instances only.",
)

RHO = 0.5


def louder(method: NoisyRestartedFrankWolfe, noise: float) -> NoisyRestartedFrankWolfe:
    """The method with `noise` times its noise."""
    return replace(
        method, sigma_restart=noise * method.sigma_restart, sigma_change=noise * method.sigma_change
    )


@examine(CLAIM, accounted="accountant_reads_one_release")
@broken("noise_of_a_euclidean_norm_overspends", noise=2**-0.5)
@because("The noise lacks the factor kappa = 2.")
def budget(*, noise: float = 1.0) -> Case:
    """Sigmoid regression, d = 6, p = 1.5, n = 400, q = 4.

    16 releases, a record is in one; `noise` times the noise.
    """
    problem = sigmoid_regression(6, 1.5)
    method = NoisyRestartedFrankWolfe.calibrated(problem, n=400, rho=RHO, q=4)
    return Case(louder(method, noise), problem, n=400, rho=RHO)


def turned(problem: BallProblem, row: int) -> Case:
    """Two rounds of two steps on 16 records; the noise is that of the linear losses."""
    method = NoisyRestartedFrankWolfe.calibrated(linear_means(3, 1.75), n=16, rho=RHO, q=2)
    return Case(method, problem, n=16, pair=problem.extremal_pair(16, index=row), rho=RHO)


@examine(CLAIM, audit=True)
def first_restart() -> Case:
    """Linear losses, d = 3, p = 1.75, n = 16, q = 2, rho = 1/2.

    A record of the first restart turned round.
    """
    return turned(linear_means(3, 1.75), 0)


@examine(CLAIM, attained="sensitivities_are_attained")
def both_releases() -> tuple[Case, Case]:
    """Linear losses, d = 3, and a wave in one variable, n = 16, q = 2.

    2 L0/b0 and 4 eta L1 D/b1: on the wave the first step may go from D to (1 - 2 eta) D = 0, and
    the slope falls.
    """
    return first_restart(), turned(ripple(G=1.0, L=2.0, peak=0.0), 4)


@examine(CLAIM, errors="mean_gap_is_not_above_the_bound")
@broken("louder_noise_than_told_is_disputed", noise=1000.0)
@because("A thousand times the noise: the linear losses keep the gap of the start.")
def fresh(*, noise: float = 1.0) -> tuple[Case, Case]:
    """Sigmoid regression, d = q = 6, n = 8000; linear losses, d = 5, q = 10, n = 20000; p = 1.5.

    The population gap, averaged over the visited points of runs on fresh samples, rho = 1/2: a loss
    that is not convex, and a linear one; the noise is `noise` times what the bound is told.
    """

    def one(problem: BallProblem, n: int, q: int) -> Case:
        told = NoisyRestartedFrankWolfe.calibrated(problem, n=n, rho=RHO, q=q)

        def visited(curator: Curator, trials: int) -> Array:
            trace = (
                louder(told, noise).run(problem, curator, trials=trials, observe=problem.gap).trace
            )
            assert trace is not None
            return trace

        return Case(
            told, problem, n=told.records, runs=visited, error=lambda trace: trace.mean(axis=0),
            terms={"gap": told.bound(problem)}, trivial=problem.trivial,
            more=(Figure("gap of the start", float(problem.gap(problem.start[None])[0])),),
        )  # fmt: skip

    return one(sigmoid_regression(6, 1.5), 8000, 6), one(linear_means(5, 1.5, m=0.9), 20000, 10)
