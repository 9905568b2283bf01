"""What a guessed coin says about epsilon: the experiment behind every black-box audit.

A coin of bias c decides which of two neighbouring datasets a draw sees, and a rule guesses the
side from the output, or passes.  Let a and b be the chances of a right and of a wrong guess.

One-sided rules guess "dataset" on an event E: a = c P(E), b = (1 - c) P'(E).  Two-sided rules use
a fair coin and guess "dataset" on E, "neighbour" on F: a = (P(E) + P'(F))/2, b = (P'(E) + P(F))/2.
Each turns P(E) <= e^epsilon P'(E) + delta into one inequality between a and b; for delta = 0 the
odds of a guess are bounded, and guesses that are right among those made are exactly binomial.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.rigor import identity, inequality
from workbench.symbolic import relation

CLAIM = Claim(
    "audit.coin-design",
    kind="lemma",
    title="The odds of a guessed coin bound the privacy loss",
    source="workbench/audit/coins.py",
    provenance="ours",
    statement=r"""a \le r\, b + D, \qquad \text{and for } \delta = 0 \quad
        \Pr[\text{right} \mid \text{guess}] = \frac{a}{a + b} \le \frac{r}{1 + r}""",
    hypotheses=(
        r"P(E) \le e^{\epsilon} P'(E) + \delta, \; P'(F) \le e^{\epsilon} P(F) + \delta",
        r"\text{one-sided: } r = \frac{c}{1-c} e^{\epsilon},\ D = c\,\delta,\ 0 < c < 1",
        r"\text{two-sided: } c = \frac12,\ r = e^{\epsilon},\ D = \delta",
    ),
    parts=("one-sided", "two-sided", "odds"),
)

c, delta, epsilon = sp.symbols("c delta epsilon", nonnegative=True)
on, off, on_other, off_other = sp.symbols("P_E Q_E P_F Q_F", nonnegative=True)
slack, other_slack = sp.symbols("s_1 s_2", nonnegative=True)


@CLAIM.exact(part="one-sided")
@broken(
    "the_price_of_delta_is_not_that_of_the_other_side",
    "(1 - c) delta would be too little where c > 1/2.",
    price=(1 - c) * delta,
)
def a_biased_coin_scales_the_hypothesis(*, price: sp.Expr = c * delta) -> Outcome:
    """With P(E) = e^eps P'(E) + delta - s: r b + c delta - a = c s >= 0.

    The slack r b + D - a is c times the slack of the hypothesis.
    """
    right, wrong = c * on, (1 - c) * off
    odds = c / (1 - c) * sp.exp(epsilon)
    margin = odds * wrong + price - right
    held = margin.subs(on, sp.exp(epsilon) * off + delta - slack)
    return identity(held, c * slack)


@CLAIM.exact(part="two-sided")
@broken(
    "half_of_delta_is_not_enough", "Each of the two events may use up delta/2.", price=delta / 2
)
def two_events_add_up(*, price: sp.Expr = delta) -> Outcome:
    """With both hypotheses: e^eps b + delta - a = (s_1 + s_2)/2 >= 0.

    The slack of both hypotheses, added and halved.
    """
    right, wrong = (on + off_other) / 2, (off + on_other) / 2
    margin = sp.exp(epsilon) * wrong + price - right
    held = margin.subs(
        {
            on: sp.exp(epsilon) * off + delta - slack,
            off_other: sp.exp(epsilon) * on_other + delta - other_slack,
        }
    )
    return identity(held, (slack + other_slack) / 2)


def odds(top: sp.Expr, r: sp.Symbol) -> Outcome:
    """a <= r b gives a/(a + b) <= top."""
    a, b = sp.symbols("a b", positive=True)
    return inequality(relation(a / (a + b), "<=", top, where=[(a, "<=", r * b)]))


@CLAIM.exact(part="odds")
def odds_become_a_probability() -> Outcome:
    """a/(a + b) <= r/(1 + r) where a <= r b."""
    r = sp.Symbol("r", positive=True)
    return odds(r / (1 + r), r)


@odds_become_a_probability.mutant
def a_smaller_probability_is_exceeded() -> Outcome:
    """r/(2 + r) is exceeded where a = r b."""
    r = sp.Symbol("r", positive=True)
    return odds(r / (2 + r), r)
