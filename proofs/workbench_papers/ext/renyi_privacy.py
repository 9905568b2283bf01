"""Renyi differential privacy: conversion to (eps, delta), adaptive composition; Gaussian privacy.

    conversion    (alpha, rho)-RDP implies (rho + ln(1/delta)/(alpha - 1), delta)-DP
    composition   step t is (alpha, rho_t)-RDP whatever it saw: the transcript is so with the sum
    Gaussian      steps that are mu_t-GDP compose adaptively to sqrt(sum mu_t^2)-GDP

The conversion and the step of the composition are proved, for any laws; Gaussian privacy is
cited, and checked: log-likelihood ratios of Gaussians add up.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, because, broken, dropped
from workbench.rigor.provers import renyi_conversion as renyi
from workbench.rigor.provers import transcripts
from workbench.rigor.provers.gaussian_privacy import log_ratios_add_up

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
    title="Adaptive composition of Gaussian differential privacy, and its curve",
    reconstructed=("cited", "Dong, Roth and Su (2022), Corollaries 1 and 2"),
    statement=r"""A_t \; \mu_t\text{-GDP} \;\Longrightarrow\; (A_1,\dots,A_T) \;
        \sqrt{\mu_1^2 + \dots + \mu_T^2}\text{-GDP}; \quad \mu\text{-GDP is } (\epsilon, \delta)
        \text{-DP with } \delta = \Phi\Big(-\frac\epsilon\mu + \frac\mu2\Big)
        - e^\epsilon \Phi\Big(-\frac\epsilon\mu - \frac\mu2\Big)""",
    hypotheses=r"""\mu_1, \dots, \mu_T \text{ are fixed in advance}
        \epsilon \ge 0""",
    citation="Dong, Roth and Su (2022), Gaussian differential privacy, Corollaries 1 and 2",
)


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


@GAUSSIAN.exact(corner="Gaussian steps that do not adapt")
@broken("the_mus_themselves_do_not_add_up", "mu is not mu_1^2 + ... + mu_k^2.", power=1)
def log_ratios_of_gaussians_add_up(*, power: int = 2) -> Outcome:
    """The log-ratio of k steps is mu u - mu^2/2, where u is normal, as its moments are."""
    return all_of(log_ratios_add_up(power))
