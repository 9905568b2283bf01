"""Momentum as geometric smoothing of the noisy gradients (eqs. (14)-(15)).

Heavy ball  x_{t+1} = x_t - alpha g_t + beta (x_t - x_{t-1}),  x_{-1} = x_0,  can be written as

    u_t = beta u_{t-1} + (1 - beta) g_t,    u_0 = (1 - beta) g_0,
    x_{t+1} = x_t - alpha / (1 - beta) u_t,

since the invariant  x_{t+1} - x_t = -alpha / (1 - beta) u_t  is carried from one step to the next.
Unrolled, u_t = (1 - beta) sum_j beta^(t-j) g_j.

The initial condition is easy to get wrong.  The weights of u_t sum to 1 - beta^(t+1), not to 1:
u_t is no weighted average, but one of a history padded with zeros.  Starting from u_0 = g_0, as
for a true average, is another algorithm: its first step is 1/(1 - beta) times as long.

Smoothing changes accuracy, not privacy: u is a function of the released noisy gradients.
"""

import sympy as sp

from workbench.claims import Claim, Encodes, Example, Outcome, Outcomes, because, broken
from workbench.rigor import certify, induction, witness
from workbench.symbolic import Defined, First, Relation, Rule, declare, relation

alpha, beta, t, j = declare("alpha beta > 0, integer t >= 0, integer j")
SMALL = (beta, "<", 1)
weights = (1 - beta) * sp.Sum(beta ** (t - j), (j, 0, t))


def total_weight(value: sp.Expr = 1 - beta ** (t + 1)) -> tuple[Relation, Relation]:
    """The weights sum to the value, and that is below 1."""
    return relation(weights, "=", value, where=[SMALL]), relation(value, "<", 1, where=[SMALL])


x, g, u = (sp.IndexedBase(name, real=True) for name in "xgu")
LENGTH = alpha / (1 - beta)
SMOOTHING = Rule("u", "t", beta * u[t] + (1 - beta) * g[t + 1])


def from_heavy_ball(start: sp.Expr = (1 - beta) * g[0]) -> Defined:
    """(14) for the iterates of (9), of which the first step starts at rest, with u from (15)."""
    heavy_ball = Rule("x", "t", x[t + 1] - alpha * g[t + 1] + beta * (x[t + 1] - x[t]), shift=2)
    first = [First("x", 1, x[0] - alpha * g[0]), First("u", 0, start)]
    claimed = relation(x[t + 1], "=", x[t] - LENGTH * u[t], where=[SMALL])
    return Defined(claimed, [heavy_ball, SMOOTHING], first)


def to_heavy_ball(memory: sp.Expr = beta) -> tuple[Relation, Relation]:
    """(9) for the iterates of (14) and (15): at the first step, and at each later one."""
    here, one, two, u_0, before, after = declare("real x_t x_one x_two u_0 u_before u_after")
    start = (u_0, "=", (1 - beta) * g[0])
    first = relation(here - LENGTH * u_0, "=", here - alpha * g[0], where=[SMALL, start])
    steps = [
        (one, "=", here - LENGTH * before), (after, "=", memory * before + (1 - beta) * g[t + 1]),
        (two, "=", one - LENGTH * after)]  # fmt: skip
    later = one - alpha * g[t + 1] + beta * (one - here)
    return first, relation(two, "=", later, where=[SMALL, *steps])


def explicit(factor: sp.Expr = 1 - beta) -> Defined:
    """u_t as a sum."""
    total = factor * sp.Sum(beta ** (t - j) * g[j], (j, 0, t))
    return Defined(relation(u[t], "=", total), [SMOOTHING], [First("u", 0, (1 - beta) * g[0])])


STATED: dict[str, tuple[Encodes, ...]] = {
    "from (9)": (from_heavy_ball(),), "to (9)": to_heavy_ball(), "explicit sum": (explicit(),),
}  # fmt: skip

CLAIM = Claim(
    "accel.smoothing-form",
    title="Heavy ball is descent along a geometrically smoothed gradient",
    printed=("lemma", "Section 3, eqs. (14)-(15)"),
    statement=r"""\bar u_t = \beta \bar u_{t-1} + (1-\beta) \tilde g_t,\quad
        \bar u_0 = (1-\beta) \tilde g_0,\quad
        x_{t+1} = x_t - \frac{\alpha}{1-\beta} \bar u_t
        \;\Longleftrightarrow\; (9) \text{ with } x_{-1} = x_0;\qquad
        \bar u_t = (1-\beta) \sum_{j=0}^{t} \beta^{t-j} \tilde g_j""",
    hypotheses=r"""0 < \beta < 1
        \alpha > 0
        \tilde g_t = \nabla F_{B_t}(x_t) + \eta_t""",
    parts=("from (9)", "to (9)", "explicit sum"),
    encoded=STATED,
    uses=("accel.dp-shb-update",),
    repairs=("accel.smoothing-form.averaged-start",),
    note="The number of steps stays symbolic. The explicit sum is not printed. As encoded, the"
    " equations are those of one coordinate.",
)

