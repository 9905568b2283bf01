"""Table 1: every row derived from its bound and compared with what is claimed.

Each row is the best order of a bound over its parameters; the rows are claims of their own
(`saddle.thm3.1a` and so on).  What this module adds: which rows are best for their algorithm, and
what the improvement of Algorithm 1 does to two of them.

    saddle points, first-order-smooth     1/3 in the table, 2/5 for the same algorithm
    one player, first-order-smooth        (ln d)^(7/10) P^(-2/5) in the table, (ln d)^(3/5) P^(-2/5)
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken, dropped
from workbench.rates import rate_is
from workbench.rigor import certify
from workbench.rigor.provers import anytime_rates as rates
from workbench.rigor.provers import stopped_gap_terms as stopped
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import Relation
from workbench.symbolic.text import parse
from workbench_papers.saddle.bias_reduced import thm_3_14
from workbench_papers.saddle.convex import thm_4_2
from workbench_papers.saddle.mirror_descent import thm_3_1

ROWS = (
    "saddle.thm3.1a", "saddle.thm3.1b", "saddle.thm3.1c", "saddle.thm3.14.rate", "saddle.thm4.2a",
    "saddle.thm4.2b",
)  # fmt: skip

ORDERS = (
    *thm_3_1.ORDERS_A, *thm_3_1.ORDERS_B, thm_3_1.ORDER_C, thm_3_14.PROOF_BOUND,
    thm_4_2.ORDER_FIRST, thm_4_2.ORDER_SECOND,
)  # fmt: skip
RIGHT: Mapping[int, str] = {}
ROOT, THOUSANDTH = "(ell/n)**(1/2) + ell**(3/4)*P**(-1/2)", Fraction(1, 1000)

CLAIM = Claim(
    "saddle.table1",
    title="Table 1: the rates of all classes",
    reconstructed=("rate", "Table 1, abstract"),
    statement=r"""\begin{gathered}
        \text{bilinear, quadratic: } \sqrt{\ell/n} + \ell^{3/4} P^{-1/2}; \\
        \text{second-order: } \sqrt{\ell/n} + (\ell^{3/2}/P)^{2/5} \text{ in expectation},
        \ell/\sqrt n + \ell/\sqrt P \text{ with probability at least } \tfrac12; \\
        \text{first-order: } \sqrt{\ell/n} + (\ell^{3/2}/P)^{1/3}; \\
        \text{one player: } \sqrt{\ell/n} + \ell P^{-1/2}, \;
        \sqrt{\ell/n} + \ell^{7/10} P^{-2/5} \text{ for } \ell^3 \le P
        \end{gathered}""",
    hypotheses=r"""\ell = \ln d_x + \ln d_y \text{ (or } \ln d), \; P = n \
            \epsilon/\sqrt{\ln(1/\delta)}
        0 < \epsilon \le 8 \ln(1/\delta), \; n, P, \ell \ge 1, \; \ell^{3/2} \le P \text{ \
            for Algorithm 1; constants and powers of } 1 + \ln n \text{ left out}""",
    parts=("orders", "gaps"),
    encoded={
        "orders": ORDERS,
        "gaps": (
            thm_3_1.mean_gap().theorem,
            thm_3_1.quadratic_mean_gap().theorem,
            stopped.bound(),
            rates.bound("a"),
            rates.bound("b"),
        ),
    },
    uses=ROWS,
    note="Powers of l as the proofs give them; what the table says of optimal rates and of earlier"
    " ones is no part of this. A bound on a gap is at most a constant, or ln n times one, times a"
    " sum, whose best order is the rate or less. The first gap, of Algorithm 1 as it is, is that of"
    " the first-order and of the second-order row: its sum is the one of the second and the fourth"
    " order, where the rate is an upper bound. The first and the third order are of the sums in the"
    " text, with sqrt(l/T) for the output, for which no gap stands here. The second gap goes with"
    " the fifth order, the third one, of Algorithm 3, with the sixth, and the last two, of"
    " Algorithm 5, with the last two orders. The steps are tau/32, tau/250 and tau/91; that they"
    " are private where tau meets the limits, what the other numbers stand for, and what rounding"
    " costs, is said in the claims of the rows. In the second gap a jointly quadratic F is one"
    " whose gradient is affine with a symmetric matrix, which two inequalities say, as a and a_2,"
    " or e and e_2, may be exchanged; v, w and r_0 to r_3 are ghost iterates. V_K >= 0 is a"
    " condition of the last two gaps, n > 0 of the third. The rate with probability is that of the"
    " proof; the abstract has sqrt(l/n) in its first term (`saddle.erratum-e9`).",
)

WIDE = ("P >= c^(-15)*l^(3/2)", "l >= c^(-10)")


def lowered(third: str = "1/3", where: Sequence[str] = WIDE) -> tuple[Relation, ...]:
    """Each is below any multiple c of the other from somewhere on; at c = 1 in the whole range."""
    first = f"(l^(3/2)/P)^(2/5) <= c*(l^(3/2)/P)^({third})"
    said = (first, "l^(3/5)*P^(-2/5) <= c*l^(7/10)*P^(-2/5)")
    given = (", ".join(("c > 0, P > 0, l >= 1", *(w for w in where if w[0] == of))) for of in "Pl")
    return tuple(parse(one, where=limits) for one, limits in zip(said, given, strict=True))


IMPROVED = Claim(
    "saddle.table1.improvable",
    title="Smaller orders than those of the two first-order rows",
    ours=("remark", "Table 1; not in the paper"),
    statement=r"""(\ell^{3/2}/P)^{2/5} \le (\ell^{3/2}/P)^{1/3} \text{ and }
        (\ln d)^{3/5} P^{-2/5} \le (\ln d)^{7/10} P^{-2/5}, \text{ strictly in order}""",
    hypotheses=r"P \ge \ell^{3/2}, \; \ell \ge 1; \quad \ln d \ge 1 \text{ in the second}",
    encoded=lowered(),
    uses=("saddle.ours.private-iterate-rate",),
    note="Compared are the terms that depend on P. As encoded, strictly in order says that the"
    " smaller one is below c times the larger one, for every c > 0, where P/l^(3/2) is large in the"
    " first, and l, which is ln d there, in the second; c = 1 is the inequality. That the"
    " gap has the smaller orders rests on saddle.ours.private-iterate, a candidate.",
)


@CLAIM.exact(part="orders")
@broken("a_half_for_first_order", "The best order of this sum has 1/3.", wrong={0: thm_3_1.HALF})
@broken("three_sevenths_at_most", "Its best order has 2/5.", wrong={1: thm_3_1.SEVENTHS})
@broken("three_sevenths", "The best order of this sum has 2/5.", wrong={2: thm_3_1.SEVENTHS})
@broken("three_sevenths_again", "Its best order has 2/5.", wrong={3: thm_3_1.SEVENTHS})
@broken("a_slip_in_one_row_is_found", wrong={4: "(ell/n)**(1/2) + ell/P**(1/2)"})
@because("l P^(-1/2) in the first row is not the best order.")
@broken("with_probability_as_for_bilinear", "The best order has l.", wrong={5: ROOT})
@broken("six_tenths", "The power is 7/10.", wrong={6: "(ell/n)**(1/2) + ell**(6/10)*P**(-2/5)"})
@broken("one_player_as_for_bilinear", "The best order has l.", wrong={7: ROOT})
def every_row_is_the_best_order_of_its_bound(*, wrong: Mapping[int, str] = RIGHT) -> Outcomes:
    """All rows are derived again, with certificates; one that is changed stands first."""
    for k, order in sorted(enumerate(ORDERS), key=lambda row: row[0] not in wrong):
        yield rate_is(order.but(claimed=wrong[k]) if k in wrong else order)


@CLAIM.proof(part="gaps")
@broken("181_is_exceeded", "tau near 0 and T large: 182 l/(tau T (T + 1)).", factor=181)
@broken("23000_is_exceeded", "n = U = 2, M = 0, small tau: 8000/tau <= 7972/tau.", stopped_at=23000)
@broken("a_thousandth_of_64", "At T = 1 it is the gap of the uniform points.", first=THOUSANDTH)
@broken("a_thousandth_of_128", "At T = 1 it is the gap of the uniform points.", second=THOUSANDTH)
def every_bound_is_at_most_its_sum(
    *,
    factor: int = 182,
    stopped_at: int = 24000,
    first: Fraction | int = 64,
    second: Fraction | int = 128,
) -> Outcomes:
    """64 and 128 times for Algorithm 1, 24000 ln n for Algorithm 3, 182 for Algorithm 5."""
    yield from (rates.terms_of_the_bound(letter, factor) for letter in "ab")
    yield stopped.terms_of_the_bound(stopped_at)
    yield proved(thm_3_1.mean_gap(factor=first))
    yield proved(thm_3_1.quadratic_mean_gap(factor=second))


@IMPROVED.exact(uses=())
@broken("the_quadratic_row_is_not_beaten", "The exponent 2/5 is not above 1/2.", third="1/2")
@dropped("where", WIDE, "The quotient need not be small.")
def both_rows_can_be_lowered(*, third: str = "1/3", where: Sequence[str] = WIDE) -> Outcome:
    """The quotients are (l^(3/2)/P)^(1/15) and l^(-1/10), and both vanish."""
    return all_of(*map(certify, lowered(third, where)))
