"""How far the index that report noisy max returns can be from the best one.

The gap G = max_j q_j - q_(index) is at most the noise of the index less that of a best one: 2a if
no noise is above a, and a + sum_j (|Z_j| - a)_+ - Z_best.  Take a = b ln(d/beta), or a = b ln d.
A score t below the best one or more wins against it with the chance e^(-t/b) (1 + t/(2b))/2 at
most: that is a sharper tail, and the mean of the largest noise, b H_d, a sharper mean.

The slide compares the index with the value of the maximum: read the score of the index.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor.provers import noisy_maximum_error as gap
from workbench.rigor.provers import overtaking_noise
from workbench.rigor.provers import sharper_noisy_maximum as sharp
from workbench.symbolic import declare

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
    encoded={"tail": (sharp.tail(), overtaking_noise.pair()), "mean": (sharp.mean(),)},
    uses=("ext.largest-noise",),
    note="As encoded items are drawn one after the other, that of the best score first: noises of"
    " one law may be named in any order. They have scores q and noises xi; top is the largest noisy"
    " score so far, won the score of the item that has it, however ties are broken, and own the"
    " noise of the first item. Of the law it is used that xi >= a has the chance T(a) = (1 +"
    " e^(-a_+/b) - e^(-a_-/b))/2 at a = own + t, given the past; that T(xi + t) has the mean in the"
    " claim, without d - 1, as is shown beside it; and for the mean that E xi = 0, E |xi| = b, and"
    " that the largest |xi| has the mean b (1 + 1/2 + ... + 1/d), by `ext.largest-noise`.",
)

LAW = "All noises may be as large as one likes."
SURE = {0: "Any item may be taken for the winner.", 1: "A better item than all may be marked."}


@CLAIM.proof(part="high probability")
@broken("without_the_factor_two", times=1)
@because("d = 2, t = b ln(2/beta) > 6b, scores a bit more than t apart: the worse one wins with the"
         " chance (beta/4)(1 + t/(2b)) > beta.")  # fmt: skip
@dropped("given", (gap.RARE,), {0: LAW}, past=True)
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


ANY = "Any item may be taken for the winner, and for the best."
NEARLY = "For d = 2 and scores t + e apart it tends to an equality as e -> 0."


@SHARP.proof(part="tail", uses=())
@broken("a_factor_that_grows_more_slowly", NEARLY, share=sp.Rational(1, 4))
@broken("half_of_it", NEARLY, times=sp.S.Half)
@broken("a_gap_of_any_sign", "E T(X - 2b) would be 0, but T > 0.", t=declare("real t"))
@dropped("given", (sharp.CHANCE, sharp.TAIL), {0: "xi is large.", 1: "So is -own."}, past=True)
@dropped("sure", (sharp.LEADS, sharp.FAR), {0: ANY, 1: "i may be 0 where xi is large."})
def the_number_of_items_that_overtake(
    *, share: sp.Expr = sp.S.Half, t: sp.Symbol = overtaking_noise.t, **changes: Any  # noqa: ANN401
) -> Outcomes:  # fmt: skip
    """N, of mean at most d - 1 times the chance of one, is 1 at least where G > t."""
    yield sharp.tail_shown(share=share, **changes)
    yield overtaking_noise.pair_shown(share, t)


@SHARP.proof(part="mean")
@broken("half_of_the_sum", most=sp.S.Half)
@because("d - 1 scores (3/4) b ln d below the best: for large d one of them wins nearly surely.")
@dropped("given", (sharp.CENTRED, sharp.SIZE), {
    0: "d = 2, scores 3b apart: own = 0 or -2b, 1/2 each, then xi_2 = 3b (chance 1/3, else 0) or"
       " b. Ties go to the second: E G = 2b > 3b/2.",
    1: "Only the proof is refused."}, past=True)  # fmt: skip
@dropped("after", (sharp.LARGEST,),
         "d = 5, noises +-K b of chance 1/K, the rest K b worse: E G is near 5b/2.")  # fmt: skip
@dropped("sure", (sharp.LEADS,), {0: ANY})
def the_largest_noise_less_that_of_the_best(**changes: Any) -> Outcome:  # noqa: ANN401
    """G <= Z_index - Z_best <= max_j |Z_j| - Z_best, and Z_best has the mean 0."""
    return sharp.mean_shown(**changes)
