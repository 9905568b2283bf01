"""The noise in the released momentum (eq. (6), Lemma 12).

    mhat_t - m_t = alpha sum over set bits k of t of (1 - alpha)^(t mod 2^k) z_k,
    v_t = alpha^2 sigma^2 sum over set bits k of t of (1 - alpha)^(2 (t mod 2^k))

The node of bit k ends at t - (t mod 2^k); the noises z_k of the nodes are independent.  So
E |mhat_t - m_t| <= sqrt(d v_t), v_t <= alpha^2 sigma^2 pop(t) and pop(t) <= 1 + log2 T; by
Proposition 16 log2 T may be replaced by log2(1 + 1/(2 alpha)).
"""

from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, because, broken, dropped
from workbench.rigor import integral
from workbench.rigor.provers import digit_noise as noise
from workbench.rigor.provers.digit_weights import BELOW_ONE, DIGITS
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import declare

GIVEN = (*DIGITS, *BELOW_ONE)
_DIGITS = (
    "As encoded d_k is the binary digit k of t, 0 or 1, and r_k is t mod 2^k; (1 - alpha)^y is"
    " e^(-y ln(1/(1 - alpha))), and z_k is the noise of the node of digit k"
)

VARIANCE = Claim(
    "momentum.noise-variance",
    title="Exact variance of the released momentum",
    ours=("lemma", "Equation (6)"),
    statement=r"""\mathrm{Var}(\hat m_t - m_t) = v_t \text{ in each coordinate}, \;
        v_t = \alpha^2 \sigma^2 \sum_{k : b_k(t) = 1} (1-\alpha)^{2 (t \bmod 2^k)}""",
    hypotheses=r"""\hat m_t - m_t = \alpha \sum_{k : b_k(t) = 1} (1-\alpha)^{t \bmod 2^k} z_k \
            \text{ by momentum.prefix-fenwick and momentum.momentum-identity}; \; 0 < \alpha < 1
        b_k(t) \text{ is the binary digit } k \text{ of } t, \text{ and } z_k \text{ the noise of \
            its node, new and centred, of variance } \sigma^2 \text{ in each coordinate}""",
    encoded=(noise.variance().theorem,),
    uses=("momentum.prefix-fenwick", "momentum.momentum-identity"),
    note=f"{_DIGITS}, in one coordinate: E |z_0|^2 is sigma^2, and Z_n is the sum over k < n."
    " At alpha = 1, which is left out, v_t is sigma^2, as the node of the lowest digit 1 ends at t."
    " The covariance of the noises at two times, and the law of the noise, are not claimed; sums of"
    " independent normal noises are normal by ext.normal-sums.",
)

CLAIM = Claim(
    "momentum.lem-12",
    title="Expected norm of the noise in the momentum",
    reconstructed=("lemma", "Lemma 12, eq. (6)"),
    statement=r"""\mathbb{E} \lVert \hat m_t - m_t \rVert \le \sqrt{d\, v_t}, \quad
        v_t \le \alpha^2 \sigma^2\, \mathrm{pop}(t), \quad
        \mathrm{pop}(t) \le 1 + \log_2 T; \quad
        \text{also } v_t \le \alpha^2 \sigma^2 \Big( 1 + \log_2\big(1 +
        \tfrac{1}{2\alpha}\big) \Big)""",
    hypotheses=r"""1 \le t \le T, \; 0 < \alpha < 1
        \hat m_t - m_t, v_t \text{ and the noise as in momentum.noise-variance}""",
    parts=("norm", "number of pieces", "logarithm", "sharp"),
    encoded={
        "norm": (noise.length().theorem,), "number of pieces": (noise.pieces().theorem,),
        "logarithm": (noise.logarithmic().theorem,), "sharp": (noise.sharp().theorem,),
    },
    uses=("momentum.noise-variance", "momentum.prop-16"),
    note=f"{_DIGITS}, in D = d coordinates. In the norm x > 0 is any number with D v_t <= x^2: its"
    " least value is the root, or x is as small as one likes where v_t = 0. So the mean is at most"
    " alpha sigma sqrt(d (1 + log2 T)). At alpha = 1, which is left out, v_t is sigma^2.",
)  # fmt: skip

MEAN = Claim(
    "momentum.lem-12.exact",
    title="The expected norm itself",
    ours=("lemma", "Lemma 12, sharpened"),
    statement=r"""\mathbb{E} \lVert \hat m_t - m_t \rVert
        = \sqrt{2 v_t}\, \frac{\Gamma(\frac{d+1}{2})}{\Gamma(\frac d2)}""",
    hypotheses=r"d \ge 1",
    uses=("momentum.noise-variance", "ext.normal-sums"),
)


