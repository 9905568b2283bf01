"""Error of the momentum for any repeated order, without probability (in place of Lemma 11).

    |m_t - grad F(w_t)| <= (1-alpha)^t G + eta L (1-alpha)/alpha + G alpha N/2

Compare every g_i with the gradient of its record at w_t, at a cost of eta L times the sum of
alpha (1-alpha)^j j.  What remains are the total weights b_s of the records, which add up to
1 - (1-alpha)^t.  A record that was used later weighs more, but none weighs alpha more than another
one: N numbers in an interval of length alpha deviate from their mean by at most N alpha/2 in all,
by the chord above |x - mean|.
"""

from fractions import Fraction
from typing import Any

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor.provers import repeated_order as order
from workbench.rigor.provers import repeated_weights as weights
from workbench.rigor.provers.theorems import proved

HALF = Fraction(1, 2)
CLAIM = Claim(
    "momentum.lem-11-det",
    title="Error of the momentum for any order repeated in every epoch",
    ours=("lemma", "In place of Lemma 11"),
    statement=r"""\lVert m_t - \nabla F(w_t) \rVert \le (1-\alpha)^t G
        + \eta L \frac{1-\alpha}{\alpha} + G D_t, \quad
        D_t = \sum_{s=1}^N \Big| b_s - \frac{1 - (1-\alpha)^t}{N} \Big| \le \frac{\alpha N}{2}""",
    hypotheses=r"""m_t = \textstyle\sum_{i \le t} \alpha (1-\alpha)^{t-i} g_i, \; \
            g_i = \nabla f(w_i, x_{(i)}), \; t \ge 1; \quad \
            b_s = \sum_{i \le t,\, x_{(i)} = x_s} \alpha (1-\alpha)^{t-i}
        \text{each epoch of } N \text{ steps uses each of the } N \text{ records once, always in \
            the same order, however chosen}; \; F = \tfrac1N \textstyle\sum_s f(\cdot, x_s)
        \nabla f(\cdot, x) \; L\text{-Lipschitz}, \; \lVert \nabla f \rVert \le G; \quad \
            \lVert w_{i+1} - w_i \rVert \le \eta, \; 0 < \alpha \le 1""",
    parts=("error", "deviation"),
    encoded={"error": (order.error().theorem,), "deviation": (weights.deviation().theorem,)},
    uses=("momentum.momentum-identity",),
    repairs=(
        "momentum.lem-11.repeated", "momentum.lem-11.single", "momentum.lem-11.single.one-over-n",
    ),
    note="Path by path; the order may even depend on the data, as far as utility is concerned. As"
    " encoded T is t, and steps are counted back from it: W_j is w_(t-j), u_j the gradient there of"
    " the record that was used j steps ago, and v_j that of the same record at w_t. One order for"
    " all epochs is v_(j+N) = v_j, and the mean of v_0, ..., v_(N-1) is grad F(w_t). c_j is (1 -"
    " alpha)^j; z_j is 1 for j < T and 0 from there on, so a_j is the weight of age j. A record is"
    " named by its age s < N at its last use, which orders the records anew: b_s is the sum of a_s,"
    " a_(s+N), ..., of which at most T are not 0. What is older than step 1 weighs 0.",
)  # fmt: skip


@CLAIM.proof(part="error")
@broken("half_of_the_deviation", "alpha = 1, N = 2, T = 1, v = (1, -1): 1 <= 1/2.", order=HALF)
@dropped("given", order.ALL, {
    0: "Only the proof is refused: c_1 = 1 - alpha is not below 0.",
    1: "c_0 = 5, T = 2, alpha = 1/2, all v = 0, u_1 = eta L: 5/4 <= 1, times eta L.",
    2: "c_1 = 5, T = 2, alpha = 1/2, all v = 0, u_1 = eta L: 5/2 <= 1, times eta L.",
    3: "alpha = 1, N = T = 2, z = (1/2, 1), v = (1, -1): 1 <= 1/2.",
    4: "alpha = 1/10, N = 3, T large, z = 1.001 below T - 1, v = (1, -1, -1): 0.0713 <= 0.0711.",
    5: "alpha = 1, N = T = 2, z = (1/2, 0), v = (1, -1): 1 <= 1/2.",
    6: "alpha = 0.9, N = 3, T = 1, all z = 1, v = (1, -1, -1): 1.233 <= 1.201.",
    7: "alpha = 1, N = T = 2, all a = 1/4, v = (1, -1): 1 <= 0.", 8: "Points may be far apart.",
    9: "u may be any vectors.", 10: "N = 1, T = 2, alpha = 1/2, v = (1, -1): 3/4 <= 1/4.",
    11: "v may be long, and G = 0."})  # fmt: skip
def gradients_are_compared_at_the_last_point(**changes: Any) -> Outcome:  # noqa: ANN401
    """A record used j steps ago was evaluated at distance at most eta j; b_s - (1 - c_t)/N is left.
    sum_(j<n) alpha c_j j <= (1 - alpha)/alpha - c_n (n + (1 - alpha)/alpha), by induction.
    """
    return proved(order.error(**changes))


@CLAIM.proof(part="deviation")
@broken("a_quarter_of_alpha_n", "N = 2: D tends to alpha/(2 - alpha) > alpha/2.", factor=HALF / 2)
@dropped("given", weights.USES, {
    1: "c_0 = 5, alpha = 1, N = 2, T = 1: 5 <= 1.", 2: "c_1 = 5, alpha = 1, N = 2, T = 1: 5 <= 1.",
    3: "N = 1, T = 2, z = (0, 1): alpha <= alpha/2.",
    4: "N = 1, T = 2, z = (9, 1): 8 alpha <= alpha/2.",
    5: "N = 1, T = 2, alpha = 1/2, all z = 0: 3/4 <= 1/4.",
    6: "N = 3, T = 1, alpha = 1/10, all z = 1: 0.171 <= 0.15.", 7: "a may be any numbers.",
})  # fmt: skip
def no_record_weighs_alpha_more_than_another(**changes: Any) -> Outcome:  # noqa: ANN401
    """a_j falls, so b_0 <= alpha + b_(N-1); over such an interval |x - mean| is below its chord."""
    return proved(weights.deviation(**changes))
