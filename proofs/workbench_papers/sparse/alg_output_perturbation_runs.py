"""Output perturbation, run: what it costs, and what attacks see, the constrained one included.

Linear losses attain the l2 sensitivity 2 L/(lam n) and, with H = 0, the sharper l1 sensitivity
2 sqrt(s) L/(lam n): there an attack reaches the whole claim.  The same losses over a Euclidean ball
move the minimiser almost four times further in l1 norm than the printed bound allows, in R^101.
"""

from dataclasses import replace
from functools import cache

import numpy as np

from workbench.algorithms.parts.vector_noise import VectorNoise
from workbench.algorithms.sparse.output_perturbation import L1Rule, OutputPerturbation
from workbench.claims import Claim, Figure, Outcome, Run
from workbench.harness import accounted, audited
from workbench.privacy import Dataset, Fault
from workbench.problems import SparseProblem, embedding_logistic, sparse_linear

CLAIM = Claim(
    "sparse.outpert.runs",
    kind="algorithm",
    title="Output perturbation, run: accounted and attacked",
    source="Output Perturbation with l_inf projection; the sharper l1 rule is ours",
    provenance="ours",
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
    hypotheses=(
        r"\text{as in } \texttt{sparse.outpert}; \; \text{one record replaced}",
        r"\text{minimiser computed up to } 10^{-6} L/(\lambda n), \text{ which } \sigma"
        r" \text{ pays for}",
    ),
    parts=("pure", "constrained", "approximate"),
    uses=(
        "sparse.outpert",
        "sparse.erm-l2-sens",
        "sparse.erm-l1-sens",
        "sparse.erm-l1-sens-sharp",
        "sparse.erm-l1-constrained.repaired",
        "sparse.outpert.tolerance",
    ),
    note="Instances only.",
)

DELTA = 1e-5
EMBEDDING = embedding_logistic(d=300, s=3)
LINEAR = sparse_linear(d=40, s=4)


def pure_cost(rule: L1Rule, factor: float) -> Outcome:
    """S3: d = 300, s = 3, n = 5000, lam = 1/20; the scale divided by `factor`."""
    method = OutputPerturbation.calibrated(EMBEDDING, n=5000, lam=0.05, epsilon=1.0, l1_rule=rule)
    noise = VectorNoise(law="laplace", scale=method.noise.scale / factor)
    other = OutputPerturbation(lam=0.05, noise=noise, l1_rule=rule)
    return accounted(
        other.cost(EMBEDDING, n=5000), epsilon=1.0, more=(Figure("Laplace scale", noise.scale),)
    )


@CLAIM.exact(part="pure", corner="logistic loss, d = 300, n = 5000, lam = 1/20, eps = 1", uses=())
def accountant_reads_epsilon_by_the_printed_rule(*, factor: float = 1.0) -> Outcome:
    """One Laplace release of the minimiser."""
    return pure_cost("printed", factor)


accountant_reads_epsilon_by_the_printed_rule.broken(
    "noise_without_the_smoothness_term_overspends", "2 H/lam + 1 = 11 forgotten.", factor=11.0
)


@CLAIM.exact(part="pure", corner="logistic loss, d = 300, n = 5000, lam = 1/20, eps = 1", uses=())
def accountant_reads_epsilon_by_the_sharper_rule(*, factor: float = 1.0) -> Outcome:
    """Less than a fifth of the printed noise."""
    return pure_cost("sharp", factor)


accountant_reads_epsilon_by_the_sharper_rule.broken(
    "half_of_the_noise_overspends", "A forgotten factor of two for replacing a record.", factor=2.0
)


@CLAIM.exact(part="approximate", corner="logistic loss over a ball, (1, 1e-5)", uses=())
def accountant_reads_delta(*, factor: float = 1.0) -> Outcome:
    """One normal release of l2 sensitivity 2 L/(lam n).

    The printed normal noise over a ball of radius 1.
    """
    method = OutputPerturbation.calibrated(
        EMBEDDING, n=5000, lam=0.05, epsilon=1.0, delta=DELTA, radius=1.0, rule="printed"
    )
    noise = VectorNoise(law="gaussian", scale=method.noise.scale / factor)
    other = OutputPerturbation(lam=0.05, noise=noise, radius=1.0)
    return accounted(other.cost(EMBEDDING, n=5000), epsilon=1.0, delta=DELTA)


accountant_reads_delta.broken(
    "noise_for_one_of_the_two_records_overspends",
    "2 in place of 8: the sensitivity L/(lam n).",
    factor=2.0,
)


