"""Noise of an exponentially weighted prefix (Proposition 16).

Node k of the prefix up to t enters with weight (1 - alpha)^(t mod 2^k).  With b =
c ln(1/(1 - alpha)) the weight of the digits from k on, seen from there, is at most that of ones:

    d_k + e^(-b d_k 2^k) W <= 1 + e^(-b 2^k) W,

where W is the weight of those above.  So Phi_c(t) is at most the sum of the e^(-b (2^i - 1)).  The
tails of this series are at most 1 + log2(1 + 1/(2^k b)), from above by one inequality,

    ln(2 + 1/b) <= (1 + b) ln(1 + 1/b) <= e^b ln(1 + 1/b).

So the factor log2 T in the noise of Algorithm 1 may be replaced by log2(1/alpha).
"""

from typing import Any

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor.provers import digit_weights as weights
from workbench.rigor.provers.theorems import proved

GIVEN = (*weights.DIGITS, *weights.BELOW_ONE)
CLAIM = Claim(
    "momentum.prop-16",
    title="Weights of a prefix are summable: the noise does not grow with T",
    reconstructed=("proposition", "Proposition 16"),
    statement=r"""\Phi_c(t) = \sum_{k : b_k(t) = 1} (1-\alpha)^{c (t \bmod 2^k)}
        \le \sum_{0 \le i < n} (1-\alpha)^{c(2^i - 1)}
        \le 1 + \log_2\Big( 1 + \frac{1}{c \ln \frac{1}{1-\alpha}} \Big)
        \le 1 + \log_2\Big( 1 + \frac{1}{c \alpha} \Big)""",
    hypotheses=r"0 < \alpha < 1, \; c > 0, \; 0 \le t < 2^n; \; c = 2 \text{ for variances}",
    parts=("bits", "series", "logarithm"),
    encoded={
        "bits": (weights.bits().theorem,),
        "series": (weights.series().theorem,),
        "logarithm": (weights.decays().theorem,),
    },
    note="The printed right side is not known; the two steps of its proof are. As encoded d_k is"
    " the binary digit k of t, the last one is d_0, and r_k = t mod 2^k is the number of the last k"
    " digits; (1 - alpha)^y is e^(-y ln(1/(1 - alpha))). n is any.",
)


@CLAIM.proof(part="bits")
@broken("a_longer_way_back", "n = t = 1: 1 <= (1 - alpha)^c is false.", power=0)
@dropped("given", GIVEN, {
    0: "d_0 = 2, n = 1: 2 <= 1.",
    1: "Only the proof is refused: from a larger r_0 on all weights are smaller.",
    2: "r_1 = 0, n = 2, d = (1, 1): 2 <= 1 + (1 - alpha)^c.", 3: "alpha = 2 has no power.",
})  # fmt: skip
def the_weight_is_largest_for_ones(**changes: Any) -> Outcome:  # noqa: ANN401
    """Digit by digit from the first one on, as e^(-x d) <= 1 - d + d e^(-x)."""
    return proved(weights.bits(**changes))


@CLAIM.proof(part="series")
@broken("the_one_counts", "n = 1, c ln(1/(1 - alpha)) = 2: 1 <= 1 + log2(1/2).", inside=0)
@dropped("given", weights.BELOW_ONE, "alpha = 2 has no logarithm.")
def the_bound_is_passed_on_from_2b_to_b(**changes: Any) -> Outcome:  # noqa: ANN401
    """1 + e^(-b) (1 + log2(1 + 1/(2b))) <= 1 + log2(1 + 1/b), for b, 2b, 4b, ..."""
    return proved(weights.series(**changes))


@CLAIM.proof(part="logarithm")
@broken("it_is_not_twice_alpha", "2 alpha exceeds ln(1/(1 - alpha)) for small alpha.", slope=2)
def the_logarithm_of_the_decay_is_at_least_alpha(**changes: Any) -> Outcome:  # noqa: ANN401
    """As alpha <= ln(1/(1 - alpha)), 1/(c ln(1/(1 - alpha))) <= 1/(c alpha)."""
    return proved(weights.decays(**changes))