AVERAGE = Claim(
    "accel.smoothing-form.average",
    title="The smoothed gradient is a weighted average, with weights that sum to 1",
    reading=("remark", "Section 3, sentence between eqs. (14) and (15)"),
    statement=r"""\bar u_t \text{ is a geometrically weighted average of all the gradients up to }
        t:\quad (1-\beta) \sum_{j=0}^{t} \beta^{t-j} = 1""",
    hypotheses=r"""0 < \beta < 1
        t \ge 0""",
    uses=("accel.smoothing-form",),
    note="The strict reading of the words geometrically weighted average; the formulas around them"
    " are right. True only in the limit of long histories.",
)

AVERAGE_REPAIRED = Claim(
    "accel.smoothing-form.average.repaired",
    title="The weights of the smoothed gradient sum to 1 - beta^(t+1)",
    ours=("lemma", "Section 3, sentence between eqs. (14) and (15), corrected"),
    statement=r"(1-\beta) \sum_{j=0}^{t} \beta^{t-j} = 1 - \beta^{t+1} < 1",
    hypotheses=r"""0 < \beta < 1
        t \ge 0""",
    encoded=total_weight(),
    uses=("accel.smoothing-form",),
    repairs=("accel.smoothing-form.average",),
)

AVERAGED_START = Claim(
    "accel.smoothing-form.averaged-start",
    title="Smoothing may start from the first gradient itself",
    ours=("remark", "Tempting reading of eq. (15): the initial condition of a true average"),
    statement=r"""\bar u_0 = \tilde g_0 \text{ in (14)-(15) gives the iterates of (9)}:\quad
        x_0 - \frac{\alpha}{1-\beta} \tilde g_0 = x_0 - \alpha \tilde g_0""",
    hypotheses=r"""0 < \beta < 1
        \alpha > 0""",
    note="Not in the paper, whose initial condition is right; this one changes the first step.",
)


@CLAIM.exact(part="from (9)", uses=())
@broken("starting_from_the_gradient_itself", start=g[0])
@because("With u_0 = g_0 in place of (1 - beta) g_0 already the first step differs.")
def heavy_ball_steps_follow_the_smoothed_gradient(*, start: sp.Expr = (1 - beta) * g[0]) -> Outcome:
    """With x from (9) and u from (15): x_{t+1} - x_t = -alpha/(1-beta) u_t for every t.
    x_{t+1} - x_t + alpha/(1-beta) u_t is multiplied by beta in each step, and starts at 0.
    """
    return induction(from_heavy_ball(start), "t", factor=beta)


@CLAIM.exact(part="to (9)", uses=())
@broken("other_memory_is_not_heavy_ball", memory=beta**2)
@because("With the memory beta^2 in place of beta in (15) it is another algorithm.")
def smoothed_descent_is_heavy_ball(*, memory: sp.Expr = beta) -> Outcome:
    """(14)-(15) give x_1 = x_0 - alpha g_0, and (9) at every later step.
    Two consecutive steps of (14) with (15) in between are one step of (9).
    """
    return certify(to_heavy_ball(memory))


@CLAIM.exact(part="explicit sum", uses=())
@broken("unnormalised_sum", factor=sp.Integer(1))
@because("Without the factor 1 - beta the formula fails at t = 0.")
def smoothed_gradient_is_a_geometric_sum(*, factor: sp.Expr = 1 - beta) -> Outcome:
    """u_t = factor * sum_{j=0}^t beta^(t-j) g_j with factor = 1 - beta, by induction on t."""
    return induction(explicit(factor), "t", factor=beta)


@AVERAGE.refutation(of="statement")
@broken("corrected_sum_survives_the_same_point", total=1 - beta ** (t + 1))
@because("With 1 - beta^(t+1) in place of 1 the sum is right, also at this point.")
def first_weight_is_one_minus_beta(*, total: sp.Expr = sp.Integer(1)) -> Example:
    """At t = 0 the only weight is 1 - beta: 1/2 for beta = 1/2."""
    return witness(relation(weights, "=", total, where=[SMALL]), beta="1/2", t=0)


@AVERAGE_REPAIRED.exact(uses=())
@broken("weights_that_sum_to_one", value=sp.Integer(1))
@because("With 1 in place of 1 - beta^(t+1): the weights do not sum to 1.")
def weights_sum_to_less_than_one(*, value: sp.Expr = 1 - beta ** (t + 1)) -> Outcomes:
    """The gap shrinks by beta in each step: sum = 1 - beta^(t+1), and beta^(t+1) > 0.
    (1 - beta) sum_j beta^(t-j) = value for all t, by induction; and the value is below 1.
    """
    summed, small = total_weight(value)
    yield induction(summed, "t", factor=beta)
    yield certify(small)


x0, g0 = declare("real x_0 g_0")


@AVERAGED_START.refutation(of="case")
@broken("printed_start_survives_the_same_point", start=(1 - beta) * g0)
@because("The printed u_0 = (1 - beta) g_0 gives the first step of (9).")
def first_step_is_too_long(*, start: sp.Expr = g0) -> Example:
    """At alpha = 1, beta = 1/2, x_0 = 0, g_0 = 1: the first step is -2 instead of -1.
    The first iterate of (14) with u_0 = g_0, against that of (9), at beta = 1/2.
    """
    claimed = relation(x0 - alpha / (1 - beta) * start, "=", x0 - alpha * g0, where=[SMALL])
    return witness(claimed, alpha=1, beta="1/2", x_0=0, g_0=1)
