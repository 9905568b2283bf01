"""Gaussian l1-recovery, run: what clipping buys, and where the equality decoder stops working.

With ten measurements some sparse vector is stretched by a factor of three.  An attack that looks
for it finds more loss than the printed noise allows; with every A z_i clipped to 3/2 radius the
same attack finds nothing.  The recovery error has no bound with explicit constants; what the
decoder over the l1 ball leaves of A (answer - mean) has one, and is measured against it.
"""

from functools import cache
from typing import Any, Literal

import numpy as np

from workbench.algorithms.parts.vector_noise import VectorNoise
from workbench.algorithms.sparse.l1_recovery import L1Recovery, enough_measurements
from workbench.claims import Claim, Figure, Outcome, Run, because, broken, inconclusive
from workbench.harness import TRUST, Case, decided, error_level, examine
from workbench.privacy import Dataset, TrustedCurator, classical_sigma
from workbench.privacy.confidence import clopper_pearson_lower, clopper_pearson_upper
from workbench.problems import SparseVectors

CLAIM = Claim(
    "sparse.cs-mech.runs",
    title="l1-recovery, run: accounted, attacked along its worst direction, and decoded",
    ours=("algorithm", "Algorithm: Gaussian l1-Recovery; clipping and the second decoder are ours"),
    statement=r"""\begin{gathered}
        \sigma^2 \ge \frac{18 L^2 \ln(1.25/\delta)}{(n \epsilon)^2}, \;
        b = \frac1n \sum_i \operatorname{clip}_{3L/2}(A z_i) + \xi
        \text{ is } (\epsilon, \delta)\text{-DP for every } A; \\
        \mathbb{E} \lVert A (\hat z - \bar z) \rVert_2^2 \le 2 L \sqrt{s} \, \sigma
        \max_j \lVert A e_j \rVert_2 \sqrt{2 \ln(2d)} + \text{decoder}; \\
        m = \tfrac{2}{3} d, \; A z = b: \text{ worse than } \bar z + \xi
        \end{gathered}""",
    hypotheses=r"""\text{as in } \texttt{sparse.cs-mech}; \; \text{one record replaced}
        \text{error: } \hat z = \arg\min_{\lVert z \rVert_1 \le L \sqrt{s}} \lVert A z - b \
            \rVert_2, \text{ nothing clipped}""",
    parts=("privacy", "worst direction", "measured error", "range of m"),
    uses=("sparse.cs-mech", "sparse.cs-mech.clipped", "sparse.proj-error"),
    note="Instances only.",
)

DELTA = 1e-5
FEW = SparseVectors(d=2000, s=5)


@examine(CLAIM, accounted="accountant_reads_half_of_delta")
@broken("noise_for_the_mean_itself_overspends", noise=1 / 1.5)
@because("8 in place of 18: the gain of 3/2 is forgotten.")
def budget(*, noise: float = 1.0) -> Case:
    """Dimension d = 10^4, s = 5, n = 358, m = 650, (1, 5e-6), printed noise.

    One normal release of l2 sensitivity 3 L/n, from as many measurements as the gain needs: half of
    delta is left; `noise` times the noise.
    """
    vectors = SparseVectors(d=10_000, s=5)
    found = L1Recovery.calibrated(
        vectors, np.random.default_rng(0), n=358, epsilon=1.0, delta=DELTA, m=650, rule="printed"
    )
    scale = noise * found.noise.scale
    method = L1Recovery(matrix=found.matrix, noise=VectorNoise(law="gaussian", scale=scale))
    needed = enough_measurements(vectors, delta=DELTA)
    return Case(
        method, vectors, n=358, epsilon=1.0, delta=DELTA / 2,
        more=(Figure("measurements that the gain needs", needed),),
    )  # fmt: skip


@cache
def stretched(clip: bool) -> tuple[L1Recovery, tuple[Dataset, Dataset]]:
    """Ten measurements, and two records along the sparse direction that gains the most."""
    rng = np.random.default_rng(1)
    method = L1Recovery.calibrated(
        FEW, rng, n=20, epsilon=1.0, delta=DELTA, m=10, rule="printed", clip=clip, check=False
    )
    best = max((steepest(method.matrix, FEW.s, rng) for _ in range(50)), key=lambda found: found[0])
    where, what = best[1], best[2] * (1 - 2.0**-40)
    second = FEW.checked(np.tile(np.append(where, what), (20, 1)))
    return method, (second.replace(0, np.append(where, -what)), second)


