"""The betting bound for means in [0, 1] (Waudby-Smith and Ramdas), as the workbench computes it.

A gambler bets that the mean is above m, with a stake in [0, 3/(4m)] fixed by the past.  Each factor
1 + stake (x - m) is at least 1/4 and has mean at most 1 if the true mean is at most m; as for Ville
the wealth ever reaches 1/alpha with probability at most alpha.  Stakes capped at 3/(4m)
make every factor fall in m, so the rejected m form an interval from 0, and bisection finds its end.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor.provers import ville

CLAIM = Claim(
    "audit.betting",
    title="The betting wealth at the mean is seldom large, and above the mean it is smaller",
    ours=("proposition",
          "workbench/privacy/confidence.py; Waudby-Smith and Ramdas (2024), Section 4"),
    statement=r"""\Pr\Big[ \exists\, t: W_t(\mu) \ge \frac1\alpha \Big] \le \alpha, \qquad
        W_n(m) \le W_n(\mu) \;\text{ for } m \ge \mu, \qquad
        W_t(m) = \prod_{i \le t} \big(1 + \lambda_i(m) (X_i - m)\big), \;
        \lambda_i(m) = \min\Big(\ell_i, \frac{3}{4m}\Big)""",
    hypotheses=r"""X_i \in [0, 1] \text{ independent with mean } \mu
        \ell_i \ge 0 \text{ a function of } X_1, \dots, X_{i-1}
        \alpha > 0, \; m > 0, \; n \ge 0, \; \lambda_i(0) = \ell_i""",
    parts=("large", "monotone"),
    encoded={"large": (ville.betting(),), "monotone": (ville.fewer_gains(),)},
    note="The bound is the largest m that some W_t(m) >= 1/alpha refutes: it is above mu only where"
    " W_t(mu) >= 1/alpha for that t, so with chance at most alpha. As encoded H_t says whether some"
    " W_s with 1 <= s <= t was 1/alpha or more, and its limit says it of all s; mu is the mean of"
    " X_i given the terms before it; and V_n is W_n(m), of which the chance of V_n <= W_n is 1."
    " That X_i is at most 1 is not needed.",
)  # fmt: skip


@CLAIM.proof(part="large")
@broken("half_of_it", "A fair game that ends at 1/alpha or at 0 attains it.", scale=sp.S.Half)
@dropped("given", ville.MEAN, "X_i may always be 1.")
@dropped("sure", ville.UNIT, {0: "Below 0 the gambler has debts, which hold the mean down."})
@broken("larger_bets_make_debts", "With 5/(4m) a loss can leave less than nothing.", cap=5)
def one_bet_is_fair_at_best(**changes: Any) -> Outcome:  # noqa: ANN401
    """E (H' + (1 - H') alpha W') <= H + (1 - H) alpha W, as E (1 + lambda (X - mu)) = 1."""
    return ville.seldom_rich(**changes)


@CLAIM.proof(part="monotone")
@dropped("where", ville.HIGHER, "Below mu there is more.")
@dropped("sure", ville.UNIT, {0: "Below 0 a smaller stake loses less."})
@broken("larger_bets_make_debts", "Two factors below 0 have a product above 0.", cap=5)
def wealth_falls_in_the_candidate(**changes: Any) -> Outcome:  # noqa: ANN401
    """lambda(m) <= lambda(mu) and m lambda(m) >= mu lambda(mu), so each factor falls."""
    return ville.falls(**changes)
