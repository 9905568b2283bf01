"""How far the index that report noisy max returns can be from the best one.

A score g below the best one wins against it with probability e^(-g/b) (1 + g/(2b))/2, which
decreases in g.  So at most d - 1 such scores give the tail of the gap G = max_j q_j - q_(index);
its mean is at most that of the largest noise, b H_d.

The slide compares the index with the value of the maximum: read the score of the index.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import inequality, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "noneuclid.rnm-accuracy",
    title="Accuracy of report noisy max, with constants",
    reconstructed=("lemma", "slide: Report Noisy Max Mechanism, accuracy"),
    statement=r"""\Pr[G > t] \le \frac{d-1}{2} e^{-t/b} \Big( 1 + \frac{t}{2b} \Big), \quad
        \Pr\Big[ G > 2b \ln \frac{d}{\beta} \Big] \le \beta, \quad
        \mathbb{E}\, G \le b \sum_{k=1}^{d} \frac1k \le b (1 + \ln d)""",
    hypotheses=r"G = \max_j q_j - q_{\hat\jmath} \ge 0, \; t \ge 0, \; 0 < \beta \le 1",
    parts=("tail", "high probability", "mean"),
    uses=("noneuclid.rnm-exact-loss",),
)

t, h = declare("t h >= 0")  # in units of b
d, r, E, ln_r, best, own, prize = declare("integer d > 0, r E > 0, real ell z_best z_own q")


@CLAIM.exact(part="tail", uses=("noneuclid.rnm-exact-loss",))
@broken("with_a_steeper_factor_it_is_not", "e^-t (1 + 2t) increases at first.", slope=sp.Integer(2))
def a_larger_gap_is_less_likely_to_win(*, slope: sp.Rational = sp.S.Half) -> Outcomes:
    """So each of at most d - 1 scores beyond t contributes at most the value at t.
    e^-(t+h) (1 + 1/2 (t + h)) <= e^-t (1 + 1/2 t), with E = e^h >= 1 + h.
    """
    gap = (1 + slope * t) * (E - 1 - h) + h * (1 - slope + slope * t)
    grows = relation(1 + h, "<=", sp.exp(h))
    yield visible(1 + slope * (t + h), "<=", (1 + slope * t) * E, where=[(E, ">=", 1 + h)], gap=gap)
    yield inequality(grows)


@CLAIM.exact(part="high probability", uses=("noneuclid.rnm-exact-loss",))
@broken("once_the_logarithm_is_not", factor=1)
@because("d = 2, ln(2/beta) > 6: a score beyond t may win with chance (beta/4)(1 + t/(2b)) > beta.")
def twice_the_logarithm_is_enough(*, factor: int = 2) -> Outcome:
    """1 + ln r <= r, so the tail is at most (d - 1)/(2r) <= beta/2.
    t = 2 ln r with r = d/beta >= d: (d - 1)/2 r^-2 (1 + 2 ln r/2) <= d/r.
    """
    left = (d - 1) / sp.Integer(2) * (1 + factor * ln_r / 2)
    claimed = relation(left, "<=", d * r ** (factor - 1), where=[(ln_r, "<=", r - 1), (r, ">=", d)])
    gap = (d - 1) / sp.Integer(2) * (r - 1 - ln_r) + (d + 1) / sp.Integer(2) * r
    if factor == 2:
        return all_of(
            inequality(claimed, gap=gap),
            inequality(relation(1 + h, "<=", sp.exp(h))),  # with h = ln r
        )
    return inequality(claimed)


@CLAIM.exact(part="mean", uses=("ext.noisy-minimum",))
@broken("without_the_own_noise_it_is_not_bounded", "G <= -Z_best is false.", margin=0)
def the_gap_is_at_most_the_difference_of_two_noises(*, margin: int = 1) -> Outcome:
    """G <= Z_index - Z_best <= max_j |Z_j| - Z_best, and Z_best has mean 0.
    q_own + z_own >= q_best + z_best gives q_best - q_own <= z_own - z_best.
    """
    wins = [(own + prize, ">=", best)]  # prize = q_own - q_best
    right = margin * own - best
    return visible(-prize, "<=", right, where=wins, gap=(own + prize - best) + (margin - 1) * own)
