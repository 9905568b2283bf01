"""Tails of sums: Hoeffding's lemma, Azuma's inequality with conditional ranges, Markov, maxima.

    Hoeffding's lemma   E e^(s X) <= e^(s^2 R^2 / 8)        E X = 0, X in an interval of length R
    Azuma               Pr[sum D_t >= b] <= e^(-2 b^2 / sum R_t^2)
    Hoeffding           the same for independent bounded variables, and the exponential moment
    Markov              Pr[X >= a] <= E X / a
    maxima              E max_i X_i <= sigma sqrt(2 ln m)   for m variables with E e^(sX) <= e^(..)

All are proved for every law: an exponential moment, given the past where there is one, and then the
best s.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers import first_moments as moments
from workbench.rigor.provers import hoeffding_lemma as lemma
from workbench.rigor.provers import martingales
from workbench.rigor.provers.first_moments import Y, level, markov, tail

LEMMA = Claim(
    "ext.hoeffding-lemma",
    title="Exponential moment of a bounded centred variable",
    reconstructed=("lemma",
                   "Boucheron, Lugosi and Massart (2013), Concentration inequalities, Lemma 2.2"),
    statement=r"\ln \mathbb{E}[e^{s (X - \mathbb{E} X)}] \le \frac{s^2 R^2}{8}",
    hypotheses=r"""X \in [a, a + R] \text{ almost surely}
        s \in \mathbb{R}""",
    encoded=(lemma.exponential_moment(), lemma.AT_ONE_POINT),
    note="The second encoded statement is the case R = 0. Applied to a law on the vertices of the"
    " simplex the lemma bounds the log-partition function:"
    " ln sum_j v_j e^(-tau h_j) <= -tau <h, v> + tau^2 (max h - min h)^2 / 8.",
)  # fmt: skip

AZUMA = Claim(
    "ext.azuma",
    title="Azuma-Hoeffding inequality with conditional ranges",
    reconstructed=("theorem", "McDiarmid (1998), Concentration, Section 3"),
    statement=r"""\Pr\Big[ \sum_t D_t \ge b \Big] \le
        \exp\Big( -\frac{2 b^2}{\sum_t R_t^2} \Big)""",
    hypotheses=r"""\mathcal{F}_t \text{ grow with } t; \; D_t \; \mathcal{F}_t\text{-measurable}
        \mathbb{E}[D_t \mid \mathcal{F}_{t-1}] = 0
        D_t \in [A_t, A_t + R_t] \text{ with } A_t \; \mathcal{F}_{t-1}\text{-measurable},\; R_t \
            \text{ a constant, not all of them } 0
        b > 0""",
    encoded=(martingales.azuma(),),
    note="As encoded S_n is the sum of the D_t, V_n that of the R_t^2, Z the indicator of S_n >= b;"
    " the past is any growing family of sigma-algebras.",
)

HOEFFDING = Claim(
    "ext.hoeffding",
    title="Hoeffding's inequality, and the exponential moment of an average",
    reconstructed=("theorem",
                   "Hoeffding (1963), Probability inequalities for sums of bounded random"
                   " variables, Theorem 2"),
    statement=r"""\Pr\Big[ \frac1n \sum_{i=1}^n (X_i - \mathbb{E} X_i) \ge u \Big]
        \le \exp\Big( -\frac{2 n u^2}{R^2} \Big), \quad
        \mathbb{E} \exp\Big( \frac rn \sum_{i=1}^n (X_i - \mathbb{E} X_i) \Big)
        \le \exp\Big( \frac{r^2 R^2}{8 n} \Big)""",
    hypotheses=r"""X_1, \dots, X_n \text{ independent}, \; X_i \in [a_i, a_i + R]
        n \ge 1, \; R, u, r > 0""",
    parts=("tail", "moment"),
    encoded={"tail": (martingales.hoeffding(),), "moment": (martingales.average(),)},
    note="As encoded mu_t is a number, and the mean of X_t given the terms before it, as E X_t is"
    " by independence; that this mean is constant is all that is needed of independence. For"
    " ranges that are not equal see ext.azuma with b = n u.",
)  # fmt: skip

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
    reconstructed=("theorem",
                   "Boucheron, Lugosi and Massart (2013), Concentration inequalities, Theorem 2.5"),
    statement=r"\mathbb{E} \max_{i \le m} X_i \le \sigma \sqrt{2 \ln m}",
    hypotheses=r"""\mathbb{E}[e^{s X_i}] \le e^{s^2 \sigma^2 / 2} \text{ for all } s > 0
        m \ge 1, \; \sigma > 0""",
    encoded=(moments.maximum(),),
    note="The maximum has a mean, minus infinity at the least, since its positive part has one. As"
    " encoded X is X_i for an i that is uniform in 1, ..., m and independent of all X_j, M is"
    " their maximum, and h is 1 where i is its first place: so m h - 1 has the mean 0 given all"
    " X_j, as h depends on them and i alone. E e^(sX) is the average of the E e^(s X_i), so"
    " bounded too. At s = 0 both sides of the hypothesis are 1. For centred averages of n"
    " independent variables of range R, sigma^2 = R^2/(4n) by ext.hoeffding; for absolute values"
    " count both signs.",
)  # fmt: skip


@LEMMA.proof
@broken("a_smaller_constant_fails", "s^2 R^2/9 is too small for a coin.", rate=sp.Rational(1, 9))
@dropped("sure", lemma.INSIDE, "X has a range beyond R, and any variance.")
@broken("the_mean_is_needed", "Without the mean E e^(s X) depends on a.", point=sp.S.Zero)
def the_chord_bounds_the_moment(
    *, rate: sp.Expr = sp.Rational(1, 8), sure: Sequence[Any] = lemma.INSIDE,
    point: sp.Expr = lemma.m,
) -> Outcome:  # fmt: skip
    """e^(s x) is below its chord, and ln(1 - p + p e^u) <= p u + u^2/8 for its mean."""
    return lemma.hoeffding(rate, sure, point)


@MARKOV.proof
@broken("half_of_the_mean_is_too_small", "Markov's inequality is sharp.", scale=sp.S.Half)
@broken("values_below_zero", "A mean may then be 0.", value=sp.Symbol("Y", real=True))
@broken("a_level_below_zero", "The bound is negative.", at=sp.Symbol("a", negative=True))
def the_indicator_is_below_the_quotient(
    *, scale: sp.Expr = sp.S.One, value: sp.Symbol = Y, at: sp.Symbol = level
) -> Outcome:
    """Whatever the value of X is, the indicator of X >= a is at most X/a."""
    return markov(scale, value, at)


BELOW_ZERO = sp.Symbol("b", negative=True)


@HOEFFDING.proof(part="tail")
@broken("twice_the_exponent", "One coin of range 2 at the level 1: 1/2 > e^(-1).", factor=4)
@broken("a_level_below_the_mean", "The sum is above it more often than not.", level=BELOW_ZERO)
@dropped("sure", martingales.BETWEEN, "X_t may then have any variance.")
@dropped("given", martingales.CONSTANT, "The mean of X_t may be its largest value.")
def small_terms_add_up(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(s S - s^2 t R^2/8) <= 1 after t terms, for every s > 0; then s = 4 u/R^2."""
    return martingales.small_terms_add_up(**changes)


