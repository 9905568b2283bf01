"""Guarantees of Algorithm 1 in expectation: three classes of problems (Theorem 3.1).

Lemma 3.8 for Algorithm 1.  |g| <= L_0 and |Delta| <= 2 L_0 turn the squares into 5 tau L_0^2; the
conditional mean of Delta is at most b_K (Corollaries 2.4 and 2.6), and <Delta, x - v> has mean at
most 2 b_K in each block.  With the price of the sampled output (Lemma 3.11),

    E Gap <= 2l/(tau T) + 5 tau L_0^2 + 4 b_K + 4 L_1 sqrt(l/N) + 4 L_1/N,

    b_K = 4 sqrt(2) L_1/sqrt(K)  (first-order),   4 L_2/K  (second-order),   0  (quadratic),

under the privacy constraint 16 L_0 T^(3/2) sqrt(K) tau <= P = n eps/sqrt(ln(1/delta)).  The best
order of this bound over T, K, tau is the stated rate in each of the three cases.

As the proof has it, the last two terms rest on Lemma 3.11 with adaptive means, which is not proved.
Repaired: return vertices that are not fed back (K + 1 in the place of K in the constraint, N = T).
That is a theorem for gradients with any bias b_K, and with the constants of `saddle.lem3.11`.
For quadratic problems Algorithm 1 itself is covered, with 8 L_0 sqrt(l/N) in their place.  For the
other two cases the rate of Algorithm 1 as it is follows from `saddle.ours.private-iterate`.
"""

from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, argued, because, broken, dropped
from workbench.rates import Order, rate_is
from workbench.rigor import follows, identity, visible
from workbench.rigor.provers.saddle_fresh_outputs import fresh_output
from workbench.rigor.provers.saddle_means import ENTROPY, expected_gap
from workbench.rigor.provers.saddle_means import K as points
from workbench.rigor.provers.saddle_paths import T as rounds
from workbench.rigor.provers.saddle_paths import tau as step
from workbench.rigor.provers.saddle_quadratic_means import quadratic_gap
from workbench.rigor.provers.theorems import Proof, proved
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.theorem import num
from workbench_papers.saddle._rates import REGION, SMALL, best_order

_SETTING = (
    r"F \text{ convex-concave}, \; f \; L_0\text{-Lipschitz and } L_1\text{-smooth in }"
    r" \lVert \cdot \rVert_1",
    r"0 < \epsilon \le 8 \ln(1/\delta), \; P = n \epsilon / \sqrt{\ln(1/\delta)},"
    r" \; \ell = \ln d_x + \ln d_y",
)
_CONSTRAINT = r"16 L_0 T^{3/2} \sqrt K\, \tau \le P, \; 1 \le T \le n, \; K \ge 1"
_BOUND = r"""\mathbb{E}\, \mathrm{Gap} \le \frac{2\ell}{\tau T} + 5 \tau L_0^2 + 4 b_K
        + 4 L_1 \sqrt{\ell/N} + \frac{4 L_1}{N}"""

CLAIM = Claim(
    "saddle.thm3.1",
    title="Algorithm 1 before optimisation, output made of the gradient vertices",
    reconstructed=("theorem", "Theorem 3.1, proof 3.13"),
    statement=_BOUND + r""", \quad N = T K""",
    hypotheses=(
        *_SETTING,
        r"b_K = 4\sqrt2 L_1/\sqrt K \text{ or } 4 L_2/K \text{ or } 0 \text{ (quadratic)}",
    ),
    uses=("saddle.lem3.8", "saddle.lem3.11.adaptive", "saddle.cor2.4", "saddle.cor2.6.product"),
    note="The conclusion is not refuted; its argument is gone where the means are adaptive. The"
    " first case of b_K follows from `saddle.ours.private-iterate`; the other two are open.",
)

tau, T, K, N, ell, L0, L1, L2, b, r = declare("tau T K N ell L_0 L_1 L_2 b r > 0")


def bounds(scale: int = 1) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """The bound at beta = L_1 sqrt(2/(l T)), its value, and that of the text; r is sqrt(l/T)."""
    beta, common = sp.sqrt(2) * L1 / (T * r), 2 * ell / (tau * T) + 5 * tau * L0**2 + 4 * b
    value = common + beta * ell + 2 * (L1 + L1**2 / beta) / T
    best = scale * (common + 2 * sp.sqrt(2) * L1 * r + 2 * L1 / T)
    return value, best, common + 4 * L1 * r + 4 * L1 / T


