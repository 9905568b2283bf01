"""The projection mechanism, run: what it costs, what an attack sees, and its error.

Both terms of the error bound are nearly met.  With little noise nothing is projected away, and the
error is the noise: the dense term.  With much noise and all records at one vertex of the l1 ball
the answer is pulled to other vertices: the sparse term, within a factor of three.
"""

import math
from dataclasses import replace
from typing import Literal

import numpy as np

from workbench.algorithms.parts.vector_noise import VectorNoise, harmonic
from workbench.algorithms.sparse.projection_mechanism import ProjectionMechanism
from workbench.claims import Claim, Outcome, Run, because, broken
from workbench.harness import Case, decided, examine
from workbench.privacy import Dataset, TrustedCurator, classical_sigma
from workbench.problems import SparseVectors

CLAIM = Claim(
    "sparse.proj-mech.runs",
    title="Projection mechanism, run: accounted, attacked, and its error against the bounds",
    ours=("algorithm",
          "Algorithm: Projection Mechanism; Table 1, upper bounds with explicit constants"),
    statement=r"""\begin{gathered}
        \sigma = \frac{2 L \sqrt{s}}{n \epsilon} \text{ is } \epsilon\text{-DP}, \quad
        \sigma^2 = \frac{8 L^2 \ln(1.25/\delta)}{(n \epsilon)^2}
        \text{ is } (\epsilon, \delta)\text{-DP}; \\
        \mathbb{E} \lVert \hat z - \bar z \rVert_2^2 \le \min\{ 2 L \sqrt{s} \,
        \mathbb{E} \lVert \xi \rVert_\infty, \mathbb{E} \lVert \xi \rVert_2^2 \}; \quad
        \lVert \hat z - \bar z \rVert_2 \le 2 L
        \text{ if } \hat z = \Pi_{B_1 \cap B_2}(\bar z + \xi)
        \end{gathered}""",
    hypotheses=r"\text{as in } \texttt{sparse.proj-mech}; \; \text{one record replaced}",
    parts=("pure", "approximate", "error, pure", "error, approximate", "trivial error"),
    uses=("sparse.proj-mech", "sparse.me-ub-pure.repaired", "sparse.me-ub-approx"),
    note="Instances only.",
)  # fmt: skip

DELTA = 1e-5


@examine(
    CLAIM, accounted="accountant_reads_delta", part="approximate", delta=DELTA,
    corner="Sparse vectors, d = 1000, n = 200, eps = 1, delta = 1e-5, printed normal noise",
)  # fmt: skip
@broken("the_printed_noise_is_too_small_at_epsilon_ten", epsilon=10.0)
@because("Beyond the range of the classical rule, delta is more than twice 1e-5.")
@examine(CLAIM, accounted="accountant_reads_epsilon", part="pure")
@broken("noise_without_the_root_of_s_overspends", noise=0.5)
@because("sigma = 2 L/(n eps) costs sqrt(s) eps.")
def budget(*, noise: float = 1.0, epsilon: float = 1.0, delta: float = 0.0) -> Case:
    """Sparse vectors, d = 1000, s = 4, n = 200, eps = 1.

    One Laplace release of l1 sensitivity 2 L sqrt(s)/n, or with delta a normal one of l2
    sensitivity 2 L/n at the printed deviation; `noise` times as much noise.
    """
    vectors = SparseVectors(d=1000, s=4)
    law: VectorNoise = ProjectionMechanism.calibrated(vectors, n=200, epsilon=epsilon).noise
    if delta:
        moved = vectors.sensitivity(200, norm="l2")
        law = VectorNoise(law="gaussian", scale=classical_sigma(epsilon, delta, sensitivity=moved))
    method = ProjectionMechanism(noise=replace(law, scale=noise * law.scale))
    return Case(method, vectors, n=200, epsilon=epsilon, delta=delta)


