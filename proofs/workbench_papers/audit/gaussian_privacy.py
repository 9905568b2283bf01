"""Gaussian differential privacy: its (epsilon, delta) curve, and how it adds up.

Of all events of a mu-GDP mechanism that with the chances Phi(-z) and Phi(mu - z), where epsilon is
mu z - mu^2/2, gains the most on e^epsilon (`workbench.rigor.provers.gaussian_privacy`).
"""

from typing import Any

from sympy import Rational

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers import gaussian_privacy as gdp
from workbench.rigor.provers import gaussian_sums as sums

CURVE = Claim(
    "audit.gdp-curve",
    title="The (epsilon, delta) curve of mu-GDP, event by event, and that it says no less",
    ours=("theorem", "Dong, Roth and Su (2022), Gaussian differential privacy, Corollary 1"),
    statement=r"""P(S) \le \Phi(\mu - z), \; Q(S) = \Phi(-z) \Longrightarrow
        P(S) \le e^\epsilon Q(S) + \delta_\mu(\epsilon), \quad \delta_\mu(\epsilon)
        = \Phi\Big(\frac\mu2 - \frac\epsilon\mu\Big) - e^\epsilon
        \Phi\Big(-\frac\mu2 - \frac\epsilon\mu\Big); \qquad e^{\epsilon} \Phi(-z)
        + \delta_\mu(\epsilon) = \Phi(\mu - z) \text{ at } \epsilon = \mu z - \frac{\mu^2}2""",
    hypotheses=r"""\mu > 0, \epsilon \ge 0, \; z \in \mathbb R; \; z \ge \mu/2 \text{ at the end}
        \mu\text{-GDP: the hypothesis holds for every event } S \text{ with } 0 < Q(S) < 1""",
    parts=("curve", "converse"),
    encoded={"curve": (gdp.private(),), "converse": (gdp.attained(),)},
    note="As encoded x is P(S), and Phi(y) is erfc(-y/sqrt 2)/2. An event of Q(S) = 0 has P(S) = 0"
    " under mu-GDP, and one of Q(S) = 1 needs no bound. By the equation the curve bounds P(S) by"
    " Phi(mu - z) where z >= mu/2; other events are complements of such, with P and Q exchanged.",
)

SUM = Claim(
    "audit.gdp-composition",
    title="Gaussian pairs mu_1, ..., mu_k compose to one of mu = (mu_1^2 + ... + mu_k^2)^(1/2)",
    ours=("theorem", "Dong, Roth and Su (2022), Gaussian differential privacy, Corollary 2"),
    statement=r"""\sum_i \ln \frac{\varphi(x_i - \mu_i)}{\varphi(x_i)} = \mu u - \frac{\mu^2}2, \;
        u = \frac1\mu \sum_i \mu_i x_i \sim \mathcal N(0, 1) \text{ if } x_i \sim \mathcal N(0, 1)
        \text{ are independent}""",
    hypotheses=r"\mu = \sqrt{\mu_1^2 + \dots + \mu_k^2} > 0",
    parts=("ratio", "law"),
    encoded={"ratio": (sums.ratio(),), "law": (sums.combination(),)},
    note="So a sequence has the trade-off curve of one pair. That steps may look at earlier outputs"
    " is ext.gdp-composition. As encoded m_i is mu_i in the ratio; in the law S_k"
    " is the sum of the mu_i x_i and V_k that of the mu_i^2, and a number is N(0, 1), given the"
    " past, where E e^(s x) = e^(s^2/2) for all s, as for no other law.",
)


@CURVE.exact(part="curve")
@broken("another_cut", "The laws cross at mu/2, not at mu/3.", half="1/3")
@broken("a_larger_mu", "Events of 2 mu gain more.", mu="2*mu")
def no_event_gains_more(*, half: str = "1/2", mu: str = "mu") -> Outcome:
    """The gain rises up to z = mu/2 + epsilon/mu, and falls beyond."""
    return gdp.no_event_gains_more(half, mu)


@CURVE.exact(part="converse")
@broken("another_epsilon", "At mu z the bounds differ.", loss="mu*z")
def the_curve_touches_each_event(*, loss: str = "mu*z - mu^2/2") -> Outcome:
    """There mu/2 - epsilon/mu is mu - z, and -mu/2 - epsilon/mu is -z."""
    return certify(gdp.attained(loss))


@SUM.exact(part="ratio")
@broken("the_mus_themselves_do_not_add_up", "mu^2 is not the sum of the mu_i.", power=1)
def log_ratios_add_up(*, power: int = 2) -> Outcome:
    """x^2/2 - (x - mu_i)^2/2 = mu_i x - mu_i^2/2."""
    return sums.ratios_add_up(power)


@SUM.proof(part="law")
@broken("a_smaller_variance", "k = mu = 1: E e^(t x) is e^(t^2/2).", factor=Rational(1, 3))
@dropped("given", sums.NORMAL, "x may be 1.")
@dropped("after", sums.SPREAD, "Where all mu_i are 0 the combination has no value.")
def the_combination_is_normal(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(a S - a^2 V/2) is 1 at all times; then a = t/mu."""
    return sums.is_normal(**changes)
