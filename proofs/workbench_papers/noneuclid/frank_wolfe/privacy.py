"""Privacy of Poly-SFW with the printed noise: false for a large budget, and for a small delta.

The slide adds Laplace noise 2 s_t/eps_0 with eps_0 = eps/sqrt(n ln(1/delta)) to T = n/2 choices,
for the s_t of a lemma that is too small by a factor 2.  So a record can move the gap of two scores
from -eps_0 to eps_0, in units of the noise, in every step.  Between two vertices, or between two
groups of many, that changes the odds about as much as randomised response with eps_0 does.

Then nothing saves the corollary where composition fails for eps_0-private steps: at n = 100 and
delta = e^-9 it costs ten times that delta at eps = 15, on a segment, with linear losses, all 50
steps alike.  (There ln d is near n/2, so that the printed s_t is its first term in each step.)
For delta near 1 it fails at eps = 1 already, where the noise vanishes.

Nor do eps <= 1 and delta <= 1/2 save it.  At a tie of four vertices the odds of one of them move
7/6 times as far as those of randomised response, and carry 49/48 of its information: little, but in
the exponent of delta.  At delta = e^-60 the same 50 steps cost 24 times that for eps = 1.
"""

import math
from itertools import product
from typing import Any

import numpy as np
import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.harness import decided
from workbench.privacy import NoisyMax
from workbench.privacy.composition import optimal_delta
from workbench.rigor import identity, inequality, witness
from workbench.symbolic import declare, relation
from workbench_papers.noneuclid.privacy.noisy_max import loses

PRINTED_NOISE = (
    r"\text{noise } \operatorname{Lap}(2 s_t/\epsilon_0), \; s_t = \max\{ \tfrac{2 L_0 D}{n}"
    r" (1 - \eta)^t, 2 \eta (L_1 D^2 + L_0 D) \}, \; \epsilon_0 = \epsilon/\sqrt{n \ln(1/\delta)}"
)

CLAIM = Claim(
    "noneuclid.polysfw-privacy",
    title="Poly-SFW with the printed noise, for every eps and delta",
    reading=("erratum", "slide: Poly-SFW: Privacy Analysis, corollary"),
    statement=r"\text{Poly-SFW is } (\epsilon, \delta)\text{-DP}",
    hypotheses=(PRINTED_NOISE, r"\epsilon > 0, \; 0 < \delta < 1, \; n > \ln d \text{ even}"),
    uses=("noneuclid.polysfw", "noneuclid.rnm-exact-loss"),
    note="The argument has two gaps (sensitivity, composition); the conclusion fails for large eps,"
    " for delta near 1 and for tiny delta. For moderate eps it is proved where records are many"
    " (.many-records); where they are few it fails for tiny delta (.moderate), and is open for"
    " others (.few-records). The data: n = 100, d = 2^72 (the dimension), L_1 = 0,"
    " eta = ln(n/ln d)/n, which is reconstructed; X is the hull of the vertices that are named.",
)

MODERATE = Claim(
    "noneuclid.polysfw-privacy.moderate",
    title="Poly-SFW with the printed noise, for eps at most 1 and delta at most 1/2",
    reading=("erratum",
             "slide: Poly-SFW: Privacy Analysis, corollary, s_t read as the bound of the Lemma"),
    statement=CLAIM.statement,
    hypotheses=(PRINTED_NOISE, r"0 < \epsilon \le 1, \; 0 < \delta \le \tfrac12"),
    uses=("noneuclid.polysfw", "noneuclid.rnm-exact-loss"),
    note="With s_t the sensitivity itself nothing is refuted: the Lemma's bound is half of it. The"
    " data: n = 100 and d = 2^72, near e^50, so n is near 2 ln d; eta = ln(n/ln d)/n, which is"
    " reconstructed; L_1 = 0, eps = 1, delta = e^-60, first batch n/2, 50 steps; X is the hull of"
    " four vertices. Proved for n >= 75 ln d (.many-records).",
)  # fmt: skip

