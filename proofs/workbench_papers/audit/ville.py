"""Ville's inequality: wealth that cannot grow in the mean seldom ever becomes large.

H_t is 1 if some wealth M_s with s <= t was 1/alpha or more, and else 0.  H_t + (1 - H_t) alpha M_t
does not grow in the conditional mean, begins at alpha, and is never below H_t; and H_t rises to the
indicator of the event.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor.provers import ville

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
    encoded=(ville.ville(),),
    note="As encoded W_t is M_t, with W_0 = 1, and H_t says whether some M_s with 1 <= s <= t was"
    " 1/alpha or more; its limit says it of all s. M_0 = 1 is as large for alpha = 1 alone, where"
    " there is nothing to show.",
)  # fmt: skip


@CLAIM.proof
@broken("half_of_it", "A fair game that ends at 1/alpha or at 0 attains it.", scale=sp.S.Half)
@broken("debts", "Wealth below 0 can hold the mean down.", drawn=sp.Symbol("M", real=True))
@dropped("given", ville.FAIR, "Any wealth may be large at once.")
def what_was_hit_is_a_fair_game(**changes: Any) -> Outcome:  # noqa: ANN401
    """E (H' + (1 - H') alpha M') <= H + (1 - H) alpha E M', as alpha M' >= 1 where H' is new."""
    return ville.seldom_large(**changes)
