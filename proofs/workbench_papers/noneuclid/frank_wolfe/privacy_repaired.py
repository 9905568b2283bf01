"""Privacy of Poly-SFW with a valid sensitivity: repaired for every budget, exact for some.

A choice with noise 2 s_t/eps_0 on scores that move by s_t is eps_0-private: the scores move by s_t
each, a gap of two by 2 s_t.  There are n/2 choices.  Advanced composition totals

    eps_0 sqrt(n L) + n eps_0^2/4,      L = ln(1/delta),

which is eps + eps^2/(4 L) for the printed eps_0 = eps/sqrt(n L): a little too much.  Divided by
1 + u, u = eps/(4 L), it is eps (1 + 2u)/(1 + u)^2 = eps - eps u^2/(1 + u)^2, for every eps.

Exact composition is better than the theorem: it certifies the printed eps_0 at n = 1000 up to
about eps = 8 for delta = 1e-5, where it stops.
"""

import math
from typing import Any

import sympy as sp

from workbench.claims import Claim, Figure, Outcome, all_of, because, broken
from workbench.privacy.composition import optimal_delta
from workbench.rigor import First, Rule, enumeration, inequality
from workbench.rigor.provers import noisy_choices as choosing
from workbench.rigor.provers.privacy import shown_private
from workbench.symbolic import declare, relation
from workbench.symbolic.recurrences import Defined

REPAIRED = Claim(
    "noneuclid.polysfw-privacy.repaired",
    title="Poly-SFW with the corrected sensitivity and a step that pays for its mean",
    ours=("corollary", "slide: Poly-SFW: Privacy Analysis, corollary, corrected"),
    statement=r"""\operatorname{Lap}(2 s_t/\epsilon_0) \text{ with a valid } s_t, \;
        \epsilon_0 = \frac{\epsilon}{\sqrt{n \Lambda}\, (1 + \epsilon/(4 \Lambda))}, \;
        \text{ gives } (\epsilon, \delta)\text{-DP}""",
    hypotheses=r"""s_t \text{ valid: given the vertices so far, a record moves no score of step } \
            t \text{ by more}
        \Lambda = \ln(1/\delta), \; \epsilon > 0, \; 0 < \delta < 1, \; n \text{ even}, \; T = n/2 \
            \text{ steps}""",
    encoded=(choosing.shrunken(),),
    uses=("noneuclid.polysfw-sens.repaired", "noneuclid.rnm.repaired"),
    repairs=("noneuclid.polysfw-privacy",),
    note="Poly-SFW has the valid s_t of `noneuclid.polysfw-sens.repaired`. As encoded n is 2m, the"
    " past is all vertices so far, and the scores are any functions of it and the records.",
)

j, WAYS = declare("integer j"), sp.IndexedBase("b", real=True)
STEPS = 500
CHOOSE = Rule(WAYS, j, WAYS[j] * (STEPS - j) / (j + 1))  # the binomial coefficients
SMALL, LARGE = sp.Rational(1, 10**5), sp.Rational(1, 10**3)
MOST = sp.Rational(15, 2)
SIX = (sp.Rational(1, 10), sp.S.Half, *map(sp.Integer, (1, 2, 4)), MOST)
TWO = (sp.Integer(1), sp.Integer(4))


def share_of(delta: sp.Rational, factor: int) -> tuple[sp.Expr, int]:
    """The share of eps that a step has, and the most lies in randomised response that count.

    After j lies the loss is (500 - 2j) steps: above eps exactly up to `last` lies, for every eps.
    """
    part = factor / sp.sqrt(1000 * sp.log(1 / delta))  # eps_0/eps
    return part, (STEPS - math.ceil(1 / part)) // 2


def sums(delta: sp.Rational, *budgets: sp.Expr, factor: int = 1) -> tuple[Any, ...]:
    """Which lies count, and that the exact delta of 500 steps of `factor` eps_0 is at most this."""
    part, last = share_of(delta, factor)
    found: list[Any] = [relation(1, "<=", (STEPS - 2 * last) * part),
                        relation((STEPS - 2 * (last + 1)) * part, "<", 1)]  # fmt: skip
    for budget in budgets:
        step = budget * part
        chance = WAYS[j] * sp.exp((STEPS - j) * step) / (1 + sp.exp(step)) ** STEPS
        gain = 1 - sp.exp(budget - (STEPS - 2 * j) * step)
        said = relation(sp.Sum(chance * gain, (j, 0, last)), "<=", delta)
        found.append(Defined(said, [CHOOSE], [First(WAYS, 0, 1)], last=last))
    return tuple(found)


