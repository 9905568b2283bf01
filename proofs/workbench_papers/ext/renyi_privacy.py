"""Renyi differential privacy: conversion to (eps, delta), adaptive composition; Gaussian privacy.

    conversion    (alpha, rho)-RDP implies (rho + ln(1/delta)/(alpha - 1), delta)-DP
    composition   step t is (alpha, rho_t)-RDP whatever it saw: the transcript is so with the sum
    Gaussian      steps that are mu_t-GDP compose adaptively to sqrt(sum mu_t^2)-GDP

The conversion is proved, for any two laws; the others are cited.  Checked: the step of the
composition for outputs that have probabilities, and that log-likelihood ratios of Gaussians add up.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, broken
from workbench.rigor import visible
from workbench.rigor.provers.gaussian_privacy import log_ratios_add_up
from workbench.rigor.provers.renyi_conversion import (
    LINK,
    ORDER,
    RENYI,
    conversion,
    renyi_to_approximate,
)  # fmt: skip
from workbench.symbolic import declare

CONVERSION = Claim(
    "ext.rdp-to-dp",
    title="From Renyi differential privacy to approximate differential privacy",
    reconstructed=("theorem", "Mironov (2017), Proposition 3"),
    statement=r"""(\lambda, \rho)\text{-RDP implies }
        \Big( \rho + \frac{\ln(1/\delta)}{\lambda - 1}, \delta \Big)\text{-DP}""",
    hypotheses=r"\lambda > 1, \; \rho \ge 0, \; 0 < \delta < 1",
    encoded=(conversion(),),
    note="As encoded p and q are densities of the laws of the outputs on two neighbours for one"
    " probability law, such as half of their sum, S is any event with indicator s, and R is"
    " p^lambda q^(1 - lambda); its mean is at most e^((lambda - 1) rho), which no pair of laws"
    " obeys where q vanishes and p does not. Neither rho >= 0 nor delta < 1 is needed.",
)

COMPOSITION = Claim(
    "ext.rdp-composition",
    title="Adaptive composition of Renyi differential privacy",
    reconstructed=("cited", "Mironov (2017), Proposition 1"),
    statement=r"""A_t \; (\lambda, \rho_t)\text{-RDP for each value of the earlier outputs}
        \;\Longrightarrow\; (A_1, \dots, A_T) \; \big(\lambda, {\textstyle \sum_t \rho_t}\big)
        \text{-RDP}""",
    hypotheses=r"""\lambda > 1; \; \rho_1, \dots, \rho_T \text{ are fixed in advance}
        \text{given the earlier outputs, the randomness of } A_t \text{ is fresh}""",
    citation="Mironov (2017), Renyi differential privacy, Proposition 1; for T steps by induction",
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
@broken(
    "nine_tenths_of_it", "Randomised response of large odds needs more.", spent=sp.Rational(9, 10)
)
@broken("below_order_one", "The bound on the moment is then one from below.", where=(RENYI,))
@broken("without_the_moment", "Two laws may lie apart.", where=(ORDER,))
@broken("a_loss_that_is_none", "L has to be the log-ratio of the densities.", link=())
def the_loss_is_above_epsilon_with_small_chance(
    *, spent: sp.Expr = sp.S.One, where: Sequence[Any] = (ORDER, RENYI),
    link: Sequence[Any] = (LINK,),
) -> Outcome:  # fmt: skip
    """The values (p - e^eps q) s are at most e^(-(lam - 1) eps) R, as 1 - e^(-y) <= e^(k y)."""
    return renyi_to_approximate(spent, where, link)


N, y = declare("integer N > 0, integer y")
first, slack = sp.IndexedBase("m", nonnegative=True), sp.IndexedBase("s", nonnegative=True)
bound = declare("B > 0")


@COMPOSITION.exact(corner="outputs with probabilities, the step from one to two")
@broken("the_second_step_is_not_free", "Half of the second moment is not enough.", total=bound / 2)
def moments_multiply(*, total: sp.Expr = bound) -> Outcome:
    """The moment of two steps is at most the product of the moments.
    sum_y m_y (B - s_y) <= total sum_y m_y, B - s_y the moment of step two after output y.
    """
    joint = sp.Sum(first[y] * (bound - slack[y]), (y, 1, N))
    gap = sp.Sum(first[y] * slack[y], (y, 1, N)) + (total - bound) * sp.Sum(first[y], (y, 1, N))
    return visible(joint, "<=", total * sp.Sum(first[y], (y, 1, N)), gap=gap)


@GAUSSIAN.exact(corner="Gaussian steps that do not adapt")
@broken("the_mus_themselves_do_not_add_up", "mu is not mu_1^2 + ... + mu_k^2.", power=1)
def log_ratios_of_gaussians_add_up(*, power: int = 2) -> Outcome:
    """The log-ratio of k steps is mu u - mu^2/2, where u is normal, as its moments are."""
    return all_of(log_ratios_add_up(power))
