"""The sequential black-box audit: its e-process is a fair bet at best, and never grows in epsilon.

After X right and Y wrong guesses and M passes the gambler who stakes lambda at every draw has

    W = (1 + lambda (1 - D))^X (1 - lambda (r + D))^Y (1 - lambda D)^M.

The average over several stakes gains B (x - r y - D) at a draw, x and y for a right and a wrong
guess, where B, the average of stake times wealth, is fixed before it: at most 0 in the mean under
a <= r b + D (`audit.coin-design`).  It stays nonnegative for lambda (r + D) <= 1, and Ville's
inequality does the rest.  W does not grow in r, so that a rejected epsilon rejects all
smaller ones, and bisection gives a confidence bound.
"""

from fractions import Fraction
from typing import Any

import sympy as sp
from flint import arb

from workbench.audit.coins import Counts
from workbench.audit.sequential import refutes
from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.harness.ranges import bounded_on_range
from workbench.rigor import certify
from workbench.rigor.provers import fixed_stakes as stakes

CLAIM = Claim(
    "audit.e-process",
    title="The sequential audit may look at every draw",
    ours=("proposition", "workbench/audit/sequential.py"),
    statement=r"""\Pr[\exists\, t : W_t \ge 1/\alpha] \le \alpha, \qquad
        W = \frac1K \sum_k (1 + \lambda_k (1 - D))^X (1 - \lambda_k (r + D))^Y
        (1 - \lambda_k D)^M, \qquad W \text{ does not grow in } r \le r_0""",
    hypotheses=r"""\text{given the past a guess is right with chance } a, \text{ wrong with } b, \
            \text{ and } a \le r b + D; \; D \ge 0, \; \alpha > 0
        r \text{ and } D \text{ of } \texttt{audit.coin-design}: e^\epsilon \text{ and } \delta \
            \text{ for two sides; } r_0 \text{ is the } r \text{ of the claim under test}
        X, Y, M \text{ count the right guesses, the wrong ones and the passes among the first } t
        \lambda_k > 0 \text{ fixed beforehand}, \; \lambda_k (r_0 + D) \le 1, \; 0 < r \le r_0""",
    parts=("chance", "bets", "monotone"),
    encoded={"chance": (stakes.alarms(),), "bets": stakes.bets(), "monotone": (stakes.falls(),)},
    uses=("audit.coin-design",),
    note="As encoded x and y are 1 where a guess is right, or wrong; E[x - r y] <= D is a <= r b +"
    " D; B is the average of lambda_k times the wealth of its gambler, and H_t says whether some"
    " W_s with 1 <= s <= t was 1/alpha or more. The second part is what a draw makes of W, by B,"
    " for any stakes l_k >= 0; and what B is for l_k = 1/(r_0 + D + q_k), q_k >= 0, that is l_k"
    " (r_0 + D) <= 1, as in the third, where r grows to r_1 <= r_0. For r > r_0 the code takes 0"
    " for a gambler whose stake does not fit, and still divides by K: at most W of those that fit.",
)


@CLAIM.proof(part="chance")
@broken("half_of_it", scale=sp.S.Half)
@because("r = 1, D = 0, a = b = 1/2: double or nothing reaches 1/alpha = 2^m with chance alpha.")
@broken("a_larger_price_of_delta", given=((stakes.x - stakes.r * stakes.y, "<=", 2 * stakes.D),))
@because(
    "0 < D <= 1/2, a = 2 D, b = 0: small stakes win in the long run, whatever is to be reached."
)
@dropped("given", stakes.HONEST, "All guesses may be right.")
@dropped("sure", stakes.BETS, {
    0: "r = 1, D = 0: x = 1 with chance 10/11, else y = 10, so W doubles with chance 10/11.",
    1: "r = 1, D = 0, B = 2: W is 3 or -1 after one draw, with chance 1/2 each."})  # fmt: skip
def one_draw_is_a_fair_bet_at_best(**changes: Any) -> Outcome:  # noqa: ANN401
    """E[W + B (x - r y - D) | past] <= W, and it is 0 or more: the argument of `audit.ville`."""
    return stakes.seldom(**changes)


@CLAIM.exact(part="bets", uses=())
@broken("a_wrong_guess_costs_more", gains=(1 - stakes.D, -stakes.r, -stakes.D))
@because("It costs lambda (r + D) of the wealth.")
@dropped("where", stakes.FITS, "One stake of 1/r_0 with r_0 < r, D = 0: r B > W.")
def averages_gain_the_average_stake(**changes: Any) -> Outcomes:  # noqa: ANN401
    """Each wealth V gains lambda V (x - r y - D); lambda (r + D) V <= V; and then the average."""
    yield from stakes.fair(**changes)


@CLAIM.exact(part="monotone", uses=())
@dropped(
    "where",
    stakes.HIGHER,
    {0: "A smaller ratio leaves more.", 1: "Two factors below 0 have a product above 0."},
)
def a_larger_epsilon_leaves_less_wealth(**changes: Any) -> Outcome:  # noqa: ANN401
    """The ratio enters the factor of wrong guesses alone, which falls and stays at least 0."""
    return certify(stakes.falls(**changes))


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
