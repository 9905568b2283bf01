"""How many rows Gaussian l1-recovery needs if its matrix is drawn after the data.

Differential privacy fixes two neighbours and then draws all coins, A among them.  For one fixed
vector w = n (zbar - zbar'), |w| <= 2 L, only its own image counts: |A w|^2/|w|^2 is chi^2_m/m, and

    Pr[chi^2_m > 9m/4] <= e^(-m r/2) <= delta/2  if  m >= 2 ln(2/delta)/r,  r = 5/4 - ln(9/4):

56 rows at delta = 1e-5, whatever s and d are.  At eps = 1 and delta = 1e-5 even ten rows or two are
private.  But not every m is, for every delta: given the gain G the true delta is at least that of
the Gaussian curve at 2 L G/n, and with m = 10 the gain exceeds 5/2 too often for delta = 1e-30.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor import certify, identity, inequality, witness
from workbench.rigor.provers import gaussian_images as images
from workbench.symbolic import declare, relation
from workbench_papers.sparse.setting.gaussian_calibration import curve


def at_gain(epsilon: sp.Expr, gain: sp.Expr, delta: sp.Expr) -> sp.Expr:
    """True delta when the image of a vector of norm 2 L has norm 2 L gain."""
    return curve(epsilon, 3 * sp.sqrt(2 * sp.log(sp.Rational(5, 2) / delta)) / (2 * gain))


def cost(gain: sp.Expr) -> sp.Expr:
    """That at epsilon = 1, for the noise of delta = 10^-5."""
    return at_gain(sp.Integer(1), gain, images.SMALL)


CLAIM = Claim(
    "sparse.cs-privacy.fixed-data",
    title="Rows that suffice when the matrix is drawn after the data",
    ours=("lemma", "Algorithm: Gaussian l1-Recovery; not on the poster"),
    statement=r"""m \ge \frac{2 \ln(2/\delta)}{5/4 - \ln(9/4)} \;\Longrightarrow\; (A, b)
        \text{ is } (\epsilon, \delta)\text{-DP}; \quad \text{at } \epsilon = 1, \delta = 10^{-5}
        \text{ also for } m = 2 \text{ and } m = 10""",
    hypotheses=r"""\epsilon > 0, \; \delta_\sigma(\epsilon) \le \delta/2 \text{ as in } \
            \texttt{sparse.gauss-calibration}, \text{ that is, where } \epsilon^\ast(\delta/2) \
            \text{ exists, } \epsilon \text{ at most that, which } \epsilon \le \tfrac{15}{4} \
            \text{ ensures}; \; A \text{ independent of the data, drawn for this release alone}
        \lVert z_i \rVert_2 \le L, \; \sigma^2 = 18 L^2 \ln(2.5/\delta)/(n \epsilon)^2""",
    parts=("tail", "sensitivity", "combination", "few rows"),
    encoded={"tail": (images.long(),), "sensitivity": (images.moved(),),
             "combination": (images.image(),),
             "few rows": tuple(images.few(rows, cost) for rows in images.GRIDS)},
    repairs=("sparse.cs-privacy.any-rows",),
    uses=("sparse.gauss-calibration", "ext.chi-square", "ext.balle-wang"),
    note="Sparsity is not needed for privacy. If the data, or a later query, may depend on A, the"
    " number of rows of `sparse.cs-privacy` is needed. As encoded y_t are the m entries of sqrt(m)"
    " A w/|w|_2, independent and of law N(0, 1), for w = n (zbar - zbar'), S is the sum of their"
    " squares, and the mean of e^(kappa y^2) is that of `ext.chi-square`. In the second part D and"
    " D_A are the squares of |w|_2 and |A w|_2. P and Q are the chances of an event given A; `bad`"
    " is 1 where |A w|_2 is above (3/2) |w|_2, and elsewhere b, whose mean moves by 3 L/n at most,"
    " has the curve delta_sigma. In the last part I_i is 1 where |A w|_2/|w|_2 is above the i-th"
    " gain, 7/4, 9/4, 5/2, 3, 4 for two rows and 7/4, 5/2 for ten, and the mean of I_i is the"
    " chance of that by `ext.chi-square`, at t = m gain^2/2; delta_i is the curve of the noise at"
    " this gain and eps = 1, enough for smaller ones by the part `if` of `ext.balle-wang`.",
)  # fmt: skip

ANY = Claim(
    "sparse.cs-privacy.any-rows",
    title="Gaussian l1-recovery is private, however few rows the printed formula gives",
    boundary=("erratum", "Algorithm: Gaussian l1-Recovery; no lower limit on m"),
    statement=r"""(A, b) \text{ is } (\epsilon, \delta)\text{-DP for }
        m = n \epsilon \sqrt{\frac{s \ln(d/s)}{\ln(1/\delta)}}""",
    hypotheses=r"""0 < \epsilon \le 1, \; 0 < \delta < 1, \; s < d, \; A \text{ drawn after the \
            data}""",
    uses=("sparse.cs-mech", "ext.balle-wang"),
    note="Ten rows are an example: the smaller delta is, the more rows are needed.",
)


@CLAIM.proof(part="tail", uses=("ext.chi-square",))
@broken("a_sixteenth", "m = 4, delta = 0.84: Pr[S > 9] > 0.06.", most=images.delta / 16)
@dropped("given", images.NORMAL, "All rows may be long.")
@dropped("where", images.ROWS, "One row, delta near 0.")
def gain_of_one_vector_has_a_light_tail(**changes: Any) -> Outcome:  # noqa: ANN401
    """Pr[S > 9 m/4] <= e^(-5m/8) (3/2)^m, by E e^(5 y^2/18) = 3/2: 56 rows at delta = 10^-5."""
    return images.seldom_long(**changes)


@CLAIM.exact(part="sensitivity", uses=())
@broken("two_thirds_of_it", "Opposite records in a direction of gain 3/2.", most=2)
@dropped("where", images.RECORDS, {0: "A may stretch w.", 1: "The records may be long."})
def images_of_two_records_are_near(**changes: Any) -> Outcome:  # noqa: ANN401
    """|A w| <= (3/2) 2 L = 3 L: the noise for (eps, delta/2) is enough."""
    return certify(images.moved(**changes))


@CLAIM.proof(part="combination", uses=("sparse.gauss-calibration",))
@broken("half_of_delta_is_not_enough", "The event costs as much again.", most=images.delta / 2)
@dropped("sure", images.SHORT, {0: "P may be above 1 where bad = 1.", 1: "P = 1, Q = 0."})
@dropped("where", images.RARE, "P = 1, Q = 0 and bad = 1.")
def good_images_are_private_and_bad_ones_rare(**changes: Any) -> Outcome:  # noqa: ANN401
    """P <= bad + e^eps Q + delta/2."""
    return images.over_all_matrices(**changes)


@CLAIM.proof(part="few rows", uses=("ext.chi-square", "ext.balle-wang"))
@broken("one_in_a_million", "Two rows, P = e Q + delta_i: 7.8e-6.", most=images.SMALL / 10)
@broken("any_cost", "P = 1 and Q = 0.", told=(1,))
@broken("any_chances", "All gains may be above 4.", told=(0,))
def two_and_ten_rows_are_private_at_one_in_a_hundred_thousand(**changes: Any) -> Outcomes:  # noqa: ANN401
    """P <= e Q + delta_1 + I_1 (delta_2 - delta_1) + ... + I_j (1 - delta_j)."""
    for rows in images.GRIDS:
        yield images.layers(rows, cost, **changes)


@ANY.refutation(of="case")
@broken("they_are_enough_for_a_moderate_one", digits=5, records=4)
@because("n = 4, delta = 1e-5: again m = 10.")
def ten_rows_are_too_few_for_a_small_delta(*, digits: int = 30, records: int = 10) -> Outcomes:
    """The numbers are
    n = 10, delta = 1e-30: the true delta is more than ten million times as large.
    Pr[G > 5/2] times the curve at 5/2, m = 10 and eps = 1, against delta; d = 10^4, s = 10.
    """
    small, gain = sp.Rational(1, 10**digits), sp.Rational(5, 2)
    printed = records * sp.sqrt(10 * sp.log(1000) / (digits * sp.log(10)))
    y, k = declare("y > 0"), 5
    density = sp.exp(-y) * y ** (k - 1) / sp.factorial(k - 1)  # of chi^2_10/2
    survival = sp.exp(-y) * sum((y**j / sp.factorial(j) for j in range(k)), sp.Integer(0))
    delta = declare("delta > 0")
    least = images.exceeds(10, gain) * at_gain(sp.Integer(1), gain, delta)
    times = 10**7 if digits >= 30 else 1
    here = [(delta, "=", small)]
    yield witness(relation(least, "<=", times * delta, where=here), delta=str(small))
    yield inequality(relation(sp.Rational(19, 2), "<", printed), methods=("boxes",))
    yield inequality(relation(printed, "<", sp.Rational(21, 2)), methods=("boxes",))
    yield identity(sp.diff(survival, y), -density)
    yield f"m = 10, eps = 1, delta = 1e-{digits}"