def with_the_best_beta() -> tuple[Relation, Relation]:
    """Both relations between them."""
    value, best, text = bounds()
    own = [(ell, "=", T * r**2)]
    return relation(value, "=", best, where=own), relation(best, "<=", text, where=own)


REPAIRED = Claim(
    "saddle.thm3.1.repaired",
    title="Algorithm 1 before optimisation, output made of fresh vertices, gradients with a bias",
    ours=("theorem", "Theorem 3.1, corrected"),
    statement=r"""\begin{gathered} \mathbb{E}\, \mathrm{Gap} \le \frac{2\ell}{\tau T}
        + 5 \tau L_0^2 + 4 b_K + \beta \ell + \frac 2T \Big( L_1 + \frac{L_1^2}{\beta} \Big)
        \text{ for all } \beta > 0; \text{ with } \beta = L_1 \sqrt{2/(\ell T)}: \\
        = \frac{2\ell}{\tau T} + 5 \tau L_0^2 + 4 b_K + 2\sqrt2 L_1 \sqrt{\frac{\ell}{T}}
        + \frac{2 L_1}{T} \le \frac{2\ell}{\tau T} + 5 \tau L_0^2 + 4 b_K
        + 4 L_1 \sqrt{\frac{\ell}{T}} + \frac{4 L_1}{T} \end{gathered}""",
    hypotheses=(
        _SETTING[0],
        r"\ell = \ln d_x + \ln d_y > 0; \text{ batches are fresh}",
        r"\text{at all } x, y \text{ and in both blocks, for averages } \widehat x, \widehat y"
        r" \text{ of } K \text{ vertices, } \lVert \mathbb{E} \nabla F(\widehat x, \widehat y)"
        r" - \nabla F(x, y) \rVert_\infty \le b_K, \; b_K > 0",
        r"\text{one more vertex per round and block is drawn and not fed back; the output is the"
        r" average of these}",
    ),
    parts=("gap", "best"),
    encoded={"gap": (fresh_output().theorem,), "best": with_the_best_beta()},
    uses=("saddle.def-gap",),
    repairs=("saddle.thm3.1",),
    note="The text has 4 sqrt(2) L_1/sqrt(K), 4 L_2/K or 0 for b_K: see saddle.cor2.6 and"
    " saddle.cor2.4; where there is no bias the bound holds for every b_K > 0. In the privacy"
    " constraint K + 1 is in place of K. As encoded N is T, P and Q are the means of the gradients"
    " at sampled averages, as functions of the iterates, g_x and g_y the gradients of a batch, at"
    " most L_0; the fresh vertices x_o, y_o, which may be any points of these means, are drawn when"
    " all rounds are over, as nothing is made of them; v and w are ghost iterates.",
)  # fmt: skip


LIMITS = ("T/n", "tau*T**(3/2)*K**(1/2)/P")
REGRET = ("ell/(tau*T)", "tau")
THIRD, TWO_FIFTHS, SEVENTHS, HALF = (
    f"(ell/n)**(1/2) + (ell**(3/2)/P)**({exponent})" for exponent in ("1/3", "2/5", "3/7", "1/2")
)


def order(*rest: str, claimed: str, biased: bool = True, at_most: bool = False) -> Order:
    """The best order of the regret and the `rest` over tau, T and, if `biased`, K; else K = 1."""
    free = ["tau", "T", "K"] if biased else ["tau", "T"]
    return best_order([*REGRET, *rest], LIMITS if biased else ["T/n", "tau*T**(3/2)/P"], free=free,
                      integer=free[1:], claimed=claimed, at_most=at_most, region=SMALL)  # fmt: skip


_FREE = {
    0: "T may be large in the first sum; the second is bounded from above, so needs no limits.",
    1: "K may be large in the first sum; the second is bounded from above, so needs no limits.",
}


def _bounds(bias: str, claimed: str) -> tuple[Order, Order]:
    """The sum with this bias and the output, and that of `saddle.ours.private-iterate`."""
    with_output = order(bias, "(ell/T)**(1/2)", claimed=claimed)
    return with_output, order("1/K", claimed=claimed, at_most=True)


