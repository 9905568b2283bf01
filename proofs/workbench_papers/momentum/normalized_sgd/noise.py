"""The noise in the released momentum (eq. (6), Lemma 12).

    mhat_t - m_t ~ N(0, v_t I),   v_t = alpha^2 sigma^2 sum over set bits k of t of
                                        (1 - alpha)^(2 (t mod 2^k))

The node of bit k ends at t - (t mod 2^k) and enters with the factor alpha (1 - alpha)^(t mod 2^k);
nodes are independent.  So E |mhat_t - m_t| <= sqrt(d v_t) <= alpha sigma sqrt(d pop(t))
<= alpha sigma sqrt(d (1 + log2 T)), and by Proposition 16 log2 T may be replaced by
log2(1 + 1/(2 alpha)).
"""

from fractions import Fraction

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, because, broken
from workbench.rigor import certify, identity, integral, visible
from workbench.symbolic import declare
from workbench.symbolic.text import parse
from workbench_papers.momentum import _tree as tree

VARIANCE = Claim(
    "momentum.noise-variance",
    title="Exact variance of the released momentum",
    ours=("lemma", "Equation (6)"),
    statement=r"""\hat m_t - m_t \sim \mathcal{N}(0, v_t I), \quad
        v_t = \alpha^2 \sigma^2 \sum_{k : b_k(t) = 1} (1-\alpha)^{2 (t \bmod 2^k)}""",
    hypotheses=r"\text{each node's noise } \mathcal{N}(0, \sigma^2 I) \text{ is drawn once}",
    uses=("momentum.prefix-fenwick", "momentum.momentum-identity", "ext.normal-sums"),
)

CLAIM = Claim(
    "momentum.lem-12",
    title="Expected norm of the noise in the momentum",
    reconstructed=("lemma", "Lemma 12, eq. (6)"),
    statement=r"""\mathbb{E} \lVert \hat m_t - m_t \rVert \le \sqrt{d\, v_t}
        \le \alpha \sigma \sqrt{d\, \mathrm{pop}(t)} \le \alpha \sigma \sqrt{d (1 + \log_2 T)};
        \quad \text{also} \le \alpha \sigma \sqrt{d\, \big( 1 + \log_2(1 +
        \tfrac{1}{2\alpha}) \big)}""",
    hypotheses=r"1 \le t \le T, \; 0 < \alpha < 1",
    parts=("number of pieces", "logarithm", "sharp"),
    uses=("momentum.noise-variance", "momentum.prop-18", "momentum.prop-16", "ext.second-moment"),
)

MEAN = Claim(
    "momentum.lem-12.exact",
    title="The expected norm itself",
    ours=("lemma", "Lemma 12, sharpened"),
    statement=r"""\mathbb{E} \lVert \hat m_t - m_t \rVert
        = \sqrt{2 v_t}\, \frac{\Gamma(\frac{d+1}{2})}{\Gamma(\frac d2)}""",
    hypotheses=r"d \ge 1",
    uses=("momentum.noise-variance",),
)

q, alpha, sigma, d = declare("q >= 0, alpha sigma d > 0")


@VARIANCE.exact
@broken("variances_take_squares", power=1)
@because("(1 - alpha)^r is the factor of the value, not of the variance.")
def each_node_enters_with_the_square_of_its_factor(*, power: int = 2) -> Outcome:
    """Node k ended t mod 2^k steps ago (prefix-fenwick) and is independent of the others.
    (alpha q^r)^2 sigma^2 = alpha^2 sigma^2 q^(2 r) for the node that ended r steps ago.
    """
    text = f"(alpha*q^r)^2*sigma^2 = alpha^2*sigma^2*q^({power}*r)"
    return certify(parse(text, where="alpha, sigma, q > 0, integer r >= 0"))


@VARIANCE.exact(corner="alpha = 1/2, t up to 32")
@broken("noise_per_gradient_is_another_variance", resampled=True)
@because("Independent noise on each gradient has the variance of a geometric series.")
def pieces_and_bits_give_the_same_variance(*, last: int = 32, resampled: bool = False) -> Outcome:
    """The variances at t = 1, 2, ... are 1, 1, 5/4, 1, 5/4, 17/16, 81/64, 1, ...
    v_t/(alpha sigma)^2 from the bits and from the pieces of COMPOSE(1, t), at alpha = 1/2.
    """
    decay, found = Fraction(1, 2), []
    for t in range(1, last + 1):
        pieces = [t - z for _, z in tree.compose(1, t)]
        if resampled:  # as if each gradient carried noise of its own
            pieces = list(range(t))
        bits = [t % 2**k for k in range(t.bit_length()) if t >> k & 1]
        left, right = (sum(decay ** (2 * r) for r in ages) for ages in (pieces, bits))
        found.append(identity(left, right))
    return all_of(*found, summary=f"t up to {last}")


n, i = declare("integer n > 0, integer i")
drop = sp.IndexedBase("s", nonnegative=True)  # 1 - (1 - alpha)^(2 r)


@CLAIM.exact(part="number of pieces")
@broken("half_the_pieces_are_too_few", "Young nodes have factor 1.", count=n / 2)
def each_factor_is_at_most_one(*, count: sp.Expr = n) -> Outcome:
    """v_t <= alpha^2 sigma^2 pop(t).
    d alpha^2 sigma^2 sum_i (1 - s_i) <= alpha^2 sigma^2 d count: both sides are squares.
    """
    variance = alpha**2 * sigma**2 * sp.Sum(1 - drop[i], (i, 1, n))
    gap = alpha**2 * sigma**2 * d * (sp.Sum(drop[i], (i, 1, n)) + count - n)
    return visible(d * variance, "<=", d * alpha**2 * sigma**2 * count, gap=gap)


def bits(factor: int) -> Outcome:
    """2^pop(t) <= t + 1 <= factor t for t >= 1."""
    t, power = declare("integer t > 0, u > 0")
    gap = (t + 1 - power) + (factor - 1) * t - 1
    return visible(power, "<=", factor * t, where=[(power, "<=", t + 1)], gap=gap)


@CLAIM.exact(part="logarithm")
@broken("the_logarithm_alone_is_too_small", "pop(1) = 1 and log2 1 = 0.", factor=1)
def pop_is_at_most_one_plus_the_logarithm(*, factor: int = 2) -> Outcome:
    """pop(t) <= log2(t + 1) <= 1 + log2 t <= 1 + log2 T."""
    return bits(factor)


@CLAIM.exact(part="sharp")
@broken("half_of_it_is_too_small", "Half of the bound is exceeded where Phi is near it.", factor=1)
def proposition_16_bounds_the_sum(*, factor: int = 2) -> Outcome:
    """Phi_2(t) <= 1 + log2(1 + 1/(2 alpha)).
    Phi <= B gives d alpha^2 sigma^2 Phi <= 2 alpha^2 sigma^2 d B/2.
    """
    Phi, B = declare("Phi B > 0")
    unit = d * alpha**2 * sigma**2
    return visible(unit * Phi, "<=", factor * unit * B / 2, where=[(Phi, "<=", B)])


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
