"""Which nodes prefix queries use: one per step (used by everything that only needs prefixes).

    union over t <= T of COMPOSE(1, t)  =  { [t - lb(t) + 1, t] : t = 1..T },   lb = lowest set bit

For t = 2^j (2m + 1), lb(t) = 2^j: the last piece is [2^(j+1) m + 1, t], and what remains is the
prefix up to t - lb(t) = 2^(j+1) m.  So every step brings exactly one new node, whose start index
a = 2m is even: T nodes in place of almost 2T, and the odd ones need never be made or charged.  The
piece that belongs to bit k of t ends at t - (t mod 2^k).
"""

from collections.abc import Iterator

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.harness import every_case
from workbench.rigor import identity
from workbench.symbolic import declare
from workbench_papers.momentum import _tree as tree

CLAIM = Claim(
    "momentum.prefix-fenwick",
    title="Prefix queries use one node per step",
    ours=("lemma", "Not in the paper; the prefixes of Algorithm 1"),
    statement=r"""\bigcup_{t \le T} \mathrm{COMPOSE}(1, t)
        = \{ [t - \mathrm{lb}(t) + 1,\, t] : t = 1, \dots, T \}; \quad
        \text{the piece of bit } k \text{ of } t \text{ ends at } t - (t \bmod 2^k)""",
    hypotheses=r"\mathrm{lb}(t) \text{ is the lowest set bit of } t \ge 1",
    uses=("momentum.alg3-compose",),
)


@CLAIM.exact
@broken("twice_the_length_is_not_aligned", length=2)
@because("A piece of length 2 lb(t) would not start at a multiple of itself.")
def the_last_piece_starts_at_an_even_multiple(*, length: int = 1) -> Outcomes:
    """[t - lb(t) + 1, t] = [a 2^j + 1, (a + 1) 2^j] with a = 2m; the rest is an earlier prefix.
    t - lb = 2^(j+1) m: aligned for 2^j with even quotient; its own lowest bit is larger.
    """
    j, m = declare("integer j m >= 0")
    t, size = 2**j * (2 * m + 1), 2**j
    start = t - length * size
    yield identity(start, 2 ** (j + 1) * m)
    yield identity(start + size, t)
    yield identity(start / size, 2 * m)


@CLAIM.exact(corner="T up to 256")
@broken("not_all_nodes_are_used", "[2, 2] is in the tree and in no prefix.", odd=True)
def enumeration_of_prefixes_agrees(*, last: int = 256, odd: bool = False) -> Outcome:
    """The union itself, for every T up to 256.
    The union for every T up to 256, and where the piece of each bit ends.
    """

    def cases() -> Iterator[tuple[str, bool]]:
        union: set[tree.Interval] = set()
        for t in range(1, last + 1):
            found = tree.compose(1, t)
            union |= set(found)
            nodes = {(u - tree.lowest_bit(u) + 1, u) for u in range(1, t + 1)}
            nodes |= {n for n in tree.nodes(t) if odd}
            ends = {t - t % 2**k for k in range(t.bit_length()) if t >> k & 1}
            yield f"T = {t}", union == nodes and {z for _, z in found} == ends

    return every_case(cases(), "nodes of the prefixes")
