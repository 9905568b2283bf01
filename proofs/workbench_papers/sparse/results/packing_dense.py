"""Explicit lower bounds for pure DP in the dense regime: a code of signs, and opposite points.

    s >= 16   words with entries +-L/sqrt(s), pairwise Hamming distance at least s/4: a greedy code
              has (27/16)^(s/4) >= 2 e^(s/16) of them, so LB(m)^2 >= L^2/8 for eps m <= s/16
    any s     m points L or -L in one coordinate: LB(m)^2 >= L^2/(1 + e^(eps m))

Each block uses m <= n/K points; the others are 0.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, broken
from workbench.rigor import certify, follows, identity, inequality, visible
from workbench.rigor.provers.words_decoded import decoding
from workbench.symbolic import declare, relation
from workbench_papers.sparse.results.packing import HYPOTHESES

SIGNS = Claim(
    "sparse.packing-lb.signs",
    title="Explicit lower bound for pure DP by a code of signs",
    ours=("lemma", "Table 1, lower bounds, dense regime; constants ours"),
    statement=r"""s \ge 16, \; \epsilon m \le \frac{s}{16}, \; K \le \frac ds, \; K m \le n
        \;\Longrightarrow\; \mathbb{E} \lVert \hat z - \bar z \rVert_2^2
        \ge K \Big( \frac mn \Big)^2 \frac{L^2}{8}""",
    hypotheses=HYPOTHESES,
    parts=("code", "distance", "decoding"),
    uses=("sparse.block-lb",),
)

TWO = Claim(
    "sparse.packing-lb.two-points",
    title="Explicit lower bound for pure DP by opposite points",
    ours=("lemma", "Table 1, lower bounds, dense regime for s = 1; constants ours"),
    statement=r"""K \le d, \; K m \le n \;\Longrightarrow\;
        \mathbb{E} \lVert \hat z - \bar z \rVert_2^2
        \ge K \Big( \frac mn \Big)^2 \frac{L^2}{1 + e^{\epsilon m}}""",
    hypotheses=HYPOTHESES,
    uses=("sparse.block-lb",),
    note="At d = n = 1000 and eps = 1: a root mean square error of at least 0.01639 L.",
)

L, E, s, K, n, m = declare("L E s K n m > 0")  # E = e^(eps m)


@SIGNS.exact(part="code", uses=())
@broken("it_is_not_two_to_the_quarter", "The base is 27/16, not 2.", base=sp.Integer(2))
def sign_code_is_exponentially_large(*, base: sp.Rational = sp.Rational(27, 16)) -> Outcomes:
    """(27/16)^(s/4) >= 2 e^(s/16) for s >= 16.
    sum_{j <= s/4} C(s,j) <= 3^(s/4) sum C(s,j) 3^-j = 3^(s/4) (4/3)^s: words >= (27/16)^(s/4).
    Then (s/4) ln(27/16) - ln 2 >= s/16 from s = 16 on.
    """
    r = declare("r >= 0")  # s/4 - j where j <= s/4
    log = sp.log(base)
    premises = [((s - 16) / 16, 1, 4 * log), (1, 1, 4 * log - sp.log(2))]
    yield certify(relation(1, "<=", sp.exp(r * sp.log(3))))
    yield identity(2**4 / (3 * sp.Rational(4, 3) ** 4), base)
    yield inequality(relation(1, "<=", 4 * log - sp.log(2)))
    yield follows(s / 16, s / 4 * log - sp.log(2), premises, where=[(16, "<=", s)])
    yield "the code has at least (27/16)^(s/4) words"


@SIGNS.exact(part="distance", uses=())
@broken("an_eighth_is_not", "Then |v - w|^2 = L^2/2.", share=sp.Rational(1, 8))
def quarter_of_the_signs_is_far_enough(*, share: sp.Rational = sp.Rational(1, 4)) -> Outcome:
    """4 L^2 h/s with h >= s/4.
    v = +-L/sqrt(s): |v - w|^2 = 4 L^2 h/s >= L^2 for Hamming distance h >= 1/4 s.
    """
    h = declare("h > 0")
    right = 4 * L**2 * h / s
    return visible(L**2, "<=", right, where=[(share * s, "<=", h)], gap=4 * L**2 / s * (h - s / 4))


@SIGNS.exact(part="decoding", uses=("sparse.block-lb",))
@broken("signs_are_not_missed_by_more", "L^2/2 would need an error of L.", share=sp.S.Half)
def signs_are_decoded_as_any_code(*, share: sp.Rational = sp.Rational(1, 8)) -> Outcome:
    """e^(eps m) <= M/2: LB(m)^2 >= L^2/8 in each of K blocks of m informative points."""
    return decoding(share)


@TWO.exact
@broken("not_twice_as_often", "Randomised response has the error 1/(1 + e^(eps m)).", total=2)
def signs_of_a_coordinate_are_confused(*, total: int = 1) -> Outcomes:
    """(p + q)/2 >= 1/(1 + e^(eps m)).
    1 - p <= E q and 1 - q <= E p: the mean (p + q)/2 of both errors is at least 1/(1 + E).
    An error of the sign costs at least L^2; K blocks, each m/n of the mean.
    """
    p, q = declare("p q > 0")
    weight = 1 / (2 * (1 + E))
    premises = [(weight, 1 - p, E * q), (weight, 1 - q, E * p)]
    rest = (1 - sp.Integer(total)) / (1 + E)
    sign = declare("estimate >= 0")  # at the wrong side of 0 from -L
    count, k = declare("integer K > 0, integer k")
    square = L**2 / (1 + E)
    yield follows(total / (1 + E), (p + q) / 2, premises, rest=rest)
    yield visible(L**2, "<=", (sign + L) ** 2, gap=sign**2 + 2 * sign * L)
    yield identity(sp.Sum((m / n) ** 2 * square, (k, 1, count)), count * (m / n) ** 2 * square)
    yield "two hypotheses that eps m keeps apart by no more than e^(eps m)"
