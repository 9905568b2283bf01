"""The exact privacy curve of Gaussian noise.

The log-ratio of N(0, s^2) to N(D, s^2) is linear, so the most revealing event is a half-line; in
several dimensions only the projection on the difference of the means matters:

    delta(eps) = Phi(D/(2s) - eps s/D) - e^eps Phi(-D/(2s) - eps s/D).

The curve grows with D: at the edge one density is e^eps times the other.
"""

from typing import Any

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor.provers import gaussian_events as events
from workbench.rigor.provers import gaussian_sums as sums

CLAIM = Claim(
    "ext.balle-wang",
    title="Exact privacy curve of the Gaussian mechanism",
    reconstructed=("theorem",
                   "Balle and Wang (2018), Improving the Gaussian mechanism for differential"
                   " privacy: analytical calibration and optimal denoising, Theorem 8"),
    statement=r"""A(S) + \mathcal{N}(0, \sigma^2 I_d) \text{ is } (\epsilon, \delta)\text{-DP iff }
        \Phi\Big(\frac{\Delta_2}{2\sigma} - \frac{\epsilon\sigma}{\Delta_2}\Big)
        - e^\epsilon \Phi\Big(-\frac{\Delta_2}{2\sigma} - \frac{\epsilon\sigma}{\Delta_2}\Big)
        \le \delta""",
    hypotheses=r"""\ell_2 \text{ sensitivity } \Delta_2 > 0, \text{ attained by a pair}
        \epsilon, \delta \ge 0, \; \sigma > 0""",
    parts=("loss", "if", "only-if"),
    encoded={"loss": (sums.standard_loss(),), "if": (events.mechanism(),),
             "only-if": (events.attained(),)},
    note="As encoded, of two neighbours with answers D apart (D_k is D^2 in the loss): under one"
    " law the log-ratio K to the other, with D^2/(2 sigma^2) and over D/sigma, is a number u of"
    " law N(0, 1), which has E e^(t u) = e^(t^2/2) for all t. So the ratio is e^(mu u - mu^2/2),"
    " mu = D/sigma; h is the indicator of u >= mu/2 + epsilon/mu, whose two chances are values of"
    " Phi, and s that of any event. The exchange of the two neighbours is the same, and equal"
    " answers have equal laws. The curve is continuous in Delta: so a supremum that is not"
    " attained has it too, and a mere upper bound on it is enough for privacy.",
)  # fmt: skip


@CLAIM.proof(part="loss")
@broken("twice_the_variance", "It is e^(t^2/2).", factor=1)
@dropped("given", sums.COORDINATE, "Other noise has other moments.")
@dropped("after", sums.APART, "Where the means are the same the quotient has no value.")
def the_loss_is_one_normal_number(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(a K - a (a - 1) D^2/(2 sigma^2)) is 1 for every a."""
    return sums.loss_is_normal(**changes)


@CLAIM.proof(part="if")
@broken("another_cut", "The laws cross at mu/2.", where=(events.WITHIN, events.LESS))
@dropped("where", (events.WITHIN, events.ENOUGH), {
    0: "Means further apart have a larger curve.", 1: "The number delta may be 0."})  # fmt: skip
def no_event_and_no_pair_gain_more(**changes: Any) -> Outcome:  # noqa: ANN401
    """(e^(mu u - mu^2/2) - e^epsilon)(h - s) >= 0, and the curve grows with mu."""
    return events.no_pair_gains_more(**changes)


@CLAIM.proof(part="only-if")
@dropped("where", (events.NEAR, events.FAR, events.PRIVATE), {
    0: "P(H) may be 0.", 1: "Q(H) = P(H)/e^epsilon, delta = 0.", 2: "delta may be 0."})  # fmt: skip
def the_half_line_gains_it(**changes: Any) -> Outcome:  # noqa: ANN401
    """P(H) - e^epsilon Q(H) is the curve."""
    return events.one_pair_gains_it(**changes)