@HOEFFDING.proof(part="moment")
@broken("nine_tenths_of_the_exponent", "A fair coin, small r.", share=sp.Rational(9, 10))
@dropped("sure", martingales.BETWEEN, "X_t may then have any variance.")
@dropped("given", martingales.CONSTANT, "The mean of X_t may be its largest value.")
def moments_multiply(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(s S - s^2 t R^2/8) <= 1 after t terms, for every s > 0; then s = r/n."""
    return martingales.moments_multiply(**changes)


@AZUMA.proof
@broken("twice_the_exponent_again", "One coin of -1 and 1 at b = 1: 1/2 > e^(-1).", factor=4)
@broken("a_level_below_zero_again", "A sum that is 0 is above it.", level=BELOW_ZERO)
@dropped("sure", martingales.RANGE, "D_t may then have any variance.")
@dropped("given", martingales.CENTRED, "D_t may then be R_t each time.")
@dropped("after", martingales.SPREAD, "Where all R_t are 0 the bound has no value.")
def small_differences_add_up(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(s S - s^2 V/8) <= 1 for every s > 0, as no step lets it grow; then s = 4 b/V."""
    return martingales.small_differences_add_up(**changes)


@MAXIMA.proof
@broken("a_tenth_less", "Normal variables come near to it.", share=sp.Rational(9, 10))
@broken("moments_that_are_not_bounded", every=(moments.SPREAD, moments.PLACED))
@because("With moments up to e^(2 s^2 sigma^2) the maximum may be twice as large.")
@broken("a_place_that_is_not_uniform", every=(moments.MOMENTS, moments.ANYWHERE))
@because("h may be 0 everywhere, so that M is no X_i.")
@broken("a_place_where_it_is_not", "M may be larger than all X_i.", reached=moments.REACHED[:1])
def the_sum_of_the_exponentials_bounds_the_maximum(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(sM) <= m e^(s^2 sigma^2/2), so s E M <= ln m + s^2 sigma^2/2; then the best s."""
    return moments.by_the_best_exponent(**changes)
