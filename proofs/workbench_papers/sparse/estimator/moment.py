"""Second moment and bias of the estimator.

The mean gradient of B is exactly the average of those of its halves, so that only the errors D of
the private means remain in the difference of level k:

    |D_B - (D_O + D_E)/2|^2 <= 2|D_B|^2 + |D_O|^2 + |D_E|^2,

in mean at most 3 V_0/2^k if E|D|^2 <= V_0/m for a batch of m.

Weighted by 1/p_k = 2^k (2 - 2^(-M)) every level costs the same 3 V_0 (2 - 2^(-M)); there are M + 1.
The single record costs 2 L^2 + 2 V_0, and (a + b)^2 <= 2a^2 + 2b^2 puts both together.  The bias is
that of the largest batch.  Higher moments are not so tame: 1/p_N reaches n.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import follows, identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "sparse.mlmc-moment",
    title="Second moment and bias of the bias-reduced gradient",
    reconstructed=("lemma", "block: Subsampled Bias-Reduced Gradient Estimator"),
    statement=r"""\mathbb{E} \lVert \mathcal{G} \rVert_2^2 \le \nu^2 = 4 L^2 + 4 (3 M + 4) V_0,
        \quad \lVert \mathbb{E} \mathcal{G} - \nabla F_S \rVert_2 \le \beta
        = \sqrt{\frac{V_0}{2^{M+1}}} \le \sqrt{\frac{2 V_0}{n}}; \quad
        V_0 = \frac{8 L^2 \sqrt{s \ln(1.25/\delta') \ln(2d)}}{\epsilon'}
        \text{ for the projection mechanism}""",
    hypotheses=r"""\mathbb{E} \lVert A_m(z_1, \dots, z_m) - \tfrac1m \sum_j z_j \rVert_2^2 \le \
            V_0/m \text{ for all inputs}
        \lVert \nabla f \rVert_2 \le L, \; M = \lfloor \log_2 n \rfloor - 1""",
    parts=("difference", "levels", "moment", "bias", "projection"),
    uses=("sparse.mlmc", "sparse.mlmc-unbiased", "sparse.me-ub-approx",
          "ext.conditional-expectation"),
    note="Constants ours. Polynomial tails only: a mean of few draws says little.",
)  # fmt: skip

V0, L = declare("V_0 L > 0")
h = declare("h > 0")  # 2^(-M)
INSIDE = [(h, "<=", 1)]
M = declare("integer M >= 0")


@CLAIM.exact(part="difference", uses=())
@broken("once_the_square_is_too_little", "b = 2, o = e = -1: 9 against 6.", share=1)
def only_the_errors_of_the_mechanism_remain(*, share: int = 2) -> Outcomes:
    """(b - (o + e)/2)^2 <= 2 b^2 + o^2 + e^2, coordinate by coordinate.
    One coordinate of b - (o + e)/2, and that the exact means cancel.
    """
    b, o, e = declare("real b o e")
    first, second = declare("real first second")  # gradient sums of the halves
    m = declare("m > 0")
    error = b - (o + e) / 2
    square = (b + (o + e) / 2) ** 2 + (o - e) ** 2 / 2
    yield identity((first + second) / (2 * m) - (first / m + second / m) / 2, 0)
    yield visible(error**2, "<=", share * b**2 + o**2 + e**2, gap=square + (share - 2) * b**2)


@CLAIM.exact(part="levels", uses=("sparse.mlmc",))
@broken("half_of_it_is_exceeded", "3 (M + 1) V_0 is exceeded as soon as M > 0.", total=3)
def every_level_costs_the_same(*, total: int = 6) -> Outcomes:
    """The second moment obeys sum p_k p_k^(-2) 3 V_0/2^k <= 6 (M+1) V_0.
    2 V_0/2^(k+1) + 2 V_0/2^k = 3 V_0/2^k; times 1/p_k, over M + 1 levels, <= 6 (M+1) V_0.
    """
    power = declare("power > 0")  # 2^k
    k = declare("integer k")
    one = 2 * V0 / (2 * power) + 2 * V0 / power
    each = power * (2 - h) * one
    gap = 3 * V0 * h * (M + 1) + (total - 6) * (M + 1) * V0
    yield identity(each, 3 * V0 * (2 - h))
    yield identity(sp.Sum(3 * V0 * (2 - h), (k, 0, M)), 3 * V0 * (2 - h) * (M + 1))
    yield visible(3 * V0 * (2 - h) * (M + 1), "<=", total * (M + 1) * V0, where=INSIDE, gap=gap)


@CLAIM.exact(part="moment", uses=("sparse.mlmc", "ext.conditional-expectation"))
@broken("twice_the_square_of_l_is_too_little", constant=2)
@because("The square of a sum costs another factor 2.")
def the_second_moment_is_linear_in_the_number_of_levels(*, constant: int = 4) -> Outcomes:
    """2 * 6 (M+1) V_0 + 2 (2 L^2 + 2 V_0) = 4 L^2 + 4 (3M + 4) V_0."""
    deep, own, own_error, all_, a, b = declare("deep own error all a b >= 0")
    yield visible((a + b) ** 2, "<=", 2 * a**2 + 2 * b**2, gap=(a - b) ** 2)
    premises = [
        (1, all_, 2 * deep + 2 * own), (2, deep, 6 * (M + 1) * V0),
        (2, own, 2 * L**2 + 2 * own_error), (4, own_error, V0),
    ]  # fmt: skip
    at = {"all": 20, "deep": 6, "own": 4, "error": 1, "M": 0, "L": 1, "V_0": 1}
    yield follows(all_, constant * L**2 + 4 * (3 * M + 4) * V0, premises, at=at)


@CLAIM.exact(
    part="bias", uses=("sparse.mlmc", "sparse.mlmc-unbiased", "ext.conditional-expectation")
)
@broken("the_largest_batch_need_not_be_everything", "V_0/n would need 2^(M+1) = n.", factor=1)
def the_bias_is_that_of_the_largest_batch(*, factor: int = 2) -> Outcomes:
    """beta^2 = V_0/2^(M+1) <= 2 V_0/n; the square of a mean is at most the mean square.
    |E G - grad F_S| <= E|D| <= sqrt(V_0/2^(M+1)), and n < 2 * 2^(M+1).
    """
    bias_, mean, size, n = declare("bias mean size n > 0")  # size = 2^(M+1)
    yield follows(bias_**2, V0 / size, [(bias_ + mean, bias_, mean), (1, mean**2, V0 / size)])
    yield visible(V0 / size, "<=", factor * V0 / n, where=[(n, "<", 2 * size)])


@CLAIM.exact(part="projection", uses=("sparse.me-ub-approx",))
@broken("four_is_not_its_constant", "2 sqrt(8) sqrt(2) = 8.", constant=4)
def the_projection_mechanism_has_such_an_error(*, constant: int = 8) -> Outcome:
    """2 R E|xi|_oo with R = L sqrt(s), sigma = L sqrt(8 ln(1.25/delta'))/(m eps').
    The mean square error of the projection mechanism with m for n and eps' for eps.
    """
    s, logs, m, e, log_d, sigma = declare("s logs m e log_d sigma > 0")
    error = 2 * (L * sp.sqrt(s)) * sigma * sp.sqrt(2 * log_d)
    claimed = constant * L**2 * sp.sqrt(s * logs * log_d) / e / m
    return identity(error, claimed, where=[(sigma, "=", sp.sqrt(8 * logs) * L / (m * e))])
