"""From constant to high probability: run several copies and select one privately.

K copies, each failing with probability at most c < 1 and private with (eps/(2K), delta/K); then
report noisy min of their scores with noise of scale 4 D/eps, D the sensitivity of the score.  All
copies fail with probability c^K <= b/2, and the selected score is within (8 D/eps) ln(2K/b) of the
best one with probability 1 - b/2.  Copies that stopped early return x_0, which does not depend on
the data.
"""

from typing import Any

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor.provers import chosen_copies as copies
from workbench.rigor.provers import geometric_runs as runs
from workbench.rigor.provers.theorems import proved

CLAIM = Claim(
    "sparse.boost",
    title="Boosting the probability of success by private selection",
    reconstructed=("theorem", "block: Upper Bounds for DP-SO, third bullet"),
    statement=r"""\begin{gathered}
        K = \lceil \ln(2/\beta)/\ln(1/c) \rceil \text{ copies with } \Big( \frac{\epsilon}{2K},
        \frac\delta K \Big), \text{ then } \hat x = \arg\min_k \Big\{ \mathrm{score}(x^k)
        + \operatorname{Lap}\Big( \frac{4 \Delta}\epsilon \Big) \Big\} \\
        \text{is } (\epsilon, \delta)\text{-DP}, \quad \Pr\Big[ \mathrm{score}(\hat x) \le
        \mathrm{good} + \frac{8\Delta}\epsilon \ln \frac{2K}\beta \Big] \ge 1 - \beta; \\
        \mathrm{score} = \lVert \nabla F_S(x) \rVert_2: \; \Delta = \frac{2L}n, \quad
        \mathrm{score} = F_S(x) - F_S(x_0): \; \Delta = \frac{4LD}n
        \end{gathered}""",
    hypotheses=r"""\text{given the copies before it, } \mathrm{score}(x^k) \le \mathrm{good} \
            \text{ with probability at least } 1 - c; \; 0 < c < 1, \; 0 < \beta \le 1, \
            \; \delta > 0
        \text{given the copies before it, each is } \Big( \frac{\epsilon}{2K}, \
            \frac\delta K \Big)\text{-DP}; \text{ one record replaced moves } \
            \mathrm{score}(x) \text{ by at most } \Delta, \text{ for every } x
        \lVert \nabla f \rVert_2 \le L; \text{ in the second score } f(\cdot; z) \text{ is } \
            L\text{-Lipschitz and } \lVert x - x_0 \rVert_2 \le 2D""",
    parts=("privacy", "copies", "selection", "total", "scores"),
    encoded={
        "privacy": (copies.private(),),
        "copies": (copies.all_fail(),),
        "selection": (copies.choice(),),
        "total": (copies.success(),),
        "scores": (copies.norms().theorem, copies.values()),
    },
    uses=("noneuclid.rnm.repaired",),
    note="The source cites a method whose cost does not grow with K; for copies that are pure it is"
    " `sparse.boost.pure`. As encoded K is any number of copies that is large enough. p and q are"
    " the densities of a copy on two neighbours, given those before it, for one law such as half of"
    " their sum, r the positive part of p - e^(eps/(2K)) q, and w and v are the chances, given all"
    " copies, that an event has the choice: w <= e^(2 Delta/b) v by `noneuclid.rnm.repaired`. In"
    " the part on copies z is 1 where one fails, and B as long as all do. In that on the selection"
    " the copies are fixed and compared one after the other, and q_t is the score of copy t with"
    " the opposite sign, xi_t its noise; c_t is 1 where copy t leads, with q + xi = top and q = won"
    " so far, h_t where it is the one with the largest q, marked, found counts such ones, and some"
    " is 1 after the first copy; i_t is 1 where |xi_t| is above half of the bound, which has the"
    " chance beta/(2K). In the last but one Z_1 is 1 where all copies fail, and so where the best"
    " score is above good, and Z_2 is the Z of the selection. In the last one g and h are the"
    " gradients, or f - f_0 and h - h_0 the values at x less those at x_0, of the replaced record"
    " and of the new one, dist is |x - x_0|_2, and r is the sum over the others; with both records"
    " exchanged it is the other inequality.",
)

THIRD = runs.eps / 3
PURE = Claim(
    "sparse.boost.pure",
    title="A random number of pure candidates at three times the cost of one",
    reconstructed=("remark", "block: Upper Bounds for DP-SO, third bullet, its reference"),
    statement=r"""\Pr[K = k] = \gamma (1 - \gamma)^{k-1}: \text{ the best of } K \text{ candidates,
        each } \tfrac\epsilon3 \text{-DP with its private score, is } \epsilon\text{-DP; all of them
        fail with probability at most } \beta \text{ if } \gamma \le \frac{(1 - c) \beta}{c}""",
    hypotheses=r"""0 < \gamma \le 1, \; c, \beta > 0, \; \epsilon \ge 0; \text{ a candidate fails \
            with probability at most } c, \text{ given those before it}
        \text{candidates are independent, with countably many outputs, or a line of them, totally \
            ordered by quality}; \; K \text{ is independent of them}""",
    parts=("privacy", "failure"),
    encoded={"privacy": (runs.best_in_interval(runs.eps, where=runs.private(THIRD)),),
             "failure": (runs.all_fail(),)},
    note="On average 1/gamma candidates are run. The stopped SGD is not pure: there the version"
    " with delta of the reference would be needed. As encoded a candidate is in an interval of"
    " outputs with chance p and below it with chance H, on a neighbour with r and J, and the sums"
    " run to K = m: see `ext.private-selection`. In the second part z is 1 where a candidate fails"
    " and s where it is the last one, which has the chance gamma whether it fails or not; A is 1 as"
    " long as there was none that succeeded and none that was the last, and B_t where K <= t and"
    " all K failed.",
)  # fmt: skip
NEARLY_THREE = {"gamma": "1/10", "epsilon": 9, "H": "19/20", "p": "1/100", "J": "399/2000",
                "r": "1/2000", "m": 110}  # fmt: skip
