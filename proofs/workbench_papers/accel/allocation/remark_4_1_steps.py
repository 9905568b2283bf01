"""Remark 4.1 with the constants of Section 5: how many steps DP-NAG-opt should take.

mu = 0.02, L = 5.1, d = 20, S_1 = 40, n = 10^5, eps = 1, guess E_0 = 10, and alpha = c/L with c = 1
or c = 0.1.  The bound E s^3 + K (1 - s)^3 of `accel.remark-4-1.repaired`, s = r^T, is minimised
over T; once with E = E_0, as the printed (32) would have it, once with the corrected E = 2 E_0.

    c      E       T*       best T    bound
    1      E_0     105.84   106       0.10431
    1      2 E_0   120.51   121       0.11084
    0.1    E_0     302.61   303       0.17682
    0.1    2 E_0   348.64   349       0.19145

Every figure is enclosed by interval arithmetic, for all r in a rational bracket of width 2^-48.
That the integer is the best one needs two values only: the bound falls before T* and rises after
it, so the winner is one of the two integers next to T*, and their bounds are compared.
"""

from dataclasses import dataclass, replace
from typing import Literal

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, because, broken
from workbench.rigor import enclosure, inequality
from workbench.symbolic import declare, relation
from workbench_papers.accel._section_5 import (
    DIMENSION,
    RECORDS,
    SENSITIVITY,
    L,
    fade_bracket,
    fade_is_inside,
    within,
)

CLAIM = Claim(
    "accel.remark-4-1.steps",
    title="Best number of steps at the constants of Section 5",
    ours=("corollary", "Remark 4.1 and Section 5, recomputed"),
    statement=r"""\operatorname*{argmin}_T \left[ c_0 (1-q)^T E_0 + \frac{d S_1^2}{n^2\epsilon^2}
        \Bigl( \sum_{j=1}^T a_{T,j}^{1/3} \Bigr)^3 \right] = 121 \; (c_0 = 2), \; 106 \; (c_0 = 1)
        \text{ for } \alpha = 1/L; \quad 349 \; (c_0 = 2), \; 303 \; (c_0 = 1)
        \text{ for } \alpha = \tfrac{1}{10 L}""",
    hypotheses=r"""\mu = \tfrac{1}{50},\; L = \tfrac{51}{10},\; d = 20,\; S_1 = 40,\; n = 10^5,\; \
            \epsilon = 1,\; E_0 = 10""",
    uses=("accel.remark-4-1.repaired",),
    note="The corrected factor 2 asks for about 15 % more steps. The lengths in the authors'"
    " figures, 136 and 396, minimise twice the printed transient plus half the noise term.",
)


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

    def bound(self, steps: int) -> sp.Expr:
        """E s^3 + K (1 - s)^3 at s = r^steps."""
        return self.transient * r ** (3 * steps) + self.noise * (1 - r**steps) ** 3


TABLE = (
    Setting(sp.Integer(1), 1, "105.84", 106, "0.10431"),
    Setting(sp.Integer(1), 2, "120.51", 121, "0.11084"),
    Setting(sp.Rational(1, 10), 1, "302.61", 303, "0.17682"),
    Setting(sp.Rational(1, 10), 2, "348.64", 349, "0.19145"),
)


def confirmed(row: Setting) -> Outcome:
    """T* rounds as stated; `steps` is the next integer, and beats the one on the other side."""
    stationary = sp.log(1 + sp.sqrt(row.transient / row.noise)) / -sp.log(r)
    bracket = fade_bracket(row.speed)

    def surely(left: sp.Expr, op: Literal["<", ">"], right: sp.Expr | int) -> Outcome:
        return inequality(within(relation(left, op, right), {"rho": bracket}), methods=("boxes",))

    def rounds_to(value: sp.Expr, shown: str) -> Outcome:
        half = sp.Rational(1, 2 * 10 ** len(shown.split(".")[1]))
        middle = sp.Rational(shown)
        return all_of(surely(value, ">", middle - half), surely(value, "<", middle + half))

    best = row.steps
    outcome = all_of(
        fade_is_inside(row.speed, bracket), rounds_to(stationary, row.stationary),
        surely(stationary, ">", best - 1), surely(stationary, "<", best),
        surely(row.bound(best), "<", row.bound(best - 1)), rounds_to(row.bound(best), row.value),
        summary=f"T* = {row.stationary}, best T = {best}, bound {row.value}",
    )  # fmt: skip
    setting = f"alpha = {row.speed}/L, transient {row.coefficient} E_0"
    return outcome.with_figures(
        replace(enclosure(stationary, rho=bracket[0]), name="T*", note=setting),
        replace(
            enclosure(row.bound(best), rho=bracket[0]), name=f"bound, T = {best}", note=setting
        ),
    )


@CLAIM.exact
@broken("rounding_down_is_rejected", rows=(replace(TABLE[1], steps=120),))
@because("At c = 1 with the corrected transient the bound at 120 steps is above that at 121.")
@broken("printed_and_corrected_transients_differ", rows=(replace(TABLE[0], coefficient=2),))
@because("106 steps belong to the printed coefficient 1; for the coefficient 2 they are too few.")
def every_row_of_the_table(*, rows: tuple[Setting, ...] = TABLE) -> Outcome:
    """Enclosures of T* and of the bound at the integers on both sides of it."""
    return all_of(confirmed(row) for row in rows)
