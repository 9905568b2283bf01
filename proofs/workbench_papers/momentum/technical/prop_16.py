"""Noise of an exponentially weighted prefix (Proposition 16).

Node k of the prefix up to t enters with weight (1 - alpha)^(t mod 2^k).  The i-th set bit of t,
i = 0, 1, ..., has i set bits below it, so t mod 2^k >= 2^i - 1 (Proposition 18), and with
b = c ln(1/(1 - alpha))

    Phi_c(t) = sum over set bits of e^(-b (t mod 2^k)) <= sum_(i >= 0) e^(-b (2^i - 1)).

Let h_n(b) be the sum over i = 1..n.  Then h_(n+1)(b) = e^(-b) (1 + h_n(2b)), and h_n(b) <=
log2(1 + 1/b) follows by induction on n from one inequality,

    ln(2 + 1/b) <= (1 + b) ln(1 + 1/b) <= e^b ln(1 + 1/b).

So the factor log2 T in the noise of Algorithm 1 may be replaced by log2(1/alpha).
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import certify, identity, inequality, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "momentum.prop-16",
    title="Weights of a prefix are summable: the noise does not grow with T",
    reconstructed=("proposition", "Proposition 16"),
    statement=r"""\Phi_c(t) = \sum_{k : b_k(t) = 1} (1-\alpha)^{c (t \bmod 2^k)}
        \le \sum_{i \ge 0} (1-\alpha)^{c(2^i - 1)}
        \le 1 + \log_2\Big( 1 + \frac{1}{c \ln \frac{1}{1-\alpha}} \Big)
        \le 1 + \log_2\Big( 1 + \frac{1}{c \alpha} \Big)""",
    hypotheses=r"""0 < \alpha < 1, \; c > 0, \; t \ge 1
        c = 2 \text{ for variances}""",
    parts=("bits", "series", "logarithm"),
    uses=("momentum.prop-18",),
    note="The printed right side is not known; the two steps of its proof are.",
)

b, x, alpha, c, rest = declare("b x alpha c r > 0")


@CLAIM.exact(part="bits")
@broken("the_remainder_need_not_reach_a_power_of_two", base=0)
@because("All-ones remainders are 2^i - 1, not 2^i.")
def the_ith_set_bit_has_a_remainder_of_at_least_two_to_the_i_minus_one(
    *, base: int = 1
) -> Outcomes:
    """2^i <= r + 1 where r has i one-bits (Proposition 18); e^(-b r) decreases in r.
    i set bits below bit k make r = t mod 2^k at least 2^i - 1, and q^r falls with r.
    """
    power = declare("u > 0")  # 2^i
    more = declare("s >= 0")
    enough = visible(power - base, "<=", rest, where=[(power, "<=", rest + 1)])
    falls = inequality(relation(sp.exp(-b * (rest + more)), "<=", sp.exp(-b * rest)))
    yield enough
    yield falls


@CLAIM.exact(part="series")
@broken("one_quarter_in_the_logarithm_is_too_little", start=sp.Rational(1, 4))
@because("At b = 1/1000 the series is 9.64, and 1 + log2(1 + 1/(4b)) is 8.97.")
def the_bound_is_passed_on_from_2b_to_b(*, start: sp.Expr = sp.Integer(1)) -> Outcomes:
    """ln(2 + 1/b) <= (1 + b) ln(1 + 1/b) <= e^b ln(1 + 1/b); h_0 = 0.
    e^(-b)(1 + log2(1 + 1/(2b))) <= log2(1 + 1/b), times e^b ln 2.
    """
    doubled = identity(2 * (1 + 1 / (2 * b)), 2 + 1 / b)
    slope = certify(relation(sp.log(2 + 1 / b), "<=", (1 + b) * sp.log(1 + start / b)))
    growth = inequality(relation(1 + b, "<=", sp.exp(b)))
    i = declare("integer i >= 0")
    shifted = identity(2 ** (i + 1) - 1, 1 + 2 * (2**i - 1))
    yield shifted
    yield doubled
    yield slope
    yield growth
    yield "h_(n+1)(b) = e^(-b) (1 + h_n(2b))"


@CLAIM.exact(part="logarithm")
@broken("it_is_not_twice_alpha", "2 alpha exceeds it for small alpha.", order=2)
def the_logarithm_of_the_decay_is_at_least_alpha(*, order: int = 1) -> Outcome:
    """The logarithm obeys
    alpha <= ln(1/(1 - alpha)): so 1/(c ln(1/(1 - alpha))) <= 1/(c alpha).
    """
    y = declare("y > 0")  # 1 - alpha = 1/(1 + y)
    return certify(relation(order * y / (1 + y), "<=", sp.log(1 + y)))
