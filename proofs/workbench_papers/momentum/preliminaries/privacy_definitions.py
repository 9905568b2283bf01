"""Differential privacy, sensitivity and Renyi privacy under replacement (Definitions 1 to 3).

    (eps, delta)-DP    Pr[A(D) in S] <= e^eps Pr[A(D') in S] + delta for all S; equivalently the
                       hockey-stick divergence sum_y max(p_y - e^eps q_y, 0) is at most delta
    sensitivity        sup |f(D) - f(D')| over neighbours; a record of total weight W: 2 G W
    (lambda, rho)-RDP  D_lambda <= rho;  rho-zCDP: (lambda, lambda rho)-RDP for every lambda > 1

Neighbours differ in one replaced record.  The factor 2 comes from there: for the relation that
sets a record's gradient to zero every 2G would be G.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, broken
from workbench.rigor import identity
from workbench.rigor.provers import hockey_stick
from workbench.rigor.provers import replaced_records as records
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import declare

DP = Claim(
    "momentum.def-dp",
    title="(eps, delta)-DP, and its hockey-stick form",
    reconstructed=("definition", "Definition 1"),
    statement=r"""\Pr[A(D) \in S] \le e^\epsilon \Pr[A(D') \in S] + \delta \;\;\forall S
        \quad\Longleftrightarrow\quad
        \sum_y \max\{p_y - e^\epsilon q_y, 0\} \le \delta""",
    hypotheses=r"""D, D' \text{ differ in one replaced record}
        \text{countably many outputs}""",
    parts=("every event", "attained"),
    encoded={
        "every event": (hockey_stick.every_event("S"),),
        "attained": (hockey_stick.attained("S"),),
    },
    note=hockey_stick.AS_ENCODED,
)

SENSITIVITY = Claim(
    "momentum.def-sensitivity",
    title="Sensitivity under replacement: at most 2 G W for records of weight W",
    reconstructed=("definition", "Definition 2; what it is for weighted sums is ours"),
    statement=r"""\Delta_2(f) = \sup_{D \sim D'} \lVert f(D) - f(D') \rVert_2; \quad
        f = \sum_i c_i g_{s_i}, \; \lVert g \rVert \le G: \; \Delta_2 \le 2 G W, \;
        W = \max_s \sum_{i : s_i = s} c_i, \text{ attained by opposite linear losses}""",
    hypotheses=r"""c_i \ge 0, \; s_i \text{ the number of the record of term } i
        \text{adaptive queries also over all earlier outputs}""",
    parts=("bound", "attained"),
    encoded={
        "bound": (records.bounded().theorem,), "attained": (records.attained().theorem,),
    },
    note="As encoded chi_i is 1 where term i uses the replaced record s, of gradients u_i and v_i"
    " in the two datasets, and 0 elsewhere; o_i is what the others add, the same in both. So the"
    " sum of c_i chi_i is the weight of s, and W that of the record for which it is largest.",
)  # fmt: skip

RDP = Claim(
    "momentum.def-rdp",
    title="Renyi divergence: not negative, and additive over independent outputs",
    reconstructed=("definition", "Definition 3"),
    statement=r"""D_\lambda(P \Vert Q) = \frac{1}{\lambda - 1}
        \ln \sum_y p_y^\lambda q_y^{1-\lambda} \ge 0, \quad
        D_\lambda(P \otimes P' \Vert Q \otimes Q')
        = D_\lambda(P \Vert Q) + D_\lambda(P' \Vert Q')""",
    hypotheses=r"\lambda > 1; \; p, q > 0 \text{ of sum } 1, \text{ or densities of integral } 1",
    parts=("not negative", "product"),
    note="Shown at integer orders and for sums: non-negativity at order 2, where it is a variance."
    " Used for normal densities, with integrals for the sums.",
)

N, M, i, j = declare("integer N M > 0, integer i j")


@DP.proof(part="every event")
@broken("without_the_bound", "Two laws may be far apart.", given=False)
def no_event_exceeds_the_positive_part(*, given: bool = True) -> Outcome:
    """An event takes each output wholly or not at all."""
    return hockey_stick.no_event_gains_more("S", given=given)


@DP.proof(part="attained")
@broken("without_privacy", "The positive parts may then add up to more.", given=False)
def the_event_of_larger_probability_attains_it(*, given: bool = True) -> Outcome:
    """On S = {p > e^eps q} both sides agree, output by output."""
    return hockey_stick.one_event_gains_it("S", given=given)


@SENSITIVITY.proof(part="bound")
@broken("the_zero_out_constant", "G W is for a record that is removed.", change={"factor": 1})
@broken("one_gradient_is_bounded", "The other one may be long.", change={"told": (0,)})
def a_replaced_record_moves_the_sum_by_two_g_per_weight(*, change: dict[str, Any] = {}) -> Outcome:
    """Each of its terms moves by at most 2G times its weight."""
    return proved(records.bounded(**change))


@SENSITIVITY.proof(part="attained")
@broken("three_times_the_bound", "The distance of two gradients is 2G.", change={"factor": 3})
@broken("equal_gradients", "They do not move at all.", change={"opposite": 1})
def opposite_gradients_attain_it(*, change: dict[str, Any] = {}) -> Outcome:
    """Linear losses have g = e and -e in every term, |e| = G."""
    return proved(records.attained(**change))


p, q = (sp.IndexedBase(s, positive=True) for s in "pq")
r, s = (sp.IndexedBase(name, positive=True) for name in "rs")


@RDP.exact(part="not negative", corner="order 2")
@broken("it_is_not_two", "Subtracting 2 leaves something else.", factor=2)
def the_second_moment_is_one_plus_a_variance(*, factor: int = 1) -> Outcome:
    """The difference is a sum of squares:
    sum p^2/q - (2 sum p - sum q) = sum (p - q)^2/q >= 0, and 2 sum p - sum q = 1.
    sum p^2/q - 1 = sum (p - q)^2/q when both sum to 1.
    """
    moment = sp.Sum(p[i] ** 2 / q[i], (i, 1, N))
    variance = sp.Sum((p[i] - q[i]) ** 2 / q[i], (i, 1, N))
    total = 2 * sp.Sum(p[i], (i, 1, N)) - sp.Sum(q[i], (i, 1, N))
    return identity(moment - factor * total, variance)


def product_moment(order: int, other: int) -> Outcome:
    """The moment of a product is the product of the moments, at an integer order."""
    pairs = (p[i] * r[j]) ** order / (q[i] * s[j]) ** (order - 1)
    joint = sp.Sum(sp.Sum(pairs, (j, 1, M)), (i, 1, N))
    return identity(
        joint,
        sp.Sum(p[i] ** order / q[i] ** (order - 1), (i, 1, N))
        * sp.Sum(r[j] ** other / s[j] ** (other - 1), (j, 1, M)),
    )


@RDP.exact(part="product", corner="integer orders 2 to 5")
@broken("orders_must_agree", "Moments of different orders do not factor.", apart=1)
def moments_of_products_factor(*, apart: int = 0) -> Outcome:
    """So the logarithms add up."""
    return all_of(*(product_moment(k, k + apart) for k in range(2, 6)))
