"""Guarantees of Algorithm 5, private convex optimisation by anytime mirror descent (Theorem 4.2).

With weights t the regret costs 2 ln d/(tau T(T+1)) + tau L_0^2 (2T+1)/6.  Rounds whose point was
sampled up to kappa - 1 rounds ago cost 8 L_1 kappa/t of drift, 2 b_K of bias, and tau kappa t V_K
as the weights follow the sample; the output vertices cost c_K.  The sum over t is divided by
A_T = T(T+1)/2.  u = x* is fixed, so no ghost sequence is needed.
"""

from fractions import Fraction
from typing import Any

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rates import Order, rate_is
from workbench.rigor.provers import anytime_rates as rates
from workbench.rigor.provers import anytime_stale as stale
from workbench.rigor.provers.theorems import proved
from workbench_papers.saddle._rates import REGION, best_order

CLAIM = Claim(
    "saddle.thm4.2",
    title="Algorithm 5 before optimisation, for given b_K, V_K and c_K",
    reconstructed=("theorem", "Theorem 4.2, proof 4.5, eq. (11)"),
    statement=r"""\mathbb{E} F(\widetilde x) - F^\ast \le \frac{2 \ln d}{\tau T (T+1)}
        + \frac{\tau L_0^2 (2T+1)}{6} + 2 b_K + \frac{16 L_1 \kappa}{T}
        + \frac{\tau \kappa (2T+1)}{3} V_K + c_K""",
    hypotheses=r"""F = \mathbb{E} f(\cdot; z) \text{ convex and } L_1\text{-smooth in } \lVert \
            \cdot \rVert_1 \text{ on } \Delta_d, \; \tau > 0, \; 1 \le \kappa \le T \le n
        w^1 \text{ uniform}, \; w^{t+1}_j \propto e^{-\tau \sum_{i \le t} i\, g^i_j}, \; x^t = \
            \frac{2}{t(t+1)} \sum_{i \le t} i\, w^i
        g^t = \nabla F_{B^t}(\widehat x^s), \; B^t \text{ fresh and independent of all vertices}, \
            \; \lVert g^t \rVert_\infty \le L_0; \; s = t \text{ for } t \le \kappa, \; s = \kappa \
            \lfloor t/\kappa \rfloor \text{ for } t > \kappa
        \widehat x^s \text{ the average of } K \ge 1 \text{ vertices drawn from } x^s; \text{ for \
            such an } \widehat x \text{ drawn from any } x \in \Delta_d
        \lVert \mathbb{E} \nabla F(\widehat x) - \nabla F(x) \rVert_\infty \le b_K, \; b_K > 0, \
            \; \mathbb{E} \lVert \nabla H(\widehat x) - \nabla H(x) \rVert_\infty^2 \le V_K \
            \text{ for means } H \text{ of losses, with weights } \ge 0 \text{ of sum } 1, \text{ \
            and for } F
        \widetilde x \text{ a random point of } \Delta_d, \; \mathbb{E} F(\widetilde x) \le \
            \mathbb{E} F(x^T) + c_K, \; c_K \ge 0""",
    parts=("rounds", "coupling", "stale point"),
    encoded={
        "rounds": (stale.stale_error().theorem,),
        "coupling": (stale.coupled().theorem,),
        "stale point": (stale.stale_point().theorem,),
    },
    uses=("saddle.lem3.9.entropic", "ext.conditional-expectation"),
    note="Constants ours. The condition on tau kappa T in the proof is not needed. What b_K, V_K"
    " and c_K are is no part of this: see saddle.cor2.4, saddle.cor2.6, saddle.cor2.12,"
    " saddle.cor2.14 and saddle.cor2.3.sharp; where there is no bias the bound holds for every b_K"
    " > 0. As encoded rounds are numbered from 0 in the first part, where R is the gradient of F,"
    " x_h the point in use, known before the batch, and w makes the mirror steps of the entropy,"
    " which give these weights by saddle.lem3.9.entropic. Nothing depends on rounds after T: they"
    " go on with further batches of the same law. The condition on each round is the conclusion of"
    " the last part, where x is x^s, y is the gradient of F at the point drawn from x, of mean"
    " P(x), r and r_x are the gradients there and at x of H, the mean of the losses of the batches"
    " of the rounds s to t - 1 with weights proportional to these, w is w^t, v is what it would be"
    " with r_x in place of r, and q is the mean of w^(s+1) to w^t with these weights; where s = t,"
    " r is r_x, and q any point. There y is drawn after these batches, which come later in the"
    " algorithm: given what was before round s, they and the vertices are independent, so given"
    " both the vertices still have the law x^s. That w and v are as near as it says is the second"
    " part, in each outcome, S = s + ... + (t - 1) and G the sum of i g^i before s.",
)  # fmt: skip

