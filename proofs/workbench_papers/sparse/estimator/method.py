"""The subsampled bias-reduced gradient estimator: its levels, their law, and its cost.

With M = floor(log2 n) - 1 and p_k = 2^(-k)/(2 - 2^(-M)) for k = 0, ..., M:

    N ~ p;  B a uniform subset of 2^(N+1) records, (O, E) a uniform split of B into halves;
    i a uniform record;  A_m a private mean of m vectors, with parameters that depend on m alone
    G = (A(B) - (A(O) + A(E))/2)/p_N + A({i})

The largest batch has 2^(M+1) <= n records, more than n/2.  One call evaluates 2^(N+1) + 1 gradients
of records: at most n + 1, but on average about log2 n.
"""

from collections.abc import Iterator

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.harness import every_case
from workbench.rigor import identity, induction, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "sparse.mlmc",
    title="Subsampled bias-reduced gradient estimator",
    reconstructed=("algorithm", "block: Subsampled Bias-Reduced Gradient Estimator"),
    statement=r"""\begin{gathered}
        \mathcal{G} = \frac{1}{p_N} \Big( A_{2^{N+1}}(B) - \tfrac12 \big( A_{2^N}(O) + A_{2^N}(E)
        \big) \Big) + A_1(\{i\}), \quad p_k = \frac{2^{-k}}{2 - 2^{-M}}, \; 0 \le k \le M; \\
        2^{M+1} \le n < 2^{M+2}, \quad \mathbb{E} 2^{N+1} = \frac{2(M+1)}{2 - 2^{-M}} \le 2(M+1),
        \quad 2^{N+1} + 1 \le n + 1
        \end{gathered}""",
    hypotheses=r"""n \ge 2, \; M = \lfloor \log_2 n \rfloor - 1
        B \text{ uniform among the } 2^{N+1}\text{-subsets}, \; (O, E) \text{ a uniform \
            equipartition of } B, \; i \text{ uniform}
        A_m \text{ is private for one replaced vector; its parameters depend on } m \text{ only; \
            all noises are independent}""",
    parts=("law", "levels", "cost"),
    uses=("sparse.setting", "sparse.proj-mech"),
    note="The source is damaged: levels from 0, subsets of size 2^(N+1), and the normaliser are"
    " completed here.",
)

M, k = declare("integer M >= 0, integer k")
h = declare("h > 0")  # 2^(-M)
INSIDE = [(h, "<=", 1)]


@CLAIM.exact(part="law", uses=())
@broken("one_level_more_has_another_normaliser", "2 - 2^(-M-1) belongs to M + 1.", last=1)
def the_probabilities_add_up_to_one(*, last: int = 0) -> Outcome:
    """sum_{k <= M} 2^(-k) is the normaliser 2 - 2^(-M), by induction."""
    half = sp.S.Half
    total = sp.Sum(half**k, (k, 0, M))
    return induction(relation(total, "=", 2 - half ** (M + last)), "M")


@CLAIM.exact(part="levels", uses=())
@broken("one_level_more_does_not_fit", shift=1)
@because("With M = floor(log2 n) the largest batch would exceed n.")
def the_largest_batch_fits_and_is_more_than_half(*, shift: int = 0) -> Outcomes:
    """M + 1 = floor(log2 n), by the definition of the floor.
    2^(M+1) <= n < 2^(M+2), where 2^(M+1-shift) is the largest power of two up to n.
    """
    power, n = declare("power n > 0")
    known = [(power, "<=", n), (n, "<", 2 * power)]
    largest = 2**shift * power
    yield visible(largest, "<=", n, where=known)
    yield visible(n, "<", 2 * largest, where=known)


@CLAIM.exact(part="levels", uses=(), corner="n <= 5000")
@broken("the_number_of_bits_is_too_much", "2^(number of bits) exceeds n.", shift=1)
def so_it_is_in_bits(*, last: int = 5000, shift: int = 0) -> Outcome:
    """M + 1 is one less than the number of bits of n.
    The same for every n from 2 to `last`, with M + 1 from the number of bits of n.
    """

    def cases() -> Iterator[tuple[str, bool]]:
        for n in range(2, last + 1):
            depth = n.bit_length() - 2 + shift  # floor(log2 n) - 1
            good = depth >= 0 and 2 ** (depth + 1) <= n < 2 ** (depth + 2)
            yield f"n = {n}", good

    return every_case(cases(), "the largest batch fits and is more than half")


@CLAIM.exact(part="cost", uses=())
@broken("there_are_m_plus_one_levels", "M levels would be one too few.", count=M)
def every_level_contributes_the_same_cost(*, count: sp.Expr = M + 1) -> Outcomes:
    """E 2^(N+1) = 2 (M+1)/(2 - 2^(-M)) <= 2 (M+1).
    sum_k p_k 2^(k+1) over M + 1 levels; 1/(2 - h) <= 1; 2^(N+1) <= 2^(M+1) <= n.
    """
    share = 2 / (2 - h)  # p_k 2^(k+1), the same on every level
    power = declare("power > 0")  # 2^(-k)
    yield identity(power / (2 - h) * 2 / power, share, where=INSIDE)
    yield identity(sp.Sum(share, (k, 0, M)), count * share, where=INSIDE)
    left = (M + 1) * share
    yield visible(left, "<=", 2 * (M + 1), where=INSIDE, gap=2 * (M + 1) * (1 - h) / (2 - h))