@VARIANCE.proof
@broken("variances_take_squares", "t = 3: 1 + (1 - alpha) for 1 + (1 - alpha)^2.", power=1)
@broken("noise_that_is_drawn_once", "Equal noises add up, not their squares.", of=noise.drawn(None))
@dropped("given", noise.ALIKE, {
    0: "alpha = 2 has no power.", 1: "d_0 = 2: 4 = 2.", 2: "Other nodes may have more noise.",
})  # fmt: skip
def each_node_enters_with_the_square_of_its_factor(**changes: Any) -> Outcome:  # noqa: ANN401
    """Each noise is orthogonal to those before it, and d_k^2 = d_k."""
    return proved(noise.variance(**changes))


@CLAIM.proof(part="norm")
@broken("half_of_it", "One node, whose noise is 1 or -1, in one dimension.", share=Fraction(1, 2))
@broken("noise_that_is_drawn_once", "Then factors add up.", of=noise.drawn(None))
@dropped("given", noise.DRAWN, {
    0: "alpha = 2 has no power.", 1: "d_0 = 2: 2 <= sqrt(2).", 2: "z may be any noise.",
    3: "x may be small."})  # fmt: skip
def the_norm_is_below_the_root_of_the_mean_square(**changes: Any) -> Outcome:  # noqa: ANN401
    """|u| <= (|u|^2/x + x)/2, and E |mhat_t - m_t|^2 = d v_t."""
    return proved(noise.length(**changes))


@CLAIM.proof(part="number of pieces")
@broken("one_less", "t = 1: sigma^2 alpha^2 <= 0.", less=1)
@dropped("given", noise.BITS, {
    0: "d = (1, -1), r_1 > 0: 1 - (1 - alpha)^(2 r_1) <= 0.", 1: "alpha = 2 has no power.",
})  # fmt: skip
def each_factor_is_at_most_one(**changes: Any) -> Outcome:  # noqa: ANN401
    """(1 - alpha)^(2 r) <= 1."""
    return proved(noise.pieces(**changes))


@CLAIM.proof(part="logarithm")
@broken("the_logarithm_alone_is_too_small", "pop(1) = 1 and log2 1 = 0.", less=1)
@dropped("given", noise.COUNTED, {
    0: "n = 1, d_0 = t = T = 9: 9 <= 4.2.",
    1: "Only the proof is refused: a larger r_0 makes t larger.", 2: "r may be 1 for all digits.",
    3: "t may be another number.", 4: "Only the proof is refused: t > 0 is a whole number.",
    5: "t = 3, T = 1: 2 <= 1."})  # fmt: skip
def pop_is_at_most_one_plus_the_logarithm(**changes: Any) -> Outcome:  # noqa: ANN401
    """pop(t) <= log2(t + 1) <= 1 + log2 T, digit by digit."""
    return proved(noise.logarithmic(**changes))


@CLAIM.proof(part="sharp")
@broken("a_larger_alpha", "alpha = 1/2, t = 3: 1.25 <= 1 + log2(1 + 1/50).", inside=100)
@dropped("given", GIVEN, {
    0: "d_0 = 9.", 1: "Only the proof is refused: from a larger r_0 on weights are smaller.",
    2: "All r may be 0.", 3: "alpha = 2 has no power."})  # fmt: skip
def proposition_16_bounds_the_sum(**changes: Any) -> Outcome:  # noqa: ANN401
    """Phi_2(t) <= 1 + log2(1 + 1/(2 alpha))."""
    return proved(noise.sharp(**changes))


_GAMMA = (sp.sqrt(2 / sp.pi), sp.sqrt(sp.pi / 2), 2 * sp.sqrt(2 / sp.pi))


@MEAN.exact(corner="d = 1, 2, 3, the integral over [0, 40]")
@broken("the_root_of_the_dimension_is_larger", values=(sp.Integer(1), sp.sqrt(2), sp.sqrt(3)))
@because("sqrt(d) is an upper bound and not the mean.")
def quadrature_of_the_norm_agrees(*, values: tuple[sp.Expr, ...] = _GAMMA) -> Outcome:
    """The mean norms are sqrt(2/pi), sqrt(pi/2) and 2 sqrt(2/pi).
    E|Z| for v = 1, d = 1, 2, 3: integrals of r^d e^(-r^2/2) over [0, 40], normalised.
    """
    r, found, slack = declare("real r"), [], sp.Rational(1, 10**9)
    masses = (sp.sqrt(sp.pi / 2), sp.Integer(1), sp.sqrt(sp.pi / 2))
    for dim, mass, value in zip((1, 2, 3), masses, values, strict=True):
        density = r**dim * sp.exp(-(r**2) / 2) / mass
        found.append(integral(density, r, 0, 40, "<=", value * (1 + slack)))
        found.append(integral(density, r, 0, 40, ">=", value * (1 - slack)))
    return all_of(*found)
