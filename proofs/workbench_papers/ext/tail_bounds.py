"""Tails of sums: Hoeffding's lemma, Azuma's inequality with conditional ranges, Markov, maxima.

    Hoeffding's lemma   E e^(s X) <= e^(s^2 R^2 / 8)        E X = 0, X in an interval of length R
    Azuma               Pr[sum D_t >= b] <= e^(-2 b^2 / sum R_t^2)
    Hoeffding           the same for independent bounded variables
    Markov              Pr[X >= a] <= E X / a
    maxima              E max_i X_i <= sigma sqrt(2 ln m)   for m variables with E e^(sX) <= e^(..)

The lemma and Markov's inequality are proved for every law; the others are cited.  Of those,
instances are checked exactly: binomial tails of ten signs for the two inequalities, and the
optimisation in s that turns an exponential moment into a tail.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, broken, dropped
from workbench.rigor import identity, inequality, visible
from workbench.rigor.provers.first_moments import Y, level, markov, tail
from workbench.rigor.provers.hoeffding_lemma import (
    AT_ONE_POINT,
    INSIDE,
    exponential_moment,
    hoeffding,
    m,
)  # fmt: skip
from workbench.symbolic import declare, relation

LEMMA = Claim(
    "ext.hoeffding-lemma",
    title="Exponential moment of a bounded centred variable",
    reconstructed=("lemma",
                   "Boucheron, Lugosi and Massart (2013), Concentration inequalities, Lemma 2.2"),
    statement=r"\ln \mathbb{E}[e^{s (X - \mathbb{E} X)}] \le \frac{s^2 R^2}{8}",
    hypotheses=r"""X \in [a, a + R] \text{ almost surely}
        s \in \mathbb{R}""",
    encoded=(exponential_moment(), AT_ONE_POINT),
    note="The second encoded statement is the case R = 0. Applied to a law on the vertices of the"
    " simplex the lemma bounds the log-partition function:"
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
    reconstructed=("theorem", "Williams (1991), Probability with martingales, Section 6.4"),
    statement=r"\Pr[X \ge a] \le \frac{\mathbb{E} X}{a}",
    hypotheses=r"""X \ge 0
        a > 0""",
    encoded=(tail(),),
    note="As encoded X is Y, and Pr[X >= a] the mean of its indicator s. Where E X is infinite"
    " there is nothing to show.",
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


@LEMMA.proof
@broken("a_smaller_constant_fails", "s^2 R^2/9 is too small for a coin.", rate=sp.Rational(1, 9))
@dropped("sure", INSIDE)
@broken("the_mean_is_needed", "Without the mean E e^(s X) depends on a.", point=sp.S.Zero)
def the_chord_bounds_the_moment(
    *, rate: sp.Expr = sp.Rational(1, 8), sure: Sequence[Any] = INSIDE, point: sp.Expr = m
) -> Outcome:
    """e^(s x) is below its chord, and ln(1 - p + p e^u) <= p u + u^2/8 for its mean."""
    return hoeffding(rate, sure, point)


@MARKOV.proof
@broken("half_of_the_mean_is_too_small", "Markov's inequality is sharp.", scale=sp.S.Half)
@broken("values_below_zero", "A mean may then be 0.", value=sp.Symbol("Y", real=True))
@broken("a_level_below_zero", "The bound is negative.", at=sp.Symbol("a", negative=True))
def the_indicator_is_below_the_quotient(
    *, scale: sp.Expr = sp.S.One, value: sp.Symbol = Y, at: sp.Symbol = level
) -> Outcome:
    """Whatever the value of X is, the indicator of X >= a is at most X/a."""
    return markov(scale, value, at)


def signs(count: int, factor: sp.Rational) -> Outcome:
    """Pr[sum of `count` signs >= b] <= e^(-factor b^2/(2 count)) for each b > 0 in its range."""
    found = []
    for heads in range(count // 2 + 1, count + 1):
        b = 2 * heads - count
        chance = Fraction(sum(math.comb(count, k) for k in range(heads, count + 1)), 2**count)
        bound = sp.exp(-factor * sp.Rational(b * b, 2 * count))
        found.append(inequality(relation(chance, "<=", bound)))
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


sigma, logs, t = declare("sigma Lambda t > 0")


@MAXIMA.exact(corner="the last step of the proof, the choice of s")
@broken("a_smaller_constant_is_not_reached", "sigma sqrt(ln m) is not the minimum.", factor=1)
def best_rate_gives_the_constant(*, factor: int = 2) -> Outcomes:
    """The best rate is explicit: min over s of ln m/s + s sigma^2/2 is sigma sqrt(2 ln m).
    ln m/s + s sigma^2/2 at its best s is sigma sqrt(factor ln m), Lambda = ln m.
    """
    best = sp.sqrt(2 * logs) / sigma
    yield identity(logs / best + best * sigma**2 / 2, sigma * sp.sqrt(factor * logs))
    gap = (sp.sqrt(logs) / sp.sqrt(t) - sp.sqrt(t) * sigma / sp.sqrt(2)) ** 2
    yield visible(sigma * sp.sqrt(2 * logs), "<=", logs / t + t * sigma**2 / 2, gap=gap)
