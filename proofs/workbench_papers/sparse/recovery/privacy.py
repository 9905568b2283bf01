"""When Gaussian l1-recovery is private given its matrix: enough rows for every sparse vector.

The sensitivity 3 L/n needs a gain of at most 3/2 on all s-sparse vectors.  By Davidson and Szarek,
over the at most (e d/s)^s supports, this has probability 1 - delta/2 if

    m >= 4 (sqrt(s) + sqrt(2 W))^2,     W = s ln(e d/s) + ln(2/delta).

Then the noise for (eps, delta/2) and the event together give (eps, delta).  The poster has no lower
limit on m.  With m = 10 rows, s = 20 and d = 20000, some 20 columns, one in each thousand, have a
first entry of size 2.75/sqrt(10) or more with probability 0.95: the unit vector along these entries
is stretched by 3.88, and two records along it are told apart with a true delta of 0.0087 where 1e-5
is claimed.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor import certify, inequality, witness
from workbench.rigor.provers import sparse_supports as supports
from workbench.symbolic import Relation, declare, relation
from workbench_papers.sparse.setting.gaussian_calibration import curve, upper_tail

TABLE = {(10**4, 5, 5): 650, (10**6, 10, 6): 1580, (10**5, 1, 5): 259, (2000, 2, 5): 317}


def enough(off: int = 0) -> tuple[Relation, ...]:
    """The smallest integers m for four (d, s, -lg delta)."""
    found: list[Relation] = []
    for (d, s, digits), rows in TABLE.items():
        size, few = sp.Integer(d), sp.Integer(s)
        W = few * (1 + sp.log(size / few)) + sp.log(sp.Integer(2) * 10**digits)
        least = 4 * (sp.sqrt(few) + sp.sqrt(2 * W)) ** 2
        found += [relation(least, "<=", rows + off), relation(rows + off - 1, "<", least)]
    return tuple(found)


CLAIM = Claim(
    "sparse.cs-privacy",
    title="Gaussian l1-recovery is private, given enough rows",
    reconstructed=("lemma", "Algorithm: Gaussian l1-Recovery; the number of rows is ours"),
    statement=r"""m \ge 4 \big( \sqrt{s} + \sqrt{2 (s \ln(e d/s) + \ln(2/\delta))} \big)^2
        \;\Longrightarrow\; \Pr\Big[ \sup_{u \ne 0 \; s\text{-sparse}}
        \frac{\lVert A u \rVert_2}{\lVert u \rVert_2} \le \tfrac32 \Big] \ge 1 - \tfrac\delta2,
        \text{ and } (A, b) \text{ is } (\epsilon, \delta)\text{-DP}; \; \text{the least such } m
        \text{ is } 650, 1580, 259, 317 \text{ for } (d, s, \delta) = (10^4, 5, 10^{-5}),
        (10^6, 10, 10^{-6}), (10^5, 1, 10^{-5}), (2000, 2, 10^{-5})""",
    hypotheses=r"""A \in \mathbb{R}^{m \times d} \text{ with independent } \mathcal{N}(0, \
            \tfrac1m) \text{ entries, public: neighbours may be chosen in view of } A
        z_i \; s\text{-sparse}, \; \lVert z_i \rVert_2 \le L, \; i = 1, \dots, n; \; 1 \le s \le \
            d, \; m \ge 1, \; 0 < \delta < 1
        \epsilon > 0, \; \delta_\sigma(\epsilon) \le \delta/2 \text{ for the curve of } \
            \texttt{sparse.gauss-calibration} \text{ at } 3L/n, \text{ that is, where } \
            \epsilon^\ast(\delta/2) \text{ exists, } \epsilon \text{ at most that, which } \
            \epsilon \le \tfrac{15}{4} \text{ ensures}
        \sigma^2 = 18 L^2 \ln(2.5/\delta)/(n \epsilon)^2""",
    parts=("supports", "event", "combination", "numbers"),
    encoded={"supports": (supports.supports(),), "event": (supports.stretched(),),
             "combination": (supports.image(),), "numbers": enough()},
    repairs=("sparse.cs-privacy.given-matrix",),
    uses=("sparse.cs-mech", "sparse.gauss-calibration", "ext.davidson-szarek"),
    note="The bound is that of the pair (A, b), also for data chosen after A. For data fixed in"
    " advance far fewer rows are enough (`sparse.cs-privacy.fixed-data`). As encoded C_s is the"
    " number of sets of s among d columns, in which Z_t has no part, and N that of the copies, one"
    " for each set, of which the one with the largest gain may be chosen. In one draw, T = 1, z is"
    " 1 where the s columns have a largest singular value above 3/2 = 1 + sqrt(s/m) + t, t = 1/2 -"
    " sqrt(s/m): that has a chance of at most q = e^(-m t^2/2) by `ext.davidson-szarek`. P and Q"
    " are the chances of an event given A, for two neighbours, and bad is 1 where the largest"
    " gain, here called gain, is above 3/2. Where it is at most 3/2 the mean of b moves by 3 L/n"
    " at most, by `sparse.cs-mech`, and b has the curve delta_sigma.",
)  # fmt: skip

GIVEN = Claim(
    "sparse.cs-privacy.given-matrix",
    title="Gaussian l1-recovery is private given its matrix, for every number of rows",
    reading=("erratum", "Algorithm: Gaussian l1-Recovery; no lower limit on m"),
    statement=r"""\Pr_A\big[ b \text{ given } A \text{ is } (\epsilon, \delta)\text{-DP} \big]
        \ge 1 - \tfrac\delta2 \;\text{ for the printed } m""",
    hypotheses=r"""0 < \epsilon \le 1, \; s < d
        A \text{ is public}""",
    uses=("sparse.cs-mech", "ext.balle-wang"),
    note="The reading of our reconstructed proof, which bounds the gain on all sparse vectors at"
    " once; the poster prints none. The data: delta = 1e-5, L = 1, and after A is drawn one of the"
    " records, z of the stretched direction, is replaced by -z. The case is what follows for a gain"
    " of 3.889; that A has it with a chance above delta/2 is said in words, not encoded.",
)


@CLAIM.proof(part="supports", uses=())
@broken("without_e", "s = 2, d = 4: 6 <= 4.", most=supports.d / supports.s)
def each_set_has_its_number_of_supersets(**changes: Any) -> Outcome:  # noqa: ANN401
    """C (k + 1)^k <= (e d)^k, where C grows by (d - k)/(k + 1)."""
    return supports.are_few(**changes)


@CLAIM.proof(part="event", uses=("ext.davidson-szarek",))
@broken("half_of_that_chance", most=supports.delta / 4)
@because("d = s = 1, N = 2, disjoint events, and m is the bound: e^-1 delta > delta/4.")
@dropped("given", supports.SELDOM, "All may be stretched.")
@dropped("where", supports.ROWS, {0: "There may be more sets.", 1: "One row, delta near 0."})
def gain_is_bounded_on_every_support(**changes: Any) -> Outcome:  # noqa: ANN401
    """As m t^2/2 >= W for sqrt(m) t = sqrt(m)/2 - sqrt(s) >= sqrt(2 W), N e^-W <= delta/2."""
    return supports.seldom_stretched(**changes)


@CLAIM.proof(part="combination", uses=("sparse.cs-mech", "sparse.gauss-calibration"))
@broken("half_of_delta_is_not_enough", "The event costs as much again.", most=supports.delta / 2)
@dropped("sure", supports.GIVEN, {0: "P may be above 1 where bad = 1.", 1: "P = 1, Q = 0."})
@dropped("where", supports.RARE, "P = 1, Q = 0 and bad = 1.")
def event_and_noise_share_delta(**changes: Any) -> Outcome:  # noqa: ANN401
    """P <= bad + e^eps Q + delta/2: A has the same law for both data sets."""
    return supports.over_all_matrices(**changes)


@CLAIM.exact(part="numbers", uses=())
@broken("one_row_less_is_not_enough", "m - 1 is below the bound.", off=-1)
def rows_that_suffice(*, off: int = 0) -> Outcome:
    """Enclosures of 4 (sqrt(s) + sqrt(2 W))^2, and of it less 1."""
    return certify(enough(off), methods=("boxes",))


@GIVEN.refutation(of="case")
@broken("eighty_rows_do_not_stretch_this_one", records=23, rows=80, times=1)
@because("n = 23: m = 80, and the same vector has a gain of 1.375.")
def ten_rows_stretch_a_sparse_vector(
    *, records: int = 3, rows: int = 10, times: int = 800
) -> Outcomes:
    """There are n = 3 records: m = 10, and the true delta is above 0.008 for most matrices.
    d = 20000, s = 20, eps = 1: the printed m is 10.4, so 10 rows; A mostly has this gain or more.
    Pr[in each of 20 groups of 1000 columns some |g| >= 11/4] with g = sqrt(m) times an entry.
    """
    delta, gain = declare("delta gain > 0")
    size = sp.Rational(11, 4)
    chance = (1 - (1 - 2 * upper_tail(size)) ** 1000) ** 20
    printed = records * sp.sqrt(20 * sp.log(1000) / sp.log(10**5))
    ratio = 3 * sp.sqrt(2 * sp.log(sp.Rational(5, 2) / delta)) / (2 * gain)  # sigma eps/Delta
    entries = sp.Sum(size**2 / rows, (declare("integer j"), 1, 20))
    least = sp.Rational(11, 4) * sp.Rational(1414, 1000) if rows == 10 else sp.Rational(11, 8)
    here = [(gain, "=", least), (delta, "=", sp.Rational(1, 10**5))]
    claimed = relation(curve(sp.Integer(1), ratio), "<=", times * delta, where=here)
    yield witness(claimed, gain=str(least), delta="1/100000")
    yield inequality(relation(rows - sp.S.Half, "<", printed), methods=("boxes",))
    yield inequality(relation(printed, "<", rows + sp.S.Half), methods=("boxes",))
    yield inequality(relation(sp.Rational(9, 10), "<=", chance), methods=("boxes",))
    yield inequality(relation(least**2, "<=", entries))
    yield f"a sparse vector is stretched by {float(least):.3f} with probability 9/10"
