"""Utility of the exponential mechanism (Theorem 3.24).

With weights e^(eta s), eta = eps/(2D), and Z their sum, at least e^(eta max s): the items whose
scores are at most max s - (ln n + u)/eta weigh at most n e^(eta max s - ln n - u) together.  In the
mean e^y (y - 1) >= -1 at y = eta s - ln(Z/n), summed over the items, is eta E s >= ln Z - ln n.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers.exponential_mechanism import (
    ATTAINED,
    ETA,
    by_the_tangent,
    by_the_weight_of_low_scores,
    mean,
    tail,
)

CLAIM = Claim(
    "saddle.thm3.24",
    title="Utility of the exponential mechanism, in probability and in the mean",
    reconstructed=("theorem", "Theorem 3.24"),
    statement=r"""\Pr\Big[ s(r) \le \max s - \frac{2\Delta}{\epsilon} (\ln |\mathcal{R}| + u) \Big]
        \le e^{-u}, \quad
        \mathbb{E} s(r) \ge \max s - \frac{2\Delta}{\epsilon} \ln |\mathcal{R}|""",
    hypotheses=r"""\Pr[r] \propto e^{\epsilon s(r)/(2\Delta)}, \; 1 \le |\mathcal{R}| < \infty
        \epsilon, \Delta > 0, \; u \in \mathbb{R}""",
    parts=("probability", "mean"),
    encoded={"probability": (tail(),), "mean": (mean(),)},
    note="As encoded there are n items; low_item is 1 at those with a low score, and best_item at"
    " those whose score is `top`, which is max s: none is larger, and there is at least one. That"
    " none is larger is not needed. That the sum of exponentials is positive says nothing more.",
)


@CLAIM.proof(part="probability")
@broken("half_of_it_is_exceeded", "One item and u = 0: 1 <= 1/2 is false.", share=sp.S.Half)
@broken("weights_of_half_the_rate", rate=ETA / 2)
@because("Scores 0 and -9, eta = 1, u = 9 - ln 2: 1/(1 + e^(9/2)) <= 2 e^(-9) is false.")
@dropped("attained", ATTAINED, "One item, and top = s + 2 u/eta: 1 <= e^(-u) is false for u > 0.")
def low_scores_have_little_weight(**changes: Any) -> Outcome:  # noqa: ANN401
    """Low scores have n e^(eta s) <= e^(eta max s - u), and Z >= e^(eta max s)."""
    return by_the_weight_of_low_scores(**changes)


@CLAIM.proof(part="mean")
@broken("something_is_lost", "E s >= max s is false.", share=0)
@broken("half_of_it_is_not_enough", share=sp.S.Half)
@because("One score 0, 1202604 of -13, eta = 1: the mean is below -9, and -ln(n)/2 above -7.1.")
@broken("weights_of_half_the_rate_again", rate=ETA / 2)
@because("One score 0, 1202604 of -26, eta = 1: the mean is below -18, and -ln(n) above -14.1.")
@dropped("attained", ATTAINED, "One item: E s = s, and top may be larger.")
def entropy_is_all_that_is_lost(**changes: Any) -> Outcome:  # noqa: ANN401
    """e^y (y - 1) >= -1 at y = eta s - ln(Z/n), and Z >= e^(eta max s)."""
    return by_the_tangent(**changes)