PRIVACY = ("tau*T**2*(K*kappa)**(1/2)/P", "tau*T**(5/2)*(K/kappa)**(1/2)/P")
CONSTRAINTS = ("T/n", *PRIVACY, "kappa/T")


def order(bias: str, moments: tuple[str, ...], claimed: str, *more: str) -> Order:
    """The best order of the six terms over tau, T, K, kappa."""
    return best_order(["ell/(tau*T**2)", "tau*T", bias, "kappa/T", *moments], CONSTRAINTS,
                      free=["tau", "T", "K", "kappa"], integer=["T", "K", "kappa"],
                      claimed=claimed, region=(*REGION, *more))  # fmt: skip


ORDER_FIRST = order("K**(-1/2)", ("tau*kappa*T*(ell/K)**(1/2)", "tau*kappa*T/K"),
                    "(ell/n)**(1/2) + ell**(7/10)*P**(-2/5)", "ell**3/P")  # fmt: skip
ORDER_SECOND = order("1/K", ("tau*kappa*T*ell/K", "tau*kappa*T/K**2"),
                     "(ell/n)**(1/2) + ell*P**(-1/2)")  # fmt: skip


def _rate(letter: str, title: str, part: str, rate: str, own: tuple[str, ...], encoded: Any,  # noqa: ANN401
          uses: tuple[str, ...], note: str) -> Claim:  # fmt: skip
    return Claim(
        f"saddle.thm4.2{letter}",
        title=title,
        reconstructed=("rate", f"Theorem 4.2, {part} part"),
        statement=r"""\min_{\tau, T, K, \kappa} \mathbb{E} F(\widetilde x) - F^\ast
        \lesssim \sqrt{\frac{\ln d}{n}} + """
        + rate,
        hypotheses=(r"\text{Algorithm 5, } \tau \text{ as in Proposition 4.3}, \; K \ge 1, \;"
                    r" 1 \le \kappa \le T \le n; \; F = \mathbb{E} f(\cdot; z) \text{ convex}",
                    r"0 < \epsilon \le 8 \ln(1/\delta), \; P = n \epsilon/\sqrt{\ln(1/\delta)},"
                    r" \; n, P, \ell = \ln d \ge 1; \; T, K, \kappa \text{ integers}", *own),
        parts=("order", "gap"),
        encoded=encoded,
        uses=("saddle.thm4.2", "saddle.prop4.3", "saddle.cor2.3.sharp", *uses),
        note="The part `order` is about the sum on the right of the part `gap`, without the factor."
        " On the left stands the bound of saddle.thm4.2 for the step size tau/91, with c_K = 1/K"
        " and the b_K and V_K of these corollaries, so it is at most 182 times the sum; and where"
        " tau meets the two limits of `order`, tau/91 meets that of saddle.prop4.3. In `order` T, K"
        " and kappa are real; that this costs a constant is said here and not encoded: a number x"
        " >= 1 rounded down is above x/2, so with T, K and kappa rounded down and tau halved each"
        " term is at most 8 times as large, and the limits and kappa <= T <= n are kept. As encoded"
        " B is n/T rounded down, and h is ln(1/delta). " + note,
        module=__name__,
    )  # fmt: skip