FEW = Claim(
    "noneuclid.polysfw-privacy.few-records",
    title="Poly-SFW with the printed noise, for eps at most 1 and delta from 1e-5 to 1/2",
    reconstructed=("corollary",
                   "slide: Poly-SFW: Privacy Analysis, corollary, read for such eps and delta"),
    statement=CLAIM.statement,
    hypotheses=(PRINTED_NOISE, r"0 < \epsilon \le 1, \; 10^{-5} \le \delta \le \tfrac12"),
    uses=("noneuclid.polysfw",),
    note="Proved for n >= 75 ln d (.many-records). Open for fewer records: the worst instances"
    " known cost a third of delta; a bound on how informative noisy max is, for all scores, would"
    " decide it.",
)  # fmt: skip

ROUNDING = 1e-12  # relative; some ten floating-point operations on numbers of order 1

eps, L = declare("epsilon Lambda > 0")  # Lambda = ln(1/delta)
LEFT = "The left side: sum C(50, j) (p^j (1-p)^(50-j) - e^eps q^j (1-q)^(50-j)), j >="


def gained(p: sp.Expr, q: sp.Expr, at_least: int, budget: sp.Expr) -> sp.Expr:
    """Sum over j >= at_least of C(k, j) (p^j (1-p)^(k-j) - e^budget q^j (1-q)^(k-j)), k = 50."""
    return sp.Add(
        *(
            sp.binomial(50, j)
            * (p**j * (1 - p) ** (50 - j) - sp.exp(budget) * q**j * (1 - q) ** (50 - j))
            for j in range(at_least, 51)
        )
    )


def first_term_is_the_noise() -> Outcome:
    """The numbers are
    n = 100, d = 2^72, L_1 = 0: 2 eta <= (2/n)(1 - eta)^49, so s_t = (2 L_0 D/n)(1 - eta)^t.
    """
    step = sp.log(100 / (72 * sp.log(2))) / 100
    claimed = relation(2 * step, "<=", sp.Rational(2, 100) * (1 - step) ** 49)
    return inequality(claimed, methods=("boxes",))


@CLAIM.refutation(of="case")
@broken("at_half_that_epsilon_the_event_is_within_the_claim", epsilon="15/2")
@because("eps = 15/2 at the same instance and event.")
def fifty_equal_choices_cost_ten_times_the_delta(*, epsilon: str = "15") -> Outcomes:
    """Here eps = 15, delta = e^-9: the favoured vertex is chosen at least 41 times out of 50.
    Vertices D e_1, -D e_1; one record of the batch pulls by -L_0 or L_0, all others are flat.
    The gap of the scores is 2 D (2/n) L_0 (1 - eta)^t = eps_0 scales in each step, either way.
    """
    L0, D, n, decay, step = declare("L_0 D n decay epsilon_0 > 0")
    gap = 2 * D * (2 / n) * L0 * decay
    scale = 2 * (2 * L0 * D / n * decay) / step
    wins = 1 - loses(eps / sp.sqrt(100 * L))
    claimed = relation(gained(wins, 1 - wins, 41, eps), "<=", sp.exp(-L))
    note = f"n = 100, d = 2^72, eps = {epsilon}. {LEFT} 41, p = 1-q, q = e^-g (2+g)/4, g = eps/30"
    yield witness(claimed, epsilon=epsilon, Lambda=9, note=note)
    yield identity(gap / scale, step)
    yield first_term_is_the_noise()


@CLAIM.refutation(of="case")
@broken("at_delta_one_half_it_does_not", "delta = e^(-7/10) = 0.497.", Lambda="7/10")
def at_a_large_delta_the_noise_vanishes(*, Lambda: str = "1/100") -> Outcomes:
    """The numbers are eps = 1, delta = e^(-1/100): eps_0 = 1, and 50 choices give the record away.
    n = 100, eps = 1: each step is a choice at a gap of 1/(10 sqrt(Lambda)).
    """
    wins = 1 - loses(1 / sp.sqrt(100 * L))
    claimed = relation(gained(wins, 1 - wins, 26, sp.Integer(1)), "<=", sp.exp(-L))
    note = f"n = 100, eps = 1, ln(1/delta) = {Lambda}. {LEFT} 26, p = 1-q, q = e^-g (2+g)/4, that g"
    yield witness(claimed, Lambda=Lambda, note=note)
    yield first_term_is_the_noise()


