"""Where the Gaussian noises of this paper are private: sigma^2 = 2 ln(1.25/delta) Delta^2/eps^2.

All noise formulas of the poster are this one: 8 = 2 * 2^2 with Delta = 2 L/n, and 18 = 2 * 3^2 with
Delta = 3 L/n and delta/2.  No range of eps is stated, and there is one.  The exact curve, in terms
of r = sqrt(2 ln(1.25/delta)) and h = eps/(2 r), is g = Phi(h - r) - e^(2rh) Phi(-h - r):

(1) it increases in h, so that the noise is private exactly up to one threshold eps*(delta);
(2) at eps = 15/4 it is below delta for every delta: boxes for r <= 3, Mills' ratio beyond;
(3) the threshold is 5.74 at delta = 0.1, 8.42 at 1e-5 and 10.2 at 1e-12.
"""

from dataclasses import replace
from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import identity, inequality, visible, witness
from workbench.symbolic import Variable, declare, relation

CLAIM = Claim(
    "sparse.gauss-calibration",
    title="The Gaussian noises of the poster are private up to a threshold of epsilon",
    ours=("lemma", "every noise formula for delta > 0"),
    statement=r"""\sigma^2 = \frac{2 \ln(1.25/\delta) \Delta_2^2}{\epsilon^2}: \;
        (\epsilon, \delta)\text{-DP} \Longleftrightarrow \epsilon \le \epsilon^\ast(\delta); \quad
        \epsilon^\ast(\delta) \ge \tfrac{15}{4} \;\forall \delta \in (0, 1); \quad
        \epsilon^\ast = 5.743, 6.772, 7.463, 8.420, 8.782, 9.374, 10.248 \text{ at }
        \delta = 10^{-1}, 10^{-2}, 10^{-3}, 10^{-5}, 10^{-6}, 10^{-8}, 10^{-12}""",
    hypotheses=r"""\epsilon > 0, \; 0 < \delta < 1, \; \Delta_2 \text{ attained}
        \text{thresholds to within } 10^{-3}""",
    parts=("one threshold", "every delta", "table"),
    repairs=("sparse.gauss-calibration.unconditional",),
    uses=("ext.balle-wang",),
)

UNCONDITIONAL = Claim(
    "sparse.gauss-calibration.unconditional",
    title="The Gaussian noises for every epsilon",
    boundary=("erratum", "every noise formula for delta > 0; no range of epsilon is stated"),
    statement=r"""\sigma^2 = \frac{2 \ln(1.25/\delta) \Delta_2^2}{\epsilon^2}
        \text{ is } (\epsilon, \delta)\text{-DP}""",
    hypotheses=r"\epsilon > 0, \; 0 < \delta < 1",
    uses=("ext.balle-wang",),
    note="Of little weight in practice: budgets are below 15/4. The formulas use the constant 1.25"
    " with the sensitivities 2 L/n and 3 L/n.",
)

r, h, eps, delta = declare("r h epsilon delta > 0")
TABLE = {1: "5.743", 2: "6.772", 3: "7.463", 5: "8.420", 6: "8.782", 8: "9.374", 12: "10.248"}


def upper_tail(x: sp.Expr) -> sp.Expr:
    """Phi(-x)."""
    return sp.erfc(x / sp.sqrt(2)) / 2


def curve(epsilon: sp.Expr, ratio: sp.Expr) -> sp.Expr:
    """True delta at epsilon of the noise sigma = ratio Delta/epsilon."""
    half = epsilon / (2 * ratio)
    return upper_tail(ratio - half) - sp.exp(epsilon) * upper_tail(ratio + half)


def multiplier(small: sp.Expr) -> sp.Expr:
    """The multiplier sqrt(2 ln(1.25/delta)) of the noise."""
    return sp.sqrt(2 * sp.log(sp.Rational(5, 4) / small))


