"""k-fold composition of pure privacy, and the range of epsilon that it needs (Corollary 3.6).

With k mechanisms of cost eps_0 the filter is never triggered if

    sqrt(2 L k eps_0^2) + k eps_0^2/2 <= eps,      L = ln(1/delta).

For eps_0 = eps/(2 sqrt(2 k L)) the first term is eps/2 and the second eps^2/(16 L): at most eps/2
exactly if eps <= 8 L.  That range is a real hypothesis.  Beyond it the conclusion itself is false:
a hundred randomised responses at eps = 40 and delta = 1/10 violate it with probability near 1/2.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity, visible
from workbench.rigor.provers.finite_trees import randomised_responses
from workbench.symbolic import declare

CLAIM = Claim(
    "saddle.cor3.6",
    title="k-fold composition of pure privacy, eps at most 8 ln(1/delta)",
    reconstructed=("corollary", "Corollary 3.6"),
    statement=r"""k \text{ adaptive } \epsilon_0\text{-DP mechanisms are } (\epsilon, \delta)
        \text{-DP for } \epsilon_0 \le \frac{\epsilon}{2 \sqrt{2 k \ln(1/\delta)}}""",
    hypotheses=r"0 < \epsilon \le 8 \ln(1/\delta), \; 0 < \delta < 1",
    parts=("sufficient", "range of the argument"),
    uses=("saddle.thm3.5",),
    repairs=("saddle.cor3.6.unrestricted",),
)

WIDE = Claim(
    "saddle.cor3.6.unrestricted",
    title="The step of Corollary 3.6 without a bound on epsilon",
    ours=("erratum", "Tempting reading of Corollary 3.6"),
    statement=CLAIM.statement,
    hypotheses=r"\epsilon > 0, \; 0 < \delta < 1",
    note="The source states two conditions, the formulas of which are missing; the second one is"
    " presumably this range. Every privacy statement that uses the corollary needs it.",
)

eps, step, Lambda, k = declare("epsilon eps_0 Lambda > 0, integer k > 0")


@CLAIM.exact(part="sufficient")
@broken("nine_logarithms_are_too_many", "eps = 9 ln(1/delta) overspends.", limit=9)
def both_terms_are_at_most_half_of_epsilon(*, limit: int = 8) -> Outcome:
    """For every k, eps, delta with eps <= 8 ln(1/delta).
    sqrt(2 L k eps_0^2) + k eps_0^2/2 <= eps for eps <= limit L.
    """
    chosen = eps / (2 * sp.sqrt(2 * k * Lambda))
    left = sp.sqrt(2 * Lambda * k * step**2) + k * step**2 / 2
    return visible(left, "<=", eps, where=[(step, "<=", chosen), (eps, "<=", limit * Lambda)])


@CLAIM.exact(part="range of the argument")
@broken("at_four_it_does_not", "For eps just above 4 L the sum is still below eps.", limit=4)
def beyond_eight_logarithms_the_filter_overspends(*, limit: int = 8) -> Outcomes:
    """eps/2 + eps^2/(16 L) > eps for every eps > 8 L.
    At eps_0 = eps/(2 sqrt(2kL)) the sum is eps/2 + eps^2/(16 L), which is eps at eps = 8 L.
    """
    chosen = eps / (2 * sp.sqrt(2 * k * Lambda))
    value = sp.sqrt(2 * Lambda * k * chosen**2) + k * chosen**2 / 2
    over = declare("over > 0")
    beyond = (eps / 2 + eps**2 / (16 * Lambda)).subs(eps, limit * Lambda + over)
    yield identity(value, eps / 2 + eps**2 / (16 * Lambda))
    yield visible(beyond, ">", limit * Lambda + over)


@WIDE.refutation
@broken("inside_the_range_the_same_event_is_harmless", delta="1/200", truth="11/17")
@because("At delta = 1/200 the range is 8 ln(1/delta) = 42.4, and each answer costs 0.61.")
def a_hundred_randomised_responses_violate_it(
    *, delta: str = "1/10", truth: str = "5/7"
) -> Outcome:
    """The numbers are eps = 40, delta = 1/10 (8 ln(1/delta) = 18.4), 0.917 an answer (of 0.932).
    The event that at least 72 of 100 answers are 1 has probability near 1/2.
    """
    size = declare("delta > 0")
    chosen = eps / (2 * sp.sqrt(200 * sp.log(1 / size)))
    at = {"epsilon": 40, "delta": delta}
    return randomised_responses(100, truth, 72, step=chosen, within=(eps, size), **at)
