"""Lower bounds for sparse vectors from lower bounds for short ones: a block-diagonal construction.

Split the coordinates into K blocks of length t <= d/K and the sample into K parts; part k lies in
block k and has the hard prior of R^t, independently of the others.  An s-sparse vector of a block
is s-sparse in R^d.  Given the other parts, the algorithm is as private for part k as it is
altogether, and block k of the mean is m_k/n times the mean of part k.  Squared errors add up:

    error^2 >= sum_k (m_k/n)^2 LB_t(m_k)^2,   = LB_t(n/K)^2/K for equal parts.

With t = s and the dense bounds min(1, s/(eps m)) or min(1, sqrt(s ln(1/delta))/(eps m)) the best K
is a linear program in the exponents: the lower bounds of Table 1, without the logarithm of d.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rates import Order, rate_is
from workbench.rigor import certify
from workbench.rigor.provers import hard_priors as blocks
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse

CLAIM = Claim(
    "sparse.block-lb",
    title="Block-diagonal composition of lower bounds",
    reconstructed=("lemma",
                   "Upper Bounds for Mean Estimation, last line: the block-diagonal construction"),
    statement=r"""\mathrm{LB}_d(n)^2 \ge \sum_{k=1}^K \Big( \frac{m_k}{n} \Big)^2
        \mathrm{LB}_t(m_k)^2, \quad \text{so} \quad
        \mathrm{LB}_d(n)^2 \ge \frac{1}{K} \mathrm{LB}_t(h)^2, \quad
        \mathrm{LB}_d(n)^2 \ge K \Big( \frac{m}{n} \Big)^2 \mathrm{LB}_t(m)^2""",
    hypotheses=r"""\mathrm{LB}_t(m): \text{ root mean square error of every } (\epsilon, \
            \delta)\text{-DP} \text{ estimator under some prior on } m \; s\text{-sparse points of \
            } \mathbb{R}^t \text{, of norm at most } L \text{, that may depend on } m
        \mathrm{LB}_d(n): \text{ the same in } \mathbb{R}^d \text{, where part } k \text{ has this \
            prior on } m_k \text{ points in block } k \text{, independent of the other parts}
        K t \le d, \; m_1 + \dots + m_K \le n, \text{ other points } 0
        \text{for the second form: } m_1 + \dots + m_K = n, \; m_k \le h, \text{ such as } h = \
            \lceil n/K \rceil; \; \mathrm{LB}_t(h) \le \mathrm{LB}_t(m_k) \text{ for } m_k \le h \
            \text{, as } \mathrm{LB}_t \text{ does not increase}
        \text{for the third form: } m_1 = \dots = m_K = m""",
    parts=("errors", "even parts", "few points"),
    encoded={"errors": (blocks.blocks(),), "even parts": (blocks.even(),),
             "few points": (blocks.few(),)},
    note="The bounds have to hold for a prior, drawn independently in each block; one hard dataset"
    " is not enough. A sparse point is as sparse and as long with zeros beside its block. As"
    " encoded B_k is LB_t(m_k)^2, beta is LB_t(h)^2 or LB_t(m)^2, r is m, and R the mean square"
    " error, of entries beyond the blocks too. K t <= d and m_1 + ... + m_K <= n make room for the"
    " parts; nothing else is needed of them.",
)  # fmt: skip

LIMITS = ("K*s/d", "1/K")
PURE = "1 + (P/s)**(1/2) + P/(s*d)**(1/2)"
APPROXIMATE = "1 + P**(1/2)/(s*ell)**(1/4) + P/(d*ell)**(1/2)"


def best(least: str, claimed: str, limits: tuple[str, ...] = LIMITS) -> Order:
    """1/LB: sqrt(K) max(1, P/(b K)), P = n eps, over 1 <= K <= d/s; `least` is P/(b sqrt(K))."""
    region = ["s/d"] if len(limits) == 2 else ()
    return Order(claimed, ["K**(1/2)", least], limits, free=["K"], region=region)


def pure(claimed: str = PURE, limits: tuple[str, ...] = LIMITS) -> Order:
    """The best number of blocks for b = s."""
    return best("P/(s*K**(1/2))", claimed, limits)


def approximate(claimed: str = APPROXIMATE, limits: tuple[str, ...] = LIMITS) -> Order:
    """The best number of blocks for b = sqrt(s ell)."""
    return best("P/(s*ell*K)**(1/2)", claimed, limits)


H, R, P, b = declare("integer H > 0, R P b > 0")


def whole(factor: sp.Expr = sp.sqrt(2)) -> Relation:
    """1/LB at the whole H below R is at most `factor` times that at R, for each b."""
    there, here = (sp.sqrt(count) + P / (b * sp.sqrt(count)) for count in (H, R))
    return relation(there, "<=", factor * here, where=[(H, "<=", R), (R, "<", H + 1)])


ENCODED: dict[str, tuple[Any, ...]] = {
    "pure": (pure(),), "approximate": (approximate(),), "whole": (whole(),),
}  # fmt: skip
RATE = Claim(
    "sparse.block-lb.rate",
    title="The best number of blocks",
    reconstructed=("rate", "Table 1, lower bounds"),
    statement=r"""\max_{K \in \mathbb{N}, K \le d/s}
        \frac{1}{\sqrt{K}} \Big( 1 \wedge \frac{b K}{n \epsilon} \Big) \asymp
        1 \wedge \sqrt{\frac{b}{n \epsilon}}
        \wedge \frac{b \sqrt{d/s}}{n \epsilon}, \quad
        b = s \text{ or } b = \sqrt{s \ln(1/\delta)}""",
    hypotheses=r"""1 \le s \le d
        1 \wedge b/(m \epsilon): \text{ the dense bound in } \mathbb{R}^s, \; m = n/K""",
    parts=("pure", "approximate", "whole"),
    encoded=ENCODED,
    uses=("sparse.block-lb", "ext.dense-lb"),
    note="The logarithm of the pure row of Table 1 does not come from blocks. With b = s:"
    " sqrt(s/(eps n)) and sqrt(s d)/(eps n); with b = sqrt(s ell): (s ell)^(1/4)/sqrt(eps n) and"
    " sqrt(d ell)/(eps n). As encoded the reciprocals of both sides are compared, P = n eps and"
    " ell = ln(1/delta), first for real K >= 1; the last part is that rounding down, from R to a"
    " whole H, costs at most sqrt(2). s >= 1 is not needed.",
)

ATTAINED = "The bounds of the parts are attained by estimators that answer block by block."
KNOWN = "Points that are known are no error."


@CLAIM.proof(part="errors")
@broken("they_are_not_twice_as_large", ATTAINED, factor=2)
def squared_errors_of_blocks_add_up(*, factor: int = 1) -> Outcome:
    """An estimator of one part draws the others itself, and scales block k by n/m_k."""
    return blocks.blocks_shown(factor=factor)


@CLAIM.proof(part="even parts")
@broken("not_twice_as_much", factor=2)
@because("With m_k = h = n/K it is K (1/K)^2 LB_t(h)^2, which is attained block by block.")
@dropped("where", blocks.FULL, "With one of two points in the only part it is LB_t(1)^2/4.", 2)
@dropped("every", blocks.EVEN, {0: "Of larger parts nothing is known: LB_t may be 0.", 1: KNOWN})
def rounding_costs_nothing(**changes: Any) -> Outcome:  # noqa: ANN401
    """The squares of m_k/n add up to 1/K or more: no loss when K does not divide n."""
    return blocks.even_shown(**changes)


@CLAIM.proof(part="few points")
@broken("not_once_more_for_each_part", "K^2 (m/n)^2 LB_t(m)^2 exceeds what is attained.", power=2)
@dropped("every", blocks.ALIKE, {0: "Parts without points are no error.", 1: KNOWN})
def fewer_informative_points(**changes: Any) -> Outcome:  # noqa: ANN401
    """K parts of m points, each with the error (m/n)^2 LB_t(m)^2."""
    return blocks.few_shown(**changes)


@RATE.exact(part="pure")
@broken("the_dense_term_has_the_sparsity", claimed="1 + (P/s)**(1/2) + P/d")
@because("P/d is the dense bound, not this one.")
@broken("any_number_of_blocks", "The third term is the price of K <= d/s.", limits=LIMITS[1:])
@broken("less_than_a_block", "The first term is that of K = 1.", limits=LIMITS[:1])
def pure_bounds_of_the_table(*, claimed: str = PURE, limits: tuple[str, ...] = LIMITS) -> Outcome:
    """1/LB = 1 + sqrt(P/s) + P/sqrt(s d), at K = 1, P/s and d/s."""
    return rate_is(pure(claimed, limits))


@RATE.exact(part="approximate")
@broken("the_middle_power_is_one_quarter", claimed="1 + P**(1/2)/(s*ell)**(1/2) + P/(d*ell)**(1/2)")
@because("(s ell)^(1/2) in the middle is not the best.")
@broken("any_number_of_blocks", "The third term is the price of K <= d/s.", limits=LIMITS[1:])
@broken("less_than_a_block", "The first term is that of K = 1.", limits=LIMITS[:1])
def approximate_bounds_of_the_table(
    *, claimed: str = APPROXIMATE, limits: tuple[str, ...] = LIMITS
) -> Outcome:
    """1/LB = 1 + P^(1/2)/(s ell)^(1/4) + P/sqrt(d ell), ell = ln(1/delta)."""
    return rate_is(approximate(claimed, limits))


@RATE.exact(part="whole", uses=())
@broken("a_factor_of_one", "Next to R = 2 and for large P/b it costs sqrt(2).", factor=sp.S.One)
def whole_numbers_of_blocks_are_enough(*, factor: sp.Expr = sp.sqrt(2)) -> Outcome:
    """H <= R < H + 1 <= 2H, so 1/sqrt(H) <= sqrt(2)/sqrt(R)."""
    h, r = sp.sqrt(H), sp.sqrt(R)
    root = parse("sqrt(v) <= sqrt(2)*sqrt(u)", where="u, v > 0, v <= 2*u")
    over = parse("w/u <= sqrt(2)*w/v", where="u, v, w > 0, v <= sqrt(2)*u")
    both = "x, y, s, t > 0, x <= sqrt(2)*s, y <= sqrt(2)*t"
    facts: list[Any] = [
        (R, "<=", 2 * H), (root, {"u": R, "v": H}), (root, {"u": H, "v": R}),
        (over, {"u": h, "v": r, "w": P / b}),
        (parse("x + y <= sqrt(2)*(s + t)", where=both),
         {"x": h, "y": P / (b * h), "s": r, "t": P / (b * r)}),
    ]  # fmt: skip
    return certify(whole(factor), facts=facts)
