"""Algorithm 1 as it runs: its privacy, the noise of its momentum, and its descent.

    m[t] = alpha sum over tiles [y, z] of 1..t of (1 - alpha)^(t - z) (G[y, z] + noise[y, z])

Only nodes that some prefix uses are released, one per iteration.  A record is in at most ceil(T/N)
nodes of each length, with a weight of at most 1 + (1-alpha)^N + ... in a repeated order, and of
1 + (1-alpha)^j + (1-alpha)^(j+N) + ... with fresh orders, j the steps since the last epoch ended.
Two uses in a node of at most N steps count at most four, twice the number of uses.  So with C the
sum of squared weights, sigma = 2 G sqrt(C/(2 rho)) is rho-zCDP for every order that does not look
at the data.

The noise of m[t] has variance alpha^2 sigma^2 sum over the one-bits k of t of
(1-alpha)^(2 (t mod 2^k)), and every path obeys Lemma 5 with its own errors.
"""

from collections.abc import Iterator
from fractions import Fraction

from workbench.algorithms.momentum.normalised import Order
from workbench.algorithms.momentum.tree_momentum import TreeMomentum, heaviest_weight, tree_charge
from workbench.claims import Claim, Outcome, Outcomes, Run, because, broken
from workbench.harness import Case, every_case, examine
from workbench.problems.nonconvex_instances import cosine_problem, linear_problem, reference_points
from workbench.rigor import certify
from workbench.symbolic.text import parse
from workbench_papers.momentum.algorithms import _runs as runs

CLAIM = Claim(
    "momentum.alg1",
    title="Algorithm 1 as it runs: privacy, noise, descent",
    reconstructed=("algorithm", "Algorithm 1; the charge of prefix nodes is not in the paper"),
    statement=r"""\sigma = 2 G \sqrt{C/(2\rho)} \text{ is } \rho\text{-zCDP for any order that does}
        \text{ not depend on the data}, \; C \ge \max_s \sum_{\text{prefix nodes}} w(s)^2; \quad
        \hat m_t - m_t \sim \mathcal{N}\Big( 0, \alpha^2 \sigma^2 \sum_{k : b_k(t) = 1}
        (1-\alpha)^{2 (t \bmod 2^k)} I \Big); \quad \frac1T \sum_t \lVert \nabla F(w_t) \rVert \le
        \frac{F(w_1) - F(w_{T+1})}{\eta T} + \frac{L\eta}{2} + \frac2T \sum_t
        \lVert \hat m_t - \nabla F(w_t) \rVert""",
    hypotheses=r"""C = \sum_{2^k \le T} C_k; \; n_k = \lfloor T/2^k \rfloor - \lfloor T/2^{k+1} \
            \rfloor, \; E = \lceil T/N \rceil
        2^k > N: C_k = \min\{n_k, E\} \max w^2; \; 2^k \le N: C_k = \min\{n_k, E\} \text{ in a \
            repeated order}, \min\{4 n_k, 2E\} \text{ with fresh orders}
        \lVert \nabla f \rVert \le G, \; \nabla f \text{ is } L\text{-Lipschitz, for every record; \
            one record is replaced}""",
    parts=("weights", "charge", "privacy", "noise", "descent"),
    uses=("momentum.thm-10", "momentum.prefix-fenwick", "momentum.noise-variance",
          "momentum.lem-5-sharp"),
)  # fmt: skip

ORDERS: tuple[Order, ...] = ("fixed", "single", "fresh")
RHO, RECORDS, STEPS = 0.5, 6, 27


def weights(code: Order, *, repeated_order: bool) -> Outcome:
    """The weights of the code, for q = 1/2 exact in floating point."""

    def stated(first: int, last: int, n: int, q: Fraction) -> Fraction:
        return Fraction(heaviest_weight(first, last, n=n, decay=float(q), order=code))

    return runs.worst_weights(stated, repeated_order=repeated_order)


@CLAIM.exact(part="weights", corner="all orders and intervals of N <= 3, T = 3N", uses=())
@broken("the_weight_of_a_repeated_order_is_too_small_for_fresh_ones", fresh="fixed")
@because("A record may be last in one epoch and first in the next.")
def no_record_weighs_more_in_any_order(*, fresh: Order = "fresh") -> Outcomes:
    """The weights that the algorithm claims, against all permutations of all epochs."""
    yield weights("fixed", repeated_order=True)
    yield weights(fresh, repeated_order=False)


