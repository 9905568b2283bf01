"""The dyadic intervals, nodes of the aggregation tree (Section 3), and how many there are.

    I = { [a 2^k + 1, (a + 1) 2^k] : k, a >= 0, (a + 1) 2^k <= T },   |I| = sum_k floor(T/2^k)

Ends are 1-based: y - 1 is aligned, not y.  With pop(T) the number of one-bits, |I| = 2T - pop(T):
writing T = 2s + b, level 0 has T nodes and the rest is a tree over s, so |I|(T) = T + |I|(s).
"""

from collections.abc import Iterator

from workbench.claims import Claim, Outcome, broken
from workbench.harness import every_case
from workbench.rigor import certify
from workbench.symbolic.text import parse
from workbench_papers.momentum import _tree as tree

CLAIM = Claim(
    "momentum.intervals",
    title="Dyadic intervals: the complete nodes of the tree over T leaves",
    reconstructed=("definition", "Section 3"),
    statement=r"""\mathcal{I} = \{ [a 2^k + 1, (a+1) 2^k] : k, a \ge 0, \; (a+1) 2^k \le T \}, \quad
        |\mathcal{I}| = \sum_{k \ge 0} \lfloor T/2^k \rfloor = 2T - \mathrm{pop}(T) \le 2T - 1""",
    hypotheses=r"T \ge 1; \; \mathrm{pop}(T) \text{ is the number of one-bits of } T",
    parts=("count",),
    note="T need not be a power of two; there are no incomplete nodes.",
)


@CLAIM.exact(part="count")
@broken("three_nodes_per_leaf_are_too_many", "3T - pop(T) is another recursion.", factor=3)
def the_count_follows_the_bits(*, factor: int = 2) -> Outcome:
    """By induction on the binary digits: 2(2s + b) - pop(s) - b = (2s + b) + 2s - pop(s).
    C(2s + b) = 2s + b + C(s) for C(s) = 2 s - pop(s), pop(2s + b) = pop(s) + b; C(0) = 0.
    """
    step = f"(2*s + b) + ({factor}*s - pop) = {factor}*(2*s + b) - (pop + b)"
    return certify(parse(step, where="integer s, pop >= 0, integer 0 <= b <= 1"))


@CLAIM.exact(part="count", corner="T up to 200")
@broken("an_incomplete_node_would_be_noticed", "One node more is too many.", extra=1)
def enumeration_agrees(*, last: int = 200, extra: int = 0) -> Outcome:
    """The nodes themselves, for every T up to 200.
    The list of nodes for every T up to 200: its length, and that each node is aligned.
    """

    def cases() -> Iterator[tuple[str, bool]]:
        for horizon in range(1, last + 1):
            found = tree.nodes(horizon)
            levels = sum(horizon >> k for k in range(horizon.bit_length()))
            length = 2 * horizon - horizon.bit_count() + extra
            aligned = all((y - 1) % (z - y + 1) == 0 and z <= horizon for y, z in found)
            yield f"T = {horizon}", len(set(found)) == levels == length and aligned

    return every_case(cases(), "2T - pop(T) different aligned nodes")
