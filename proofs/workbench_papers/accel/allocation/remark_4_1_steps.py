"""Remark 4.1 with the constants of Section 5: how many steps DP-NAG-opt should take.

mu = 0.02, L = 5.1, d = 20, S_1 = 40, n = 10^5, eps = 1, guess E_0 = 10, and alpha = c/L with c = 1
or c = 0.1.  The bound E s^3 + K (1 - s)^3 of `accel.remark-4-1.repaired`, s = r^T, is minimised
over T; once with E = E_0, as the printed (32) would have it, once with the corrected E = 2 E_0.

    c      E       T*       best T    bound
    1      E_0     105.84   106       0.10431
    1      2 E_0   120.51   121       0.11084
    0.1    E_0     302.61   303       0.17682
    0.1    2 E_0   348.64   349       0.19145

That the integer is the best one needs two more values only: the bound falls before T* and rises
after it, so it is compared with the two integers next to it, by interval arithmetic, for all r in a
rational bracket; and its other values are no less than these.
"""

from dataclasses import dataclass, replace

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, because, broken
from workbench.rigor import enclosure
from workbench.rigor.provers import best_lengths as lengths
from workbench.symbolic import Relation, declare
from workbench_papers.accel._section_5 import DIMENSION, RECORDS, SENSITIVITY, L, fade_bracket

r = declare("rho > 0")


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table: speed c = alpha L, coefficient of E_0, T* and the bound as shown."""

    speed: sp.Rational
    coefficient: int
    stationary: str
    steps: int
    value: str

    @property
    def transient(self) -> sp.Integer:
        """The transient E = c_0 E_0."""
        return sp.Integer(10 * self.coefficient)

    @property
    def noise(self) -> sp.Expr:
        """K = d S^2/(n eps)^2 alpha (1 + alpha L)/(1 - r)^3."""
        weight = self.speed / L * (1 + self.speed)
        return sp.Rational(DIMENSION * SENSITIVITY**2, RECORDS**2) * weight / (1 - r) ** 3

    def scores(self, share: str = "1") -> lengths.Bound:
        """The bound with all its numbers, and a share of its noise term."""
        c = self.speed
        noise = f"{share}*20*(40/10^5)^2*({c}/5.1)*(1 + {c})"
        return lengths.Bound(f"{self.coefficient}*10", noise, f"{c}*0.02/5.1")

    def bound(self, steps: int) -> sp.Expr:
        """E s^3 + K (1 - s)^3 at s = r^steps."""
        return self.transient * r ** (3 * steps) + self.noise * (1 - r**steps) ** 3


TABLE = (
    Setting(sp.Integer(1), 1, "105.84", 106, "0.10431"),
    Setting(sp.Integer(1), 2, "120.51", 121, "0.11084"),
    Setting(sp.Rational(1, 10), 1, "302.61", 303, "0.17682"),
    Setting(sp.Rational(1, 10), 2, "348.64", 349, "0.19145"),
)


def sides(best: int) -> tuple[tuple[str, int], ...]:
    """All numbers of steps but one."""
    return ("<=", best - 1), (">=", best + 1)


def least(row: Setting, best: int, share: str = "1") -> tuple[Relation, ...]:
    """The bound at `best` is less than at any lower T, and at any higher one."""
    return tuple(lengths.less(row.scores(share), best, *side) for side in sides(best))


CLAIM = Claim(
    "accel.remark-4-1.steps",
    title="Best number of steps at the constants of Section 5",
    ours=("corollary", "Remark 4.1 and Section 5, recomputed"),
    statement=r"""c_0 E_0 s^3 + K (1-s)^3, \; s = r^T, \; r = (1-q)^{1/3}, \;
        K = \frac{d S_1^2}{n^2\epsilon^2} \frac{\alpha (1 + \alpha L)}{(1-r)^3},
        \text{ is least among all integers } T \ge 0 \text{ at } T = 121 \; (c_0 = 2), \;
        106 \; (c_0 = 1) \text{ for } \alpha = 1/L; \quad T = 349 \; (c_0 = 2), \; 303 \; (c_0 = 1)
        \text{ for } \alpha = \tfrac{1}{10 L}, \text{ and there only}""",
    hypotheses=r"""\mu = \tfrac{1}{50},\; L = \tfrac{51}{10},\; d = 20,\; S_1 = 40,\; n = 10^5,\; \
            \epsilon = 1,\; E_0 = 10,\; q = \sqrt{\alpha\mu}""",
    encoded=tuple(one for row in TABLE for one in least(row, row.steps)),
    uses=("accel.remark-4-1.repaired",),
    note="For c_0 = 2 this is the bound of accel.remark-4-1.repaired, and for c_0 = 1 the printed"
    " (32), at the optimal scales. As encoded w is (1 - r)^3, and T is lower or higher than"
    " the best number. The corrected factor 2 asks for about 15 % more steps. The lengths in the"
    " authors' figures, 136 and 396, minimise twice the printed transient plus half the noise"
    " term.",
)


def confirmed(row: Setting) -> Outcome:
    """Against all other numbers of steps, with T* and the bound as figures."""
    stationary = sp.log(1 + sp.sqrt(row.transient / row.noise)) / -sp.log(r)
    at, setting = fade_bracket(row.speed)[0], f"alpha = {row.speed}/L, c_0 = {row.coefficient}"
    outcome = all_of(
        (
            one
            for side in sides(row.steps)
            for one in lengths.less_shown(row.scores(), row.steps, *side)
        ),
        summary=f"{row.steps} steps are best",
    )
    return outcome.with_figures(
        replace(enclosure(stationary, rho=at), name="T*", note=setting),
        replace(
            enclosure(row.bound(row.steps), rho=at), name=f"bound, T = {row.steps}", note=setting
        ),
    )


@CLAIM.exact
@broken("rounding_down_is_rejected", rows=(replace(TABLE[1], steps=120),))
@because("At c = 1 with the corrected transient the bound at 120 steps is above that at 121.")
@broken("printed_and_corrected_transients_differ", rows=(replace(TABLE[0], coefficient=2),))
@because("106 steps belong to the printed coefficient 1; for the coefficient 2 they are too few.")
def every_row_of_the_table(*, rows: tuple[Setting, ...] = TABLE) -> Outcome:
    """The bound against those at its neighbours, and these against all beyond them."""
    return all_of(confirmed(row) for row in rows)
