"""Constant-probability guarantee of Algorithm 3 (Theorem 3.14).

T is random: the loop stops when the budget U may not suffice for another round.  With mu = E 2^N,
T_0 = (U - 2^M)/(4 mu),

    Pr[Gap > g] <= Pr[T < T_0] + Pr[T Gap > g T_0] <= 1/4 + E[T Gap]/(g T_0).

T < T_0 would need sum_{t < T_0} 2^(N_t) > U - 2^M (Markov: at most 1/4).  E[T Gap] comes from Lemma
3.8 times T: a sum up to T has at most the mean of E T times a conditional bound, E T <= U/mu, and

    tau/2 (2 G_2 + 2 (2 G_2 + 2 L_0^2)) = tau (3 G_2 + 2 L_0^2),      4 (L_2/2^M)   (bias, sharp),

plus the output (Lemma 3.11 with N = T, drawn after the loop) with one beta for all T.

The rate of this bound is l/sqrt(n) + l/sqrt(P): its statistical term is larger than the sqrt(l/n)
of the abstract, because G_2 is of order l.  Starting the debiasing from K_0 of order l M base
vertices would remove that; for this the rate is derived, explicit constants are not.
"""

from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rates import Order, rate_is
from workbench.rigor import visible, witness
from workbench.rigor.provers import stopped_gap as gaps
from workbench.rigor.provers import stopped_gap_terms as terms
from workbench.rigor.provers import stopped_saddle as saddles
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import declare, relation
from workbench_papers.saddle._rates import REGION, best_order

_SETTING = r"\text{Algorithm 3 for second-order-smooth, convex-concave } f(\cdot, \cdot; s)"
_SIZES = r"2^M \le U/2, \; \mu = \frac{M+1}{2 - 2^{-M}}, \; T_0 = \frac{U - 2^M}{4\mu}"

CLAIM = Claim(
    "saddle.thm3.14",
    title="Algorithm 3 with probability at least one half",
    reconstructed=("theorem", "Theorem 3.14, eq. (9), proof 3.19"),
    statement=r"""\Pr\Big[ \mathrm{Gap}(\widetilde x, \widetilde y) \le \frac{4}{T_0} \Big\{
        \frac{2\ell}{\tau} + \frac U\mu \Big[ \tau (3 G_2 + 2 L_0^2) + \frac{4 L_2}{2^M} \Big]
        + 2\sqrt2 L_1 \sqrt{\ell U/\mu} + 2 L_1 \Big\} \Big] \ge \tfrac12""",
    hypotheses=(
        _SETTING,
        _SIZES,
        r"F = \mathbb{E} f(\cdot, \cdot; s) \text{ over records } s; \; \tau > 0, \; \ell = \ln d_x"
        r" + \ln d_y",
        r"T \text{ rounds: round } t \text{ takes place while } 2^{N_0} + \dots + 2^{N_{t-1}} \le U"
        r" - 2^M; \text{ then } N_t \sim \mathrm{TGeom}(\tfrac12, M), \text{ and a mirror step of"
        r" size } \tau \text{ from } x_t, y_t",
        r"\text{given what was before a round, its gradients have, for either player, second"
        r" moments of at most } G_2 \text{ and means within } L_2/2^M \text{ of } \nabla F \text{:"
        r" Lemma 3.15}",
        r"\widetilde x, \widetilde y \text{ averages of } T \text{ vertices of means } x_t, y_t,"
        r" \text{ drawn when all rounds are over; } \mathrm{Gap}(a, b) = \max_{v, w} F(a, w) -"
        r" F(v, b)",
        r"|\partial_{x_j} F|, |\partial_{y_j} F| \le L_0, \; \nabla F \; L_1\text{-Lipschitz in"
        r" the joint 1-norm}; \; \ell, G_2, L_0, L_1, L_2 > 0",
    ),
    parts=("path", "round", "probability"),
    encoded={
        "path": (saddles.output_after().theorem,),
        "round": (saddles.mean_cost().theorem, saddles.least_cost().theorem),
        "probability": (gaps.stopped(),),
    },
    uses=("saddle.def-tgeom", "saddle.lem3.8", "saddle.lem3.11", "saddle.lem3.15"),
    note="Constants ours. That numbers are > 0 is no restriction: gradients that are bounded,"
    " Lipschitz or biased by some constant are so by every larger one, the bound is continuous in"
    " all of them, and where l = 0 there is one point. G_2 is the larger one of both players. That"
    " E 2^(N_t) is mu is saddle.def-tgeom. The stopping test has to precede the draw of N_t"
    " (`saddle.alg3.draw-first`). As encoded g are any vectors, which the first part takes as they"
    " are: T is called N there, and all that is before the output is given, T too; v, w are"
    " ghosts, beta is any number > 0, and a_t, the cost of a round, is the term of the sum. In the"
    " second part the iterates and ghosts before the round are fixed, P and Q are the means of g"
    " as functions of the iterates, and G_2 and L_2/2^M what Lemma 3.15 says of them. In the third"
    " the cost is a, with its mean and its lower bound by the second; D is 2^M, the batch is"
    " 2^(N_t), of which its range and its mean mu alone are used; K is any number of steps that is"
    " at least U, by which the loop has ended; R is T, and E[R Gap] is bounded by the first part,"
    " given all rounds. Where g = 1 a round takes place, and f = 1, used by the proof alone, says"
    " that R + 1 < T_0 before; Z_early is 1 where R < T_0, and gamma is the bound; 2 D <= U is not"
    " needed there, as T_0 > 0.",
)  # fmt: skip