@examine(
    CLAIM, audit="weighted_audit_finds_no_violation", part="approximate", delta=DELTA,
    corner="Sparse vectors, d = 50, n = 20, (1, 1e-5), a record against its negative",
)  # fmt: skip
@broken("weighted_audit_refutes_nine_tenths_of_the_loss", share=0.9)
@because("The claim (0.9, 1e-5): the calibration is exact.")
@examine(CLAIM, audit=True, part="pure")
def opposite(*, delta: float = 0.0) -> Case:
    """Sparse vectors, d = 50, s = 4, n = 20, eps = 1, a record against its negative.

    The least noise for the budget: nearly all of it is lost on this pair.
    """
    vectors = SparseVectors(d=50, s=4)
    method = ProjectionMechanism.calibrated(vectors, n=20, epsilon=1.0, delta=delta)
    return Case(
        method, vectors, n=20, pair=vectors.extremal_pair(20), delta=delta,
        epsilon=1.0 if delta else None,
    )  # fmt: skip


def held(
    vectors: SparseVectors, method: ProjectionMechanism, data: Dataset, terms: dict[str, float]
) -> Case:
    """Mean of |zhat - zbar|_2^2 over 200 runs on one dataset."""
    mean = vectors.mean(data)
    return Case(
        method, vectors, n=data.n, data=data, terms=terms, trials=200,
        error=lambda found: np.asarray(((found - mean) ** 2).sum(axis=1)),
    )  # fmt: skip


@examine(CLAIM, errors="pure_errors_are_not_above_the_bounds", part="error, pure")
@broken("with_constant_one_it_is_disputed", sparse=math.log(1000) / (4 * harmonic(1000)))
@because("s ln d/(n eps) without its constant 4.")
@broken("half_of_the_variance_is_disputed", dense=0.5)
@because("The variance of Laplace noise is 2 sigma^2, not sigma^2.")
def pure(*, sparse: float = 1.0, dense: float = 1.0) -> tuple[Case, Case]:
    """One vertex: d = 1000, n eps = 12; spread: d = 200, n eps = 20000.

    E |zhat - zbar|^2 <= 4 L^2 s H_d/(n eps), the sparse term, and <= 8 L^2 s d/(n eps)^2, the dense
    one, each times its factor.
    """
    one, many = SparseVectors(d=1000, s=1), SparseVectors(d=200, s=4)
    noisy = ProjectionMechanism.calibrated(one, n=12, epsilon=1.0, onto="l1")
    exact = ProjectionMechanism.calibrated(many, n=20_000, epsilon=1.0, onto="l1")
    spread = many.checked(many.blocks(np.random.default_rng(0), 20_000))
    return (held(one, noisy, one.extremal_pair(12)[1], {"sparse": sparse * noisy.terms(one)[0]}),
            held(many, exact, spread, {"dense": dense * exact.terms(many)[1]}))  # fmt: skip


@examine(CLAIM, errors="approximate_error_is_not_above_the_bound", part="error, approximate")
@broken("the_printed_rate_without_its_constant_is_disputed", terms={"sparse": 1 / 8})
@because("The constant is 8; with 1 the bound is exceeded.")
def approximate() -> Case:
    """One vertex: d = 1000, n eps = 32, delta = 1e-5, printed noise.

    E |zhat - zbar|^2 <= 8 L^2 sqrt(s ln(2d) ln(1.25/delta))/(n eps).
    """
    one = SparseVectors(d=1000, s=1)
    method = ProjectionMechanism.calibrated(
        one, n=32, epsilon=1.0, delta=DELTA, rule="printed", onto="l1"
    )
    return held(one, method, one.extremal_pair(32)[1], {"sparse": method.terms(one)[0]})


@CLAIM.statistical(
    part="trivial error", corner="d = 2000, s = 10, n = 5, eps = 1/20: noise alone", uses=()
)
@broken("the_l1_ball_alone_does_not", onto="l1")
@because("As printed, the answer is a vertex of size sqrt(s) L.")
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
    return decided(
        worst <= 2 * vectors.radius, "largest of trials",
        f"largest error {worst:.4g} of 100 runs, 2 L = {2 * vectors.radius:g}", run=run,
        power="an error above 2 L in any run is found",
    )  # fmt: skip
