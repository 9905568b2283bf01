"""From constant to high probability: run several copies and select one privately.

K independent copies, each failing with probability at most c < 1 and private with
(eps/(2K), delta/K); then report noisy min of their scores with noise of scale 4 D/eps, D the
sensitivity of the score.  All copies fail with probability c^K <= b/2, and the selected score is
within (8 D/eps) ln(2K/b) of the best one with probability 1 - b/2.  Copies that stopped early
return x_0, which does not depend on the data.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, broken
from workbench.rigor import certify, follows, identity, inequality, visible
from workbench.symbolic import declare, relation
from workbench.symbolic.text import parse

CLAIM = Claim(
    "sparse.boost",
    title="Boosting the probability of success by private selection",
    reconstructed=("theorem", "block: Upper Bounds for DP-SO, third bullet"),
    statement=r"""\begin{gathered}
        K = \lceil \ln(2/\beta)/\ln(1/c) \rceil \text{ copies with } \Big( \frac{\epsilon}{2K},
        \frac\delta K \Big), \text{ then } \arg\min_k \Big\{ \mathrm{score}(x^k)
        + \operatorname{Lap}\Big( \frac{4 \Delta}\epsilon \Big) \Big\} \\
        \text{is } (\epsilon, \delta)\text{-DP; with probability } 1 - \beta \text{ some copy}
        \text{ succeeds, and the selected score is within } \frac{8\Delta}\epsilon
        \ln \frac{2K}\beta \text{ of the best}; \\
        \mathrm{score} = \lVert \nabla F_S(x) \rVert_2: \; \Delta = \frac{2L}n, \quad
        \mathrm{score} = F_S(x) - F_S(x_0): \; \Delta = \frac{4LD}n
        \end{gathered}""",
    hypotheses=r"""\text{each copy fails with probability at most } c < 1, \text{ independently}
        \lVert \nabla f \rVert_2 \le L; \text{ in the second score } f(\cdot; z) \text{ is } \
            L\text{-Lipschitz and } \lVert x - x_0 \rVert_2 \le 2D""",
    parts=("privacy", "copies", "selection", "scores"),
    uses=("noneuclid.basic-comp", "noneuclid.rnm.repaired", "noneuclid.rnm-accuracy"),
    note="The source cites a method whose cost does not grow with K; for copies that are pure it is"
    " `sparse.boost.pure`.",
)

PURE = Claim(
    "sparse.boost.pure",
    title="A random number of pure candidates at three times the cost of one",
    reconstructed=("remark", "block: Upper Bounds for DP-SO, third bullet, its reference"),
    statement=r"""K \sim \mathrm{Geom}(\gamma) \text{ candidates, each } \tfrac\epsilon3
        \text{-DP with its private score: the best one is } \epsilon\text{-DP; all fail with}
        \text{ probability at most } \beta \text{ if } \gamma \le \frac{(1 - c) \beta}{c}""",
    hypotheses=r"0 < c, \beta, \gamma \le 1; \; \text{independent candidates}",
    parts=("privacy", "failure"),
    uses=("ext.private-selection",),
    note="On average 1/gamma candidates are run. The stopped SGD is not pure: there the version"
    " with delta of the reference would be needed.",
)

eps, delta, K, Delta, L, n, D = declare("epsilon delta K Delta L n D > 0")
c, beta, gamma = declare("c beta gamma > 0")


@CLAIM.exact(part="privacy", uses=("noneuclid.basic-comp", "noneuclid.rnm.repaired"))
@broken("half_of_the_noise_costs_too_much", "Scale 2 Delta/eps alone would cost eps.", scale=2)
def half_is_spent_on_copies_and_half_on_the_selection(*, scale: int = 4) -> Outcomes:
    """Basic composition; report noisy min with scale b costs 2 Delta/b.
    K eps/(2K) + 2 Delta/(4 Delta/eps) = eps, and K delta/K = delta.
    """
    spent = f"K*(eps/(2*K)) + 2*Delta/({scale}*Delta/eps) = eps"
    yield certify(parse(spent, where="K, eps, Delta > 0"))
    yield certify(parse("K*(delta/K) = delta", where="K, delta > 0"))


@CLAIM.exact(part="copies", uses=())
@broken("half_of_that_chance_needs_more_copies", "b/4 is not reached.", factor=4)
def some_copy_succeeds(*, factor: int = 2) -> Outcomes:
    """All K copies fail with probability c^K <= e^(-ln(2/b)) = b/2.
    K ln(1/c) >= ln(2/b): c^K = e^(-K ln(1/c)) <= b/2; then the union of both failures.
    """
    rate, level, runs = declare("rate level runs > 0")  # ln(1/c), ln(2/b)
    both, none, wrong = declare("both none wrong > 0")
    left = sp.exp(-runs * rate)
    claimed = relation(left, "<=", sp.exp(-level) * 2 / factor, where=[(level / rate, "<=", runs)])
    yield inequality(claimed)
    yield follows(both, beta, [(1, both, none + wrong), (1, none, beta / 2), (1, wrong, beta / 2)])


@CLAIM.exact(part="selection", uses=("noneuclid.rnm-accuracy",))
@broken("half_of_it_is_another_scale", "4 Delta/eps would be the deviation of one noise.", factor=4)
def the_selected_score_is_nearly_the_best(*, factor: int = 8) -> Outcomes:
    """The selected score is within (8 Delta/eps) ln(2K/beta) of the best.
    The gap 2 b ln(K/beta') of report noisy min with b = 4 Delta/eps, beta' = beta/2.
    """
    logs, positive = "log(2*K/beta)", "K, beta, Delta, eps > 0"
    yield certify(parse(f"2*(4*Delta/eps)*{logs} = {factor}*Delta/eps*{logs}", where=positive))
    yield certify(parse("K/(beta/2) = 2*K/beta", where=positive))


@CLAIM.exact(part="scores", uses=())
@broken("half_of_it_is_exceeded", "Two opposite gradients, or values.", factor=1)
def both_scores_have_small_sensitivity(*, factor: int = 2) -> Outcomes:
    """The sensitivities of the two scores are 2L/n and 4LD/n.
    One record of n: |a| - |b| <= |a - b| <= (|g| + |g'|)/n for mean gradients a and b.
    The second score is a mean of values in [-2LD, 2LD].
    """
    moved, first, second, value, other = declare("moved first second >= 0, real value other")
    at = {"moved": 2, "first": 1, "second": 1, "L": 1, "n": 1}
    premises = [(1, moved, (first + second) / n), (1 / n, first, L), (1 / n, second, L)]
    yield follows(moved, factor * L / n, premises, at=at)
    left, right = (value - other) / n, 2 * factor * L * D / n
    premises = [(1 / n, value, 2 * L * D), (1 / n, -2 * L * D, other)]
    yield follows(left, right, premises, at={"value": 2, "other": -2, "L": 1, "n": 1, "D": 1})


@PURE.exact(part="privacy")
@broken("twice_is_not_what_is_proved", "2 eps/3 would be a better theorem.", count=2)
def three_thirds_are_the_whole(*, count: int = 3) -> Outcome:
    """The best of a geometric number of runs at eps/3 costs 3 eps/3 = eps, three times one."""
    return certify(parse(f"{count}*(eps/3) = eps", where="eps > 0"))


@PURE.exact(part="failure", uses=())
@broken("half_of_that_chance_is_exceeded", "It is beta/(1 + beta) at gamma = odds beta.", share=1)
def rarely_do_all_candidates_fail(*, share: int = 2) -> Outcomes:
    """The generating function of the geometric law.
    E c^K = gamma c/(1 - (1 - gamma) c) <= gamma c/(1 - c) <= 2 beta/2; c = 1/(1 + odds).
    """
    odds = declare("odds > 0")  # (1 - c)/c
    chance = gamma / (gamma + odds)
    fail = 1 / (1 + odds)
    known = [(gamma, "<=", odds * beta)]
    yield identity(gamma * fail / (1 - (1 - gamma) * fail), chance)
    gap = (odds * beta - gamma + beta * gamma) / (gamma + odds) + (share - 2) * beta / 2
    yield visible(chance, "<=", share * beta / 2, where=known, gap=gap)
