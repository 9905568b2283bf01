"""Ville's inequality: wealth that cannot grow in the mean seldom ever becomes large.

A gambler who stops at the first time that the wealth is 1/alpha has a mean of at most 1 after n
rounds, and Markov's inequality bounds the chance of having stopped; then n grows.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, argued, broken
from workbench.rigor.provers.first_moments import Y, level, markov

CLAIM = Claim(
    "audit.ville",
    title="Ville's inequality",
    reconstructed=("theorem",
                   "Ville (1939), Etude critique de la notion de collectif; Howard, Ramdas,"
                   " McAuliffe and Sekhon (2020), Time-uniform Chernoff bounds, Section 2"),
    statement=r"\Pr\Big[ \exists\, t : M_t \ge \frac1\alpha \Big] \le \alpha",
    hypotheses=r"""\mathcal{F}_t \text{ grow with } t; \; M_t \; \mathcal{F}_t\text{-measurable}
        M_t \ge 0, \; M_0 = 1
        \mathbb{E}[M_{t+1} \mid \mathcal{F}_t] \le M_t
        0 < \alpha \le 1""",
    uses=("ext.markov", "ext.conditional-expectation"),
)  # fmt: skip


@CLAIM.proof
@broken("half_of_it", "A fair game that ends at 1/alpha or at 0 attains it.", scale=sp.S.Half)
@broken("debts", "Wealth below 0 can hold the mean down.", value=sp.Symbol("Y", real=True))
def the_stopped_wealth_is_seldom_large(
    *, scale: sp.Expr = sp.S.One, value: sp.Symbol = Y
) -> Outcome:
    """Markov's inequality for Y, the wealth after n rounds or at the stop, and a = 1/alpha."""
    return argued(
        markov(scale, value, level),
        "Whether the gambler has stopped is known before each round, so the stopped wealth does not"
        " grow in the conditional mean either, and its mean after n rounds is at most M_0 = 1.",
        "It is at least 1/alpha where some M_t with t <= n was.",
        "These events grow with n, and so their probabilities tend to that of their union.",
    )
