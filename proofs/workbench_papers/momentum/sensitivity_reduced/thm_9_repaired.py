"""Utility of Algorithm 2 for any order that is repeated (Theorem 9, repaired).

The deterministic error of `momentum.lem-11-det` takes the place of Lemma 11: with alpha = a/N,

    (1/T) sum_t E|grad F(w_t)| <= R/u + eta L/2 + 2 [ GN/(aT) + eta L N/a + aG/2 + noise ].

The best order over eta, T and a is (sqrt(d)/(eps N))^(2/3), without 1/sqrt(N) and without any
assumption on the order, at N^3 eps^2/d gradient evaluations, more than in the abstract.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, broken
from workbench.rates import rate_is
from workbench.rigor import certify, follows
from workbench.symbolic import declare
from workbench.symbolic.text import parse
from workbench_papers.momentum._rates import best_order
from workbench_papers.momentum.sensitivity_reduced.thm_9 import ORDER, PSI, roots

names = "R G L N T eta u a"
R, G, L, N, T, eta, u, a = sp.symbols(names, positive=True)

REPAIRED = Claim(
    "momentum.thm-9.repaired",
    title="Utility of Algorithm 2 for any repeated order",
    ours=("theorem", "Theorem 9, corrected"),
    statement=r"""\frac1T \sum_t \mathbb{E} \lVert \nabla F(w_t) \rVert \le \frac Ru
        + \frac{\eta L}{2} + 2 \Big[ \frac{GN}{aT} + \frac{\eta L N}{a} + \frac{aG}{2}
        + \frac{1+a}{N} \sqrt{dK} \Big( \sqrt3 \sigma_A + \sqrt2 \frac{\sigma_B}{\sqrt\gamma}
        \Big) \Big]; \quad \text{best order } """
    + ORDER,
    hypotheses=r"""\alpha = a/N, \; 0 < a \le 1, \; \gamma = L \eta N/G \le 1, \; N \ge 2
        \text{one data-independent order, repeated in every epoch}; \; \sqrt d \le \epsilon N""",
    parts=("sum", "noise", "best", "evaluations"),
    uses=("momentum.lem-5-sharp", "momentum.lem-11-det", "momentum.lem-7", "momentum.thm-8"),
    repairs=("momentum.thm-9",),
    note="At eta = psi^2/N, a = psi the number of evaluations is N psi^-3 = N^3 eps^2/d.",
)


@REPAIRED.exact(part="sum")
@broken(
    "errors_count_twice_here_too", "With weight 1 this step fails; no more is claimed.", errors=1
)
def the_deterministic_error_takes_its_place(*, errors: int = 2) -> Outcome:
    """The geometric sums are bounded: sum (1-alpha)^t <= 1/alpha and (1-alpha)/alpha <= N/a.
    Lemma 5: start GN/(aT), drift eta L (1-alpha)/alpha <= eta L N/a, ordering a G/2, noise.
    """
    mean, error, start, drift, noise = declare("mean error start drift noise >= 0")
    right = R / u + eta * L / 2 + errors * (G * N / (a * T) + eta * L * N / a + a * G / 2 + noise)
    one = dict.fromkeys(("R", "u", "eta", "N", "G", "T", "a", "noise", "start", "drift"), 1)
    premises = [
        (1, mean, R / u + eta * L / 2 + 2 * error), (2, error, start + drift + a * G / 2 + noise),
        (2, start, G * N / (a * T)), (2, drift, eta * L * N / a),
    ]  # fmt: skip
    rest = (errors - 2) * (G * N / (a * T) + eta * L * N / a + a * G / 2 + noise)
    return follows(mean, right, premises, rest=rest, at={**one, "L": 1, "error": "7/2", "mean": 8})


@REPAIRED.exact(part="noise")
@broken("a_larger_factor_is_not_covered", "(2 + a)/N would be too much.", lead=2)
def the_noise_is_at_most_a_sum_of_roots(*, lead: int = 1) -> Outcome:
    """alpha/(1 - rho) <= alpha + 1/N = (1 + a)/N.
    2 sqrt(d v) <= 2 (1 + a)/N sqrt(d K)(...), from alpha/(1 - rho) <= (1 + a)/N.
    """
    return roots((lead + a) / N, (1 + a) / N)


DETERMINISTIC = ["1/(eta*T)", "eta", "N/(a*T)", "eta*N/a", "a", "sqrt(d)/(N*eps)",
                 "sqrt(d*eta*T)/(N*eps)"]  # fmt: skip


@REPAIRED.exact(part="best")
@broken("one_is_not_reached", "sqrt(d)/(eps N) itself is too small.", claimed="d**(1/2)/(eps*N)")
def the_order_is_that_of_the_abstract(*, claimed: str = PSI) -> Outcome:
    """Over eta, T and a the order is psi = (sqrt(d)/(eps N))^(2/3), without a term 1/sqrt(N)."""
    constraints = ["a", "N/T", "eta*N"]
    free = ["eta", "T", "a"]
    return rate_is(best_order(DETERMINISTIC, constraints, free=free, claimed=claimed))


@REPAIRED.exact(part="evaluations")
@broken("twice_as_many_are_not_needed", "eta = psi^2/N, a = psi: T = N psi^-3.", factor=2)
def three_terms_fix_the_number_of_evaluations(*, factor: int = 1) -> Outcomes:
    """(1/(eta T)) (eta N/a) a = N/T: at error psi, T >= N psi^-3 = N^3 eps^2/d."""
    positive = "eta, T, N, a, d, eps > 0"
    yield certify(parse("1/(eta*T)*(eta*N/a)*a = N/T", where=positive))
    yield certify(parse(f"N/({PSI})^3 = {factor}*N^3*eps^2/d", where=positive))
