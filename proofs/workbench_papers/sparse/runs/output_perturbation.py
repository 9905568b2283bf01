"""Output perturbation, run: what it costs, and what attacks see, the constrained one included.

Linear losses attain the l2 sensitivity 2 L/(lam n) and, with H = 0, the sharper l1 sensitivity
2 sqrt(s) L/(lam n): there an attack reaches the whole claim.  The same losses over a Euclidean ball
move the minimiser almost four times further in l1 norm than the printed bound allows, in R^101.
"""

from dataclasses import replace
from functools import cache

import numpy as np

from workbench.algorithms.sparse.output_perturbation import L1Rule, OutputPerturbation
from workbench.claims import Claim, Figure, because, broken
from workbench.harness import Case, DatasetPair, examine
from workbench.problems import SparseProblem, embedding_logistic, sparse_linear

CLAIM = Claim(
    "sparse.outpert.runs",
    title="Output perturbation, run: accounted and attacked",
    ours=("algorithm", "Output Perturbation with l_inf projection; the sharper l1 rule is ours"),
    statement=r"""\begin{gathered}
        \tilde x = x_\lambda(S) + \xi \text{ is } \epsilon\text{-DP for }
        \sigma = \frac{2 \sqrt{2s} L}{\lambda n \epsilon} \Big(\frac{2H}{\lambda} + 1\Big)
        \text{ and for } \sigma = \frac{\sqrt{s} L}{\lambda n \epsilon}
        \Big(\sqrt{\frac{2H}{\lambda}} + 2\Big), \; x_\lambda \text{ over } \mathbb{R}^d; \\
        \text{for } \sigma = \frac{2 \sqrt{d} L}{\lambda n \epsilon}, \; x_\lambda
        \text{ over any ball}; \\
        (\epsilon, \delta)\text{-DP for } \sigma^2 = \frac{8 L^2 \ln(1.25/\delta)}
        {(\lambda n \epsilon)^2}, \; x_\lambda \text{ over any ball}
        \end{gathered}""",
    hypotheses=r"""\text{as in } \texttt{sparse.outpert}; \; \text{one record replaced}
        \text{minimiser computed up to } 10^{-6} L/(\lambda n), \text{ which } \sigma \text{ pays \
            for}""",
    parts=("pure", "constrained", "approximate"),
    uses=("sparse.outpert", "sparse.erm-l2-sens", "sparse.erm-l1-sens", "sparse.erm-l1-sens-sharp",
          "sparse.erm-l1-constrained.repaired", "sparse.outpert.tolerance"),
    note="Instances only.",
)  # fmt: skip

DELTA = 1e-5


def louder(method: OutputPerturbation, noise: float) -> OutputPerturbation:
    """The method with `noise` times its noise."""
    scale = noise * method.noise.scale
    return replace(method, noise=replace(method.noise, scale=scale), check=False)


@examine(
    CLAIM, accounted="accountant_reads_delta", part="approximate", delta=DELTA, radius=1.0,
    corner="Logistic loss over a ball of radius 1, d = 300, n = 5000, (1, 1e-5), printed noise",
)  # fmt: skip
@broken("noise_for_one_of_the_two_records_overspends", noise=0.5)
@because("2 in place of 8: the sensitivity L/(lam n).")
@examine(
    CLAIM,
    accounted="accountant_reads_epsilon_by_the_sharper_rule",
    part="pure",
    rule="sharp",
    corner="Logistic loss, d = 300, n = 5000, lam = 1/20, eps = 1; less than a fifth"
    " of the printed noise",
)
@broken("half_of_the_noise_overspends", noise=0.5)
@because("A forgotten factor of two for replacing a record.")
@examine(CLAIM, accounted="accountant_reads_epsilon_by_the_printed_rule", part="pure")
@broken("noise_without_the_smoothness_term_overspends", "2 H/lam + 1 = 11 forgotten.", noise=1 / 11)
def budget(
    *, noise: float = 1.0, rule: L1Rule = "printed", delta: float = 0.0, radius: float | None = None
) -> Case:
    """Logistic loss, d = 300, s = 3, n = 5000, lam = 1/20, eps = 1.

    One release of the minimiser, with `noise` times the noise.
    """
    problem = embedding_logistic(d=300, s=3)
    found = OutputPerturbation.calibrated(
        problem, n=5000, lam=0.05, epsilon=1.0, delta=delta, radius=radius,
        rule="printed" if delta else "exact", l1_rule=rule,
    )  # fmt: skip
    method = louder(found, noise)
    return Case(
        method, problem, n=5000, epsilon=1.0, delta=delta,
        more=(Figure("scale of the noise", method.noise.scale),),
    )  # fmt: skip


