"""Ville's inequality: wealth that cannot grow in the mean seldom ever becomes large.

It is cited.  An instance is checked exactly: a gambler who bets on a coin of chance p stops at the
first time that the wealth has doubled; the chance of that, within twelve tosses, is enclosed for
every p at which the game is not in the gambler's favour.
"""

from fractions import Fraction

from flint import arb

from workbench.claims import Claim, Outcome, broken
from workbench_papers.audit._enumeration import never_above

CLAIM = Claim(
    "audit.ville",
    title="Ville's inequality",
    reconstructed=("cited", "Ville (1939), Etude critique de la notion de collectif"),
    statement=r"\Pr\Big[ \exists\, t : M_t \ge \frac1\alpha \Big] \le \alpha",
    hypotheses=r"""M_t \ge 0, \; M_0 = 1
        \mathbb{E}[M_{t+1} \mid \mathcal{F}_t] \le M_t
        0 < \alpha \le 1""",
    citation="Ville (1939); Howard, Ramdas, McAuliffe and Sekhon (2020), Time-uniform Chernoff"
    " bounds, Section 2",
)


def doubling(limit: Fraction, *, tosses: int = 12) -> Outcome:
    """Wealth 1 + 1/2 per heads, 1 - 1/2 per tails: fair at p = 1/2, unfavourable below."""
    first: list[tuple[int, int, int]] = []  # first passages: heads, tails, number of paths
    alive = {(0, 0): 1}
    for _ in range(tosses):
        after: dict[tuple[int, int], int] = {}
        for (heads, tails), ways in alive.items():
            for h, w in ((heads + 1, tails), (heads, tails + 1)):
                after[h, w] = after.get((h, w), 0) + ways
        alive = {}
        for (heads, tails), ways in after.items():
            if Fraction(3, 2) ** heads * Fraction(1, 2) ** tails >= 2:
                first.append((heads, tails, ways))
            else:
                alive[heads, tails] = ways
    return never_above(
        lambda p: sum((ways * p**h * (1 - p) ** w for h, w, ways in first), arb(0)), limit,
        low=Fraction(0), high=Fraction(1, 2), what=f"the chance to double within {tosses} tosses",
    )  # fmt: skip


@CLAIM.exact(corner="one gambler, twelve tosses, every unfavourable coin")
@broken("a_third_is_exceeded", "At p = 1/2 the chance is above 1/3.", limit=Fraction(1, 3))
def a_gambler_seldom_doubles(*, limit: Fraction = Fraction(1, 2)) -> Outcome:
    """P(some M_t >= 2) <= 1/2 for all p <= 1/2."""
    return doubling(limit)
