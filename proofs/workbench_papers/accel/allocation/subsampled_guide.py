r"""How good the schedule of Remark 4.2 is under subsampling: within 1.1 % at the paper's rate.

Remark 4.2 offers the full-batch solution (31) "as a guide" for m < n.  Taken as budget shares,
s_t proportional to a_t^(1/3), each turned into a scale by the exact inverse of (11), it is private
(`accel.erratum-27`) and nearly optimal.  Cost relative to the optimum of
`accel.allocation-subsampled`, for mu = 0.02, L = 5.1, alpha = 1/L, eps = 1:

    n/m     T                       equal shares                    shares of (31)
    10      100, 1000               2.172, 142.4                    1.0002, 1.0002
    100     100, 200, 500, 1000     1.857, 4.456, 21.55, 78.91      1.0091, 1.0109, 1.0111, 1.0111
    1000    100, 200, 500, 1000     1.481, 2.475, 6.541, 16.44      1.0392, 1.0559, 1.0585, 1.0585

The optimum lies between the cost of a schedule that is close to it, with shares in proportion to
u + c u^2 for u = a_t^(1/3), and a number that no schedule is below, by tangents of the cost at
shares that are closer still.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from workbench.claims import Claim, Encodes, Outcomes, because, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers import given_schedules as schedules
from workbench.rigor.provers.decimals import half_unit
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import Relation
from workbench.symbolic.theorem import Theorem

T = 100
BUDGET = (schedules.spends(schedules.T),)


@dataclass(frozen=True)
class Row:
    """n/m, the two ratios as shown, and what brackets the optimum.

    equal, guide: of equal shares, and of the shares of (31)
    bend, least: of the schedule that is close to the best one, and what no schedule is below
    fit: the tangents that show it
    """

    ratio: int
    equal: str
    guide: str
    bend: str
    least: str
    fit: schedules.Fit

    @property
    def setting(self) -> schedules.Setting:
        """Of the costs."""
        return schedules.Setting(self.ratio, "0.02/5.1")

    def bound(self, where: Sequence[Any] = BUDGET) -> Theorem:
        """No schedule is below the number."""
        return schedules.at_least(self.setting, T, self.least, where=tuple(where))

    def shares(self) -> list[Relation]:
        """The schedules spend the budget."""
        each = (schedules.EQUAL, schedules.curved(), schedules.curved(self.bend))
        return [schedules.spent(self.setting, T, parts) for parts in each]

    def costs(self) -> list[Relation]:
        """Each ratio is within half a unit of the last digit of what is shown."""
        found, of = [], self.setting
        near = schedules.bound_with(of, T, schedules.curved(self.bend))
        for parts, text in ((schedules.EQUAL, self.equal), (schedules.curved(), self.guide)):
            half = half_unit(text)
            found.append(schedules.reached(of, T, parts, ">=", f"({text} - {half})*{near}"))
            found.append(schedules.reached(of, T, parts, "<=", f"({text} + {half})*{self.least}"))
        return found

    @property
    def encoded(self) -> tuple[Encodes, ...]:
        """All of it."""
        return *self.shares(), *self.costs(), self.bound()


TEN = Row(10, "2.172", "1.0002", "0.035", "800.3479", schedules.Fit(
    ("-1.4873736470", "-2.021937247e-2", "-0.123549577e-4", "0.064553609e-6", "-0.016850821e-8",
     "-0.000053028e-10", "0.000861630e-12"), "1512.612478"))  # fmt: skip
HUNDRED = Row(100, "1.857", "1.0091", "0.332", "17.742", schedules.Fit(
    ("0.2924821690", "-1.507512622e-2", "-0.323743984e-4", "-0.009068829e-6", "0.068369930e-8",
     "-0.020325383e-10", "0.000373050e-12"), "23.89314"))  # fmt: skip
THOUSAND = Row(1000, "1.481", "1.0392", "1.92", "1.86551", schedules.Fit(
    ("1.2826598399", "-0.998186192e-2", "-0.234529624e-4", "-0.085211821e-6", "0.019553982e-8",
     "0.002601043e-10", "0.001543610e-12"), "1.279625"))  # fmt: skip

CLAIM = Claim(
    "accel.allocation-subsampled.guide",
    title="Schedules of the paper against the optimum under subsampling",
    ours=(
        "remark",
        "Remark 4.2, read as: keep the budget shares of (31); figures are not in the paper",
    ),
    statement=r"""\frac{\sum_t a_t / h(s_t)^2}{\min_{\sum_t s_t = \epsilon} \sum_t a_t/h(s_t)^2}
        = 1.0002, 1.0091, 1.0392 \text{ for } s_t \propto a_t^{1/3}, \quad
        2.172, 1.857, 1.481 \text{ for } s_t = \tfrac1T, \quad \tfrac{n}{m} = 10, 100, 1000,
        \text{ rounded to the digits shown}""",
    hypotheses=r"""a_t = (1-q)^{T-t},\; q = \sqrt{\mu/L},\; \mu = 0.02,\; L = 5.1
        \epsilon = 1,\; T = 100
        h(v) = \ln(1 + \tfrac{n}{m} (e^v - 1)),\; s_t > 0""",
    parts=("n/m = 10", "n/m = 100", "n/m = 1000"),
    encoded={f"n/m = {row.ratio}": row.encoded for row in (TEN, HUNDRED, THOUSAND)},
    uses=("accel.allocation-subsampled", "accel.erratum-27.repaired", "accel.remark-4-2"),
    note="Computed and not proved: with up to 1000 steps the guide loses 1.1 % at the rate of the"
    " experiments, less than 5.9 % at n/m = 1000, and equal shares up to 142 times the optimum. As"
    " encoded steps are counted from the last one, w = 1 - q, r^3 = w, k = n/m; costs are at least"
    " (ratio - half a unit) times that of a schedule that spends the budget, so times the least"
    " one, and at most (ratio + half a unit) times a number that no schedule s is below.",
)


def confirmed(row: Row, where: Sequence[Any]) -> Outcomes:
    """The schedules, their costs, and the number that no schedule is below."""
    yield from map(certify, row.shares())
    yield from map(schedules.reached_shown, row.costs())
    yield proved(schedules.at_least_shown(row.bound(where), row.setting, row.fit))


@CLAIM.proof(part="n/m = 10")
@broken("schedule_of_another_rate", row=replace(TEN, ratio=100))
@because("At n/m = 100 the ratios are 1.857 and 1.0091.")
@dropped("where", BUDGET, "A larger budget costs less.")
def ratios_of_large_batches(*, row: Row = TEN, where: Sequence[Any] = BUDGET) -> Outcomes:
    """A tenth of the records."""
    yield from confirmed(row, where)


@CLAIM.proof(part="n/m = 100")
@broken("shares_of_31_are_not_optimal", row=replace(HUNDRED, guide="1.0000"))
@because("With a ratio of 1.0000 the guide would be within 0.01 % of the optimum, which it is not.")
@dropped("where", BUDGET, "A larger budget costs less.")
def ratios_at_the_rate_of_the_experiments(
    *, row: Row = HUNDRED, where: Sequence[Any] = BUDGET
) -> Outcomes:
    """A hundredth of the records."""
    yield from confirmed(row, where)


@CLAIM.proof(part="n/m = 1000")
@broken("no_schedule_costs_so_little", row=replace(THOUSAND, least="1.8656"))
@because("The schedule that is close to the best one costs 1.86553.")
@dropped("where", BUDGET, "A larger budget costs less.")
def ratios_of_small_batches(*, row: Row = THOUSAND, where: Sequence[Any] = BUDGET) -> Outcomes:
    """A thousandth of the records."""
    yield from confirmed(row, where)
