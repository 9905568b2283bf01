"""COMPOSE: an interval as few dyadic intervals as possible (Algorithm 3, Proposition 18).

From the left, take the largest aligned interval that fits.  For (x, y] = [x + 1, y] the number of
pieces obeys

    n(x, y) = [x odd] + [y odd] + n(ceil(x/2), floor(y/2)),    n(x, x) = 0,

since an odd end needs a single leaf, and all else is a problem of half the size.  Hence with the
length l = 2 l' + e, e odd ends, by induction

    4 * 2^n <= (l + 2)^2:    2^e (l' + 2)^2 <= (2 l' + e + 2)^2  for e = 0, 1, 2,

that is n <= 2 log2((l + 2)/2); two odd ends keep equality, so the bound is attained at
l = 2 (2^m - 1), a = 2.  As n is an integer, n <= 2 floor(log2 l) for l >= 2.  Prefixes [1, b] need
one piece per one-bit of b, at most log2(b + 1).
"""

from collections.abc import Iterator
from functools import cache

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.harness import every_case
from workbench.rigor import certify, inequality
from workbench.symbolic import declare, relation
from workbench.symbolic.text import parse
from workbench_papers.momentum import _tree as tree

ALGORITHM = Claim(
    "momentum.alg3-compose",
    title="COMPOSE returns a smallest partition into dyadic intervals",
    reconstructed=("algorithm", "Algorithm 3, Appendix A"),
    statement=r"""\mathrm{COMPOSE}(a, b) \text{ is an ordered partition of } [a, b]
        \text{ into members of } \mathcal{I}, \text{ and no partition has fewer}""",
    hypotheses=r"1 \le a \le b \le T",
    uses=("momentum.intervals",),
    note="The text says what is returned, not how; the greedy choice is ours.",
)

CLAIM = Claim(
    "momentum.prop-18",
    title="How many pieces COMPOSE needs",
    reconstructed=("proposition", "Proposition 18"),
    statement=r"""|\mathrm{COMPOSE}(a, b)| \le 2 \log_2 \tfrac{\ell + 2}{2}, \;
        \ell = b - a + 1; \quad \text{for } \ell \ge 2 \text{ also} \le 2 \lfloor \log_2 \ell
        \rfloor; \quad |\mathrm{COMPOSE}(1, b)| = \mathrm{pop}(b) \le \log_2 (b + 1)""",
    hypotheses=r"1 \le a \le b",
    parts=("general", "floor", "prefixes", "attained"),
    uses=("momentum.alg3-compose",),
    note="The printed constant is not known. For general a the bound 1 + log2 l is false: [2, 7]"
    " needs four pieces.",
)


@cache
def fewest(a: int, b: int) -> int:
    """The smallest number of dyadic intervals that make up [a, b], by dynamic programming."""
    if a > b:
        return 0
    best, size = b - a + 1, 1
    while (a - 1) % size == 0 and a - 1 + size <= b:
        best = min(best, 1 + fewest(a + size, b))
        size *= 2
    return best


@ALGORITHM.exact(corner="1 <= a <= b <= 64")
@broken("one_piece_more", "The greedy choice does not waste a piece.", spare=1)
def greedy_pieces_partition_and_are_fewest(*, last: int = 64, spare: int = 0) -> Outcome:
    """Against dynamic programming over all partitions.
    Every 1 <= a <= b <= 64: ordered, aligned, gapless, and as few as possible.
    """

    def cases() -> Iterator[tuple[str, bool]]:
        every = set(tree.nodes(last))
        for a in range(1, last + 1):
            for b in range(a, last + 1):
                found = tree.compose(a, b)
                joined = [a - 1, *(z for _, z in found)]
                whole = all(y == z + 1 for (y, _), z in zip(found, joined, strict=False))
                good = whole and joined[-1] == b and set(found) <= every
                yield f"[{a}, {b}]", good and len(found) == fewest(a, b) + spare

    return every_case(cases(), "smallest ordered partition")


half = declare("integer l >= 0")  # l', half the length between odd ends