LIMITS = ("U/n", "tau*U**(3/2)/P", "D/U")
PROOF_BOUND: Any = best_order(["ell/(tau*U)", "tau*ell", "1/D", "(ell/U)**(1/2)"], LIMITS,
                         free=["tau", "U", "D"], integer=["U", "D"],
                         claimed="ell/n**(1/2) + ell/P**(1/2)")  # fmt: skip

RATE = Claim(
    "saddle.thm3.14.rate",
    title="Rate of Algorithm 3, as its proof gives it",
    reconstructed=("rate", "Theorem 3.14"),
    statement=r"""\mathrm{Gap} \lesssim \frac{\ell}{\sqrt n} + \frac{\ell}{\sqrt P}
        \text{ with probability at least } \tfrac12, \text{ up to powers of } 1 + \ln n""",
    hypotheses=(_SETTING + r"; \; \tau \text{ as in Proposition 3.17}", _SIZES,
                r"0 < \epsilon \le 8 \ln(1/\delta), \; P = n \epsilon/\sqrt{\ln(1/\delta)}, \;"
                r" \ell = \ln d_x + \ln d_y",
                r"U \le n; \; n, P, \ell \ge 1; \; L_0 = L_1 = L_2 = 1; \text{ best } \tau, U, M"),
    parts=("order", "gap"),
    encoded={
        "order": (PROOF_BOUND,),
        "gap": (terms.bound(), terms.step(), terms.level(), terms.few()),
    },
    uses=("saddle.thm3.14", "saddle.lem3.15", "saddle.prop3.17"),
    repairs=("saddle.erratum-e9",),
    note="The part `order` is about l/(tau U) + tau l + 1/D + sqrt(l/U). By the part `gap` the"
    " bound of saddle.thm3.14 for the step size tau/250, with T_0 put in and the G_2 of"
    " saddle.lem3.15, is at most 24000 ln n times that, if D/4 <= 2^M <= U/2; and where tau meets"
    " the limit of `order`, tau/250 meets that of saddle.prop3.17. If U >= 2, the largest integer M"
    " with 2^M <= U/2 has U/2 <= 2^(M + 1), and by the third statement it will do for D <= U. If U"
    " is less than 2, no such M is needed: gaps are at most 4 L_0, as two points of a simplex are"
    " at most 2 apart, and by the last statement that is at most 6 times the sum. In `order` U and"
    " D are real; that U may be an integer is said here and not encoded: U >= 1 rounded down is"
    " above U/2, so each term is at most twice as large and the limit is kept; and 4*2^M, an"
    " integer above the rounded U, is still at least U. As encoded d is the larger one of d_x, d_y,"
    " M any number, h is ln(1/delta), and alpha is n/U rounded down. That the sum has l/sqrt(n)"
    " corrects saddle.erratum-e9, which is about it as well; no bound from below on the gap is"
    " claimed.",
)  # fmt: skip

