"""The higher moments of the estimator: the third grows like n^(1/2), the fourth like n.

If the difference of level k has the size c 2^(-k/2), which is what noise does, the weighted one has
the size c 2^(-k/2)/p_k, and with 1/p_k = 2^k (2 - h), h = 2^(-M),

    E (size)^2 = c^2 (2 - h) (M + 1),
    E (size)^3 = c^3 (2 - h)^2 sum_k 2^(k/2) = c^3 (2 - h)^2 (2^((M+1)/2) - 1)/(sqrt(2) - 1),
    E (size)^4 = c^4 (2 - h)^3 sum_k 2^k = c^4 (2 - h)^3 (2^(M+1) - 1).

A mean of a moderate number of draws is then no normal variable: quantiles, not standard errors.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, broken
from workbench.rigor import identity, induction
from workbench.symbolic import relation

CLAIM = Claim(
    "sparse.mlmc-moment.tails",
    kind="remark",
    title="Second, third and fourth moment of a weighted difference of levels",
    source="not on the poster",
    provenance="ours",
    statement=r"""X = \frac{2^{-N/2}}{p_N}: \quad \mathbb{E} X^2 = (2 - h)(M + 1), \quad
        \mathbb{E} X^3 = (2 - h)^2 \frac{2^{(M+1)/2} - 1}{\sqrt2 - 1}, \quad
        \mathbb{E} X^4 = (2 - h)^3 (2^{M+1} - 1), \quad h = 2^{-M}""",
    hypotheses=(r"p_k = \frac{2^{-k}}{2 - h}, \; 0 \le k \le M",),
    parts=("weights", "sums"),
    uses=("sparse.mlmc",),
)

M = sp.Symbol("M", nonnegative=True, integer=True)
k = sp.Symbol("k", integer=True)
h, root = sp.symbols("h root", positive=True)  # root = 2^(k/2)


@CLAIM.exact(part="weights", uses=())
@broken(
    "the_third_moment_does_not_grow_like_the_fourth",
    "One more factor 2^(k/2) is too much for each of them.",
    shift=1,
)
def every_power_weighs_the_levels_more(*, shift: int = 0) -> Outcome:
    """p (2^(-k/2)/p)^r = (2 - h)^(r-1) 2^((r/2 - 1) k) for r = 2, 3, 4: 1, 2^(k/2), 2^k."""
    p = sp.Symbol("p", positive=True)
    inside = [(h, "<=", 1), (p, "=", 1 / (root**2 * (2 - h)))]
    powers = {2: 0, 3: 1, 4: 2}  # of root
    return all_of(
        *(
            identity(p * (1 / root / p) ** r, (2 - h) ** (r - 1) * root ** (e + shift),
                     where=inside)
            for r, e in powers.items()
        ),
        summary="second, third and fourth power",
    )  # fmt: skip


@CLAIM.exact(part="sums", uses=())
@broken("the_last_level_is_included", "b^M - 1 leaves it out.", last=0)
def geometric_sums_end_at_the_last_level(*, last: int = 1) -> Outcome:
    """M + 1, (2^((M+1)/2) - 1)/(sqrt(2) - 1) and 2^(M+1) - 1.

    (b - 1) sum_{k <= M} b^k = b^(M+1) - 1 for b = 1 + t: b = 2 and b = sqrt(2).
    """
    t = sp.Symbol("t", positive=True)
    b = 1 + t
    claimed = relation(t * sp.Sum(b**k, (k, 0, M)), "=", b ** (M + last) - 1)
    return all_of(
        induction(claimed, "M"),
        induction(relation(sp.Sum(sp.Integer(1), (k, 0, M)), "=", M + 1), "M"),
    )
