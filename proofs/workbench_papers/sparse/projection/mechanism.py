"""The projection mechanism: noise the mean of sparse vectors, project onto the l1 ball.

    zbar = mean(z_i)
    delta = 0:  xi ~ Lap(sigma)^d,       sigma = 2 L sqrt(s)/(n eps)
    delta > 0:  xi ~ N(0, sigma^2 I_d),  sigma^2 = 8 L^2 ln(1.25/delta)/(n eps)^2
    zhat = projection of zbar + xi onto B_1(0, L sqrt(s))

Noise of the Laplace mechanism for the l1 sensitivity 2 L sqrt(s)/n, of the Gaussian mechanism for
the l2 sensitivity 2 L/n; the projection is post-processing, so zbar + xi may be released as well.
The log-ratio of two Laplace laws reaches its bound (all noise on one side), so eps is the exact
cost.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import certify, identity, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "sparse.proj-mech",
    title="Privacy of the projection mechanism",
    printed=("mechanism", "Algorithm: Projection Mechanism"),
    statement=r"""\hat z = \Pi_{B_1(0, L\sqrt{s})}(\bar z + \xi): \quad
        \xi \sim \operatorname{Lap}\Big(\frac{2 L \sqrt{s}}{n \epsilon}\Big)^{\otimes d}
        \text{ is } \epsilon\text{-DP, and } \bar z + \xi \text{ for no smaller } \epsilon, \quad
        \xi \sim \mathcal{N}\Big(0, \frac{8 L^2 \ln(1.25/\delta)}{(n \epsilon)^2} I_d\Big)
        \text{ is } (\epsilon, \delta)\text{-DP}""",
    hypotheses=r"""z_i \; s\text{-sparse}, \; \lVert z_i \rVert_2 \le L; \text{ one record is \
            replaced}
        \epsilon > 0; \text{ for } \delta > 0: \epsilon \le \epsilon^\ast(\delta), \text{ which } \
            \epsilon \le \tfrac{15}{4} \text{ ensures for every } \delta < 1""",
    parts=("pure", "exact cost", "approximate"),
    uses=("sparse.mean-sens", "sparse.gauss-calibration", "sparse.l1-projection"),
    note="The range of epsilon is not on the poster (`sparse.gauss-calibration.unconditional`). The"
    " error is measured against the empirical mean.",
)

L, n, eps, sigma, s, i = declare("L n epsilon sigma > 0, integer s > 0, integer i")
x, shift = declare("real x shift")
laplace_scale = 2 * L * sp.sqrt(s) / (n * eps)


def one_coordinate() -> Outcome:
    """|x - D| - |x| <= |D| in the signs of x - D: (+): |x| - x + |D| + D, (-): |x| + x + |D| - D.
    The triangle inequality through |v| >= v and |v| >= -v.
    """
    a, b = declare("abs_x abs_D >= 0")
    known = [(x, "<=", a), (-x, "<=", a), (shift, "<=", b), (-shift, "<=", b)]
    return all_of(
        visible(k * (x - shift) - a, "<=", b, where=known, gap=(a - k * x) + (b + k * shift))
        for k in (1, -1)
    )


@CLAIM.exact(part="pure", uses=("sparse.mean-sens", "sparse.l1-projection"))
@broken("without_the_root_of_s_it_costs_more", scale=2 * L / (n * eps))
@because("Noise 2 L/(n eps) forgets that s coordinates move.")
def laplace_noise_for_the_sum_sensitivity(*, scale: sp.Expr = laplace_scale) -> Outcomes:
    """Delta_1/sigma = eps, for every eps > 0.
    Sum over the coordinates of (|x_i - D_i| - |x_i|)/scale <= |D|_1/scale = eps.
    """
    yield one_coordinate()
    yield identity(2 * L * sp.sqrt(s) / n / scale, eps)
    yield "the log-ratio is at most Delta_1/sigma = eps"


@CLAIM.exact(part="exact cost", uses=("sparse.mean-sens",))
@broken("a_shift_of_half_the_size_loses_less", moved=L / (n * sp.sqrt(s)))
@because("The change of one record by L/(n sqrt s) loses eps/2.")
def noise_on_one_side_loses_all_of_epsilon(
    *, moved: sp.Expr = 2 * L / (n * sp.sqrt(s))
) -> Outcomes:
    """There are s coordinates, each with eps/s: for zbar + xi no smaller eps is enough.
    Each of s coordinates moves by 2 L/(n sqrt s); noise below 0: the log-ratio is the sum.
    """
    down = declare("down > 0")  # the noise is -down
    step = 2 * L / (n * sp.sqrt(s))
    ratio = (sp.Abs(-down - step) - sp.Abs(-down)) / laplace_scale
    yield identity(ratio, step / laplace_scale)
    yield identity(sp.Sum(moved / laplace_scale, (i, 1, s)), eps)


@CLAIM.exact(part="approximate")
@broken("two_belongs_to_one_half_of_the_sensitivity", factor=2)
@because("2 L^2 ln(1.25/delta)/(n eps)^2 is the noise for L/n.")
def gaussian_noise_for_the_euclidean_sensitivity(*, factor: int = 8) -> Outcomes:
    """Private in the range of the classical calibration.
    8 L^2 ln(1.25/delta)/(n eps)^2 = 2 ln(1.25/delta) Delta_2^2/eps^2.
    """
    log = declare("Lambda > 0")  # ln(1.25/delta)
    yield identity(factor * L**2 * log / (n * eps) ** 2, 2 * log * (2 * L / n) ** 2 / eps**2)
    claimed = relation(
        sp.Rational(5, 4) / declare("delta > 0"), ">", 1, where=[(declare("delta > 0"), "<", 1)]
    )
    yield certify(claimed)
    yield "8 = 2 * 2^2: the classical noise for the sensitivity 2 L/n"