ABSTRACT = Claim(
    "saddle.erratum-e9",
    title="The bound of the proof has the statistical term sqrt(l/n) of the abstract",
    reconstructed=("erratum", "Abstract (second version), against Theorem 3.14 and its proof"),
    statement=r"""\min_{\tau, U, M} \Big\{ \frac{\ell}{\tau U} + \tau \ell + 2^{-M}
        + \sqrt{\ell/U} \Big\} \le 10 \Big( \sqrt{\frac{\ell}{n}} + \frac{\ell}{\sqrt P} \Big)""",
    hypotheses=r"\tau U^{3/2} \le P, \; U \le n, \; 2^M \le U",
    note="A mismatch between the abstract and this bound; another bound may have that rate. Any"
    " other constant C in place of 10 fails as well, from l > C^2 on.",
)


def with_base_vertices(claimed: str = "(ell/n)**(1/2) + ell/P**(1/2)", root: str = "1/2") -> Order:
    """D is 2^M and K is K_0, of which the budget has the power `root`."""
    return Order(
        claimed, ["ell/(tau*U)", "tau", "tau*ell/K", "1/(K*D)", "(ell/U)**(1/2)"],
        ["U/n", f"tau*U**(3/2)*K**({root})/P", "D/U"], free=["tau", "U", "D", "K"],
        integer=["U", "D", "K"], region=REGION,
    )  # fmt: skip


BASE = Claim(
    "saddle.thm3.14.base-vertices",
    title="Rate with base vertices, without logarithms",
    ours=("rate", "Theorem 3.14, modified; not in the paper"),
    statement=r"""\min \Big\{ \frac{\ell}{\tau U} + \tau + \frac{\tau \ell}{K_0}
        + \frac{1}{K_0 2^M} + \sqrt{\ell/U} \Big\} \asymp
        \sqrt{\frac{\ell}{n}} + \frac{\ell}{\sqrt P}""",
    hypotheses=r"""\tau U^{3/2} K_0^{1/2} \le P, \; 1 \le U \le n, \; 2^M \le U, \; K_0 \ge 1, \;
        M \ge 0
        n, P, \ell \ge 1""",
    encoded=(with_base_vertices(),),
    note="A rate of the displayed sum; P is n eps over the root of ln(1/delta), and the factors M"
    " (logarithms of n) of the second moment are left out. That an algorithm with K_0 of order l M"
    " obeys such a bound is a sketch: its constants were not derived. As encoded, D is 2^M, which"
    " is any number from 1 to U up to a factor of 2, and K is K_0.",
)

ell, tau, n, P, c = declare("ell tau n P c > 0")


@CLAIM.proof(part="path")
@broken("one_entropy_is_not_enough", entropies=1)
@because("T = 1, d_x = 16, d_y = 1, linear F with one entry -1 and 15 of 1, g half of it: 1.87 >"
         " 1.67, the price being small for small L_1 and beta.")  # fmt: skip
