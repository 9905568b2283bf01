"""The generalised Gaussian mechanism: its normaliser, and a sampler for l_q.

The density depends on the norm alone, and a ball of radius r has volume r^d vol(B), so

    int h(|z|) dz = vol(B) int_0^inf d r^(d-1) h(r) dr.

With h(r) = e^(-r^2/(2 sigma^2)) that is the normaliser; h(r) = e^(-r^q) and u = r^q give (2 Gamma(1
+ 1/q))^d on the left for l_q, and so the volume of its ball.  Two laws whose densities depend on
the norm alone have the same law of directions, independent of the norm: so the direction may be
drawn as g/|g|_q with independent g_j of density ~ e^(-|g|^q), and the radius apart from it, with
density ~ r^(d-1) e^(-r^2/(2 sigma^2)).

Normalised Gaussians have another law of directions unless q = 2.
"""

import math
from typing import Any

import numpy as np
import sympy as sp
from scipy import stats

from workbench.claims import (
    Claim,
    Figure,
    Grade,
    Outcome,
    Outcomes,
    Run,
    because,
    broken,
    fails,
    holds,
)
from workbench.privacy import GeneralizedGaussian
from workbench.rigor import certify, identity
from workbench.rigor.provers import radial_integrals as radial
from workbench.symbolic import declare, relation
from workbench.symbolic.text import parse

CLAIM = Claim(
    "noneuclid.gg-mech",
    title="The generalised Gaussian mechanism: its density, for any norm",
    reconstructed=("mechanism", "slide: Generalized Gaussian (GG) Mechanism, with the constant C"),
    statement=r"""\begin{gathered}
        g(z) = C \exp\{-\lVert z - A(S) \rVert_+^2/(2 \sigma^2)\} \text{ has the integral } 1
        \text{ over } \mathbb{R}^d: \\
        C^{-1} = \operatorname{vol}(B_+)\, d\, 2^{d/2 - 1} \sigma^d\, \Gamma(d/2)
        \end{gathered}""",
    hypotheses=r"""\lVert \cdot \rVert_+ \text{: any norm on } \mathbb{R}^d, \; d \ge 1
        \sigma > 0
        B_+ \text{: its unit ball; } \{\lVert z \rVert_+ \le r\} \text{ has the volume } r^d \
            \operatorname{vol}(B_+) \text{, so that } \textstyle \int_{\mathbb{R}^d} h(\lVert z \
            \rVert_+)\, \mathrm{d}z = \int_0^\infty h(r) \operatorname{vol}(B_+)\, d\, r^{d - 1} \
            \, \mathrm{d}r
        \textstyle \Gamma(s) = 2 \int_0^\infty t^{2 s - 1} e^{-t^2}\, \mathrm{d}t""",
    parts=("odd dimension", "even dimension"),
    encoded={"odd dimension": (radial.normaliser(True),),
             "even dimension": (radial.normaliser(False),)},
    note="On the slide the norm is one by which a space is kappa-regular, and A has a sensitivity;"
    " both are for the privacy, `noneuclid.gg-privacy`, and not for the density. As encoded d is"
    " 2 k + 1 or 2 k + 2, V is vol(B_+) and r the norm of z - A(S), of which Lebesgue measure makes"
    " one with the density V d r^(d-1) on r > 0, the derivative of the volume of a ball. The gamma"
    " function is told by Euler's integral, with t^2 for its variable.",
)  # fmt: skip

SAMPLER = Claim(
    "noneuclid.gg-mech.sampler",
    title="A sampler of generalised Gaussian noise in l_q, and its variance",
    ours=("mechanism", "slide: Generalized Gaussian (GG) Mechanism; not on the slide"),
    statement=r"""\begin{gathered}
        \operatorname{vol}(B_q) = \frac{(2 \Gamma(1 + 1/q))^d}{\Gamma(1 + d/q)}, \quad
        Z = \sigma R\, \frac{g}{\lVert g \rVert_q}, \; R \sim \chi_d, \;
        g_j = G_j^{1/q} V_j, \; G_j \sim \operatorname{Gamma}(1 + \tfrac1q), \;
        V_j \sim U[-1, 1]; \\
        \mathbb{E} Z_1^2 = \sigma^2 d\, \frac{\Gamma(3/q)\, \Gamma(d/q)}
        {\Gamma(1/q)\, \Gamma((d + 2)/q)}
        \end{gathered}""",
    hypotheses=r"""R, G_1, V_1, \dots, G_d, V_d \text{ independent}, \; q \ge 2""",
    parts=("volume", "sampler", "variance"),
    uses=(CLAIM.id,),
    note="Z has the density of noneuclid.gg-mech for the norm of l_q.",
)


@CLAIM.proof(part="odd dimension")
@broken("another_width", "e^(-r^2/sigma^2) has another normaliser.", width=1)
@broken("twice_of_it", "At d = 1 it is V sigma sqrt(pi/2).", times=2)
@broken("another_volume", "At d = 1 it is 2 V sigma^2 then, not V sigma sqrt(pi/2).", volume=1)
@broken("any_scale", "At sigma = -1 it would be negative.", spread=radial.ANY)
def the_line_is_the_first_one(**changes: Any) -> Outcome:  # noqa: ANN401
    """By parts, from d to d + 2: V d sigma^2, and d/2 for the gamma function."""
    return radial.is_normaliser(True, **changes)


@CLAIM.proof(part="even dimension")
@broken("another_width", "e^(-r^2/sigma^2) has another normaliser.", width=1)
@broken("twice_of_it", "At d = 2 it is 2 V sigma^2, not 4 V sigma^2.", times=2)
@broken("another_volume", "At d = 2 it is 3 V sigma^3 sqrt(pi/2) then.", volume=1)
@broken("any_scale", "At sigma = 0 there is no density.", spread=radial.ANY)
def the_plane_is_the_first_one(**changes: Any) -> Outcome:  # noqa: ANN401
    """The same steps."""
    return radial.is_normaliser(False, **changes)


