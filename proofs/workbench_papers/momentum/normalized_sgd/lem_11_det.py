"""Error of the momentum for any repeated order, without probability (in place of Lemma 11).

    |m_t - grad F(w_t)| <= (1-alpha)^t G + eta L (1-alpha)/alpha + G alpha N/2

Compare every g_i with the gradient of its record at w_t, at a cost of eta L times the sum of
alpha (1-alpha)^j j.  What remains are the total weights W_s of the records, which add up to
1 - (1-alpha)^t.  Age s has W_s = alpha (1-alpha)^s (1 + rho + ... ), with one term more for the
records already used in the current epoch; all of them lie in an interval of
length alpha.  N numbers in such an interval deviate from their mean by at most N alpha/2 in all:
the chord above |x - mean|.
"""

from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.harness import every_case
from workbench.rigor import identity, induction, inequality, visible
from workbench.symbolic import declare, relation
from workbench_papers.momentum import _tree as tree

CLAIM = Claim(
    "momentum.lem-11-det",
    title="Error of the momentum for any order repeated in every epoch",
    ours=("lemma", "In place of Lemma 11"),
    statement=r"""\lVert m_t - \nabla F(w_t) \rVert \le (1-\alpha)^t G
        + \eta L \frac{1-\alpha}{\alpha} + G D_t, \quad
        D_t = \sum_{s=1}^N \Big| W_s - \frac{1 - (1-\alpha)^t}{N} \Big| \le \frac{\alpha N}{2}""",
    hypotheses=r"""W_s = \sum_{i \le t,\, x_{(i)} = x_s} \alpha (1-\alpha)^{t-i}
        \text{the same order in every epoch, however chosen}
        \lVert w_{t+1} - w_t \rVert \le \eta, \; m_0 = 0, \; 0 < \alpha \le 1""",
    parts=("drift", "range", "deviation"),
    uses=("momentum.momentum-identity",),
    repairs=(
        "momentum.lem-11.repeated", "momentum.lem-11.single", "momentum.lem-11.single.one-over-n",
    ),
    note="Path by path; the order may even depend on the data, as far as utility is concerned.",
)  # fmt: skip

q, t, j = declare("q >= 0, integer t >= 0, integer j")


@CLAIM.exact(part="drift")
@broken("half_of_it_is_too_small", "q/(2 alpha) is exceeded for long histories.", limit=q / 2)
def ages_have_mean_at_most_q_over_alpha(*, limit: sp.Expr = q) -> Outcomes:
    """A record used j steps ago was evaluated at distance at most eta j.
    (1-q) sum_(j<t) q^j j = sum_(1<=j<t) q^j - (t-1) q^t <= limit/(1 - q).
    """
    where = [(q, "<", 1)]
    weighted = sp.Sum((1 - q) * q**j * j, (j, 0, t))
    powers = sp.Sum(q**j, (j, 1, t))
    by_parts = induction(relation(weighted, "=", powers - t * q ** (t + 1), where=where), "t")
    closed = induction(relation(powers, "=", (q - q ** (t + 1)) / (1 - q), where=where), "t")
    bound = relation((q - q ** (t + 1)) / (1 - q) - t * q ** (t + 1), "<=", limit / (1 - q),
                     where=where)  # fmt: skip
    gap = (limit - q + q ** (t + 1)) / (1 - q) + t * q ** (t + 1)
    yield by_parts
    yield closed
    yield inequality(bound, gap=gap)


@CLAIM.exact(part="range")
@broken("they_do_not_coincide", length=0)
@because("An interval of length 0 would say that all weights are equal.")
def the_weights_lie_in_an_interval_of_length_alpha(*, length: int = 1) -> Outcome:
    """A + p - u A = A (1 - rho) + p - A (u - rho) = 1 - A (u - rho).
    max W - min W <= alpha: W_max = alpha (A + p), W_min = alpha u A, u = q^(N-1).
    A = 1 + rho + ... + rho^(e-1) = (1 - p)/(1 - rho) with p = rho^e, rho = q u <= u.
    """
    alpha, u, p, rho = (sp.Symbol(s, nonnegative=True) for s in ("alpha", "u", "p", "rho"))
    A = (1 - p) / (1 - rho)
    gap = alpha * (A * (u - rho) + length - 1)
    return visible(
        alpha * (A + p) - alpha * u * A, "<=", length * alpha,
        where=[(rho, "<=", u), (u, "<=", 1), (p, "<=", 1), (rho, "<", 1)], gap=gap,
    )  # fmt: skip


@CLAIM.exact(part="deviation")
@broken("a_quarter_of_the_range_is_too_small", factor=sp.Rational(1, 4))
@because("Half of the numbers at either end deviate by l/2.")
def the_mean_deviation_is_at_most_half_the_range(*, factor: sp.Rational = sp.S.Half) -> Outcomes:
    """The chord is linear in x, so its mean is its value at the mean: at most l/2.
    |x - y| is below its chord over [0, l], y the mean; then the sum of the chord.
    """
    x, y, length = declare("x y l > 0")
    line = (x * (length - y) + (length - x) * y) / length
    inside = [(x, "<=", length), (y, "<=", length)]
    above = visible(x - y, "<=", line, where=inside, gap=2 * y * (length - x) / length)
    below = visible(y - x, "<=", line, where=inside, gap=2 * x * (length - y) / length)
    mean = identity(line.subs(x, y), 2 * y * (length - y) / length)  # the chord at the mean
    gap = 2 * (y - length / 2) ** 2 / length + (factor - sp.S.Half) * length
    top = visible(2 * y * (length - y) / length, "<=", factor * length, where=inside, gap=gap)
    yield above
    yield below
    yield mean
    yield top


def enumerated(last: int, share: Fraction) -> Outcome:
    """D_t <= share alpha N for N <= last, alpha in {1/N, 1/2, 1/5}, t up to 4N, exactly."""

    def cases() -> Iterator[tuple[str, bool]]:
        for size in range(2, last + 1):
            for alpha in {Fraction(1, size), Fraction(1, 2), Fraction(1, 5)}:
                decay = 1 - alpha
                for horizon in range(1, 4 * size + 1):
                    mean = (1 - decay**horizon) / size
                    found = (
                        alpha * tree.weight((1, horizon), uses, decay)
                        for uses in tree.repeated(size, horizon)
                    )
                    total = sum((abs(w - mean) for w in found), Fraction(0))
                    yield (f"N = {size}, alpha = {alpha}, t = {horizon}",
                           (total <= share * alpha * size))  # fmt: skip

    return every_case(cases(), "deviation of the weights")


@CLAIM.exact(part="deviation", corner="N <= 8, three values of alpha, t <= 4N")
@broken("a_quarter_is_exceeded_for_two_records", share=Fraction(1, 4))
@because("N = 2: D tends to alpha/(2 - alpha) > alpha/2.")
def enumeration_stays_below_half(*, share: Fraction = Fraction(1, 2)) -> Outcome:
    """D_t <= alpha N/2."""
    return enumerated(8, share)