FIRST = _rate(
    "a", "Rate of Algorithm 5, first-order-smooth, for (ln d)^3 up to P", "first",
    r"(\ln d)^{7/10} P^{-2/5}",
    (r"f(\cdot; z) \; L_0\text{-Lipschitz and } L_1\text{-smooth in } \lVert \cdot \rVert_1 \text{"
     r" within } r \text{ of } \Delta_d, \; r^2 = \tfrac1K + \sqrt{(2 \ln(2d) + 2)/K}; \; L_0 ="
     r" L_1 = 1",
     r"\ell^3 \le P \text{ (not in the theorem)}"),
    {"order": (ORDER_FIRST,), "gap": (rates.bound("a"), rates.step())},
    ("saddle.cor2.6", "saddle.cor2.14"),
    "Here b_K = 2/sqrt(K), and V_K is the sharper form of saddle.cor2.14. The theorem has no l^3 <="
    " P; for smaller P this sum can be as large as l^(5/6) P^(-1/3) n^(-1/6), which may be above"
    " the rate, so the theorem is not shown there. The exponent 7/10 is what this bound gives; for"
    " one player that of Algorithm 1 gives 3/5 (`saddle.ours.private-iterate-rate`).",
)  # fmt: skip
SECOND = _rate(
    "b", "Rate of Algorithm 5, second-order-smooth", "second", r"\ln d \cdot P^{-1/2}",
    (r"f(\cdot; z) \; L_0\text{-Lipschitz and } L_1\text{-smooth in } \lVert \cdot \rVert_1 \text{"
     r" on } \Delta_d, \; \partial_j f(\cdot; z) \; L_2\text{-smooth}; \; L_0 = L_1 = L_2 = 1",),
    {"order": (ORDER_SECOND,), "gap": (rates.bound("b"), rates.step())},
    ("saddle.cor2.4", "saddle.cor2.12"), "Here b_K = 1/K, and V_K is V_N of saddle.cor2.12.",
)  # fmt: skip


@CLAIM.proof(part="rounds")
@broken("a_thousandth_of_it", share=Fraction(1, 1000))
@because("d = 2, T = 1, tau = 1/L_0, F = L_0 (x_1 - x_2): the uniform point is off by L_0.")
@broken("gradients_of_any_size", "F = m (x_1 - x_2), T = 1: off by any number m.", kept="no")
@broken("gradients_of_any_mean", "For this F and g = 0 nothing moves.", unbiased=False)
@broken("points_of_any_cost", "For this F and R = g = 0 nothing moves.", kept="go")
@broken("an_output_of_any_mean", "The output may be the worst vertex.", kept="gn")
@broken("without_convexity", convex=False)
@because("F = -(x_1 - x_2)^2, g = 0, T = 100, kappa = 1, large tau, L_0 and b_K near 0: nothing"
         " moves, 1 <= 32/100.")  # fmt: skip
def regret_averages_and_stale_points(**change: Any) -> Outcome:  # noqa: ANN401
    """One induction: the regret of each step, what its point costs, and Lemma 4.1 of averages."""
    return proved(stale.stale_error(**change))


@CLAIM.proof(part="coupling")
@broken("nine_tenths_of_the_square", share=Fraction(9, 10))
@because("d = 2, G = r_x = 0, r = (h, -h): equality in the limit of small h.")
def weights_move_less_than_their_scores(**change: Any) -> Outcome:  # noqa: ANN401
    """Both prox steps against each other's point, and strong convexity twice."""
    return proved(stale.coupled(**change))


@CLAIM.proof(part="stale point")
@broken("one_bias_is_not_enough", biases=1)
@because("y = grad F(x) + b_K (1, -1), w = v = (0, 1), u = (1, 0), t = s large, tau near 0: 2 b_K.")
@broken("seven_in_place_of_eight", drift=7)
@because("F = (x_1 - x_2)^2/2, y = grad F(x), x = u = (1, 0), w = v = q = (0, 1), kappa = 100, t ="
         " s + 99 large: nearly 8 kappa/t.")  # fmt: skip
