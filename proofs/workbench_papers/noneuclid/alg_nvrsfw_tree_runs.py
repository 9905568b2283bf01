"""Noisy variance-reduced Frank-Wolfe in l_p along trees, run: one noise per node.

A record is in one node, so the run costs what one release costs; all leaves are post-processing.
Two pairs of neighbours attain the sensitivities: linear losses at a root, a steep wave in one
variable at a right child.  With isotropic Gaussian noise at the same rho the bound is smaller.

On linear losses the start is above the bound, so that a run that learns nothing is found; squared
distances have all its terms.
"""

from dataclasses import replace

from workbench.algorithms.frank_wolfe.norm_ball_tree import NoisyTreeFrankWolfe
from workbench.algorithms.parts.norm_noise import Kind
from workbench.claims import Claim, Outcome, Run, all_of
from workbench.harness import Runs, accounted_zcdp
from workbench.problems.ball_instances import least_squares, linear_means, quadratic_means, ripple
from workbench.problems.ball_problems import BallProblem
from workbench_papers.noneuclid._norm_runs import both_attained, population_error, register_audit

CLAIM = Claim(
    "noneuclid.nvrsfw-tree.runs",
    kind="algorithm",
    title="Noisy variance-reduced Frank-Wolfe along trees, run",
    source='"Upper Bounds: Noisy Variance-Reduced Stochastic Frank-Wolfe", tree aggregation',
    provenance="reconstructed",
    statement=r"""\begin{gathered}
        \sigma_0^2 = \frac{\kappa}{2 \rho} \left( \frac{2 L_0}{b} \right)^2, \;
        \sigma_1^2 = \frac{\kappa}{2 \rho} \left( \frac{8 L_1 D}{b} \right)^2
        \text{ per node is } \rho\text{-zCDP, the sensitivities attained}; \\
        \mathbb{E} F(x) - F^\ast \le \frac{8 L_1 D^2}{2^{T+1} - 1} + 2 D \left[
        \sqrt{\frac{\kappa}{b} (4 L_0^2 + 64 L_1^2 D^2)}
        + \sqrt{\kappa d (\sigma_0^2 + T \sigma_1^2)} \right]
        \end{gathered}""",
    hypotheses=(
        r"1 < p \le 2, \; \kappa = q - 1, \; \lVert x \rVert_p \le D; \; f(\cdot, z) \text{ is}"
        r"\text{ convex, } L_0\text{-Lipschitz, } L_1\text{-smooth}",
        r"\text{independent records, one replaced}; \; \text{noise }"
        r" \propto e^{-\lVert z \rVert_q^2 / 2 \sigma_i^2}",
        r"T \text{ phases, } 2^T \mid b, \; n \ge b (T + T (T + 1) / 4)",
    ),
    parts=("privacy", "audit", "sensitivity", "error"),
    uses=("noneuclid.nvrsfw-tree",),
    note="Instances only.",
)

RHO = 0.5
REGRESSION = least_squares(20, 1.5)
LINEAR = linear_means(3, 1.75)


def reading(factor: float, kind: Kind = "generalized") -> Outcome:
    """Least squares, d = 20, p = 1.5, 4 phases, b = 64; the noise divided by `factor`."""
    method = NoisyTreeFrankWolfe.calibrated(REGRESSION, n=576, rho=RHO, phases=4, kind=kind)
    other = NoisyTreeFrankWolfe(
        phases=4,
        b=method.b,
        sigma_root=method.sigma_root / factor,
        sigma_child=method.sigma_child / factor,
        kind=kind,
    )
    return accounted_zcdp(other.cost(REGRESSION, n=method.records), rho=RHO)


@CLAIM.exact(
    part="privacy",
    corner="least squares, p = 1.5, d = 20, 4 phases, b = 64, both kinds of noise",
    uses=(),
)
def accountant_reads_one_node() -> Outcome:
    """30 leaves and 30 releases, but a record is in one node."""
    return all_of(reading(1.0), reading(1.0, "gaussian"))


@accountant_reads_one_node.mutant
def noise_of_a_euclidean_norm_overspends() -> Outcome:
    """Without kappa = 2."""
    return reading(2**0.5)


FEW = NoisyTreeFrankWolfe.calibrated(LINEAR, n=28, rho=RHO, phases=2)


def few(problem: BallProblem) -> Runs:
    """Two phases on 28 records; the noise is that of the linear losses."""
    return lambda curator, trials: FEW.run(problem, curator, trials=trials)


# Linear losses, the first record turned round: the first root moves.
register_audit(
    CLAIM,
    few(LINEAR),
    LINEAR.extremal_pair(28, index=0),
    rho=RHO,
    gaussian=False,
    corner="linear losses, d = 3, p = 1.75, 2 phases, b = 8, rho = 1/2",
)


@CLAIM.statistical(part="sensitivity", corner="d = 3 and d = 1, 2 phases, b = 8", uses=())
def sensitivities_of_the_nodes_are_attained(run: Run, *, factor: float = 1.0) -> Outcome:
    """2 L0/b and 8 L1 D/b.

    On the wave the first leaf moves from D to -D, and the slope falls all the way.
    """
    steep = ripple(G=1.0, L=1.0, peak=-1.0)
    return both_attained(few, ((LINEAR, 0), (steep, 8)), run, n=28, factor=factor)


sensitivities_of_the_nodes_are_attained.broken("half_of_them", "Half of all claims.", factor=0.5)


@CLAIM.statistical(
    part="error",
    corner="linear losses, p = 1.5, n = 9216; squared distances, p = 2, n = 25488; d = 5",
    uses=(),
)
def mean_error_is_not_above_the_bound(run: Run, *, louder: float = 1.0) -> Outcome:
    """Population error of runs on fresh samples, 4 phases, rho = 1/2.

    Linear losses and squared distances; the noise is `louder` times what the bound is told.
    """

    def one(problem: BallProblem, n: int) -> Outcome:
        told = NoisyTreeFrankWolfe.calibrated(problem, n=n, rho=RHO, phases=4)
        method = replace(
            told, sigma_root=louder * told.sigma_root, sigma_child=louder * told.sigma_child
        )
        return population_error(
            lambda curator, trials: method.run(problem, curator, trials=trials),
            problem,
            run,
            n=told.records,
            bound=told.bound(problem),
            share=2,
        )

    return all_of(one(linear_means(5, 1.5, m=0.9), 9216), one(quadratic_means(5, m=1.0), 25600))


mean_error_is_not_above_the_bound.broken(
    "louder_noise_than_told_is_disputed",
    "A thousand times the noise: linear losses are not learned.",
    louder=1000.0,
)
