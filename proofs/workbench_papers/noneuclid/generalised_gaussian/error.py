"""Mean square of generalised Gaussian noise: d sigma^2, for every norm.

The integral of e^(-|z|^2/(2 tau^2)) over R^d is A tau^d, as z = tau w shows, and its derivative at
tau = sigma gives E |Z|^2 = d sigma^2.  Sums of such noises are not of this law; by regularity their
mean squares add up at the price kappa_+.
"""

from typing import Any

from workbench.claims import Claim, Outcome, Outcomes, broken, dropped
from workbench.rigor.provers import norm_noise_square as noise
from workbench.rigor.provers import regular_norms as norms
from workbench.rigor.provers.theorems import proved

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
    hypotheses=r"""Z_i \text{: independent generalised Gaussians of scales } \sigma_i
        \text{the dual norm is } \kappa\text{-regular, by } \lVert \cdot \rVert_+ \text{ and } \
            \kappa_+; \; d \text{ the dimension}""",
    encoded=(norms.noises().theorem,),
    uses=(CLAIM.id, "noneuclid.kappa-regular"),
    note="As encoded P is |.|_+ and G a gradient, as in noneuclid.kappa-regular. Of a noise xi_k it"
    " is asked that its mean is 0, given those before, by the symmetry of its density, and that"
    " E |xi_k|_+^2 <= d sigma_k^2, which is noneuclid.gg-error.",
)


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


@SUMS.proof(uses=(CLAIM.id, "noneuclid.kappa-regular"))
@broken("half_of_it", "A single noise has d sigma^2, where kappa_+ = 1.", constant=norms.small / 2)
@broken("with_means", "Equal steps add up themselves.", centre=None)
@dropped("given", norms.NOISES, {
    0: "In the 1-norm the sum of n different vertices has the square n^2.",
    1: "The noises may be as large as one likes.",
})  # fmt: skip
def mean_squares_of_sums_add_up(**changes: Any) -> Outcome:  # noqa: ANN401
    """E |sum Z_i|_+^2 <= kappa_+ sum E |Z_i|_+^2 = kappa_+ d sum sigma_i^2, by induction."""
    return proved(norms.noises(**changes))