@MODERATE.refutation(of="case")
@broken("for_a_valid_sensitivity_it_does_not", "Half of the gap at the same event.", moves=1)
def a_tie_of_four_costs_more_than_a_tiny_delta(*, moves: int = 2) -> Outcomes:
    """The first vertex is chosen at least 46 times out of 50: 24 times delta.
    Vertices D e_1, .., D e_4; two records of the batch pull by u = L_0 (1, -1, -1, -1) and -u.
    That is a tie.  If both pull by u the first score trails by 2 D (2/n) 2 L_0 (1 - eta)^t, which
    is 2 eps_0 scales in each step; all other records are flat.
    """
    L0, D, n, decay, step = declare("L_0 D n decay epsilon_0 > 0")
    gap = 2 * D * (2 / n) * 2 * L0 * decay
    scale = 2 * (2 * L0 * D / n * decay) / step
    t = moves / sp.sqrt(100 * L)
    trails = 15 * sp.exp(-t) / 64 + (sp.exp(-t) - sp.exp(-3 * t)) / 32 + sp.exp(-3 * t) / 64  # P_4
    claimed = relation(gained(sp.Rational(1, 4), trails, 46, sp.Integer(1)), "<=", sp.exp(-L))
    note = f"n = 100, eps = 1. {LEFT} 46, p = 1/4, q = (17 e^-t - e^-3t)/64, t = {moves}/6000^(1/2)"
    yield witness(claimed, Lambda=60, note=note)
    yield identity(gap / scale, 2 * step)
    yield first_term_is_the_noise()


LOGS = (0.7, 3.0, 11.5)


def leaks(p: float, q: float, steps: int, epsilon: float) -> float:
    """The true delta at epsilon of `steps` events of probability p against q, both orders."""
    wins = np.arange(steps + 1)
    counts = np.array([math.lgamma(steps + 1) - math.lgamma(j + 1) - math.lgamma(steps - j + 1)
                       for j in wins])  # fmt: skip
    first, second = (
        np.exp(counts + wins * math.log(x) + (steps - wins) * math.log1p(-x)) for x in (p, q)
    )
    grown = math.exp(epsilon)
    return float(max(np.maximum(a - grown * b, 0).sum()
                     for a, b in ((first, second), (second, first))))  # fmt: skip


def lower(few: int, others: int, gap: float) -> float:
    """Probability that one of `few` scores at `gap` below `others`, all equal, wins."""
    scores = np.repeat([-gap, 0.0], [few, others])
    return float(np.exp(NoisyMax(1.0).log_probability(scores)[:few]).sum())


GROUPS = ((1, 1, 0.0), (1, 2, -0.2), (1, 3, -0.45), (1, 3, 0.0), (1, 4, -0.15), (2, 3, -0.15))


def worst_instances(factor: int = 1, logarithms: tuple[float, ...] = LOGS) -> Outcome:
    """Few scores against a few others, where the odds move fastest; many against many.
    The gap moves from centre - eps_0 to centre + eps_0; many against many is randomised response.
    """
    cases = list(product((1, 2, 10, 50, 500), logarithms, (0.1, 0.5, 1.0)))
    worst = 0.0
    for steps, logs, epsilon in cases:
        gap = factor * epsilon / math.sqrt(2 * steps * logs)
        delta = optimal_delta(epsilon, step=gap * (1 + ROUNDING), steps=steps).upper
        for few, others, centre in GROUPS:
            near, far = (lower(few, others, centre + side * gap) for side in (-1, 1))
            delta = max(delta, leaks(near, far, steps, epsilon))
        worst = max(worst, delta / math.exp(-logs))
    count = (1 + len(GROUPS)) * len(cases)
    found = f"{count} curves; the largest delta is {worst:.3g} of the allowed one"
    return decided(worst <= 1, "exact laws, summed in floating point", found)


@FEW.exact(
    corner="equal steps, two groups of vertices; n = 2, 4, 20, 100, 1000; three delta, three eps"
)
@broken("with_half_the_noise_they_are_not", "Twice the gap.", factor=2)
@broken("for_a_tiny_delta_they_are_not", "The numbers are for delta = e^-30.", logarithms=(30.0,))
def the_worst_instances_known_are_private(**changes: Any) -> Outcome:  # noqa: ANN401
    """A gap that moves by 2 eps_0 noise scales in each step: twice the printed sensitivity."""
    return worst_instances(**changes)
