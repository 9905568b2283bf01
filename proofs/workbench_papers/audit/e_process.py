"""The sequential black-box audit: its e-process is a fair bet at best, and falls in epsilon.

After X right and Y wrong guesses and M passes the gambler who stakes lambda at every draw has

    W = (1 + lambda (1 - D))^X (1 - lambda (r + D))^Y (1 - lambda D)^M.

One draw multiplies W by 1 + lambda (a - r b - D) in the mean: at most 1 under a <= r b + D
(`audit.coin-design`).  All factors are nonnegative for lambda (r + D) <= 1 and D <= 1.  The
average over several stakes inherits both, and Ville's inequality does the rest.  W falls in r, so
that a rejected epsilon rejects all smaller ones, and bisection gives a confidence bound.
"""

from fractions import Fraction

import sympy as sp
from flint import arb

from workbench.audit.coins import Counts
from workbench.audit.sequential import refutes
from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.harness.ranges import bounded_on_range
from workbench.rigor import identity, inequality, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "audit.e-process",
    title="The sequential audit may look at every draw",
    ours=("proposition", "workbench/audit/sequential.py"),
    statement=r"""\Pr[\exists\, t : W_t \ge 1/\alpha] \le \alpha, \qquad
        W = \frac1K \sum_k (1 + \lambda_k (1 - D))^X (1 - \lambda_k (r + D))^Y
        (1 - \lambda_k D)^M, \qquad W \text{ falls in } r""",
    hypotheses=r"""a \le r b + D,\ a + b \le 1,\ 0 \le D \le 1,\ 0 < \alpha \le 1
        \lambda_k > 0 \text{ fixed beforehand},\ \lambda_k (r + D) \le 1""",
    parts=("mean", "sign", "monotone"),
    uses=("audit.coin-design", "audit.ville"),
    note="Stakes that are too large for a larger r are left out of the sum, which lowers it.",
)

stake, r, D, a, b, slack = declare("lambda r D > 0, a b s >= 0")


@CLAIM.exact(part="mean")
@broken("passes_are_not_free", passing=sp.Integer(0))
@because("Without the price l D of a pass the bet is in the gambler's favour.")
def one_draw_is_a_fair_bet_at_best(*, passing: sp.Expr = D) -> Outcome:
    """The mean is linear in the chances:
    a (1 + l (1-D)) + b (1 - l (r+D)) + (1-a-b)(1 - l D) = 1 - l s.
    The mean factor of one draw is 1 - lambda s, where a = r b + D - s.
    """
    factor = (
        a * (1 + stake * (1 - D)) + b * (1 - stake * (r + D)) + (1 - a - b) * (1 - stake * passing)
    )
    return identity(factor.subs(a, r * b + D - slack), 1 - stake * slack)


@CLAIM.exact(part="sign")
@broken("larger_stakes_lose_more_than_everything", "Not for l <= 2/(r + D).", limit=2 / (r + D))
def wealth_stays_nonnegative(*, limit: sp.Expr = 1 / (r + D)) -> Outcome:
    """A wrong guess has the smallest factor: 1 - l (r + D) >= 0 for l <= 1/(r + D)."""
    return inequality(relation(0, "<=", 1 - stake * (r + D), where=[(stake, "<=", limit)]))


@CLAIM.exact(part="monotone")
@broken("a_smaller_one_leaves_more", "With -h in place of h there is more.", step=sp.Integer(-1))
def a_larger_epsilon_leaves_less_wealth(*, step: sp.Expr = sp.Integer(1)) -> Outcome:
    """The ratio r enters the factor of wrong guesses alone: 1 - l (r + h + D) <= 1 - l (r + D)."""
    more = declare("h > 0")
    return visible(1 - stake * (r + step * more + D), "<=", 1 - stake * (r + D))


def alarms(limit: Fraction, *, delta: float, draws: int = 16) -> Outcome:
    """The chance that the code ever alarms at epsilon = 0 and alpha = 1/5, looking at every draw.
    r = 1 exactly, so a = b + delta; all b are covered by ball arithmetic.
    """
    shift = Fraction(delta)
    first: list[tuple[int, int, int, int]] = []
    alive = {(0, 0, 0): 1}
    for n in range(1, draws + 1):
        after: dict[tuple[int, int, int], int] = {}
        for (x, y, m), ways in alive.items():
            for key in ((x + 1, y, m), (x, y + 1, m), (x, y, m + 1)):
                after[key] = after.get(key, 0) + ways
        alive = {}
        for (x, y, m), ways in after.items():
            if refutes(Counts(x, y, n, sides=2), 0.0, claim=0.0, delta=delta, alpha=0.2):
                first.append((x, y, m, ways))
            else:
                alive[x, y, m] = ways

    def chance(rate: arb) -> arb:
        right = rate + arb(shift.numerator) / arb(shift.denominator)
        rest = (1 - right - rate).max(arb(0))
        return sum((w * right**x * rate**y * rest**m for x, y, m, w in first), arb(0))

    what = f"alarms within {draws} draws"
    return bounded_on_range(chance, limit, low=Fraction(0), high=(1 - shift) / 2, what=what)


@CLAIM.exact(corner="epsilon = 0, delta = 0 and 1/8, alpha = 1/5, sixteen draws, every rate")
@broken("a_hundredth_is_exceeded", limit=Fraction(1, 100))
@because("The chance is not below 1/100 for all of them.")
def no_stopping_rule_alarms_too_often(*, limit: Fraction = Fraction(1, 5)) -> Outcomes:
    """Stop at the first alarm of the code itself: chance at most alpha for every b."""
    yield alarms(limit, delta=0.0)
    yield alarms(limit, delta=0.125)