def mean_gap(*, factor: Fraction | int = 64, **change: Any) -> Proof:  # noqa: ANN401
    """E Gap <= 64 (l/(tau T) + tau + 1/K) for the steps tau/32, at L_0 = L_xx = L_yy = 1."""
    one = num(1)
    bound = factor * (ENTROPY / (step * rounds) + step + 1 / points)
    return expected_gap(step=step / 32, sizes=(one, one, one), bound=bound, **change)


def mean_gap_is_at_most_the_second_sum(**change: Any) -> Outcome:  # noqa: ANN401
    """The bound of `saddle.ours.private-iterate`: 64 l/(tau T) + 5 tau/32 + 4/K."""
    return proved(mean_gap(**change))


def quadratic_mean_gap(*, factor: Fraction | int = 128, **change: Any) -> Proof:  # noqa: ANN401
    """E Gap <= 128 (l/(tau T) + tau) for the steps tau/32, at L_0 = 1 and for quadratic F."""
    bound = factor * (ENTROPY / (step * rounds) + step)
    return quadratic_gap(step=step / 32, top=num(1), bound=bound, **change)


def _rate(letter: str, title: str, rate: str, own: str, bounds: Any, note: str) -> Claim:  # noqa: ANN401
    return Claim(
        f"saddle.thm3.1{letter}",
        title=title,
        reconstructed=("rate", "Theorem 3.1"),
        statement=r"""\min_{\tau, T, K} \mathbb{E}\, \mathrm{Gap} \text{ of Algorithm 1}
        \lesssim \sqrt{\frac{\ell}{n}} + """
        + rate,
        hypotheses=(*_SETTING, own, _CONSTRAINT, r"n, P, \ell \ge 1; \; L_0 = L_1 = L_2 = 1",
                    r"\ell^{3/2} \le P \text{ (not in the theorem)}"),
        parts=("order", "gap"),
        encoded={"order": bounds, "gap": (mean_gap().theorem,)},
        uses=("saddle.ours.private-iterate", "saddle.prop3.3"),
        note="The part `order` is about two sums, up to constants. The first is the bound of"
        " saddle.thm3.1 with sqrt(l/T) for the output of saddle.thm3.1.repaired, N = T; the second"
        " is l/(tau T) + tau + 1/K. By the part `gap`, which is saddle.ours.private-iterate for the"
        " step size tau/32 and L_0 = L_xx = L_yy = 1, the gap of Algorithm 1 as it is is at most 64"
        " times the second, so it has the rate: where tau meets the limit of `order`, tau/32 meets"
        " that of the statement. Rounding T and K down costs a factor 2 at most and keeps the"
        " limits. For P < l^(3/2) the rate is above 1, and gaps are at most 4 L_0. " + note,
        module=__name__,
    )  # fmt: skip


ORDERS_A, ORDERS_B = _bounds("K**(-1/2)", THIRD), _bounds("1/K", TWO_FIFTHS)
FIRST = _rate(
    "a", "Rate of Algorithm 1, first-order-smooth", r"\Big( \frac{\ell^{3/2}}{P} \Big)^{1/3}",
    r"L_0, L_1 < \infty", ORDERS_A,
    "True, and not the best: the exponent 2/5 can be proved.",
)  # fmt: skip
SECOND = _rate(
    "b", "Rate of Algorithm 1, second-order-smooth", r"\Big( \frac{\ell^{3/2}}{P} \Big)^{2/5}",
    r"L_0, L_1, L_2 < \infty", ORDERS_B,
    "So second-order smoothness is not needed.",
)  # fmt: skip
_FREE_C = {0: "T may be large: (l/n)^(1/2) is not needed.", 1: "(l/n)^(1/2) alone is reached."}
ORDER_C: Any = order(claimed=HALF, biased=False)
QUADRATIC = Claim(
    "saddle.thm3.1c",
    title="Rate of Algorithm 1, quadratic problems, K = 1",
    reconstructed=("rate", "Theorem 3.1"),
    statement=r"""\min_{\tau, T, K} \mathbb{E}\, \mathrm{Gap} \text{ of Algorithm 1}
        \lesssim \sqrt{\frac{\ell}{n}} + \Big( \frac{\ell^{3/2}}{P} \Big)^{1/2}""",
    hypotheses=(*_SETTING, r"f(\cdot, \cdot; z) \text{ jointly quadratic}", _CONSTRAINT,
                r"n, P, \ell \ge 1; \; L_0 = 1", r"\ell^{3/2} \le P \text{ (not in the theorem)}"),
    parts=("order", "gap"),
    encoded={"order": (ORDER_C,), "gap": (quadratic_mean_gap().theorem,)},
    uses=("saddle.lem3.8", "saddle.lem3.11.quadratic", "saddle.prop3.3"),
    note="The whole objective is jointly quadratic: all third derivatives vanish. By the part"
    " `gap` the gap of Algorithm 1 with the step size tau/32, for any K and so for K = 1, is at"
    " most 128 times the sum of the part `order`; where tau meets the limit of `order`, tau/32"
    " meets that of the statement, and so does T rounded down. For P < l^(3/2) the right side is"
    " above 1, and gaps are at most 4 L_0. As encoded the gradients of a batch are any pair of"
    " random vectors, drawn together, of at most L_0 = 1, whose mean given the sampled points and"
    " all before is the gradient of F there; that F is jointly quadratic stands there as what it"
    " says of second differences; v, w and r_0 to r_3 are ghost iterates.",
)  # fmt: skip


