"""Report noisy min: the privacy of one selection, and how far the noise can mislead it.

Add independent Laplace noise of scale lam to each of d entries and report the index of the
smallest.  If every entry moves by at most D, this is 2 D/lam private, whatever d is.  The largest
noise in absolute value has mean lam H_d <= lam (1 + ln d), H_d the harmonic number.

H_d <= 1 + ln d, as 1/(k + 1) <= ln((k + 1)/k).
"""

import sympy as sp

from workbench.claims import Claim, Outcome, argued, broken
from workbench.rigor import certify, induction
from workbench.symbolic import Defined, First, Rule, declare, relation

CLAIM = Claim(
    "ext.noisy-minimum",
    title="Privacy and error of report noisy min with Laplace noise",
    reconstructed=("theorem",
                   "Dwork and Roth (2014), The algorithmic foundations of differential privacy,"
                   " Claim 3.9 for monotone scores; Renyi (1953), On the theory of order"
                   " statistics"),
    statement=r"""\arg\min_i (v_i + \xi_i) \text{ is } \tfrac{2D}{\lambda}\text{-DP}, \quad
        \mathbb{E} \max_i |\xi_i| = \lambda \sum_{k=1}^d \tfrac1k \le \lambda (1 + \ln d)""",
    hypotheses=r"""\xi_1, \dots, \xi_d \sim \operatorname{Lap}(\lambda) \text{ independent}
        |v_i(S) - v_i(S')| \le D \text{ for all } i \
            \text{ and neighbours } S, S'
        \lambda > 0, \; d \ge 1""",
    parts=("privacy", "error"),
)  # fmt: skip

d, k, b = declare("integer d >= 0, integer k, b > 0")
H = sp.IndexedBase("h", real=True)


@CLAIM.exact(part="privacy")
@broken("once_the_sensitivity", "The others may rise where this one falls.", factor=1)
def the_threshold_moves_by_twice_the_sensitivity(*, factor: int = 2) -> Outcome:
    """Index i wins if xi_i < m - v_i, m the least of the others: that moves by at most 2 D."""
    m, v, m_new, v_new, D = declare("real m v m_new v_new, D > 0")
    moved = (m_new - v_new) - (m - v)
    where = [(m_new - m, "<=", D), (v - v_new, "<=", D)]
    return argued(
        certify(relation(moved / b, "<=", factor * D / b, where=where)),
        "Given the noise of the others, m moves by at most D. The distribution function"
        " of Laplace noise grows at most by e^(t/b), b = lambda, over a distance t, as its density"
        " does; the mean over the noise of the others keeps the factor. Ties have no probability,"
        " and for d = 1 the index is always the same.",
    )


@CLAIM.exact(part="error")
@broken("the_logarithm_alone_is_too_small", "1 <= ln 1 is false, at d = 1.", start=0)
def harmonic_numbers_are_near_the_logarithm(*, start: int = 1) -> Outcome:
    """The sum h_d = H_(d+1) of d + 1 terms is at most 1 + ln(d + 1), by induction:
    h_(d+1) = h_d + 1/(d + 2) <= 1 + ln(d + 1) + ln((d + 2)/(d + 1)).
    """
    stated = Defined(
        relation(H[d], "<=", start + sp.log(d + 1)), [Rule("h", "k", H[k] + 1 / (k + 2))],
        [First("h", 0, 1)],
    )  # fmt: skip
    return argued(
        induction(stated, "d"),
        "|xi_i| is exponential with mean b = lambda, so the mean of the largest is the integral of"
        " 1 - (1 - e^(-u/b))^d over u > 0; with t = 1 - e^(-u/b) it is b times that of"
        " (1 - t^d)/(1 - t) = 1 + t + ... + t^(d-1) over [0, 1], which is b H_d.",
    )
