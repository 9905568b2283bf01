"""Tails of sums: Hoeffding's lemma, Azuma's inequality with conditional ranges, Markov, maxima.

    Hoeffding's lemma   E e^(s X) <= e^(s^2 R^2 / 8)        E X = 0, X in an interval of length R
    Azuma               Pr[sum D_t >= b] <= e^(-2 b^2 / sum R_t^2)
    Hoeffding           the same for independent bounded variables
    Markov              Pr[X >= a] <= E X / a
    maxima              E max_i X_i <= sigma sqrt(2 ln m)   for m variables with E e^(sX) <= e^(..)

All are cited.  Instances are checked exactly: the symmetric sign for the lemma, binomial tails of
ten signs for the two inequalities, one law on two points for Markov, and the optimisation in s that
turns an exponential moment into a tail.
"""

import math
from fractions import Fraction

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, broken
from workbench.rigor import identity, inequality, visible
from workbench.symbolic import declare, relation

LEMMA = Claim(
    "ext.hoeffding-lemma",
    title="Exponential moment of a bounded centred variable",
    reconstructed=("cited",
                   "Boucheron, Lugosi and Massart (2013), Concentration inequalities, Lemma 2.2"),
    statement=r"\ln \mathbb{E}[e^{s (X - \mathbb{E} X)}] \le \frac{s^2 R^2}{8}",
    hypotheses=r"""X \in [a, a + R] \text{ almost surely}
        s \in \mathbb{R}""",
    citation="Hoeffding (1963), Probability inequalities for sums of bounded random variables,"
    " (4.16); Boucheron, Lugosi and Massart (2013), Lemma 2.2",
    note="Applied to a law on the vertices of the simplex it bounds the log-partition function:"
    " ln sum_j v_j e^(-tau h_j) <= -tau <h, v> + tau^2 (max h - min h)^2 / 8.",
)  # fmt: skip

AZUMA = Claim(
    "ext.azuma",
    title="Azuma-Hoeffding inequality with conditional ranges",
    reconstructed=("cited",
                   "Boucheron, Lugosi and Massart (2013), Concentration inequalities, Section 6.1"),
    statement=r"""\Pr\Big[ \sum_t D_t \ge b \Big] \le
        \exp\Big( -\frac{2 b^2}{\sum_t R_t^2} \Big)""",
    hypotheses=r"""\mathbb{E}[D_t \mid \mathcal{F}_{t-1}] = 0
        D_t \in [A_t, A_t + R_t] \text{ with } A_t \; \mathcal{F}_{t-1}\text{-measurable},\; R_t \
            \text{ a constant}""",
    citation="McDiarmid (1998), Concentration, Section 3: martingales with conditional ranges",
)  # fmt: skip

HOEFFDING = Claim(
    "ext.hoeffding",
    title="Hoeffding's inequality",
    reconstructed=("cited", "Hoeffding (1963), Theorem 2"),
    statement=r"""\Pr\Big[ \frac1n \sum_{i=1}^n (X_i - \mathbb{E} X_i) \ge u \Big]
        \le \exp\Big( -\frac{2 n u^2}{R^2} \Big)""",
    hypotheses=r"""X_i \text{ independent}, \; X_i \in [a_i, a_i + R]
        u > 0""",
    citation="Hoeffding (1963), Probability inequalities for sums of bounded random variables,"
    " Theorem 2",
)

MARKOV = Claim(
    "ext.markov",
    title="Markov's inequality",
    reconstructed=("cited", "Williams (1991), Probability with martingales, Section 6.4"),
    statement=r"\Pr[X \ge a] \le \frac{\mathbb{E} X}{a}",
    hypotheses=r"""X \ge 0
        a > 0""",
    citation="Williams (1991), Probability with martingales, 6.4",
)

MAXIMA = Claim(
    "ext.maximal-inequality",
    title="Maxima of sub-Gaussian variables",
    reconstructed=("cited",
                   "Boucheron, Lugosi and Massart (2013), Concentration inequalities, Theorem 2.5"),
    statement=r"\mathbb{E} \max_{i \le m} X_i \le \sigma \sqrt{2 \ln m}",
    hypotheses=r"\mathbb{E}[e^{s X_i}] \le e^{s^2 \sigma^2 / 2} \text{ for all } s > 0",
    citation="Boucheron, Lugosi and Massart (2013), Theorem 2.5",
    note="For averages of n independent variables of range R, sigma^2 = R^2/(4n) by Hoeffding's"
    " lemma; for the maximum of absolute values count both signs.",
)  # fmt: skip