q, sigma, d, u, k = declare("q sigma d u > 0, k >= 0")


def moment(value: sp.Expr) -> Outcome:
    """x^k dx = value du for u = x^q: the integral of x^k e^(-x^q) is Gamma((k+1)/q)/q."""
    x = u ** (1 / q)
    return identity(x**k * sp.diff(x, u), value)


@SAMPLER.exact(part="volume")
@broken("the_jacobian_counts", value=u ** ((k + 1) / q - 1))
@because("Without the factor 1/q both sides differ.")
def both_sides_are_gamma_functions(*, value: sp.Expr = u ** ((k + 1) / q - 1) / q) -> Outcome:
    """The two cases are k = 0: 2 Gamma(1/q)/q for a coordinate; k = d - 1: vol d Gamma(d/q)/q."""
    return moment(value)


n, i = declare("integer n > 0, integer i")
size = sp.IndexedBase("size", positive=True)  # |g_i|


@SAMPLER.exact(part="sampler")
@broken("that_of_gaussians_does_not", "sum |g_i|^2 is no function of |g|_q.", power=sp.Integer(2))
def the_product_density_depends_on_the_norm(*, power: sp.Expr = q) -> Outcomes:
    """The exponents add up to a norm:
    sum |g_i|^q = |g|_q^q: the density of the product depends on the norm alone, size = |g|.
    The exponent of the product density is a function of |g|_q, and |g_j| has that density.
    G^(1/q) has density ~ y^q e^(-y^q); times a uniform number: the integral of that over y > x,
    divided by y, is e^(-x^q).
    """
    y = declare("y > 0")
    norm = parse(f"((sum(i = 1..n, size[i]^q))^(1/q))^{power} >= 0").left  # nothing is cancelled
    powers = relation(sp.Sum(size[i] ** power, (i, 1, n)), "=", norm, where=[(2, "<=", q)])
    law = u ** (1 / q) * sp.exp(-u) * sp.diff(y**q, y)
    yield certify(powers)
    yield identity(sp.diff(-sp.exp(-(y**q)), y), law / y, where=[(u, "=", y**q)])


@SAMPLER.exact(part="variance")
@broken("not_so_with_a_squared_moment", "E g_1^2 is not (E |g|_q^2)^2 E U_1^2.", power=2)
def norm_and_direction_are_independent(*, power: int = 1) -> Outcomes:
    """E g_1^2 = E |g|_q^2 E U_1^2, and E R^2 = d.
    E U_1^2 = E g_1^2/E |g|_q^2, as U and |g|_q are independent.
    E g_1^2 = Gamma(3/q)/Gamma(1/q) and E |g|_q^2 = Gamma((d+2)/q)/Gamma(d/q), by k = 2, 0, d + 1,
    d - 1 in the moments.
    """
    first, other, mean = declare("E_coordinate E_norm E_direction > 0")
    total = sigma**2 * d * first / other
    yield moment(u ** ((k + 1) / q - 1) / q)
    yield identity(sigma**2 * d * mean, total, where=[(first, "=", mean * other**power)])


ORDER, DIMENSION = 4, 5


def laws(sample: np.ndarray, run: Run) -> Outcome:
    """Norm^2 against chi^2_d and |U_1|^q against Beta(1/q, (d-1)/q): two DKW-Massart bands."""
    draws = len(sample)
    norm = (np.abs(sample) ** ORDER).sum(axis=1) ** (1 / ORDER)
    pair = (
        (norm**2, stats.chi2(DIMENSION)),
        ((np.abs(sample[:, 0]) / norm) ** ORDER, stats.beta(1 / ORDER, (DIMENSION - 1) / ORDER)),
    )
    steps = np.arange(draws + 1) / draws
    distances = []
    for values, law in pair:
        cdf = law.cdf(np.sort(values))
        distances.append(float(max(np.max(steps[1:] - cdf), np.max(cdf - steps[:-1]))))
    band = math.sqrt(math.log(4 / float(run.alpha)) / (2 * draws))
    decide = fails if max(distances) > band else holds
    return decide(
        "DKW-Massart band",
        f"distances {distances[0]:.5f} and {distances[1]:.5f}, allowed {band:.5f}",
        grade=Grade.SUPPORTED, alpha=run.alpha, looks=2,
        figures=(Figure("draws", draws), Figure("band", band)),
        power=f"a law at distance {2 * band:.4f} is rejected with probability 1 - alpha",
        trust=("numpy", "scipy", "floating point"),
    )  # fmt: skip


@SAMPLER.statistical(corner="the sampler of workbench.privacy, q = 4, d = 5, sigma = 1")
def draws_have_the_declared_norm_and_direction(run: Run) -> Outcome:
    """|Z|^2 ~ chi^2_d, |U_1|^q ~ Beta(1/q, (d-1)/q)."""
    law = GeneralizedGaussian(sigma=1.0, order=ORDER, dimension=DIMENSION)
    return laws(law.sample(run.rng("noise"), (run.effort(quick=100_000, full=1_000_000),)), run)


@draws_have_the_declared_norm_and_direction.mutant
def normalised_gaussians_are_caught(run: Run) -> Outcome:
    """The same radius with the direction of a Gaussian vector."""
    rng = run.rng("noise")
    g = rng.normal(size=(run.effort(quick=100_000, full=1_000_000), DIMENSION))
    g /= (np.abs(g) ** ORDER).sum(axis=1, keepdims=True) ** (1 / ORDER)
    return laws(g * np.sqrt(rng.chisquare(DIMENSION, len(g)))[:, None], run)
