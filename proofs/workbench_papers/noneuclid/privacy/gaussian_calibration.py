"""Where the classical noise sigma^2 = 2 D^2 ln(c/delta)/eps^2 is private, for every delta.

Write s = sqrt(2 ln(c/delta)), so that delta = c e^(-s^2/2) and sigma = s D/eps, and h = eps/(2s).
The exact curve of the mechanism becomes

    g(h) = Phi(h - s) - e^(2 s h) Phi(-h - s),     private if and only if g(h) <= delta.

(1) For fixed delta, g' = 2 phi(s - h) (1 - s R(s + h)) with Mills' ratio R(x) < 1/x, so g increases
    from 0 to 1: there is exactly one threshold eps*_c(delta), and the noise is private up to it.
(2) So a range of eps for every delta is one line in s.  At eps = 15/4 and c = 5/4 the line is
    covered by boxes for s <= 3; beyond, g <= phi(s - h)/(s - h) and delta = 5/4 e^(-s^2/2).
(3) Beyond its threshold the noise is not private: at (10, 1e-5) the true delta is 2.26e-5.

The threshold at delta = 1e-5 is 8.4198...; the smallest over all delta is about 3.787.
"""

from dataclasses import replace

import sympy as sp

from workbench.claims import Claim, Example, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import identity, inequality, visible, witness
from workbench.symbolic import Variable, declare, relation
from workbench.symbolic.variables import Op

CLAIM = Claim(
    "noneuclid.gauss-calibration",
    title="The classical Gaussian noise is private exactly up to a threshold",
    ours=("lemma", "slide: Gaussian Mechanism, with the constant made explicit"),
    statement=r"""\sigma^2 = \frac{2 \Delta_2^2 \ln(c/\delta)}{\epsilon^2}: \quad
        (\epsilon, \delta)\text{-DP} \Longleftrightarrow \epsilon \le \epsilon_c^\ast(\delta); \quad
        \epsilon_{5/4}^\ast(\delta) \ge \tfrac{15}{4} \;\forall \delta \in (0, 1); \quad
        8.419 \le \epsilon_{5/4}^\ast(10^{-5}) \le 8.420, \;
        7.968 \le \epsilon_1^\ast(10^{-5}) \le 7.969""",
    hypotheses=r"""c \ge 1, \; \epsilon > 0, \; 0 < \delta < 1
        \ell_2 \text{ sensitivity } \Delta_2, \text{ attained}""",
    parts=("one threshold", "every delta", "at 1e-5"),
    repairs=("noneuclid.gauss-calibration.unconditional",
             "noneuclid.gauss-calibration.constant-one"),
    uses=("ext.balle-wang",),
)  # fmt: skip

UNCONDITIONAL = Claim(
    "noneuclid.gauss-calibration.unconditional",
    title="The classical Gaussian noise for every epsilon",
    reading=("erratum", "slide: Gaussian Mechanism, read for every epsilon with the constant 5/4"),
    statement=r"""\sigma^2 = \frac{2 \Delta_2^2 \ln(1.25/\delta)}{\epsilon^2}
        \text{ is } (\epsilon, \delta)\text{-DP}""",
    hypotheses=r"\epsilon > 0, \; 0 < \delta < 1",
    uses=("ext.balle-wang",),
    note="The slide hides the constant in O(.); this reading, with the constant of the textbooks,"
    " is the one that is implemented.",
)

ONE = Claim(
    "noneuclid.gauss-calibration.constant-one",
    title="The Gaussian noise with ln(1/delta) for every delta and epsilon up to 1",
    reading=("erratum", "slide: Gaussian Mechanism, read with the constant 1"),
    statement=r"""\sigma^2 = \frac{2 \Delta_2^2 \ln(1/\delta)}{\epsilon^2}
        \text{ is } (\epsilon, \delta)\text{-DP}""",
    hypotheses=r"0 < \epsilon \le 1, \; 0 < \delta < 1",
    uses=("ext.balle-wang",),
    note="The constant is c in 2 ln(c/delta). Not private for delta near 1, where the noise"
    " vanishes; at delta <= 1/2 no violation is known.",
)

s, h, eps, delta = declare("s h epsilon delta > 0")


def upper_tail(x: sp.Expr) -> sp.Expr:
    """Phi(-x)."""
    return sp.erfc(x / sp.sqrt(2)) / 2


def curve(epsilon: sp.Expr, root: sp.Expr) -> sp.Expr:
    """True delta at epsilon of the noise sigma = root D/epsilon."""
    half = epsilon / (2 * root)
    return upper_tail(root - half) - sp.exp(epsilon) * upper_tail(root + half)


