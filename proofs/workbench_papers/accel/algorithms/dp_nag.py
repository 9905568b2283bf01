"""DP-NAG: Nesterov's method on noisy gradients, with the corrected bound of Theorem 4.1.

    z[t] = (1 + beta) x[t-1] - beta x[t-2],    x[t] = z[t] - alpha (g[t] + eta[t])

The query point z is a function of released iterates, so one noisy gradient per step is released, at
the cost of one Laplace release with a hidden batch.  The contraction is that of an energy V, not of
the error (the printed recursion is false), so the transient starts from
V_0 = E_0 + mu/2 |x_0 - x*|^2.  With equal scales what the noise adds is a geometric series.
"""

import math
from typing import Any

from workbench.algorithms import Nesterov
from workbench.claims import Claim, Outcome, because, broken
from workbench.convergence import nesterov_bound, noise_variances
from workbench.harness import Case, examine
from workbench.privacy.arrays import Array
from workbench.problems import LogisticRegression, reference_quadratic
from workbench.rigor.provers import nesterov_energies as nag
from workbench.rigor.provers.nesterov_energies import F, L, T, alpha, d, k, mu, q, s, v, x0
from workbench.rigor.provers.theorems import Proof, proved
from workbench.symbolic import theorem as th
from workbench_papers.accel.algorithms import _trials as trials

b = th.number("b", above=0)
ETA = th.draws("eta", nag.i, laplace=b)
GIVEN = (nag.NOT_AT_ONCE, *nag.GIVEN)
FROM_REST = mu / 2 * th.square(x0 - s)


def bound(
    *, given: tuple[Any, ...] = GIVEN, over: th.Num = q, share: int | th.Num = 1,
    first: th.Num = FROM_REST,
) -> Proof:  # fmt: skip
    """E F(x_T) - F* <= (1-q)^T (F(x_0) - F* + (mu/2)|x_0 - s|^2) + the sum of the series."""
    xs, kept, noise = nag.method(noise=ETA), 1 - q, ETA
    each = alpha * (1 + alpha * L) * (share * (d * b**2) + nag.sigma**2 / 2)

    def limit(steps: th.Num) -> th.Num:
        return kept**steps * (F(x0) - F(s) + first) + (1 - kept**steps) / over * each

    def claimed(steps: th.Num) -> Any:  # noqa: ANN401 - a relation
        return th.mean(nag.energy(xs[steps], xs[steps - 1])), "<=", limit(steps)

    symbols = (mu, L, alpha, d, T, b, nag.sigma, s, x0, F, v, noise, xs)
    says = th.mean(F(xs[T])) - F(s), "<=", limit(T)
    proof, zero = Proof(th.Theorem(symbols, given=given, dimension=d, concludes=says)), 0 * d
    at_rest = proof.gram((th.mean(nag.energy(x0, x0)), "<=", limit(zero)), [])
    base = proof.unfold(claimed(zero), at_rest, [(xs, 0), (xs, -1)])
    known = proof.induction(k, 0, claimed(k), base)
    moved = nag.stepped(proof, xs, k, v[k], noise[k], quiet=len(given) - 1)
    proof.gram(claimed(k + 1), [*moved, (kept, known)])
    last = proof.at(proof.close(), T)
    proof.gram(says, [(1, last)], mean_squares=[(1, nag.carried(xs[T], xs[T - 1]))])
    return proof


CLAIM = Claim(
    "accel.alg-dp-nag",
    title="DP-NAG: privacy and the corrected error bound",
    ours=("algorithm", "Eqs. (27), (13), Theorem 4.1 as corrected"),
    statement=r"""\text{DP-NAG with }
        b = \frac{S_1}{m \ln\left(1 + \frac{n}{m}(e^{\epsilon/T} - 1)\right)}
        \text{ is } \epsilon\text{-DP, and } E_T \le (1-q)^T \Bigl( E_0 +
        \frac{\mu}{2} \lVert x_0 - x^\ast \rVert^2 \Bigr) + \frac{1 - (1-q)^T}{q}\,
        \alpha (1 + \alpha L) \Bigl( d b^2 + \frac{\sigma_s^2}{2} \Bigr),
        \quad q = \sqrt{\alpha\mu}""",
    hypotheses=(
        r"F \in \mathcal S_{\mu,L}",
        r"0 < \alpha \le 1/L,\ \alpha\mu < 1,\ \beta = \frac{1-q}{1+q}",
        r"x_{-1} = x_0",
        r"\mathbb{E}[v_t \mid \text{past}] = 0,\ \mathbb{E} \lVert v_t \rVert^2 \le \sigma_s^2"
        r" \text{ for the batch error } v_t",
        *trials.PRIVACY,
        r"\alpha, \beta, m, T, x_0 \text{ do not depend on the data}",
    ),
    parts=("privacy", "convergence"),
    encoded={"privacy": (trials.source_of(Nesterov),), "convergence": (bound().theorem,)},
    uses=(
        "accel.dp-nag-update", "accel.erratum-26.repaired", "accel.thm-4-1.repaired",
    ),
    note="Theorem 4.1 asks of sigma_s only that it bounds the second moment of the batch error; 0"
    " for m = n, and for hidden batches (S_1^2/(4 m)) (n - m)/(n - 1) will do for its square"
    " (accel.prop-3-3.repaired).",
)  # fmt: skip