def assembled(bias: int) -> Outcome:
    """Lemma 3.8 in expectation: squares, biases of two blocks, and the output."""
    gap, mean, output = declare("real Gap Gap_mean output")
    squares = declare("g_x g_y D_x D_y >= 0")
    errors = declare("real err_x err_y")
    rate = tau / 2
    limits = (L0**2, L0**2, (2 * L0) ** 2, (2 * L0) ** 2)
    at = {"tau": 2, "T": 1, "L_0": 1, "b": 1, "ell": 1, "g_x": 1, "g_y": 1, "D_x": 4, "D_y": 4}
    at |= {"err_x": 2, "err_y": 2, "output": 0, "Gap_mean": 15, "Gap": 15}
    premises = [
        (1, gap, mean + output),  # Lemma 3.11
        (1, mean, 2 * ell / (tau * T) + rate * sp.Add(*squares) + sp.Add(*errors)),
        *((rate, s, limit) for s, limit in zip(squares, limits, strict=True)),
        *((1, e, 2 * b) for e in errors),
    ]
    return follows(gap, 2 * ell / (tau * T) + 5 * tau * L0**2 + bias * b + output, premises, at=at)


@CLAIM.exact
@broken("two_blocks_have_two_biases", bias=2)
@because("Only the proof is refused: the step gives 4 b_K.")
def lemma_3_8_with_an_adaptive_output(*, bias: int = 4) -> Outcome:
    """The proof as it stands; its output term rests on `saddle.lem3.11.adaptive`."""
    return argued(
        assembled(bias),
        "The premises are Lemma 3.8 in expectation: its gap and its errors are single numbers.",
        "The largest coordinate of g is at most L_0, and that of Phi - g at most 2 L_0; of the"
        " errors twice the bias b_K of Corollary 2.6 or 2.4 is left in each block.",
        "The output costs what Lemma 3.11 says, for vertices that are fed back, whose means are not"
        " deterministic.",
    )


@REPAIRED.proof(part="gap")
@broken("a_thousandth_of_it", share=Fraction(1, 1000))
@because("At T = 1 it is the gap of vertices that are drawn from the uniform points.")
@broken("batches_of_any_size", "Large noise sends the iterates anywhere.", kept="snabcd")
@broken("gradients_of_any_mean", "With g = 0 nothing moves, and the gap stays.", unbiased=False)
@broken("means_of_any_bias", "P = Q = 0: nothing moves, and the gap stays.", kept="gsabcd")
@broken("the_bias_is_free", "P = Q = 0 have a bias of L_0, and nothing moves.", biases=0)
@broken("gradients_of_F_of_any_size", kept="gnabcd")
@because(
    "Only the proof is refused: at the iterates P and Q are means of g, so at most L_0, and"
    " their errors cost 2 b_K in each block without a ghost; those of g around them have one."
)
@broken("with_an_output_that_is_fed_back", late=False)
@because("Only the proof is refused: see saddle.lem3.11.adaptive. No counterexample is known.")
@broken("without_smoothness", kept="gsn")
@because("F = |x - 1/d|_1, smoothed, d = 1024, d_y = 1: 25.5/sqrt(T) against 16.7/sqrt(T).")
def lemma_3_8_with_a_fresh_output(**change: Any) -> Outcome:  # noqa: ANN401
    """Lemma 3.8 in the mean, round by round, and what Lemma 3.11 says of the output."""
    return proved(fresh_output(**change))


