"""How far the index that report noisy max returns can be from the best one.

The gap G = max_j q_j - q_(index) is at most the noise of the index less that of a best one: 2a if
no noise is above a, and a + sum_j (|Z_j| - a)_+ - Z_best.  Take a = b ln(d/beta), or a = b ln d.
A score g below the best one wins against it with probability e^(-g/b) (1 + g/(2b))/2, which
decreases in g: that is a sharper tail, and the mean of the largest noise, b H_d, a sharper mean.

The slide compares the index with the value of the maximum: read the score of the index.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor import inequality, visible
from workbench.rigor.provers import noisy_maximum_error as gap
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "noneuclid.rnm-accuracy",
    title="Accuracy of report noisy max, with constants",
    reconstructed=("lemma", "slide: Report Noisy Max Mechanism, accuracy"),
    statement=r"""\Pr[ G > 2b \ln(d/\beta) ] \le \beta, \quad
        \mathbb{E}\, G \le b (1 + \ln d), \quad
        G = \max_j q_j - q_{\hat\jmath}, \; \hat\jmath = \arg\max_j \{ q_j + Z_j \}""",
    hypotheses=r"""Z_1, \dots, Z_d \sim \operatorname{Lap}(b) \text{ independent}
        d \ge 1, \; b > 0, \; 0 < \beta \le 1""",
    parts=("high probability", "mean"),
    encoded={"high probability": (gap.large_gap(),), "mean": (gap.mean_gap(),)},
    note="As encoded items are drawn one after the other, with any scores q and with noises xi. An"
    " item leads, c = 1, if it is the first one or its q + xi is at least that of the leader, top;"
    " won is the score of the leader. One item, where h = 1, has the largest score, marked. Laplace"
    " noise has the mean 0, that of (|xi| - a)_+ is b e^(-a/b) for all a >= 0 (`ext.noise-laws`),"
    " and the chance of |xi| > b ln(d/beta), where i = 1, is beta/d; no more of its law is used. A"
    " sharper tail, and b (1 + 1/2 + ... + 1/d), are `noneuclid.rnm-accuracy.sharp`.",
)

SHARP = Claim(
    "noneuclid.rnm-accuracy.sharp",
    title="A sharper tail and mean of the gap of report noisy max",
    ours=("lemma", "slide: Report Noisy Max Mechanism, accuracy, with better constants"),
    statement=r"""\Pr[G > t] \le \frac{d-1}{2} e^{-t/b} \Big( 1 + \frac{t}{2b} \Big), \quad
        \mathbb{E}\, G \le b \sum_{k=1}^{d} \frac1k""",
    hypotheses=r"""G = \max_j q_j - q_{\hat\jmath} \ge 0, \; t \ge 0
        Z_1, \dots, Z_d \sim \operatorname{Lap}(b) \text{ independent}""",
    parts=("tail", "mean"),
    uses=("noneuclid.rnm-exact-loss",),
)

t, h = declare("t h >= 0")  # in units of b
E, best, own, prize = declare("E > 0, real z_best z_own q")
LAW = "All noises may be as large as one likes."
SURE = {0: "Any item may be taken for the winner.", 1: "A better item than all may be marked."}


@CLAIM.proof(part="high probability")
@broken("without_the_factor_two", times=1)
@because("d = 2, t = b ln(2/beta) > 6b, scores a bit more than t apart: the worse one wins with the"
         " chance (beta/4)(1 + t/(2b)) > beta.")  # fmt: skip
@dropped("given", (gap.RARE,), {0: LAW})
@dropped("sure", (*gap.SURE, gap.FAR), SURE | {2: "The noise may be large where i = 0."})
@dropped("after", (gap.INCLUDED,), {0: "marked may be above all scores."})
def no_noise_is_large(**changes: Any) -> Outcome:  # noqa: ANN401
    """G <= 2a where no |Z_j| is above a = b ln(d/beta), of which d have the chance beta/d each."""
    return gap.chance(**changes)


@CLAIM.proof(part="mean")
@broken("half_of_it_is_too_little", most=sp.S.Half)
@because("d - 1 scores (3/4) b ln d below the best: for large d one of them wins nearly surely.")
@broken("any_size_of_the_noise", LAW, given=(gap.CENTRED,))
@broken("any_mean_of_the_noise", "Only the proof is refused.", given=(gap.LAPLACE,))
@dropped("sure", gap.SURE, SURE)
@dropped("after", (gap.INCLUDED,), {0: "marked may be above all scores."})
def the_gap_is_at_most_what_exceeds_a_level(**changes: Any) -> Outcome:  # noqa: ANN401
    """G <= a + sum_j (|Z_j| - a)_+ - Z_best, of mean a + d b e^(-a/b) - 0 for a = b ln d."""
    return gap.mean(**changes)


@SHARP.exact(part="tail", uses=("noneuclid.rnm-exact-loss",))
@broken("with_a_steeper_factor_it_is_not", "e^-t (1 + 2t) increases at first.", slope=sp.Integer(2))
def a_larger_gap_is_less_likely_to_win(*, slope: sp.Rational = sp.S.Half) -> Outcomes:
    """So each of at most d - 1 scores beyond t contributes at most the value at t.
    e^-(t+h) (1 + 1/2 (t + h)) <= e^-t (1 + 1/2 t), with E = e^h >= 1 + h.
    """
    gap = (1 + slope * t) * (E - 1 - h) + h * (1 - slope + slope * t)
    grows = relation(1 + h, "<=", sp.exp(h))
    yield visible(1 + slope * (t + h), "<=", (1 + slope * t) * E, where=[(E, ">=", 1 + h)], gap=gap)
    yield inequality(grows)


@SHARP.exact(part="mean", uses=("ext.largest-noise",))
@broken("without_the_own_noise_it_is_not_bounded", "G <= -Z_best is false.", margin=0)
def the_gap_is_at_most_the_difference_of_two_noises(*, margin: int = 1) -> Outcome:
    """G <= Z_index - Z_best <= max_j |Z_j| - Z_best, and Z_best has mean 0.
    q_own + z_own >= q_best + z_best gives q_best - q_own <= z_own - z_best.
    """
    gap = (own + prize - best) + (margin - 1) * own  # prize = q_own - q_best
    wins = [(own + prize, ">=", best)]
    return visible(-prize, "<=", margin * own - best, where=wins, gap=gap)
