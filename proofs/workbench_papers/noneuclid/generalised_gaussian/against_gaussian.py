"""Isotropic Gaussian noise in l_q: never worse than the bound for the generalised Gaussian.

For M = E |g|^q, g standard normal, M <= (q - 1)^(q/2).  An l_q-sensitivity D is an l_2-sensitivity
d^(1/2 - 1/q) D.  Gaussian noise for that at the same rho has E |Z|_q^2 <= (d sigma^q M)^(2/q) =
M^(2/q) d D^2/(2 rho) <= (q - 1) d D^2/(2 rho), the bound of the generalised Gaussian.  And sums of
Gaussians are Gaussian: their mean squares add up without the second factor kappa that regularity
costs.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, broken, dropped
from workbench.rigor.provers import isotropic_noise as noise
from workbench.rigor.provers.integration import IntegralProof, Segment
from workbench.symbolic import declare
from workbench.symbolic.integrals import IntegralStatement, largest_of, normal_law

AT_MOST = noise.BY_CONSTANT, (noise.ABOVE_TWO, noise.CALIBRATED, noise.SMALL)
SUMS = noise.OF_VARIANCE, (noise.ABOVE_TWO, noise.SMALL)
CLAIM = Claim(
    "noneuclid.gg-vs-gauss",
    title="Isotropic Gaussian noise is never worse than the generalised Gaussian bound",
    ours=("remark", "not on the slides"),
    statement=r"""\begin{gathered}
        \mathbb{E} |g|^q \le (q - 1)^{q/2}; \quad
        \sigma^2 = \frac{d^{1 - 2/q} \Delta^2}{2 \rho}: \quad
        A(S) + Z, \; Z \sim \mathcal{N}(0, \sigma^2 I) \text{, is } \rho\text{-zCDP}, \\
        \mathbb{E} \lVert Z \rVert_q^2 \le (\mathbb{E} |g|^q)^{2/q} \frac{d \Delta^2}{2 \rho},
        \quad \mathbb{E} \lVert Z \rVert_q^2 \le \frac{(q - 1) d \Delta^2}{2 \rho}; \\
        \textstyle \mathbb{E} \lVert \sum_i Z_i \rVert_q^2 \le (q - 1)\, d^{2/q}
        \sum_i \sigma_i^2
        \end{gathered}""",
    hypotheses=r"""A(S) \in \mathbb{R}^d \text{ has the } \ell_q\text{-sensitivity } \Delta > 0
        q \ge 2, \; g \sim \mathcal{N}(0, 1), \; d \ge 1, \; \rho > 0
        Z_i \sim \mathcal{N}(0, \sigma_i^2 I) \text{ independent: } \textstyle \sum_i Z_i \sim \
            \mathcal{N}(0, \sum_i \sigma_i^2\, I)""",
    parts=("moment", "private", "error", "error by q - 1", "sums"),
    encoded={"moment": (noise.moment(),), "private": (noise.release(),),
             "error": (noise.size(),), "error by q - 1": (noise.size(*AT_MOST),),
             "sums": (noise.size(*SUMS),)},
    uses=("ext.normal-sums",),
    note="The bound of generalised Gaussian noise, kappa d Delta^2/(2 rho), kappa = q - 1, is from"
    " `noneuclid.gg-error`, `noneuclid.gg-renyi.repaired`; in low dimension the truth is better. As"
    " encoded |u - v|_q <= Delta for the answers, z is |u_j - v_j|^q and Q the sum of these; the"
    " normal law of a coordinate y of the release is told by E e^(s y), (f_u/f_v)(y) = e^K for the"
    " densities around u and v: each divergence is bounded both ways, as they may be exchanged. Of"
    " the coordinates sigma g of the noise, drawn one after the other, g > 0 is the size of a"
    " standard normal number, which is almost surely not 0, M is E |g|^q and N the norm |Z|_q. In"
    " the last part these are the coordinates of the sum of all noises, sigma^2 being the sum of"
    " the sigma_i^2.",
)  # fmt: skip

g, u = declare("real x E_q")
DECIMALS = {2: "1", 3: "1.366", 4: "1.732", 5: "2.099", 8: "3.201", 11: "4.304", 21: "7.982"}


def rounded(order: int, text: str) -> IntegralStatement:
    """(E |g|^order)^(2/order) is within half a unit of the last decimal."""
    size = largest_of(1, normal_law(g), of=g**order, size=True)
    gap = sp.Abs(u ** sp.Rational(2, order) - sp.Rational(text))
    return IntegralStatement((gap, "<=", sp.Rational(1, 2000)), means={u: size})


VALUES = Claim(
    "noneuclid.gg-vs-gauss.values",
    title="Moments of a normal number that isotropic noise has in place of q - 1",
    ours=("remark", "not on the slides"),
    statement=r"""(\mathbb{E} |g|^q)^{2/q} = 1, 1.366, 1.732, 2.099, 3.201, 4.304, 7.982
        \;\text{ for } q = 2, 3, 4, 5, 8, 11, 21""",
    hypotheses=r"g \sim \mathcal{N}(0, 1); \text{ three decimals, rounded to nearest}",
    encoded=tuple(rounded(*row) for row in DECIMALS.items()),
)


@CLAIM.proof(part="moment")
@broken("half_of_it", "At q = 2 it is 1.", most=noise.LARGEST / 2)
@broken(
    "below_two",
    "At q = 3/2 it is 0.86, and 0.59 is claimed.",
    where=((sp.S(3) / 2, "<=", noise.q),),
)
def a_derivative_bounds_the_moment(**changes: Any) -> Outcome:  # noqa: ANN401
    """t^(q/2) <= 1 + (q/2)(t - 1) e^((q/2 - 1)(t - 1)) for t = g^2/(q - 1)."""
    return noise.moment_is_small(**changes)


@CLAIM.proof(part="private")
@broken("half_of_it", "At d = 1 the divergence is lambda rho.", most=noise.lam * noise.rho / 2)
@dropped("where", (noise.ABOVE_TWO, noise.ORDER, noise.CALIBRATED), {
    0: "At q = 1 a single coordinate has the 2-norm Delta.",
    1: "At lambda = 1 there is no such divergence.", 2: "The noise may be small."})  # fmt: skip
@dropped("given", noise.NORMAL, "The law of the release may be any.")
@dropped("after", (noise.NEAR,), "The answers may be far apart.")
def the_two_norm_is_larger_by_a_power_of_d(**changes: Any) -> Outcome:  # noqa: ANN401
    """|u - v|_2^2 <= d^(1-2/q) |u - v|_q^2, by Young's inequality in each coordinate."""
    return noise.release_is_private(**changes)


