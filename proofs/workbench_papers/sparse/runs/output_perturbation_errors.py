"""Output perturbation, run: its excess loss against the explicit bounds, term by term.

    F(answer) - F(x*) <= lam/2 D^2 + L sqrt(s) E |answer - x_lam|_inf

Each term is met within a small factor somewhere: the regulariser by linear losses with
|zbar| = lam D/2 and hardly any noise, where the excess is lam D^2/4; the noise by a logistic loss
of one variable and so much noise that the loss is a straight line on either side.  On embeddings
(d = 300) the bound holds and says little: the origin is already better than what it promises.
"""

import numpy as np

from workbench.algorithms.parts.vector_noise import VectorNoise
from workbench.algorithms.sparse.output_perturbation import OutputPerturbation, best_lam
from workbench.claims import Claim, because, broken
from workbench.harness import Case, examine
from workbench.privacy import Dataset
from workbench.problems import SparseProblem, embedding_logistic, sparse_linear

PURE = Claim(
    "sparse.outpert-pure.runs",
    title="Output perturbation with Laplace noise, run: excess against the bound",
    ours=("algorithm", "Output Perturbation, Table 2 row 3 with explicit constants"),
    statement=r"""\mathbb{E} F_S(\tilde x) - F_S(x^\ast) \le \frac{\lambda D^2}{2}
        + L \sqrt{s} \, \sigma H_d, \qquad \lVert x^\ast \rVert_2 \le D""",
    hypotheses=r"""\text{as in } \texttt{sparse.outpert-pure}; \; x_\lambda \text{ over } \
            \mathbb{R}^d""",
    uses=("sparse.outpert-pure", "sparse.outpert.runs"),
    note="Instances only; the excess is taken over a proven lower bound of the minimum.",
)
APPROXIMATE = Claim(
    "sparse.outpert-approx.runs",
    title="Output perturbation with normal noise over a ball, run: excess against the bound",
    ours=("algorithm", "Output Perturbation, Table 2 row 1 with explicit constants"),
    statement=r"""\mathbb{E} F_S(\hat x) - F_S(x^\ast) \le \frac{\lambda D^2}{2}
        + 2 L \sqrt{s} \, \sigma \sqrt{2 \ln(2d)}, \qquad \lVert x^\ast \rVert_2 \le D""",
    hypotheses=r"\text{as in } \texttt{sparse.outpert-approx}; \; \mathcal{X} = B_2(0, D)",
    uses=("sparse.outpert-approx", "sparse.outpert.runs"),
    note=PURE.note,
)

DELTA = 1e-5


def least(problem: SparseProblem, data: Dataset, radius: float) -> float:
    """A lower bound on min F over the ball, from the minimiser with a tiny lam.
    F >= F(x) + lam/2 |x|^2 - lam/2 radius^2 - (its own excess); the excess of a point at distance e
    is at most 2 L e.
    """
    lam = 1e-6
    near = problem.minimise(data, lam=lam, radius=radius, accuracy=1e-2)
    value = float(problem.objective(near.x[None], data)[0]) + lam / 2 * float(near.x @ near.x)
    return value - lam / 2 * radius**2 - 2 * (problem.lipschitz + lam * radius) * near.distance


def excess(
    problem: SparseProblem, data: Dataset, method: OutputPerturbation, *, trials: int
) -> Case:
    """The excess over D = 1, and the two terms of its bound."""
    floor, ridge = least(problem, data, 1.0), method.lam / 2
    noise = method.bound(problem, n=data.n, distance=1.0) - ridge
    return Case(
        method, problem, n=data.n, data=data, error=lambda x: problem.objective(x, data) - floor,
        terms={"regulariser": ridge, "noise": noise}, start=np.zeros(problem.dimension),
        trials=trials,
    )  # fmt: skip


