"""Amplification by sampling without replacement, for one replaced record.

A mechanism that is eps-DP on datasets of size m, run on m records drawn without replacement from n,
is eps'-DP on the n records, with e^(eps') = 1 + (m/n)(e^eps - 1): the changed record is in the
batch with probability m/n only, and the batch stays hidden.

It is the case delta = 0 of the theorem about (eps, delta), with the same proof.

That the replaced record may be put anywhere in the batch is a hypothesis: a mechanism that treats
its first record differently from its second one can lose more.
"""

from fractions import Fraction

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench_papers.ext.subsampling_approx import amplified

CLAIM = Claim(
    "ext.subsampling",
    title="Privacy amplification by sampling without replacement",
    reconstructed=("theorem",
                   "Balle, Barthe and Gaboardi (2018), Privacy amplification by subsampling: tight"
                   " analyses via couplings and divergences, Theorem 9, with delta = 0"),
    statement=r"""M \text{ is } \epsilon\text{-DP} \;\Longrightarrow\; M \circ \text{sample}_{m,n}
        \text{ is } \epsilon'\text{-DP with } \epsilon' = \ln\left(1 + \tfrac{m}{n}
        (e^{\epsilon} - 1)\right)""",
    hypotheses=r"""\text{neighbours differ by one replaced record}
        M \text{ sees its } m \text{ records as a multiset: their order does not matter}
        \text{the batch is uniform among the } m\text{-subsets of } \{1,\dots,n\}, \text{ and is \
            not released}
        1 \le m \le n""",
)  # fmt: skip


@CLAIM.exact
@broken("half_the_sampling_rate", scale=Fraction(1, 2))
@because("With half of m/n the bound fails for some mechanism.")
def mixture_changes_by_the_amplified_factor(*, scale: Fraction = Fraction(1)) -> Outcome:
    """The probability of an event grows at most by 1 + (m/n)(e^eps - 1), for all 1 <= m <= n."""
    return amplified(0, scale, sp.S.Zero)
