"""Basic composition of (eps, delta)-DP mechanisms, fully adaptive.

Let p, q be the probabilities of the first output, P and Q those that the rest of the transcript
falls into an event.  With r = (p - e^eps1 q)_+ the first step has sum r <= delta1, and

    p P <= e^(eps1 + eps2) q Q + r + p delta2,      as P <= 1 and P <= e^eps2 Q + delta2.

Summed over the first output this is the claim for two steps, and the induction over steps.

The slide lets step j see the output of step j - 1 only; the algorithms need all earlier outputs,
and so it is stated and proved here.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import identity, induction, inequality, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "noneuclid.basic-comp",
    title="Basic composition, fully adaptive",
    printed=("theorem", "slide: Theorem (Basic Composition)"),
    statement=r"""(A_1, \dots, A_k) \text{ is } \Big( \sum_{j=1}^k \epsilon_j, \;
        \sum_{j=1}^k \delta_j \Big)\text{-DP}; \quad
        \text{equal steps: } (k\epsilon, k\delta)""",
    hypotheses=r"""A_j \text{ is } (\epsilon_j, \delta_j)\text{-DP for every value of the earlier \
            outputs}
        \epsilon_j, \delta_j \text{ are fixed in advance}
        \text{countably many outputs at each step, or densities for a fixed measure}""",
    parts=("one more step", "sum"),
    uses=("noneuclid.dp-def",),
    note="Methods with noise release densities. What is summed is an inequality at each first"
    " output; with densities it is integrated instead. The printed statement has equal steps that"
    " see one earlier output; this one contains it.",
)

x, y = declare("x y > 0")  # e^eps1, e^eps2
p, q, P, Q, r, m, delta, N, i = declare("p q P Q r m delta >= 0, integer N > 0, integer i")


@CLAIM.exact(part="one more step")
@broken("the_second_delta_is_not_free", "Without p delta2 it is false.", rest=0)
def each_first_output_pays_its_share(*, rest: int = 1) -> Outcomes:
    """Its share is p P <= e^(eps1 + eps2) q Q + (p - e^eps1 q)_+ + p delta2.
    Both signs of p - x q = r or -m; `rest` is how often delta2 is charged.
    """
    limits = [(P, "<=", 1), (P, "<=", y * Q + delta)]
    above = relation((x * q + r) * P, "<=",
                     x * y * q * Q + r + rest * (x * q + r) * delta, where=limits)  # fmt: skip
    more = (rest - 1) * delta
    gap = x * q * (y * Q + delta - P) + r * (1 - P) + r * delta + (x * q + r) * more
    yield inequality(above, gap=gap)
    gap = p * (y * Q + delta - P) + m * y * Q + p * more
    yield visible(p * P, "<=", y * (p + m) * Q + rest * p * delta, where=limits, gap=gap)


@CLAIM.exact(part="sum")
@broken("half_of_the_second_delta_is_too_little", mass=sp.S.Half)
@because("eps = 0, leaks of chance delta < 1/2 each: 2 delta - delta^2 > 3 delta/2.")
def the_shares_add_up(*, mass: sp.Rational | int = 1) -> Outcomes:
    """The sums are sum p = 1, sum r <= delta1, and a product of exponentials is one of the sum.
    The shares sum to e^(eps1 + eps2) Q(E) + delta1 + delta2; exponents and deltas add up.
    """
    rows, losses = sp.IndexedBase("p", nonnegative=True), sp.IndexedBase("r", nonnegative=True)
    joint = sp.IndexedBase("b", nonnegative=True)  # q_i Q_i
    share = x * y * joint[i] + losses[i] + rows[i] * delta
    total = (
        x * y * sp.Sum(joint[i], (i, 1, N))
        + sp.Sum(losses[i], (i, 1, N))
        + mass * delta * sp.Sum(rows[i], (i, 1, N))
    )
    eps, k = (sp.IndexedBase("epsilon", nonnegative=True), declare("integer k > 0"))
    product = induction(
        relation(sp.Product(sp.exp(eps[i]), (i, 1, k)), "=", sp.exp(sp.Sum(eps[i], (i, 1, k)))),
        "k", start=1, factor=sp.exp(eps[k + 1]),
    )  # fmt: skip
    e = declare("epsilon_1 > 0")
    yield identity(sp.Sum(share, (i, 1, N)), total)
    yield product
    yield identity(sp.Sum(e, (i, 1, k)), k * e)