@CLAIM.exact(part="general")
@broken("with_three_in_place_of_two_the_step_fails", start=3)
@because("4 * 2^n <= (l + 3)^2 is weaker and true, but (l' + 3)^2 4 exceeds (2l' + 5)^2.")
def pieces_double_no_faster_than_the_squared_length(*, start: int = 2) -> Outcome:
    """4 * 2^n <= (l + 2)^2 is passed on from half the length.
    2^e (l' + 2)^2 <= (2 l' + e + 2)^2 for e = 0, 1, 2, and 4 * 2^0 = (0 + 2)^2.
    """
    steps = [
        inequality(relation(2**e * (half + start) ** 2, "<=", (2 * half + e + start) ** 2))
        for e in range(3)
    ]
    return all_of(*steps, summary="the step holds for no, one and two odd ends")


size = declare("u > 0")  # 2^m with 2^m <= l < 2^(m+1), m >= 1


@CLAIM.exact(part="floor")
@broken("at_the_next_power_it_does_not", length=2 * size + 2)
@because("l = 2^(m+1) + 2 would exceed it at m = 1.")
def the_bound_rounds_down_to_twice_the_floor(*, length: sp.Expr = 2 * size - 1) -> Outcome:
    """(2^m + 1/2)^2 < 2 * 4^m for 2^m >= 2.
    ((l + 2)/2)^2 < 2 * 4^m for l <= `length`: so 2 log2((l + 2)/2) < 2m + 1.
    """
    return inequality(relation(((length + 2) / 2) ** 2, "<", 2 * size**2, where=[(2, "<=", size)]))


s = declare("integer s >= 0")
power = declare("u > 0")  # 2^pop(s)


@CLAIM.exact(part="prefixes")
@broken("two_to_the_bits_is_not_at_most_b", "All-ones numbers need the + 1.", addend=0)
def one_bits_are_at_most_a_logarithm(*, addend: int = 1) -> Outcome:
    """2^pop(b) <= b + 1 by induction on the binary digits of b.
    2^pop(s) <= s + 1 gives 2^(pop(s) + b) <= 2s + b + 1 for b = 0, 1.
    """
    known = [(power, "<=", s + 1)]
    zero = relation(power, "<=", 2 * s + addend, where=known)
    one = relation(2 * power, "<=", 2 * s + 1 + addend, where=known)
    return all_of(inequality(r) for r in (zero, one))


@CLAIM.exact(part="attained")
@broken("the_plus_two_matters", "4 * 2^n = (l + 1)^2 does not stay an equation.", shift=1)
def two_odd_ends_keep_equality(*, shift: int = 2) -> Outcomes:
    """Lengths 0, 2, 6, 14, ...: equality in 4 * 2^n = (l + 2)^2.
    l' -> 2 l' + 2 with two more pieces: 4 * 2^n = (l + 2)^2 stays an equation, v = 2^(n/2).
    """
    step = f"(2*l + 2 + {shift})^2 = 4*2^2*v^2"
    yield certify(parse(step, where=f"v > 0, l = 2*v - {shift}"))
    yield certify(parse(f"4*2^0 = (0 + {shift})^2"))


@CLAIM.exact(part="general", corner="1 <= a <= b <= 160")
@broken("the_bound_of_prefixes_is_false_in_general", one_sided=True)
@because("n <= 1 + log2 l fails at [2, 7]: four pieces.")
def enumeration_of_all_intervals_agrees(*, last: int = 160, one_sided: bool = False) -> Outcome:
    """The recursion and all three bounds, interval by interval.
    Every 1 <= a <= b <= 160: the recursion, the bounds, pop(b) for prefixes.
    """

    def halved(x: int, y: int) -> int:
        if x >= y:
            return 0
        return x % 2 + y % 2 + halved((x + 1) // 2, y // 2)

    def cases() -> Iterator[tuple[str, bool]]:
        for a in range(1, last + 1):
            for b in range(a, last + 1):
                n, length = len(tree.compose(a, b)), b - a + 1
                good = n == halved(a - 1, b) and 4 * 2**n <= (length + 2) ** 2
                good &= length < 2 or n <= 2 * (length.bit_length() - 1)
                good &= a > 1 or n == b.bit_count()
                yield f"[{a}, {b}]", good and (not one_sided or 2 ** (n - 1) <= length)

    return every_case(cases(), "number of pieces")
