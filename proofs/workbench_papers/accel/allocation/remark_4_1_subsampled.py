r"""How many steps under subsampling, with the optimal schedule of each length (Remark 4.1, m < n).

Remark 4.1 chooses T by the full-batch bound, also where batches of m = n/100 records are used.
With the optimum of `accel.allocation-subsampled` in place of (31) the bound becomes

    B(T) = 2 E_0 (1 - q)^T + d (S_1/m)^2 alpha (1 + alpha L) min sum_t a_t/h(s_t)^2,

up to the batch error sigma_s, which no schedule changes.  At the constants of the experiments with
c = 1 it is smaller at T = 112 than at the neighbours 111 and 113, and at T = 121, the best length
of the full-batch bound, it is 0.49 % above.  So choosing T by the full-batch bound costs next to
nothing; the bound itself is 2.25 times that of the full batch.

Each minimum is bracketed by a rational candidate and its dual bound, in ball arithmetic.
"""

from functools import cache

import sympy as sp

from workbench.claims import Claim, Figure, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import enclosure
from workbench.symbolic import Expr
from workbench.symbolic.expr import rational
from workbench_papers.accel._section_5 import BATCH, DIMENSION, SENSITIVITY, L, fade_is_inside
from workbench_papers.accel.allocation import _optimal_shares as shares
from workbench_papers.accel.allocation.subsampled_guide import FADE, around, surely, times

CLAIM = Claim(
    "accel.remark-4-1.subsampled",
    title="Best number of steps under subsampling, next to that of the full batch",
    ours=("remark", "Remark 4.1 with m < n; not in the paper"),
    statement=r"""B(T) = 2 E_0 (1-q)^T + \frac{d S_1^2}{m^2} \alpha (1 + \alpha L)
        \min_{\sum_t s_t = \epsilon} \sum_{t=1}^T \frac{(1-q)^{T-t}}{h(s_t)^2}: \quad
        B(112) < B(111),\; B(112) < B(113),\; 1.0044 < \frac{B(121)}{B(112)} < 1.0054,
        \; B(112) < 0.25""",
    hypotheses=r"""\mu = \tfrac{1}{50},\; L = \tfrac{51}{10},\; \alpha = 1/L,\; d = 20,\; S_1 = \
            40,\; n = 10^5,\; m = 10^3,\; \epsilon = 1,\; E_0 = 10
        h(v) = \ln(1 + \tfrac{n}{m} (e^v - 1)),\; q = \sqrt{\alpha\mu}""",
    parts=("neighbours", "full-batch length"),
    uses=("accel.allocation-subsampled", "accel.remark-4-1.steps"),
    note="Without the batch error, which no schedule changes. That 112 is best among all lengths is"
    " what a scan finds; proved is that its neighbours are worse.",
)

RATIO, EPSILON_0 = 100, 10
NOISE = sp.Rational(DIMENSION * SENSITIVITY**2, BATCH**2) * 2 / L  # d (S/m)^2 alpha (1 + alpha L)
BRACKETS = {"u": around(FADE)}


@cache
def schedule(steps: int) -> shares.Schedule:
    """A rational candidate near the optimum of this length."""
    return shares.solve(float(sum(FADE) / 2), RATIO, steps)


def bound(steps: int, noise: Expr) -> Expr:
    """2 E_0 e^(-3 u T) + NOISE noise."""
    fade = Expr("exp", (Expr("*", (rational(-3 * steps), shares.RATE)),))
    return Expr("+", (times(sp.Integer(2 * EPSILON_0), fade), times(NOISE, noise)))


def least(steps: int) -> Expr:
    """A lower bound on B(T)."""
    return bound(steps, shares.lower(schedule(steps)))


def most(steps: int) -> Expr:
    """An upper bound on B(T): the candidate's, if it spends no more than epsilon."""
    return bound(steps, shares.upper(schedule(steps)))


def justified(*steps: int) -> Outcome:
    """The bracket of u holds -ln r, and the candidates spend at most epsilon."""
    least_u, most_u = BRACKETS["u"]
    found = [
        fade_is_inside(sp.Integer(1), FADE),
        surely(Expr("exp", (rational(-least_u),)), ">=", rational(FADE[1]), {}),
        surely(Expr("exp", (rational(-most_u),)), "<=", rational(FADE[0]), {}),
    ]
    found += [surely(shares.budget(schedule(count)), "<=", rational(1), {}) for count in steps]
    return all_of(*found)


def figure(steps: int) -> Figure:
    """B(T) at the middle of the bracket."""
    return Figure(f"B({steps})", enclosure(most(steps), u=sum(BRACKETS["u"]) / 2).value)


@CLAIM.exact(part="neighbours")
@broken("full_batch_length_does_not", lengths=(121, 120))
@because("At T = 121, the best length of the full batch, one step less is better.")
def best_length_beats_its_neighbours(*, lengths: tuple[int, ...] = (112, 111, 113)) -> Outcome:
    """The candidate's bound at the first length against the dual bounds at the others."""
    steps, *others = lengths
    compared = [surely(most(steps), "<", least(other), BRACKETS) for other in others]
    return all_of(
        justified(steps), *compared, summary=f"B({steps}) is below B at {(*others,)}"
    ).with_figures(*(figure(count) for count in lengths))


@CLAIM.exact(part="full-batch length")
@broken("full_batch_length_is_not_free", low="1.0000", high="1.0010")
@because("With a tenth of a percent in place of a half: the length of the full batch costs more.")
def full_batch_length_costs_half_a_percent(
    *, low: str = "1.0044", high: str = "1.0054"
) -> Outcomes:
    """Brackets of both bounds: low B(112) < B(121) < high B(112), and B(112) < 1/4."""
    yield justified(112, 121)
    yield surely(times(sp.Rational(low), most(112)), "<", least(121), BRACKETS)
    yield surely(most(121), "<", times(sp.Rational(high), least(112)), BRACKETS)
    yield surely(most(112), "<", rational("1/4"), BRACKETS)
    yield f"B(121)/B(112) is between {low} and {high}"