EXACT = Claim(
    "noneuclid.polysfw-privacy.exact",
    title="With a valid sensitivity the printed step is private up to some budget",
    ours=("corollary",
          "slide: Poly-SFW: Privacy Analysis, corollary, with the corrected sensitivity"),
    statement=r"""500 \text{ choices with } \operatorname{Lap}(2 s_t/\epsilon_0), \;
        \epsilon_0 = \epsilon/\sqrt{n \ln(1/\delta)}, \text{ are } (\epsilon, \delta)\text{-DP at }
        \delta = 10^{-5}, \; \epsilon \in \{ 0.1, 0.5, 1, 2, 4, 7.5 \} \text{ and at }
        \delta = 10^{-3}, \; \epsilon \in \{ 1, 4 \}""",
    hypotheses=r"n = 1000, \; s_t \text{ a valid sensitivity}",
    parts=("choices", "smaller delta", "larger delta"),
    encoded={
        "choices": (choosing.one_choice(),), "smaller delta": sums(SMALL, *SIX),
        "larger delta": sums(LARGE, *TWO),
    },
    uses=("ext.optimal-composition", "noneuclid.rnm.repaired"),
    note="At delta = 1e-3 and eps = 8 exact composition does not certify it any more. As encoded a"
    " choice is eps_0-DP, whatever was before it, and the delta of `ext.optimal-composition` is the"
    " sum over j lies of 500, in b_j ways: the loss is then (500 - 2j) eps_0, which is at least eps"
    " exactly for the j of the sum.",
)  # fmt: skip


@REPAIRED.proof
@broken("with_half_of_a_valid_sensitivity", moves=2)
@because("Four vertices at a tie, n = 100, eps = 1, delta = e^-60: 17 times this delta.")
@broken("the_printed_step", weight=0)
@because("Two vertices, from a gap of 5 scales to -5, n = eps = 100, delta = 1/e: mean loss 216.")
def the_step_pays_for_its_mean(**changes: Any) -> Outcome:  # noqa: ANN401
    """A choice is eps_0-DP; the steps cost eps (1 + 2u)/(1 + u)^2 <= eps with u = eps/(4 L)."""
    return choosing.pays_for_its_mean(**changes)


@EXACT.proof(part="choices", uses=("noneuclid.rnm.repaired",))
@broken("with_half_of_a_valid_sensitivity_a_choice_costs_more", "noneuclid.rnm.tight.", moves=2)
def a_choice_is_private(**changes: Any) -> Outcome:  # noqa: ANN401
    """Scores that move by s at noise 2 s/eps_0."""
    return shown_private(choosing.one_choice(**changes))


def composed(delta: sp.Rational, *budgets: sp.Expr, factor: int = 1) -> Outcome:
    """The sums are at most `delta`, each computed with 128 bits."""
    part, _ = share_of(delta, factor)
    stated = sums(delta, *budgets, factor=factor)
    outcomes = [inequality(one) for one in stated[:2]]
    outcomes += [enumeration(one, {}, bits=128) for one in stated[2:]]
    figures = []
    for budget in budgets:
        near = optimal_delta(float(budget), step=float(budget * part), steps=STEPS)
        figures.append(Figure(f"delta at eps = {budget}", near.upper))
    told = f"{len(budgets)} budgets at delta = {delta}"
    return all_of(*outcomes, summary=told).with_figures(*figures).modulo("ext.optimal-composition")


@EXACT.exact(part="smaller delta", uses=("ext.optimal-composition",))
@broken("with_the_printed_sensitivity_it_does_not", factor=2, budgets=(MOST,))
@because("Steps of 2 eps_0 spend more; that these vertices do is not claimed.")
def exact_composition_certifies_the_printed_step(
    *, factor: int = 1, budgets: tuple[sp.Expr, ...] = SIX
) -> Outcome:
    """Five hundred steps of randomised response, delta = 1e-5, six budgets."""
    return composed(SMALL, *budgets, factor=factor)


@EXACT.exact(part="larger delta", uses=("ext.optimal-composition",))
@broken("not_for_eight", most=8)
@because("Exact composition does not certify eps = 8; that the choices spend it is not claimed.")
def so_it_does_at_a_larger_delta(*, most: int = 4) -> Outcome:
    """The numbers are delta = 1e-3, eps = 1 and 4."""
    return composed(LARGE, sp.Integer(1), sp.Integer(most))
