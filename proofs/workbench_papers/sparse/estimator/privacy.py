"""What one call of the estimator costs, given its level.

A record of B enters A(B) and exactly one of A(O), A(E): by basic composition 2 eps', 2 delta'.  The
batch is a uniform subset and hidden: with q = 2^(N+1)/n that becomes ln(1 + q (e^(2 eps') - 1)) and
2 q delta'.  The single record is a batch of size one.  For 2 eps' <= 1

    eps_N <= 2 (e - 1) eps' q_N + (e - 1) eps'/n,

linear in the batch, and as E 4^(N+1) = 4 * 2^M <= 2n the mean square of the first term is of order
eps'^2/n.  The maximum is not: a visit to the top level costs about 2 eps'.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, broken
from workbench.harness import every_case
from workbench.rigor import certify, follows, identity, induction, inequality, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "sparse.mlmc-privacy",
    title="Privacy of one call of the estimator, given its level",
    reconstructed=("lemma", "block: Subsampled Bias-Reduced Gradient Estimator"),
    statement=r"""\begin{gathered}
        \epsilon_N = \ln\big( 1 + q_N (e^{2\epsilon'} - 1) \big)
        + \ln\Big( 1 + \frac{e^{\epsilon'} - 1}{n} \Big), \quad
        \delta_N = 2 q_N \delta' + \frac{\delta'}{n}, \quad q_N = \frac{2^{N+1}}{n}; \\
        2\epsilon' \le 1: \; \epsilon_N \le 2 (e-1) \epsilon' q_N + \frac{(e-1) \epsilon'}{n};
        \quad \mathbb{E} 4^{N+1} = 4 \cdot 2^M, \quad
        \mathbb{E} (2 (e-1) \epsilon' q_N)^2 \le \frac{8 (e-1)^2 \epsilon'^2}{n}
        \end{gathered}""",
    hypotheses=r"""A_m \text{ is } (\epsilon', \delta')\text{-DP for one replaced vector, for \
            every } m
        \text{conditional on } N, \text{ which does not depend on the data}
        B, O, E, i \text{ are not released}""",
    parts=("cost", "linear", "square"),
    uses=("sparse.mlmc", "ext.subsampling-approx", "noneuclid.basic-comp"),
)

e1, q, n, x = declare("epsilon_1 q n x > 0")  # epsilon_1 is eps'
h = declare("h > 0")  # 2^(-M)
M, k = declare("integer M >= 0, integer k")
e = sp.exp(1)


@CLAIM.exact(part="cost")
@broken("once_is_not_enough", "The whole batch and one of its halves both see the record.", uses=1)
def a_record_of_the_batch_is_used_twice(*, uses: int = 2) -> Outcomes:
    """e^(eps_N) = (1 + q (e^(2 eps') - 1)) (1 + (e^eps' - 1)/n), delta_N = (2q + 1/n) delta'.
    Losses of 2 releases on the batch and one on the record; then the deltas.
    """
    delta, loss, failure = declare("delta_1 loss failure > 0")  # of what sees B
    factor = (1 + q * (sp.exp(2 * e1) - 1)) * (1 + (sp.exp(e1) - 1) / n)
    batch, record = 1 + q * (sp.exp(loss) - 1), 1 + (sp.exp(e1) - 1) / n
    composed = [(failure, "=", uses * delta)]
    yield identity(batch * record, factor, where=[(loss, "=", uses * e1)])
    yield identity(q * failure + delta / n, 2 * q * delta + delta / n, where=composed)


@CLAIM.exact(part="cost", corner="four records, batches of two and four, majorities")
@broken("once_is_exceeded_there", "The same with e^eps' in place of e^(2 eps').", uses=1)
def the_three_answers_cost_no_more_on_four_records(*, uses: int = 2) -> Outcome:
    """Every pair of neighbouring data, every triple of answers.
    Four records, both levels: majorities, each answered wrongly with probability 1/3.
    """

    def answers(bits: tuple[int, ...]) -> tuple[Fraction, Fraction]:
        truth = 2 * sum(bits) > len(bits)
        return (Fraction(1, 3), Fraction(2, 3)) if truth else (Fraction(2, 3), Fraction(1, 3))

    def law(data: tuple[int, ...], size: int) -> dict[tuple[int, ...], Fraction]:
        found = dict.fromkeys(product((0, 1), repeat=3), Fraction(0))
        draws = [
            (batch, odd)
            for batch in combinations(range(4), size)
            for odd in combinations(batch, size // 2)
        ]
        for batch, odd in draws:
            groups = (batch, odd, tuple(j for j in batch if j not in odd))
            laws = [answers(tuple(data[j] for j in group)) for group in groups]
            for seen in found:
                a, b, c = (one[bit] for one, bit in zip(laws, seen, strict=True))
                found[seen] += a * b * c / len(draws)
        return found

    def cases() -> Iterator[tuple[str, bool]]:
        every = list(product((0, 1), repeat=4))
        for size in (2, 4):
            limit = 1 + Fraction(size, 4) * (2**uses - 1)  # e^eps' = 2
            laws = {data: law(data, size) for data in every}
            for one, other in product(every, every):
                if sum(a != b for a, b in zip(one, other, strict=True)) == 1:
                    good = all(laws[one][o] <= limit * laws[other][o] for o in laws[one])
                    yield f"batch {size}, {one} and {other}", good

    return every_case(cases(), "the three answers on a batch")


@CLAIM.exact(part="linear", uses=())
@broken("half_of_the_chord_is_below", "At x = 1 the chord is attained.", share=sp.S.Half)
def the_cost_is_linear_in_the_batch(*, share: sp.Rational = sp.Integer(1)) -> Outcomes:
    """e^x - 1 <= (e - 1) x on [0, 1], by convexity.
    ln(1 + y) <= y, and e^x - 1 <= (e - 1) x for 0 < x <= 1 by the tangents at x.
    With grown = e^x and top = e the tangents say grown (1 - x) <= 1 and grown (2 - x) <= top; both
    are e^t >= 1 + t.  Here x is 2 eps', or eps'.
    """
    y, grown, top = declare("y >= 0, grown top > 0")
    part, slope = declare("part slope > 0")  # e^x - 1 <= slope x
    yield certify(relation(sp.log(1 + y), "<=", y))
    yield inequality(relation(1 + y, "<=", sp.exp(y)))
    yield certify(relation(1 - y, "<=", sp.exp(-y)))
    premises = [(x, grown * (2 - x), top), (1 - x, grown * (1 - x), 1)]
    at = {"x": 1, "grown": 3, "top": 3}
    yield follows(grown - 1, share * (top - 1) * x, premises, where=[(x, "<=", 1)], at=at)
    yield visible(q * part, "<=", 2 * slope * e1 * q, where=[(part, "<=", slope * 2 * e1)])


@CLAIM.exact(part="square", uses=("sparse.mlmc",))
@broken("a_quarter_of_it_is_exceeded", "When n is a power of 2 the bound is attained.", constant=2)
def the_mean_square_is_of_order_one_over_n(*, constant: int = 8) -> Outcomes:
    """4 (e-1)^2 eps'^2 E 4^(N+1)/n^2 <= 8 (e-1)^2 eps'^2/n.
    sum p_k 4^(k+1) = 4 (2^(M+1) - 1)/(2 - 2^(-M)) = 4 * 2^M, and 2^(M+1) <= n; h = 2^(-M).
    """
    powers = sp.Sum(sp.Integer(2) ** k, (k, 0, M))
    slope = 2 * (e - 1) * e1 / n
    bound = constant * (e - 1) ** 2 * e1**2 / n
    gap = 16 * (e - 1) ** 2 * e1**2 / n**2 * (n / 2 - 1 / h) + (constant - 8) * bound / constant
    yield induction(relation(powers, "=", 2 * sp.Integer(2) ** M - 1), "M")
    yield identity(4 * (2 / h - 1) / (2 - h), 4 / h, where=[(h, "<=", 1)])
    yield visible(slope**2 * 4 / h, "<=", bound, where=[(1 / h, "<=", n / 2)], gap=gap)
