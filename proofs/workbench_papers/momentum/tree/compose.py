"""COMPOSE: an interval as few dyadic intervals as possible (Algorithm 3, Proposition 18).

From the left, take the largest aligned interval that fits.  For (x, y] = [x + 1, y] the number of
pieces obeys

    n(x, y) = [x odd] + [y odd] + n(ceil(x/2), floor(y/2)),    n(x, x) = 0,

since an odd end needs a single leaf, and all else is a problem of half the size.  Hence with the
length l = 2 l' + e, e odd ends, 2^(n/2) <= (l + 2)/2 is passed on from l' to l, that is
n <= 2 log2((l + 2)/2); two odd ends keep equality, so the bound is attained at l = 2 (2^m - 1),
a = 2.  As n is an integer, n <= 2 floor(log2 l) for l >= 2.  Prefixes [1, b] need one piece per
one-bit of b, at most log2(b + 1).
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.harness import every_case
from workbench.rigor.provers import dyadic_pieces as pieces
from workbench.rigor.provers import odd_ends as ends
from workbench.rigor.provers.theorems import proved
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
    statement=r"""\mathrm{COMPOSE}(a, b) = [x_k 2^k + 1, (x_k + 1) 2^k] \text{ for } u_k = 1, \;
        k = 0, \dots, m-1, \text{ and } [(y_k - 1) 2^k + 1, y_k 2^k] \text{ for } v_k = 1, \;
        k = m-1, \dots, 0; \quad |\mathrm{COMPOSE}(a, b)| \le 2 \log_2 \tfrac{\ell + 2}{2}, \;
        \ell = b - a + 1; \quad \text{for } \ell \ge 2 \text{ also} \le 2 \lfloor \log_2 \ell
        \rfloor; \quad |\mathrm{COMPOSE}(1, b)| = \mathrm{pop}(b) \le \log_2 (b + 1); \quad
        |\mathrm{COMPOSE}(2, 2^{m+1} - 1)| = 2 m = 2 \log_2 \tfrac{\ell + 2}{2}""",
    hypotheses=r"""1 \le a \le b; \text{ from the left, always the largest } \
            [c 2^k + 1, (c + 1) 2^k] \text{ that ends by } b
        x_k = \lceil (a - 1)/2^k \rceil, \; y_k = \lfloor b/2^k \rfloor; \; u_k, v_k \in \{0, 1\} \
            \text{ say whether they are odd; } m \text{ is the first level with } x_m = y_m""",
    parts=("pieces", "general", "floor", "prefixes", "attained"),
    encoded={
        "pieces": tuple(one.theorem for one in (
            ends.chained(pieces.x), ends.chained(pieces.y), ends.fits(), ends.longest())),
        "general": (pieces.general().theorem,),
        "floor": (pieces.twice_the_floor().theorem,),
        "prefixes": (ends.of_prefix().theorem, ends.digits_of().theorem),
        "attained": (ends.attained().theorem,),
    },
    uses=("momentum.alg3-compose",),
    note="The printed constant is not known. For general a the bound 1 + log2 l is false: [2, 7]"
    " needs four pieces. As encoded x_k + u_k = 2 x_(k+1) and y_k = 2 y_(k+1) + v_k, and the pieces"
    " are u_0 + v_0 + ... + u_(m-1) + v_(m-1). They follow each other by the first two statements;"
    " one at the left end ends by b, as x_k + 1 <= y_k before level m, and as its x_k is odd no"
    " longer one begins there; twice the length of one at the right end does not fit. That there is"
    " a level m is seen so: y_k - x_k is an integer, and y_(k+1) - x_(k+1) = (y_k - x_k - u_k -"
    " v_k)/2 is at most half of it, and where it is 1 or more at least -1/2, so at least 0; hence"
    " it falls to 0, and is 1 or more before. For the floor"
    " n is their number, an integer, and of K = floor(log2 l) is used that K >= 1 and"
    " l + 1 <= 2^(K+1). The v_k of a prefix are the binary digits of b, as y_m is 0 there.",
)  # fmt: skip


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


def without(conditions: tuple[Any, ...], place: int) -> dict[str, Any]:
    """All but one of them."""
    return {"given": conditions[:place] + conditions[place + 1 :]}


@CLAIM.proof(part="pieces")
@broken("after_any_number", "x_0 = x_1 = 0, u_0 = 1: 1 = 0.", after={"given": ()})
@broken("before_any_number", "y_0 = y_1 = 0, v_0 = 1: -1 = 0.", before={"given": ()})
@broken("one_more_step", "k = 0, x_0 = 0, y_0 = b = 1: 2 <= 1.", left={"more": 2})
@broken("left_of_any_number", "k = 1, b = 1, x_1 = 4, y_1 = 5.", left=without(ends.FITS, 0))
@broken("left_of_any_digits", left=without(ends.FITS, 1))
@because("k = 1, b = y_0 = 1, v_0 = -3, y_1 = 2, x_1 = 1: 4 <= 1.")
@broken("left_of_another_end", "k = b = 0, x_0 = 1, y_0 = 2.", left=without(ends.FITS, 2))
@broken("left_without_room", "k = 0, x_0 = 5, y_0 = b = 1.", left=without(ends.FITS, 3))
@broken("twice_as_long_fits_not", "k = 0, y_0 = b: b + 1 <= b.", right={"times": 1})
@broken("right_of_any_number", "k = 1, b = 5, y_1 = 0.", right=without(ends.LONGEST, 0))
@broken("right_of_any_digits", "k = 1, b = y_0 = v_0 = 5, y_1 = 0.", right=without(ends.LONGEST, 1))
@broken("right_of_another_end", "k = 0, b = 5, y_0 = 0.", right=without(ends.LONGEST, 2))
def odd_ends_are_the_largest_that_fit(**changes: dict[str, Any]) -> Outcome:
    """Each begins where the last one ended, and fits; one of twice its length would not."""
    names = "after", "before", "left", "right"
    after, before, left, right = (changes.get(name, {}) for name in names)
    return proved(ends.chained(pieces.x, **after), ends.chained(pieces.y, **before),
                  ends.fits(**left), ends.longest(**right))  # fmt: skip


@CLAIM.proof(part="general")
@broken("one_less", "a = b = 2: one piece, and 2 log2(1) = 0.", plus=1)
@dropped("given", pieces.INTERVAL, {
    0: "a = b = 1, m = 5, x_k = 0, u_k = 1, y = (1, 0, 0, ...): six pieces.",
    1: "a = b = 1, m = 5, y = (1, 0, 0, ...), v_k = 1, x_k = 0: five pieces.",
    2: "a = 2, b = 4, m = 1, x = (1, 2), u_0 = 3, y = (4, 2): 3 > 2 log2(5/2).",
    3: "a = 1, b = 3, m = 1, x = (0, 0), y = (3, 0), v_0 = 3: 3 > 2 log2(5/2).",
    4: "a = b = 7, x_0 = 0: three pieces of [1, 7], for the length 1.",
    5: "a = b = 1, y_0 = 7: the same.",
    6: "a = b = 2, m = 5, x_k = 1, y = (2, 1, 0, 0, ...): six pieces.",
    7: "Only the proof is refused: by the others a <= b + 1.",
})  # fmt: skip
def a_level_at_most_doubles_the_length(**changes: Any) -> Outcome:  # noqa: ANN401
    """2^(w/2) (l + 2) <= (1 + w/2) (l + 2) <= 2 l + w + 2 for w = 0, 1, 2 odd ends."""
    return proved(pieces.general(**changes))


@CLAIM.proof(part="floor")
@broken("half_as_many", "a = 2, b = 3, K = 1: two pieces.", times=1)
@dropped("given", pieces.FLOOR, {
    8: "n is any number.", 9: "K = 1, and [2, 7] has four pieces.",
})  # fmt: skip
def the_bound_rounds_down_to_twice_the_floor(**changes: Any) -> Outcome:  # noqa: ANN401
    """2 log2((l + 2)/2) <= 2 K + 3/4 for l < 2^(K+1), K >= 1, and the pieces are an integer.
    The other hypotheses are those of the part `general`, and needed as there, with K = 1.
    """
    return proved(pieces.twice_the_floor(**changes))


@CLAIM.proof(part="prefixes")
@broken("half_as_many", "[1, 1] is one piece, and pop(1) = 1.", count={"times": 2})
@broken("any_left_ends", "m = 1, x = 0, u_0 = 1.", count=without(ends.PREFIX, 0))
@broken("any_left_digits", "x = (0, 1, 0), u = (2, -1).", count=without(ends.PREFIX, 1))
@broken("from_another_step", "m = 1, x = (-1, 0), u_0 = 1.", count=without(ends.PREFIX, 2))
@broken("up_to_another_one", "m = 1, x = (0, 1/2), u_0 = 1.", count=without(ends.PREFIX, 3))
@broken("two_to_the_bits_is_not_at_most_b", "All-ones numbers need the + 1.", bits={"addend": 0})
@broken("ones_of_nothing", "m = 1, y = 0, v_0 = 1: 1 <= 0.", bits=without(ends.DIGITS, 0))
@broken("any_digits", "y = (2, 0), v_0 = 2: 2 <= log2(3).", bits=without(ends.DIGITS, 1))
@broken("of_another_number", "n = 0, y = (1, 0), v_0 = 1.", bits=without(ends.DIGITS, 2))
@broken("more_digits", "n = 0, m = 1, y = (0, -1/2), v_0 = 1.", bits=without(ends.DIGITS, 3))
def one_bits_are_at_most_a_logarithm(**changes: dict[str, Any]) -> Outcome:
    """For a = 1 there are no odd left ends; 2^pop(b) <= b + 1 by induction on the digits of b."""
    count, bits = (changes.get(name, {}) for name in ("count", "bits"))
    return proved(ends.of_prefix(**count), ends.digits_of(**bits))


@CLAIM.proof(part="attained")
@broken("the_plus_two_matters", "m = 1: two pieces, and 2 log2(3/2) = 1.17.", plus=1)
@dropped("given", ends.MOST, {
    0: "m = 1, u_0 = 0: one piece.", 1: "m = 1, v_0 = 0.", 2: "m = 2, x = (1, 0, 1), u = (-1, 2).",
    3: "m = 2, y = (7, 2, 1), v = (3, 0).", 4: "m = 1, x = (2, 1), u_0 = 0.",
    5: "m = 1, y = (2, 1), v_0 = 0.", 6: "m = 1, x = (1, 1/2), u_0 = 0.",
    7: "m = 1, y = (3, 3/2), v_0 = 0.",
})  # fmt: skip
def two_odd_ends_keep_equality(**changes: Any) -> Outcome:  # noqa: ANN401
    """x_k = 1 and y_k = 2^(m+1-k) - 1 are odd for all k < m."""
    return proved(ends.attained(**changes))


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
