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

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import certify, follows, identity, inequality, visible, witness
from workbench.symbolic import declare, relation
from workbench_papers.sparse.setting.gaussian_calibration import curve, upper_tail

CLAIM = Claim(
    "sparse.cs-privacy",
    title="Gaussian l1-recovery is private, given enough rows",
    reconstructed=("lemma", "Algorithm: Gaussian l1-Recovery; the number of rows is ours"),
    statement=r"""m \ge 4 \big( \sqrt{s} + \sqrt{2 (s \ln(e d/s) + \ln(2/\delta))} \big)^2
        \;\Longrightarrow\; \Pr\Big[ \sup_{u \; s\text{-sparse}}
        \frac{\lVert A u \rVert_2}{\lVert u \rVert_2} \le \tfrac32 \Big] \ge 1 - \tfrac\delta2,
        \text{ and } (A, b) \text{ is } (\epsilon, \delta)\text{-DP}""",
    hypotheses=r"""\epsilon > 0, \; \delta_\sigma(\epsilon) \le \delta/2 \text{ as in } \
            \texttt{sparse.gauss-calibration}, \text{ that is } \epsilon \le \
            \epsilon^\ast(\delta/2) \text{ if there is one, which } \epsilon \le \tfrac{15}{4} \
            \text{ ensures}; \; A \text{ independent of the data}
        \sigma^2 = 18 L^2 \ln(2.5/\delta)/(n \epsilon)^2, \; 1 \le s \le d""",
    parts=("event", "combination", "numbers"),
    repairs=("sparse.cs-privacy.given-matrix",),
    uses=("sparse.cs-mech", "sparse.gauss-calibration", "ext.davidson-szarek"),
    note="Given the matrix, so also for data chosen after it. For data fixed in advance far fewer"
    " rows are enough (`sparse.cs-privacy.fixed-data`).",
)

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


@CLAIM.exact(part="event", uses=("ext.davidson-szarek",))
@broken("a_smaller_gain_needs_more_rows", "The threshold is 3/2, not 5/4.", gain=sp.Rational(5, 4))
@broken("a_quarter_of_the_rows_is_not_enough", rows=1)
@because("With m = (sqrt(s) + sqrt(2 W))^2 too little is left for t.")
def gain_is_bounded_on_every_support(
    *, gain: sp.Rational = sp.Rational(3, 2), rows: int = 4
) -> Outcomes:
    """sqrt(m) >= 2 (sqrt(s) + sqrt(2 W)) leaves sqrt(m) t >= sqrt(2 W).
    t = 1/2 - sqrt(s/m): the threshold 1 + sqrt(s/m) + t is 3/2; m t^2/2 >= W; all supports.
    q = sqrt(m), a = sqrt(s), b = sqrt(2 W).
    """
    q, a, b, x = declare("q a b x > 0")
    s, d, W, log = declare("s d W Lambda > 0")  # Lambda = ln(2/delta)
    t = sp.S.Half - a / q
    known = [(sp.sqrt(rows) * (a + b), "<=", q)]
    logs = s * (1 + sp.log(d / s))  # ln (e d/s)^s
    ratio = (d / s) ** s * (1 + s / d) ** d
    yield identity(1 + a / q + t, gain)
    right = (q * t) ** 2 / 2
    yield visible(b**2 / 2, "<=", right, where=known, gap=(q / 2 - a - b) * (q / 2 - a + b) / 2)
    yield identity(sp.log(sp.exp(s) * (d / s) ** s), logs)
    yield certify(relation(1 + x, "<=", sp.exp(x)))  # C(d,s) (s/d)^s <= (1 + s/d)^d <= e^s
    yield identity(sp.log(ratio), s * sp.log(d / s) + d * sp.log(1 + s / d))
    yield follows(logs - W, -log, [(1, logs + log, W)])
    yield "(e d/s)^s e^(-m t^2/2) <= delta/2"


@CLAIM.exact(part="combination", uses=("sparse.cs-mech", "sparse.gauss-calibration"))
@broken("half_of_delta_is_not_enough", "The event costs as much again.", share=sp.S.Half)
def event_and_noise_share_delta(*, share: sp.Rational = sp.Integer(1)) -> Outcome:
    """delta/2 + delta/2: A has the same law for both data sets.
    P[E] <= Pr[bad] + E[1_good P_A[E]], and on the good event P_A <= e^eps Q_A + delta/2.
    """
    P, bad, inside, Q, delta, E = declare("P bad inside Q delta E > 0")
    premises = [(1, P, bad + inside), (1, bad, delta / 2), (1, inside, E * Q + delta / 2)]
    return follows(P, E * Q + share * delta, premises, rest=(share - 1) * delta)


ROWS = {(10**4, 5, 5): 650, (10**6, 10, 6): 1580, (10**5, 1, 5): 259, (2000, 2, 5): 317}


@CLAIM.exact(part="numbers", uses=())
@broken("one_row_less_is_not_enough", "m - 1 is below the bound.", off=-1)
def rows_that_suffice(*, off: int = 0) -> Outcome:
    """They are 650 at (10^4, 5, 10^-5), 1580 at (10^6, 10, 10^-6), 259 and 317.
    The smallest integer m for four (d, s, -lg delta).
    """
    found = []
    for (d, s, digits), rows in ROWS.items():
        size, few = sp.Integer(d), sp.Integer(s)
        W = few * (1 + sp.log(size / few)) + sp.log(sp.Integer(2) * 10**digits)
        least = 4 * (sp.sqrt(few) + sp.sqrt(2 * W)) ** 2
        found.append(inequality(relation(least, "<=", rows + off), methods=("boxes",)))
        found.append(inequality(relation(rows + off - 1, "<", least), methods=("boxes",)))
    return all_of(*found, summary=f"m = {', '.join(map(str, ROWS.values()))}")


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
