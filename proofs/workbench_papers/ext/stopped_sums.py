"""Wald's identity, and sums up to a stopping time.

If whether round t takes place is known before its randomness is drawn, then

    E[sum over t <= T of a_t] = sum over t of E[1{T >= t} E[a_t | past]],

and with i.i.d. terms of mean mu this is mu E[T].  The word "before" is essential.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, argued, broken
from workbench.rigor import identity
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.wald",
    title="Wald's identity and optional stopping of sums",
    reconstructed=("theorem", "Williams (1991), Probability with martingales, 10.10"),
    statement=r"""\mathbb{E} \sum_{t=1}^T a_t = \mathbb{E} \sum_{t \ge 1} 1\{T \ge t\}\,
        \mathbb{E}[a_t \mid \mathcal{F}_{t-1}], \qquad
        \mathbb{E} \sum_{t=1}^T N_t = \mu\, \mathbb{E} T""",
    hypotheses=r"""a_t, N_t \text{ known to } \mathcal{F}_t \subseteq \mathcal{F}_{t+1}
        \{T \ge t\} \in \mathcal{F}_{t-1}, \; T \text{ bounded}
        a_t \ge 0 \text{ or bounded}
        N_t \text{ i.i.d. with mean } \mu, \text{ independent of } \mathcal{F}_{t-1}, \text{ in \
            the second formula}""",
    uses=("ext.conditional-expectation",),
)

N, t, mu = declare("integer n > 0, integer t, real mu")
chance = sp.IndexedBase("s", nonnegative=True)  # Pr[T >= t]


@CLAIM.exact
@broken("the_last_round_is_left_out", "Round T takes place.", last=N - 1)
def every_round_that_takes_place_counts(*, last: sp.Expr = N) -> Outcome:
    """For T <= n, mu E T is the sum of mu Pr[T >= t] over t <= n."""
    return argued(
        identity(sp.Sum(mu * chance[t], (t, 1, last)), mu * sp.Sum(chance[t], (t, 1, N))),
        "The sum up to T is the sum of 1{T >= t} a_t over t <= n, and E[1{T >= t} a_t] ="
        " E[1{T >= t} E[a_t | past]], as {T >= t} is known before round t.",
        "E[N_t | past] = mu, and the E[1{T >= t}] = Pr[T >= t] add up to E T.",
    )
