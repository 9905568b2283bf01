"""Amplification by sampling without replacement, for one replaced record.

A mechanism that is eps-DP on datasets of size m, run on m records drawn without replacement from n,
is eps'-DP on the n records, with e^(eps') = 1 + (m/n)(e^eps - 1): the changed record is in the
batch with probability m/n only, and the batch stays hidden.

The theorem is cited.  Its heart can be checked completely for small n: at one output, let p_B be
the probability under the batch B and p'_B the same after record 1 was replaced.  Replacing a record
of a batch, by the other value or by a record outside the batch, changes p_B by at most e^eps; from
these inequalities alone the conclusion follows, with visibly non-negative multipliers.

That the replaced record may be put anywhere in the batch is a hypothesis: a mechanism that treats
its first record differently from its second one can lose more.
"""

import itertools
from fractions import Fraction

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, because, broken
from workbench.rigor import visible
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.subsampling",
    title="Privacy amplification by sampling without replacement",
    reconstructed=("cited", "Balle, Barthe and Gaboardi (2018), Theorem 9"),
    statement=r"""M \text{ is } \epsilon\text{-DP} \;\Longrightarrow\; M \circ \text{sample}_{m,n}
        \text{ is } \epsilon'\text{-DP with } \epsilon' = \ln\left(1 + \tfrac{m}{n}
        (e^{\epsilon} - 1)\right)""",
    hypotheses=r"""\text{neighbours differ by one replaced record}
        M \text{ sees its } m \text{ records as a multiset: their order does not matter}
        \text{the batch is uniform among the } m\text{-subsets of } \{1,\dots,n\}, \text{ and is \
            not released}
        1 \le m \le n""",
    citation="Balle, Barthe, Gaboardi (2018), Privacy amplification by subsampling: tight analyses"
    " via couplings and divergences, Theorem 9, with delta = 0",
    note="The theorem also bounds delta; the papers here use the pure case.",
)

LARGEST = 4  # every 1 <= m < n <= LARGEST

growth = declare("u >= 0")  # e^eps - 1
odds = 1 + growth


def amplified(n: int, m: int, factor: sp.Expr) -> Outcome:
    """The mixture over batches changes by at most `factor`, for every eps-DP mechanism.
    For batches with record 1, p is the probability before and r the one after its replacement;
    for the other batches, q is both.
    """
    batches = [frozenset(b) for b in itertools.combinations(range(1, n + 1), m)]
    changed = [b for b in batches if 1 in b]
    common = [b for b in batches if 1 not in b]

    def symbol(kind: str, b: frozenset[int]) -> sp.Symbol:
        return sp.Symbol(f"{kind}_{''.join(map(str, sorted(b)))}", nonnegative=True)

    p = {b: symbol("p", b) for b in changed}
    after = {b: symbol("r", b) for b in changed}
    kept = {b: symbol("q", b) for b in common}
    count = sp.Integer(len(batches))
    before_total = (sum(p.values()) + sum(kept.values())) / count
    after_total = (sum(after.values()) + sum(kept.values())) / count
    pairs = [(b, c) for b in changed for c in common if len(b - c) == 1]
    premises = [(after[b], ">=", p[b] / odds) for b in changed]
    premises += [(kept[c], ">=", p[b] / odds) for b, c in pairs]
    gamma = sp.Rational(m, n)
    gap = sum((1 + gamma * growth) * (after[b] - p[b] / odds) for b in changed)
    gap += sum(growth / n * (kept[c] - p[b] / odds) for b, c in pairs)
    return visible(before_total, "<=", factor * after_total, where=premises, gap=gap / count)


@CLAIM.exact(corner="n at most 4, one output of any mechanism")
@broken("half_the_sampling_rate", scale=Fraction(1, 2))
@because("With half of m/n the bound fails for some mechanism.")
def mixture_changes_by_the_amplified_factor(*, scale: Fraction = Fraction(1)) -> Outcome:
    """The average of p_B over all batches grows at most by 1 + (m/n)(e^eps - 1).
    Every 1 <= m < n <= LARGEST, with amplification factor 1 + scale (m/n)(e^eps - 1).
    """
    cases = [
        amplified(n, m, 1 + sp.Rational(scale) * sp.Rational(m, n) * growth)
        for n in range(2, LARGEST + 1)
        for m in range(1, n)
    ]
    return all_of(*cases, summary=f"all 1 <= m < n <= {LARGEST}, any eps-DP mechanism")
