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

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rates import Order, rate_is
from workbench.rigor import certify, identity, visible
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse

CLAIM = Claim(
    "sparse.block-lb",
    title="Block-diagonal composition of lower bounds",
    reconstructed=("lemma",
                   "Upper Bounds for Mean Estimation, last line: the block-diagonal construction"),
    statement=r"""\mathrm{LB}_d(n)^2 \ge \sum_{k=1}^K \Big( \frac{m_k}{n} \Big)^2
        \mathrm{LB}_t(m_k)^2, \quad \text{so} \quad
        \mathrm{LB}_d(n) \ge \frac{1}{\sqrt{K}} \mathrm{LB}_t(\lceil n/K \rceil), \quad
        \mathrm{LB}_d(n) \ge \sqrt{K}\, \frac{m}{n} \mathrm{LB}_t(m) \;\; (K m \le n)""",
    hypotheses=r"""\mathrm{LB}_t(m): \text{ root mean square error of every } (\epsilon, \
            \delta)\text{-DP} \text{ estimator under some prior on } m \; s\text{-sparse points of \
            } \mathbb{R}^t
        K t \le d, \; m_1 + \dots + m_K \le n, \text{ other points } 0
        \text{for the second form: } m_1 + \dots + m_K = n, \; m_k \le \lceil n/K \rceil, \; \
            \mathrm{LB}_t \text{ not increasing}""",
    parts=("private", "errors", "even parts", "few points"),
    uses=("sparse.setting",),
    note="The bounds have to hold for a prior, drawn independently in each block; one hard dataset"
    " is not enough.",
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

N, K, k, n, m, bound, E, delta = declare("integer N K > 0, integer k, n m B E > 0, delta >= 0")


@CLAIM.exact(part="private", uses=())
@broken("it_is_not_twice_as_private", "2 sum w p exceeds it.", weight=2)
def a_mixture_over_the_other_parts_is_private(*, weight: int = 1) -> Outcome:
    """An average keeps the inequality:
    sum w p <= e^eps sum w q + delta: neighbours in one block are neighbours.
    Given the other parts p = E q + delta - slack; averaged with weights w of sum 1.
    """
    w, q, slack = (sp.IndexedBase(v, nonnegative=True) for v in ("w", "q", "slack"))
    one = sp.Sum(w[k], (k, 1, N))
    p = E * q[k] + delta - slack[k]
    gap = sp.Sum(w[k] * slack[k], (k, 1, N)) - (weight - 1) * sp.Sum(w[k] * p, (k, 1, N))
    left = weight * sp.Sum(w[k] * p, (k, 1, N))
    return visible(left, "<=", E * sp.Sum(w[k] * q[k], (k, 1, N)) + delta * one, gap=gap)


@CLAIM.exact(part="errors", uses=())
@broken("they_are_not_scaled_once", "(m_k/n) LB^2 is too large.", power=1)
def squared_errors_of_blocks_add_up(*, power: int = 2) -> Outcomes:
    """sum_k (m_k/n)^2 E_k with E_k >= LB^2.
    Block k of the mean is (m_k/n) times the mean of its part; its error is scaled alike.
    """
    z, part, missing = (sp.IndexedBase(v, nonnegative=True) for v in ("z", "m", "e"))
    own = sp.Sum(z[k], (k, 1, K)) / m
    total = sp.Sum((part[k] / n) ** 2 * (bound**2 + missing[k]), (k, 1, K))
    least = sp.Sum((part[k] / n) ** power * bound**2, (k, 1, K))
    more = sp.Sum((part[k] / n) ** 2 * missing[k], (k, 1, K))
    yield identity(sp.Sum(z[k], (k, 1, K)) / n, m / n * own)
    yield visible(least, "<=", total, gap=more)
    yield "the error in block k is (m_k/n)^2 times that of its part"


@CLAIM.exact(part="even parts", uses=())
@broken("one_block_for_all_is_not_needed", "sum m_k^2 >= n^2 fails for two parts.", power=0)
def rounding_costs_nothing(*, power: int = 1) -> Outcome:
    """sum_k (m_k/n)^2 >= 1/K, and LB(m_k) >= LB(ceil(n/K)): no loss when K does not divide n.
    sum m_k^2 >= n^2/K where sum m_k = n: the difference is a sum of squares.
    """
    part = sp.IndexedBase("m", nonnegative=True)
    total = sp.Sum(part[k], (k, 1, K))
    squares = sp.Sum(part[k] ** 2, (k, 1, K))
    gap = sp.Sum((part[k] - total / K) ** 2, (k, 1, K))
    return visible(total**2 / K**power, "<=", squares, gap=gap)


@CLAIM.exact(part="few points", uses=())
@broken("a_root_of_the_share_is_too_much", power=sp.S.Half)
@because("sqrt(K m/n) LB_t(m) is more than those parts give, which is seen for small m/n.")
def fewer_informative_points(*, power: sp.Rational = sp.Integer(1)) -> Outcomes:
    """The bound from m informative points of n is sqrt(K) (m/n) LB_t(m).
    K parts of m points: K (m/n)^2 B^2 = (sqrt(K) (m/n) B)^2; m = n/K gives B^2/K.
    """
    each = sp.Sum((m / n) ** 2 * bound**2, (k, 1, K))
    yield identity(each, (sp.sqrt(K) * (m / n) ** power * bound) ** 2)
    yield identity(each, bound**2 / K, where=[(m, "=", n / K)])


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
