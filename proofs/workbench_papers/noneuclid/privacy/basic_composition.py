"""Basic composition of (eps, delta)-DP mechanisms, fully adaptive.

Let P and Q be the densities of the outputs so far on two neighbours, p and q those of the next one
given these, r = (p - e^eps q)_+, of mean at most delta.  P <= e^E Q + G for the sum E of the eps
passes on from step to step where G becomes p G + P r, and the mean of G gains delta:

    P p <= e^E Q p + G p <= e^(E + eps) Q q + p G          where r = 0
    P p = P e^eps q + P r <= e^(E + eps) Q q + p G + P r   where r > 0, so that e^eps q < p

The slide lets step j see the output of step j - 1 only; the algorithms need all earlier outputs,
and so it is stated and proved here.
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers import transcripts

CLAIM = Claim(
    "noneuclid.basic-comp",
    title="Basic composition, fully adaptive",
    printed=("theorem", "slide: Theorem (Basic Composition)"),
    statement=r"""(A_1, \dots, A_k) \text{ is } \Big( \sum_{j=1}^k \epsilon_j, \;
        \sum_{j=1}^k \delta_j \Big)\text{-DP}; \quad
        \text{equal steps: } (k\epsilon, k\delta)""",
    hypotheses=r"""A_j \text{ is } (\epsilon_j, \delta_j)\text{-DP for every value of the earlier \
            outputs}
        \epsilon_j, \delta_j \text{ are fixed in advance}
        \text{the randomness of } A_j \text{ is fresh, given the data and the earlier outputs}
        \text{countably many outputs at each step, or densities for a fixed measure}""",
    parts=("sum", "equal steps"),
    encoded={"sum": (transcripts.approximate(),), "equal steps": (transcripts.equal_steps(),)},
    uses=("noneuclid.dp-def",),
    note="As encoded T is k, p_t and q_t are densities of output t on two neighbours, given the"
    " outputs before it, for one law such as half of their sum, so that P_T and Q_T are densities"
    " of the transcripts; r_t is the positive part of p_t - e^eps q_t, which has a mean of at most"
    " delta_t in both orders of the neighbours where step t is (eps_t, delta_t)-DP, and Z the"
    " indicator of an event of transcripts. The printed statement has equal steps that see one"
    " earlier output; this one contains it.",
)

LOST = {
    0: "T = 2, eps = ln 3, delta = 1: (p_1, q_1) is (2, 0) or (0, 2), each with chance 1/2,"
    " p_2 = 3, q_2 = 1: 3 <= 2 for the first event.",
    1: "T = 1, eps = 0, p = 1, q >= 1 of infinite mean: E[Z Q_1] does not exist for Z = 1.",
    2: "T = 1, eps = delta = 0, (p, q) is (2, 0) or (0, 2), each with chance 1/2: 1 <= 0.",
}


@CLAIM.proof(part="sum")
@broken("half_of_the_deltas", total=transcripts.delta / 2)
@because("eps = 0, and outputs that only one of both data sets gives.")
@dropped("sure", transcripts.POSITIVE, "r_t says then nothing of p_t and q_t.")
@dropped("given", transcripts.CHARGED, LOST)
def leaks_add_up(**changes: Any) -> Outcome:  # noqa: ANN401
    """P <= e^E Q + G, where G gains P r in a step: so its mean gains delta."""
    return transcripts.leaks_add_up(**changes)


@CLAIM.proof(part="equal steps")
@broken("half_of_equal_deltas", total=transcripts.delta / 2)
@because("eps = 0, and outputs that only one of both data sets gives.")
@dropped("sure", transcripts.POSITIVE, "r_t says then nothing of p_t and q_t.")
@dropped("given", transcripts.CHARGED, LOST)
def equal_leaks_add_up(**changes: Any) -> Outcome:  # noqa: ANN401
    """The same with t eps and t delta after t steps."""
    return transcripts.leaks_add_up(equal=True, **changes)