def light(radius: float | None) -> tuple[SparseProblem, Dataset, OutputPerturbation]:
    """Linear losses, all records z with |z| = 1, lam = 2, n = 1000: |zbar| = lam/2."""
    problem = sparse_linear(d=10, s=2)
    delta = 0.0 if radius is None else DELTA
    method = OutputPerturbation.calibrated(
        problem, n=1000, lam=2.0, epsilon=1.0, delta=delta, radius=radius
    )
    return problem, problem.extremal_pair(1000)[1], method


def heavy(radius: float | None) -> tuple[SparseProblem, Dataset, OutputPerturbation]:
    """Logistic loss of one variable with both labels alike, and noise of scale 20 (1/2 in a ball).
    Over a ball the losses are linear: the logistic loss is too flat there.
    """
    if radius is None:
        problem = embedding_logistic(d=1, s=1)
        data = problem.vectors.dataset(np.zeros((10, 1)), np.array([[1.0], [-1.0]] * 5))
        return problem, data, OutputPerturbation(
            lam=1.0, noise=VectorNoise(law="laplace", scale=20.0)
        )  # fmt: skip
    problem = sparse_linear(d=1, s=1)
    noise = VectorNoise(law="gaussian", scale=0.5)
    method = OutputPerturbation(lam=0.01, noise=noise, radius=radius)
    return problem, problem.extremal_pair(10)[1], method


@examine(
    APPROXIMATE,
    errors="mean_excess_over_a_ball_is_not_above_the_bound",
    radius=1.0,
    corner="Linear losses: d = 10; d = 1, sigma = 1/2; D = 1; the projection may double the noise,"
    " so its term has a factor of two",
)
@broken("over_a_ball_the_regulariser_costs_something", terms={"regulariser": 0.125})
@because("An eighth of lam D^2/2.")
@broken("over_a_ball_the_noise_costs_something", terms={"noise": 0.1})
@because("A tenth of 2 L sqrt(s) sigma sqrt(2 ln(2d)).")
@examine(PURE, errors="mean_excess_is_not_above_the_bound")
@broken("the_regulariser_costs_something", "An eighth of lam D^2/2.", terms={"regulariser": 0.125})
@broken("the_noise_costs_something", "A quarter of L sqrt(s) sigma H_d.", terms={"noise": 0.25})
def both_terms(*, radius: float | None = None) -> tuple[Case, Case]:
    """Linear losses, d = 10; logistic, d = 1, scale 20; D = 1.

    Regulariser and noise, each where it is all there is.
    """
    return excess(*light(radius), trials=100), excess(*heavy(radius), trials=1000)


@examine(
    APPROXIMATE, errors="embeddings_in_a_ball_stay_below_the_bound", radius=1.0,
    corner="Embeddings, d = 300, s = 3, n = 5000, (1, 1e-5), D = 1, the least normal noise",
)  # fmt: skip
@broken("a_twentieth_of_it_in_a_ball", terms={"regulariser": 1 / 20, "noise": 1 / 20})
@because("The bound is loose, but by less.")
@examine(PURE, errors="embeddings_stay_below_the_bound")
@broken("a_twentieth_of_the_bound_is_disputed", terms={"regulariser": 1 / 20, "noise": 1 / 20})
@because("The bound is loose, but by less.")
def embeddings(*, radius: float | None = None) -> Case:
    """Embeddings, d = 300, s = 3, n = 5000, eps = 1, D = 1.

    By the sharper rule, with lam as the bound for normal noise wants it; the origin stays below as
    well.
    """
    problem = embedding_logistic(d=300, s=3)
    data = problem.sample(np.random.default_rng(0), 5000)
    lam = best_lam(problem, n=5000, epsilon=1.0, delta=DELTA, distance=1.0)
    delta = 0.0 if radius is None else DELTA
    method = OutputPerturbation.calibrated(
        problem, n=5000, lam=lam, epsilon=1.0, delta=delta, radius=radius, l1_rule="sharp"
    )
    return excess(problem, data, method, trials=40)
