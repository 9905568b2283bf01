"""Gaussian l1-recovery: release a short random image of the mean, recover by l1 minimisation.

    m = round(n eps sqrt(s ln(d/s)/ln(1/delta)))
    A ~ N(0, 1/m)^(m x d)                              public, independent of the data
    b = A zbar + xi,   xi ~ N(0, sigma^2 I_m),         sigma^2 = 18 L^2 ln(2.5/delta)/(n eps)^2
    ztilde = argmin |z|_1  subject to  A z = b

18 = 2 * 3^2 and 2.5/delta = 1.25/(delta/2): the noise is that of the Gaussian mechanism for the
sensitivity 3 L/n and delta/2.  This is the sensitivity if A stretches no s-sparse vector by more
than 3/2; both records are s-sparse, so s and not 2s counts.  Cutting every A z_i to norm 3 L/2
makes it unconditional, and changes nothing where A stretches no more than that.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, broken
from workbench.rigor import certify, follows, identity, visible
from workbench.symbolic import Relation, declare
from workbench.symbolic.text import parse


def scale(gains: int = 3) -> Relation:
    """The squared scale is that of the Gaussian mechanism; `gains` of two records together."""
    return parse(
        f"18*L^2*log(2.5/delta)/(n*epsilon)^2 = 2*log(1.25/(delta/2))/epsilon^2*({gains}*L/n)^2",
        where="0 < delta < 1, L, epsilon > 0, integer n >= 1",
    )


CLAIM = Claim(
    "sparse.cs-mech",
    title="Gaussian l1-recovery: its noise and its sensitivity",
    reconstructed=("mechanism",
                   "Algorithm: Gaussian l1-Recovery; the gain is read off the constant 18"),
    statement=r"""\sigma^2 = \frac{18 L^2 \ln(2.5/\delta)}{(n \epsilon)^2}
        = \frac{2 \ln(1.25/(\delta/2))}{\epsilon^2} \Big( \frac{3L}{n} \Big)^2, \quad
        \lVert A (\bar z - \bar z') \rVert_2 \le \frac{3L}{n}
        \;\text{ if }\; \lVert A u \rVert_2 \le \tfrac32 \lVert u \rVert_2
        \text{ for } s\text{-sparse } u""",
    hypotheses=r"""z_i \; s\text{-sparse}, \; \lVert z_i \rVert_2 \le L; \text{ one record is \
            replaced}
        s < d, \; m \ge 1""",
    parts=("scale", "sensitivity"),
    encoded={"scale": (scale(),)},
    uses=("sparse.setting", "sparse.gauss-calibration"),
    note="What has to hold for this to be private: `sparse.cs-privacy`. The logarithm ln(d/s) needs"
    " s < d.",
)  # fmt: skip

CLIPPED = Claim(
    "sparse.cs-mech.clipped",
    title="Gaussian l1-recovery with images cut to norm 3 L/2",
    ours=("mechanism", "not on the poster"),
    statement=r"""\frac1n \Big\lVert \sum_i \kappa(A z_i) - \sum_i \kappa(A z_i') \Big\rVert_2
        \le \frac{3L}{n} \;\text{ for every } A, \quad
        \kappa(v) = v \min\Big\{ 1, \frac{3L}{2 \lVert v \rVert_2} \Big\}; \quad
        \kappa(A z) = A z \text{ if } \lVert A z \rVert_2 \le \tfrac32 L""",
    hypotheses=r"\text{one record is replaced}",
    parts=("sensitivity", "inactive"),
    uses=("sparse.gauss-calibration",),
    note="No event, so no second delta/2: with ln(1.25/delta) it is private for every matrix and"
    " every number of rows, in the range of the classical calibration.",
)

L, n = declare("L n > 0")


@CLAIM.exact(part="scale", uses=("sparse.gauss-calibration",))
@broken("a_gain_of_one_belongs_to_eight", "Without stretching the constant would be 8.", gains=2)
def eighteen_is_twice_the_square_of_three(*, gains: int = 3) -> Outcome:
    """The constant for a gain of 3/2 and two records is 18 = 2 * 3^2.
    18 L^2 Lambda/(n eps)^2 = 2 Lambda (gains L/n)^2/eps^2, and 2.5/delta = 1.25/(delta/2).
    """
    return certify(scale(gains))


@CLAIM.exact(part="sensitivity", uses=("sparse.setting",))
@broken("one_record_is_not_enough", "(3/2) L/n counts the new record alone.", records=1)
def two_sparse_records_are_stretched(*, records: int = 2) -> Outcome:
    """The sensitivity is 3 L/n, through the gain on s-sparse vectors alone.
    |A(z - z')|/n <= (|A z| + |A z'|)/n, each at most (3/2) L; here with z = 3/2, L = 1.
    """
    moved, one, other, z, w = declare("moved Az Aw z w >= 0")
    gain = sp.Rational(3, 2)
    premises = [
        (1 / n, n * moved, one + other), (1 / n, one, gain * z), (1 / n, other, gain * w),
        (gain / n, z, L), (gain / n, w, L),
    ]  # fmt: skip
    at = {"moved": 3, "Az": "3/2", "Aw": "3/2", "z": 1, "w": 1, "L": 1, "n": 1}
    return follows(moved, records * gain * L / n, premises, at=at)


@CLIPPED.exact(part="sensitivity", uses=())
@broken("a_larger_cut_has_a_larger_one", "Cut at 2 L: 4 L/n.", limit=sp.Integer(2))
def cut_images_have_a_fixed_sensitivity(*, limit: sp.Rational = sp.Rational(3, 2)) -> Outcomes:
    """|kappa(v)| <= limit L, limit = 3/2, so that two of them are at most 2 limit L/n apart."""
    size, moved, one, other = declare("size moved one other > 0")
    factor = limit * L / size
    premises = [(1 / n, n * moved, one + other), (1 / n, one, limit * L), (1 / n, other, limit * L)]
    yield identity(size * factor, limit * L)
    yield follows(moved, 2 * limit * L / n, premises)
    yield identity(2 * limit * L / n, 3 * L / n)


@CLIPPED.exact(part="inactive", uses=())
@broken("a_larger_gain_is_cut", "Gain 2 exceeds it.", gain=sp.Integer(2))
def good_matrices_are_not_affected(*, gain: sp.Rational = sp.Rational(3, 2)) -> Outcome:
    """|A z| <= gain |z| <= gain L, gain = 3/2 on s-sparse vectors: the factor of kappa is 1."""
    image, z = declare("image z > 0")
    known = [(image, "<=", gain * z), (z, "<=", L)]
    gap = (gain * z - image) + gain * (L - z) + (sp.Rational(3, 2) - gain) * L
    return visible(image, "<=", sp.Rational(3, 2) * L, where=known, gap=gap)
