r"""The best noise schedule under subsampling is a convex problem (eq. (30) with m < n).

The paper calls this case intractable, and it looks so in the scales b_t.  In the budget shares s_t
it is not: with k = n/m a share v buys S/(m b) = h(v) = ln(1 + k (e^v - 1)), so (30) becomes

    minimise  sum_t a_t/h(s_t)^2   subject to   sum_t s_t = eps,  s_t > 0,

and h is positive and concave, so 1/h^2 is convex.  In numbers: let y = h(c), d = v - c and
g = h'(c) = 1 + (k - 1) e^(-y) >= 1.  As e^(g d) >= 1 + g (e^d - 1), h lies below its tangent, and
1/h^2 above its own:  1/h(v)^2 >= 1/y^2 - (2 g/y^3)(v - c).

Summed over the steps this gives both what an optimum is, 2 a_t g_t/y_t^3 the same for all t, and a
lower bound that needs no optimum: for any y_t > 0 and any number nu, with sigma_t = 2 a_t g_t/y_t^3
and c_t the share that buys y_t, h(c_t) = y_t,

    sum_t a_t/h(s_t)^2  >=  sum_t [a_t/y_t^2 + sigma_t c_t] - eps [nu + sum_t (sigma_t - nu)_+].

At the optimum it is an equality, so rational y_t close to the optimum certify a value from both
sides.  `accel.allocation-subsampled.guide` does this for the schedules of the paper.
"""

from collections.abc import Sequence
from typing import Any

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor.provers import share_tangents as tangents
from workbench.rigor.provers import subsampled_shares as shares
from workbench.rigor.provers.theorems import proved

CLAIM = Claim(
    "accel.allocation-subsampled",
    title="Optimal noise schedule under subsampling: a convex problem and its dual bound",
    ours=("proposition", "not in the paper, which calls eq. (30) with m < n intractable"),
    statement=r"""\text{With } k = n/m,\; h(v) = \ln(1 + k (e^v - 1)),\;
        h^{-1}(y) = \ln(1 + (e^y - 1)/k) \text{ the problem (30) is }
        \min \frac{S_1^2}{m^2} \sum_t \frac{a_t}{h(s_t)^2} \text{ s.t. } \sum_t s_t = \epsilon,
        \text{ convex, as } 1/h^2 \text{ is strictly convex}; \; s^\star \text{ is optimal if }
        \frac{2 a_t}{h(s_t^\star)^3} \, \frac{k e^{s_t^\star}}{1 + k (e^{s_t^\star} - 1)} = \nu
        \text{ for all } t; \quad
        \sum_t \frac{a_t}{h(s_t)^2} \ge \sum_t \left[ \frac{a_t}{y_t^2} + \sigma_t h^{-1}(y_t)
        \right] - \epsilon \Bigl[ \nu + \sum_t (\sigma_t - \nu)_+ \Bigr],
        \; \sigma_t = \frac{2 a_t (1 + (k-1) e^{-y_t})}{y_t^3},
        \text{ for all } y_t > 0 \text{ and } \nu""",
    hypotheses=r"""a_t, s_t, \epsilon, S_1 > 0,\; \sum_t s_t = \epsilon,\; T \ge 1
        m, n \text{ are integers},\; 1 \le m \le n""",
    parts=("shares", "convex", "optimality", "dual bound"),
    encoded={
        "shares": (shares.in_shares(), tangents.spent_by()),
        "convex": (shares.convex(), tangents.strict()),
        "optimality": (shares.optimal(),),
        "dual bound": (shares.bounded(),),
    },
    uses=("accel.noise-allocation-problem", "accel.eps-function"),
    note="The second fraction is h' at an optimal share. As encoded s_t is what the scale b_t"
    " spends by (11), and every share u > 0 is spent by the scale S_1/(m h(u)); f is the optimal s"
    " in the condition for an optimum, which is sufficient, and the other schedule of convexity."
    " Of two shares c is the smaller one, which with w and 1 - w for each other is no restriction."
    " T stays symbolic, and k is any number that is at least 1.",
)


@CLAIM.proof(part="shares")
@broken("inverted_ratio", ratio=tangents.m / tangents.n)
@because("With m/n in place of k = n/m the inverse is another function, if m < n.")
@dropped("given", (shares.PRICED,), "The shares may be any.")
def problem_in_terms_of_shares(**changes: Any) -> Outcome:  # noqa: ANN401
    """The inverse of (11), put into the cost: the scale that spends a share v is S/(m h(v))."""
    return proved(*shares.in_shares_shown(**changes))


@CLAIM.proof(part="convex")
@dropped("given", tangents.MIXED, {1: "w = 2: beyond f a convex cost is above the chord."})
@broken("one_share", "At c = u both sides are equal.", where=tangents.APART[:2])
@broken("the_whole_way", "So they are at w = 1.", where=tangents.APART[::2])
def cost_of_a_mean_is_below_the_mean_of_costs(
    *, given: Sequence[Any] = tangents.MIXED, where: Sequence[Any] = tangents.APART
) -> Outcomes:
    """Tangents at the mean, of which one leaves something, as h grows."""
    yield tangents.strict_shown(where=where)
    yield proved(shares.convex_shown(given=given))


@CLAIM.proof(part="optimality")
@broken("slope_of_the_full_batch", given=(tangents.RATIO, shares.level(1), *shares.OPTIMAL[2:]))
@because("With slope 1, which belongs to k = 1, other shares are best if k > 1 and a_1 < a_2.")
@dropped("given", shares.OPTIMAL, {
    1: "Shares may be badly split.", 2: "T = 1: a smaller share costs more.",
    3: "T = 1: a larger share costs less."})  # fmt: skip
def equal_slopes_are_optimal(**changes: Any) -> Outcome:  # noqa: ANN401
    """e^h(c+d) = w (1 + g (e^d - 1)) <= w e^(g d), w = e^h(c), g = 1 + (k - 1)/w; then sum up."""
    return proved(shares.optimal_shown(**changes))


@CLAIM.proof(part="dual bound")
@broken("slopes_above_nu_are_not_free", excess=0)
@because("T = 1, nu = 0, y = h(eps): without the positive part it is the cost plus sigma eps.")
@dropped("given", shares.BOUNDED, {1: "T = 1, y = h(eps), nu = sigma: a larger share costs less."})
def any_centres_give_a_lower_bound(**changes: Any) -> Outcome:  # noqa: ANN401
    """With p the positive parts, sum (sigma_t - nu) s_t <= sum p_t s_t <= (sum p_t) (sum s_t)."""
    return proved(shares.bounded_shown(**changes))
