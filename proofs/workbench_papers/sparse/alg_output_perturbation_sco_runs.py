"""Output perturbation, run on fresh samples: its excess over the law that they come from.

    E F_D(answer) - F_D(x*) <= (bound for the sample) + 2 L^2/(lam n)

The last term is uniform stability.  Linear losses with random signs have F_D = 0 and a minimiser
with F_S(x_lam) = -|zbar|^2/lam, so the sample flatters it by exactly L^2/(lam n): half of the term.
"""

from collections.abc import Callable

import numpy as np

from workbench.algorithms.sparse.output_perturbation import OutputPerturbation
from workbench.claims import Claim, Figure, Outcome, Run
from workbench.harness import mean_is_below
from workbench.privacy import TrustedCurator
from workbench.problems import sparse_linear

CLAIM = Claim(
    "sparse.outpert-sco.runs",
    kind="algorithm",
    title="Output perturbation, run on fresh samples: excess over their law",
    source="Output Perturbation, Table 2 row 2 with explicit constants",
    provenance="ours",
    statement=r"""\begin{gathered}
        \mathbb{E}[F_{\mathcal{D}}(x_\lambda) - F_S(x_\lambda)] \le \frac{2 L^2}{\lambda n}; \\
        \mathbb{E} F_{\mathcal{D}}(\hat x) - F_{\mathcal{D}}(x^\ast) \le \frac{\lambda D^2}{2}
        + 2 L \sqrt{s} \, \sigma \sqrt{2 \ln(2d)} + \frac{2 L^2}{\lambda n}
        \end{gathered}""",
    hypotheses=(
        r"\text{as in } \texttt{sparse.outpert-sco}; \; \mathcal{X} = B_2(0, D),"
        r" \; \lVert x^\ast \rVert_2 \le D",
    ),
    parts=("stability", "excess"),
    uses=("sparse.outpert-sco", "sparse.outpert.runs"),
    note="Instances only.",
)

PROBLEM = sparse_linear(d=10, s=2)
RECORDS, LAM = 40, 0.5


@CLAIM.statistical(part="stability", corner="linear losses, d = 10, n = 40, random signs", uses=())
def the_sample_flatters_by_less_than_stability_allows(run: Run, *, factor: float = 1.0) -> Outcome:
    """2 L^2/(lam n).

    F_D(x_lam) - F_S(x_lam) = |zbar|^2/lam for random signs; 400 samples of 40 records.
    """

    def errors(rng: np.random.Generator, size: int) -> np.ndarray:
        found = []
        for _ in range(size):
            data = PROBLEM.vectors.checked(PROBLEM.vectors.draw(rng, RECORDS))
            x = PROBLEM.minimise(data, lam=LAM, accuracy=1e-9).x
            found.append(-PROBLEM.objective(x[None], data)[0])
        return np.array(found)

    bound = factor * 2 * PROBLEM.lipschitz**2 / (LAM * RECORDS)
    return mean_is_below(errors, run, bound=bound, trials=400)


the_sample_flatters_by_less_than_stability_allows.broken(
    "a_third_of_it_is_disputed", "L^2/(lam n) is what the sample really adds.", factor=1 / 3
)


@CLAIM.statistical(part="excess", corner="linear losses, d = 2, n = 200, (1, 1e-3), D = 1", uses=())
def excess_over_the_law_is_not_above_the_bound(
    run: Run,
    *,
    total: Callable[[float, float, float], float] = lambda ridge, noise, stable: (
        ridge + noise + stable
    ),
) -> Outcome:
    """F_D(answer) + D |E z|, each run on a sample of its own.

    Nine of ten labels are 1, n = 200, (1, 1e-3); `total` of regulariser, noise, stability.

    |E z| = 4/5 and lam = 8/5: without noise the answer has length 1/2, and the excess is 2/5.
    """
    problem, n, lam = sparse_linear(d=2, s=2), 200, 1.6
    method = OutputPerturbation.calibrated(
        problem, n=n, lam=lam, epsilon=1.0, delta=1e-3, radius=1.0
    )
    mean = np.full(2, 0.8 / np.sqrt(2))

    def errors(rng: np.random.Generator, size: int) -> np.ndarray:
        found = []
        for _ in range(size):
            curator = TrustedCurator(problem.sample(rng, n, positive=0.9), rng)
            found.append(method.run(problem, curator)[0] @ mean)
        return np.array(found) + np.linalg.norm(mean)

    ridge, stable = lam / 2, 2 * problem.lipschitz**2 / (lam * n)
    noise = method.bound(problem, n=n, distance=1.0) - ridge
    terms = {"regulariser": ridge, "noise": noise, "stability": stable}
    more = tuple(Figure(f"term of the {name}", term) for name, term in terms.items())
    return mean_is_below(
        errors, run, bound=total(ridge, noise, stable), trials=100,
        more=(*more, Figure("excess of the origin", 0.8)),
    )  # fmt: skip


excess_over_the_law_is_not_above_the_bound.broken(
    "noise_and_stability_alone_are_disputed",
    "The regulariser is not for nothing.",
    total=lambda ridge, noise, stable: noise + stable,
)
