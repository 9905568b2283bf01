"""Amplification by sampling without replacement for (eps, delta), for one replaced record.

A mechanism that is (eps, delta)-DP on m records, run on m records drawn without replacement from n,
is (eps', (m/n) delta)-DP on the n records, with e^(eps') = 1 + (m/n)(e^eps - 1).

Cited.  Checked completely for small n, at one event: p_B is its probability under the batch B, r_B
the one after record 1 was replaced, q_C that of a batch without record 1.  Then r_B, q_C >=
(p_B - delta)/e^eps for neighbouring batches, and the conclusion is a sum of these inequalities.
"""

import itertools
from fractions import Fraction

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, broken
from workbench.rigor import visible
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.subsampling-approx",
    title="Privacy amplification by sampling without replacement, with delta",
    reconstructed=("cited", "Balle, Barthe and Gaboardi (2018), Theorem 9"),
    statement=r"""M \text{ is } (\epsilon, \delta)\text{-DP} \;\Longrightarrow\;
        M \circ \text{sample}_{m,n} \text{ is } \Big( \ln\big(1 + \tfrac{m}{n}
        (e^{\epsilon} - 1)\big), \tfrac mn \delta \Big)\text{-DP}""",
    hypotheses=r"""\text{neighbours differ by one replaced record}
        M \text{ sees its } m \text{ records as a multiset: their order does not matter}
        \text{the batch is uniform among the } m\text{-subsets of } \{1,\dots,n\}, \text{ and is \
            not released}
        1 \le m \le n""",
    citation="Balle, Barthe, Gaboardi (2018), Privacy amplification by subsampling: tight analyses"
    " via couplings and divergences, Theorem 9",
)

LARGEST = 4  # every 1 <= m <= n <= LARGEST

growth = declare("u >= 0")  # e^eps - 1
delta = declare("delta >= 0")


def amplified(
    n: int, m: int, share: int, scale: int | Fraction = 1, delta: sp.Expr = delta
) -> Outcome:
    """P <= (1 + scale (m/n) u) P' + share (m/n) delta for every (eps, delta)-DP mechanism."""
    batches = [frozenset(b) for b in itertools.combinations(range(1, n + 1), m)]
    changed = [b for b in batches if 1 in b]
    common = [b for b in batches if 1 not in b]

    def symbol(kind: str, b: frozenset[int]) -> sp.Symbol:
        return sp.Symbol(f"{kind}_{''.join(map(str, sorted(b)))}", nonnegative=True)

    low = {b: (symbol("p", b) - delta) / (1 + growth) for b in changed}
    after = {b: symbol("r", b) for b in changed}
    kept = {c: symbol("q", c) for c in common}
    pairs = [(b, c) for b in changed for c in common if len(b - c) == 1]
    premises = [(after[b], ">=", low[b]) for b in changed]
    premises += [(kept[c], ">=", low[b]) for b, c in pairs]
    gamma, size = sp.Rational(m, n), sp.Integer(len(batches))
    before_total = (sum(symbol("p", b) for b in changed) + sum(kept.values())) / size
    after_total = (sum(after.values()) + sum(kept.values())) / size
    gap = sum((1 + gamma * growth) * (after[b] - low[b]) for b in changed)
    gap += sum(growth / n * (kept[c] - low[b]) for b, c in pairs)
    bound = (1 + sp.Rational(scale) * gamma * growth) * after_total + share * gamma * delta
    return visible(before_total, "<=", bound, where=premises, gap=gap / size)


@CLAIM.exact(corner="n at most 4, one event of any mechanism")
@broken("delta_is_not_free", "Without (m/n) delta the bound fails for some mechanism.", share=0)
def delta_is_amplified_too(*, share: int = 1) -> Outcome:
    """P <= (1 + (m/n)(e^eps - 1)) P' + (m/n) delta for every 1 <= m <= n <= LARGEST."""
    cases = [amplified(n, m, share) for n in range(1, LARGEST + 1) for m in range(1, n + 1)]
    return all_of(*cases, summary=f"all 1 <= m <= n <= {LARGEST}, any (eps, delta)-DP mechanism")