LOST = {
    0: "K = 2, eps = 4 ln 3, delta = 2, (p_1, q_1) is (2, 0) or (0, 2), each with chance 1/2,"
    " p_2 = 3, q_2 = 1, w = v is 1 where p_1 = 2, and else 0: 3 <= 2.",
    1: "K = 1, p = 1, q >= 1 of infinite mean: E[v Q_1] does not exist for v = 1.",
    2: "K = 1, delta = 1/2, (p, q) is (2, 0) or (0, 2), each with chance 1/2: 1 <= 1/2.",
}


@CLAIM.proof(part="privacy")
@broken("half_of_the_noise", where=((copies.b, "=", 2 * copies.Delta / copies.eps),))
@because("The choice alone may cost eps then, and delta may be small.")
@dropped("where", copies.SCALE, "The choice may cost anything.")
@dropped("after", copies.CHOICE, {
    0: "K = 1, w = e^(eps/2), v = 1 where q = 0: e^(eps/2) delta <= delta.",
    1: "v of infinite mean: E[v Q] does not exist.", 2: "w = 1, v = 0.",
})  # fmt: skip
@dropped("sure", copies.LEAKS, "r_t says then nothing of p_t and q_t.")
@dropped("given", copies.EACH, LOST)
def half_is_spent_on_copies_and_half_on_the_selection(**changes: Any) -> Outcome:  # noqa: ANN401
    """P <= e^(eps/2) Q + G for all copies, E G <= delta, and 2 Delta/b = eps/2 for the choice."""
    return copies.copies_and_choice(**changes)


@CLAIM.proof(part="copies", uses=())
@broken("half_of_that_chance", "Independent copies, c^K = beta/2.", most=copies.beta / 4)
@dropped("given", copies.FAILS, "All copies may fail.")
@dropped("sure", copies.EVENT, "K = 2, z = -10: B = 100.")
@dropped("where", copies.ENOUGH, {0: "c > 1: all copies may fail.", 1: "K = 1, beta small."})
def some_copy_succeeds(**changes: Any) -> Outcome:  # noqa: ANN401
    """E c^-k B_k <= 1, and c^K = e^(-K ln(1/c)) <= beta/2."""
    return copies.seldom_all_fail(**changes)


@CLAIM.proof(part="selection", uses=())
@broken("half_of_it_is_the_size_of_one_noise", times=1)
@because("K = 2, b = 4 Delta/eps, t = b ln(4/beta) > 6b, scores a bit more than t apart: the worse"
         " one wins with the chance (beta/8)(1 + t/(2b)) > beta/2.")  # fmt: skip
@broken("any_noise", "All noises may be as large as one likes.", given=())
@broken("any_marked_copy", "marked may be above all scores.", after=())
def the_selected_score_is_nearly_the_best(**changes: Any) -> Outcome:  # noqa: ANN401
    """At most 2 b ln(2K/beta) off where no noise is above half of it: `noneuclid.rnm-accuracy`."""
    return copies.seldom_far(**changes)


@CLAIM.proof(part="total", uses=())
@broken("three_quarters_of_it", most=3 * copies.beta / 4)
@because("Two disjoint failures with the chance beta/2 each.")
@dropped("where", copies.RARE, {0: "All copies may fail.", 1: "The choice may be the worst one."})
def two_failures_of_a_half(**changes: Any) -> Outcome:  # noqa: ANN401
    """Z <= Z_1 + Z_2."""
    return copies.two_failures(**changes)


@CLAIM.proof(part="scores", uses=())
@broken("half_of_it_is_exceeded", "Two opposite gradients, or values.", norm=1, value=2)
@dropped("given", copies.SHORT, {0: "g may be long.", 1: "h may be long."})
@dropped("where", copies.VALUES, {0: "f may be large.", 1: "h may be small.", 2: "x may be far."})
def both_scores_have_small_sensitivity(
    *, norm: int = 2, value: int = 4, given: Any = copies.SHORT, where: Any = copies.VALUES  # noqa: ANN401
) -> Outcomes:  # fmt: skip
    """(r + g)/n = (r + h)/n + g/n - h/n; and the same for values in [-2LD, 2LD]."""
    yield proved(copies.norms(norm, given))
    yield copies.values_move(most=value, where=where)


@PURE.exact(part="privacy")
@broken("twice_the_cost_of_one", most=2 * THIRD, at=NEARLY_THREE)
@because("e^(2 eps/3) in place of e^eps, at eps = 9: few outputs above a small interval, gamma ="
         " 1/10, and it is more than e^6 as likely.")  # fmt: skip
def three_thirds_are_the_whole(**changes: Any) -> Outcome:  # noqa: ANN401
    """The best of a geometric number of runs costs three times one, as `ext.private-selection`."""
    return runs.by_three_factors(
        THIRD, **{"most": runs.eps, "where": runs.private(THIRD)} | changes
    )


@PURE.proof(part="failure")
@broken("half_of_it", "It is beta/(1 + beta) at gamma = (1 - c) beta/c.", most=runs.beta / 2)
@dropped("given", runs.STOP, {0: "K may be the first that fails.", 1: "All may fail."})
@dropped("where", runs.FEW, "gamma = 1: one candidate fails with the chance c.")
def rarely_do_all_candidates_fail(**changes: Any) -> Outcome:  # noqa: ANN401
    """B + beta A does not grow in the mean: c (gamma + (1 - gamma) beta) <= beta."""
    return runs.seldom_all_fail(**changes)
