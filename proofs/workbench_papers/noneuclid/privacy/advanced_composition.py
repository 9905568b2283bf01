"""Advanced composition with explicit constants, and the printed condition that only simplifies it.

k adaptive steps, each (eps, delta)-DP.  What leaks in a step, of mean delta, is taken away; the
log-ratio of the rest is in [-eps, eps] and has a mean of at most eps tanh(eps/2), that of
randomised response.  By Hoeffding's lemma its moments are those of a supermartingale, so that

    eps' = eps sqrt(2 k ln(1/delta')) + k eps tanh(eps/2)

costs delta' at most beside the k delta that leak.  Under the printed condition k eps^2 < 1 the same
moments show it for C eps sqrt(k ln(1/delta')), C = sqrt(2) + 1/(2 sqrt(ln 2)) = 2.0147..., also
where delta' > 1/2 and eps' is larger.  The condition is needed for the short form only.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers import composed_steps as steps
from workbench.rigor.provers.composed_step import MU as MEAN_LOSS

CLAIM = Claim(
    "noneuclid.adv-comp",
    title="Advanced composition with explicit constants",
    reconstructed=("theorem", "slide: Theorem (Advanced Composition)"),
    statement=r"""(A_1, \dots, A_k) \text{ is } ( \epsilon', k\delta + \delta' )\text{-DP with }
        \epsilon' = \epsilon \sqrt{2 k \ln(1/\delta')} + k \epsilon \tanh(\epsilon/2)
        \le \epsilon \sqrt{2 k \ln(1/\delta')} + k \epsilon (e^\epsilon - 1); \quad
        k \epsilon^2 < 1: \; \Big( C \epsilon \sqrt{k \ln(1/\delta')}, k\delta + \delta' \Big)
        \text{-DP}, \; C = \sqrt2 + \frac{1}{2 \sqrt{\ln 2}}""",
    hypotheses=r"""A_j \text{ is } (\epsilon, \delta)\text{-DP for every value of the earlier \
            outputs, given which its randomness is fresh}
        \epsilon, \delta \text{ are fixed in advance; outputs in standard Borel spaces}
        k \ge 1, \; \epsilon > 0, \; 0 \le \delta < 1, \; 0 < \delta' \le 1""",
    parts=("explicit", "printed form"),
    encoded={"explicit": steps.explicit(), "printed form": steps.short_form()},
    note="The slide hides C in O(.). Basic composition can be smaller than both: take the minimum."
    " As encoded b, d, delta_1 are epsilon, delta, delta'; p_t and q_t are densities of output t on"
    " two neighbours, given the outputs before it, for one law such as half of their sum, and P, Q"
    " their products; r_t <= p_t and u_t are any parts of them of means a_t <= d and at most d,"
    " without which their log-ratio l_t is in [-b, b], such as the positive parts of p - e^b q and"
    " q - e^b p, where l is any number if the rest vanishes; Z is the indicator of an event. That"
    " d < 1 and delta_1 <= 1 is no loss, as else there is nothing to show, nor that a_t < 1, which"
    " follows.",
)  # fmt: skip


@CLAIM.proof(part="explicit", seconds=240)
@broken("without_the_factor_two", deviation=1)
@because(
    "100 randomised responses, eps = 1/10, delta' = e^-9, delta = 0: eps' = 3.4996, and"
    " P - e^eps' Q is above 2.6e-4 for the event of a loss above eps', where delta' < 1.3e-4."
)
@broken("half_of_the_mean_loss", mean=MEAN_LOSS / 2)
@because(
    "100 randomised responses, eps = 1, delta' = 1/e, delta = 0: eps' = 37.25, and P - e^eps' Q is"
    " above 0.81 for the event of a loss above eps', where delta' < 0.37."
)
@broken("an_eighth_of_the_printed_mean", printed=sp.Rational(1, 8))
@because("For small eps the mean loss is near eps^2/2, and an eighth of the printed one eps^2/8.")
@broken("the_leaks_count", "A step reveals all with chance delta = 1/2; delta' = 1/10.", leak=0)
@dropped("sure", steps.STEP, steps.WITHOUT_STEP)
@dropped("given", steps.MEANS, steps.WITHOUT_MEANS)
def the_mean_loss_is_that_of_randomised_response(**changes: Any) -> Outcome:  # noqa: ANN401
    """P = G + what has leaked, and G e^(s K - j (s mu + s^2 eps^2/2)) does not grow in the mean."""
    return steps.at_explicit_cost(**changes)


@CLAIM.proof(part="printed form", seconds=240)
@broken("the_short_form_with_the_constant_one", second=1 - sp.sqrt(2))
@because("10^6 randomised responses, eps = 0.000999, delta' = e^-30 < 1e-13: delta is 5e-8.")
@dropped("small", steps.SMALL, "100 randomised responses, eps = 1, delta' = 1/2: delta is 0.998.")
def the_mean_loss_is_absorbed(**changes: Any) -> Outcome:  # noqa: ANN401
    """The same moments, at the deviation C eps sqrt(k ln(1/delta')), as k eps^2 < 1."""
    return steps.at_short_cost(**changes)
