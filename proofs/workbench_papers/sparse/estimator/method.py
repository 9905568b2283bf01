"""The subsampled bias-reduced gradient estimator: its levels, their law, and its cost.

With M = floor(log2 n) - 1 and p_k = 2^(-k)/(2 - 2^(-M)) for k = 0, ..., M:

    N ~ p;  B a uniform subset of 2^(N+1) records, (O, E) a uniform split of B into halves;
    i a uniform record;  A_m a private mean of m vectors, with parameters that depend on m alone
    G = (A(B) - (A(O) + A(E))/2)/p_N + A({i})

The largest batch has 2^(M+1) <= n records, more than n/2.  One call evaluates 2^(N+1) + 1 gradients
of records: at most n + 1, but on average about log2 n.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, broken, dropped
from workbench.rigor import certify, induction
from workbench.symbolic import Relation, declare, relation

M, k, N, n, x, y = declare("integer M >= 0, integer k, integer N >= 0, n x y > 0")
HALF, BITS = sp.S.Half, sp.log(n) / sp.log(2)
FLOOR = ((M + 1, "<=", BITS), (BITS, "<", M + 2))  # M + 1 = floor(log2 n)
WITHIN = (*FLOOR[:1], (N, "<=", M))


def law(last: int = 0) -> Relation:
    """The normaliser of the probabilities."""
    return relation(sp.Sum(HALF**k, (k, 0, M)), "=", 2 - HALF ** (M + last))


def largest(shift: int = 0, floor: Sequence[Any] = FLOOR) -> tuple[Relation, ...]:
    """The largest batch fits, and has more than half of the records."""
    return (
        relation(2 ** (M + 1 + shift), "<=", n, where=floor),
        relation(n, "<", 2 ** (M + 2 + shift), where=floor),
    )


def cost(count: sp.Expr = M + 1) -> tuple[Relation, ...]:
    """The mean of 2^(N+1) under p."""
    mean, claimed = sp.Sum(HALF**k / (2 - HALF**M) * 2 ** (k + 1), (k, 0, M)), 2 * count
    return relation(mean, "=", claimed / (2 - HALF**M)), relation(mean, "<=", claimed)


def most(within: Sequence[Any] = WITHIN) -> Relation:
    """One call at a level up to M."""
    return relation(2 ** (N + 1) + 1, "<=", n + 1, where=within)


CLAIM = Claim(
    "sparse.mlmc",
    title="Subsampled bias-reduced gradient estimator",
    reconstructed=("algorithm", "block: Subsampled Bias-Reduced Gradient Estimator"),
    statement=r"""\begin{gathered}
        \mathcal{G} = \frac{1}{p_N} \Big( A_{2^{N+1}}(B) - \tfrac12 \big( A_{2^N}(O) + A_{2^N}(E)
        \big) \Big) + A_1(\{i\}), \quad p_k = \frac{2^{-k}}{2 - 2^{-M}}, \; 0 \le k \le M, \;
        \sum_{k \le M} 2^{-k} = 2 - 2^{-M}; \\
        2^{M+1} \le n < 2^{M+2}, \quad \mathbb{E} 2^{N+1} = \frac{2(M+1)}{2 - 2^{-M}} \le 2(M+1),
        \quad 2^{N+1} + 1 \le n + 1
        \end{gathered}""",
    hypotheses=r"""n \ge 2, \; M = \lfloor \log_2 n \rfloor - 1
        B \text{ uniform among the } 2^{N+1}\text{-subsets}, \; (O, E) \text{ a uniform \
            equipartition of } B, \; i \text{ uniform}, \text{ independent of these}
        A_m \text{ is private for one replaced vector; its parameters depend on } m \text{ only; \
            all noises are independent}""",
    parts=("law", "levels", "cost"),
    encoded={"law": (law(),), "levels": largest(), "cost": (*cost(), most())},
    uses=("sparse.setting", "sparse.proj-mech"),
    note="The source is damaged: levels from 0, subsets of size 2^(N+1), and the normaliser are"
    " completed here. The display of G is the definition; encoded are the law of N, the levels and"
    " the cost.",
)


@CLAIM.exact(part="law", uses=())
@broken("one_level_more_has_another_normaliser", "2 - 2^(-M-1) belongs to M + 1.", last=1)
def the_probabilities_add_up_to_one(**changes: Any) -> Outcome:  # noqa: ANN401
    """The normaliser is 2 - 2^(-M), by induction."""
    return induction(law(**changes), "M")


@CLAIM.exact(part="levels", uses=())
@broken("one_level_more_does_not_fit", "The largest batch would exceed n.", shift=1)
@dropped("floor", FLOOR, {0: "The batch may not fit.", 1: "Twice the batch may fit as well."})
def the_largest_batch_fits_and_is_more_than_half(
    **changes: Any,  # noqa: ANN401
) -> Outcome:
    """M + 1 = floor(log2 n), by the definition of the floor."""
    return certify(largest(**changes))


@CLAIM.exact(part="cost", uses=())
@broken("there_are_m_plus_one_levels", "M levels would be one too few.", count=M)
@dropped("within", WITHIN, "A batch may be larger than n.")
def every_level_contributes_the_same_cost(
    *, count: sp.Expr = M + 1, within: Sequence[Any] = WITHIN
) -> Outcomes:
    """The mean is 2/(2 - 2^(-M)) for each of M + 1 levels; 2^(N+1) <= 2^(M+1) <= n."""
    chained = relation(x + 1, "<=", n + 1, where=[(x, "<=", y), (y, "<=", n)])
    steps: list[Any] = [
        (2 ** (N + 1), "<=", 2 ** (M + 1)), (2 ** (M + 1), "<=", n),
        (chained, {"x": 2 ** (N + 1), "y": 2 ** (M + 1), "n": n}),
    ]  # fmt: skip
    yield certify(cost(count))
    yield certify(most(within), facts=steps)