@REPAIRED.exact(part="best")
@broken("half_of_it_is_exceeded", "It is an equality.", scale=2)
def this_beta_shares_it_out(*, scale: int = 1) -> Outcomes:
    """Both terms with beta are sqrt(2) L_1 sqrt(l/T)."""
    value, best, text = bounds(scale)
    own, root = [(ell, "=", T * r**2)], sp.sqrt(2)
    yield identity(value, best, where=own)
    yield visible(best, "<=", text, where=own, gap=4 * L1 * r / (2 + root) + 2 * L1 / T)


for rate in (FIRST, SECOND):
    rate.proof(part="gap")(
        broken("a_thousandth_of_it", "At T = 1 it is the gap of the uniform points.",
               factor=Fraction(1, 1000))(
            broken("batches_of_any_size", "Large noise sends the iterates anywhere.",
                   given=("x", "y"))(mean_gap_is_at_most_the_second_sum))
    )  # fmt: skip


@FIRST.exact(part="order")
@broken("the_exponent_is_not_one_half", claimed=HALF)
@because("No setting of this bound reaches (l^(3/2)/P)^(1/2).")
@dropped("constraints", LIMITS, _FREE)
@broken("larger_logarithms", "For P < l^(3/2) it is at least l^(3/4)/sqrt(P).", region=REGION)
def best_order_with_bias_of_order_one_half(**changes: Any) -> Outcome:  # noqa: ANN401
    """The bound with 1/sqrt(K): exponent 1/3; that with 1/K, without an output, is smaller."""
    return all_of(rate_is(one.but(**changes)) for one in ORDERS_A)


@SECOND.exact(part="order")
@broken("the_exponent_is_not_three_sevenths", "No setting reaches 3/7.", claimed=SEVENTHS)
@dropped("constraints", LIMITS, _FREE)
@broken("larger_logarithms", "For P < l^(3/2) it is at least l^(3/4)/sqrt(P).", region=REGION)
def best_order_with_bias_of_order_one(**changes: Any) -> Outcome:  # noqa: ANN401
    """The bound with 1/K: exponent 2/5, with the output or without it."""
    return all_of(rate_is(one.but(**changes)) for one in ORDERS_B)


@QUADRATIC.proof(part="gap")
@broken(
    "a_thousandth_of_it", "At T = 1 it is the gap of the uniform points.", factor=Fraction(1, 1000)
)
@broken("batches_of_any_size", "Large noise sends the iterates anywhere.", kept="xy")
@broken("batches_of_any_mean", "With g = 0 nothing moves, and the gap stays.", unbiased=False)
@broken("quadratic_in_y_alone", kept="gy")
@because("F = |x_1 - 1/10|, smoothed: the output tends to x_1 = 1/2 at K = 1, with the gap 0.4.")
@broken("quadratic_in_x_alone", "The same in y, F = -|y_1 - 1/10|.", kept="gx")
def without_bias_the_mean_gap_is_at_most_the_sum(**change: Any) -> Outcome:  # noqa: ANN401
    """At most 128 l/(tau T) + 13 tau/32: Lemma 3.8 in the mean, and `saddle.lem3.11.quadratic`."""
    return proved(quadratic_mean_gap(**change))


@QUADRATIC.exact(part="order")
@broken("the_power_of_the_logarithm_is_three_halves", claimed="(ell/n)**(1/2) + (ell/P)**(1/2)")
@because("(l/P)^(1/2) would be smaller than the best order.")
@dropped("constraints", ("T/n", "tau*T**(3/2)/P"), _FREE_C)
def best_order_without_bias(**changes: Any) -> Outcome:  # noqa: ANN401
    """(l/n)^(1/2) + (l^(3/2)/P)^(1/2)."""
    return rate_is(ORDER_C.but(**changes))
