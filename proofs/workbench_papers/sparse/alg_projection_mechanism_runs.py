"""The projection mechanism, run: what it costs, what an attack sees, and its error.

Both terms of the error bound are nearly met.  With little noise nothing is projected away, and the
error is the noise: the dense term.  With much noise and all records at one vertex of the l1 ball
the answer is pulled to other vertices: the sparse term, within a factor of three.
"""

import math
from typing import Literal

import numpy as np

from workbench.algorithms.parts.vector_noise import VectorNoise, harmonic
from workbench.algorithms.sparse.projection_mechanism import ProjectionMechanism
from workbench.claims import Claim, Grade, Outcome, Run, all_of, fails, holds
from workbench.harness import TRUST, accounted, audited, mean_is_below
from workbench.privacy import Dataset, Fault, TrustedCurator, classical_sigma
from workbench.problems import SparseVectors

CLAIM = Claim(
    "sparse.proj-mech.runs",
    kind="algorithm",
    title="Projection mechanism, run: accounted, attacked, and its error against the bounds",
    source="Algorithm: Projection Mechanism; Table 1, upper bounds with explicit constants",
    provenance="ours",
    statement=r"""\begin{gathered}
        \sigma = \frac{2 L \sqrt{s}}{n \epsilon} \text{ is } \epsilon\text{-DP}, \quad
        \sigma^2 = \frac{8 L^2 \ln(1.25/\delta)}{(n \epsilon)^2}
        \text{ is } (\epsilon, \delta)\text{-DP}; \\
        \mathbb{E} \lVert \hat z - \bar z \rVert_2^2 \le \min\{ 2 L \sqrt{s} \,
        \mathbb{E} \lVert \xi \rVert_\infty, \mathbb{E} \lVert \xi \rVert_2^2 \}; \quad
        \lVert \hat z - \bar z \rVert_2 \le 2 L
        \text{ if } \hat z = \Pi_{B_1 \cap B_2}(\bar z + \xi)
        \end{gathered}""",
    hypotheses=(r"\text{as in } \texttt{sparse.proj-mech}; \; \text{one record replaced}",),
    parts=("pure", "approximate", "error, pure", "error, approximate", "trivial error"),
    uses=("sparse.proj-mech", "sparse.me-ub-pure.repaired", "sparse.me-ub-approx"),
    note="Instances only.",
)

SMALL = SparseVectors(d=50, s=4)
WIDE = SparseVectors(d=1000, s=4)
DELTA = 1e-5


@CLAIM.exact(part="pure", corner="d = 1000, s = 4, n = 200, eps = 1", uses=())
def accountant_reads_epsilon(*, factor: float = 1.0) -> Outcome:
    """One Laplace release of l1 sensitivity 2 L sqrt(s)/n.

    200 records of R^1000, 4-sparse, eps = 1; the scale divided by `factor`.
    """
    method = ProjectionMechanism.calibrated(WIDE, n=200, epsilon=1.0)
    noise = VectorNoise(law="laplace", scale=method.noise.scale / factor)
    other = ProjectionMechanism(noise=noise)
    return accounted(other.cost(WIDE, n=200), epsilon=1.0)


accountant_reads_epsilon.broken(
    "noise_without_the_root_of_s_overspends", "sigma = 2 L/(n eps) costs sqrt(s) eps.", factor=2.0
)


@CLAIM.exact(part="approximate", corner="d = 1000, n = 200, eps = 1, delta = 1e-5", uses=())
def accountant_reads_delta(*, epsilon: float = 1.0) -> Outcome:
    """The exact curve of one normal release of l2 sensitivity 2 L/n.

    The printed normal noise at delta = 1e-5.
    """
    sigma = classical_sigma(epsilon, DELTA, sensitivity=WIDE.sensitivity(200, norm="l2"))
    noise = VectorNoise(law="gaussian", scale=sigma)
    return accounted(
        ProjectionMechanism(noise=noise).cost(WIDE, n=200), epsilon=epsilon, delta=DELTA
    )


accountant_reads_delta.broken(
    "the_printed_noise_is_too_small_at_epsilon_ten",
    "Beyond the range of the classical rule, delta is more than twice 1e-5.",
    epsilon=10.0,
)


@CLAIM.statistical(part="pure", corner="d = 50, s = 4, n = 20, eps = 1, one pair", uses=())
def audit_finds_no_violation(
    run: Run, *, share: float = 1.0, fault: Fault | None = None
) -> Outcome:
    """Largest log-ratio of the noisy mean against eps.

    A record against its negative, among 20.
    """
    method = ProjectionMechanism.calibrated(SMALL, n=20, epsilon=1.0)
    return audited(
        lambda curator, trials: method.run(SMALL, curator, trials=trials),
        SMALL.extremal_pair(20),
        run,
        epsilon=share * method.cost(SMALL, n=20).epsilon,
        fault=fault,
    )


audit_finds_no_violation.broken(
    "audit_catches_half_the_noise", "Half the scale.", fault="half-scale"
)
audit_finds_no_violation.broken("audit_refutes_half_the_loss", "The claim eps/2.", share=0.5)


@CLAIM.statistical(part="approximate", corner="d = 50, n = 20, (1, 1e-5), one pair", uses=())
def weighted_audit_finds_no_violation(
    run: Run, *, epsilon: float = 1.0, fault: Fault | None = None
) -> Outcome:
    """Transcripts drawn where the loss is large, against (1, 1e-5).

    The least normal noise for (1, 1e-5), on the same pair.
    """
    method = ProjectionMechanism.calibrated(SMALL, n=20, epsilon=1.0, delta=DELTA)
    return audited(
        lambda curator, trials: method.run(SMALL, curator, trials=trials),
        SMALL.extremal_pair(20),
        run,
        epsilon=epsilon,
        delta=DELTA,
        fault=fault,
        trials=3000,
    )