@broken("a_quarter_of_the_price", share=Fraction(1, 4))
@because("Matching pennies, T = 1, g = 0, large tau: 2 L_1, a quarter is 1.33 L_1 at best.")
@broken("with_an_output_that_is_fed_back", late=False)
@because("Only the proof is refused: see saddle.lem3.11.adaptive. No counterexample is known.")
@broken("without_the_cross_gradients", "Matching pennies times a large number.", kept="ad")
@broken("without_smoothness_in_x", kept="bcd")
@because("F = m (|x|^2 - x_1 - x_2) for large m, T = 1, g = 0, large tau: m/2.")
def the_price_of_an_output_after_any_rounds(**changes: Any) -> Outcome:  # noqa: ANN401
    """Lemma 3.8 along every path, times T, and Lemma 3.11 for points that are drawn after it."""
    return proved(saddles.output_after(**changes))


@CLAIM.proof(part="round")
@broken("the_errors_count_twice", "F = 0, g of fair signs of size sqrt(G_2): 2 tau G_2.", moments=1)
@broken("the_bias_is_free", "g = 0, F of slope L_2/2^M at points 2 apart, tau near 0.", biases=0)
@broken("gradients_of_any_size", "g is any.", kept="sn")
@broken("slopes_of_any_size", kept="gn")
@because("L_0 small, F linear of slope s nearly in many coordinates, where g is s, and -s with a"
         " small chance each: nearly 5 tau s^2, and G_2 = s^2.")  # fmt: skip
@broken("any_bias", "P = Q = 0, and F has any slope, for small tau.", kept="gs")
@broken("gradients_of_any_mean", "g = 0 and small tau.", unbiased=False)
@broken("a_cost_of_minus_three", "g = 0 and errors of 2/tau against points 2 apart.", least=3)
def a_round_costs_little_in_the_mean(*, least: int = 4, **changes: Any) -> Outcome:  # noqa: ANN401
    """tau/2 (2 G_2 + 2 (2 G_2 + 2 L_0^2)) and 2 L_2/2^M in each block; and never below -4/tau."""
    return proved(saddles.mean_cost(**changes), saddles.least_cost(least=least))


@CLAIM.proof(part="probability")
@broken("surely", "A gap of 2 gamma with a small chance.", chances=1)
@dropped("sure", gaps.SIZE, {
    0: "Batches of mu near 0: K = U rounds are fewer than T_0.",
    1: "U > 25, large G_2, D much less than U; batches of more than U with chance 0.6 at first,"
       " later ones of 1, and seldom huge: R is 1 or about U, and the gap is large where it is 1.",
})  # fmt: skip
@dropped("given", gaps.MEANS, {0: "T_0 is any number.", 1: "The costs are any."})
@dropped("where", gaps.SIZES, {
    1: "No round takes place.",
    2: "T_0 may be so large that gamma is less than a gap of 2 l/(tau U). Rounds cost 0; R <= U.",
    3: "c is any number: it is what each round costs, more than gamma, and it is the gap.",
    4: "beta is any number: more than gamma/l. Rounds cost 0, and the gap is beta l.",
})  # fmt: skip
@broken("one_in_place_of_four", share=1)
@because("U = 2 D, batches 1 and D, large mu and D/mu, costs 0, tau near 0: R is nearly exponential"
         " of mean 4 T_0. A gap just above gamma where R <= 2.8 T_0, and else 0, has E[R Gap] ="
         " 0.62 gamma T_0 < 2 l/tau. From 2 on the statement is true.")  # fmt: skip
@dropped("gap", gaps.GAP, "The gap is any.")
def two_quarters_make_one_half(**changes: Any) -> Outcome:  # noqa: ANN401
    """Pr[R < T_0] <= 1/4, and E[R Gap] <= gamma T_0/4 by E A <= c E R and E R <= U/mu."""
    return gaps.with_probability_one_half(**changes)