def released(
    problem: SparseProblem, pair: DatasetPair, *, delta: float = 0.0, radius: float | None = None,
    rule: L1Rule = "sharp",
) -> Case:  # fmt: skip
    """The minimiser of two neighbours, lam = 1/2, eps = 1; whether the rule holds or not."""
    free = OutputPerturbation.calibrated(
        problem, n=pair[0].n, lam=0.5, epsilon=1.0, delta=delta, l1_rule=rule
    )
    method = replace(free, radius=radius, check=False)
    return Case(method, problem, n=pair[0].n, pair=pair, epsilon=1.0, delta=delta)


@examine(CLAIM, audit=True, part="pure")
@broken("audit_refutes_nine_tenths_of_the_loss", "The pair loses more than 0.9.", share=0.9)
def opposite() -> Case:
    """Linear losses, d = 40, s = 4, n = 50, a record against its negative.

    H = 0: the sharper rule is attained, but for what the solver's error is paid.
    """
    problem = sparse_linear(d=40, s=4)
    return released(problem, problem.extremal_pair(50))


@cache
def crowded() -> tuple[SparseProblem, DatasetPair, float]:
    """The dimension is
    d = 101: ten records -e_1 and one -e_j for each other j; the radius of the ball.
    One of the ten becomes e_1, and the ball cuts off two hundredths of the second minimiser.
    """
    problem = sparse_linear(d=101, s=1)
    where = np.concatenate([np.zeros(10), np.arange(1, 101)])
    first = problem.vectors.dataset(where[:, None], -np.ones((110, 1)))
    second = first.replace(0, [0.0, 1.0])
    size = float(np.linalg.norm(problem.vectors.mean(second)))
    return problem, (first, second), 0.98 * size / 0.5


@examine(
    CLAIM, audit="normal_noise_may_have_a_ball", part="approximate", delta=DELTA, tight=False,
    rule="sharp",
    corner="Linear losses over a ball, d = 101, (1, 1e-5), the pair that breaks Laplace noise",
)  # fmt: skip
@examine(CLAIM, audit="the_euclidean_rule_covers_the_ball", part="constrained", tight=False)
@examine(
    CLAIM, audit="audit_of_the_free_minimiser_finds_no_violation", part="pure", ball=False,
    rule="sharp", tight=False,
    corner="Linear losses, d = 101, n = 110, one pair, the minimiser over R^d",
)  # fmt: skip
@broken("a_ball_around_the_minimiser_loses_five_times_as_much", ball=True)
@because("With the same noise and the minimiser over |x|_2 <= R the l1 sensitivity does not hold.")
def cut(*, ball: bool = True, rule: L1Rule = "euclidean", delta: float = 0.0) -> Case:
    """Linear losses, d = 101, n = 110, one pair, the minimiser over |x|_2 <= R.

    Laplace noise for 2 sqrt(d) L/(lam n).
    """
    problem, pair, radius = crowded()
    return released(problem, pair, delta=delta, radius=radius if ball else None, rule=rule)


@examine(
    CLAIM, audit="audit_of_the_logistic_minimiser_finds_no_violation", part="pure", caught=(),
    tight=False,
)  # fmt: skip
@broken("a_twentieth_of_the_loss_is_refuted", "The pair loses more than 1/20.", share=0.05)
def random() -> Case:
    """Logistic loss, d = 300, n = 200, a random pair.

    A minimiser without a closed form, and its claimed sensitivity checked on the pair.
    """
    problem = embedding_logistic(d=300, s=3)
    return released(problem, problem.random_pair(np.random.default_rng(0), 200))