def attack(
    run: Run, problem: SparseProblem, pair: tuple[Dataset, Dataset], share: float,
    fault: Fault | None = None, *, delta: float = 0.0, radius: float | None = None,
    rule: L1Rule = "sharp",
) -> Outcome:  # fmt: skip
    """The minimiser of two neighbours, lam = 1/2, eps = 1; whether the rule holds or not."""
    free = OutputPerturbation.calibrated(
        problem, n=pair[0].n, lam=0.5, epsilon=1.0, delta=delta, l1_rule=rule
    )
    method = replace(free, radius=radius, check=False)
    return audited(
        lambda curator, trials: method.run(problem, curator, trials=trials),
        pair,
        run,
        epsilon=share,
        delta=delta,
        fault=fault,
        trials=3000 if delta else 300,
    )


def linear_pair(run: Run, share: float, fault: Fault | None = None) -> Outcome:
    """A record against its negative."""
    return attack(run, LINEAR, LINEAR.extremal_pair(50), share, fault)


@CLAIM.statistical(part="pure", corner="linear losses, d = 40, s = 4, n = 50, one pair", uses=())
def audit_finds_no_violation(run: Run, *, share: float = 1.0) -> Outcome:
    """H = 0: the sharper rule is attained, but for what the solver's error is paid."""
    return linear_pair(run, share)


@audit_finds_no_violation.mutant
def audit_catches_half_the_noise(run: Run) -> Outcome:
    """Half the scale."""
    return linear_pair(run, 1.0, "half-scale")


audit_finds_no_violation.broken(
    "audit_refutes_nine_tenths_of_the_loss", "The claim 0.9.", share=0.9
)


@cache
def crowded() -> tuple[SparseProblem, tuple[Dataset, Dataset], float]:
    """d = 101: ten records -e_1 and one -e_j for each other j; the radius of the ball.

    One of the ten becomes e_1, and the ball cuts off two hundredths of the second minimiser.
    """
    problem = sparse_linear(d=101, s=1)
    where = np.concatenate([np.zeros(10), np.arange(1, 101)])
    first = problem.vectors.dataset(where[:, None], -np.ones((110, 1)))
    second = first.replace(0, [0.0, 1.0])
    size = float(np.linalg.norm(problem.vectors.mean(second)))
    return problem, (first, second), 0.98 * size / 0.5


@CLAIM.statistical(part="pure", corner="linear losses, d = 101, n = 110, one pair", uses=())
def audit_of_the_free_minimiser_finds_no_violation(run: Run) -> Outcome:
    """Laplace noise, the minimiser over R^d."""
    problem, pair, _radius = crowded()
    return attack(run, problem, pair, 1.0)


@audit_of_the_free_minimiser_finds_no_violation.mutant
def a_ball_around_the_minimiser_loses_five_times_as_much(run: Run) -> Outcome:
    """The same noise, the minimiser over |x|_2 <= R: the l1 sensitivity does not hold."""
    problem, pair, radius = crowded()
    return attack(run, problem, pair, 1.0, radius=radius)


@CLAIM.statistical(part="constrained", corner="linear losses, d = 101, n = 110, a ball", uses=())
def the_euclidean_rule_covers_the_ball(run: Run) -> Outcome:
    """The same pair and ball, with Laplace noise for 2 sqrt(d) L/(lam n)."""
    problem, pair, radius = crowded()
    return attack(run, problem, pair, 1.0, radius=radius, rule="euclidean")


@the_euclidean_rule_covers_the_ball.mutant
def half_of_the_euclidean_rule_does_not(run: Run) -> Outcome:
    """Half the scale."""
    problem, pair, radius = crowded()
    return attack(run, problem, pair, 1.0, "half-scale", radius=radius, rule="euclidean")


@CLAIM.statistical(
    part="approximate", corner="linear losses over a ball, d = 101, (1, 1e-5), one pair", uses=()
)
def normal_noise_may_have_a_ball(run: Run) -> Outcome:
    """The pair that breaks Laplace noise, weighted transcripts."""
    problem, pair, radius = crowded()
    return attack(run, problem, pair, 1.0, delta=DELTA, radius=radius)


@normal_noise_may_have_a_ball.mutant
def half_of_normal_noise_is_caught(run: Run) -> Outcome:
    """Half the standard deviation."""
    problem, pair, radius = crowded()
    return attack(run, problem, pair, 1.0, "half-scale", delta=DELTA, radius=radius)


@CLAIM.statistical(part="pure", corner="logistic loss, d = 300, n = 200, a random pair", uses=())
def audit_of_the_logistic_minimiser_finds_no_violation(run: Run) -> Outcome:
    """A minimiser without a closed form, and its claimed sensitivity checked on the pair."""
    pair = EMBEDDING.random_pair(run.rng("pair"), 200)
    return attack(run, EMBEDDING, pair, 1.0)


@audit_of_the_logistic_minimiser_finds_no_violation.mutant
def a_twentieth_of_the_loss_is_refuted(run: Run) -> Outcome:
    """The pair loses more than 1/20."""
    return attack(run, EMBEDDING, EMBEDDING.random_pair(run.rng("pair"), 200), 0.05)