@RATE.exact(part="gap")
@broken("23000_is_exceeded", "n = U = 2, M = 0, small tau: 8000/tau <= 7972/tau.", factor=23000)
@dropped("sizes", terms.SIZES, {
    0: "The bound grows with mu.", 1: "The bound grows with G_2.", 2: "G_2 grows with d.",
    3: "T_0 is near 0 where U is near 2^M.", 4: "ln n is near 0 where n is near 1.",
    5: "M = 0, l = 1, tau = U^(-1/2), D = U = n large: 64 <= 24000 ln n (3/sqrt(n) + 1/n).",
})  # fmt: skip
@broken("249_in_place_of_250", "n near 2 U: alpha is 1, and 18 sqrt(48) 2 is 249.4.", share=249)
@dropped("steps", terms.STEPS, {0: "tau is any number.", 1: "alpha = 1, and n/U is large."})
@dropped("levels", terms.LEVEL, {0: "M = 0, and D = U is large.", 1: "D is any number."})
@broken("few_units_need_no_factor", "U = 2, l = 1, tau = 3/4, D = 100: 4 <= 2.14.", few=1)
@dropped("limits", terms.FEW, {0: "U is large, and tau = 1/sqrt(U), D = 100."})
def terms_of_the_bound_are_those_of_the_sum(
    *, factor: int = 24000, sizes: Any = terms.SIZES, share: int = 250, steps: Any = terms.STEPS,  # noqa: ANN401
    few: int = 6, limits: Any = terms.FEW, levels: Any = terms.LEVEL,  # noqa: ANN401
) -> Outcomes:  # fmt: skip
    """16000 (M + 1) times the sum, and M + 1 <= 3/2 ln n; n/U <= 2 alpha; the sum where U <= 2."""
    yield from terms.every_budget(few, limits, levels)
    yield terms.private_step(share, steps)
    yield terms.terms_of_the_bound(factor, sizes)


@RATE.exact(part="order")
@broken("the_power_of_the_logarithm_is_one", claimed="ell/n**(1/2) + ell**(3/4)/P**(1/2)")
@because("l^(3/4) P^(-1/2) would be the optimal rate.")
@dropped("constraints", LIMITS, {0: "U may be large.", 1: "tau may be as large as 1/sqrt(U)."})
def second_moment_of_order_ell_costs_a_root(**changes: Any) -> Outcome:  # noqa: ANN401
    """The rate is l n^(-1/2) + l P^(-1/2)."""
    return rate_is(PROOF_BOUND.but(**changes))


@ABSTRACT.refutation(of="case")
@broken("with_the_statistical_term_of_the_proof_it_holds", statistical=ell / sp.sqrt(n))
@because("With l/sqrt(n) in the place of sqrt(l/n) the same data obey it.")
def the_two_first_terms_are_larger(*, statistical: sp.Expr = sp.sqrt(ell / n)) -> Outcomes:
    """The numbers are n = 10^10, l = 10^4, P = 10^12: at least 1/5 against 11/100.
    l/(tau U) + tau l >= 2l/sqrt(n) for U <= n, whatever tau is; then the numbers.
    """
    root, step = declare("root_n root_U > 0")
    square = ell * (1 / (sp.sqrt(tau) * step) - sp.sqrt(tau)) ** 2
    claimed = relation(2 * ell / sp.sqrt(n), "<=", c * (statistical + ell / sp.sqrt(P)))
    right = ell / (tau * step**2) + tau * ell
    gap = square + 2 * ell * (root - step) / (root * step)
    yield witness(claimed, n=10**10, ell=10**4, P=10**12, c=10)
    yield visible(2 * ell / root, "<=", right, where=[(step, "<=", root)], gap=gap)


@BASE.exact
@broken("they_do_not_improve_the_privacy_term", claimed="(ell/n)**(1/2) + ell**(3/4)/P**(1/2)")
@because("l^(3/4) P^(-1/2) is not reached.")
@broken("base_vertices_for_nothing", "l^(3/4) P^(-1/2) is reached if they cost nothing.", root="0")
def base_vertices_restore_the_statistical_term(**changes: str) -> Outcome:
    """l/(tau U) + tau + tau l/K + 1/(K D) + sqrt(l/U) has the order (l/n)^(1/2) + l P^(-1/2)."""
    return rate_is(with_base_vertices(**changes))
