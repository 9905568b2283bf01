"""DP-GD: gradient descent on noisy gradients, the baseline of the paper (Section 5).

    x[t+1] = x[t] - alpha (g[t] + eta[t]),    eta[t] ~ Laplace(b)^d

Its privacy is Proposition 3.1.  The paper gives no theorem on its error.  The bound here is ours:
the descent lemma costs alpha (1 - L alpha / 2) |grad F|^2, strong convexity turns that into a
contraction theta = 1 - alpha mu (2 - alpha L), and unrolling gives

    E_T <= theta^T E_0 + (L alpha^2 / 2) sum_t theta^(T - t) E |w_t|^2.
"""

import sympy as sp

from proofs.accel import _trials as trials
from workbench.algorithms import GradientDescent
from workbench.claims import Claim, Outcome, Run
from workbench.convergence import gradient_descent_bound, noise_variances
from workbench.privacy.arrays import Array
from workbench.problems import LogisticRegression, reference_quadratic
from workbench.rigor import induction, inequality
from workbench.symbolic import relation

CLAIM = Claim(
    "accel.alg-dp-gd",
    kind="algorithm",
    title="DP-GD: privacy and error of noisy gradient descent",
    source="Section 5 (the algorithm); the bound is not in the paper",
    provenance="ours",
    statement=r"""\text{DP-GD with }
        b = \frac{S_1}{m \ln\left(1 + \frac{n}{m}(e^{\epsilon/T} - 1)\right)}
        \text{ is } \epsilon\text{-DP, and } E_T \le \theta^T E_0
        + \frac{L \alpha^2}{2} \sum_{t=1}^T \theta^{T-t}\, \sigma_t^2, \quad
        \theta = 1 - \alpha\mu(2 - \alpha L)""",
    hypotheses=(
        r"F \in \mathcal S_{\mu,L}",
        r"0 < \alpha < 2/L",
        r"\operatorname{E}\lVert w_t \rVert^2 \le \sigma_t^2,\ \operatorname{E}[w_t \mid x_t] = 0",
        r"\alpha, m, T, x_0 \text{ do not depend on the data}",
    ),
    parts=("privacy", "one step", "unrolled"),
    uses=("accel.prop-3-1", "accel.problem-class"),
)

alpha, mu, L = sp.symbols("alpha mu L", positive=True)
gap, noise = sp.symbols("E sigma2", nonnegative=True)
gradient2 = sp.Symbol("g2", nonnegative=True)
theta = 1 - alpha * mu * (2 - alpha * L)
STEPS = trials.STEPS


def one_step(contraction: sp.Expr) -> Outcome:
    """E - alpha g2 + L alpha^2/2 (g2 + sigma^2) <= contraction E + L alpha^2/2 sigma^2."""
    # |grad F|^2 = 2 mu E + s with s >= 0 is strong convexity; the cross term has mean zero
    s = sp.Symbol("s", nonnegative=True)
    after = gap - alpha * gradient2 + L * alpha**2 / 2 * (gradient2 + noise)
    claimed = relation(
        after,
        "<=",
        contraction * gap + L * alpha**2 / 2 * noise,
        where=[(alpha, "<=", 2 / L), (gradient2, "=", 2 * mu * gap + s)],
    )
    return inequality(claimed, gap=alpha * (2 - alpha * L) / 2 * s, methods=("sign",))


@CLAIM.exact(part="one step", uses=("accel.problem-class",))
def descent_lemma_and_strong_convexity_contract_the_error() -> Outcome:
    """theta E + (L alpha^2/2) sigma^2 minus the descent bound is alpha (2 - alpha L)/2 s >= 0."""
    return one_step(theta)


@descent_lemma_and_strong_convexity_contract_the_error.mutant
def a_faster_contraction_is_rejected() -> Outcome:
    """The factor 1 - 2 alpha mu, without the loss to smoothness, is false."""
    return one_step(1 - 2 * alpha * mu)


