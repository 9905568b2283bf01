"""Wald's identity, and sums up to a stopping time.

Whether round t takes place has to be known before its randomness is drawn.
"""

from typing import Any

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor.provers import stopped_sums as sums

CLAIM = Claim(
    "ext.wald",
    title="Wald's identity and optional stopping of sums, for bounded times",
    reconstructed=("theorem", "Williams (1991), Probability with martingales, 10.10"),
    statement=r"""\mathbb{E} \sum_{t=1}^T a_t = \mathbb{E} \sum_{t=1}^n 1\{T \ge t\}\,
        \mathbb{E}[a_t \mid \mathcal{F}_{t-1}], \qquad
        \mathbb{E} \sum_{t=1}^T N_t = \mu\, \mathbb{E} T""",
    hypotheses=r"""a_t, N_t \text{ known to } \mathcal{F}_t \subseteq \mathcal{F}_{t+1}
        \{T \ge t\} \in \mathcal{F}_{t-1}, \; T \le n
        \mathbb{E}[|a_t| \mid \mathcal{F}_{t-1}], \mathbb{E}[|N_t| \mid \mathcal{F}_{t-1}] \le M, \
            \text{ a number}
        \mathbb{E}[N_t \mid \mathcal{F}_{t-1}] = \mu, \text{ as for i.i.d. terms of mean } \mu, \
            \text{ each independent of } \mathcal{F}_{t-1}""",
    parts=("terms", "equal means"),
    encoded={"terms": (sums.stopped(False),), "equal means": (sums.stopped(True),)},
    note="As encoded g_t is 1{T >= t}, or 1 in any rounds that are known before they take place. h"
    " is the mean of a given the past, and S_n, B_n and T_n are the sums of g a, of g h and of g;"
    " N_t is a as well, and T_n is the time T. That the means of these sums exist is part of the"
    " claim.",
)

FAIR = "Signs a = 1 or -1, g = 1 where a = 1: the sums are 1/2 and 0 in the mean for n = 1."
WEIGHT = "g may be any number, with no mean, and a a sign that is independent of it."
MEANS = {0: "a may be 1 always, and what it is held against 0.",
         1: "a = +-Y, Y known before and with no mean: E S_1 does not exist."}  # fmt: skip


@CLAIM.proof(part="terms")
@broken("twice_the_sum", "a = 1 = n: the sum is 1.", factor=2)
@broken("rounds_that_know_their_term", FAIR, late=True)
@dropped("sure", sums.EVENT, WEIGHT)
@dropped("given", sums.told(False), MEANS)
def a_round_adds_its_mean_given_the_past(**changes: Any) -> Outcome:  # noqa: ANN401
    """E[1{T >= t} a_t | past] = 1{T >= t} E[a_t | past], as {T >= t} is known before round t."""
    return sums.keeps_its_mean(False, **changes)


@CLAIM.proof(part="equal means")
@broken("twice_the_sum", "a = 1 = n: the sum is 1.", factor=2)
@broken("rounds_that_know_their_term", FAIR, late=True)
@dropped("sure", sums.EVENT, WEIGHT)
@dropped("given", sums.told(True), MEANS)
def every_round_that_takes_place_counts(**changes: Any) -> Outcome:  # noqa: ANN401
    """E[N_t | past] = mu, and the E[1{T >= t}] = Pr[T >= t] add up to E T."""
    return sums.keeps_its_mean(True, **changes)