@CLAIM.exact(part="charge", corner="six pairs (N, T) with N <= 6, all places of a record", uses=())
@broken("two_thirds_of_the_charge_are_too_little", share=Fraction(2, 3))
@because("The charge is not generous by a factor 3/2 everywhere.")
def the_charge_covers_every_place_of_a_record(*, share: Fraction = Fraction(1)) -> Outcome:
    """C is at least the exact maximum, in rational arithmetic.
    The code's charge times `share`, against the maximum over a record's places in the epochs.
    """

    def cases() -> Iterator[tuple[str, bool]]:
        for n, steps in ((1, 6), (2, 9), (3, 12), (4, 16), (5, 14), (6, 4)):
            for order, same in (("fixed", True), ("fresh", False)):
                for alpha in (Fraction(1, 4), Fraction(1, 64)):
                    exact = runs.worst_charge(n, steps, 1 - alpha, repeated_order=same)
                    found = tree_charge(n=n, steps=steps, alpha=float(alpha), order=order)  # type: ignore[arg-type]
                    name = f"N = {n}, T = {steps}, alpha = {alpha}, {order}"
                    yield name, exact <= Fraction(found) * share

    return every_case(cases(), "sum of squared weights of a record")


def method(order: Order, *, rho: float = RHO) -> TreeMomentum:
    """For 6 records and 27 iterations, with L eta N well below G."""
    return TreeMomentum.calibrated(
        linear_problem(d=2), n=RECORDS, steps=STEPS, rho=rho, alpha=1 / RECORDS, eta=0.02,
        order=order,
    )  # fmt: skip


@CLAIM.exact(part="privacy", uses=("momentum.thm-10",))
@broken("with_less_noise_twice_as_much_is_spent", "That sigma spends 2 rho.", factor=4)
def the_stated_noise_spends_the_budget(*, factor: int = 2) -> Outcome:
    """Nodes of sensitivity 2 G w with sum w^2 <= C cost rho, by Theorem 10.
    (2 G)^2 C/(2 sigma^2) at sigma = 2 G sqrt(C/(2 rho)).
    """
    text = f"(2*G)^2*C/(2*(2*G*sqrt(C/({factor}*rho)))^2) = rho"
    return certify(parse(text, where="G, C, rho > 0"))


@examine(CLAIM, accounted="the_accountant_reads_the_budget")
@broken("three_times_the_budget_is_overspent", spent=3.0)
@because("Noise for 3 rho is not accounted as rho.")
def budget(*, spent: float = 1.0) -> tuple[Case, ...]:
    """Linear losses in the plane, N = 6, T = 27, all three orders; one draw of the fresh ones.

    The iterations that run on data are those that are read, with noise for `spent` times rho.
    """
    return tuple(ordered(order=order, spent=spent) for order in ORDERS)


@examine(
    CLAIM, audit="audit_of_fresh_orders_finds_no_violation", order="fresh",
    corner="The extremal pair of linear losses, a permutation per trial and epoch, N = 6, T = 27",
    tight=False,
)  # fmt: skip
@examine(
    CLAIM, audit="audit_of_a_single_order_finds_no_violation", order="single",
    corner="The extremal pair of linear losses, one permutation per trial, N = 6, T = 27",
    caught=("half-scale", "reuse-noise"), tight=False,
)  # fmt: skip
@examine(CLAIM, audit="audit_of_a_fixed_order_finds_no_violation", tight=False)
def ordered(*, order: Order = "fixed", spent: float = 1.0) -> Case:
    """The extremal pair of linear losses, fixed order, N = 6, T = 27.

    The last record is replaced: the log-ratio of the transcript is normal, and the budget nearly
    met.
    """
    made = method(order, rho=spent * RHO)
    return runs.case(made, linear_problem(d=2), n=RECORDS, steps=STEPS, rho=RHO)


@CLAIM.statistical(part="noise", corner="alpha = 0.3, T = 37")
@broken("the_number_of_nodes_alone_is_not_the_variance", decays=False)
@because("Without the weights the variance is too large.")
def the_noise_has_its_closed_form(trial: Run, *, decays: bool = True) -> Outcome:
    """Measured variances of m[t] at each t have the closed form, with weights of nodes or not."""
    alpha = 0.3
    algorithm = TreeMomentum(alpha=alpha, eta=0.1, sigma=2.0, order="fixed")

    def variance(t: int) -> float:
        bits = [k for k in range(t.bit_length()) if t >> k & 1]
        q = 1 - alpha if decays else 1.0
        return (alpha * 2.0) ** 2 * sum(q ** (2 * (t % 2**k)) for k in bits)

    return runs.noise_variances(algorithm, trial, n=5, steps=37, variance=variance)


@CLAIM.statistical(part="descent", corner="the cosine instance, 20 runs")
@broken("without_the_errors_the_bound_fails", errors=0.0)
@because("Gain and step length alone do not bound the gradients of a noisy run.")
def every_run_obeys_the_descent_lemma(trial: Run, *, errors: float = 2.0) -> Outcome:
    """The mean gradient norm of a run against its own gain and errors.
    The cosine instance, 16 records in the plane, 8 epochs.
    """
    problem = cosine_problem(d=2)
    eta, n = 0.05, 16
    algorithm = TreeMomentum(alpha=1 / n, eta=eta, sigma=1.0, order="fresh")
    dataset = problem.dataset(reference_points())
    return runs.descends(algorithm, problem, dataset, trial, eta=eta, steps=8 * n, errors=errors)
