"""How many nodes one record takes part in (proof of Theorem 4).

    V = ceil(T/N) (K + 1) + sum_(k > K) floor(T/2^k) <= ceil(T/N) (K + 1) + 2T/N

K = floor(log2 N).  At a level of nodes no longer than N each of the record's at most ceil(T/N)
uses lies in one node; above that all floor(T/2^k) nodes are counted.  As 2^(K+1) > N, the latter
are at most T/2^K < 2T/N.  This holds for every order, and some record attains it.
"""

from collections.abc import Iterator

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, broken
from workbench.harness import every_case
from workbench.rigor import identity, induction, visible
from workbench.symbolic import declare, relation
from workbench_papers.momentum import _tree as tree

CLAIM = Claim(
    "momentum.node-count",
    title="How many nodes one record takes part in",
    reconstructed=("lemma", "Proof of Theorem 4"),
    statement=r"""\#\{\text{nodes that use } s\} \le V = \Big\lceil \frac TN \Big\rceil (K+1)
        + \sum_{k > K} \Big\lfloor \frac{T}{2^k} \Big\rfloor
        \le \Big\lceil \frac TN \Big\rceil (K+1) + \frac{2T}{N}""",
    hypotheses=r"""K = \lfloor \log_2 N \rfloor
        \text{any order of the records in each epoch}""",
    parts=("count", "bound"),
    uses=("momentum.intervals",),
)

T, size = declare("T u > 0")  # u = 2^K
m, k = declare("integer m >= 0, integer k")


@CLAIM.exact(part="bound")
@broken("t_over_n_is_exceeded", "T/2^K may be almost 2T/N.", factor=1)
def long_nodes_are_a_geometric_series(*, factor: int = 2) -> Outcomes:
    """T/2^(K+1) + T/2^(K+2) + ... <= T/2^K < 2T/N.
    sum_(k=1..m) T/(2^k u) = T/u (1 - 2^-m) <= 2 T/N for N < 2u.
    """
    N = declare("N > 0")
    ratio = declare("h > 0")  # 1/2
    total, rest = sp.Sum(ratio**k, (k, 1, m)), declare("p >= 0")  # p = 2^-m
    right = ratio * (1 - ratio**m) / (1 - ratio)
    sum_of_powers = relation(total, "=", right, where=[(ratio, "<", 1)])
    halves = identity(ratio / (1 - ratio), 1, where=[(ratio, "=", sp.S.Half)])
    yield induction(sum_of_powers, "m")
    yield halves
    yield visible(T / size * (1 - rest), "<=", T / size)
    yield visible(T / size, "<=", factor * T / N, where=[(N, "<", 2 * size)])


@CLAIM.exact(part="count")
@broken("levels_are_counted_from_zero", "K levels are one too few.", extra=0)
def each_use_is_in_one_node_of_each_level(*, extra: int = 1) -> Outcome:
    """Nodes of one level are disjoint, and there are floor(T/2^k) of them.
    K + 1 levels with one node per use: sum_(k=0..K) n = n (K + 1).
    """
    uses, K = declare("integer n K >= 0")
    return identity(sp.Sum(uses, (k, 0, K)), uses * (K + extra))


@CLAIM.exact(part="count", corner="N < 14, N <= T <= 4N")
@broken("some_record_attains_it", "V - 1 is exceeded.", less=1)
def enumeration_stays_below_it(*, last: int = 14, less: int = 0) -> Outcome:
    """Every record of every repeated order.
    N < 14, T from N to 4N: the largest count over records of a repeated order is V.
    """

    def cases() -> Iterator[tuple[str, bool]]:
        for n in range(1, last):
            for horizon in range(n, 4 * n + 1):
                every, records = tree.nodes(horizon), tree.repeated(n, horizon)
                worst = max(
                    sum(any(y <= t <= z for t in uses) for y, z in every) for uses in records
                )
                height = n.bit_length()
                long = sum(horizon >> j for j in range(height, horizon.bit_length()))
                value = -(-horizon // n) * height + long
                yield f"N = {n}, T = {horizon}", worst <= value - less

    return every_case(cases(), "nodes that use a record")
