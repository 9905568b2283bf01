"""Report noisy max with Laplace noise: the printed scale is too small by a factor 2.

Given the other noises, index j wins when its own noise exceeds some r; replacing a record moves the
best rival by at most D and the score of j by at most D, so r moves by at most 2D.  The upper tail S
of the unit Laplace law obeys S(r) <= e^t S(r + t) for every r and t >= 0.  Hence 2D/b, and D/b if
all scores move in the same direction.  It is not better: with two scores at a large gap g the
ratio of the two probabilities of the loser is e^t (2 + g)/(2 + g + t) with t = 2D/b.

With the printed b = D/eps a tie (0, 0) against (-D, D) loses 2 eps - ln(1 + eps) > eps at once.
"""

import sympy as sp

from workbench.claims import Claim, Example, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import identity, inequality, visible, witness
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "noneuclid.rnm",
    title="Report noisy max with Laplace noise of scale sensitivity/eps",
    printed=("erratum", "slide: Report Noisy Max Mechanism"),
    statement=r"""\arg\max_j \{ A_j(S) + \operatorname{Lap}(\Delta_\infty/\epsilon) \}
        \text{ is } (\epsilon, 0)\text{-DP}""",
    hypotheses=r"""\lVert A(S) - A(S') \rVert_\infty \le \Delta_\infty
        \epsilon > 0, \; d \ge 2""",
    uses=("noneuclid.dp-def", "noneuclid.rnm-exact-loss"),
    note="True for monotone scores only. The slides on Poly-SFW use the scale 2 D/eps, which is"
    " right.",
)

REPAIRED = Claim(
    "noneuclid.rnm.repaired",
    title="Report noisy max costs exactly 2D/b, and D/b for monotone scores",
    ours=("mechanism", "slide: Report Noisy Max Mechanism, corrected"),
    statement=r"""\arg\max_j \{ A_j(S) + \operatorname{Lap}(b) \} \text{ is }
        \frac{2 \Delta_\infty}{b}\text{-DP, for monotone scores } \frac{\Delta_\infty}{b}\text{-DP};
        \text{ no smaller parameter will do}""",
    hypotheses=r"""\lVert A(S) - A(S') \rVert_\infty \le \Delta_\infty, \; b > 0, \; d \ge 2
        \text{monotone: all scores of } S' \text{ are at least, or all at most, those of } S
        \text{every pair of score vectors within } \Delta_\infty \text{ may occur (no smaller)}""",
    parts=("general", "monotone", "no smaller"),
    repairs=("noneuclid.rnm",),
    uses=("noneuclid.dp-def", "noneuclid.rnm-exact-loss"),
)

eps, D, b, a, c, m = declare("epsilon Delta b > 0, a c m >= 0")
half = sp.S.Half


def loses(gap: sp.Expr) -> sp.Expr:
    """Probability that the lower of two scores wins at a gap, in units of the scale."""
    return half * sp.exp(-gap) * (1 + gap / 2)


@CLAIM.refutation(of="case")
@broken("with_twice_the_scale_it_holds", scale=2 / eps)
@because("b = 2D/eps at the same pair: eps - ln(1 + eps/2).")
def a_tie_loses_more_than_epsilon(*, scale: sp.Expr = 1 / eps) -> Example:
    """1/2 <= e^eps e^(-2 eps) (1 + eps)/2 fails: the loss is 2 eps - ln(1 + eps).
    D is Delta_inf. For (0, 0) index 1 wins with chance 1/2; for (-D, D) it has to make up for a gap
    of 2D, and does with chance e^(-2 eps) (1 + eps)/2, the tail of a difference of two Lap(D/eps).
    """
    claimed = relation(half, "<=", sp.exp(eps) * loses(2 / scale))
    return witness(claimed, epsilon=1, note="scores (0, 0) against (-D, D), eps = 1")


def tail_ratio(rate: sp.Expr) -> Outcome:
    """S(r) <= e^(rate t) S(r + t) in the three cases of the signs of r and r + t."""
    t, low = declare("t y >= 0")  # y = e^(-c)/2
    grown = sp.exp(rate * t)
    both_right = relation(half * sp.exp(-a), "<=", grown * half * sp.exp(-a - t))
    across = relation(1 - half * sp.exp(-a), "<=", sp.exp(rate * (a + c)) * half * sp.exp(-c))
    # r + t = -c and r = -c - t
    both_left = relation(1 - low * sp.exp(-t), "<=", grown * (1 - low), where=[(low, "<=", half)])
    return all_of(
        inequality(both_right, gap=half * sp.exp(-a) * (sp.exp((rate - 1) * t) - 1)),
        inequality(across, gap=(sp.exp(a / 2) - sp.exp(-a / 2)) ** 2 / 2),
        inequality(
            both_left,
            gap=(sp.exp(t) - 1) * (1 - 2 * low) + low * (sp.exp(t) - 1) * (1 - sp.exp(-t)),
        ),
        summary="three cases of the signs of r and r + t",
    )


def moved(low: int, total: int) -> Outcome:
    """Rival moved by m, own score by k, both in [low D, D]: m - k <= total D."""
    up, own = declare("real m k")
    limits = [(up, "<=", D), (low * D, "<=", own)]
    gap = (D - up) / b + (own - low * D) / b + (total - 1 + low) * D / b
    return visible((up - own) / b, "<=", total * D / b, where=limits, gap=gap)


@REPAIRED.exact(part="general")
@broken("once_the_sensitivity_is_too_little", total=1)
@because("The rival up and the score down: m - k = 2D.")
def the_threshold_moves_by_at_most_twice_the_sensitivity(*, total: int = 2) -> Outcomes:
    """S(r) <= e^t S(r + t) with t = 2D/b; given the other noises, then averaged over them."""
    yield tail_ratio(sp.Integer(1))
    yield moved(-1, total)


@REPAIRED.exact(part="monotone")
@broken("the_tail_needs_the_full_rate", "S(r) <= e^(t/2) S(r + t) fails on the right.", rate=half)
def monotone_scores_move_it_by_the_sensitivity(*, rate: sp.Expr = sp.Integer(1)) -> Outcomes:
    """Both moves in [0, D] (or both in [-D, 0], with the roles exchanged)."""
    yield tail_ratio(rate)
    yield moved(0, 1)


@REPAIRED.exact(part="no smaller", uses=("noneuclid.rnm-exact-loss",))
@broken("twice_the_exponent_is_not_reached", "The ratio is not e^(2t) times that.", rate=2)
def a_large_gap_comes_as_near_as_one_likes(*, rate: int = 1) -> Outcomes:
    """(0, g b) against (-D, g b + D): t = 2D/b; or (0, g b + D): t = D/b; d > 2 by the lemma.
    At the gap g = t/eta the ratio of the losing probabilities is >= e^t (1 - eta).
    """
    t, eta, g = declare("t eta > 0, g >= 0")
    share = (2 + g) / (2 + g + t)
    at = share.subs(g, t / eta)
    # (2 eta + t)/(2 eta + t + eta t) - (1 - eta) = eta^2 (2 + t)/(2 eta + t + eta t)
    gap = eta**2 * (2 + t) / (2 * eta + t + eta * t)
    yield identity(loses(g), sp.exp(rate * t) * share * loses(g + t))
    yield visible(1 - eta, "<=", at, gap=gap)
    yield "the ratio is e^t (2 + g)/(2 + g + t)"
