"""Mean square of generalised Gaussian noise: d sigma^2, for every norm.

The integral of e^(-|z|^2/(2 tau^2)) over R^d is A tau^d, as z = tau w shows, and its derivative at
tau = sigma gives E |Z|^2 = d sigma^2.  Sums of such noises are not of this law; by regularity their
mean squares add up at the price kappa_+.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcomes, broken, dropped
from workbench.rigor import follows, identity
from workbench.rigor.provers import norm_noise_square as noise
from workbench.symbolic import declare

CLAIM = Claim(
    "noneuclid.gg-error",
    title="Mean square of generalised Gaussian noise",
    printed=("proposition", "slide: Proposition [BGN'21], second item"),
    statement=r"""\mathbb{E} \lVert Z \rVert_+^2 = d \sigma^2, \quad
        \mathbb{E} \lVert Z \rVert_\ast^2 \le d \sigma^2, \quad Z = A_{GG}(S) - A(S)""",
    hypotheses=r"""\text{density of } Z \propto e^{-\lVert z \rVert_+^2/(2 \sigma^2)}, \; \
            d \ge 1, \; \sigma > 0
        \lVert z \rVert_\ast \le \lVert z \rVert_+ \text{ on } \mathbb{R}^d""",
    encoded=(noise.mean_square(), noise.mean_square(">="), noise.mean_square(of=noise.star)),
    note="As encoded z has any law with a positive density on R^d, and c is 1 over it; r = |z|_+,"
    " star = |z|_*, and p is the density of the noise over that law. A tau^d, the number A being"
    " no algorithm here, is the integral of e^(-|z|_+^2/(2 tau^2)) over R^d, which z = tau w makes"
    " one of e^(-|w|_+^2/2). The slide has the bound on |Z|_* alone; the equation for |Z|_+ is"
    " ours.",
)

SUMS = Claim(
    "noneuclid.gg-error.sums",
    title="Mean square of a sum of generalised Gaussian noises",
    ours=("lemma", "slide: Proposition [BGN'21], for sums"),
    statement=r"\mathbb{E} \lVert \sum_i Z_i \rVert_+^2 \le \kappa_+ d \sum_i \sigma_i^2",
    hypotheses=r"Z_i \text{: independent generalised Gaussians of scales } \sigma_i",
    uses=(CLAIM.id, "noneuclid.kappa-regular"),
)

n, i, k_plus, d = declare("integer n > 0, integer i, kappa_plus d > 0")
scale = sp.IndexedBase("scale", positive=True)


@CLAIM.proof
@broken("one_dimension_less", "For d = 1 it would be 0.", size=(noise.d - 1) * noise.sigma**2)
@broken("one_dimension_more", "It is d sigma^2.", least=(noise.d + 1) * noise.sigma**2)
@broken("of_no_measure", "c may be as large as one likes, or 0.", every=())
@dropped("sure", (noise.SMALLER, noise.DENSITY), {0: "|z|_* may be 2 |z|_+.", 1: "p may be large."})
def the_integral_is_a_power_of_the_scale(
    *, least: Any = noise.d * noise.sigma**2, **changes: Any  # noqa: ANN401
) -> Outcomes:  # fmt: skip
    """0 <= e^(dy) - 1 + (e^(-2y) - 1) M/2 for tau = sigma e^y, for all y; M = E |Z|_+^2/sigma^2."""
    yield noise.shown(of=noise.star, **changes)
    yield noise.shown(**changes)
    yield noise.shown(">=", **({"size": least} | changes))


@SUMS.exact
@broken("without_the_constant", "It does not follow if kappa_+ > 1.", constant=sp.Integer(1))
def mean_squares_of_sums_add_up(*, constant: sp.Expr = k_plus) -> Outcomes:
    """E |sum Z_i|_+^2 <= kappa_+ sum E |Z_i|_+^2 = kappa_+ d sum sigma_i^2."""
    total, squares = declare("E_sum >= 0"), sp.Sum(scale[i] ** 2, (i, 1, n))
    parts = sp.Sum(d * scale[i] ** 2, (i, 1, n))
    yield identity(k_plus * parts, k_plus * d * squares)
    premises = [(1, total, k_plus * d * squares)]
    rest = (constant - k_plus) * d * squares
    yield follows(total, constant * d * squares, premises, rest=rest, where=[(1, "<=", k_plus)])