def steepest(
    matrix: np.ndarray, s: int, rng: np.random.Generator
) -> tuple[float, np.ndarray, np.ndarray]:
    """A local maximum of |A u| over s-sparse unit vectors: gain, positions, values."""
    v = rng.standard_normal(len(matrix))
    for _ in range(30):
        where = np.sort(np.argpartition(-np.abs(v @ matrix), s)[:s])
        _left, sizes, right = np.linalg.svd(matrix[:, where], full_matrices=False)
        v = matrix[:, where] @ right[0]
    return float(sizes[0]), where.astype(np.float64), right[0]


@examine(CLAIM, audit="clipped_measurements_survive_the_attack", part="worst direction")
@broken("without_clipping_ten_measurements_lose_more", clip=False)
@because("As printed: a gain of three where 3/2 is assumed.")
def worst(*, clip: bool = True) -> Case:
    """Dimension d = 2000, s = 5, m = 10, n = 20, (1, 1e-5), one matrix.

    The record of largest gain against its negative, at the printed noise.
    """
    method, pair = stretched(clip)
    return Case(
        pair=pair, epsilon=1.0, delta=DELTA,
        runs=lambda curator, trials: method.measure(FEW, curator, trials=trials),
    )  # fmt: skip


@examine(CLAIM, errors="measured_error_is_not_above_the_bound", part="measured error")
@broken(
    "the_noise_of_one_coordinate_is_not_enough",
    terms={"noise": 1 / (2 * np.sqrt(2 * np.log(1200)))},
)
@because("L sqrt(s) sigma: without the largest of d coordinates, and R for 2 R.")
def vertex() -> Case:
    """One vertex, d = 600, s = 1, m = 150, n eps = 30, ball decoder.

    E |A (zhat - zbar)|^2 for the decoder that knows the l1 radius.
    """
    vectors = SparseVectors(d=600, s=1)
    method = L1Recovery.calibrated(
        vectors, np.random.default_rng(0), n=30, epsilon=1.0, delta=DELTA, m=150, check=False
    )
    data = vectors.extremal_pair(30)[1]
    mean = vectors.mean(data)
    images = np.linalg.norm(method.matrix[:, 0])
    assert images <= 1.5, "the record is clipped, and the bound says nothing"
    return Case(
        method, vectors, n=30, data=data, terms={"noise": method.bound(vectors)}, trials=200,
        error=lambda found: np.asarray((((found - mean) @ method.matrix.T) ** 2).sum(axis=1)),
    )  # fmt: skip


@CLAIM.statistical(part="range of m", corner="d = 600, s = 2, random signs, n eps = 400", uses=())
@broken("a_decoder_that_knows_the_radius_does_not", decoder="ball")
@because("min |A z - b| over the l1 ball.")
def above_a_quarter_of_d_the_equality_decoder_loses_to_plain_noise(
    run: Run, *, decoder: Literal["equality", "ball"] = "equality"
) -> Outcome:
    """The printed m = 398 > d/4: the error is twice that of d noisy coordinates.
    P(recovery error > error of the mean with normal noise, not projected), n eps = 400.
    """
    vectors, rng, pairs = SparseVectors(d=600, s=2), run.rng("recovery"), 30
    data = vectors.checked(vectors.draw(rng, 400))
    mean, curator = vectors.mean(data), TrustedCurator(data, rng)
    method = L1Recovery.calibrated(
        vectors, rng, n=400, epsilon=1.0, delta=DELTA, rule="printed", decoder=decoder, check=False
    )
    b = method.measure(vectors, curator, trials=pairs)
    recovered = np.linalg.norm(method.decode(vectors, b, tolerance=1e-2) - mean, axis=1)
    moved = vectors.sensitivity(400, norm="l2")
    sigma = classical_sigma(1.0, DELTA, sensitivity=moved)
    plain = curator.gaussian(vectors.query(pairs), sigma=sigma, sensitivity=moved)
    noisy = np.linalg.norm(plain - mean, axis=1)
    hits = int((recovered > noisy).sum())
    low, high = (
        bound(hits, pairs, alpha=error_level(run, 2))
        for bound in (clopper_pearson_lower, clopper_pearson_upper)
    )
    text = f"worse in {hits} of {pairs} runs: with a chance in [{low:.3g}, {high:.3g}]"
    common: dict[str, Any] = {
        "figures": (
            Figure("measurements", len(method.matrix)),
            Figure("mean error of the recovery", float(recovered.mean())),
            Figure("mean error of plain noise", float(noisy.mean())),
        ),
        "alpha": run.alpha,
        "looks": 2,
        "power": f"{pairs} hits of {pairs} decide, up to an error level of 1e-8",
        "trust": TRUST,
    }
    if low <= 0.5 <= high:
        return inconclusive("Clopper-Pearson", f"{text}; more runs", **common)
    return decided(low > 0.5, "Clopper-Pearson", text, **common)
