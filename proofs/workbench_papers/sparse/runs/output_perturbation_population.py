"""Output perturbation, run on fresh samples: its excess over the law that they come from.

    E F_D(answer) - F_D(x*) <= (bound for the sample) + 2 L^2/(lam n)

The last term is uniform stability.  Linear losses with random signs have F_D = 0 and a minimiser
with F_S(x_lam) = -|zbar|^2/lam, so the sample flatters it by exactly L^2/(lam n): half of the term.
"""

import numpy as np

from workbench.algorithms.sparse.output_perturbation import OutputPerturbation
from workbench.claims import Claim, because, broken
from workbench.harness import Case, examine
from workbench.problems import sparse_linear

CLAIM = Claim(
    "sparse.outpert-sco.runs",
    title="Output perturbation, run on fresh samples: excess over their law",
    ours=("algorithm", "Output Perturbation, Table 2 row 2 with explicit constants"),
    statement=r"""\begin{gathered}
        \mathbb{E}[F_{\mathcal{D}}(x_\lambda) - F_S(x_\lambda)] \le \frac{2 L^2}{\lambda n}; \\
        \mathbb{E} F_{\mathcal{D}}(\hat x) - F_{\mathcal{D}}(x^\ast) \le \frac{\lambda D^2}{2}
        + 2 L \sqrt{s} \, \sigma \sqrt{2 \ln(2d)} + \frac{2 L^2}{\lambda n}
        \end{gathered}""",
    hypotheses=r"""\text{as in } \texttt{sparse.outpert-sco}; \; \mathcal{X} = B_2(0, D), \; \
            \lVert x^\ast \rVert_2 \le D""",
    parts=("stability", "excess"),
    uses=("sparse.outpert-sco", "sparse.outpert.runs"),
    note="Instances only.",
)


@examine(CLAIM, errors="the_sample_flatters_by_less_than_stability_allows", part="stability")
@broken("a_third_of_it_is_disputed", terms={"stability": 1 / 3})
@because("L^2/(lam n) is what the sample really adds.")
def flattered() -> Case:
    """Linear losses, d = 10, n = 40, random signs, 400 samples.

    F_D(x_lam) - F_S(x_lam) = |zbar|^2/lam for random signs, against 2 L^2/(lam n).
    """
    problem, n, lam = sparse_linear(d=10, s=2), 40, 0.5

    def errors(rng: np.random.Generator, size: int) -> np.ndarray:
        found = []
        for _ in range(size):
            data = problem.vectors.checked(problem.vectors.draw(rng, n))
            x = problem.minimise(data, lam=lam, accuracy=1e-9).x
            found.append(-problem.objective(x[None], data)[0])
        return np.array(found)

    bound = 2 * problem.lipschitz**2 / (lam * n)
    return Case(errors=errors, terms={"stability": bound}, trials=400)


@examine(CLAIM, errors="excess_over_the_law_is_not_above_the_bound", part="excess")
@broken("noise_and_stability_alone_are_disputed", terms={"regulariser": 0.0})
@because("The regulariser is not for nothing.")
def fresh() -> Case:
    """Linear losses, d = 2, n = 200, (1, 1e-3), D = 1, each run on a sample of its own.

    F_D(answer) + D |E z|: nine of ten labels are 1, |E z| = 4/5 and lam = 8/5.  Without noise the
    answer has length 1/2, and the excess is 2/5.
    """
    problem, n, lam = sparse_linear(d=2, s=2), 200, 1.6
    method = OutputPerturbation.calibrated(
        problem, n=n, lam=lam, epsilon=1.0, delta=1e-3, radius=1.0
    )
    mean = np.full(2, 0.8 / np.sqrt(2))
    ridge = lam / 2
    return Case(
        method, problem, n=n, at_once=False, trials=100, start=np.zeros(2),
        sample=lambda rng, n: problem.sample(rng, n, positive=0.9),
        error=lambda x: x @ mean + np.linalg.norm(mean),
        terms={
            "regulariser": ridge,
            "noise": method.bound(problem, n=n, distance=1.0) - ridge,
            "stability": 2 * problem.lipschitz**2 / (lam * n),
        },
    )  # fmt: skip
