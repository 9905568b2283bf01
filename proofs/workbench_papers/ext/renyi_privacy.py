"""Renyi differential privacy: conversion to (eps, delta), adaptive composition; Gaussian privacy.

    conversion    (alpha, rho)-RDP implies (rho + ln(1/delta)/(alpha - 1), delta)-DP
    composition   step t is (alpha, rho_t)-RDP whatever it saw: the transcript is so with the sum
    Gaussian      steps with Gaussian noise compose adaptively, as one with mu = sqrt(sum mu_t^2)

All are proved, the first two for any laws.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers import gaussian_events as events
from workbench.rigor.provers import gaussian_transcripts as transcript
from workbench.rigor.provers import renyi_conversion as renyi
from workbench.rigor.provers import transcripts

CONVERSION = Claim(
    "ext.rdp-to-dp",
    title="From Renyi differential privacy to approximate differential privacy",
    reconstructed=("theorem", "Mironov (2017), Proposition 3"),
    statement=r"""(\lambda, \rho)\text{-RDP implies }
        \Big( \rho + \frac{\ln(1/\delta)}{\lambda - 1}, \delta \Big)\text{-DP}""",
    hypotheses=r"\lambda > 1, \; \rho \ge 0, \; 0 < \delta < 1",
    encoded=(renyi.conversion(),),
    note="As encoded p and q are densities of the laws of the outputs on two neighbours for one"
    " probability law, such as half of their sum, S is any event with indicator s, and R is"
    " p^lambda q^(1 - lambda); its mean is at most e^((lambda - 1) rho), which no pair of laws"
    " obeys where q vanishes and p does not. Neither rho >= 0 nor delta < 1 is needed.",
)

COMPOSITION = Claim(
    "ext.rdp-composition",
    title="Adaptive composition of Renyi differential privacy",
    reconstructed=("theorem", "Mironov (2017), Renyi differential privacy, Proposition 1"),
    statement=r"""A_t \; (\lambda, \rho_t)\text{-RDP for each value of the earlier outputs}
        \;\Longrightarrow\; (A_1, \dots, A_T) \; \big(\lambda, {\textstyle \sum_t \rho_t}\big)
        \text{-RDP}""",
    hypotheses=r"""\lambda > 1; \; \rho_1, \dots, \rho_T \text{ are fixed in advance}
        \text{outputs in standard Borel spaces; given the earlier ones, the randomness of } A_t \
            \text{ is fresh}""",
    encoded=(transcripts.renyi(),),
    note="As encoded p_t and q_t are densities of output t on two neighbours, given the outputs"
    " before it, for one law such as half of their sum, L_t is ln(p_t/q_t) where p_t > 0, and"
    " Lambda that of the products, which are densities of the transcripts; what is said of one"
    " order holds in both orders of the neighbours. A divergence that is finite excludes q_t = 0 <"
    " p_t. That p_t and q_t have the mean 1 is not needed for the inequality.",
)

GAUSSIAN = Claim(
    "ext.gdp-composition",
    title="Adaptive composition of Gaussian releases, and its curve",
    reconstructed=("theorem", "Dong, Roth and Su (2022), Gaussian differential privacy,"
                   " Corollaries 1 and 2, for Gaussian mechanisms"),
    statement=r"""\frac1\mu \Big( L + \frac{\mu^2}2 \Big) \sim \mathcal N(0, 1) \text{ under } Q,
        \quad \mu = \sqrt{\mu_1^2 + \dots + \mu_T^2}; \qquad P(S) \le e^\epsilon Q(S)
        + \Phi\Big(\frac\mu2 - \frac\epsilon\mu\Big)
        - e^\epsilon \Phi\Big(-\frac\mu2 - \frac\epsilon\mu\Big)""",
    hypotheses=r"""A_t \text{ adds } \mathcal N(0, \sigma_t^2 I) \text{ to a query of } \ell_2 \
            \text{ sensitivity } \mu_t \sigma_t \text{ at most, chosen from the earlier outputs; } \
            \mu_1, \dots, \mu_T \text{ are fixed in advance, and not all } 0
        P, Q \text{ are the laws on two neighbours of the outputs, and in each step of a further } \
            \text{number of variance } 1 \text{ that fills its shift up to } \mu_t, \; \
            L = \ln(P/Q), \; S \text{ any event}, \; \epsilon \ge 0""",
    parts=("loss", "curve"),
    encoded={"loss": (transcript.adaptive(),), "curve": (events.every_event(),)},
    note="As encoded x_t is the noise of step t along the difference of its means, a_t, and y_t the"
    " further number, of mean b_t under P, both in units of the noise; given the past they are"
    " independent and normal under Q. A number u is N(0, 1) where E e^(t u) = e^(t^2/2) for all t."
    " In the curve u is (L + mu^2/2)/mu and so P/Q is e^(mu u - mu^2/2); h is the indicator of u >="
    " mu/2 + epsilon/mu, whose two chances are values of Phi. Events of the outputs alone are among"
    " the S. That any mu_t-GDP steps compose so is not part of the statement.",
)  # fmt: skip


@CONVERSION.proof
@broken("nine_tenths_of_it", "Randomised response of large odds.", spent=sp.Rational(9, 10))
@broken("below_order_one", where=((renyi.lam, "<", 1), renyi.RENYI))
@because("lambda = delta = 1/2, rho = 0: any laws, as P(S) = 9/10, Q(S) = 1/10 against 0.525.")
@broken("without_the_moment", "Two laws may lie apart.", where=(renyi.ORDER,))
@broken("a_loss_that_is_none", "L has to be the log-ratio of the densities.", link=())
def the_loss_is_above_epsilon_with_small_chance(
    *, spent: sp.Expr = sp.S.One, where: Sequence[Any] = (renyi.ORDER, renyi.RENYI),
    link: Sequence[Any] = (renyi.LINK,),
) -> Outcome:  # fmt: skip
    """The values (p - e^eps q) s are at most e^(-(lam - 1) eps) R, as 1 - e^(-y) <= e^(k y)."""
    return renyi.renyi_to_approximate(spent, where, link)


@COMPOSITION.proof
@broken("half_of_it", "Equal steps attain the sum.", total=transcripts.rho / 2)
@dropped("given", (transcripts.ORDER,), "After some outputs a step may tell all.")
@broken("log_ratios_of_other_laws", "L_t has to be ln(p_t/q_t).", sure=())
def moments_multiply(**changes: Any) -> Outcome:  # noqa: ANN401
    """P e^((lambda - 1)(K - B)) does not grow in the mean, for the sum K of the log-ratios."""
    return transcripts.moments_multiply(**changes)


@GAUSSIAN.proof(part="loss")
@broken("twice_the_variance", "One step of mu = 1: E e^(t x) is e^(t^2/2).", factor=1)
@dropped("given", (transcript.NORMAL,), "Other noise has other moments.")
@dropped("sure", (transcript.WITHIN, transcript.FILLED), {
    0: "A step that moves by more than mu_t has no b_t.", 1: "y_t may move further."})  # fmt: skip
@dropped("after", (transcript.SPREAD,), "Where all mu_t are 0 the quotient has no value.")
def what_was_chosen_does_not_matter(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(c (L + V/2) - c^2 V/2) is 1 at all times, for V the sum of the mu_t^2 so far."""
    return transcript.is_normal(**changes)


@GAUSSIAN.proof(part="curve")
@broken("another_cut", "The laws cross at mu/2, not at mu/3.", half=sp.Rational(1, 3))
@dropped("where", (events.NEAR, events.FAR), "Another law than the normal one may have tails.")
def the_half_line_gains_most(**changes: Any) -> Outcome:  # noqa: ANN401
    """(e^(mu u - mu^2/2) - e^epsilon)(h - s) >= 0, whatever u is."""
    return events.the_half_line_gains_most(**changes)
