"""What a guessed coin says about epsilon: the experiment behind every black-box audit.

A coin of bias c decides which of two neighbouring datasets a draw sees, and a rule guesses the
side from the output, or passes.  Let a and b be the chances of a right and of a wrong guess.

One-sided rules guess "dataset" on an event E: a = c P(E), b = (1 - c) P'(E).  Two-sided rules use
a fair coin and guess "dataset" on E, "neighbour" on F: a = (P(E) + P'(F))/2, b = (P'(E) + P(F))/2.
Each turns P(E) <= e^epsilon P'(E) + delta into one inequality between a and b; for delta = 0 the
odds of a guess are bounded, and guesses that are right among those made are exactly binomial.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, because, broken
from workbench.rigor import certify
from workbench.symbolic import Relation, declare, relation

c, delta, epsilon = declare("c > 0, delta epsilon >= 0")
on, off, on_other, off_other = declare("P_E Q_E P_F Q_F >= 0")
FIRST = (on, "<=", sp.exp(epsilon) * off + delta)  # P(E) <= e^eps P'(E) + delta
SECOND = (off_other, "<=", sp.exp(epsilon) * on_other + delta)  # P'(F) <= e^eps P(F) + delta


def one_sided(price: sp.Expr = c * delta) -> Relation:
    """One side: a <= r b + price for a = c P(E), b = (1 - c) P'(E)."""
    right, wrong, odds = c * on, (1 - c) * off, c / (1 - c) * sp.exp(epsilon)
    return relation(right, "<=", odds * wrong + price, where=[FIRST, (c, "<", 1)])


def two_sided(price: sp.Expr = delta) -> Relation:
    """Both sides: a <= e^eps b + price for a = (P(E) + P'(F))/2, b = (P'(E) + P(F))/2."""
    right, wrong = (on + off_other) / 2, (off + on_other) / 2
    return relation(right, "<=", sp.exp(epsilon) * wrong + price, where=[FIRST, SECOND])


def probabilities(more: int = 1) -> tuple[Relation, Relation]:
    """a/(a + b) <= r/(more + r) for a, b and r of either side, where delta = 0 and a + b > 0."""
    grown = sp.exp(epsilon)
    pure = (on, "<=", grown * off), (off_other, "<=", grown * on_other)
    designs = ((c * on, (1 - c) * off, c / (1 - c) * grown, [pure[0], (c, "<", 1)]),
               ((on + off_other) / 2, (off + on_other) / 2, grown, [*pure]))  # fmt: skip
    first, second = (
        relation(a / (a + b), "<=", r / (more + r), where=[*where, (a + b, ">", 0)])
        for a, b, r, where in designs
    )
    return first, second


CLAIM = Claim(
    "audit.coin-design",
    title="The odds of a guessed coin bound the privacy loss",
    ours=("lemma", "workbench/audit/coins.py"),
    statement=r"""a \le r\, b + D, \qquad \text{and for } \delta = 0 \text{ and } a + b > 0 \quad
        \frac{a}{a + b} \le \frac{r}{1 + r}""",
    hypotheses=r"""P(E) \le e^{\epsilon} P'(E) + \delta, \; P'(F) \le e^{\epsilon} P(F) + \delta
        \text{one-sided: } a = c\, P(E),\ b = (1 - c)\, P'(E),\ r = \frac{c}{1-c} \
            e^{\epsilon},\ D = c\,\delta,\ 0 < c < 1
        \text{two-sided: } a = \frac{P(E) + P'(F)}{2},\ b = \frac{P'(E) + P(F)}{2},\ r = \
            e^{\epsilon},\ D = \delta""",
    parts=("one-sided", "two-sided", "odds"),
    encoded={"one-sided": (one_sided(),), "two-sided": (two_sided(),), "odds": probabilities()},
    note="A coin of bias c, and of 1/2 for two sides, chooses between the laws P and P' of a pair."
    " On E the guess is P, on F it is P'. So a and b are the chances of a right and of a wrong"
    " guess, and a/(a + b) that of a right one given a guess.",
)


@CLAIM.exact(part="one-sided")
@broken("the_price_of_delta_is_not_that_of_the_other_side", price=(1 - c) * delta)
@because("(1 - c) delta would be too little where c > 1/2.")
def a_biased_coin_scales_the_hypothesis(*, price: sp.Expr = c * delta) -> Outcome:
    """The slack r b + D - a is c times the slack of the hypothesis."""
    return certify(one_sided(price))


@CLAIM.exact(part="two-sided")
@broken("half_of_delta_is_not_enough", price=delta / 2)
@because("Each of the two events may use up delta/2.")
def two_events_add_up(*, price: sp.Expr = delta) -> Outcome:
    """The slack of both hypotheses, added and halved."""
    return certify(two_sided(price))


@CLAIM.exact(part="odds")
@broken("a_smaller_probability_is_exceeded", "r/(2 + r) is exceeded where a = r b.", more=2)
def odds_become_a_probability(*, more: int = 1) -> Outcome:
    """a/(a + b) <= r/(1 + r), which is a <= r b, for both designs."""
    return all_of(*map(certify, probabilities(more)))
