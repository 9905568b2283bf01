"""Which nodes prefix queries use: one per step (used by everything that only needs prefixes).

    union over t <= T of COMPOSE(1, t)  =  { [t - lb(t) + 1, t] : t = 1..T },   lb = lowest set bit

For t = 2^j (2m + 1), lb(t) = 2^j: the last piece is [2^(j+1) m + 1, t], and what remains is the
prefix up to t - lb(t) = 2^(j+1) m.  So every step brings exactly one new node, whose start index
a = 2m is even: T nodes in place of almost 2T, and the odd ones need never be made or charged.  The
piece that belongs to bit k of t ends at t - (t mod 2^k).
"""

from collections.abc import Iterator
from typing import Any

from workbench.claims import Claim, Outcome, because, broken
from workbench.harness import every_case
from workbench.rigor.provers import odd_ends as ends
from workbench.rigor.provers.theorems import proved
from workbench_papers.momentum import _tree as tree

CLAIM = Claim(
    "momentum.prefix-fenwick",
    title="Prefix queries use one node per step",
    ours=("lemma", "Not in the paper; the prefixes of Algorithm 1"),
    statement=r"""\bigcup_{t \le T} \mathrm{COMPOSE}(1, t)
        = \{ [t - \mathrm{lb}(t) + 1,\, t] : t = 1, \dots, T \}; \quad
        \text{the piece of bit } k \text{ of } t \text{ ends at } t - (t \bmod 2^k)""",
    hypotheses=r"""\mathrm{lb}(t) \text{ is the lowest set bit of } t \ge 1
        \mathrm{COMPOSE}(1, t) \text{ has } [(y_k - 1) 2^k + 1, y_k 2^k] \text{ for each odd } \
            y_k = \lfloor t/2^k \rfloor""",
    encoded=tuple(one.theorem for one in (
        ends.place(), ends.odd_end(), ends.positive_end(), ends.end_inside(), ends.last_piece())),
    uses=("momentum.alg3-compose", "momentum.prop-18"),
    note="As encoded y_k = 2 y_(k+1) + v_k with digits v_k, n is t = y_0, and t mod 2^k is the sum"
    " of v_j 2^j for j < k. By the second to the fourth statement a piece of t ends at an s of 1,"
    " ..., t with lb(s) = 2^k, its length: so it is that of s on the right. By the last one each"
    " t = 2^k (2c + 1), of which 2^k is the lowest set bit, has an odd y_k = 2c + 1, an integer q,"
    " and so the piece [t - 2^k + 1, t].",
)  # fmt: skip


@CLAIM.proof
@broken("one_digit_more", "k = 0, v_0 = 1: n = n - 1.", at={"further": 1})
@broken("at_any_number", "k = 1, n = y_0 = 1, y_1 = v_0 = 0.", at={"given": ends.PLACE[1:]})
@broken("of_another_number", "k = 0, n = 1, y_0 = 0.", at={"given": ends.PLACE[:1]})
@broken("an_even_multiple", "It is 2^k more.", odd={"odd": 0})
@broken("odd_at_any_number", "k = 0, y_0 = 0, v_0 = 1, y_1 = 0.", odd={"given": ends.ODD[1:2]})
@broken("odd_without_a_digit", "v_k = 0.", odd={"given": ends.ODD[:1]})
@broken("beyond_the_first_step", "k = 0, n = 1: 2 <= 1.", low={"least": 2})
@broken("low_at_any_number", "k = 0, y = 0, v_0 = 1: 1 <= 0.", low={"given": ends.ODD[1:]})
@broken("low_without_a_digit", "All are 0.", low={"given": ends.ODD[::2]})
@broken("low_of_any_rest", "k = 0, y = (-1, -1), v_0 = 1.", low={"given": ends.ODD[:2]})
@broken("before_the_last_step", "k = 0: n + 1 <= n.", high={"more": 1})
@broken("high_at_any_number", "k = 1, n = 0, y_1 = 1.", high={"given": ends.UP_TO[1:]})
@broken("high_of_any_digits", "k = n = 1, y = (1, 2), v_0 = -3.", high={"given": ends.UP_TO[::2]})
@broken("high_of_another_number", "k = 0, n = 0, y_0 = 1.", high={"given": ends.UP_TO[:2]})
@broken("the_last_digit_is_not_zero", "y_k = 2c + 1.", last={"odd": 0})
@broken("last_at_any_number", "c = 0, k = 1, y = (2, 5).", last={"given": ends.LAST[1:]})
@broken("last_of_any_digits", last={"given": (ends.LAST[0], *ends.LAST[2:])})
@because("c = 0, k = 1, y = (2, 0), v_0 = 2.")
@broken("last_of_another_number", "y = 0, v = 0.", last={"given": (*ends.LAST[:2], ends.LAST[3])})
@broken("last_of_fractions", "c = 0, k = 1, y = (2, 1/2), v_0 = 1.", last={"given": ends.LAST[:3]})
def pieces_of_prefixes_end_at_their_own_steps(**changes: dict[str, Any]) -> Outcome:
    """For t = 2^k (2c + 1) all digits below k are 0, and y_k = 2c + 1: by integrality."""
    names = "at", "odd", "low", "high", "last"
    at, odd, low, high, last = (changes.get(name, {}) for name in names)
    return proved(ends.place(**at), ends.odd_end(**odd), ends.positive_end(**low),
                  ends.end_inside(**high), ends.last_piece(**last))  # fmt: skip


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