@CLAIM.proof(part="error")
@broken("half_of_it", "At d = 1, q = 2 it is attained.", most=noise.BY_MOMENT / 2)
@dropped("where", (noise.ABOVE_TWO, noise.CALIBRATED), {
    0: "At q = 1 the mean square of a sum is above the square of its mean.",
    1: "The noise may be large."})  # fmt: skip
@dropped("given", (noise.DRAWN,), "The coordinates may be large.", past=True)
def the_mean_square_is_at_most_a_power_of_a_mean(**changes: Any) -> Outcome:  # noqa: ANN401
    """E |Z|_q^2 <= (E |Z|_q^q)^(2/q) = d^(2/q) sigma^2 M^(2/q)."""
    return noise.size_is_small(**changes)


@CLAIM.proof(part="error by q - 1")
@broken("half_of_it", "At d = 1, q = 2 it is attained.", most=AT_MOST[0] / 2)
@dropped("where", AT_MOST[1], {
    0: "At q = 3/2 E g^q does not bound E g^2.", 1: "sigma is free.", 2: "So is M."})  # fmt: skip
@dropped("given", (noise.DRAWN,), "The coordinates may be large.", past=True)
def the_moment_is_below_the_bound(**changes: Any) -> Outcome:  # noqa: ANN401
    """M^(2/q) <= q - 1."""
    return noise.size_is_small(**{"most": AT_MOST[0], "where": AT_MOST[1]} | changes)


@CLAIM.proof(part="sums")
@broken("half_of_it", "At q = 2 it is attained.", most=SUMS[0] / 2)
@dropped("where", SUMS[1], {0: "As for one noise, q = 3/2.", 1: "M may be large."})
@dropped("given", (noise.DRAWN,), "The coordinates may be large.", past=True)
def sums_are_gaussian_again(**changes: Any) -> Outcome:  # noqa: ANN401
    """The sum of the noises is one of variance sum sigma_i^2."""
    return noise.size_is_small(**{"most": SUMS[0], "where": SUMS[1]} | changes)


@VALUES.proof
@broken("the_regularity_constant_is_larger", "It is q - 1 = 3 at q = 4.", table={4: "3"})
@broken("the_third_moment_alone", "It is 1.596; its power 2/3 is 1.366.", table={3: "1.596"})
def the_values_to_three_decimals(*, table: dict[int, str] = DECIMALS) -> Outcome:
    """By parts: a primitive of g^q e^(-g^2/2), until g or the density itself is left."""
    return all_of([_by_parts(*row) for row in table.items()])


def _by_parts(order: int, text: str) -> Outcome:
    bell = sp.exp(-(g**2) / 2) * sp.sqrt(2 / sp.pi)  # the density of |g|
    primitive, factor = sp.S.Zero, 1
    for k in range(order - 1, -1, -2):
        primitive, factor = primitive - factor * g**k * bell, factor * k
    if order % 2 == 0:
        primitive += factor * sp.erfc(-g / sp.sqrt(2))
    proof = IntegralProof(rounded(order, text))
    proof.evaluate(u, [Segment(primitive, branches=(0, 0))])
    return proof.outcome()