@CLAIM.exact(part="one threshold", uses=("ext.balle-wang", "ext.gaussian-tail"))
@broken("twice_the_tail_bound_is_too_much", tail=2 / (r + h))
@because("With 2/x in place of 1/x the sign is open.")
def the_true_delta_increases_with_epsilon(*, tail: sp.Expr = 1 / (r + h)) -> Outcomes:
    """r/(r + h) < 1; the curve is 0 at h = 0 and tends to 1.
    g' = 2 phi(r - h) - 2 r e^(2rh) Phi(-r - h) > 0 if Phi(-x) <= tail phi(x).
    """
    phi = sp.exp(-((r - h) ** 2) / 2) / sp.sqrt(2 * sp.pi)
    other = sp.exp(-((r + h) ** 2) / 2) / sp.sqrt(2 * sp.pi)
    slope = 2 * phi - 2 * r * sp.exp(2 * r * h) * upper_tail(r + h)
    yield identity(sp.diff(curve(2 * r * h, r), h), slope)
    yield identity(sp.exp(2 * r * h) * other, phi)
    yield visible(r * tail, "<", 1)
    yield "g' = 2 phi(r - h) (1 - r R(r + h)) > 0, as R(x) <= 1/x"


@CLAIM.exact(part="every delta", uses=("ext.balle-wang", "ext.gaussian-tail"))
@broken("at_nineteen_fifths_some_delta_is_not", epsilon=sp.Rational(19, 5))
@because("eps = 3.8 fails near delta = 0.9.")
def up_to_fifteen_quarters_every_delta_is_safe(
    *, epsilon: sp.Rational = sp.Rational(15, 4)
) -> Outcomes:
    """At eps = 15/4, for all r; smaller eps by the part before.
    g <= delta = 5/4 e^(-r^2/2) for every r >= sqrt(2 ln(5/4)) at this epsilon.
    """
    edge = sp.Integer(3)
    near = relation(curve(epsilon, r), "<=", sp.Rational(5, 4) * sp.exp(-(r**2) / 2))
    half = epsilon / (2 * r)
    # beyond: g <= phi(r - h)/(r - h), and phi(r - h) = phi(r) e^(eps/2) e^(-h^2/2)
    left = sp.exp(-((r - half) ** 2) / 2)
    split = identity(left, sp.exp(-(r**2) / 2) * sp.exp(epsilon / 2) * sp.exp(-(half**2) / 2))
    far = sp.Rational(5, 4) * (edge - epsilon / (2 * edge)) * sp.sqrt(2 * sp.pi)
    start = relation(sp.Rational(667, 1000) ** 2, "<=", 2 * sp.log(sp.Rational(5, 4)))
    covered = Variable("r", low="667/1000", high=str(edge))
    yield inequality(replace(near, variables=(covered,)), methods=("boxes",))
    yield split
    yield inequality(relation(sp.exp(epsilon / 2), "<=", far), methods=("boxes",))
    yield inequality(start, methods=("boxes",))
    yield f"boxes for r <= {edge}, Mills' ratio beyond"


@CLAIM.exact(part="table", uses=("ext.balle-wang",))
@broken("one_hundredth_later_is_not_private", "All brackets shifted by 1/100.", later="1/100")
def thresholds_to_a_thousandth(*, later: str = "0") -> Outcome:
    """Seven values of delta, both sides.
    At each tabulated value less 1/1000 it is private, at that plus 1/1000 it is not.
    """
    found = []
    for digits, value in TABLE.items():
        small = sp.Rational(1, 10**digits)
        end, width = sp.Rational(value) + sp.Rational(later), sp.Rational(1, 1000)
        root = multiplier(small)
        for claimed in (
            relation(curve(end - width, root), "<=", small),
            relation(curve(end + width, root), ">", small),
        ):
            found.append(inequality(claimed, methods=("boxes",)))
    return all_of(*found, summary="seven brackets of width 1/500")


def violated(epsilon: int, small: sp.Rational, times: str) -> Example:
    """Whether the true delta of the calibrated noise is at most `times` the asked one."""
    claimed = relation(
        curve(eps, multiplier(delta)), "<=", sp.Rational(times) * delta, where=[(delta, "<", 1)]
    )
    return witness(claimed, epsilon=epsilon, delta=str(small))


FIVE, SIX = sp.Rational(1, 10**5), sp.Rational(1, 10**6)
BEYOND = (10, FIVE, "2.26"), (15, FIVE, "22.2"), (20, SIX, "160"), (50, SIX, "240000")


@UNCONDITIONAL.refutation(of="case")
@broken("at_eight_it_is_private", "The budget 8 is below the threshold.", cases=((8, FIVE, "1"),))
def beyond_the_threshold_the_claim_is_exceeded(*, cases: Any = BEYOND) -> Outcomes:  # noqa: ANN401
    """2.26, 22.2, 160 and 240000 times the claim at eps = 10, 15 (1e-5), 20 and 50 (1e-6)."""
    yield from (violated(*case) for case in cases)
    yield "four budgets, exact curves"