@CLAIM.exact(part="one threshold", uses=("ext.balle-wang", "ext.gaussian-tail"))
@broken("twice_the_tail_bound_is_too_much", tail=2 / (s + h))
@because("With 2/x in place of 1/x the sign is open.")
def the_true_delta_increases_with_epsilon(*, tail: sp.Expr = 1 / (s + h)) -> Outcomes:
    """s/(s + h) < 1; at h = 0 the curve is 0 and for h to infinity it tends to 1.
    g' = 2 phi(s - h) - 2 s e^(2sh) Phi(-s - h), which is positive if Phi(-x) <= tail phi(x).
    """
    phi = sp.exp(-((s - h) ** 2) / 2) / sp.sqrt(2 * sp.pi)
    other = sp.exp(-((s + h) ** 2) / 2) / sp.sqrt(2 * sp.pi)
    g = curve(2 * s * h, s)
    slope = 2 * phi - 2 * s * sp.exp(2 * s * h) * upper_tail(s + h)
    yield identity(sp.diff(g, h), slope)
    yield identity(sp.exp(2 * s * h) * other, phi)
    yield visible(s * tail, "<", 1)
    yield "g' = 2 phi(s - h) (1 - s R(s + h)) > 0, as R(x) <= 1/x"


@CLAIM.exact(part="every delta", uses=("ext.balle-wang", "ext.gaussian-tail"))
@broken("at_nineteen_fifths_some_delta_is_not", epsilon=sp.Rational(19, 5))
@because("eps = 3.8 fails near delta = 0.9.")
def up_to_fifteen_quarters_every_delta_is_safe(
    *, epsilon: sp.Rational = sp.Rational(15, 4)
) -> Outcomes:
    """At eps = 15/4, for all s; smaller eps by the part before.
    g <= 5/4 e^(-s^2/2) for every s >= sqrt(2 ln(5/4)) at this epsilon.
    """
    edge = sp.Integer(3)
    near = relation(curve(epsilon, s), "<=", sp.Rational(5, 4) * sp.exp(-(s**2) / 2))
    covered = Variable("s", low="667/1000", high=str(edge))
    half = epsilon / (2 * s)
    # e^(-(s-h)^2/2) = e^(-s^2/2) e^(eps/2) e^(-h^2/2), and h = eps/(2s)
    left = sp.exp(-((s - half) ** 2) / 2)
    split = identity(left, sp.exp(-(s**2) / 2) * sp.exp(epsilon / 2) * sp.exp(-(half**2) / 2))
    right = sp.Rational(5, 4) * (edge - epsilon / (2 * edge))
    far = relation(sp.exp(epsilon / 2) / sp.sqrt(2 * sp.pi), "<=", right)
    start = relation(sp.Rational(667, 1000) ** 2, "<=", 2 * sp.log(sp.Rational(5, 4)))
    yield inequality(replace(near, variables=(covered,)), methods=("boxes",))
    yield split
    yield inequality(far, methods=("boxes",))
    yield inequality(start, methods=("boxes",))
    yield f"boxes for s <= {edge}, Mills' ratio beyond"


def at(c: sp.Rational, epsilon: sp.Rational, small: sp.Rational) -> sp.Expr:
    """True delta of the noise with constant c that was calibrated for (epsilon, small)."""
    return curve(epsilon, sp.sqrt(2 * sp.log(c / small)))


@CLAIM.exact(part="at 1e-5", uses=("ext.balle-wang",))
@broken("one_hundredth_later_is_not_private", "8.429 lies beyond the threshold.", first="8.429")
def two_thresholds_to_a_thousandth(*, first: str = "8.419", second: str = "7.968") -> Outcome:
    """8.419 and 8.420 for c = 5/4; 7.968 and 7.969 for c = 1.
    delta = 1e-5: private at `first` and `second`, not 1/1000 later.
    """
    small, found = sp.Rational(1, 10**5), []
    for c, end in ((sp.Rational(5, 4), sp.Rational(first)), (sp.Integer(1), sp.Rational(second))):
        later = end + sp.Rational(1, 1000)
        found.append(inequality(relation(at(c, end, small), "<=", small), methods=("boxes",)))
        found.append(inequality(relation(at(c, later, small), ">", small), methods=("boxes",)))
    return all_of(*found, summary="two brackets of width 1/1000")


def judged(
    c: sp.Rational, epsilon: object, small: object, *where: tuple[sp.Expr, Op, int]
) -> Example:
    """Whether the true delta of the calibrated noise is at most the asked one."""
    root = sp.sqrt(2 * sp.log(c / delta))
    claimed = relation(curve(eps, root), "<=", delta, where=[(delta, "<", 1), *where])
    return witness(claimed, epsilon=epsilon, delta=small)


@UNCONDITIONAL.refutation(of="case")
@broken("at_eight_it_is_private", "eps = 8 lies below the threshold.", epsilon=8)
def at_ten_the_true_delta_is_more_than_twice_the_claim(*, epsilon: object = 10) -> Example:
    """The true delta at eps = 10, delta = 1e-5: 2.265e-5."""
    return judged(sp.Rational(5, 4), epsilon, "1/100000")


@ONE.refutation(of="case")
@broken("with_five_quarters_it_is_private", "The same point with c = 5/4.", c=sp.Rational(5, 4))
def at_a_large_delta_the_noise_is_too_small(*, c: sp.Rational = sp.Integer(1)) -> Example:
    """At eps = 4/5, delta = 99/100 the mechanism has delta(4/5) = 0.9929 > 0.99."""
    return judged(c, "4/5", "99/100", (eps, "<=", 1))
