"""How many nodes one record takes part in (proof of Theorem 4).

    V = ceil(T/N) (K + 1) + sum_(k > K) floor(T/2^k) <= ceil(T/N) (K + 1) + 2T/N

K = floor(log2 N).  At a level of nodes no longer than N each of the record's at most ceil(T/N)
uses lies in one node; above that all floor(T/2^k) nodes are counted.  As 2^(K+1) > N, the latter
are at most T/2^K < 2T/N.  This holds for every order.
"""

from typing import Any

from workbench.claims import Claim, Outcome, argued, broken, dropped
from workbench.rigor.provers import tree_nodes as nodes
from workbench.rigor.provers.theorems import proved

CLAIM = Claim(
    "momentum.node-count",
    title="How many nodes one record takes part in",
    reconstructed=("lemma", "Proof of Theorem 4"),
    statement=r"""\#\{\text{nodes that use } s\} \le V = \Big\lceil \frac TN \Big\rceil (K+1)
        + \sum_{k > K} \Big\lfloor \frac{T}{2^k} \Big\rfloor
        \le \Big\lceil \frac TN \Big\rceil (K+1) + \frac{2T}{N}""",
    hypotheses=r"""K = \lfloor \log_2 N \rfloor
        \text{any order of the records in each epoch}""",
    parts=("level", "count", "bound"),
    encoded={
        "level": (nodes.in_epochs().theorem, nodes.of_a_level().theorem),
        "count": (nodes.in_all().theorem,),
        "bound": (nodes.long_ones().theorem,),
    },
    uses=("momentum.intervals",),
    note="As encoded x_i is 1 where step i uses s and 0 elsewhere, at most once in each epoch of N"
    " steps; E is ceil(T/N). A level has f nodes of length p, f the floor of T/p, and U_a is 1 if"
    " node a, with the steps a p + 1 to (a + 1) p, uses s, and 0 if not. There are m levels above"
    " K, and P_k is 2^k.",
)


@CLAIM.proof(part="level")
@broken("one_less", "One node of a single leaf, used once.", less=1)
@dropped("given", nodes.EPOCHS, {
    0: "x = (5, -4) in an epoch of two, T = 1.", 1: "All U may be 5.", 2: "Nodes beyond T.",
    3: "A record may be used twice in an epoch.", 4: "T may be 2 epochs, and E = 1.",
})  # fmt: skip
@broken("a_node_counts_more_than_once", "U_0 = 5.", whole=())
def each_use_is_in_one_node_of_a_level(
    *, less: int = 0, given: nodes.Given = nodes.EPOCHS, whole: nodes.Given = nodes.WHOLE
) -> Outcome:
    """sum_a U_a <= sum over the nodes of their uses <= the uses up to T <= E; and U_a <= 1."""
    return proved(nodes.in_epochs(given=given, less=less), nodes.of_a_level(given=whole))


@CLAIM.proof(part="count")
@broken("levels_are_counted_from_zero", "One use in each of K + 1 levels.", levels=0)
@dropped("given", nodes.COUNTS, {0: "Low levels have many nodes.", 1: "h_k may be 0, C_k = E."})
def low_levels_count_uses_and_high_ones_nodes(**changes: Any) -> Outcome:  # noqa: ANN401
    """C_k <= E for k <= K, and C_k <= h_k for k > K."""
    return argued(proved(nodes.in_all(**changes)),
        "C_k is the sum of U_a over the nodes of level k, where p is 2^k and f is h_k, so that the"
        " first part says C_k <= E and C_k <= h_k.")  # fmt: skip


@CLAIM.proof(part="bound")
@broken("t_over_n_is_exceeded", "N = 3, K = 1, m = 2, T = 8: 2 + 1 > 8/3.", times=1)
@dropped("given", nodes.LENGTHS, {
    0: "All lengths may be equal.", 1: "h_k may be any number.", 2: "N may be large.",
})  # fmt: skip
def long_nodes_are_a_geometric_series(**changes: Any) -> Outcome:  # noqa: ANN401
    """T/2^(K+1) + ... + T/2^(K+m) = T/2^K - T/2^(K+m), and T/2^K <= 2T/N."""
    return proved(nodes.long_ones(**changes))