@broken("half_of_the_coupling", share=Fraction(1, 2))
@because("F = 0, kappa = 100, t = s + 99 large, errors of y and r equal and along w - v, which is"
         " as large as it may be: nearly tau kappa t V_K.")  # fmt: skip
@broken("gradients_at_points_of_any_mean", unbiased=False)
@because("y = grad F(x) + h for any fixed h, tau near 0, t = s large.")
@dropped("given", stale.GIVEN, {
    0: "The average may then be in no simplex: refused, not refuted.",
    1: "F = (x_1 - x_2)^2/2, y = grad F(x), x = u = (1, 0), w = v = q = (0, 1), s = kappa = 1, t"
       " large: nearly 4 <= 8/t.",
    2: "y = grad F(x) + h, P = grad F + h for any fixed h, tau near 0, t = s large.",
    3: "t > s, and y - P(x) is m times r - r_x, for any m, and w moves with both.",
    4: "t > s, r - r_x is large, and V_K is small: w and y move together, by 1 and V_K^(1/2); tau"
       " near 0.",
    5: "w may be any point, and follow y, whose error is V_K^(1/2), for tau near 0.",
})  # fmt: skip
def drift_bias_and_coupling(**change: Any) -> Outcome:  # noqa: ANN401
    """8 L_1 kappa/t + 2 b_K + tau kappa t V_K, by the mean of y given what was before it."""
    return proved(stale.stale_point(**change))


_FREE = {0: "T may be as large as you like.", 2: "kappa = 1 and K large cost too little then."}


def _gap(letter: str) -> Any:  # noqa: ANN401
    @broken("181_is_exceeded", "tau near 0 and T large: 182 l/(tau T (T + 1)).", factor=181)
    @broken("63_in_place_of_91", "n near 2, all else 1: tau = 2, and 2/63 <= 1/32.", share=63)
    @dropped("steps", rates.STEPS, {
        0: "n = T, B = K = 1, kappa = T: tau = P/T^2, 16 sqrt(2 T + 2)/91 times what it may be.",
        1: "n = T, B = K = 1, kappa = 1: the same.", 2: "B = 1, and n/T is large.",
    })  # fmt: skip
    @broken("any_second_moment", "V_K is any number.", moment=False)
    def terms_of_the_gap_are_those_of_the_sum(
        *, factor: int = 182, moment: bool = True, share: int = 91, steps: Any = rates.STEPS  # noqa: ANN401
    ) -> Outcomes:  # fmt: skip
        """At the step size tau/91 the bound is at most 182 times the sum; n/T <= 2 B."""
        yield rates.terms_of_the_bound(letter, factor, moment=moment)
        yield rates.private_step(share, steps)

    return terms_of_the_gap_are_those_of_the_sum


for claim, letter in ((FIRST, "a"), (SECOND, "b")):
    claim.exact(part="gap")(_gap(letter))


@FIRST.exact(part="order")
@broken("six_tenths_is_not_reached", claimed="(ell/n)**(1/2) + ell**(6/10)*P**(-2/5)")
@because("l^(6/10) P^(-2/5) is below what this bound gives.")
@dropped("constraints", CONSTRAINTS, _FREE)
@broken("larger_logarithms", region=REGION)
@because("For P < l^3 it can be as large as l^(5/6) P^(-1/3) n^(-1/6).")
def best_order_has_the_power_seven_tenths(**changes: Any) -> Outcome:  # noqa: ANN401
    """(l/n)^(1/2) + l^(7/10) P^(-2/5), l = ln d."""
    return rate_is(ORDER_FIRST.but(**changes))


@SECOND.exact(part="order")
@broken("three_quarters_is_not_reached", claimed="(ell/n)**(1/2) + ell**(3/4)*P**(-1/2)")
@because("l^(3/4) P^(-1/2) would be the rate for bilinear saddle points.")
@dropped("constraints", CONSTRAINTS, _FREE)
def best_order_is_one_over_the_root(**changes: Any) -> Outcome:  # noqa: ANN401
    """The best order is (l/n)^(1/2) + l P^(-1/2)."""
    return rate_is(ORDER_SECOND.but(**changes))
