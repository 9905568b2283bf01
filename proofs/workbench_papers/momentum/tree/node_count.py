"""How many nodes one record takes part in (proof of Theorem 4).

    V = ceil(T/N) (K + 1) + sum_(k > K) floor(T/2^k) <= ceil(T/N) (K + 1) + 2T/N

K = floor(log2 N).  At a level of nodes no longer than N each of the record's at most ceil(T/N)
uses lies in one node; above that all floor(T/2^k) nodes are counted.  As 2^(K+1) > N, the latter
are at most T/2^K < 2T/N.  This holds for every order.
"""

from typing import Any

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor.provers import tree_counts as nodes
from workbench.rigor.provers.theorems import proved

CLAIM = Claim(
    "momentum.node-count",
    title="How many nodes one record takes part in",
    reconstructed=("lemma", "Proof of Theorem 4"),
    statement=r"""\#\{\text{nodes that use } s\} \le V = \Big\lceil \frac TN \Big\rceil (K+1)
        + \sum_{k > K} \Big\lfloor \frac{T}{2^k} \Big\rfloor
        \le \Big\lceil \frac TN \Big\rceil (K+1) + \frac{2T}{N}""",
    hypotheses=r"""K = \lfloor \log_2 N \rfloor
        \text{nodes: } [a 2^k + 1, (a+1) 2^k], \; k, a \ge 0, \; (a+1) 2^k \le T
        \text{any order of the records in each epoch}""",
    parts=("count", "floor", "bound"),
    encoded={
        "count": (nodes.in_epochs().theorem,),
        "floor": (nodes.of_a_level().theorem,),
        "bound": (nodes.long_ones().theorem,),
    },
    uses=("momentum.intervals",),
    note="As encoded x_i is 1 where step i uses s and 0 elsewhere, at most once in each epoch of N"
    " steps; z_t is 1 for t <= T and 0 beyond, so z_((a+1) p) says that node a of length p fits,"
    " and 1 less the product of the 1 - x_i that it uses s. E is ceil(T/N), the product of k twos"
    " is 2^k, and the levels are 0, ..., K + m for any m; from some m on no node is left out. A"
    " condition that a part does not name is not needed there. By the second part the sum of the"
    " z_((a+1) p) is f, the floor of T/p.",
)


@CLAIM.proof(part="count")
@broken("levels_are_counted_from_zero", "T = N = E = 1, K = 0, x_1 = 1: 1 <= 0.", more=0)
@dropped("given", nodes.EPOCHS, {
    0: "T = N = 2, E = 1, K = m = 0, x = (3, -2), z = (1, 0): 3 <= 1.",
    1: "T = N = 2, E = K = 1, m = 0, x_1 = x_3 = 1, all z = 1: 3 <= 2.", 2: "All z may be 5.",
    3: "T may be 2 epochs, and E = 1.", 4: "A record may be used twice in an epoch.",
})  # fmt: skip
def low_levels_count_uses_and_high_ones_nodes(**changes: Any) -> Outcome:  # noqa: ANN401
    """Nodes of a level are disjoint: those that use s are at most its uses, and all that fit."""
    return proved(nodes.in_epochs(**changes))


@CLAIM.proof(part="floor")
@dropped("given", nodes.WHOLE, {
    0: "T = f = 2, p = 1, z = (2, 1).", 1: "T = f = 2, p = 1, z = (0, 1).",
    2: "T = 1, p = 2, f = 0, z_2 = 1.", 3: "All z may be 0.", 4: "f = 2, T = p = 1.",
    5: "f = 0, T = p = 1.",
})  # fmt: skip
def as_many_fit_as_the_floor(**changes: Any) -> Outcome:  # noqa: ANN401
    """(a + 1) p <= T for a < f, and not for a >= f."""
    return proved(nodes.of_a_level(**changes))


@CLAIM.proof(part="bound")
@broken("t_over_n_is_exceeded", "N = 3, K = 1, m = 2, T = 8: 2 + 1 > 8/3.", times=1)
@dropped("given", nodes.LENGTHS, {
    0: "z may be large.", 1: "Only the proof is refused: 0 <= z <= 1 up to T would be enough.",
    2: "z may be 1 for ever.", 3: "N may be large.",
})  # fmt: skip
def long_nodes_are_a_geometric_series(**changes: Any) -> Outcome:  # noqa: ANN401
    """T/2^(K+1) + ... + T/2^(K+m) = T/2^K - T/2^(K+m), and T/2^K <= 2T/N."""
    return proved(nodes.long_ones(**changes))
