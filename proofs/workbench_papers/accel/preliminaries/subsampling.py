"""A hidden random batch amplifies privacy: e^(eps') = 1 + (m/n)(e^eps - 1).

Let record 1 be replaced.  With probability gamma = m/n it is in the batch.  The law of the output
is then a mixture (1 - gamma) q + gamma p before and (1 - gamma) q + gamma r after the replacement,
where q is the law given that record 1 is not drawn.  Swapping record 1 for its new value, or for a
record outside the batch, changes a batch in one place, so p <= e^eps r and p <= e^eps q.  With
c = e^eps and c' = 1 + gamma (c - 1),

    c' (after) - before = gamma [ (c - 1)(1 - gamma)(q - p/c) + c' (r - p/c) ]  >=  0.

The step p <= e^eps q compares averages.  A batch B with record 1 has n - m swaps, a batch C without
it has m, and a swap changes a probability by at most e^eps.  Summed over all swaps,

    (n - m) sum_B p_B  <=  e^eps m sum_C p_C,        (n - m) C(n-1, m-1) = m C(n-1, m),

so the average of p_B is at most e^eps times that of p_C.  The two counts of swaps are seen by
listing them, up to n = 5.  If m = n there are no batches C, and nothing to compare.  All this is
about probabilities of one event, so densities are not needed; and as the swapped record may come to
stand elsewhere in the batch, the mechanism must not depend on the order of its records.

For Laplace noise the bound is attained when all other records give the same value; in the reverse
order the loss is smaller.
"""

from collections.abc import Callable

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity, induction, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "accel.subsampling",
    title="Amplification by sampling without replacement",
    printed=("theorem", "Theorem A.3"),
    statement=r"""\mathcal{M} \text{ is } \epsilon\text{-DP} \;\Longrightarrow\;
        \mathcal{M} \circ \text{sample}_{m,n} \text{ is } \epsilon'\text{-DP},
        \quad \epsilon' = \ln\left(1 + \frac{m}{n}(e^{\epsilon} - 1)\right),
        \quad \text{with equality for some data under Laplace noise}""",
    hypotheses=r"""\text{neighbours differ by one replaced record}
        \mathcal{M} \text{ does not depend on the order of its records}
        B \text{ is uniform among the } m\text{-subsets and is not released}
        1 \le m \le n""",
    parts=("amplification", "tight"),
    uses=("accel.dp-definition",),
    note="Proved here for all n and m; also Theorem 9 of Balle, Barthe and Gaboardi, which the"
    " paper cites. That order must not matter is not printed; a mini-batch mean meets it. The"
    " equality is ours. Other sampling schemes and neighbouring relations have other formulas.",
)

u, gamma = declare("u gamma > 0")  # e^eps - 1, m / n
p, q, after_p = declare("p q p_after >= 0")
Factor = Callable[[sp.Expr], sp.Expr]


def amplified(share: sp.Expr) -> sp.Expr:
    """Amplification turns e^eps into 1 + (m/n)(e^eps - 1)."""
    return 1 + share * u


def mixture(factor: Factor) -> Outcome:
    """(1 - gamma) q + gamma p <= factor ((1 - gamma) q + gamma r) if p <= e^eps q, p <= e^eps r."""
    before = (1 - gamma) * q + gamma * p
    after = (1 - gamma) * q + gamma * after_p
    premises = [(gamma, "<=", 1), (q, ">=", p / (1 + u)), (after_p, ">=", p / (1 + u))]
    gap = gamma * (u * (1 - gamma) * (q - p / (1 + u)) + (1 + gamma * u) * (after_p - p / (1 + u)))
    return visible(before, "<=", factor(gamma) * after, where=premises, gap=gap)


records = declare("integer w > 0")  # n - m, the records outside a batch
fewer = declare("integer k >= 0")  # m - 1


@CLAIM.exact(part="amplification", uses=("accel.dp-definition",))
@broken("all_batches_in_place_of_the_others_are_too_many", shift=1)
@because("With C(n, m) in place of C(n-1, m): this counts all batches.")
@broken("square_of_the_rate_is_rejected", factor=lambda share: amplified(share**2))
@because("With the square of m/n in place of m/n the factor is too good to be true.")
def averages_over_all_batches_compare_for_all_sizes(
    *, shift: int = 0, factor: Factor = amplified
) -> Outcomes:
    """The count (n - m) C(n-1, m-1) = m C(n-1, m) turns the sum over swaps into averages.
    From (n - m) sum_B p_B <= e^eps m sum_C p_C: with m = k + 1 and n - m = w there are C(w + k, k)
    batches B with record 1, and C(n - 1 + shift, m) batches C without it.
    """
    i = declare("integer i")
    others = sp.Product((records - 1 + shift + i) / i, (i, 1, fewer + 1))
    inside = sp.Product((records + i) / i, (i, 1, fewer))
    claimed = relation(records * inside, "=", (fewer + 1) * others)
    counted = induction(claimed, "k", start=0, factor=(records + fewer + 1) / (fewer + 1))
    total, rest, number = declare("P Q N_B > 0")  # the two sums, and how many B
    size = fewer + 1
    left, right = total / number, (1 + u) * rest / (records * number / size)
    compared = visible(left, "<=", right, where=[(records * total, "<=", (1 + u) * size * rest)])
    yield counted
    yield compared
    yield mixture(factor)


@CLAIM.exact(part="tight", uses=("accel.laplace-mechanism", "ext.pointwise-density-ratio"))
@broken("unamplified_loss_is_not_attained", factor=lambda share: 1 + u)
@because("The loss of the batch mechanism itself, e^(S/(bm)), is not reached.")
def laplace_noise_attains_the_amplified_loss(*, factor: Factor = amplified) -> Outcomes:
    """Ratio 1 + (m/n)(e^(S/(bm)) - 1) for all outputs beyond S/m; the reverse order loses less.
    One record gives S, all others 0: beyond S/m the ratio of the two laws is constant.
    The batch mean is S/m with probability m/n, and 0 otherwise; after the replacement it is 0.
    Below 0 the ratio is constant too, and its inverse is smaller.
    """
    S, b, beyond, m, n = declare("S b x > 0, integer m n > 0")

    def density(distance: sp.Expr) -> sp.Expr:
        return sp.exp(-distance / b) / (2 * b)

    def ratio(to_zero: sp.Expr, to_shifted: sp.Expr) -> sp.Expr:
        mixed = (1 - m / n) * density(to_zero) + m / n * density(to_shifted)
        return mixed / density(to_zero)

    above = ratio(S / m + beyond, beyond)  # at output S/m + x
    attained = identity(above, factor(m / n).subs(u, sp.exp(S / (b * m)) - 1))
    half = declare("h > 0")  # S / (2 b m)
    up, down = (1 - gamma + gamma * sp.exp(s * half) for s in (2, -2))
    gap = gamma * (1 - gamma) * (sp.exp(half) - sp.exp(-half)) ** 2
    reverse = visible(1, "<", up * down, where=[(gamma, "<", 1)], gap=gap)
    yield attained
    yield reverse
