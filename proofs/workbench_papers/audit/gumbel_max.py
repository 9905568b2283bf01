"""Report noisy max with Gumbel noise is the exponential mechanism (opendp/opendp 949).

With Gumbel noise of scale lambda the largest noisy score is that of candidate j with the chance
e^(v_j/lambda) over the sum of all e^(v_i/lambda).  Scores that move by Delta at most, each its own
way, move the logarithm of such a chance by (v_j - v'_j)/lambda and by a number that is the same for
all j: so the loss has the bounded range epsilon = 2 Delta/lambda, which costs epsilon^2/8 of zCDP.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor.provers import gumbel

CLAIM = Claim(
    "audit.gumbel-max",
    title="Noisy max with Gumbel noise of scale lambda chooses j with chance ~ e^(v_j/lambda)",
    ours=("theorem", "https://github.com/opendp/opendp/issues/949; Durfee and Rogers (2019),"
          " Practical differentially private top-k selection"),
    statement=r"""\Pr\Big[ j = \arg\max_i (v_i + g_i) \Big] = \frac{e^{v_j/\lambda}}{W}, \quad
        W = \sum_i e^{v_i/\lambda}; \qquad \Big| \ln \frac{e^{v_j/\lambda}/W}{e^{v'_j/\lambda}/W'}
        - \ln \frac{W'}{W} \Big| \le \frac{\Delta}{\lambda}""",
    hypotheses=r"""g_i \text{ independent, } \Pr[g_i < y] = e^{-e^{-y/\lambda}}; \; \lambda > 0
        |v_i - v'_i| \le \Delta \text{ for all } i \text{ and neighbours, whatever these are}""",
    parts=("law", "range"),
    encoded={"law": (gumbel.largest(),), "range": gumbel.loss()},
    note="So the loss lies in an interval of length 2 Delta/lambda, and ext.bounded-range gives"
    " Delta^2/(2 lambda^2)-zCDP: epsilon^2/8 at epsilon = 2 Delta/lambda, and not epsilon^2/2. As"
    " encoded the noise of candidate j, whose score is u, is drawn first, and T_t is 0 before and 1"
    " after it; X is its noisy score, z_t whether the noisy score of candidate t is below X, and Z"
    " whether all later ones are. Of Gumbel noise g two things are said, given what was drawn"
    " before: e^(-g/lambda) is exponential, E e^(-s e^(-g/lambda)) = 1/(1 + s), and the chance of"
    " v + g < X. Ties have no probability.",
)  # fmt: skip


@CLAIM.proof(part="law")
@broken("half_of_it", "Two equal scores have 1/2 each.", factor=sp.S.Half)
@dropped("given", gumbel.NOISE, {0: "The first noise may be large.", 1: "Others may be larger."})
@dropped("first", (gumbel.FIRST,), "The first score may be another number than u.")
def an_exponential_race(**changes: Any) -> Outcome:  # noqa: ANN401
    """E Z e^(-(c - W) e^(-X/lambda)) is e^(u/lambda)/c from the first draw on; then c = W_n."""
    return gumbel.softmax(**changes)


@CLAIM.exact(part="range")
@broken("half_of_the_sensitivity", "The score of j may move by Delta.", half="Delta/(2*lambda)")
def the_rest_is_the_same_for_all(*, half: str = "Delta/lambda") -> Outcome:
    """The loss at j is (v_j - v'_j)/lambda + ln(W'/W)."""
    return gumbel.range_of_loss(half)