@LEMMA.exact(corner="a symmetric sign, range 2, eight values of s")
@broken("a_smaller_constant_fails", "e^(s^2/4) is too small.", rate=sp.Rational(1, 4))
def sign_obeys_the_lemma(*, rate: sp.Rational = sp.S.Half) -> Outcome:
    """A random sign has the moment cosh s <= e^(s^2/2).
    cosh x <= e^(rate x^2) for x <= 2, through the squares of their Taylor terms: boxes.
    """
    grid = [sp.Rational(k, 4) for k in range(1, 9)]
    each = [inequality(relation(sp.cosh(v), "<=", sp.exp(rate * v**2))) for v in grid]
    return all_of(*each, summary="eight values of s")


def signs(count: int, factor: sp.Rational) -> Outcome:
    """Pr[sum of `count` signs >= b] <= e^(-factor b^2/(2 count)) for each b > 0 in its range."""
    found = []
    for heads in range(count // 2 + 1, count + 1):
        b = 2 * heads - count
        tail = Fraction(sum(math.comb(count, k) for k in range(heads, count + 1)), 2**count)
        bound = sp.exp(-factor * sp.Rational(b * b, 2 * count))
        found.append(inequality(relation(tail, "<=", bound)))
    return all_of(*found, summary=f"all tails of {count} signs")


@AZUMA.exact(corner="ten independent signs, every tail")
@broken("twice_the_exponent_is_too_much", "e^(-b^2/10) is below the tail.", factor=sp.Integer(2))
def ten_signs_obey_azuma(*, factor: sp.Rational = sp.Integer(1)) -> Outcome:
    """Ranges 2: Pr[sum >= b] <= e^(-b^2/20)."""
    return signs(10, factor)


@HOEFFDING.exact(corner="seven independent signs, every tail")
@broken("twice_the_exponent_fails_again", "e^(-b^2/7) is below the tail.", factor=sp.Integer(2))
def seven_signs_obey_hoeffding(*, factor: sp.Rational = sp.Integer(1)) -> Outcome:
    """Range 2, n = 7 and u = b/7: e^(-2 n u^2/4) = e^(-b^2/14)."""
    return signs(7, factor)


low, high, a, chance = declare("low high a chance > 0")


@MARKOV.exact(corner="laws on two points")
@broken("half_of_the_mean_is_too_small", "Markov's inequality is sharp.", scale=sp.S.Half)
def two_points_obey_markov(*, scale: sp.Rational = sp.Integer(1)) -> Outcome:
    """For two values it says chance <= ((1 - chance) low + chance high)/a.
    X = low or high with chance of `high`; for low < a <= high, Pr[X >= a] = chance.
    """
    mean = (1 - chance) * low + chance * high
    right = scale * mean / a
    return visible(chance, "<=", right, where=[(a, "<=", high), (chance, "<=", 1), (low, "<", a)])


sigma, logs, s = declare("sigma Lambda s > 0")


@MAXIMA.exact(corner="the last step of the proof, the choice of s")
@broken("a_smaller_constant_is_not_reached", "sigma sqrt(ln m) is not the minimum.", factor=1)
def best_rate_gives_the_constant(*, factor: int = 2) -> Outcomes:
    """The best rate is explicit: min over s of ln m/s + s sigma^2/2 is sigma sqrt(2 ln m).
    ln m/s + s sigma^2/2 at its best s is sigma sqrt(factor ln m), Lambda = ln m.
    """
    best = sp.sqrt(2 * logs) / sigma
    yield identity(logs / best + best * sigma**2 / 2, sigma * sp.sqrt(factor * logs))
    gap = (sp.sqrt(logs) / sp.sqrt(s) - sp.sqrt(s) * sigma / sp.sqrt(2)) ** 2
    yield visible(sigma * sp.sqrt(2 * logs), "<=", logs / s + s * sigma**2 / 2, gap=gap)