@CLAIM.proof(part="convergence", uses=("accel.thm-4-1.repaired",))
@broken("series_not_divided_by_q", "T = 1: q times the noise of a step.", over=th.num(1))
@broken("half_the_laplace_noise", share=nag.HALF)
@because("L x^2/2 from x*, sigma_s = 0, alpha L = 1/100, alpha mu = 1e-6: E_21 is 1.06 times it.")
@broken("start_of_the_error_alone", "E_0 in place of V_0, as printed in (29).", first=nag.NOTHING)
@broken("without_a_bound_on_the_batch_error", "E|v|^2 is any number.", given=GIVEN[:-1])
@broken("with_small_steps_dropped", given=(*GIVEN[:2], GIVEN[3]))
@because("F = L x^2/2, alpha L = 3, mu and b small: E_1 = 4 E_0.")
def equal_scales_sum_to_a_geometric_series(**changes: Any) -> Outcome:  # noqa: ANN401
    """One step of Theorem 4.1 for every t; (1 - r^t)/q r + 1 = (1 - r^(t+1))/q at r = 1 - q.
    Without alpha mu < 1 the statement is true, but speaks of 0^0.
    """
    return proved(bound(**changes))


Q = math.sqrt(0.5)  # sqrt(alpha mu) on instance R1 with alpha = 1
MOMENTUM = (1 - Q) / (1 + Q)
PENALTY = 0.01  # lambda of Section 5; mu = 2 lambda

trials.register_privacy(
    CLAIM, lambda b, m, alpha: Nesterov(alpha=alpha, beta=MOMENTUM, b=b, m=m), Nesterov
)


@examine(CLAIM, errors="mean_error_stays_below_the_bound", part="convergence")
@broken("an_eighth_of_the_noise_is_disputed", terms={"noise": 0.125})
@because("The same bound with an eighth of the noise term is exceeded.")
def quadratic() -> Case:
    """Instance R1, T = 20.

    Mean of F(x_T) - F* over trials, with a finite-sample lower confidence bound.
    """
    problem, data = reference_quadratic()
    b = trials.calibrated(trials.RECORDS)
    offset = problem.start - problem.minimise(data).x
    energy = float(problem.suboptimality(problem.start[None], data)[0] + 0.25 * offset @ offset)

    def bound(t: int, share: float) -> float:
        variances = share * noise_variances(b, dimension=2, steps=t)
        return nesterov_bound(energy=energy, mu=0.5, L=1.0, alpha=1.0, variances=variances)

    exact = trials.exact_errors(alpha=1.0, beta=MOMENTUM, variance=2 * b**2, method="nesterov")
    method = Nesterov(alpha=1.0, beta=MOMENTUM, b=b, m=trials.RECORDS)
    return trials.on_quadratic(method, "DP-NAG", steps=trials.STEPS, bound=bound, exact=exact)


def _tuned(b: float, m: int, step: float) -> Nesterov:
    q = math.sqrt(step * PENALTY * 2)
    return Nesterov(alpha=step, beta=(1 - q) / (1 + q), b=b, m=m)


def _on_logistic(
    problem: LogisticRegression, start: float, offset: Array, variances: Array
) -> float:
    mu, L = problem.strong_convexity, problem.smoothness
    energy = start + mu / 2 * float(offset @ offset)
    return nesterov_bound(energy=energy, mu=mu, L=L, alpha=1 / L, variances=variances)


trials.examine_on_logistic(CLAIM, "convergence", trials.equally(_tuned), _on_logistic)