def unrolled(first_power: int) -> Outcome:
    """The recursion E_{t+1} = theta E_t + c v_{t+1} solved for symbolic T."""
    T = sp.Symbol("T", integer=True, nonnegative=True)
    t = sp.Symbol("t", integer=True)
    q, c = sp.symbols("theta c", positive=True)
    E, v = sp.IndexedBase("E", real=True), sp.IndexedBase("v", nonnegative=True)
    closed = q**T * E[0] + c * sp.Sum(q ** (T - t + first_power) * v[t], (t, 1, T))
    rule = {"name": "E", "index": "T", "body": q * E[T] + c * v[T + 1]}
    return induction(relation(E[T], "=", closed), "T", start=0, rules=[rule], factor=q)


@CLAIM.exact(part="unrolled", uses=())
def recursion_unrolls_for_every_number_of_steps() -> Outcome:
    """E_T = theta^T E_0 + c sum_t theta^(T-t) v_t solves E_{t+1} = theta E_t + c v_{t+1}."""
    return unrolled(0)


@recursion_unrolls_for_every_number_of_steps.mutant
def an_index_shift_is_rejected() -> Outcome:
    """With theta^(T-t+1) the newest noise would already be contracted."""
    return unrolled(1)


def _method(b: float, m: int, step: float) -> GradientDescent:
    return GradientDescent(alpha=step, b=b, m=m)


trials.register_privacy(CLAIM, _method)


def _mean_error(run: Run, *, noise_share: float) -> Outcome:
    problem, data = reference_quadratic()
    b = trials.calibrated(trials.RECORDS)
    method = _method(b, trials.RECORDS, 1.0)
    start = float(problem.suboptimality(problem.start[None], data)[0])

    def bound(t: int) -> float:
        variances = noise_share * noise_variances(b, dimension=2, steps=t)
        return gradient_descent_bound(gap=start, mu=0.5, L=1.0, alpha=1.0, variances=variances)

    found = trials.within_bound(
        trials.final_errors(method, problem, data, steps=STEPS), run, bound=bound(STEPS)
    )
    if noise_share < 1:
        return found
    variance = 2 * b**2
    exact = trials.exact_errors(alpha=1.0, beta=0.0, variance=variance, method="heavy-ball")
    bounds = [bound(t) for t in range(STEPS + 1)]
    return trials.pictured(found, method, run, bounds=bounds, exact=exact, name="DP-GD")


@CLAIM.statistical(part="unrolled", corner="instance R1, T = 20")
def mean_error_stays_below_the_bound(run: Run) -> Outcome:
    """Mean of F(x_T) - F* over trials, with a finite-sample lower confidence bound."""
    return _mean_error(run, noise_share=1.0)


@mean_error_stays_below_the_bound.mutant
def a_quarter_of_the_noise_is_disputed(run: Run) -> Outcome:
    """The same bound with a quarter of the noise term is exceeded."""
    return _mean_error(run, noise_share=0.25)


def _logistic(run: Run, *, noise_share: float) -> Outcome:
    def bound(start: float, offset: Array, variances: Array, problem: LogisticRegression) -> float:
        del offset
        mu, L = problem.strong_convexity, problem.smoothness
        return gradient_descent_bound(gap=start, mu=mu, L=L, alpha=1 / L, variances=variances)

    return trials.logistic_error(_method, bound, run, noise_share=noise_share)


@CLAIM.statistical(part="unrolled", corner="logistic regression, n = 2000, d = 20, T = 50")
def mean_error_on_logistic_regression_stays_below_the_bound(run: Run) -> Outcome:
    """The same on the paper's loss, with its data-independent mu and L."""
    return _logistic(run, noise_share=1.0)


@mean_error_on_logistic_regression_stays_below_the_bound.mutant
def a_bound_without_noise_is_disputed(run: Run) -> Outcome:
    """The transient alone, without the noise term, is exceeded."""
    return _logistic(run, noise_share=0.0)