weighted_audit_finds_no_violation.broken(
    "weighted_audit_catches_half_the_noise", "Half the standard deviation.", fault="half-scale"
)
weighted_audit_finds_no_violation.broken(
    "weighted_audit_refutes_nine_tenths_of_the_loss",
    "The claim (0.9, 1e-5): the calibration is exact.",
    epsilon=0.9,
)


def error(
    run: Run, vectors: SparseVectors, method: ProjectionMechanism, data: Dataset, bound: float
) -> Outcome:
    """Mean of |zhat - zbar|_2^2, at half of the error probability."""
    mean = vectors.mean(data)

    def errors(rng: np.random.Generator, size: int) -> np.ndarray:
        found = method.run(vectors, TrustedCurator(data, rng), trials=size)
        return np.asarray(((found - mean) ** 2).sum(axis=1))

    stream = f"dimension {vectors.d}"
    return mean_is_below(errors, run, bound=bound, share=2, trials=200, stream=stream)


def pure_error(run: Run, *, sparse: float, dense: float) -> Outcome:
    """n eps = 12, d = 1000 for the sparse term, n eps = 20,000, d = 200 for the dense one."""
    one = SparseVectors(d=1000, s=1)
    noisy = ProjectionMechanism.calibrated(one, n=12, epsilon=1.0, onto="l1")
    vertex = one.extremal_pair(12)[1]
    first = error(run, one, noisy, vertex, bound=sparse * noisy.terms(one)[0])
    many = SparseVectors(d=200, s=4)
    exact = ProjectionMechanism.calibrated(many, n=20_000, epsilon=1.0, onto="l1")
    spread = many.checked(many.blocks(run.rng("data"), 20_000))
    second = error(run, many, exact, spread, bound=dense * exact.terms(many)[1])
    return all_of(first, second)


@CLAIM.statistical(
    part="error, pure",
    corner="one vertex: d = 1000, n eps = 12; spread: d = 200, n eps = 20000",
    uses=(),
)
def pure_errors_are_not_above_the_bounds(run: Run, *, dense: float = 1.0) -> Outcome:
    """E |zhat - zbar|^2 <= 4 L^2 s H_d/(n eps) and <= 8 L^2 s d/(n eps)^2."""
    return pure_error(run, sparse=1.0, dense=dense)


@pure_errors_are_not_above_the_bounds.mutant
def the_printed_rate_with_constant_one_is_disputed(run: Run) -> Outcome:
    """s ln d/(n eps) without its constant 4."""
    return pure_error(run, sparse=math.log(1000) / (4 * harmonic(1000)), dense=1.0)


pure_errors_are_not_above_the_bounds.broken(
    "half_of_the_variance_is_disputed",
    "The variance of Laplace noise is 2 sigma^2, not sigma^2.",
    dense=0.5,
)


@CLAIM.statistical(
    part="error, approximate", corner="one vertex: d = 1000, n eps = 32, delta = 1e-5", uses=()
)
def approximate_error_is_not_above_the_bound(run: Run, *, factor: float = 1.0) -> Outcome:
    """E |zhat - zbar|^2 <= 8 L^2 sqrt(s ln(2d) ln(1.25/delta))/(n eps).

    The printed noise at n eps = 32, d = 1000, delta = 1e-5.
    """
    one = SparseVectors(d=1000, s=1)
    method = ProjectionMechanism.calibrated(
        one, n=32, epsilon=1.0, delta=DELTA, rule="printed", onto="l1"
    )
    vertex = one.extremal_pair(32)[1]
    return error(run, one, method, vertex, bound=factor * method.terms(one)[0])


approximate_error_is_not_above_the_bound.broken(
    "the_printed_rate_without_its_constant_is_disputed",
    "The constant is 8; with 1 the bound is exceeded.",
    factor=1 / 8,
)


@CLAIM.statistical(
    part="trivial error", corner="d = 2000, s = 10, n = 5, eps = 1/20: noise alone", uses=()
)
def both_balls_keep_the_error_below_the_diameter(
    run: Run, *, onto: Literal["l1", "both"] = "both"
) -> Outcome:
    """|zhat - zbar|_2 <= 2 L whatever the noise.

    Largest error where the noise swamps everything: n = 5, eps = 1/20, d = 2000, s = 10.
    """
    vectors = SparseVectors(d=2000, s=10)
    method = ProjectionMechanism.calibrated(vectors, n=5, epsilon=0.05, onto=onto)
    rng = run.rng("diameter")
    data = vectors.checked(vectors.draw(rng, 5))
    found = method.run(vectors, TrustedCurator(data, rng), trials=100)
    worst = float(np.sqrt(((found - vectors.mean(data)) ** 2).sum(axis=1)).max())
    decide = holds if worst <= 2 * vectors.radius else fails
    return decide(
        "largest of trials",
        f"largest error {worst:.4g} of 100 runs, 2 L = {2 * vectors.radius:g}",
        grade=Grade.SUPPORTED,
        alpha=run.alpha,
        looks=1,
        power="an error above 2 L in any run is found",
        trust=TRUST,
    )


both_balls_keep_the_error_below_the_diameter.broken(
    "the_l1_ball_alone_does_not", "As printed, the answer is a vertex of size sqrt(s) L.", onto="l1"
)
